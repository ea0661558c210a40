"""The game inside other engines, one module for each, with an extra of its own."""
