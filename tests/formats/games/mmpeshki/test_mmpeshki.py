"""Tests of the rules of MMPeshki, rule by rule; ``changes/`` has the faults of boards."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from formats.board import Board, Cell
from formats.fault import FaultKind
from formats.game import ALREADY_OVER, BadNotation, IllegalMove, Position, player_of
from formats.games import mmpeshki
from formats.games.mmpeshki import FAR_ROW, NO_MOVES, MMPeshki
from formats.outcome import HALF_MOVE_LIMIT, Outcome, Winner
from tests.formats.games.games_for_tests import after, board, play_random_game
from tests.formats.games.mmpeshki.variants import VARIANTS
from tests.formats.games.variant import Variant

GAME = MMPeshki()

CROSSROADS = board("""
    --------
    --------
    --BBB---
    --BAB---
    --AAA---
    --------
    --------
    --------
""")

MARKED = board("""
    --------
    --------
    -*-A----
    --B-----
    *A-*B---
    A--A----
    --------
    --------
""")


def at(board: Board, half_move: int) -> Position:
    return Position(board, player_of(half_move), half_move)


def moves(position: Position) -> str:
    return " ".join(sorted(map(str, GAME.moves(position))))


def board_with(pieces: str) -> Board:
    """Return an empty board with these pieces: ``Aa4 *a5``."""
    empty = Board.filled("-", 8, 8)
    names = {str(cell): cell for cell in empty}
    return empty.with_changes({names[piece[1:]]: piece[0] for piece in pieces.split()})


# Moves


def test_a_piece_goes_one_cell_forward_or_slantwise() -> None:
    assert moves(at(board_with("Ad2 Bd7"), 3)) == "d2-c3 d2-d3 d2-e3"
    assert moves(at(board_with("Ad2 Bd7"), 4)) == "d7-c6 d7-d6 d7-e6"


def test_a_piece_at_the_edge_stays_on_the_board() -> None:
    edges = board_with("Aa3 Ah3 Ba6 Bh6")
    assert moves(at(edges, 3)) == "a3-a4 a3-b4 h3-g4 h3-h4"
    assert moves(at(edges, 4)) == "a6-a5 a6-b5 h6-g5 h6-h5"


def test_a_piece_captures_an_adjacent_enemy_forward() -> None:
    assert moves(at(CROSSROADS, 3)) == "c4-b5 d4:b6 d4:f6 d5:b7 d5:d7 d5:f7 e4-f5"
    assert moves(at(CROSSROADS, 4)) == "c5-b4 c5:c3 c5:e3 c6-b5 e5-f4 e5:c3 e5:e3 e6-f5"


def test_marks_do_not_move_and_are_not_entered() -> None:
    assert moves(at(MARKED, 3)) == "b4-a5 b4-b5 d3-c4 d3:f5 d6-c7 d6-d7 d6-e7"
    assert moves(at(MARKED, 4)) == "c5-c4 e4-e3 e4-f3 e4:c2"


@pytest.mark.parametrize(
    ("beyond", "captures"), [("", True), ("*d4", False), ("Ad4", False), ("Bd4", False)]
)
def test_a_capture_needs_a_free_cell_beyond(beyond: str, captures: bool) -> None:
    position = at(board_with(f"Ab2 Bc3 {beyond}"), 3)
    assert ("b2:d4" in moves(position)) == captures


def test_the_edge_stops_a_capture() -> None:
    assert moves(at(board_with("Ag3 Bh4 Bg4 Bg5 Bf4 Ba8"), 3)) == "g3:e5"
    assert moves(at(board_with("Ag7 Bg8"), 3)) == "g7-f8 g7-h8"


def test_a_capture_removes_one_piece() -> None:
    position = after(at(CROSSROADS, 3), GAME, "d5:b7")
    assert position.board == CROSSROADS.with_changes(
        {Cell(3, 4): "-", Cell(2, 5): "-", Cell(1, 6): "A"}
    )
    assert (position.player, position.half_move, position.last) == ("B", 4, "d5:b7")


def test_a_move_moves_one_piece() -> None:
    position = after(at(CROSSROADS, 4), GAME, "c5-b4")
    assert position.board == CROSSROADS.with_changes({Cell(2, 4): "-", Cell(1, 3): "B"})
    assert (position.player, position.half_move, position.last) == ("A", 5, "c5-b4")


@pytest.mark.parametrize(
    ("move", "kind"),
    [
        ("d5-i6", mmpeshki.OFF_BOARD),
        ("d5-d9", mmpeshki.OFF_BOARD),
        ("k9-d5", mmpeshki.OFF_BOARD),
        ("a1-a2", mmpeshki.NO_PIECE),
        ("c6-b5", mmpeshki.NOT_YOURS),
        ("d5-c6", mmpeshki.OCCUPIED),
        ("c4-d5", mmpeshki.OCCUPIED),
        ("c4-c4", mmpeshki.OCCUPIED),
        ("c4-b4", mmpeshki.SIDEWAYS),
        ("c4-b3", mmpeshki.BACKWARDS),
        ("d4:d2", mmpeshki.BACKWARDS),
        ("c4-a5", mmpeshki.TOO_FAR),
        ("c4-c7", mmpeshki.TOO_FAR),
        ("c4:a6", mmpeshki.NOTHING_CAPTURED),
        ("c4-b5", None),
        ("d5:f7", None),
    ],
)
def test_an_illegal_move_has_a_fault(move: str, kind: FaultKind | None) -> None:
    fault = GAME.fault_of(at(CROSSROADS, 3), GAME.parse(move))
    assert (fault and fault.kind) == kind


def test_a_move_to_a_mark_and_a_jump_over_an_own_piece_break_rules() -> None:
    for move, kind in (("d6-b6", mmpeshki.MARKED), ("a3:c5", mmpeshki.OCCUPIED)):
        fault = GAME.fault_of(at(MARKED, 3), GAME.parse(move))
        assert fault
        assert fault.kind is kind


def test_an_illegal_move_cannot_be_played() -> None:
    with pytest.raises(IllegalMove) as caught:
        after(at(CROSSROADS, 3), GAME, "c4-b4")
    assert caught.value.fault.kind is mmpeshki.SIDEWAYS


@pytest.mark.parametrize(
    "text",
    ["", "a2", "a2-", "a2a3", "a2-b3-c4", "a2-b3 ", "A2-B3", "a2:b3", "a2-c4", "a2-j3", "a0-a1",
     "a2:c4:e6", "a2-c4:e6", "pass"],
)  # fmt: skip
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(text)


# The end


@pytest.mark.parametrize(
    ("pieces", "half_move", "winner"),
    [
        ("Aa4 *a5 *b5 Bh2", 3, "A"),  # red is hemmed in by marks and the edge
        ("Aa4 *a5 *b5 Bh2", 4, None),  # but it is blue's move
        ("Bb2 Bd5", 7, "A"),  # red has no piece
        ("Ac4 Aa8", 8, "B"),  # blue has none, and rule 9 goes before rule 10
        ("Bh5 Ah4 Ag4 Ah3 Af3", 6, "B"),  # blue is hemmed in by red
        ("Bh5 Ah4 Ag4 Ah3", 6, None),  # f3 is free to land on
    ],
)
def test_the_player_without_a_move_wins(pieces: str, half_move: int, winner: Winner | None) -> None:
    expected = Outcome(winner, NO_MOVES) if winner else None
    assert GAME.outcome(at(board_with(pieces), half_move)) == expected


@pytest.mark.parametrize(
    ("pieces", "half_move", "winner"),
    [
        ("Aa8 Bd6 Ac2", 6, "A"),
        ("Bd1 Ac4", 7, "B"),
        ("Aa7 Bd2", 7, None),
        ("Aa1 Bd8", 7, None),  # each on its own first row
        ("Bd1 Ac4", 1, None),  # no start position, but nobody has moved there
    ],
)
def test_a_piece_on_its_far_row_wins(pieces: str, half_move: int, winner: Winner | None) -> None:
    expected = Outcome(winner, FAR_ROW) if winner else None
    assert GAME.outcome(at(board_with(pieces), half_move)) == expected


def test_reaching_the_far_row_loses_if_the_opponent_has_no_move() -> None:
    before = at(board_with("Ad7 Ba3 *a2 *b2"), 19)
    assert GAME.outcome(before) is None
    assert GAME.outcome(after(before, GAME, "d7-e8")) == Outcome("B", NO_MOVES)


def test_capturing_the_last_piece_loses() -> None:
    before = at(board_with("Ad4 Be5"), 27)
    assert GAME.outcome(after(before, GAME, "d4:f6")) == Outcome("B", NO_MOVES)


def test_half_move_60_is_the_last() -> None:
    before = at(board_with("Ab2 Bg7"), 60)
    assert GAME.outcome(before) is None
    assert GAME.outcome(after(before, GAME, "g7-g6")) == Outcome("D", HALF_MOVE_LIMIT)


def test_half_move_60_may_win() -> None:
    assert GAME.outcome(after(at(board_with("Ab2 Bg2"), 60), GAME, "g2-g1")) == Outcome(
        "B", FAR_ROW
    )
    assert GAME.outcome(after(at(board_with("Ab2 Bc3"), 60), GAME, "c3:a1")) == Outcome(
        "A", NO_MOVES
    )


@pytest.mark.parametrize(("limit", "over"), [(7, True), (8, False), (None, False)])
def test_the_limit_can_be_changed(limit: int | None, over: bool) -> None:
    game = replace(GAME, limit=limit)
    assert bool(game.outcome(at(board_with("Ab2 Bg7"), 8))) == over


def test_no_move_is_legal_after_the_end() -> None:
    with pytest.raises(IllegalMove) as caught:
        after(at(board_with("Aa8 Bd6 Ac2"), 6), GAME, "d6-d5")
    assert caught.value.fault.kind is ALREADY_OVER


# Impossible positions


@pytest.mark.parametrize(
    ("pieces", "half_move", "codes"),
    [
        ("Aa1 Bb2", 1, []),
        ("Aa8 Bb2", 1, ["M512"]),
        ("Aa2 Bb1", 1, ["M512"]),
        ("Aa8 Bb2 Ab2", 3, ["M513"]),
        ("Aa8 Bb2", 4, []),  # red has just come there
        ("Bd1 Aa2", 4, ["M513"]),
        ("Aa1 Ab1 Ac1 Ad1 Ae1 Af1 Ag1 Ah1 Aa2 Bb7", 3, ["M511"]),
    ],
)
def test_an_impossible_position_has_faults(pieces: str, half_move: int, codes: list[str]) -> None:
    assert [f.kind.code for f in GAME.faults(at(board_with(pieces), half_move))] == codes


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_pieces_only_advance(variant: Variant) -> None:
    for old, new in pairwise(play_random_game(variant, Random(str(variant)))):
        for cell in old.board.differences(new.board):
            assert old.board[cell] + new.board[cell] in ("A-", "B-", "-A", "-B")
        assert advance(new.board) < advance(old.board)


def advance(board: Board) -> int:
    """Return the number of rows that all the pieces together still have to go."""
    return sum(board.height - cell.row for cell in board.where("A")) + sum(
        1 + cell.row for cell in board.where("B")
    )
