"""Tests of the head and the faults of a ledger, as the commands about an event report them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.arena.conftest import Run
from tests.formats.games.example_games import SHORT
from tests.tournaments.filled_ledger import fill
from tests.tournaments.ledger.edited import SMALL, edit, forge
from tournaments.ledger import NAME, open_ledger
from tournaments.ledger.heads_file import NAME as HEADS

EVENT = f"""\
title = "Cup"
game = "{SHORT}"
size = [3, 2]
entrants = "bots"
sandbox = false
"""


@pytest.fixture(name="folder")
def make_folder(tmp_path: Path) -> Path:
    return fill(tmp_path / "event", SMALL)


def head_of(folder: Path) -> str:
    with open_ledger(folder) as ledger:
        return str(ledger.read().head)


def test_the_head_is_printed_and_confirmed(run: Run, folder: Path) -> None:
    result = run("table", str(folder), "--head")
    assert (result.status, result.out, result.err) == (0, f"{head_of(folder)}\n", "")
    number, published = result.out.split()
    assert number == "6"
    for text in (published, published.upper(), result.out):
        result = run("rejudge", str(folder), "--head", text)
        assert result.status == 0
        assert f"contains the published head {published}: it is the hash after 6" in result.out


def test_a_removed_last_game_is_reported_missing(run: Run, tmp_path: Path) -> None:
    assert "not over" not in run("rejudge", str(fill(tmp_path / "whole", SMALL))).out
    result = run("rejudge", str(fill(tmp_path / "part", SMALL, most=5)))
    assert result.status == 0
    assert "the event is not over: 5 of 6 games were played" in result.out


def test_a_record_that_cannot_be_shown_is_told(run: Run, folder: Path) -> None:
    forge(folder, "UPDATE game SET record = 'x' WHERE entry = 2")
    result = run("report", str(folder))
    assert result.status == 1
    assert "cannot be shown: line 1: " in result.err
    assert "[E744]" in result.err


def test_a_malformed_head_is_refused(run: Run, folder: Path) -> None:
    result = run("rejudge", str(folder), "--head", "5d0c")
    assert result.status == 2
    assert "5d0c is not the head of a ledger" in result.err


def test_another_head_is_not_confirmed(run: Run, folder: Path) -> None:
    result = run("rejudge", str(folder), "--head", "ab" * 32, "--lang", "ru")
    assert result.status == 1
    assert f"хеша {'ab' * 32} в журнале нет" in result.out


@pytest.mark.parametrize("words", [("table",), ("table", "--head"), ("report",), ("rejudge",)])
def test_damage_is_told_and_what_is_whole_is_shown(
    run: Run, folder: Path, words: tuple[str, ...]
) -> None:
    edit(folder, "UPDATE game SET seconds_a = '1.5' WHERE entry = 2")
    result = run(words[0], str(folder), *words[1:])
    assert result.status == 1
    assert f"arena: entry 2 ({SHORT}, game " in result.err
    assert result.err.count("[E7") == 1
    if words == ("table",):
        assert "games played: 5 of 6" in result.out
    if words == ("report",):
        report = (folder / "report.html").read_text(encoding="utf-8")
        assert f"entry 2 ({SHORT}, game " in report


def test_the_report_tells_the_head(run: Run, folder: Path) -> None:
    assert run("report", str(folder)).status == 0
    count, digest = head_of(folder).split()
    assert f"after {count} entries: {digest}" in (folder / "report.html").read_text(
        encoding="utf-8"
    )


def test_a_ledger_of_the_first_version_is_refused_with_advice(run: Run, folder: Path) -> None:
    edit(folder, "PRAGMA user_version = 1")
    for command in ("table", "report", "rejudge"):
        result = run(command, str(folder))
        assert result.status == 1
        assert result.err.startswith("arena: the ledger was written by an older arena")
        assert "or start it over with --to [E732]\n" in result.err


@pytest.mark.parametrize("lost", [(f"{NAME}-wal",), (NAME, f"{NAME}-wal", f"{NAME}-shm")])
def test_an_event_does_not_begin_anew_where_it_was_played(
    run: Run, folder: Path, lost: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "cup.toml").write_text(EVENT, encoding="utf-8")
    for name in lost:
        (folder / name).unlink(missing_ok=True)
    if NAME not in lost:
        (folder / NAME).write_bytes(b"")  # as it is before the first games are put into it
    result = run("run", str(tmp_path / "cup.toml"), "--to", str(folder))
    assert result.status == 1
    assert "the ledger has 0 entries, but 6 were made (ledger.heads)" in result.err
    assert run("table", str(folder)).status == 1


def test_a_damaged_ledger_is_not_gone_on_with(run: Run, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(SMALL, encoding="utf-8")
    edit(folder, "DELETE FROM game WHERE entry = 6")
    result = run("run", str(tmp_path / "cup.toml"), "--to", str(folder))
    assert result.status == 1
    assert "the ledger has 5 entries, but 6 were made" in result.err
    assert "put ledger.sqlite and the files ledger.* beside it back" in result.err


def test_without_its_heads_it_is_as_good(run: Run, folder: Path) -> None:
    head = head_of(folder)
    (folder / HEADS).unlink()
    assert run("table", str(folder), "--head").out == f"{head}\n"
    shutil.copy(folder / NAME, folder / HEADS)
    assert run("table", str(folder), "--head").status == 1
