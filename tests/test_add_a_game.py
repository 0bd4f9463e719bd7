"""Tests of docs/add-a-game.md: the files of the page alone add a game that works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

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
from tests.planted.planting import for_children, planted_game
from tests.test_readme import commands

PAGES = (ROOT / "docs/add-a-game.md", ROOT / "docs/ru/add-a-game.md")
GAME = "connect-four"
_BLOCK = re.compile(r"^```(console|(?:python|perft) \S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


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


@pytest.fixture(name="folder")
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Add the game of the page to the games and the test folders."""
    write_files(PAGES[0], tmp_path)
    homes = [*game_folders.HOMES, tmp_path / "tests/formats/games"]
    monkeypatch.setattr(game_folders, "HOMES", homes)
    with planted_game(GAME, tmp_path / "formats/games"):
        yield tmp_path


def test_commands_print_the_output_of_the_page(folder: Path) -> None:
    search = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    modules = for_children(folder, folder / "formats/games")
    environment = {**os.environ, "PATH": search, "LC_ALL": "C.UTF-8", "PYTHONPATH": str(modules)}

    def ran(command: str) -> str:
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

    for block in blocks(PAGES[0]):
        if block.path is None:
            assert "".join(map(ran, commands(block.text))) == block.text


@pytest.mark.usefixtures("folder")
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


@pytest.mark.usefixtures("folder")
def test_rules_and_second_opinion_agree_in_random_games() -> None:
    game = all_games()[GAME]()
    for seed in range(20):
        random = Random(seed)
        for position in random_game(game, game.start(), random):
            assert_agreement(game, position, random)


def test_both_languages_have_the_same_files_and_commands() -> None:
    english, russian = map(blocks, PAGES)
    assert english == russian
