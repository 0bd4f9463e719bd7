"""What the kernel of Reversi is tested by."""

from tests.formats.games.rival import Rival

START = """\
A 1 U
2 30
2 30
--------
--------
--------
---AB---
---BA---
--------
--------
--------
game reversi
"""
SIZES = ((8, 8), (4, 4), (6, 4))
LARGEST = (8, 8)
"""The largest board that the kernel takes."""
THINKING = {"champion": (START, 0.5)}
"""Where styles think, and what part of its time each uses at least."""
RIVALS = (
    Rival("random", 2000, 9),
    Rival("greedy", 5000, 8),
)
"""Whom its champion must beat."""
