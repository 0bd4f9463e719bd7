"""Variants of MMPeshki for tests."""

from dataclasses import replace

from formats.game import StartRequest
from formats.games.mmpeshki import MMPeshki
from tests.formats.games.variant import Variant

GAME = MMPeshki()
DRAWN = ((1, 0, False), (2, 24, True), (3, 7, False), (4, None, False))

VARIANTS = [
    Variant(GAME, "full rows"),
    *(
        Variant(
            GAME,
            f"seed {seed}, marks {marks}{', mirrored' if mirrored else ''}",
            StartRequest(seed=seed, marks=marks, mirrored=mirrored),
        )
        for seed, marks, mirrored in DRAWN
    ),
    Variant(GAME, "two pieces a side", StartRequest(seed=5, pieces=2)),
    Variant(replace(GAME, limit=9), "a limit of 9", StartRequest(seed=6)),
]
