"""Searching games with hidden cards: the worlds that a seat may be in."""
