"""Data for the tests of the kernel of MMPeshki."""

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
"""Position in which each style thinks, and the least share of its time that it uses."""
RIVALS = (
    Rival("random", 2000, 10),
    Rival("greedy", 5000, 8),
)
"""Opponents that the champion must beat."""
