"""Data for the tests of the kernel of Reversi."""

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
THINKING = {"champion": (START, 0.5)}
"""Position in which each style thinks, and the least share of its time that it uses."""
RIVALS = (
    Rival("random", 2000, 9),
    Rival("greedy", 5000, 8),
)
"""Opponents that the champion must beat."""
