"""Tests of docs/add-a-game.md: the package of the page, installed by pip, adds a working game."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.error import URLError

import pytest

from formats.game_tree import perft, random_game
from formats.games import all_games
from formats.matrix import read_matrix
from tests.formats.games import game_folders
from tests.formats.games.game_folders import folder_of
from tests.formats.games.plain_position import PlainPosition
from tests.formats.games.second_opinion import assert_agreement, count, naive_of
from tests.formats.perft_files import read
from tests.places import ROOT
from tests.planted.installing import installed
from tests.test_readme import commands

PAGES = (ROOT / "docs/add-a-game.md", ROOT / "docs/ru/add-a-game.md")
GAME = "connect-four"
MODULE = "arena_connect_four"
PATIENCE = 60
OFFLINE = {
    "PIP_NO_BUILD_ISOLATION": "0",  # means: no isolation
    "PIP_NO_DEPS": "1",
    "PIP_NO_INDEX": "1",
    "PIP_UPGRADE": "1",
    "PIP_ROOT_USER_ACTION": "ignore",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
}
"""Settings by which ``pip install .`` takes what is there, without a network."""
pytestmark = [
    pytest.mark.xdist_group("add-a-game"),
    pytest.mark.skipif(find_spec("pip") is None, reason="there is no pip"),
]
_BLOCK = re.compile(r"^```(console|\w+ \S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A part of a file, or commands with their output."""

    path: str | None
    text: str


def blocks(page: Path) -> list[Block]:
    matches = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return [Block(header.partition(" ")[2] or None, text) for header, text in matches]


def write_files(page: Path, folder: Path) -> None:
    """Write the files of the page, each joined from its parts."""
    for block in blocks(page):
        if block.path is not None:
            path = folder / block.path
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(block.text)


@dataclass(frozen=True)
class Package:
    """The package of the page, and the folder of packages into which pip has installed it."""

    folder: Path
    site: Path
    environment: Mapping[str, str]
    outputs: tuple[str, ...]
    """Blocks of commands with the output that they had."""

    def run(self, *words: str, given: str | None = None) -> str:
        """Run the command ``arena`` successfully and return its output."""
        result = subprocess.run(
            [sys.executable, "-m", "arena", *words],
            cwd=self.folder,
            env=self.environment,
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert result.returncode == 0, result.stdout
        return result.stdout


@pytest.fixture(name="package", scope="module")
def follow_the_page(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """Write the files of the page and run its commands, which install them, in an empty folder."""
    folder, site = (tmp_path_factory.mktemp(name) for name in ("folder", "site"))
    write_files(PAGES[0], folder)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PIP_")},
        **OFFLINE,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PIP_TARGET": str(site),
        "PYTHONPATH": str(site),
        "LC_ALL": "C.UTF-8",
    }

    def output(command: str) -> str:
        result = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        return f"$ {command}\n{result.stdout}"

    shown = [block for block in blocks(PAGES[0]) if block.path is None]
    outputs = ["".join(map(output, commands(block.text))) for block in shown]
    return Package(folder, site, environment, tuple(outputs))


def test_commands_print_the_output_of_the_page(package: Package) -> None:
    shown = (block.text for block in blocks(PAGES[0]) if block.path is None)
    for text, output in zip(shown, package.outputs, strict=True):
        assert output == text


def test_files_of_the_page_are_installed(package: Package) -> None:
    written = {path for path in (package.folder / MODULE).rglob("*.*") if path.suffix != ".pyc"}
    assert written
    for path in written:
        copy = package.site / path.relative_to(package.folder)
        assert copy.read_bytes() == path.read_bytes()


def test_commands_about_files_know_the_game(package: Package) -> None:
    assert "yellow (B) to move" in package.run("show", "after.txt")
    assert "Четыре в ряд" in package.run("show", "after.txt", "--lang", "ru")
    assert package.run("moves", "start.txt").split() == list("abcdefg")
    assert package.run("perft", "start.txt", "3") == "343\n"
    assert "good: Connect Four" in package.run("validate", "after.txt")


def test_the_player_of_a_new_game_plays_against_people_and_gives_hints(package: Package) -> None:
    output = package.run("play", "--game", GAME, given="d\nhint\nquit\n")
    assert "a person (red) against connect-four-random (yellow)" in output
    assert re.search("connect-four-random would play [a-g]", output), output


def test_the_skeleton_of_a_new_game_has_russian_comments(package: Package) -> None:
    package.run("new", "боб", "--game", GAME, "--language", "python", "--lang", "ru")
    text = (package.folder / "боб/боб.py").read_text(encoding="utf-8")
    assert "Правила «Четырёх в ряд». Ход — вертикаль" in text
    assert "The rules of Connect Four" not in text


def test_skeleton_and_rules_of_a_new_game_count_the_same(package: Package) -> None:
    start = package.folder / "start.txt"
    (package.folder / "ann/matrix.txt").write_bytes(start.read_bytes())
    result = subprocess.run(
        [sys.executable, "ann.py", "4"], cwd=package.folder / "ann", capture_output=True, check=True
    )
    assert result.stdout.decode() == package.run("perft", "start.txt", "4")


def test_the_tournament_has_a_report_and_is_confirmed(package: Package) -> None:
    (report,) = (package.folder / "cup").glob("*.html")
    text = report.read_text(encoding="utf-8")
    assert "Connect Four" in text
    assert 'id="connect-four-red-disc"' in text
    assert "are confirmed" in package.run("rejudge", "cup")
    assert "last move" in package.run("replay", "cup", "1")


@pytest.fixture(name="site", scope="module")
def serve(package: Package) -> Iterator[str]:
    """Run ``arena serve`` in the folder of the tournament; return its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ("serve", "--no-sandbox", "--port", str(port), "--events", ".")
    with subprocess.Popen(
        [sys.executable, "-m", "arena", *words],
        cwd=package.folder,
        env=package.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        yield f"http://127.0.0.1:{port}"
        process.terminate()


@pytest.mark.skipif(find_spec("uvicorn") is None, reason="there is no web server")
def test_pages_of_the_site_have_the_game(site: str) -> None:
    start = page(f"{site}/", "Connect Four</h3>")
    assert 'href="#connect-four-red-disc"' in start
    assert 'href="/docs/games/connect-four"' in start
    form = page(f"{site}/play", f'value="{GAME}"')
    assert "random" in form
    assert "falls to the lowest free cell" in page(f"{site}/docs/games/{GAME}", "drops a disc")
    assert "Connect Four cup" in page(f"{site}/events/cup", 'class="standings"')
    assert 'id="connect-four-red-disc"' in page(f"{site}/events/cup/report", "Connect Four")


@pytest.mark.skipif(find_spec("playwright") is None, reason="there is no playwright")
def test_a_click_anywhere_in_a_column_drops_a_disc(site: str) -> None:
    from playwright.sync_api import expect  # noqa: PLC0415  # it may be missing

    from tests.arena.site.browsing import CHROMIUM, begin, browsing, visiting  # noqa: PLC0415

    if CHROMIUM is None:
        pytest.skip("there is no chromium")
    page(f"{site}/", "Connect Four</h3>")
    with browsing() as browser, visiting(browser, site) as visitor:
        board = begin(visitor, GAME, B="person")
        moves = board.locator("#moves button")
        for number, row in enumerate((6, 1, 3, 6, 5, 1), start=1):
            assert board.locator("#words").is_hidden()
            board.locator(f"[data-cell=d{row}]").click()
            expect(moves).to_have_count(number)
        assert moves.all_text_contents()[-1].startswith("d")
        board.locator("[data-cell=d2]").click()
        expect(board.locator("#refused")).to_have_text("Column d is full.")
        colour = "element => getComputedStyle(element).backgroundColor"
        assert board.locator(".player.b i").evaluate(colour) == "rgb(229, 184, 11)"


def page(address: str, sign: str) -> str:
    """Return a page in English, as soon as it has that text in it."""
    request = urllib.request.Request(address, headers={"accept": "text/html"})
    end = time.monotonic() + PATIENCE
    text = ""
    while sign not in text:
        assert time.monotonic() < end, text
        try:
            with urllib.request.urlopen(request) as answer:
                text = answer.read().decode()
        except URLError as error:
            text = str(error)
            time.sleep(0.2)
    return text


@pytest.fixture(name="game")
def game_of_the_page(package: Package, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process find the package, and the files of the page about its tests."""
    homes = [*game_folders.HOMES, package.folder / "tests/formats/games"]
    monkeypatch.setattr(game_folders, "HOMES", homes)
    with installed(package.site):
        yield
    sys.modules.pop(MODULE, None)


@pytest.mark.usefixtures("game")
def test_rules_and_second_opinion_count_the_moves_of_the_page() -> None:
    naive = naive_of(GAME)
    positions = list(read(folder_of(GAME) / "positions.perft", GAME))
    assert positions
    for counted in positions:
        matrix = read_matrix(counted.text.encode()).matrix
        assert matrix
        assert type(matrix.game) is all_games()[GAME]
        plain_position = PlainPosition.of(matrix.game, matrix.position)
        for depth, number in enumerate(counted.counts, start=1):
            assert perft(matrix.game, matrix.position, depth) == number
            assert count(naive, plain_position, depth) == number


@pytest.mark.usefixtures("game")
def test_rules_and_second_opinion_agree_in_random_games() -> None:
    game = all_games()[GAME]()
    for seed in range(20):
        random = Random(seed)
        for position in random_game(game, game.start(), random):
            assert_agreement(game, position, random)


def test_both_languages_have_the_same_files_and_commands() -> None:
    english, russian = map(blocks, PAGES)
    assert english == russian
