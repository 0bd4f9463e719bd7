"""Variants of Reversi for tests."""

from formats.game import StartRequest
from formats.games.reversi import Reversi
from tests.formats.games.variant import Variant

SIZES = ((8, 8), (4, 4), (6, 4), (4, 10), (26, 4))

VARIANTS = [
    *(
        Variant(Reversi(), f"{width} x {height}", StartRequest((width, height)))
        for width, height in SIZES
    ),
    Variant(Reversi(limit=9), "a limit of 9"),
]
