"""Tests of the marks of Virus War: cut-off chains, bunkers, forts."""

from __future__ import annotations

import pytest

from formats.board import Board, Cell, cell_from_name
from formats.games.virus_war import VirusWar


def names_by_cell(rows: str) -> dict[str, str]:
    """Return the names of the marks, by the names of their cells."""
    mark_of_cell = VirusWar().marks(Board.of(rows.split()))
    return {str(cell): mark.name for cell, mark in mark_of_cell.items()}


def test_on_an_open_board_nothing_is_marked() -> None:
    assert names_by_cell("---B ---- ---- A---") == {}


def test_a_side_that_has_not_entered_may_still_reach_everything() -> None:
    assert names_by_cell("---- -A-- A--- A---") == {}


def test_a_chain_without_a_live_symbol_is_cut_off() -> None:
    assert names_by_cell("b--B -b-- ---- A---") == {"a4": "cut-off", "b3": "cut-off"}


def test_a_chain_that_touches_a_live_symbol_is_not_cut_off() -> None:
    assert names_by_cell("---B --b- -b-- A---") == {}


def test_the_example_of_the_rules_is_a_bunker() -> None:
    """The cross on a1 in docs/rules.md cannot be killed."""
    marks = names_by_cell("----B ----- aaB-- bbB-- AbB--")
    assert marks.pop("a1") == "bunker"
    assert "fort-a" not in marks.values()


def test_cells_that_the_enemy_cannot_enter_are_a_fort() -> None:
    marks = names_by_cell("----B bbbbb A---- ----- -----")
    assert set(marks.values()) == {"fort-a", "bunker"}
    assert marks["a3"] == "bunker"
    assert sum(name == "fort-a" for name in marks.values()) == 14


@pytest.mark.parametrize("rows", ["aaaa aaaa aaaa aaaa", "bbbb bbbb abab aaaa"])
def test_a_board_without_live_symbols_has_only_cut_off_chains(rows: str) -> None:
    assert set(names_by_cell(rows).values()) == {"cut-off"}


def test_marked_cells_are_on_the_board() -> None:
    board = Board.of(["----B", "bbbbb", "-----", "-----", "A----"])
    assert all(cell in board for cell in VirusWar().marks(board))
    assert cell_from_name("a1") == Cell(0, 0)
