"""Stored decisive positions: those in the file are what the search finds, others are cached."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix, read_matrix, write_exactly
from referee.check import stored_positions as stored
from research.decisive_positions import text
from tests.formats.games.example_games import SHORT
from tests.referee.check.decisive_search import decisive_positions, one_search

GAME = all_games()[SHORT]()
SMALL = StartRequest(size=(4, 3))


@one_search
def test_the_file_has_what_the_search_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "decisive_positions", decisive_positions)
    assert stored.DATA.read_text(encoding="utf-8") == text(), "run the script in research/"


@pytest.mark.parametrize("name", all_games())
def test_a_position_is_what_its_file_says(name: str) -> None:
    game = all_games()[name]()
    positions = stored.stored_positions(game, StartRequest())
    assert positions
    for position, _ in positions:
        file = write_exactly(Matrix(game, position)).encode()
        assert read_matrix(file, limit=game.limit).matrix == Matrix(game, position)


def test_usual_rules_need_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "decisive_positions", None)
    assert stored.stored_positions(GAME, StartRequest())


def test_other_rules_are_searched_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "cache_folder", lambda: tmp_path)
    first = stored.stored_positions(GAME, SMALL)
    assert first == stored.search(GAME, SMALL)
    assert {position.board.width for position, _ in first} == {4}
    monkeypatch.setattr(stored, "decisive_positions", None)
    assert stored.stored_positions(GAME, SMALL) == first


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff", b"[]\n", b'{"file": "", "remark": null}'])
def test_a_damaged_cache_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes
) -> None:
    monkeypatch.setattr(stored, "cache_folder", lambda: tmp_path)
    positions = stored.stored_positions(GAME, SMALL)
    (path,) = (tmp_path / "positions").iterdir()
    whole = path.read_bytes()
    path.write_bytes(damage)
    assert stored.stored_positions(GAME, SMALL) == positions
    assert path.read_bytes() == whole


def test_positions_are_searched_if_nothing_can_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "positions").write_text("no folder")
    monkeypatch.setattr(stored, "cache_folder", lambda: tmp_path)
    assert stored.stored_positions(replace(GAME, limit=9), StartRequest())
