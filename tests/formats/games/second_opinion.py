"""Asks the ``naive.py`` of a game what its law says; ``given.py`` tells what it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol, cast

from formats.game import Position
from formats.game_tree import PASS, pass_move
from formats.games import AnyGame
from tests.formats.games.game_folders import module_of, needed
from tests.formats.games.given import Given

_MOST_TRIED = 8
"""So many of the moves that are legal somewhere are made, drawn by lot."""


class Naive(Protocol):
    """What the ``naive.py`` of a game offers, but for ``may_pass``, which is in some alone."""

    def moves(self, given: Given) -> Sequence[str]: ...
    def after(self, given: Given, move: str) -> Given: ...
    def winner(self, given: Given) -> str: ...


def naive_of(game: str) -> Naive:
    """The second opinion on that game."""
    return cast("Naive", module_of(needed(game, "naive.py")))


def count(naive: Naive, given: Given, depth: int) -> int:
    """The sequences of exactly so many moves or steps; passes that are none of them left out."""
    if depth == 0:
        return 1
    if naive.winner(given) != "U":
        return 0
    moves = naive.moves(given)
    if depth == 1:
        return len(moves)
    return sum(count(naive, naive.after(given, move), depth - 1) for move in moves)


def agree(game: AnyGame, position: Position, lot: Random) -> None:
    """Holds the rules against the second opinion: the winner, the moves, and what comes of some."""
    naive, given = naive_of(game.name), Given.of(game, position)
    outcome = game.outcome(position)
    assert naive.winner(given) == (outcome.winner if outcome else "U"), position
    if outcome:
        return
    steps = list(game.steps(position))
    assert sorted(naive.moves(given)) == sorted(map(str, steps)), position
    for step in lot.sample(steps, min(len(steps), _MOST_TRIED)):
        found = naive.after(given, str(step))
        assert found == Given.of(game, game.step(position, step)), (position, step)
    _agree_on_the_pass(game, position, naive)


def _agree_on_the_pass(game: AnyGame, position: Position, naive: Naive) -> None:
    """Whether one may be made, where it is none of the moves, and what comes of it."""
    given, move = Given.of(game, position), pass_move(game, position)
    is_more = move is not None and move not in game.steps(position)
    assert getattr(naive, "may_pass", lambda _: False)(given) == is_more, position
    if is_more:
        assert naive.after(given, PASS) == Given.of(game, game.perform(position, move)), position
