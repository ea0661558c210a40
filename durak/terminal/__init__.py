"""A person's game against a bot, at a terminal or through a pipe.

`session` is the game as a value, `screen` what is painted of it; `lines` and
`app` are the two ways to sit down at it, and `saves` keeps it in a file.
"""
