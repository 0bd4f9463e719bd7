"""Comparison of a game's rules with its independent rules in ``naive.py``."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol, cast

from formats.game import Position
from formats.game_tree import PASS, pass_move
from formats.games import AnyGame
from tests.formats.games.game_folders import module_of, required_path
from tests.formats.games.plain_position import PlainPosition

_MOST_TRIED = 8
"""Number of legal moves that are made in a position, chosen at random."""


class Naive(Protocol):
    """Functions of the ``naive.py`` of a game; some have ``may_pass``, too."""

    def moves(self, plain_position: PlainPosition) -> Sequence[str]: ...
    def after(self, plain_position: PlainPosition, move: str) -> PlainPosition: ...
    def winner(self, plain_position: PlainPosition) -> str: ...


def naive_of(game: str) -> Naive:
    """Return the independent rules of the game."""
    return cast("Naive", module_of(required_path(game, "naive.py")))


def count(naive: Naive, plain_position: PlainPosition, depth: int) -> int:
    """Return the number of sequences of this many moves, without passes that are not moves."""
    if depth == 0:
        return 1
    if naive.winner(plain_position) != "U":
        return 0
    moves = naive.moves(plain_position)
    if depth == 1:
        return len(moves)
    return sum(count(naive, naive.after(plain_position, move), depth - 1) for move in moves)


def assert_agreement(game: AnyGame, position: Position, random: Random) -> None:
    """Assert that both rules have the same winner, moves, and positions after some moves."""
    naive, plain_position = naive_of(game.name), PlainPosition.of(game, position)
    outcome = game.outcome(position)
    assert naive.winner(plain_position) == (outcome.winner if outcome else "U"), position
    if outcome:
        return
    steps = list(game.steps(position))
    assert sorted(naive.moves(plain_position)) == sorted(map(str, steps)), position
    for step in random.sample(steps, min(len(steps), _MOST_TRIED)):
        following = naive.after(plain_position, str(step))
        assert following == PlainPosition.of(game, game.step(position, step)), (position, step)
    _assert_agreement_on_pass(game, position, naive)


def _assert_agreement_on_pass(game: AnyGame, position: Position, naive: Naive) -> None:
    """Assert that both rules allow the same pass, if it is not among the moves."""
    plain_position, move = PlainPosition.of(game, position), pass_move(game, position)
    is_more = move is not None and move not in game.steps(position)
    assert getattr(naive, "may_pass", lambda _: False)(plain_position) == is_more, position
    if is_more:
        assert naive.after(plain_position, PASS) == PlainPosition.of(
            game, game.perform(position, move)
        ), position
