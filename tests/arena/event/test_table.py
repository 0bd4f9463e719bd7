"""``arena table`` and ``arena report`` on an event that was played.

After a change that is meant, ``python -m tests.arena.event.test_table`` writes the golden tables
anew.
"""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.arena.conftest import Run
from tests.arena.terminal import in_terminal
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.tournaments.filled_ledger import fill

GOLDEN = Path(__file__).parent / "tables"


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an event that was played to its end."""
    return fill(tmp_path_factory.mktemp("event"))


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_table_is_the_golden_one(run: Run, event: Path, lang: str) -> None:
    result = run("table", str(event), "--crosstable", "--lang", lang)
    assert result.status == 0
    assert result.out == (GOLDEN / f"event.{lang}.txt").read_text(encoding="utf-8")


FOR_PROGRAMS = [
    ("table", "--format", "json"),
    ("table", "--format", "excel"),
    ("export", "--format", "json"),
    ("export", "--format", "csv"),
]


@pytest.mark.parametrize("words", FOR_PROGRAMS, ids=" ".join)
def test_data_for_programs_are_in_utf_8(event: Path, words: tuple[str, ...]) -> None:
    command, *options = words
    arguments = [sys.executable, "-m", "arena", command, str(event), *options, "--lang", "ru"]
    outputs = [
        subprocess.check_output(arguments, env={**os.environ, "PYTHONIOENCODING": encoding})
        for encoding in ("utf-8", "cp1251", "ascii")
    ]
    assert outputs[0].decode("utf-8")
    assert outputs == [outputs[0]] * 3


def test_section_is_chosen(run: Run, event: Path) -> None:
    result = run("table", str(event), "--section", SHORT)
    assert "Chomp, games played: 6 of 6" in result.out
    assert "MMPeshki," not in result.out


def test_section_that_is_not_there_is_wrong_usage(run: Run, event: Path) -> None:
    result = run("table", str(event), "--section", "chess")
    assert result.status == 2
    assert "chess" in result.err


def test_csv_has_a_line_for_each_entrant(run: Run, event: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("table", str(event), "--format", "csv").out)))
    assert [row["section"] for row in rows] == [DEFAULT] * 4 + [STEPS] * 5 + [SHORT] * 3
    assert all(int(row["wins"]) + int(row["losses"]) <= int(row["games"]) for row in rows)
    assert {row["name"] for row in rows} >= {"Anna Smith", "петрова"}


def test_csv_of_a_crosstable(run: Run, event: Path) -> None:
    result = run("table", str(event), "--format", "csv", "--crosstable", "--section", SHORT)
    header, *rows = csv.reader(io.StringIO(result.out))
    assert header[:3] == ["section", "number", "name"]
    assert [row[2] for row in rows] == header[3:-1]


def test_excel_is_in_the_language_of_the_reader(run: Run, event: Path) -> None:
    words = ("table", str(event), "--section", SHORT, "--format", "excel", "--lang", "ru")
    header, *rows = csv.reader(io.StringIO(run(*words).out), delimiter=";")
    assert header[:4] == ["\ufeffраздел", "место", "участник", "очки"]
    header, *rows = csv.reader(io.StringIO(run(*words, "--crosstable").out), delimiter=";")
    assert header[:3] == ["\ufeffраздел", "№", "участник"]
    assert [row[2] for row in rows] == header[3:-1]


def test_json_has_numbers_as_numbers(run: Run, event: Path) -> None:
    output = json.loads(run("table", str(event), "--format", "json").out)
    assert output["finished"] is True
    sections = {section["name"]: section for section in output["sections"]}
    assert sections[DEFAULT]["played"] == 24
    for row in sections[DEFAULT]["standings"]:
        assert row["games"] == row["wins"] + row["draws"] + row["losses"] == 12
    assert sections[STEPS]["disqualified"] == ["kozlov"]


@pytest.mark.parametrize("command", ["table", "report"])
def test_folder_without_an_event_is_told(run: Run, tmp_path: Path, command: str) -> None:
    result = run(command, str(tmp_path))
    assert result.status == 2
    assert "no event has begun in this folder" in result.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["table", "report"])
def test_ledger_that_is_none_is_told(run: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "ledger.sqlite").write_bytes(b"this is no database, though it is long enough" * 9)
    result = run(command, str(tmp_path))
    assert result.status == 1
    assert "the file of the ledger is damaged: it is not a database [E733]" in result.err


def test_report_is_written_into_the_folder(run: Run, event: Path) -> None:
    result = run("report", str(event), "--lang", "ru")
    path = event / "report.html"
    assert result.status == 0
    assert str(path) in result.out
    assert '<html lang="ru">' in path.read_text(encoding="utf-8")
    assert not list(event.glob(".report.html.*"))


def test_report_is_written_where_it_is_said(run: Run, event: Path, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert run("report", str(event), "--out", str(path)).status == 0
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_report_that_cannot_be_written_is_told(run: Run, event: Path, tmp_path: Path) -> None:
    result = run("report", str(event), "--out", str(tmp_path / "no" / "page.html"))
    assert result.status == 2
    assert "No such file" in result.err


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_a_terminal_is_never_too_narrow(event: Path, columns: int) -> None:
    """Columns that do not fit are left out and named; the terminal folds no line."""
    words, size = ("table", str(event), "--section", STEPS), str(columns)
    with in_terminal(*words, TERM="dumb", LC_ALL="C.UTF-8", COLUMNS=size) as terminal:
        text = terminal.read_to_end()
        assert terminal.end() == 0
    lines = [line.rstrip() for line in text.splitlines() if "left out" not in line]
    assert max(map(len, lines)) <= columns
    assert ("left out" in text) == (columns < 200)
    assert "Points against each other" in text, "the crosstable fits"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder))
        for lang in ("en", "ru"):
            command = [sys.executable, "-m", "arena", "table", folder, "--crosstable"]
            text = subprocess.check_output([*command, "--lang", lang], encoding="utf-8")
            (GOLDEN / f"event.{lang}.txt").write_text(text, encoding="utf-8")
