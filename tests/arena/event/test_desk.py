"""The commands by which a teacher decides, as a teacher types them."""

from __future__ import annotations

from pathlib import Path

import pytest

from formats.record import read_record
from tests.arena.conftest import Run
from tests.formats.games.example_games import SHORT
from tests.tournaments.filled_ledger import fill
from tests.tournaments.ledger.edited import SMALL
from tests.tournaments.run.test_decisions import TWO
from tournaments.run.setup import hold_folder


@pytest.fixture(name="cup")
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Play four games of a cup of three, beside its file."""
    monkeypatch.chdir(tmp_path)
    Path("cup.toml").write_text(SMALL, encoding="utf-8")
    return fill(Path("cup"), SMALL, most=4)


def test_a_decision_is_told_and_shown_with_its_reason(cup: Path, run: Run) -> None:
    result = run("withdraw", "cup.toml", "one", "--reason", "ill")
    first_line = result.out.splitlines()[0]
    assert first_line.startswith(f"{SHORT}: one withdraws (ill); what one played stands, the rest")
    table = run("table", "cup")
    assert "one (withdrew)" in table.out
    note = "one withdraws (ill); what one played stands, the rest is lost; games "
    assert note in table.out
    assert " are not played\n" in table.out
    assert "решений преподавателя: 1" in run("rejudge", "cup", "--lang", "ru").out
    assert "one: выбывает (ill)" in run("table", "cup", "--lang", "ru").out
    run("report", "cup")
    assert "one withdraws (ill)" in (cup / "report.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("cup")
def test_entrants_are_those_of_the_event_once_it_has_begun(run: Run) -> None:
    Path("petrov.exe").write_bytes(b"MZ")
    run("admit", "cup", "petrov", "--reason", "late", "--program", "petrov.exe")
    run("disqualify", "cup", "one", "--reason", "copied")
    listing = run("entrants", "cup.toml")
    assert listing.status == 0
    lines = listing.out.splitlines()
    assert lines[0] == f"{SHORT}: 4 take part"
    assert lines[lines.index("  disqualified") - 1].startswith("one ")
    assert lines[lines.index("  admitted late") - 1].startswith("petrov ")
    assert lines[-1].startswith("the event has begun, games played: 4 of ")
    assert run("entrants", "cup.toml", "--check").status == 2


def test_without_a_section_the_decision_is_made_wherever_it_is_possible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    fill(Path("two"), TWO)
    words = ("two", "one", "--reason", "copied")
    assert run("withdraw", *words, "--section", "morning").status == 0
    assert run("disqualify", *words).out.startswith("evening: one is disqualified (copied); ")
    result = run("disqualify", *words)
    assert (result.status, result.err.count("[E713]")) == (1, 2)
    assert (
        "one is out of evening by an earlier decision: one is disqualified (copied)" in result.err
    )
    assert result.err.count("take it back first with arena reinstate") == 1
    russian = run("withdraw", *words, "--lang", "ru").err
    assert "участник «one» уже вне раздела morning по прежнему решению: one: выбывает" in russian
    result = run("replay-game", "two", "1", "--section", "morning", "--reason", "noise")
    assert "game 1 of morning cannot be played again: one is out of the section" in result.err
    assert "arena annul lets the game count no more" in result.err


@pytest.mark.usefixtures("cup")
def test_the_folder_may_be_named_and_its_file_is_named_back(run: Run) -> None:
    result = run("replay-game", "cup", "1", "--reason", "noise")
    assert result.out == (
        f"{SHORT}: game 1 is replayed (noise)\ngames due now: 3; arena run cup.toml plays them\n"
    )
    assert "the event is not over: 3 of 6 games were played" in run("rejudge", "cup").out


@pytest.mark.usefixtures("cup")
def test_the_exported_record_of_a_game_that_does_not_count_says_so(run: Run) -> None:
    assert "Counts" not in run("export", "cup").out
    assert run("annul", "cup", "1", "--reason", "noise").status == 0
    record = read_record(run("export", "cup", "1").out)
    assert record.tags["Counts"] == "no"
    assert run("export", "cup").out.count("[Counts ") == 1


@pytest.mark.usefixtures("cup")
def test_a_latecomer_brings_a_program(run: Run) -> None:
    result = run("admit", "cup.toml", "petrov", "--reason", "late")
    assert result.status == 2
    assert "name it with --program" in result.err
    Path("petrov.exe").write_bytes(b"MZ")
    result = run("admit", "cup", "petrov", "--reason", "late", "--program", "petrov.exe")
    assert result.out.startswith(f"{SHORT}: petrov is admitted late (late)\ngames due now: 8;")


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (("withdraw", "cup", "four", "--reason", "x"), 1, f"four does not take part in {SHORT}"),
        (("withdraw", "cup", "one", "--reason", " "), 2, "say why: --reason TEXT"),
        (("withdraw", "cup", "one"), 2, "missing option '--reason'"),
        (("withdraw", "cup", "one", "--reason", "x", "--section", "go"), 1, "there is no section"),
        (("annul", "cup", "77", "--reason", "x"), 1, f"{SHORT} has no game 77"),
        (
            ("annul", "nothing.toml", "7", "--reason", "x"),
            2,
            "there is no file or folder «nothing",
        ),
        (("annul", ".", "7", "--reason", "x"), 2, "no event has begun in this folder"),
    ],
)
def test_an_impossible_decision_is_refused_with_the_reason(
    cup: Path, run: Run, words: tuple[str, ...], status: int, sentence: str
) -> None:
    result = run(*words)
    assert result.status == status
    assert sentence in result.err
    assert "decisions" not in run("rejudge", str(cup)).out


def test_while_it_is_run_nothing_is_decided(cup: Path, run: Run) -> None:
    with hold_folder(cup):
        result = run("annul", "cup", "1", "--reason", "x")
    assert result.status == 1
    assert "is already running [E706]" in result.err


@pytest.mark.usefixtures("cup")
@pytest.mark.parametrize("command", ["table", "report", "rejudge", "feedback", "export"])
def test_an_event_that_has_begun_is_named_by_its_folder_or_its_file(command: str, run: Run) -> None:
    by_folder, by_file = run(command, "cup"), run(command, "cup.toml")
    assert (by_folder.status, by_file.status) == (0, 0)
    assert by_folder.out == by_file.out


@pytest.mark.usefixtures("cup")
def test_the_name_of_an_event_stands_for_its_file(run: Run) -> None:
    assert run("grades", "cup").out == run("grades", "cup.toml").out
