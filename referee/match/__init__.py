"""A match of two bots: see ``match.py``."""

from referee.match.match import Match, saved_files

__all__ = ["Match", "saved_files"]
