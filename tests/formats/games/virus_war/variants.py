"""Variants of Virus War for tests, under many combinations of options."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import get_args

from formats.game import StartRequest
from formats.games.virus_war import VirusWar
from formats.games.virus_war.rules import RULE_SETS, EndRule, Opening, RuleOptions
from tests.formats.games.variant import Variant

ALL_RULES = [
    RuleOptions(opening, first_turn, passing, ending)
    for opening, first_turn, passing, ending in product(
        get_args(Opening), (1, 2, 3), (True, False), get_args(EndRule)
    )
]
"""Every combination of the options."""


def _square(game: VirusWar, title: str, size: int | None = None) -> Variant:
    request = StartRequest(size=(size, size) if size else None)
    return Variant(game, title, request, has_many_moves=size is None or size > 5)


def _all() -> Iterator[Variant]:
    for name, rules in RULE_SETS.items():
        yield _square(VirusWar(rules=rules), name)
        yield _square(VirusWar(rules=rules), f"{name}, 4 x 4", 4)
        yield _square(VirusWar(rules=rules), f"{name}, 6 x 6", 6)
    yield _square(VirusWar(limit=50), "a limit of 50, 16 x 16", 16)
    yield _square(VirusWar(limit=8), "a limit of 8", 5)
    random = Random("options")
    for rules in random.sample(ALL_RULES, 12):
        size = random.randint(4, 8)
        yield _square(VirusWar(rules=rules), f"{rules}, {size} x {size}", size)


VARIANTS = list(_all())
