"""``arena entrants``, and the same lines of ``arena run`` before its first game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from formats.text import Text
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding, warned
from referee.program import RefereeError
from tests.arena.conftest import Run
from tests.formats.games.example_games import SHORT
from tests.tournaments.submission.submitting import BOT, CUP


@pytest.fixture(name="cup")
def make_cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    bots = tmp_path / "bots"
    bots.mkdir()
    for name in ("ivanov", "petrov", "copy"):
        (bots / name).write_text(f"{BOT}# {name.replace('copy', 'ivanov')}\n")
        (bots / name).chmod(0o755)
    (bots / "notes.txt").write_text("")
    Path("cup.toml").write_text(CUP, encoding="utf-8")
    return bots


@pytest.mark.usefixtures("cup")
def test_everybody_is_listed_with_what_is_odd(run: Run) -> None:
    result = run("entrants", "cup.toml")
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[0] == f"{SHORT}: 3 take part"
    assert "  the same program as ivanov" in lines
    assert "  no program: a text or a source" in lines
    assert "та же программа: ivanov" in run("entrants", "cup.toml", "--lang", "ru").out


def test_a_student_with_only_a_folder_or_an_empty_file_has_no_program(cup: Path, run: Run) -> None:
    students = "surname;files\nIvanov;ivanov\nSmith;smith\nKlein;klein\n"
    (cup.parent / "roster.csv").write_text(students, encoding="utf-8")
    (cup / "smith").mkdir()
    (cup / "klein").write_bytes(b"")
    (line,) = (line for line in run("entrants", "cup.toml").out.splitlines() if "Smith" in line)
    assert "Klein" in line
    assert "Ivanov" not in line


def test_checked_they_are_told_apart(cup: Path, run: Run) -> None:
    (cup / "petrov").write_text("#!/bin/sh\nexit 1\n")
    (cup / "copy").unlink()
    result = run("entrants", "cup.toml", "--check")
    assert result.status == 1
    assert "ivanov: may play; warnings: " in result.out
    assert "petrov: FAILED " in result.out


def test_warnings_are_told_and_a_busy_machine_blames_nobody(
    cup: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def examined(checked_bot: CheckedBot) -> Iterator[Finding]:
        if checked_bot.program.name == "ivanov":
            raise RefereeError(Text("the sandbox does not answer", "песочница не отвечает"))
        yield warned(Text("writes no D", "не пишет D"))

    monkeypatch.setattr("arena.event.entrants.examine", examined)
    monkeypatch.setattr("os.getloadavg", lambda: (28.0, 28.0, 28.0))
    (cup / "copy").unlink()
    result = run("entrants", "cup.toml", "--check")
    assert result.status == 1
    assert "this machine is too busy to check ivanov" in result.out
    assert "petrov: may play; warnings: writes no D" in result.out


def test_faults_that_keep_the_event_from_beginning_are_listed(cup: Path, run: Run) -> None:
    (cup / "Copy").write_text("#!x")
    result = run("entrants", "cup.toml")
    assert result.status == 1
    assert "looks like" in result.out


def test_a_folder_that_is_not_there_is_told(cup: Path, run: Run) -> None:
    text = (cup.parent / "cup.toml").read_text()
    (cup.parent / "cup.toml").write_text(text.replace('entrants = "bots"', 'entrants = "боты"'))
    result = run("entrants", "cup.toml")
    assert result.status == 1
    assert "боты" in result.out
    assert "E205" in result.out


def test_a_folder_of_another_event_is_told(cup: Path, run: Run) -> None:
    kept = cup.with_name(".bots.submitted")
    kept.mkdir()
    (kept / "event").write_text("autumn\n")
    result = run("entrants", "cup.toml")
    assert result.status == 1
    assert "another event: autumn" in result.out


@pytest.mark.usefixtures("cup")
def test_a_folder_without_an_event_is_called_so(run: Run) -> None:
    result = run("entrants", ".")
    assert result.status == 2
    assert "«.» is a folder without an event" in result.err


@pytest.mark.usefixtures("cup")
def test_a_run_begins_with_it(run: Run) -> None:
    result = run("run", "cup.toml")
    assert f"{SHORT}: 3 take part: copy, ivanov, petrov\n  notes.txt: no program" in result.out
    assert "  copy: the same program as ivanov\n" in result.out
    assert "take part" not in run("run", "cup.toml").out


def test_a_trial_plays_two_games_of_each_and_keeps_nothing(cup: Path, run: Run) -> None:
    before = sorted(path for path in cup.parent.rglob("*"))
    result = run("run", "cup.toml", "--try")
    assert result.status == 0, result
    assert result.out.count(" copy - ") + result.out.count(" - copy") == 4, "an odd one plays twice"
    assert result.out.splitlines()[-1].startswith("tried with 4 games, nothing is kept")
    (cup / "petrov").write_text("#!/bin/sh\nexit 3\n")
    result = run("run", "cup.toml", "--try", "--lang", "ru")
    assert result.status == 1
    assert result.out.splitlines()[-1].endswith("проиграно из-за ошибок: 2")
    assert sorted(path for path in cup.parent.rglob("*")) == before
