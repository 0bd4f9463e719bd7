"""Variants of Chomp for tests."""

from formats.game import StartRequest
from formats.games.chomp import Chomp
from tests.formats.games.variant import Variant

SIZES = ((7, 5), (1, 1), (1, 6), (6, 1), (4, 4), (20, 13))

VARIANTS = [
    *(
        Variant(Chomp(), f"{width} x {height}", StartRequest((width, height)))
        for width, height in SIZES
    ),
    Variant(Chomp(limit=3), "a limit of 3"),
]
