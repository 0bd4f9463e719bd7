"""Kernels beside the rules: the same game played in both."""

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
from tests.formats.games.second_opinion import agree

KERNELS = kernels()
_PASSING = 0.05
"""How often a player passes who may."""
GAMES = int(os.environ.get("ARENA_GAMES", "20"))
"""In how many games of a series the second opinion is asked as well, which takes its time."""


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


def game_of(kernel: str) -> type[AnyGame]:
    """The rules of the game that the kernel plays."""
    return all_games()[kernel.replace("_", "-")]


@dataclass
class Pair:
    """A position as the rules have it and, if there is one, as the kernel has it."""

    game: AnyGame
    position: Position
    kernel: Kernel | None

    @classmethod
    def at(cls, game: AnyGame, position: Position) -> Pair:
        """Both in the same position."""
        has_kernel = game.name.replace("-", "_") in KERNELS
        text = write_matrix(Matrix(game, position))
        return cls(game, position, kernel_of(text, game.name) if has_kernel else None)

    def agree(self) -> bool:
        """Compares all that both can say; whether the game goes on."""
        outcome = self.game.outcome(self.position)
        if self.kernel:
            self._hold_against(self.kernel, outcome)
        return outcome is None

    def _hold_against(self, kernel: Kernel, outcome: Outcome | None) -> None:
        assert kernel.outcome() == (outcome.winner if outcome else "U")
        if not self.position.steps:
            matrix = Matrix(self.game, self.position, outcome.winner if outcome else None)
            assert kernel.file().decode() == write_matrix(matrix)
        if outcome is None:
            assert sorted(kernel.steps()) == sorted(map(str, self.game.steps(self.position)))

    def ask_again(self, lot: Random) -> None:
        """Compares the rules with the second opinion on it."""
        agree(self.game, self.position, lot)

    def go_on(self, lot: Random) -> None:
        """Makes the same random step in both, or passes."""
        steps = list(self.game.steps(self.position))
        may_pass = pass_move(self.game, self.position)
        if may_pass and (not steps or lot.random() < _PASSING):
            self._make(PASS, self.game.perform(self.position, may_pass))
            return
        step = lot.choice(steps)
        self._make(str(step), self.game.step(self.position, step))

    def _make(self, step: str, position: Position) -> None:
        if self.kernel:
            self.kernel.step(step)
        self.position = position


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
        """The start of one of the games, which vary in size, in pieces and in when they begin."""
        game = all_games()[self.game].with_rules(self.rules)
        few = _PIECES[number % len(_PIECES)] if "pieces" in game.start_options else None
        request = StartRequest(size=self._size(number), seed=number, pieces=few)
        position = game.start(request)
        if game.limit is not None and number % _LATE == 0:
            soon = (game.limit - 2 - number // _LATE % _SOON) | 1  # an odd one: A begins
            position = replace(position, half_move=soon)
        return Pair.at(game, position)

    def _size(self, number: int) -> tuple[int, int] | None:
        """Mostly one of the first sizes, which are small."""
        small = self.sizes[:_SMALL]
        if number % _RARE == 0:
            return self.sizes[number // _RARE % len(self.sizes)]
        return small[number % len(small)]


_PIECES = (None, None, 2, 3)
"""Of a side at the start: the fewer, the sooner it has none, or cannot move."""
_LATE, _SOON = 5, 20
"""One game in so many begins when so many half-moves, or fewer, may be left."""
_SMALL = 3
_GAMES, _GAMES_OF_MORE_RULES = 1000, 100
_RARE = 50


def all_series() -> list[Series]:
    """Many games of each game and rule set, and some by options combined anew."""
    return [
        series
        for game, game_type in all_games().items()
        for series in _series_of(game, game_type.rule_sets or (None,))
    ]


def _series_of(game: str, rule_sets: tuple[str | None, ...]) -> Iterator[Series]:
    """On the sizes that its kernel is tested on, or else on those that its law is."""
    usual = dict.fromkeys(variant.request.size for variant in variants_of(game))
    sizes = kernel_games(game, "SIZES") or tuple(usual)
    yield from (Series(game, rules, _GAMES, sizes) for rules in rule_sets)
    for rules in kernel_games(game, "MORE_RULES"):
        yield Series(game, rules, _GAMES_OF_MORE_RULES, sizes)
