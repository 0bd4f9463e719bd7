"""Matches of two bots: the command ``arena match`` and its display."""
