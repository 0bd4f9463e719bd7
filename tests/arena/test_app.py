"""Arena as one file, made by ``make app``, for a machine without Python."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.request
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from arena.site.pages import all_pages, links_of
from bot.builder.compiler import Target
from tests.arena.site.serving import served_process
from tests.bot.programs import can_build, needs_compiler, shipped
from tests.formats.games.example_games import SHORT, STEPS
from tests.places import ROOT
from tests.test_layers import LAYERS
from tests.tournaments.filled_ledger import fill

pytestmark = pytest.mark.xdist_group("app")
_PATIENCE = 120


@pytest.fixture(scope="module", name="app")
def build_app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the program, with a bot in it where one can be built."""
    folder = tmp_path_factory.mktemp("app")
    bots = folder / "bots"
    bots.mkdir()
    if can_build(Target.LINUX):
        words = ["build", f"{SHORT}-nim", "--out", str(bots)]
        subprocess.run([sys.executable, "-m", "arena", *words], cwd=ROOT, check=True)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=ERROR"]
    command += ["--workpath", str(folder / "work"), "--distpath", str(folder), "scripts/app.spec"]
    environment = {**os.environ, "ARENA_BOTS": str(bots)}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return folder / "arena"


def ran(app: Path, place: Path, *words: str, **more: Any) -> bytes:
    """Return the output of the program on a machine without anything else."""
    result = subprocess.run(
        [app, *words], env={}, cwd=place, capture_output=True, check=True, **more
    )
    return bytes(result.stdout)


def test_modules_that_are_listed_at_run_time_are_in_the_app() -> None:
    """PyInstaller follows imports only; every bot would pass a check that is left out."""
    spec = (ROOT / "scripts/app.spec").read_text(encoding="utf-8")
    (line,) = re.findall(r"^LISTED = \((.*)\)$", spec, re.MULTILINE)
    listed = re.findall(r'"([^"]*)"', line)
    modules = (each for floor in LAYERS for each in sorted((ROOT / floor).rglob("*.py")))
    listing = [path for path in modules if "iter_modules(" in path.read_text(encoding="utf-8")]
    packages = [".".join(path.parent.relative_to(ROOT).parts) for path in listing]
    assert len(packages) > 3
    assert [name for name in packages if not name.startswith(tuple(listed))] == []


def test_make_app_makes_this() -> None:
    assert "scripts/app.spec" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_the_app_has_the_games(app: Path, tmp_path: Path) -> None:
    (tmp_path / "matrix.txt").write_bytes(ran(app, tmp_path, "start", STEPS))
    assert b"matrix.txt: good: Virus War" in ran(app, tmp_path, "validate", "matrix.txt")


def test_the_app_has_the_checks(app: Path, tmp_path: Path) -> None:
    """The bot fails one of the first checks, on which all others rest."""
    (tmp_path / "bot").write_bytes(b"no program")
    command = [str(app), "check", "bot", "--game", SHORT, "--no-sandbox"]
    result = subprocess.run(command, env={}, cwd=tmp_path, capture_output=True, check=False)
    assert result.returncode == 1, result.stdout + result.stderr
    assert b"bot: this is a text file, not a program" in result.stdout


def test_the_app_has_its_version(app: Path, tmp_path: Path) -> None:
    assert ran(app, tmp_path, "--version") == f"arena {version('matrix-arena')}\n".encode()


def test_the_app_has_the_russian_sentences_of_click(app: Path, tmp_path: Path) -> None:
    assert ran(app, tmp_path, "--lang", "ru", "--help").startswith("Вызов: arena".encode())


@needs_compiler
def test_the_app_has_the_built_in_bots(app: Path, tmp_path: Path) -> None:
    words = ["play", "--game", SHORT, "--size", "2x2", "--blue", f"{SHORT}-nim", "--no-sandbox"]
    assert f"{SHORT}-nim took".encode() in ran(app, tmp_path, *words, input=b"b2\nquit\n")


@needs_compiler
def test_the_app_checks_a_bot_by_usual_and_other_rules(app: Path, tmp_path: Path) -> None:
    """Positions of the usual rules are a file; there are no sources to name others in the cache."""
    command = ["check", str(shipped(f"{SHORT}-nim")), "--game", SHORT, "--no-sandbox"]
    usual = ran(app, tmp_path, *command, "--time", "3")
    other = ran(app, tmp_path, *command, "--time", "3", "--size", "3x2")
    assert b"can be submitted" in usual
    assert b"can be submitted" in other


@needs_compiler
def test_the_app_solves_and_builds_without_a_compiler(app: Path, tmp_path: Path) -> None:
    (tmp_path / "matrix.txt").write_bytes(ran(app, tmp_path, "start", SHORT, "--size", "3x2"))
    assert b"wins" in ran(app, tmp_path, "solve", "matrix.txt", "--cores", "1")
    assert b"bytes" in ran(app, tmp_path, "build", f"{SHORT}-nim", "--out", "built")
    assert os.access(tmp_path / "built" / f"{SHORT}-nim", os.X_OK)


@needs_compiler
@pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is for Linux")
def test_bots_run_in_its_sandbox(app: Path, tmp_path: Path) -> None:
    """Root unpacks it into a folder closed to others, and bots run as nobody."""
    words = ["match", f"{SHORT}-nim", f"{SHORT}-nim --seed 2", "--games", "2"]
    assert b"1 - 1" in ran(app, tmp_path, *words, "--size", "3x2")


def _worked_out(address: str) -> int:
    """Return the status of a page that takes a while, once it is there."""
    until, status = time.monotonic() + _PATIENCE, 202
    while status == 202 and time.monotonic() < until:
        time.sleep(0.2)
        with urllib.request.urlopen(address) as answer:
            status = answer.status
    return status


def test_the_app_serves_every_page(app: Path, tmp_path: Path) -> None:
    fill(tmp_path / "spring", most=3)
    links = [link.path for link in links_of(all_pages())]
    assert {"/play", "/ladder", "/docs"} < set(links)
    with served_process(tmp_path, "--no-sandbox", command=[str(app)]) as address:
        for path in (*links, "/events/spring", "/events/spring/report", "/look.css", "/boards.js"):
            with urllib.request.urlopen(address + path) as answer:
                assert answer.status in (200, 202)
        assert _worked_out(f"{address}/events/spring/report") == 200
        with urllib.request.urlopen(f"{address}/static/play.js") as answer:
            assert answer.read() == (ROOT / "arena/site/static/play.js").read_bytes()
