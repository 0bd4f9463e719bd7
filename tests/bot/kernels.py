"""Kernels beside the rules: random games that are played in both."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from random import Random
from typing import Protocol, cast

from bot.builder.executable import kernels
from formats.game import Position, StartRequest
from formats.game_tree import PASS, pass_move
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, write_matrix
from formats.outcome import Outcome
from tests.formats.games.game_folders import kernel_games
from tests.formats.games.games_for_tests import variants_of
from tests.formats.games.second_opinion import assert_agreement
from tests.full_load import FULL

KERNELS = kernels()
_PASSING = 0.05
"""Probability that a player passes if it may."""
GAMES = int(os.environ.get("ARENA_GAMES", "20" if FULL else "10"))
"""Number of games of a series that are also compared with the independent rules, which are slow."""


class Kernel(Protocol):
    """Methods of the Python class of every kernel."""

    def __init__(self, text: bytes) -> None: ...
    def steps(self) -> list[str]: ...
    def step(self, name: str) -> None: ...
    def outcome(self) -> str: ...
    def perft(self, depth: int) -> int: ...
    def file(self) -> bytes: ...
    def choose(self, style: str, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> str: ...


def kernel_of(text: str, game: str) -> Kernel:
    """Return the kernel of the game, in the position of the file."""
    module = import_module(f"bot.{game.replace('-', '_')}.kernel")
    return cast("Kernel", module.Position(text.encode()))


def game_of(kernel: str) -> type[AnyGame]:
    """Return the rules of the game that the kernel plays."""
    return all_games()[kernel.replace("_", "-")]


@dataclass
class Pair:
    """A position in the rules and, if the game has one, in the kernel."""

    game: AnyGame
    position: Position
    kernel: Kernel | None

    @classmethod
    def at(cls, game: AnyGame, position: Position) -> Pair:
        """Return a pair with both in this position."""
        has_kernel = game.name.replace("-", "_") in KERNELS
        text = write_matrix(Matrix(game, position))
        return cls(game, position, kernel_of(text, game.name) if has_kernel else None)

    def assert_agreement(self) -> bool:
        """Assert that both agree on the position; return whether the game goes on."""
        outcome = self.game.outcome(self.position)
        if self.kernel:
            self._compare_kernel(self.kernel, outcome)
        return outcome is None

    def _compare_kernel(self, kernel: Kernel, outcome: Outcome | None) -> None:
        assert kernel.outcome() == (outcome.winner if outcome else "U")
        if not self.position.steps:
            matrix = Matrix(self.game, self.position, outcome.winner if outcome else None)
            assert kernel.file().decode() == write_matrix(matrix)
        if outcome is None:
            assert sorted(kernel.steps()) == sorted(map(str, self.game.steps(self.position)))

    def assert_independent_agreement(self, random: Random) -> None:
        """Assert that the rules agree with the independent rules."""
        assert_agreement(self.game, self.position, random)

    def go_on(self, random: Random) -> None:
        """Make the same random step in both, or pass."""
        steps = list(self.game.steps(self.position))
        may_pass = pass_move(self.game, self.position)
        if may_pass and (not steps or random.random() < _PASSING):
            self._make(PASS, self.game.perform(self.position, may_pass))
            return
        step = random.choice(steps)
        self._make(str(step), self.game.step(self.position, step))

    def _make(self, step: str, position: Position) -> None:
        if self.kernel:
            self.kernel.step(step)
        self.position = position


@dataclass(frozen=True)
class Series:
    """Random games under some rules: their number, and the sizes of their boards."""

    game: str
    rules: str | None
    games: int
    sizes: tuple[tuple[int, int] | None, ...]

    def __str__(self) -> str:
        return f"{self.game} {self.rules or ''}".strip()

    def start(self, number: int) -> Pair:
        """Return the start of a game, which varies in size, in pieces and in its half-move."""
        game = all_games()[self.game].with_rules(self.rules)
        pieces = _PIECES[number % len(_PIECES)] if "pieces" in game.start_options else None
        request = StartRequest(size=self._size(number), seed=number, pieces=pieces)
        position = game.start(request)
        if game.limit is not None and number % _LATE == 0:
            half_move = (game.limit - 2 - number // _LATE % _SOON) | 1  # an odd one: A begins
            position = replace(position, half_move=half_move)
        return Pair.at(game, position)

    def _size(self, number: int) -> tuple[int, int] | None:
        """Mostly one of the first sizes, which are small."""
        small = self.sizes[:_SMALL]
        if number % _RARE == 0:
            return self.sizes[number // _RARE % len(self.sizes)]
        return small[number % len(small)]


_PIECES = (None, None, 2, 3)
"""Pieces of a side at the start: few pieces are soon lost or blocked."""
_LATE, _SOON = 5, 20
"""Period of the games that begin late, and the largest number of half-moves left in them."""
_SMALL = 3
_GAMES, _GAMES_OF_MORE_RULES = (1000, 100) if FULL else (300, 50)
_RARE = 50 if FULL else 30
"""Period of the games of any size, of which there are enough for the ten sizes of a game."""


def all_series() -> list[Series]:
    """Return many games of each game and rule set, and some by new combinations of options."""
    return [
        series
        for game, game_type in all_games().items()
        for series in _series_of(game, game_type.rule_sets or (None,))
    ]


def _series_of(game: str, rule_sets: tuple[str | None, ...]) -> Iterator[Series]:
    """Yield series on the sizes of the game's kernel tests, or else of its variants."""
    usual = dict.fromkeys(variant.request.size for variant in variants_of(game))
    sizes = kernel_games(game, "SIZES") or tuple(usual)
    yield from (Series(game, rules, _GAMES, sizes) for rules in rule_sets)
    for rules in kernel_games(game, "MORE_RULES"):
        yield Series(game, rules, _GAMES_OF_MORE_RULES, sizes)
