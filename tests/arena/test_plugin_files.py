"""Files of a game of another package: which are found, and that a bad one harms only its game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.builder.executable import HERE, KERNEL
from tests.bot.programs import needs_compiler
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.places import ROOT
from tests.planted.installing import harvest_as, install

GAME = "rye"
PACKAGE = "rye_package"
SKELETON = "bot/skeletons/python/games/rye.py"
PIECES = "arena/drawing/pieces/rye.svg"
SYMBOL = '<symbol id="rye-corn" viewBox="0 0 1 1"><path d="M0 0h1"/></symbol>'


class Arena(NamedTuple):
    """The command where a package is installed whose game has further files."""

    folder: Path

    def write(self, path: str, data: bytes) -> None:
        file = self.folder / "site" / PACKAGE / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)

    def run(self, *words: str) -> tuple[int, str]:
        """Run Python with these words and return its status and its output, errors included."""
        search = os.pathsep.join([str(self.folder / "site"), str(ROOT)])
        result = subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": search, "XDG_CACHE_HOME": str(self.folder / "cache")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        return result.returncode, result.stdout

    def command(self, *words: str) -> tuple[int, str]:
        return self.run("-m", "arena", *words)

    def printed(self, expression: str, imports: str) -> str:
        """Return what Python prints of an expression."""
        status, output = self.run("-c", f"import {imports}; print({expression})")
        assert status == 0, output
        return output

    def state_of_plugins(self, language: str) -> str:
        status, output = self.command("doctor", "--json", "--lang", language)
        assert status == 0, output
        (details,) = (each["found"] for each in json.loads(output) if each["name"] == "plugins")
        return str(details)


@pytest.fixture(name="arena")
def arena_with_a_plugin(tmp_path: Path) -> Arena:
    install(
        tmp_path / "site",
        "rye",
        {f"{PACKAGE}/__init__.py": "", f"{PACKAGE}/game.py": harvest_as(GAME)},
        f"{GAME} = {PACKAGE}.game",
    )
    return Arena(tmp_path)


def test_a_drawing_is_in_every_page(arena: Arena) -> None:
    arena.write(PIECES, SYMBOL.encode())
    assert SYMBOL in arena.printed("arena.drawing.html.pieces()", "arena.drawing.html")
    assert arena.state_of_plugins("en") == f"{GAME} (rye 1.0)"


@pytest.mark.parametrize(
    ("data", "en", "ru"),
    [
        (b"<symbol>", "is left out: mismatched tag", "не используется: mismatched tag"),
        (b"\xff\xfe", "is left out: 'utf-8' codec", "не используется: 'utf-8' codec"),
        (b"</svg></body>", "is left out: ", "не используется: "),
        (b"<script>alert(1)</script>", "it must have symbols alone", "только символы"),
        (f'<symbol id="{DEFAULT}-red-piece"/>'.encode(), "begin with rye-", "начинаются с rye-"),
    ],
)
def test_a_bad_drawing_is_left_out_and_named(arena: Arena, data: bytes, en: str, ru: str) -> None:
    arena.write(PIECES, data)
    drawn = arena.printed("arena.drawing.html.pieces()", "arena.drawing.html")
    assert drawn.count("<symbol") == drawn.count('<symbol id="') > 0
    assert "rye" not in drawn
    assert "alert" not in drawn
    for language, part in (("en", en), ("ru", ru)):
        state = arena.state_of_plugins(language)
        assert part in state
        assert f"{PACKAGE}/{PIECES}" in state
        assert state.startswith(f"{GAME} (rye 1.0)")


@pytest.mark.parametrize(
    ("path", "data"),
    [(SKELETON, b"# \xff"), ("bot/skeletons/comments.ru.toml", b'"no end = 1')],
    ids=["rules", "comments"],
)
def test_a_bad_skeleton_is_named_and_harms_no_other(arena: Arena, path: str, data: bytes) -> None:
    arena.write(SKELETON, b"# Nothing.\n")
    arena.write(path, data)
    words = ("--language", "python", "--lang", "ru")
    status, output = arena.command("new", "ann", "--game", GAME, *words)
    assert (status, f"заготовка для игры {GAME} не читается: " in output) == (2, True), output
    assert not (arena.folder / "ann").exists()
    status, output = arena.command("new", "ann", "--game", SHORT, *words)
    assert status == 0, output


def test_a_fault_of_a_plugin_is_told_once(arena: Arena) -> None:
    (arena.folder / "site" / PACKAGE / "game.py").write_text("1 / 0\n")
    (arena.folder / "matrix.txt").write_text(f"A 1 U\n0 3\n0 3\noo\noo\ngame {GAME}\n")
    (arena.folder / "cup.toml").write_text(f'title = "Cup"\ngame = "{GAME}"\n')
    commands = (("start", GAME), ("validate", "matrix.txt"), ("run", "cup.toml"))
    for words in commands:
        status, output = arena.command(*words)
        assert status
        assert " ".join(output.split()).count("ZeroDivisionError") == 1, output


def test_rules_are_a_document_in_both_languages(arena: Arena) -> None:
    arena.write("docs/games/rye.md", b"# Rye\n\nCarts take it.\n")
    arena.write("docs/ru/games/rye.md", "# Рожь\n\nЕё собирают.\n".encode())
    arena.write("docs/rules.md", b"# Not the rules of the arena\n")
    pages = "arena.site.documents.markdown_pages"
    output = arena.printed(
        f"[{pages}.document('games/rye', x).title for x in ('en', 'ru')],"
        f" {pages}.rules_of('rye', 'Rye', 'en'), {pages}.document('rules', 'en').title",
        pages,
    )
    assert output.startswith("['Rye', 'Рожь'] /docs/games/rye ")
    assert "Not the rules" not in output


def test_styles_of_a_player_are_programs(arena: Arena) -> None:
    arena.write("bot/rye/__init__.py", b"")
    arena.write("bot/rye/champion.py", b"#!/usr/bin/env python3\nprint()\n")
    arena.write("bot/rye/Not A Style.py", b"")
    _, listed = arena.command("build", "--list")
    assert [name for name in listed.split() if name.startswith("rye")] == ["rye-champion"]
    assert arena.command("build", "rye")[0] == 0
    assert os.access(arena.folder / "bots/rye-champion", os.X_OK)
    status, output = arena.command("build", "rye", "--target", "windows")
    assert (status, "a Python program" in output) == (2, True)


@needs_compiler
def test_a_kernel_is_built_with_what_kernels_share(arena: Arena) -> None:
    """The kernel of another game is as good to be compiled."""
    kernel = next(HERE.glob(f"{SHORT}/{KERNEL}"))
    arena.write(
        f"bot/{GAME}/{KERNEL}", kernel.read_bytes().replace(f"bot.{SHORT}.".encode(), b"bot.rye.")
    )
    for path in kernel.parent.glob("*.p*d"):
        arena.write(
            f"bot/{GAME}/{path.name}", path.read_bytes().replace(f".{SHORT}.".encode(), b".rye.")
        )
    _, listed = arena.command("build", "--list")
    name = next(name for name in listed.split() if name.startswith(GAME))
    status, output = arena.command("build", name)
    assert status == 0, output
    assert (arena.folder / f"bots/{name}").read_bytes().startswith(b"\x7fELF")
