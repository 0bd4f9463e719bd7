"""Data for the tests of the kernel of Virus War."""

from tests.formats.games.rival import Rival

SIZES = tuple((size, size) for size in (4, 5, 6, 7, 8, 9, 10, 11, 12, 16))
"""Sizes of random games; the first three, which are small, are played far more often."""
FILE_SIZES = tuple((size, size) for size in (4, 5, 10, 11, 16))
"""Sizes of files that the kernel must read."""
PROGRAM_SIZES = tuple((size, size) for size in (4, 6, 8, 10, 11, 16))
"""Sizes of positions in which the programs are run."""
MORE_RULES = (
    "classic passing=no",
    "classic opening=occupied first-turn=2",
    "sesc first-turn=1 passing=no",
    "petersburg passing=yes ending=kill-all",
    "last-move passing=yes",
)
"""New combinations of options, beside the rule sets."""
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
"""Position in which the champion doubts to the end which steps are best, and saves no time."""
THINKING = {"champion": (UNSETTLED, 0.8), "uct": (UNSETTLED, 0.9)}
"""Position in which each style thinks, and the least share of its time that it uses."""
RIVALS = (
    Rival("random", 200, 10, "last-move", (7, 7)),
    Rival("uct", 200, 8, "last-move", (7, 7)),
    Rival("greedy", 200, 8, "classic", (7, 7)),
    Rival("uct", 200, 8, "petersburg", (7, 7)),
)
"""Opponents that the champion must beat."""
