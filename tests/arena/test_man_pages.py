"""The manual pages: there is one for each command and language, and man reads all of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.commands import COMMANDS
from formats.text import LANGUAGES, Language
from tests.arena.conftest import Run
from tests.places import ROOT
from tests.present import needs

NAMES = ("arena", *(f"arena-{name}" for name in COMMANDS))
SECTIONS: dict[Language, tuple[str, ...]] = {
    "en": ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"),
    "ru": ("ИМЯ", "СИНТАКСИС", "ОПИСАНИЕ", "КЛЮЧИ"),
}
every_language = pytest.mark.parametrize("language", LANGUAGES)
UTF_8 = {**os.environ, "LC_ALL": "C.UTF-8"}


@pytest.fixture(scope="module", name="folder")
def write_pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("man")
    subprocess.run([sys.executable, ROOT / "scripts/man-pages", folder], check=True)
    return folder


def pages(folder: Path, language: Language) -> list[Path]:
    """Return the pages in that language."""
    place = folder / ("man1" if language == "en" else f"{language}/man1")
    return sorted(place.glob("*.1"))


@every_language
def test_each_command_has_a_page_with_its_sections(folder: Path, language: Language) -> None:
    assert {path.stem for path in pages(folder, language)} == set(NAMES)
    for path in pages(folder, language):
        lines = path.read_text(encoding="utf-8").splitlines()
        headings = [line.removeprefix(".SH ") for line in lines if line.startswith(".SH ")]
        assert tuple(headings[:3]) == SECTIONS[language][:3]
        assert SECTIONS[language][3] in headings


@every_language
@pytest.mark.parametrize("name", ["new", "check", "run", "table"])
def test_a_page_has_each_option_of_the_help(
    run: Run, folder: Path, name: str, language: Language
) -> None:
    (path,) = (path for path in pages(folder, language) if path.stem == f"arena-{name}")
    page = path.read_text(encoding="utf-8").replace("\\-", "-")
    help_text = run(name, "--help", "--lang", language).out
    lines = [line.strip() for line in help_text.splitlines() if line.startswith("  -")]
    assert len(lines) > 2
    for line in lines:
        assert f"\\fB{line.split('  ')[0]}\\fR" in page


@every_language
@needs("man", "groff")
def test_man_shows_each_page_without_a_warning(folder: Path, language: Language) -> None:
    for path in pages(folder, language):
        command = ["man", "--warnings", "-E", "UTF-8", "-l", str(path)]
        result = subprocess.run(command, env=UTF_8, capture_output=True, text=True, check=True)
        assert result.stderr == ""
        assert result.stdout.split("(1)")[0] == path.stem.upper()


@every_language
@needs("lexgrog")
def test_apropos_finds_each_page(folder: Path, language: Language) -> None:
    for path in pages(folder, language):
        command = ["lexgrog", str(path)]
        result = subprocess.run(command, env=UTF_8, capture_output=True, text=True, check=True)
        assert f'"{path.stem} - ' in result.stdout
