"""What a board of Virus War shows of life and death: cut-off chains, bunkers, forts."""

from __future__ import annotations

import pytest

from formats.board import Board, Cell, cell_from_name
from formats.games.virus_war import VirusWar


def marked(rows: str) -> dict[str, str]:
    """The names of the marks, by the names of their cells."""
    found = VirusWar().marks(Board.of(rows.split()))
    return {str(cell): mark.name for cell, mark in found.items()}


def test_on_an_open_board_nothing_is_marked() -> None:
    assert marked("---B ---- ---- A---") == {}


def test_a_side_that_has_not_come_yet_may_still_reach_everything() -> None:
    assert marked("---- -A-- A--- A---") == {}


def test_a_chain_without_a_live_symbol_is_cut_off() -> None:
    assert marked("b--B -b-- ---- A---") == {"a4": "cut-off", "b3": "cut-off"}


def test_a_chain_that_touches_one_is_not() -> None:
    assert marked("---B --b- -b-- A---") == {}


def test_the_bunker_of_the_rules() -> None:
    """The example of docs/rules.md: the cross on a1 cannot be killed."""
    found = marked("----B ----- aaB-- bbB-- AbB--")
    assert found.pop("a1") == "bunker"
    assert "fort-a" not in found.values()


def test_a_fort_is_what_the_enemy_cannot_enter() -> None:
    found = marked("----B bbbbb A---- ----- -----")
    assert set(found.values()) == {"fort-a", "bunker"}
    assert found["a3"] == "bunker"
    assert sum(name == "fort-a" for name in found.values()) == 14


@pytest.mark.parametrize("rows", ["aaaa aaaa aaaa aaaa", "bbbb bbbb abab aaaa"])
def test_a_board_of_the_dead_has_only_cut_off_chains(rows: str) -> None:
    assert set(marked(rows).values()) == {"cut-off"}


def test_cells_are_the_boards_own() -> None:
    board = Board.of(["----B", "bbbbb", "-----", "-----", "A----"])
    assert all(cell in board for cell in VirusWar().marks(board))
    assert cell_from_name("a1") == Cell(0, 0)
