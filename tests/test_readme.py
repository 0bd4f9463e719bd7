"""Tests of README and docs/commands.md: commands print the shown output, link targets exist.

After an intended change, ``python tests/test_readme.py`` writes the new outputs into the pages.
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

PAIRS = {
    ROOT / "README.md": ROOT / "README.ru.md",
    ROOT / "docs/commands.md": ROOT / "docs/ru/commands.md",
}
"""Pages with commands, in English and in Russian."""
LOCALES = {
    page: locale
    for pair in PAIRS.items()
    for page, locale in zip(pair, ("C.UTF-8", "ru_RU.UTF-8"), strict=True)
}
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#]+)(?:#([^)]*))?\)")
_FILTER = re.compile(r" \| grep .*")
"""A filter of lines, whose words differ between the languages."""

pages = pytest.mark.parametrize("page", LOCALES, ids=lambda page: str(page.relative_to(ROOT)))
pairs = pytest.mark.parametrize(("english", "russian"), PAIRS.items(), ids=["README", "commands"])


def blocks(page: Path, language: str) -> list[str]:
    """Return the fenced blocks of the page in that language."""
    text = page.read_text(encoding="utf-8")
    return [body for name, body in _BLOCK.findall(text) if name == language]


def console_blocks(page: Path) -> list[str]:
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
    result = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=environment | {"PATH": search, "LANG": "C.UTF-8", "LC_MESSAGES": locale},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode in (0, 1), result.stdout
    return result.stdout


def fill_block(block: str, locale: str) -> str:
    """Return the console block as it should be: each command, then what it prints."""
    return "".join(f"$ {command}\n{output(command, locale)}" for command in commands(block))


def cases() -> Iterator[Case]:
    """Yield the console blocks as cases; bots must be built first and need a sandbox.

    A block that is the same in both languages is run once.
    """
    pages_of_both = (*PAIRS.values(), *PAIRS)
    locales = {block: LOCALES[page] for page in pages_of_both for block in console_blocks(page)}
    for block, locale in locales.items():
        why_not = ""
        if re.search("arena (match|check)", block):
            why_not = why_not_built() or ("" if strongest_here().isolates else "no sandbox is here")
        if "arena check" in block and which("musl-gcc") is None:
            why_not = why_not or "musl-gcc is not here (apt-get install musl-tools)"
        yield Case(f"{locale}: {commands(block)[0]}", (block, locale), why_not)


@pytest.mark.parametrize(("block", "locale"), present(cases()))
def test_commands_print_the_shown_output(block: str, locale: str) -> None:
    assert fill_block(block, locale) == block


@pages
def test_each_page_has_commands(page: Path) -> None:
    assert len(console_blocks(page)) > 1


@pairs
def test_translation_has_the_same_commands_and_programs(english: Path, russian: Path) -> None:
    here, there = (
        [_FILTER.sub("", command) for block in console_blocks(page) for command in commands(block)]
        for page in (english, russian)
    )
    assert here == there
    assert blocks(english, "python") == blocks(russian, "python")


@pairs
def test_translation_has_the_same_sections_blocks_and_pictures(
    english: Path, russian: Path
) -> None:
    def shape(page: Path) -> list[str]:
        text = _BLOCK.sub(r"```\1", page.read_text(encoding="utf-8"))
        return re.findall(r"^(#+ |```\w*|!(?=\[)|- )", text, re.MULTILINE)

    assert shape(english) == shape(russian)


@pairs
def test_pages_link_to_each_other_and_to_documents_of_their_language(
    english: Path, russian: Path
) -> None:
    here, there = (
        {path for path, _ in links(page) if path.endswith(".md")} for page in (english, russian)
    )
    names = [str(page.relative_to(ROOT)) for page in (english, russian)]
    assert names[1] in here
    assert names[0] in there
    assert there - {names[0]} == {translation(path) for path in here - {names[1]}}


def links(page: Path) -> list[tuple[str, str]]:
    """Return path and section of each link to a file, by the path from the top of the project."""
    targets = _LINK.findall(page.read_text(encoding="utf-8"))
    folder = page.parent
    return [
        (os.path.relpath(folder / path, ROOT), section)
        for path, section in targets
        if "://" not in path
    ]


def translation(path: str) -> str:
    """Return the path of the document in Russian, or the path itself if there is none."""
    russian = re.sub("^docs/(?=[^/]*$)", "docs/ru/", path)
    return russian if (ROOT / russian).is_file() else path


@pairs
def test_python_examples_print_the_shown_output(english: Path, russian: Path) -> None:
    for code in blocks(english, "python"):
        assert_output_is_shown(code, (english, russian))


def assert_output_is_shown(code: str, pages: tuple[Path, ...]) -> None:
    """Run the code and assert that its output follows it in each page."""
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert f"```python\n{code}```\n\n```\n{result.stdout}```\n" in text


@pytest.mark.skipif(which("g++") is None, reason="there is no compiler of C++")
@pytest.mark.skipif(not strongest_here().isolates, reason="no sandbox is here")
@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "README.ru.md"], ids=str)
def test_a_student_hands_in_a_bot_by_the_commands_of_the_page(page: Path, tmp_path: Path) -> None:
    (event,) = blocks(page, "toml")
    (tmp_path / "spring.toml").write_text(event, encoding="utf-8")
    (listing,) = (block for block in blocks(page, "") if block.startswith("arena new"))
    before_the_run = listing.partition("arena run")[0].splitlines()
    script = "\n".join(re.split(" {2,}", line)[0] for line in before_the_run)
    search = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    subprocess.run(
        ["bash", "-e", "-c", script], cwd=tmp_path, env={**os.environ, "PATH": search}, check=True
    )
    assert (tmp_path / "bots/ivanov").is_file()


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "README.ru.md"], ids=str)
def test_make_commands_of_the_page_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = re.findall(r"^make (\w+)$", "".join(blocks(page, "")), re.MULTILINE)
    assert commands
    for command in commands:
        assert re.search(rf"^{command}:", makefile, re.MULTILINE), command


@pytest.mark.parametrize("page", [*LOCALES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_link_targets_exist(page: Path) -> None:
    for path, section in links(page):
        assert (ROOT / path).exists(), path
        assert not section or section in anchors(ROOT / path)


if __name__ == "__main__":
    for page, locale in LOCALES.items():
        text = page.read_text(encoding="utf-8")
        for block in console_blocks(page):
            new = fill_block(block, locale)
            text = text.replace(f"```console\n{block}```", f"```console\n{new}```")
        page.write_text(text, encoding="utf-8")
