"""A small server of two-seat Durak. See docs/serving.md."""
