"""Variants of Knights for tests."""

from formats.game import StartRequest
from formats.games.knights import Knights
from tests.formats.games.variant import Variant

GAME = Knights()

VARIANTS = [
    Variant(GAME, "as usual"),
    Variant(GAME, "seed 1", StartRequest(seed=1)),
    Variant(GAME, "seed 2, mirrored", StartRequest(seed=2, mirrored=True)),
    Variant(GAME, "three pieces a side", StartRequest(seed=3, pieces=3, marks=4)),
    Variant(Knights(limit=9), "a limit of 9", StartRequest(seed=4)),
]
