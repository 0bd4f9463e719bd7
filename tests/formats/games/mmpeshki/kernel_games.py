"""What the kernel of MMPeshki is tested by."""

from tests.formats.games.rival import Rival

FULL_ROWS = """\
A 1 U
0 30
0 30
BBBBBBBB
--------
--------
--------
--------
--------
--------
AAAAAAAA
"""
THINKING = {"champion": (FULL_ROWS, 0.5)}
"""Where styles think, and what part of its time each uses at least."""
RIVALS = (
    Rival("random", 2000, 10),
    Rival("greedy", 5000, 8),
)
"""Whom its champion must beat."""
