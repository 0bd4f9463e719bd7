"""The guided tours in docs/: every file on them is written, every command run, in one folder.

What is shown must be what is printed. ``...`` stands for what differs from one time to the next: in
a line for a part of it, alone for any number of lines. ``python tests/test_tours.py`` prints the
blocks of the pages as they are now.
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
    """A file that is to be written, or commands and what they print."""

    path: str | None
    text: str


def blocks(page: Path) -> list[Block]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [Block(kind.partition(" ")[2] or None, body) for kind, body in _BLOCK.findall(text)]


def ran(command: str, folder: Path, locale: str) -> str:
    """What it prints when typed in that folder, errors included."""
    environment = {name: value for name, value in os.environ.items() if name != "LC_ALL"}
    search = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment | {"PATH": search, "LANG": "C.UTF-8", "LC_MESSAGES": locale},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return f"$ {command}\n{done.stdout}"


def toured(page: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """What each block of commands shows, and what they print in their turn."""
    for path, text in blocks(page):
        if path is not None:
            (folder / path).write_text(text, encoding="utf-8")
            continue
        locale = LOCALES[page.parent.as_posix()]
        yield text, "".join(ran(command, folder, locale) for command in commands(text))


def pattern(shown: str) -> str:
    """A regular expression for what may be printed."""
    return "".join(_line(line) for line in shown.splitlines())


def _line(shown: str) -> str:
    return "(?:.*\n)*?" if shown == DOTS else ".*?".join(map(re.escape, shown.split(DOTS))) + "\n"


@needs_arena
@needs("g++")
@pytest.mark.xdist_group("run")
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_commands_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    for shown, printed in toured(page, tmp_path):
        assert re.fullmatch(pattern(shown), printed), f"{shown}\n--- but:\n{printed}"


@pytest.mark.parametrize("name", TOURS)
def test_both_languages_go_the_same_way(name: str) -> None:
    english, russian = (
        [(path, _without_words(commands(text))) for path, text in blocks(Path(each, name))]
        for each in LOCALES
    )
    assert english
    assert english == russian


def _without_words(typed: list[str]) -> list[str]:
    """Return the commands without what depends on the language: names of pages, quoted texts."""
    return [_QUOTED.sub('""', command.replace(".ru.", ".en.")) for command in typed]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    for path, section in _LINK.findall((ROOT / page).read_text(encoding="utf-8")):
        target = ROOT / page.parent / path if path else ROOT / page
        assert target.is_file()
        assert not section or section in anchors(target)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            for _, printed in toured(Path(name), Path(folder)):
                print(f"```console\n{printed}```\n")
