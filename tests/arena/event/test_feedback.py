"""``arena feedback`` and ``arena export``: what they publish of an event that was played."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from formats.record import read_record
from referee.verdict import Ending
from tests.arena.conftest import Run
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.places import ROOT
from tests.tournaments.events import tournament_in
from tests.tournaments.filled_ledger import fill
from tournaments.run.placing import broken_ties, placing
from tournaments.spreadsheet import read_sheet


@pytest.fixture(name="event", scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("event") / "spring")


@pytest.fixture(name="pages")
def written(event: Path, run: Run, tmp_path: Path) -> Path:
    assert run("feedback", str(event), "--to", str(tmp_path / "out")).status == 0
    return tmp_path / "out"


def page(pages: Path, name: str) -> str:
    return (pages / name).read_text(encoding="utf-8")


def test_every_entrant_has_pages_in_both_languages_and_games(pages: Path, event: Path) -> None:
    for enrolled in tournament_in(event).enrolled:
        for ending in ("en.txt", "ru.txt", "en.html", "ru.html"):
            assert (pages / f"{enrolled.name}.{ending}").is_file()
        for record in (pages / enrolled.name).iterdir():
            tags = read_record(record.read_text(encoding="utf-8")).tags
            assert enrolled.name in (tags["A"], tags["B"])
    assert len(list((pages / "ivanov").iterdir())) == 12


def test_a_page_says_the_place_the_faults_and_what_was_printed(pages: Path) -> None:
    text = page(pages, "kozlov.en.txt")
    assert "MMPeshki: place 4 of 4, points 3" in text
    assert "below петрова: points, 3 : 5" in text
    assert "matrix.txt as it was given\n" in text
    assert "\\xff<b>boo" in text
    assert "error: the board's height is 9 instead of 8 [M304]" in text
    assert "printed, by half-moves" in page(pages, "ivanov.en.txt")
    html = page(pages, "kozlov.en.html")
    assert "&lt;b&gt;boo" in html
    assert "<b>boo" not in html
    assert "<script" not in html


def test_nothing_of_others_programs_is_in_it(pages: Path) -> None:
    for ending in ("en.txt", "ru.html"):
        assert "depth 7" in page(pages, f"ivanov.{ending}")
        assert "depth 7" not in page(pages, f"kozlov.{ending}")
        assert "boo" not in page(pages, f"ivanov.{ending}")


def test_feedback_names_the_tie_break_that_decided(event: Path) -> None:
    ties = [tie.en for state in tournament_in(event).sections for tie in broken_ties(state)]
    assert ties
    for state in tournament_in(event).sections:
        for standing in state.standings:
            assert all(
                reason.en.startswith(("above", "below", "shares"))
                for reason in placing(state, standing.entrant)
            )


def test_games_are_exported(event: Path, run: Run, tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("export", str(event), "--format", "csv").out)))
    output = json.loads(run("export", str(event), "--format", "json", "--full").out)
    assert (
        len(rows)
        == len(output)
        == sum(len(section.entries) for section in tournament_in(event).sections)
    )
    assert (rows[0]["section"], rows[0]["game"], rows[0]["counts"]) == (DEFAULT, "1", "True")
    assert output[0]["printed"][0]["text"] == "depth 7, score +12\n"
    record_text = run("export", str(event), "5", "--section", SHORT).out
    assert read_record(record_text).tags["A"]
    path = tmp_path / "all.pgn"
    run("export", str(event), "--out", str(path))
    assert path.read_text(encoding="utf-8").count("[Result ") == len(rows)
    assert record_text in path.read_text(encoding="utf-8")
    assert run("export", str(event), "999").status == 2


def test_an_annulled_game_is_exported_as_such(run: Run, tmp_path: Path) -> None:
    event = fill(tmp_path / "spring")
    run("annul", str(event), "2", "--section", SHORT, "--reason", "noise")
    output = json.loads(run("export", str(event), "--section", SHORT, "--format", "json").out)
    assert [game["counts"] for game in output].count(False) == 1
    words = ("--section", SHORT, "--format", "excel", "--lang", "ru")
    rows = read_sheet(run("export", str(event), *words).out.encode()).rows
    assert [row.cells["засчитана"] for row in rows].count("нет") == 1
    endings = {ending.title.ru for ending in Ending}
    assert {row.cells["чем кончилась"] for row in rows} <= endings


def test_a_page_says_which_games_do_not_count(run: Run, tmp_path: Path) -> None:
    event = fill(tmp_path / "spring")
    (state,) = (s for s in tournament_in(event).sections if s.section.name == SHORT)
    out, other = (standing.entrant for standing in state.standings[:2])
    words = ("disqualify", str(event), out, "--section", SHORT, "--reason", "copied", "--games")
    for rule, remarks in (
        ("annulled", ("does not count", "does not count")),
        ("lost", ("won, counts as lost", "lost, counts as won")),
    ):
        assert run(*words, rule).status == 0
        run("feedback", str(event), "--to", str(tmp_path / rule))
        for name, remark in zip((out, other), remarks, strict=True):
            page = (tmp_path / rule / f"{name}.en.txt").read_text(encoding="utf-8")
            assert remark in page.partition("Chomp: ")[2]
        text = (tmp_path / rule / f"{out}.en.txt").read_text(encoding="utf-8")
        assert "those who are out of the tournament stand last" in text
        run("reinstate", str(event), out, "--section", SHORT, "--reason", "mistake")


def test_feedback_names_the_cause_that_the_check_names(run: Run, tmp_path: Path) -> None:
    """Causes are an empty file, a stack overflow, and a move that was written before a crash."""
    scripts = {
        "empty": ": > matrix.txt\n",
        "recursion": "f() { f; }; f\n",
        "crash": "kill -SEGV $$\n",
        "late": "sed -i 1s/A/B/ matrix.txt; kill -ABRT $$\n",
    }
    causes = {
        "empty": "matrix.txt is empty: was the file closed?",
        "recursion": "its stack was full",
        "crash": "it crashed (SIGSEGV)",
        "late": "the program was ended by SIGABRT",
    }
    (tmp_path / "bots").mkdir()
    for name, script in scripts.items():
        bot = tmp_path / "bots" / name
        bot.write_text(f"#!/bin/bash\n{script}", encoding="utf-8")
        bot.chmod(0o755)
    (tmp_path / "cup.toml").write_text(
        f'title = "Cup"\ntime = 5\ngame = "{SHORT}"\nentrants = "bots"\n'
    )
    assert run("run", str(tmp_path / "cup.toml"), "--quiet").status == 0
    run("feedback", str(tmp_path / "cup"), "--to", str(tmp_path / "out"))
    for name, cause in causes.items():
        text = page(tmp_path / "out", f"{name}.en.txt")
        assert cause in text
        assert "L003" not in text, "nothing is said of a file that did not lose the game"


def test_records_beside_the_pages_are_without_what_opponents_printed(
    run: Run, tmp_path: Path
) -> None:
    """Each bot prints a secret of its own in every turn."""
    chatter = tmp_path / "bots"
    chatter.mkdir()
    for name in ("ivanov", "petrov"):
        bot = chatter / name
        source = (ROOT / "docs/examples/chomper.py").read_text(encoding="utf-8")
        bot.write_text(f"{source}\nprint('secret-of-{name}')\n", encoding="utf-8")
        bot.chmod(0o755)
    (tmp_path / "cup.toml").write_text(
        f'title = "Cup"\ntime = 5\ngame = "{SHORT}"\nentrants = "bots"\n'
    )
    assert run("run", str(tmp_path / "cup.toml"), "--quiet").status == 0
    run("feedback", str(tmp_path / "cup"), "--to", str(tmp_path / "out"))
    for name, other in (("ivanov", "petrov"), ("petrov", "ivanov")):
        files = [*(tmp_path / "out" / name).iterdir(), *(tmp_path / "out").glob(f"{name}.*")]
        texts = [file.read_text(encoding="utf-8") for file in files]
        assert any(f"secret-of-{name}" in text for text in texts)
        assert not any(f"secret-of-{other}" in text for text in texts)
