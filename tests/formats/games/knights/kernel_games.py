"""What the kernel of Knights is tested by."""

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
"""Where styles think, and what part of its time each uses at least."""
RIVALS = (
    Rival("random", 5000, 9),
    Rival("greedy", 20000, 7),
)
"""Whom its champion must beat."""
COUNTED_IN_C = True
"""By ``tests/bot/perft/count.c``."""
