"""What the kernel of Virus War is held against the rules on, and its styles against each other."""

from tests.formats.games.rival import Rival

SIZES = tuple((size, size) for size in (4, 5, 6, 7, 8, 9, 10, 11, 12, 16))
"""The first three, which are small, far oftener than the others."""
FILE_SIZES = tuple((size, size) for size in (4, 5, 10, 11, 16))
"""Of the files that it must read."""
PROGRAM_SIZES = tuple((size, size) for size in (4, 6, 8, 10, 11, 16))
"""Of the positions that its programs are run in."""
MORE_RULES = (
    "classic passing=no",
    "classic opening=occupied first-turn=2",
    "sesc first-turn=1 passing=no",
    "petersburg passing=yes ending=kill-all",
    "last-move passing=yes",
)
"""Options combined anew, beside the rule sets."""
UNSETTLED = """\
B 6 U
0 30
0 30
------BBBB
--------BB
----------
----------
----------
----------
A---------
AAA-------
AA-A------
A---A-----
game virus-war
rules sesc
last e1-a2-a3
"""
"""Here the champion doubts to the end which steps are best, and has no time to save."""
THINKING = {"champion": (UNSETTLED, 0.8), "uct": (UNSETTLED, 0.9)}
"""Where styles think, and what part of its time each uses at least."""
RIVALS = (
    Rival("random", 200, 10, "last-move", (7, 7)),
    Rival("uct", 200, 8, "last-move", (7, 7)),
    Rival("greedy", 200, 8, "classic", (7, 7)),
    Rival("uct", 200, 8, "petersburg", (7, 7)),
)
"""Whom its champion must beat."""
