"""Tests of start positions of MMPeshki: as requested, and the same for the same seed."""

from __future__ import annotations

import pytest

from formats.board import Board
from formats.fault import FaultKind
from formats.game import BadRequest, StartRequest
from formats.games import mmpeshki
from formats.games.mmpeshki import MMPeshki
from tests.formats.games.games_for_tests import board

GAME = MMPeshki()


def test_the_start_has_full_rows_by_default() -> None:
    full = ("BBBBBBBB", *["--------"] * 6, "AAAAAAAA")
    assert GAME.start().board.rows == full
    assert GAME.start(StartRequest(size=(8, 8))) == GAME.start()


GOLDEN = {
    StartRequest(seed=1): """
        *--B--B-
        -------B
        --------
        BB------
        ----A-AA
        A-------
        --------
        -------A
    """,
    StartRequest(seed=2, pieces=3, marks=9): """
        -*----*-
        B-------
        --*B-*--
        -----*-B
        --*---A-
        -------*
        ---*----
        --AA-*--
    """,
    StartRequest(seed=3, marks=6, mirrored=True): """
        --*-----
        B--B---B
        --*B*---
        -----B--
        -----A--
        --*A*---
        A--A---A
        --*-----
    """,
}


@pytest.mark.parametrize("start_request", GOLDEN)
def test_a_seed_makes_the_same_board_everywhere(start_request: StartRequest) -> None:
    assert GAME.start(start_request).board == board(GOLDEN[start_request])


def test_another_seed_makes_another_board() -> None:
    assert len({GAME.start(StartRequest(seed=seed)).board for seed in range(40)}) == 40


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("marks", [None, 0, 2, 24])
@pytest.mark.parametrize("pieces", [None, 1, 8])
def test_a_random_start_is_as_requested(
    pieces: int | None, marks: int | None, mirrored: bool
) -> None:
    for seed in range(20):
        position = GAME.start(
            StartRequest(seed=seed, pieces=pieces, marks=marks, mirrored=mirrored)
        )
        red, blue = position.board.where("A"), position.board.where("B")
        assert len(red) == len(blue)
        assert pieces == len(red) or (pieces is None and 4 <= len(red) <= 8)
        assert len(position.board.where("*")) == marks or marks is None
        assert all(cell.row < 4 for cell in red)
        assert all(cell.row >= 4 for cell in blue)
        assert not mirrored or mirror_image(position.board) == position.board
        assert list(GAME.faults(position)) == []
        assert GAME.outcome(position) is None


def test_a_random_start_is_not_mirrored_by_default() -> None:
    boards = [GAME.start(StartRequest(seed=seed)).board for seed in range(20)]
    assert not any(mirror_image(board) == board for board in boards)


def mirror_image(board: Board) -> Board:
    """Return the board as seen from the other end, with the colours exchanged."""
    exchanged = str.maketrans("AB", "BA")
    return Board.of([row.translate(exchanged) for row in reversed(board.rows)])


def test_an_odd_number_of_marks_is_shared_evenly() -> None:
    start = GAME.start(StartRequest(seed=1, marks=7)).board
    assert len(start.where("*")) == 7
    assert sum(cell.row < 4 for cell in start.where("*")) == 3


@pytest.mark.parametrize(
    ("start_request", "kind"),
    [
        (StartRequest(size=(7, 7)), mmpeshki.WRONG_SIZE),
        (StartRequest(size=(8, 9), seed=1), mmpeshki.WRONG_SIZE),
        (StartRequest(pieces=0), mmpeshki.WRONG_PIECES),
        (StartRequest(pieces=9), mmpeshki.WRONG_PIECES),
        (StartRequest(marks=-1), mmpeshki.WRONG_MARKS),
        (StartRequest(marks=25), mmpeshki.WRONG_MARKS),
        (StartRequest(marks=3, mirrored=True), mmpeshki.WRONG_MARKS),
    ],
)
def test_an_impossible_start_is_refused(start_request: StartRequest, kind: FaultKind) -> None:
    with pytest.raises(BadRequest) as caught:
        GAME.start(start_request)
    assert caught.value.fault.kind is kind
