"""Data for the tests of the kernel of Fight-B."""

from tests.formats.games.rival import Rival

START = """\
A 1 U
0 30
0 30
ABAB---*
--------
--------
-*------
------*-
--------
--------
*---BABA
game fight
"""
THINKING = {"champion": (START, 0.5)}
"""Position in which each style thinks, and the least share of its time that it uses."""
RIVALS = (
    Rival("random", 5000, 9),
    Rival("greedy", 20000, 8),
)
"""Opponents that the champion must beat."""
COUNTED_IN_C = True
"""True, since ``tests/bot/perft/count.c`` counts this game."""
