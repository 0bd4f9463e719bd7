"""Tests of the draw by repetition, with a game made for them: in the real games it is rare.

Two tokens stand on a row of cells, ``A`` on the left and ``B`` on the right. A player moves a token
one cell to either side, if that cell is free. The game has no end by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from random import Random
from typing import ClassVar

import pytest

from formats.board import Board, Cell
from formats.fault import Fault
from formats.game import NO_MOVE_MADE, OneStepGame, Position, StartRequest
from formats.games import AnyGame, all_games
from formats.outcome import Outcome
from formats.repetition import is_repeated, outcome_of
from formats.text import Text
from tests.formats.games.games_for_tests import VARIANTS, play_random_game
from tests.formats.games.variant import Variant


class Direction(IntEnum):
    """A move: the number of cells to the right."""

    LEFT = -1
    RIGHT = 1

    def __str__(self) -> str:
        """Return the move in notation."""
        return self.name.lower()


@dataclass(frozen=True)
class Shuttle(OneStepGame[Direction]):
    """A game of two tokens that move to and fro."""

    name: ClassVar[str] = "shuttle"
    title: ClassVar[Text] = Text("Shuttle", "Челнок")
    cells: ClassVar[str] = "-AB"
    footers: ClassVar[tuple[str, ...]] = ("last",)
    example: ClassVar[str] = "left, right"

    def start(self, request: StartRequest = StartRequest()) -> Position:  # noqa: B008  # frozen
        """Return the position with a token at each end."""
        width, height = request.size or (6, 1)
        return Position(Board.of(["A" + "-" * (width - 2) + "B"] * height))

    def size_of(self, rows: Sequence[str]) -> tuple[int, int]:
        """Return the size of one row."""
        return len(rows[0]), 1

    def faults(self, position: Position) -> Iterator[Fault]:
        """Yield nothing, since every position is correct."""
        yield from ()

    def moves(self, position: Position) -> Iterator[Direction]:
        """Yield the moves to either side where the cell is free."""
        (token,) = position.board.where(position.player)
        for direction in Direction:
            cell = token.shifted(direction, 0)
            if cell in position.board and position.board[cell] == "-":
                yield direction

    def fault_of(self, position: Position, move: Direction) -> Fault | None:
        """Return the fault of a move that is not listed."""
        return None if move in self.moves(position) else NO_MOVE_MADE()

    def perform(self, position: Position, move: Direction) -> Position:
        """Return the position with the token moved."""
        (token,) = position.board.where(position.player)
        changes: dict[Cell, str] = {token: "-", token.shifted(move, 0): position.player}
        return position.after(position.board.with_changes(changes), str(move))

    def parse(self, text: str) -> Direction:
        """Read «left» or «right»."""
        parsed = next((direction for direction in Direction if str(direction) == text), None)
        if parsed is None:
            raise self.not_a_move(text)
        return parsed

    def infer_move(self, position: Position, board: Board) -> Direction | Fault:
        """Return the move that leads to this board."""
        moves = [m for m in self.moves(position) if self.perform(position, m).board == board]
        return moves[0] if moves else NO_MOVE_MADE()

    def board_outcomes(self, position: Position) -> Iterator[Outcome]:
        """Yield nothing, since no board ends the game."""
        return iter(())


def repeated_after(game: AnyGame, moves: Sequence[str]) -> list[int]:
    """Return the numbers of the moves after which the game is a draw by repetition."""
    position, played_moves, numbers = game.start(), list[str](), []
    for number, move in enumerate(moves, start=1):
        position = game.play(position, game.parse(move))
        played_moves.append(move)
        if is_repeated(played_moves):
            numbers.append(number)
    return numbers


THERE_AND_BACK = ["right", "left", "left", "right"]
SIX = ["right", "left", "right", "left", "left", "right"]


def test_a_series_of_four_made_three_times_is_a_draw() -> None:
    assert repeated_after(Shuttle(), THERE_AND_BACK * 3) == [12]


def test_a_series_made_twice_is_no_draw() -> None:
    assert repeated_after(Shuttle(), THERE_AND_BACK * 2) == []
    assert repeated_after(Shuttle(), [*THERE_AND_BACK * 2, *THERE_AND_BACK[:3]]) == []


def test_after_the_draw_every_move_of_the_series_ends_in_three_of_it() -> None:
    assert repeated_after(Shuttle(), THERE_AND_BACK * 4) == [12, 13, 14, 15, 16]


def test_earlier_moves_do_not_matter() -> None:
    assert repeated_after(Shuttle(), ["right", "left", *THERE_AND_BACK * 3]) == [14]


def test_a_series_that_is_interrupted_begins_anew() -> None:
    moves = [*THERE_AND_BACK * 2, "right", "left", *THERE_AND_BACK * 3]
    assert repeated_after(Shuttle(), moves[:-1]) == []
    assert repeated_after(Shuttle(), moves) == [len(moves)]


@pytest.mark.parametrize("series", [["a", "b"], THERE_AND_BACK, SIX, [*SIX, "a", "b"]])
def test_a_series_may_have_any_even_length(series: list[str]) -> None:
    assert is_repeated(series * 3)
    assert is_repeated(["x", *series * 3])
    assert not is_repeated(series * 2)
    assert not is_repeated([*series * 2, *series[:-1]])
    assert not is_repeated([*series * 2, "x", *series])
    assert not is_repeated([*series * 2, *series[:-1], "x"])


def test_a_series_has_moves_of_both_players() -> None:
    assert not is_repeated(["a"] * 5)
    assert is_repeated(["a"] * 6)
    assert not is_repeated(["a", "b", "c"] * 3)
    assert is_repeated(["a", "b", "c"] * 6)


def test_no_moves_are_no_repetition() -> None:
    assert not is_repeated([])
    assert not is_repeated(["a"])


def test_the_number_of_repetitions_can_be_changed() -> None:
    assert is_repeated(THERE_AND_BACK * 2, times=2)
    assert not is_repeated(THERE_AND_BACK * 3, times=4)


def test_the_same_text_of_a_move_repeats_nothing_where_positions_cannot_recur() -> None:
    """A column names a move of Connect Four: six discs in a row into one column are no draw."""

    class OneWay(Shuttle):
        can_repeat: ClassVar[bool] = False

    for game, is_draw in ((Shuttle(), True), (OneWay(), False)):
        assert (outcome_of(game, game.start(), ["d"] * 6) is not None) is is_draw


def test_a_limit_ends_a_game_with_repetition() -> None:
    game = replace(Shuttle(), limit=4)
    position = game.start()
    for move in THERE_AND_BACK:
        assert game.outcome(position) is None
        position = game.play(position, game.parse(move))
    outcome = game.outcome(position)
    assert outcome
    assert outcome.winner == "D"


def test_the_game_of_these_tests_is_not_listed() -> None:
    assert "shuttle" not in all_games()


@pytest.mark.parametrize("variant", [v for v in VARIANTS if not v.game.can_repeat][::3], ids=str)
def test_games_without_repetition_have_none(variant: Variant) -> None:
    positions = list(play_random_game(variant, Random(str(variant))))
    moves = [position.last for position in positions[1:]]
    assert not any(is_repeated(moves[:n]) for n in range(len(moves) + 1))
