"""Data for the tests of the kernel of Knights."""

from tests.formats.games.rival import Rival

START = """\
A 1 U
0 30
0 30
BBBB--11
22---AAA
22------
--------
--------
------22
BBB---22
11--AAAA
game knights
"""
THINKING = {"champion": (START, 0.5)}
"""Position in which each style thinks, and the least share of its time that it uses."""
RIVALS = (
    Rival("random", 5000, 9),
    Rival("greedy", 20000, 7),
)
"""Opponents that the champion must beat."""
COUNTED_IN_C = True
"""True, since ``tests/bot/perft/count.c`` counts this game."""
