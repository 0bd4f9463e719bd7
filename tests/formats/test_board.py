"""Tests of cells, their names, and boards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.board import Board, Cell, cell_from_name, column_name

NUMBERS = st.integers(0, 999_998)

CORNER = Board.of(["abc", "def"])


@pytest.mark.parametrize(
    ("column", "name"),
    [(0, "a"), (8, "i"), (9, "k"), (24, "z"), (25, "aa"), (49, "az"), (50, "ba"), (649, "zz")],
)
def test_a_column_has_its_letters(column: int, name: str) -> None:
    assert column_name(column) == name
    assert cell_from_name(f"{name}1") == Cell(column, 0)


def test_the_columns_have_no_j() -> None:
    letters = "".join(column_name(column) for column in range(25))
    assert letters == "abcdefghiklmnopqrstuvwxyz"


@pytest.mark.parametrize(
    ("name", "cell"),
    [("a1", Cell(0, 0)), ("h8", Cell(7, 7)), ("k10", Cell(9, 9)), ("aa26", Cell(25, 25))],
)
def test_a_cell_has_its_name(name: str, cell: Cell) -> None:
    assert str(cell) == name
    assert cell_from_name(name) == cell


@pytest.mark.parametrize(
    "name",
    ["", "a", "1", "a0", "a01", "j1", "aj1", "A1", "a1 ", " a1", "a-1", "1a", "a1b", "а1", "a１",
     "abcde1", "a1234567", "a1\n"],
)  # fmt: skip
def test_other_texts_name_no_cell(name: str) -> None:
    assert cell_from_name(name) is None


@given(st.integers(0, 25**4), NUMBERS)
def test_the_name_of_a_cell_is_read_as_the_cell(column: int, row: int) -> None:
    cell = Cell(column, row)
    assert cell_from_name(str(cell)) == cell


def test_eight_cells_touch_a_cell() -> None:
    touching = list(Cell(1, 1).neighbours)
    assert len(touching) == len(set(touching)) == 8
    assert all(abs(c.column - 1) <= 1 and abs(c.row - 1) <= 1 for c in touching)
    assert Cell(1, 1) not in touching


def test_the_bottom_left_cell_is_a1() -> None:
    assert CORNER[Cell(0, 0)] == "d"
    assert CORNER[Cell(2, 1)] == "c"


def test_a_board_knows_its_size_and_its_cells() -> None:
    assert (CORNER.width, CORNER.height) == (3, 2)
    assert "".join(CORNER[cell] for cell in CORNER) == "defabc"


@pytest.mark.parametrize("cell", [Cell(-1, 0), Cell(0, -1), Cell(3, 0), Cell(0, 2)])
def test_a_cell_beyond_the_edge_is_not_on_the_board(cell: Cell) -> None:
    assert cell not in CORNER
    assert Cell(2, 1) in CORNER


def test_cells_of_where_begin_at_the_bottom_left() -> None:
    assert CORNER.where("bfd") == [Cell(0, 0), Cell(2, 0), Cell(1, 1)]
    assert CORNER.where("-") == []


def test_count_returns_the_number_of_cells_with_a_character() -> None:
    assert CORNER.count("bfd") == 3
    assert Board.filled("o", 3, 2).count("o") == 6
    assert CORNER.count("-") == 0


def test_the_neighbours_of_a_cell_are_on_the_board() -> None:
    for cell in CORNER:
        assert list(CORNER.neighbours(cell)) == [
            neighbour for neighbour in cell.neighbours if neighbour in CORNER
        ]


def test_changes_make_a_new_board() -> None:
    changed = CORNER.with_changes({Cell(0, 0): "x", Cell(2, 1): "y"})
    assert changed.rows == ("aby", "xef")
    assert CORNER.rows == ("abc", "def")
    assert CORNER.differences(changed) == [Cell(0, 0), Cell(2, 1)]
    assert CORNER.differences(CORNER.with_changes({})) == []


def test_a_filled_board_has_one_character() -> None:
    assert Board.filled("o", 3, 2).rows == ("ooo", "ooo")


def test_a_board_is_a_rectangle() -> None:
    with pytest.raises(AssertionError):
        Board.of(["ab", "a"])
