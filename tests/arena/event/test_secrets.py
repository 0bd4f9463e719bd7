"""A bot's output and files stay its author's: they are searched for in all that others can get."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.ladder.ladder_view import folder_of
from arena.site.settings import Rate, Settings
from arena.site.watch.broadcast import LiveBoards
from tests.arena.conftest import Run
from tests.arena.report_data import games_of_page
from tests.arena.site.asking import browser_at, write_token_file
from tests.places import ROOT
from tests.tournaments.events import start_run as begun_run
from tests.tournaments.submission.submitting import (
    BOT,
    CUP,
    event,
    submissions_in,
    submit_unchecked,
)

pytestmark = pytest.mark.xdist_group("run")

HERE = "http://127.0.0.1:8080"
SECRET = "tayna"
CHANNELS = {
    "printing": "",
    "heading": f'print "{SECRET} 9 U" > "matrix.txt"',
    "naming": f'print lines[1] " {SECRET}" > "matrix.txt"',
    "footing": f'print "{SECRET} yes" > "matrix.txt"',
    "moving": f'print "last {SECRET}" > "matrix.txt"',
    "ruling": f'print "rules {SECRET}" > "matrix.txt"',
    "gaming": f'print "game {SECRET}" > "matrix.txt"',
    "filling": f'printf "{SECRET}" > "matrix.txt"',
    "leaving": f'print "" > "{SECRET}.txt"',
    "folding": f'system("mkdir {SECRET}")',
    "linking": f'system("ln -sf {SECRET} matrix.txt")',
    "ending": f'print "{SECRET}" > "/dev/stderr"; exit 7',
    "dying": f'print "{SECRET}" > "/dev/stderr"; system("kill -9 " PROCINFO["pid"])',
}
"""Code that each bot runs from the third half-move on, by the bot's name."""
EVENT = CUP.replace("size = [4, 3]", "size = [3, 3]")
_PRINTS = f'print "{SECRET}"; print "{SECRET}" > "/dev/stderr"'
PATIENCE = 120.0


def spy(channel: str) -> bytes:
    """Write a bot that makes legal moves, prints the secret, and soon leaks it in this way."""
    last = BOT.rindex("}")
    more = f"    {_PRINTS}\n    if (head[2] > 2) {{ {CHANNELS[channel]} }}\n"
    return (BOT[:last] + more + BOT[last:]).encode()


@pytest.fixture(scope="module", name="folder")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of spies and one honest bot that was played, with what its live pages showed."""
    folder = tmp_path_factory.mktemp("spies")
    bots = folder / "bots"
    bots.mkdir()
    for name, program in {"honest": BOT.encode(), **{c: spy(c) for c in CHANNELS}}.items():
        (bots / name).write_bytes(program)
        (bots / name).chmod(0o755)
    (folder / "cup.toml").write_text(EVENT, encoding="utf-8")
    boards = LiveBoards(folder / "cup", event(EVENT))
    shown: list[object] = []
    with begun_run(folder / "cup.toml", "--quiet", "--jobs", "1") as process:
        while process.poll() is None:
            shown += [boards.look(), boards.whole()]
            time.sleep(0.02)
        assert process.returncode == 0, process.communicate()[0]
    (folder / "live.json").write_text(json.dumps(shown, ensure_ascii=False), encoding="utf-8")
    return folder


def test_the_secret_is_told_where_its_author_and_the_teacher_look(
    folder: Path, run: Run, tmp_path: Path
) -> None:
    """Otherwise the other tests would pass without a secret."""
    assert SECRET in run("export", str(folder / "cup"), "--format", "json", "--full").out
    run("report", str(folder / "cup"), "--full", "--out", str(tmp_path / "full.html"))
    assert SECRET in (tmp_path / "full.html").read_text(encoding="utf-8")
    run("feedback", str(folder / "cup"), "--to", str(tmp_path))
    for name in CHANNELS:
        assert (tmp_path / f"{name}.en.txt").read_text(encoding="utf-8").count(SECRET) > 8, name
        assert any(
            SECRET in path.read_text(encoding="utf-8") for path in (tmp_path / name).iterdir()
        )


def test_the_secret_is_in_no_file_that_others_are_given(
    folder: Path, run: Run, tmp_path: Path
) -> None:
    run("feedback", str(folder / "cup"), "--to", str(tmp_path))
    own = [tmp_path / f"honest.{ending}" for ending in ("en.txt", "ru.txt", "en.html", "ru.html")]
    own += (tmp_path / "honest").iterdir()
    assert len(own) > 2 * len(CHANNELS)
    for path in (*own, folder / "cup" / "report.html", folder / "live.json"):
        assert SECRET not in path.read_text(encoding="utf-8"), path
    assert '"cells"' in (folder / "live.json").read_text(encoding="utf-8"), "some were seen"
    for form in ("records", "csv", "json"):
        exported = run("export", str(folder / "cup"), "--format", form).out
        assert "honest" in exported
        assert SECRET not in exported, form
    run("report", str(folder / "cup"), "--out", str(tmp_path / "report.html"))
    assert SECRET not in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_a_spy_is_not_told_of_another_spy(folder: Path, run: Run, tmp_path: Path) -> None:
    run("feedback", str(folder / "cup"), "--to", str(tmp_path))
    for record in (tmp_path / "printing").iterdir():
        moves = record.read_text(encoding="utf-8")
        is_first = '[A "printing"]' in moves
        remarks = [SECRET in move for move in moves.partition("\n\n")[2].split("}")[:-1]]
        assert remarks == [(number % 2 == 0) == is_first for number in range(len(remarks))]


def test_the_site_does_not_tell_it(folder: Path) -> None:
    site = application(Settings(events=folder))
    with TestClient(site, base_url=HERE, headers={"accept": "text/html"}) as browser:
        for path, holds in (
            ("/events", "Cup"),
            ("/events/cup", 'class="standings"'),
            ("/events/cup/report", 'href="#game-1-'),
            ("/", 'class="podium"'),
        ):
            until = time.monotonic() + PATIENCE
            while holds not in (text := browser.get(path).text):
                assert time.monotonic() < until, path
                time.sleep(0.2)
            assert SECRET not in text, path


def test_the_http_interface_does_not_tell_it(folder: Path) -> None:
    write_token_file(folder, {"honest": "right-token"})
    settings = Settings(events=folder, beside_games=True, with_token=Rate(9000, 900))
    with TestClient(application(settings), base_url=HERE) as browser:
        games = browser.get("/api/events/cup/games").json()["games"]
        assert len(games) > len(CHANNELS)
        records = [f"/api/events/cup/games/{game['section']}/{game['game']}" for game in games]
        for path in ("/api/events/cup", "/api/events/cup/games", "/api/feedback", *records):
            answer = browser.get(path, auth=("honest", "right-token"))
            assert answer.status_code == 200, path
            assert SECRET not in answer.text, path


@pytest.fixture(scope="module", name="ladder")
def climbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ladder")
    (folder / "cup.toml").write_text(f"{CUP}\n[ladder]\nmilestones = []\ngames = 2\njobs = 1\n")
    write_token_file(folder, {"honest": "right-token"})
    submit_unchecked(submissions_in(folder), "honest", BOT.encode())
    for channel in CHANNELS:
        submit_unchecked(submissions_in(folder), channel, spy(channel))
    words = ("ladder", str(folder / "cup.toml"), "--once", "--quiet")
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    subprocess.run([sys.executable, "-m", "arena", *words], cwd=ROOT, env=environment, check=True)
    assert SECRET.encode() in (folder_of(folder / "cup.toml") / "ledger.sqlite").read_bytes()
    return folder


def pages(browser: TestClient) -> Iterator[str]:
    for path in ("/ladder", "/ladder/tables", "/ladder/top", "/submit", "/submit/ladder"):
        yield browser.get(path).text
    games = browser.get("/submit/ladder/cup").text
    assert len(games_of_page(games)) >= len(CHANNELS)
    yield games


def test_the_ladder_does_not_tell_it(ladder: Path) -> None:
    with browser_at(ladder) as browser:
        browser.post("/submit", data={"name": "honest", "token": "right-token"})
        for text in pages(browser):
            assert SECRET not in text
