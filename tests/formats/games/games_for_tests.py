"""Games of every kind to test with, and random play in them, the same each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache
from random import Random
from typing import Any, NamedTuple, cast

from formats.board import Board
from formats.game import Position
from formats.game_tree import pass_move
from formats.games import AnyGame, all_games
from formats.matrix import Matrix
from formats.record import RecordedMove, after_move
from tests.formats.games.game_folders import folder_of, module_of
from tests.formats.games.variant import Variant


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


def random_move(game: AnyGame, position: Position, lot: Random) -> Any:
    """A legal move, drawn step by step, so that no long list of turns has to be made."""
    may_pass = pass_move(game, position)
    if may_pass and (lot.random() < 0.05 or not list(game.steps(position))):
        return may_pass
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
        now = game.step(now, lot.choice(steps)) if steps else game.play(now, pass_move(game, now))


def passages(variant: Variant, lot: Random, start: Position | None = None) -> Iterator[Passage]:
    """The moves of a random game, as files."""
    before = Matrix(variant.game, start or variant.start)
    while not variant.game.outcome(before.position):
        move = random_move(variant.game, before.position, lot)
        seconds = Decimal(lot.randrange(1, 200_000)).scaleb(-6)
        following = after_move(before, RecordedMove(str(move), seconds))
        yield Passage(before, move, following)
        before = following


@cache
def variants_of(game: str) -> Sequence[Variant]:
    """Those that the game's own ``variants.py`` lists; without one, its usual start."""
    listed = folder_of(game) / "variants.py"
    if not listed.exists():
        return [Variant(all_games()[game](), "as usual")]
    return cast("Sequence[Variant]", module_of(listed).VARIANTS)


VARIANTS = [variant for game in all_games() for variant in variants_of(game)]
SMALL = [variant for variant in VARIANTS if not variant.has_many_moves]
