"""Kernels beside the law: the same game played in both."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Protocol, cast

from bot.builder.executable import kernels
from formats.game import Position, StartRequest
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, write_matrix
from tests.formats.games.game_folders import kernel_games
from tests.formats.games.given import Given, naive_of

KERNELS = kernels()
PASS = "pass"
_PASSING = 0.05
"""How often a player passes who may."""
GAMES = int(os.environ.get("ARENA_GAMES", "20"))
"""In how many games with points the second opinion is asked as well, which takes its time."""


class Kernel(Protocol):
    """What the Python class of every kernel offers."""

    def __init__(self, text: bytes) -> None: ...
    def steps(self) -> list[str]: ...
    def step(self, name: str) -> None: ...
    def outcome(self) -> str: ...
    def perft(self, depth: int) -> int: ...
    def file(self) -> bytes: ...
    def choose(self, style: str, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> str: ...


def kernel_of(text: str, game: str) -> Kernel:
    """The kernel of that game, in the position of that file."""
    module = import_module(f"bot.{game.replace('-', '_')}.kernel")
    return cast("Kernel", module.Position(text.encode()))


def law_of(kernel: str) -> type[AnyGame]:
    """The law of the game that the kernel plays."""
    return all_games()[kernel.replace("_", "-")]


@dataclass
class Pair:
    """A position as the law has it and as the kernel has it."""

    game: AnyGame
    position: Position
    kernel: Kernel

    @classmethod
    def starting(cls, game: AnyGame, request: StartRequest) -> Pair:
        """Both at the same start."""
        position = game.start(request)
        return cls(game, position, kernel_of(write_matrix(Matrix(game, position)), game.name))

    def agree(self) -> bool:
        """Compares all that both can say; whether the game goes on."""
        outcome = self.game.outcome(self.position)
        assert self.kernel.outcome() == (outcome.winner if outcome else "U")
        if not self.position.steps:
            matrix = Matrix(self.game, self.position, outcome.winner if outcome else None)
            assert self.kernel.file().decode() == write_matrix(matrix)
        if outcome is None:
            steps = map(str, self.game.steps(self.position))
            assert sorted(self.kernel.steps()) == sorted(steps)
        return outcome is None

    def ask_again(self) -> None:
        """Compares the law with the second opinion on it, which is not asked who has won."""
        naive, given = naive_of(self.game.name), Given.of(self.game, self.position)
        moves = list(self.game.moves(self.position))
        after = [self.game.perform(self.position, move) for move in moves]
        assert {(one.board.rows, one.points) for one in after} == naive.results(given)
        assert bool(naive.count(given, 1)) == (self.game.outcome(self.position) is None)

    def go_on(self, lot: Random) -> None:
        """Makes the same random step in both, or passes."""
        steps = list(self.game.steps(self.position))
        if not steps or (lot.random() < _PASSING and self._may_pass()):
            self.kernel.step(PASS)
            self.position = self.game.perform(self.position, self.game.parse(PASS))
            return
        step = lot.choice(steps)
        self.kernel.step(str(step))
        self.position = self.game.step(self.position, step)

    def _may_pass(self) -> bool:
        if "pass" not in self.game.example or self.position.steps:
            return False
        return self.game.fault_of(self.position, self.game.parse(PASS)) is None


@dataclass(frozen=True)
class Series:
    """Random games to be played: under which rules, how many, on boards of which sizes."""

    game: str
    rules: str | None
    games: int
    sizes: tuple[tuple[int, int] | None, ...]

    def __str__(self) -> str:
        return f"{self.game} {self.rules or ''}".strip()

    def start(self, number: int) -> Pair:
        """The start of one of the games: mostly on the first sizes, which are small."""
        small = self.sizes[:_SMALL]
        size = (
            self.sizes[number // _RARE % len(self.sizes)]
            if number % _RARE == 0
            else small[number % len(small)]
        )
        law = all_games()[self.game]
        return Pair.starting(law.with_rules(self.rules), StartRequest(size=size, seed=number))


_SMALL = 3
_GAMES, _GAMES_OF_MORE_RULES = 1000, 100
_RARE = 50


def all_series() -> list[Series]:
    """Many games of each game and rule set, and some by options combined anew."""
    return [
        series
        for game, law in all_games().items()
        if game.replace("-", "_") in KERNELS
        for series in _series_of(game, law.rule_sets or (None,))
    ]


def _series_of(game: str, rule_sets: tuple[str | None, ...]) -> Iterator[Series]:
    sizes = kernel_games(game, "SIZES") or (None,)
    yield from (Series(game, rules, _GAMES, sizes) for rules in rule_sets)
    for rules in kernel_games(game, "MORE_RULES"):
        yield Series(game, rules, _GAMES_OF_MORE_RULES, sizes)
