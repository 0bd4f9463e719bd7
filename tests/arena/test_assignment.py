"""The class's assignment from ``arena new`` to the grades, as docs/assignment.md describes it.

Commands and bots are real; only the dates of the event are moved, since nobody can wait for them.
Every command and key that the page names must have been used here.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import time
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.settings import Settings
from tests.arena.conftest import Ran, Run
from tests.formats.games.example_games import DEFAULT
from tests.places import ROOT
from tests.present import needs
from tests.tournaments.events import needs_arena
from tournaments.spreadsheet import read_points, read_sheet

PAGES = (ROOT / "docs/assignment.md", ROOT / "docs/ru/assignment.md")
EVENT = (ROOT / f"tournaments/events/{DEFAULT}-2014.toml").read_text(encoding="utf-8")
STUDENTS = ("ivanov", "petrov", "sidorova")
CHOICE = "return moves[rand() % count];"
WRITES = '%c %d %c\\n", game->player'
IN_CP1251 = "%c %d %c\\n\", game->player == 'A' ? 0xC0 : 0xC2"
CHOICES = {"ivanov": CHOICE, "petrov": "return moves[0];", "sidorova": "return moves[count - 1];"}
ROSTER = """\
фамилия;файлы;язык;номер
Иванов;ivanov.exe;;1
Петров;petrov;;2
Сидорова;sidorova;;3
Лентяев;lentyaev;;4
"""
IDS = {"ivanov": "1", "petrov": "2", "sidorova": "3"}
TO = ("--to", "spring.toml")
_CELL = re.compile(r"`([^`]+)`")


class Assignment:
    """A term of the class, in the working directory."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.commands: set[str] = set()
        self.dates = {"interim": "2099-04-16T23:59:00+04:00", "deadline": "2099-04-23T23:59:00Z"}
        self.write_event()

    def arena(self, *words: str, status: int = 0) -> str:
        """Run the command, assert its status, and return its output."""
        ran: Ran = self._run(*words)
        assert ran.status == status, ran
        self.commands.add(shlex.join(("arena", *words)))
        return ran.out

    def write_event(self) -> None:
        text = EVENT
        for key, moment in self.dates.items():
            text = re.sub(rf"^{key} = .*$", f"{key} = {moment}", text, flags=re.MULTILINE)
        Path("spring.toml").write_text(text, encoding="utf-8")

    def lets_pass(self, key: str) -> None:
        """Move the events' dates so that this one is now."""
        self.dates[key] = datetime.now(UTC).isoformat()
        self.write_event()
        time.sleep(1.1)  # submissions bear the second that they came in

    def begins(self, name: str) -> None:
        """Make a student's bot with a change of its own, and a report on it."""
        self.arena("new", name)
        source = Path(name, f"{name}.cpp")
        text = source.read_text(encoding="utf-8")
        assert CHOICE in text
        text = text.replace(CHOICE, CHOICES[name])
        if name == "petrov":  # copied the letters out of the assignment
            assert WRITES in text
            text = text.replace(WRITES, IN_CP1251)
        source.write_text(text, encoding="utf-8")
        subprocess.run(["make", "-s", "-C", name], check=True)
        Path(name, "report.txt").write_text(f"make -C {name}\n", encoding="utf-8")

    def hand_in(self, name: str) -> str:
        """Submit the program, its sources and the report."""
        attachments = ("--source", name, "--report", f"{name}/report.txt")
        return self.arena("submit", f"{name}/{name}", *TO, *attachments)


@pytest.fixture(name="term")
def make_term(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Assignment:
    monkeypatch.chdir(tmp_path)
    return Assignment(run)


def upload(folder: Path, name: str, program: Path) -> str:
    """Submit on the site by the token of that name; return the last page."""
    tokens = folder / "tokens.txt"
    tokens.write_text(f"{name} secret-token\n", encoding="utf-8")
    tokens.chmod(0o600)
    site = application(Settings(events=folder, beside_games=True))
    words = {"name": name, "token": "secret-token", "event": f"spring/{DEFAULT}"}
    with TestClient(site, base_url="http://127.0.0.1:8080") as browser:
        browser.headers["accept"] = "text/html"
        sent = {
            "bot": (name, program.read_bytes()),
            "sources": (f"{name}.cpp", program.with_suffix(".cpp").read_bytes()),
            "report": ("Отчёт.TXT", program.with_name("report.txt").read_bytes()),
        }
        browser.post("/submit", data=words, files=sent)
        until = time.monotonic() + 240
        while 'data-over="no"' in browser.get("/submit/check").text:
            assert time.monotonic() < until
            time.sleep(0.2)
        return browser.get("/submit").text


def handed_in(term: Assignment) -> None:
    """Submit two bots by the interim date, one after it whose first try failed, one too late."""
    for name in STUDENTS:
        term.begins(name)
    term.arena("try", "ivanov/ivanov")
    term.arena("check", "ivanov/ivanov")
    Path("roster.csv").write_bytes(ROSTER.encode("cp1251"))
    output = term.hand_in("ivanov")
    assert "is entered in" in output
    assert "this is the program of Иванов, C++" in output
    assert "it can be entered" in upload(Path.cwd(), "petrov", Path("petrov/petrov"))
    Path("wrong").write_text("#!/bin/sh\nexit 0\n")
    Path("wrong").chmod(0o755)
    output = term.arena("submit", "wrong", *TO, "--name", "sidorova", status=1)
    assert "in Shell, but C++ was agreed on" in output
    assert "not handed in: the sources, the report" in output
    term.lets_pass("interim")
    assert "version 2" in term.hand_in("sidorova")
    term.lets_pass("deadline")
    term.hand_in("petrov")


def played(term: Assignment) -> None:
    listed = term.arena("submit", *TO, "--list").splitlines()
    versions = [line for line in listed if line.startswith("20")]
    assert [" ".join(line.split()[2:4]) for line in versions] == [
        *("ivanov 1", "petrov 1", "sidorova 1", "sidorova 2", "petrov 2"),
    ]
    assert [("after the deadline" in line) for line in versions] == [False] * 4 + [True]
    for paper in ("sidorova-2-sources.zip", "petrov-1-sources.zip", "petrov-1-report.txt"):
        assert any(paper in line for line in listed)
    output = term.arena("entrants", "spring.toml")
    assert output.startswith(f"{DEFAULT}: 3 take part")
    assert "on the class list, without a program here: Лентяев (1)" in output
    assert "not handed in" not in output
    assert "round robin: 10; 5; 3  (games: 6, at most" in output
    assert "this one would be picked now" in output
    output = term.arena("run", "spring.toml")
    hashes = re.findall("[0-9a-f]{64}", output)
    assert hashes[0] == hashes[1], "the hash of the seed, before the games and with the seed"
    assert "all verdicts" in term.arena("rejudge", "spring", "--head", hashes[0])
    assert "the format is round robin: 6 games" in output
    assert "games played: 6 of 6" in output
    assert "all verdicts and the table are confirmed" in term.arena("rejudge", "spring")


def points_of(row: dict[str, str], column: str) -> Fraction:
    """Return the points of a line of the gradebook."""
    points = read_points(row[column])
    assert points is not None
    return points


def graded(term: Assignment) -> dict[str, dict[str, str]]:
    """Return the grades by name."""
    Path("report.csv").write_bytes("фамилия;report\r\nСидорова;2\r\n".encode("cp1251"))
    words = ("grades", "spring.toml", "--points", "report.csv", "--format")
    book = term.arena(*words, "excel", "--lang", "ru")
    rows = read_sheet(book.encode()).rows
    term.arena(*words, "csv")
    return {row.cells["name"]: dict(row.cells) for row in rows}


@needs_arena
@needs("g++")
@pytest.mark.xdist_group("run")
def test_the_assignment_is_played_through(term: Assignment) -> None:
    handed_in(term)
    played(term)
    table = term.arena("table", "spring")
    term.arena("report", "spring")
    term.arena("feedback", "spring", "--to", "feedback")
    for name in STUDENTS:
        assert f"{name}.ru.html" in {path.name for path in Path("feedback").iterdir()}
    book = graded(term)
    absent = book.pop("Лентяев")
    assert (absent["id"], absent["итого"]) == ("4", "0")
    assert absent["не сдано"] == "исходники, отчёт"
    assert [row["id"] for row in book.values()] == [IDS[name] for name in book]
    bonuses = [points_of(row, "бонус") for row in book.values()]
    assert (sum(bonuses), sorted(bonuses, reverse=True)) == (18, bonuses)
    is_shared = len({row["место"] for row in book.values()}) < len(book)
    assert is_shared is ("are divided equally" in table)
    assert {name: row["промежуточная сдача"] for name, row in book.items()} == {
        **{"ivanov": "3", "petrov": "3"},
        "sidorova": "0",
    }
    assert {name: row["report"] for name, row in book.items() if row["report"] != "0"} == {
        "sidorova": "2"
    }
    for row in book.values():
        parts = (points_of(row, key) for key in ("бонус", "промежуточная сдача", "report"))
        assert points_of(row, "итого") == sum(parts)
    for page in PAGES:
        assert named(page, "arena ") <= term.commands


def named(page: Path, beginning: str = "") -> set[str]:
    """Return the names in backticks in the page's tables that begin so."""
    rows = [row for row in page.read_text(encoding="utf-8").splitlines() if row.startswith("|")]
    return {name for row in rows for name in _CELL.findall(row) if name.startswith(beginning)}


@pytest.mark.parametrize("page", PAGES, ids=["en", "ru"])
def test_keys_that_the_page_names_stand_in_the_event(page: Path) -> None:
    lines = {line.partition("#")[0].strip() for line in EVENT.splitlines()}
    keys = {name for name in named(page) if " = " in name}
    assert len(keys) > 8
    assert keys <= lines


def test_both_languages_name_the_same() -> None:
    english, russian = map(named, PAGES)
    assert english == russian
