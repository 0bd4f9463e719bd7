"""A match of two bots: see ``bot_match.py``."""

from referee.match.bot_match import Match, saved_files

__all__ = ["Match", "saved_files"]
