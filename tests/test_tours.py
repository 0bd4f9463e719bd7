"""Tests of the guided tours in docs/: each file is written and each command run, in one folder.

The output must be the one shown. ``...`` stands for text that differs each time: within a line for
a part of it, alone for any number of lines. ``python tests/test_tours.py`` prints the blocks of the
pages as they are now.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.places import ROOT
from tests.present import needs
from tests.test_documents import anchors
from tests.test_readme import commands
from tests.tournaments.events import needs_arena

TOURS = ("a-class.md", "first-bot.md")
LOCALES = {"docs": "C.UTF-8", "docs/ru": "ru_RU.UTF-8"}
PAGES = [Path(folder, name) for name in TOURS for folder in LOCALES]
DOTS = "..."
_BLOCK = re.compile(r"^```(console|file \S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#]*)(?:#([^)]*))?\)")
_QUOTED = re.compile(r"\"[^\"]*\"")


class Block(NamedTuple):
    """A file to write, or commands with their output."""

    path: str | None
    text: str


def blocks(page: Path) -> list[Block]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [Block(header.partition(" ")[2] or None, body) for header, body in _BLOCK.findall(text)]


def run_command(command: str, folder: Path, locale: str) -> str:
    """Return a command with its output in the folder, errors included."""
    environment = {name: value for name, value in os.environ.items() if name != "LC_ALL"}
    search = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    result = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment | {"PATH": search, "LANG": "C.UTF-8", "LC_MESSAGES": locale},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stdout
    return f"$ {command}\n{result.stdout}"


def take_tour(page: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Follow the page; yield each console block as shown and as printed."""
    for path, text in blocks(page):
        if path is not None:
            (folder / path).write_text(text, encoding="utf-8")
            continue
        locale = LOCALES[page.parent.as_posix()]
        yield text, "".join(run_command(command, folder, locale) for command in commands(text))


def pattern(shown: str) -> str:
    """Return a regular expression that matches every output allowed by the shown lines."""
    return "".join(_line(line) for line in shown.splitlines())


def _line(shown: str) -> str:
    return "(?:.*\n)*?" if shown == DOTS else ".*?".join(map(re.escape, shown.split(DOTS))) + "\n"


@needs_arena
@needs("g++")
@pytest.mark.xdist_group("run")
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_commands_print_the_shown_output(page: Path, tmp_path: Path) -> None:
    for shown, printed in take_tour(page, tmp_path):
        assert re.fullmatch(pattern(shown), printed), f"{shown}\n--- but:\n{printed}"


@pytest.mark.parametrize("name", TOURS)
def test_both_languages_have_the_same_files_and_commands(name: str) -> None:
    english, russian = (
        [(path, _without_words(commands(text))) for path, text in blocks(Path(folder, name))]
        for folder in LOCALES
    )
    assert english
    assert english == russian


def _without_words(typed: list[str]) -> list[str]:
    """Return the commands without what depends on the language: names of pages, quoted texts."""
    return [_QUOTED.sub('""', command.replace(".ru.", ".en.")) for command in typed]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_link_targets_exist(page: Path) -> None:
    for path, section in _LINK.findall((ROOT / page).read_text(encoding="utf-8")):
        target = ROOT / page.parent / path if path else ROOT / page
        assert target.is_file()
        assert not section or section in anchors(target)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            for _, printed in take_tour(Path(name), Path(folder)):
                print(f"```console\n{printed}```\n")
