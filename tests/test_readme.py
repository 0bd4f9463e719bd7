"""README.md and README.ru.md: their commands print what is shown, their links lead somewhere.

After a change that is meant, ``python tests/test_readme.py`` writes the new outputs into both.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

from tests.bot.programs import why_not_built
from tests.places import ROOT
from tests.present import Case, present
from tests.referee.needs import strongest_here
from tests.test_documents import anchors

ENGLISH, RUSSIAN = ROOT / "README.md", ROOT / "README.ru.md"
LOCALES = {ENGLISH: "C.UTF-8", RUSSIAN: "ru_RU.UTF-8"}
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#]+)(?:#([^)]*))?\)")
_FILTER = re.compile(r" \| grep .*")
"""A filter of lines, whose words are those of the language."""

pages = pytest.mark.parametrize("page", LOCALES, ids=lambda page: page.name)


def blocks(page: Path, language: str) -> list[str]:
    """Return the fenced blocks of the page in that language."""
    text = page.read_text(encoding="utf-8")
    return [body for name, body in _BLOCK.findall(text) if name == language]


def shown(page: Path) -> list[str]:
    """Return the console blocks of the page."""
    return blocks(page, "console")


def commands(block: str) -> list[str]:
    """Return the commands of a console block."""
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]


def output(command: str, locale: str) -> str:
    """Return what the command prints when typed in the project's folder, errors included.

    The locale is set for messages only: bash complains of an LC_ALL that is not installed.
    """
    environment = {name: value for name, value in os.environ.items() if name != "LC_ALL"}
    search = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=environment | {"PATH": search, "LANG": "C.UTF-8", "LC_MESSAGES": locale},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout
    return done.stdout


def filled(block: str, locale: str) -> str:
    """Return the console block as it should be: each command, then what it prints."""
    return "".join(f"$ {command}\n{output(command, locale)}" for command in commands(block))


def cases() -> Iterator[Case]:
    """Yield the console blocks; our bots must be built first, and any bot needs the sandbox.

    A block that is the same in both languages is run once.
    """
    locales = {block: LOCALES[page] for page in (RUSSIAN, ENGLISH) for block in shown(page)}
    for block, locale in locales.items():
        why_not = ""
        if re.search("arena (match|check)", block):
            why_not = why_not_built() or ("" if strongest_here().isolates else "no sandbox is here")
        if "arena check" in block and which("musl-gcc") is None:
            why_not = why_not or "musl-gcc is not here (apt-get install musl-tools)"
        yield Case(f"{locale}: {commands(block)[0]}", (block, locale), why_not)


@pytest.mark.parametrize(("block", "locale"), present(cases()))
def test_commands_print_what_is_shown(block: str, locale: str) -> None:
    assert filled(block, locale) == block


@pages
def test_there_are_commands(page: Path) -> None:
    assert len(shown(page)) > 5


def test_translation_has_the_same_commands_and_programs() -> None:
    english, russian = (
        [_FILTER.sub("", command) for block in shown(page) for command in commands(block)]
        for page in LOCALES
    )
    assert english == russian
    assert blocks(ENGLISH, "python") == blocks(RUSSIAN, "python")


def test_translation_has_the_same_sections_blocks_and_pictures() -> None:
    def shape(page: Path) -> list[str]:
        text = _BLOCK.sub(r"```\1", page.read_text(encoding="utf-8"))
        return re.findall(r"^(#+ |```\w*|!(?=\[)|- )", text, re.MULTILINE)

    assert shape(ENGLISH) == shape(RUSSIAN)


def test_each_leads_to_the_other_and_to_documents_of_its_language() -> None:
    english, russian = (
        {path for path, _ in links(page) if path.endswith(".md")} - {page.name} for page in LOCALES
    )
    assert RUSSIAN.name in english
    assert ENGLISH.name in russian
    assert russian - {ENGLISH.name} == {translation(path) for path in english - {RUSSIAN.name}}


def links(page: Path) -> list[tuple[str, str]]:
    """Return the path and the section of each link to a file of the project."""
    targets = _LINK.findall(page.read_text(encoding="utf-8"))
    return [(path, section) for path, section in targets if "://" not in path]


def translation(path: str) -> str:
    """Return the path of the document in Russian, or the path itself if there is none."""
    russian = re.sub("^docs/(?=[^/]*$)", "docs/ru/", path)
    return russian if (ROOT / russian).is_file() else path


@pytest.mark.parametrize("code", blocks(ENGLISH, "python"))
def test_python_examples_print_what_is_shown(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    for page in LOCALES:
        text = page.read_text(encoding="utf-8")
        assert f"```python\n{code}```\n\n```\n{done.stdout}```\n" in text


@pages
def test_make_knows_its_commands(page: Path) -> None:
    known = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = re.findall(r"^make (\w+)$", "".join(blocks(page, "")), re.MULTILINE)
    assert named
    for command in named:
        assert re.search(rf"^{command}:", known, re.MULTILINE), command


@pytest.mark.parametrize("page", [*LOCALES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for path, section in links(page):
        assert (ROOT / path).exists(), path
        assert not section or section in anchors(ROOT / path)


if __name__ == "__main__":
    for page, locale in LOCALES.items():
        text = page.read_text(encoding="utf-8")
        for block in shown(page):
            new = filled(block, locale)
            text = text.replace(f"```console\n{block}```", f"```console\n{new}```")
        page.write_text(text, encoding="utf-8")
