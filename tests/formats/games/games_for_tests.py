"""Games of every kind to test with, and random play in them, the same each time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import product
from random import Random
from typing import Any, NamedTuple, get_args

from formats.board import Board
from formats.game import Game, Position, StartRequest
from formats.games import AnyGame
from formats.games.chomp import Chomp
from formats.games.mmpeshki import MMPeshki
from formats.games.virus_war import VirusWar
from formats.games.virus_war.rules import RULE_SETS, Ending, Opening, RuleOptions
from formats.games.virus_war.turn import PASS
from formats.matrix import Matrix
from formats.record import MadeMove, after_move

ALL_RULES = [
    RuleOptions(opening, first_turn, passing, ending)
    for opening, first_turn, passing, ending in product(
        get_args(Opening), (1, 2, 3), (True, False), get_args(Ending)
    )
]
"""Every combination of the options of Virus War."""


@dataclass(frozen=True)
class Variant:
    """A game with its options, and where to start it."""

    game: AnyGame
    title: str
    request: StartRequest = field(default_factory=StartRequest)

    def __str__(self) -> str:
        """How a test names it."""
        return f"{self.game.name}: {self.title}"

    @property
    def start(self) -> Position:
        """The start position."""
        return self.game.start(self.request)


class Passage(NamedTuple):
    """A move of a game, with the files before and after it."""

    before: Matrix
    move: Any
    after: Matrix


def board(text: str) -> Board:
    """The board with those rows; blanks around a row mean nothing."""
    return Board.of(text.split())


def after(position: Position, game: AnyGame, *moves: str) -> Position:
    """The position after these moves, in notation."""
    for move in moves:
        position = game.play(position, game.parse(move))
    return position


def naive_rules(game: AnyGame) -> dict[str, str]:
    """The options of Virus War as ``naive`` takes them; none in other games."""
    if not isinstance(game, VirusWar):
        return {}
    rules = game.rules
    return {
        "opening": rules.opening,
        "first-turn": str(rules.first_turn),
        "passing": "yes" if rules.passing else "no",
        "ending": rules.ending,
    }


def random_move(game: Game[Any, Any], position: Position, lot: Random) -> Any:
    """A legal move, drawn step by step, so that no long list of turns has to be made."""
    may_pass = isinstance(game, VirusWar) and game.fault_of(position, PASS) is None
    if may_pass and (lot.random() < 0.05 or not list(game.steps(position))):
        return PASS
    now = position
    while now.half_move == position.half_move:
        now = game.step(now, lot.choice(list(game.steps(now))))
    assert now.last is not None
    return game.parse(now.last)


def played(variant: Variant, lot: Random) -> Iterator[Position]:
    """The positions of a random game, from the start to the end."""
    game, now = variant.game, variant.start
    yield now
    while not game.outcome(now):
        now = game.play(now, random_move(game, now, lot))
        yield now


def stepwise(variant: Variant, lot: Random) -> Iterator[Position]:
    """The positions of a random game without a needless pass, those within turns included."""
    game, now = variant.game, variant.start
    while not game.outcome(now):
        yield now
        steps = list(game.steps(now))
        now = game.step(now, lot.choice(steps)) if steps else game.play(now, PASS)


def passages(variant: Variant, lot: Random, start: Position | None = None) -> Iterator[Passage]:
    """The moves of a random game, as files."""
    before = Matrix(variant.game, start or variant.start)
    while not variant.game.outcome(before.position):
        move = random_move(variant.game, before.position, lot)
        seconds = Decimal(lot.randrange(1, 200_000)).scaleb(-6)
        following = after_move(before, MadeMove(str(move), seconds))
        yield Passage(before, move, following)
        before = following


def _peshki() -> Iterator[Variant]:
    game = MMPeshki()
    yield Variant(game, "full rows")
    for seed, marks, mirrored in ((1, 0, False), (2, 24, True), (3, 7, False), (4, None, False)):
        title = f"seed {seed}, marks {marks}{', mirrored' if mirrored else ''}"
        yield Variant(game, title, StartRequest(seed=seed, marks=marks, mirrored=mirrored))
    yield Variant(game, "two pieces a side", StartRequest(seed=5, pieces=2))
    yield Variant(replace(game, limit=9), "a limit of 9", StartRequest(seed=6))


def _virus_war() -> Iterator[Variant]:
    for name, rules in RULE_SETS.items():
        yield Variant(VirusWar(rules=rules), name)
        yield Variant(VirusWar(rules=rules), f"{name}, 4 x 4", StartRequest(size=(4, 4)))
        yield Variant(VirusWar(rules=rules), f"{name}, 6 x 6", StartRequest(size=(6, 6)))
    yield Variant(VirusWar(limit=50), "a limit of 50, 16 x 16", StartRequest(size=(16, 16)))
    yield Variant(VirusWar(limit=8), "a limit of 8", StartRequest(size=(5, 5)))
    lot = Random("options")
    for rules in lot.sample(ALL_RULES, 12):
        size = lot.randint(4, 8)
        yield Variant(
            VirusWar(rules=rules), f"{rules}, {size} x {size}", StartRequest(size=(size, size))
        )


def _chomp() -> Iterator[Variant]:
    for width, height in ((7, 5), (1, 1), (1, 6), (6, 1), (4, 4), (20, 13)):
        yield Variant(Chomp(), f"{width} x {height}", StartRequest(size=(width, height)))
    yield Variant(Chomp(limit=3), "a limit of 3")


VARIANTS = [*_peshki(), *_virus_war(), *_chomp()]
SMALL = [
    variant
    for variant in VARIANTS
    if not isinstance(variant.game, VirusWar) or variant.start.board.width <= 5
]
"""Those in which all the moves of a position can be listed in no time."""
