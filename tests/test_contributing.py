"""Tests of CONTRIBUTING.md, the architecture and the recipes: paths exist, examples work."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route

from formats.games import all_games
from formats.matrix import read_matrix
from referee.check import checks
from referee.check.checked_bot import CheckedBot
from referee.program import Program
from tests import class_bots
from tests.formats.games.example_games import SHORT
from tests.places import ROOT
from tests.planted.planting import GAMES, HARVEST, forget_games
from tests.referee import offending
from tests.tournaments.schedules.playing import by_lot, play_all
from tournaments.event.reader import read_event
from tournaments.schedules import all_schedules

PAGES = [
    ROOT / "CONTRIBUTING.md",
    ROOT / "docs/architecture.md",
    *sorted((ROOT / "docs/recipes").glob("*.md")),
]
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
_PROSE = re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
_PATH = re.compile(r"`([.\w+-]+(?:/[.\w+-]+)*/?)`")
_EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = {
    section.partition("\n")[0]: code
    for section in re.split("^#{1,3} ", TEXT, flags=re.MULTILINE)
    for code in _EXAMPLE.findall(section)
}

Plant = Callable[[str, str], str]
"""Function that adds a module with a text to a package and returns its full name."""


def paths() -> list[str]:
    """Return the paths in the prose of the pages; NAME in a path stands for the added file."""
    return sorted({path for path in _PATH.findall(_PROSE) if "/" in path})


def test_paths_are_read() -> None:
    assert len(paths()) > 60
    assert {"referee/turn.py", "formats/games/NAME.py", "arena/site/pages/"} <= set(paths())


@pytest.mark.parametrize("path", paths())
def test_path_exists(path: str) -> None:
    folder = re.split(r"[^/]*NAME", path)[0]
    assert (ROOT / folder).is_dir() if folder.endswith("/") else (ROOT / folder).is_file()


@pytest.fixture(name="plant")
def make_plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plant]:
    planted: list[str] = []

    def plant(package_name: str, text: str) -> str:
        package: Any = import_module(package_name)
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
        (tmp_path / "planted.py").write_text(text, encoding="utf-8")
        planted.append(f"{package_name}.planted")
        _forget()
        return planted[-1]

    yield plant
    _forget()
    for name in planted:
        sys.modules.pop(name, None)


def _forget() -> None:
    """Clear the caches of everything that is found by listing."""
    forget_games()
    for listing in (checks.all_checks, all_schedules):
        listing.cache_clear()


def test_an_added_game_is_found(plant: Plant) -> None:
    file = b"A 1 U\n0 30\n0 30\nwB\nAw\ngame harvest\nrests 1 1\n"
    assert not read_matrix(file).good
    plant("formats.games", (GAMES / f"{HARVEST}.py").read_text(encoding="utf-8"))
    matrix = read_matrix(file).matrix
    assert matrix
    assert type(matrix.game) is all_games()[HARVEST]
    assert list(map(str, matrix.game.moves(matrix.position))) == ["right", "up", "pass", "rest"]


def test_an_added_check_is_found(plant: Plant) -> None:
    plant("referee.check.checks", EXAMPLES["A check of submitted bots"])
    *_, (label, check) = checks.all_checks().items()
    assert label == "planted"
    for name, result in (("ivan", "PASSED"), ("ivan-the-terrible", "WARNED")):
        checked_bot = CheckedBot(Program(name, Path("bot")), all_games()[SHORT]())
        assert [finding.result.name for finding in check.run(checked_bot)] == [result]


EVENT = f"""
title = "Cup"
game = "{SHORT}"
entrants = [{{ name = "a", bot = "{SHORT}-nim" }}, {{ name = "b", bot = "{SHORT}-greedy" }}]
format = "gauntlet"
"""


def test_an_added_schedule_is_found_and_read_with_its_options(plant: Plant) -> None:
    plant("tournaments.schedules", EXAMPLES["A schedule"])
    event = read_event(f"{EVENT}laps = 2".encode()).event
    assert event
    schedule = event.sections[0].format.schedule("abcd", 0)
    progress = play_all(schedule, by_lot(1))
    pairings = [match_result.match.entrants for match_result in progress.match_results.values()]
    assert pairings == 2 * [("a", "b"), ("a", "c"), ("a", "d")]
    assert schedule.round_sizes() == (1,) * 6
    (fault,) = read_event(f"{EVENT}laps = 11".encode()).diagnostics
    assert fault.code == "E005"


def test_an_added_page_is_found(plant: Plant) -> None:
    pages = import_module("arena.site.pages")
    name = plant("arena.site.pages", EXAMPLES["A page"])
    (page,) = (page for page in pages.all_pages() if page.__name__ == name)
    assert pages.links_of(pages.all_pages())[-1].path == "/hello"
    (route,) = pages.routes_of(page, None)
    assert isinstance(route, Route)
    assert route.path == "/hello"


def test_an_added_offender_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offending, "FOLDER", tmp_path)
    folder = tmp_path / "does-nothing"
    folder.mkdir()
    (folder / "bot.sh").write_text("#!/bin/sh\nexit 0\n")
    (folder / "expected.toml").write_text('ending = "no-move"\nleft = "0.5"\n')
    (offender,) = offending.offenders()
    assert (offender.name, offender.ending, offender.left) == (
        "does-nothing",
        "no-move",
        Decimal("0.5"),
    )
    assert offending.program_of(offender, tmp_path).path.read_text().endswith("exit 0\n")


def test_an_added_honest_bot_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_bots, "HONEST", tmp_path)
    folder = tmp_path / "sh"
    folder.mkdir()
    (folder / "bot.sh").write_text("#!/bin/sh\nexit 0\n")
    (folder / "bot.toml").write_text('shows = "a shell is enough"\n')
    (bot,) = class_bots.honest_bots.__wrapped__()
    assert bot.source == folder / "bot.sh"
    assert bot.missing == []
