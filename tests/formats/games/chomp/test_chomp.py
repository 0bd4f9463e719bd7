"""Tests of the rules of Chomp; ``changes/`` has the faults of boards."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from formats.board import Board, Cell
from formats.fault import FaultKind
from formats.game import (
    ALREADY_OVER,
    BadNotation,
    BadRequest,
    IllegalMove,
    Position,
    StartRequest,
    player_of,
)
from formats.games import chomp
from formats.games.chomp import ATE_POISON, Chomp, board_after_bite
from formats.outcome import Outcome
from tests.formats.games.chomp.variants import VARIANTS
from tests.formats.games.games_for_tests import after, board, play_random_game
from tests.formats.games.variant import Variant

GAME = Chomp()

STAIRCASE = """
    o----
    ooo--
    ooo--
    ooooo
"""


def at(text: str, half_move: int) -> Position:
    return Position(board(text), player_of(half_move), half_move)


def test_the_bar_is_7_wide_and_5_high_by_default() -> None:
    assert GAME.start().board == Board.filled("o", 7, 5)
    assert GAME.start(StartRequest(size=(3, 9))).board == Board.filled("o", 3, 9)


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (-1, 3), (0, 0)])
def test_a_bar_without_chips_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(BadRequest) as caught:
        GAME.start(StartRequest(size=size))
    assert caught.value.fault.kind is chomp.NO_CHIPS


@pytest.mark.parametrize("size", [(65, 1), (1, 65), (100, 100)])
def test_a_bar_larger_than_64_is_refused(size: tuple[int, int]) -> None:
    assert GAME.start(StartRequest(size=(64, 64))).board == Board.filled("o", 64, 64)
    with pytest.raises(BadRequest) as caught:
        GAME.start(StartRequest(size=size))
    assert caught.value.fault.kind is chomp.TOO_LARGE


@pytest.mark.parametrize(
    ("chip", "left"),
    [
        ("a1", "---- ---- ----"),
        ("d3", "ooo- oooo oooo"),
        ("b2", "o--- o--- oooo"),
        ("c1", "oo-- oo-- oo--"),
        ("a2", "---- ---- oooo"),
        ("a3", "---- oooo oooo"),
        ("d1", "ooo- ooo- ooo-"),
    ],
)
def test_a_bite_takes_the_chips_neither_below_nor_left(chip: str, left: str) -> None:
    position = after(GAME.start(StartRequest(size=(4, 3))), GAME, chip)
    assert position.board == board(left)
    assert (position.player, position.half_move, position.last) == ("B", 2, chip)


def test_a_bite_out_of_a_staircase() -> None:
    assert after(at(STAIRCASE, 5), GAME, "b2").board == board("o---- o---- o---- ooooo")
    assert after(at(STAIRCASE, 5), GAME, "a4").board == board("----- ooo-- ooo-- ooooo")
    assert after(at(STAIRCASE, 5), GAME, "d1").board == board("o---- ooo-- ooo-- ooo--")


def test_every_remaining_chip_is_a_move() -> None:
    names = [str(move) for move in GAME.moves(at(STAIRCASE, 5))]
    assert names == ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "a3", "b3", "c3", "a4"]


@pytest.mark.parametrize(
    ("chip", "kind"),
    [
        ("f1", chomp.OFF_BOARD),
        ("a5", chomp.OFF_BOARD),
        ("d2", chomp.EATEN),
        ("e4", chomp.EATEN),
        ("c3", None),
        ("a1", None),
    ],
)
def test_an_illegal_move_has_a_fault(chip: str, kind: FaultKind | None) -> None:
    fault = GAME.fault_of(at(STAIRCASE, 5), GAME.parse(chip))
    assert (fault and fault.kind) == kind


@pytest.mark.parametrize("text", ["", "a", "1", "j1", "A1", "a1-b2", "a0", "pass", "a1 "])
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(text)


def test_eating_the_poisoned_chip_loses() -> None:
    position = after(GAME.start(), GAME, "a1")
    assert GAME.outcome(position) == Outcome("B", ATE_POISON)
    position = after(GAME.start(), GAME, "a2", "b1", "a1")
    assert GAME.outcome(position) == Outcome("B", ATE_POISON)
    position = after(GAME.start(), GAME, "a2", "a1")
    assert GAME.outcome(position) == Outcome("A", ATE_POISON)


def test_the_game_goes_on_while_the_poisoned_chip_remains() -> None:
    position = after(GAME.start(), GAME, "b1", "a2")
    assert GAME.outcome(position) is None
    assert [str(move) for move in GAME.moves(position)] == ["a1"]


def test_a_bar_of_one_chip_is_a_game() -> None:
    start = GAME.start(StartRequest(size=(1, 1)))
    assert GAME.outcome(start) is None
    assert GAME.outcome(after(start, GAME, "a1")) == Outcome("B", ATE_POISON)


def test_no_move_is_legal_after_the_end() -> None:
    with pytest.raises(IllegalMove) as caught:
        after(GAME.start(), GAME, "a1", "a1")
    assert caught.value.fault.kind is ALREADY_OVER


def test_a_wide_bar_has_columns_of_two_letters() -> None:
    start = GAME.start(StartRequest(size=(30, 2)))
    assert board_after_bite(start.board, Cell(25, 1)).rows == ("o" * 25 + "-----", "o" * 30)
    assert after(start, GAME, "aa2").board == board_after_bite(start.board, Cell(25, 1))


@pytest.mark.parametrize(
    ("rows", "size"),
    [
        (["ooo", "ooo"], (3, 2)),
        (["ooo", "oo", "ooo"], (3, 3)),
        (["oo", "ooo"], (3, 2)),
        (["o"], (1, 1)),
        ([], (7, 5)),
    ],
)
def test_the_size_of_a_board_is_taken_from_its_rows(rows: list[str], size: tuple[int, int]) -> None:
    assert GAME.size_of(rows) == size


@pytest.mark.parametrize(
    ("text", "half_move", "codes"),
    [
        ("ooo ooo", 1, []),
        ("oo- ooo", 1, []),  # a game may start from there
        ("--- ---", 1, ["M533"]),
        ("--- ---", 2, []),
        ("oo- ooo", 2, []),
        ("oo- ooo", 3, ["M532"]),
        ("ooo oo-", 2, ["M531"]),
        ("o-o ooo", 2, ["M531"]),
        ("ooo -oo", 2, ["M531"]),
    ],
)
def test_an_impossible_board_has_faults(text: str, half_move: int, codes: list[str]) -> None:
    assert [fault.kind.code for fault in GAME.faults(at(text, half_move))] == codes


@pytest.mark.parametrize("last", ["d1", "c3"])
def test_a_possible_last_bite_has_no_fault(last: str) -> None:
    assert GAME.fault_of_last(at("oo-- oo-- ooo-", 4), GAME.parse(last)) is None


@pytest.mark.parametrize(("last", "kind"), [("b2", chomp.STILL_THERE), ("e1", chomp.OFF_BOARD)])
def test_an_impossible_last_bite_has_a_fault(last: str, kind: FaultKind) -> None:
    fault = GAME.fault_of_last(at("oo-- oo-- ooo-", 4), GAME.parse(last))
    assert fault
    assert fault.kind is kind


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_cell_only_changes_from_chip_to_eaten(variant: Variant) -> None:
    for old, new in pairwise(play_random_game(variant, Random(str(variant)))):
        for cell in old.board.differences(new.board):
            assert old.board[cell] + new.board[cell] in ("o-",)
