"""Names of people everywhere: a bot's name is the same from its file to the last table."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Collection
from html import unescape
from pathlib import Path
from unicodedata import normalize

import pytest
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.settings import Settings
from formats.names import file_name, file_part, normalized
from formats.record import read_record
from tests.arena.conftest import Run
from tests.formats.games.example_games import SHORT
from tests.formats.games.people import ALIKE, NOT_NAMES, PEOPLE
from tests.tournaments.submission.submitting import CUP, GOOD
from tournaments.event.reader import read_event
from tournaments.ledger import open_ledger
from tournaments.run.rejudging import judge_again
from tournaments.run.tournament import tournament_from_ledger

SWISS = CUP + 'format = "swiss"\nrounds = 1\n'
HERE = "http://127.0.0.1:8080"


@pytest.fixture(name="folder")
def make_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "cup.toml").write_text(SWISS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def program(folder: Path, name: str, data: bytes = GOOD) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_bytes(data)
    path.chmod(0o755)
    return path


def listing(names: Collection[str]) -> str:
    """Return an event file that lists the names."""
    quoted = (json.dumps(name, ensure_ascii=False) for name in names)
    entrants = ", ".join(f'{{ name = {name}, command = "bot" }}' for name in quoted)
    return SWISS.replace('"bots"', f"[{entrants}]")


# From the file of a bot to the tables


@pytest.mark.xdist_group("run")
def test_people_submit_play_and_are_reported_by_their_names(run: Run, folder: Path) -> None:
    for name in PEOPLE:
        path = program(folder / "sent", normalize("NFD", name) + ".py")
        result = run("submit", str(path), "--to", "cup.toml")
        assert (result.status, result.err) == (0, "")
        assert f"good     name       {name} can be shown in tables\n" in result.out
        assert f"\n{name}: version 1, " in result.out
        assert (folder / "bots" / file_name(name)).read_bytes() == GOOD
    output = run("submit", "--list", "--to", "cup.toml").out
    assert all(re.search(rf"  {re.escape(name)} +1  ", output) for name in PEOPLE)

    assert run("run", "cup.toml", "--quiet").status == 0
    with open_ledger(folder / "cup") as ledger:
        reading = ledger.read()
        assert {entrant.name for entrant in reading.of(SHORT)} == set(PEOPLE)
        games = reading.games
        tournament = tournament_from_ledger(ledger)
    played = {name for game in games for name in (game.first, game.second)}
    assert len(played) == len(PEOPLE) // 2 * 2
    for game in games:
        tags = read_record(game.record).tags
        assert (tags["A"], tags["B"]) == (game.first, game.second)
    assert judge_again(tournament).games == len(games)
    assert judge_again(tournament).differences == []

    rows = list(csv.reader(io.StringIO(run("table", "cup", "--format", "csv").out)))
    assert {cell for row in rows for cell in row} >= set(PEOPLE)
    data = json.loads(run("table", "cup", "--format", "json").out)
    assert all(json.dumps(name) in json.dumps(data) for name in PEOPLE)
    page = (folder / "cup/report.html").read_text(encoding="utf-8")
    shown = {unescape(cell).strip() for cell in re.findall(r">([^<]*)<", page)}
    assert shown >= set(PEOPLE)


@pytest.mark.parametrize("name", PEOPLE)
def test_file_of_that_name_passes_the_check_of_names(run: Run, folder: Path, name: str) -> None:
    """Only the name is checked, since the file is no program."""
    program(folder, name, b"no program")
    result = run("check", name, "--game", SHORT, "--no-sandbox")
    assert f"good     name       {name} can be shown in tables\n" in result.out


@pytest.mark.parametrize("name", ["Иванов Пётр", "Иванов", "O'Neil", "José.exe"])
def test_bot_of_that_name_is_fit(run: Run, folder: Path, name: str) -> None:
    program(folder, name)
    result = run("check", name, "--game", SHORT, "--size", "4x3", "--time", "20", "--no-sandbox")
    assert result.status == 0
    assert result.out.endswith(f"{name.removesuffix('.exe')} can be submitted\n")


def test_event_file_lists_people() -> None:
    reading = read_event(listing(PEOPLE).encode())
    assert reading.diagnostics == ()
    assert reading.event
    assert tuple(entrant.name for entrant in reading.event.sections[0].entrants) == PEOPLE
    reading = read_event(listing([f" {normalize('NFD', name)} " for name in PEOPLE]).encode())
    assert reading.event
    assert tuple(entrant.name for entrant in reading.event.sections[0].entrants) == PEOPLE


@pytest.mark.parametrize("name", PEOPLE)
def test_section_can_be_called_so(name: str) -> None:
    quoted = json.dumps(name, ensure_ascii=False)
    section = f'[[section]]\nname = {quoted}\ngame = "{SHORT}"\nentrants = "bots"\n'
    reading = read_event(f'title = "Cup"\n{section}'.encode())
    assert reading.event
    assert reading.event.sections[0].name == name


def test_people_sign_in_by_their_names(folder: Path) -> None:
    tokens = folder / "tokens.txt"
    tokens.write_text("".join(f"{name}\ttoken-of-{n}\n" for n, name in enumerate(PEOPLE)), "utf-8")
    tokens.chmod(0o600)
    for number, name in enumerate(PEOPLE):
        with TestClient(application(Settings(events=folder)), base_url=HERE) as browser:
            browser.headers["accept"] = "text/html"
            for typed in (name, f" {normalize('NFD', name)} "):
                words = {"name": typed, "token": f"token-of-{number}"}
                page = browser.post("/submit", data=words)
                assert page.status_code == 200
                assert f"{name}: versions and games" in unescape(page.text)
            wrong = {"name": name, "token": f"token-of-{number + 1}"}
            assert browser.post("/submit", data=wrong).status_code == 403


@pytest.mark.parametrize("language", ["c++", "python"])
@pytest.mark.parametrize("name", PEOPLE)
def test_bot_can_be_begun_under_that_name(run: Run, folder: Path, name: str, language: str) -> None:
    result = run("new", name, "--game", SHORT, "--language", language)
    assert (result.status, result.err) == (0, "")
    readme = (folder / file_part(name) / "README.md").read_text("utf-8")
    assert readme.startswith(f"# {name}\n")
    assert not re.search(r"@[A-Z]+@", readme)


def test_match_keeps_a_record_whatever_its_bots_are_called(run: Run, folder: Path) -> None:
    """Forty characters may take three bytes each, and a file name has room for 255."""
    first, second = "王" * 40, "O'Neil"
    program(folder, first)
    program(folder, second)
    words = ("--game", SHORT, "--size", "4x3", "--no-sandbox", "--quiet", "--records", "games")
    assert run("match", first, second, *words).status == 0
    records = sorted((folder / "games").iterdir())
    assert [path.name.split("-")[0] for path in records] == ["001", "002"]
    tags = read_record(records[0].read_text("utf-8")).tags
    assert (tags["A"], tags["B"]) == (first, second)


# What is refused is refused everywhere


@pytest.mark.parametrize("text", [text for text in NOT_NAMES if text], ids=ascii)
def test_an_impossible_name_is_refused_everywhere(run: Run, folder: Path, text: str) -> None:
    """TOML, command lines and forms have limits of their own."""
    if text.isprintable():
        (diagnostic, *_) = read_event(listing([text, "ivanov"]).encode()).diagnostics
        assert diagnostic.code == "E202"
        assert run("new", text).status == 2
    if text.strip() and "\ud800" not in text:
        program(folder, "ivanov")
        result = run("submit", "ivanov", "--to", "cup.toml", "--name", text)
        assert (result.status, "E202" in result.err) == (1, True)
        assert all(line.isprintable() for line in result.err.splitlines())
        tokens = folder / "tokens.txt"
        tokens.write_text("ivanov right-token\n", "utf-8")
        tokens.chmod(0o600)
        with TestClient(application(Settings(events=folder)), base_url=HERE) as browser:
            words = {"name": text, "token": "right-token"}
            assert browser.post("/submit", data=words).status_code == 400
    assert not [path for path in folder.rglob("*") if path.suffix == ".jsonl"]


@pytest.mark.parametrize(("name_1", "name_2"), ALIKE)
def test_names_that_look_alike_are_refused_everywhere(
    run: Run, folder: Path, caplog: pytest.LogCaptureFixture, name_1: str, name_2: str
) -> None:
    quoted_names = {f"«{normalized(name_1)}»", f"«{normalized(name_2)}»"}
    (diagnostic,) = read_event(listing([name_1, name_2]).encode()).diagnostics
    assert diagnostic.code == ("E201" if normalized(name_1) == normalized(name_2) else "E215")
    assert all(name in diagnostic.sentence() for name in quoted_names)

    for number, name in enumerate((name_1, name_2, "petrov")):
        program(folder / "bots", name, GOOD + f"# {number}\n".encode())
    result = run("run", "cup.toml", "--quiet")
    assert (result.status, diagnostic.code in result.err) == (1, True)
    assert all(name in result.err for name in quoted_names)

    tokens = folder / "tokens.txt"
    tokens.write_text(f"{name_1} right-token\n{name_2} another-token\n", "utf-8")
    tokens.chmod(0o600)
    with TestClient(application(Settings(events=folder)), base_url=HERE) as browser:
        browser.get("/submit", headers={"accept": "text/html"})
    # Whoever runs the site can mend the file of tokens; a visitor cannot.
    assert all(name in caplog.text for name in quoted_names) == (
        normalized(name_1) != normalized(name_2)
    )


@pytest.mark.parametrize("text", ["a\x1b[31mb", "a\u202eb", "a\nb"], ids=ascii)
def test_file_cannot_command_the_terminal_by_its_name(run: Run, folder: Path, text: str) -> None:
    program(folder, text)
    bad = run("check", text, "--game", SHORT, "--size", "4x3", "--no-sandbox")
    assert "BAD      name" in bad.out
    program(folder / "bots", text)
    assert run("run", "cup.toml").status == 1
    result = run("match", text, text, "--game", SHORT, "--size", "4x3", "--no-sandbox")
    for shown in (bad.out, result.out, run("run", "cup.toml").err):
        assert shown
        assert all(line.isprintable() for line in shown.splitlines())
