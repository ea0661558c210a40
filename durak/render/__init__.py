"""The game for people: in words, as a text table, as pictures.

Everything here is a pure function of a view, of a log's states or of events.
"""
