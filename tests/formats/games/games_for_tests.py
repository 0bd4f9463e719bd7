"""Games of every kind for tests, and random play in them, the same each time."""

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
    """Return the board of these rows; blanks around a row are ignored."""
    return Board.of(text.split())


def after(position: Position, game: AnyGame, *moves: str) -> Position:
    """Return the position after these moves, in notation."""
    for move in moves:
        position = game.play(position, game.parse(move))
    return position


def random_move(game: AnyGame, position: Position, random: Random) -> Any:
    """Return a legal move, drawn step by step, so that no long list of turns is made."""
    may_pass = pass_move(game, position)
    if may_pass and (random.random() < 0.05 or not list(game.steps(position))):
        return may_pass
    position_in_turn = position
    while position_in_turn.half_move == position.half_move:
        position_in_turn = game.step(
            position_in_turn, random.choice(list(game.steps(position_in_turn)))
        )
    assert position_in_turn.last is not None
    return game.parse(position_in_turn.last)


def play_random_game(variant: Variant, random: Random) -> Iterator[Position]:
    """Yield the positions of a random game, from the start to the end."""
    game, position = variant.game, variant.start
    yield position
    while not game.outcome(position):
        position = game.play(position, random_move(game, position, random))
        yield position


def stepwise(variant: Variant, random: Random) -> Iterator[Position]:
    """Yield the unfinished positions of a random game, also within turns; avoid passes."""
    game, position = variant.game, variant.start
    while not game.outcome(position):
        yield position
        steps = list(game.steps(position))
        position = (
            game.step(position, random.choice(steps))
            if steps
            else game.play(position, pass_move(game, position))
        )


def passages(variant: Variant, random: Random, start: Position | None = None) -> Iterator[Passage]:
    """Yield the moves of a random game, with the files before and after each."""
    before = Matrix(variant.game, start or variant.start)
    while not variant.game.outcome(before.position):
        move = random_move(variant.game, before.position, random)
        seconds = Decimal(random.randrange(1, 200_000)).scaleb(-6)
        following = after_move(before, RecordedMove(str(move), seconds))
        yield Passage(before, move, following)
        before = following


@cache
def variants_of(game: str) -> Sequence[Variant]:
    """Return the variants of the game's own ``variants.py``; without one, its usual start."""
    path = folder_of(game) / "variants.py"
    if not path.exists():
        return [Variant(all_games()[game](), "as usual")]
    return cast("Sequence[Variant]", module_of(path).VARIANTS)


VARIANTS = [variant for game in all_games() for variant in variants_of(game)]
SMALL = [variant for variant in VARIANTS if not variant.has_many_moves]
