"""Games of other packages: a broken one is named with its fault, and harms no other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from formats.games import all_games, broken_plugins, plugin_files, why_not_here
from formats.matrix import read_matrix
from formats.record import BadRecord, read_record
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.places import ROOT
from tests.planted.installing import harvest_as, install, installed

GOOD = "barley"
RECORD = """\
[Start "A 1 U/0 30/0 30/wB/Aw/game {game}/rests 1 1"]
[Result "*"]
[Termination "unfinished"]

*
"""


class Break(NamedTuple):
    """A way to break a plugin, and what the sentences about it must contain."""

    name: str
    """Name of the game."""
    change: Callable[[str], str]
    en: str
    ru: str
    entry: str = "{name} = {module}"
    requires: str = "matrix-arena"

    @property
    def module(self) -> str:
        return f"game_{self.name.replace('-', '_')}"

    @property
    def package(self) -> str:
        return f"package-of-{self.name}"

    def install(self, site: Path) -> None:
        text = self.change(harvest_as(self.name))
        entry = self.entry.format(name=self.name, module=self.module)
        install(site, self.package, {f"{self.module}.py": text}, entry, self.requires)


def add_line(line: str) -> Callable[[str], str]:
    """Return a change that adds a line at the end."""
    return lambda source: f"{source}\n\n{line}\n"


def replace_text(old: str, new: str) -> Callable[[str], str]:
    """Return a change that replaces a text, which must be there."""

    def change(source: str) -> str:
        assert old in source
        return source.replace(old, new)

    return change


def nothing(source: str) -> str:
    return source


NO_IMPORT = "its module cannot be imported: "
NO_IMPORT_RU = "её модуль не импортируется: "
FAILS = "its rules fail: "
FAILS_RU = "её правила отказывают: "
_SECOND = 'class Second(Harvest):\n    """Another game."""'
BREAKS = [
    Break("syntax", add_line("def ("), f"{NO_IMPORT}SyntaxError: ", NO_IMPORT_RU),
    Break(
        "absent", add_line("import no_such_module"), f"{NO_IMPORT}ModuleNotFoundError", NO_IMPORT_RU
    ),
    Break(
        "later", add_line("from formats.game import Later"), f"{NO_IMPORT}ImportError", NO_IMPORT_RU
    ),
    Break(
        "raises", add_line("raise OSError('[red]{x}')"), "OSError: [red]{x}", "OSError: [red]{x}"
    ),
    Break("exits", add_line("raise SystemExit(3)"), f"{NO_IMPORT}SystemExit: 3", NO_IMPORT_RU),
    Break("recursion", add_line("def f(): f()\nf()"), f"{NO_IMPORT}RecursionError", NO_IMPORT_RU),
    Break("no-module", nothing, f"{NO_IMPORT}ModuleNotFound", NO_IMPORT_RU, "{name} = none_such"),
    Break("no-game", lambda _: "", "defines no subclass of Game", "не определён подкласс Game"),
    Break(
        "method",
        replace_text("def perform", "def do"),
        "lacks methods: perform",
        "методов: perform",
    ),
    Break(
        "two", add_line(_SECOND), "several games: Harvest, Second", "несколько игр: Harvest, Second"
    ),
    Break(
        "no-name",
        replace_text("    name:", "    nom:"),
        "lacks the attribute name",
        "атрибута name",
    ),
    Break(
        "example", replace_text("    example:", "    e:"), "attribute example", "атрибута example"
    ),
    Break(
        "cells-type", replace_text('= "-ABwc"', '= ["A"]'), "wrong type, list", "не того типа, list"
    ),
    Break("title", replace_text('Text("Harvest", "Жатва")', '"Harvest"'), "title", "title"),
    Break("sizes", replace_text("= (2, MOST)", "= 7"), "attribute sizes", "атрибута sizes"),
    Break("blank", replace_text('"-ABwc"', '"-AB wc"'), "visible ASCII", "видимыми знаками ASCII"),
    Break("slash", replace_text('"-ABwc"', '"-AB/wc"'), "other than /", "кроме /"),
    Break("quote", replace_text('"-ABwc"', "'-AB\"wc'"), "other than /", "кроме /"),
    Break("no-look", replace_text('"-ABwc"', '"-ABwcx"'), "with a look", "со своим видом"),
    Break(
        "no-footer", replace_text('= ("rests", "last")', "= ()"), "its footers must", "её footers"
    ),
    Break(
        "one-side", replace_text('"B": Text("b', '"C": Text("b'), "name A and B", "называть A и B"
    ),
    Break("renamed", replace_text('"renamed"', '"another"'), "is named another", "назван another"),
    Break(
        "start",
        replace_text("random = ", "random = 1 / 0, "),
        f"{FAILS}ZeroDivisionError",
        FAILS_RU,
    ),
    Break("size", replace_text("default=MOST", "default=None"), f"{FAILS}TypeError", FAILS_RU),
    Break(
        "parse",
        replace_text("        return text", '        return "up"'),
        "another move",
        "другой ход",
    ),
    Break(
        "attribute", nothing, "must name a module", "называть модуль", "{name} = {module}:Harvest"
    ),
    Break("malformed", nothing, "must name a module", "называть модуль", "{name} {module}"),
    Break("new", nothing, "needs matrix-arena>=99", "нужна", requires="matrix-arena>=99"),
    Break("old", nothing, "needs matrix-arena<0.0.1", "нужна", requires="matrix-arena (<0.0.1)"),
    Break("BadName", nothing, "small Latin letters", "строчных латинских букв"),
    Break(SHORT, nothing, f"of this name itself: {SHORT}", f"в самой арене: {SHORT}"),
]


@pytest.fixture(name="site")
def folder_of_packages(tmp_path: Path) -> Iterator[Path]:
    before = set(sys.modules)
    yield tmp_path / "site"
    for name in set(sys.modules) - before:
        if name.startswith(("game_", GOOD)):
            del sys.modules[name]


def install_good(site: Path) -> None:
    install(site, "fields", {f"{GOOD}.py": harvest_as(GOOD)}, f"{GOOD} = {GOOD}")


@pytest.mark.parametrize("broken", BREAKS, ids=lambda each: each.name)
def test_a_broken_plugin_is_named_and_harms_no_other(broken: Break, site: Path) -> None:
    own_games = set(all_games())
    install_good(site)
    broken.install(site)
    with installed(site):
        (plugin,) = broken_plugins()
        assert set(all_games()) == {*own_games, GOOD}
        sentences = plugin.sentence.say("en"), plugin.sentence.say("ru")
        if plugin.name not in own_games:
            assert why_not_here(plugin.name) == plugin.sentence
    for sentence, part in zip(sentences, (broken.en, broken.ru), strict=True):
        assert part in sentence
        assert f"{broken.package} 1.0" in sentence
        assert "\n" not in sentence


def test_two_packages_with_one_game_are_both_left_out(site: Path) -> None:
    for package in ("hay", "straw"):
        install(site, package, {f"game_{package}.py": harvest_as("barn")}, f"barn = game_{package}")
    install_good(site)
    with installed(site):
        assert GOOD in all_games()
        assert "barn" not in all_games()
        assert [plugin.package for plugin in broken_plugins()] == ["hay 1.0", "straw 1.0"]
        assert "hay 1.0, straw 1.0" in why_not_here("barn").en


def test_a_package_may_add_several_games_and_a_broken_one(site: Path) -> None:
    modules = {f"game_{name}.py": harvest_as(name) for name in ("oats", "rye")}
    modules["game_rice.py"] = "1 / 0"
    entries = "\n".join(f"{name} = game_{name}" for name in ("oats", "rye", "rice"))
    install(site, "crops", modules, entries)
    with installed(site):
        assert {"oats", "rye"} < set(all_games())
        assert [plugin.name for plugin in broken_plugins()] == ["rice"]


def test_a_plugin_may_ask_for_all_games_while_it_is_imported(site: Path) -> None:
    text = add_line("from formats.games import all_games\n\nall_games()")(harvest_as(GOOD))
    install(site, "fields", {f"{GOOD}.py": text}, f"{GOOD} = {GOOD}")
    with installed(site):
        assert GOOD in all_games()
        assert DEFAULT in all_games()


def test_the_first_of_two_copies_of_a_package_counts(site: Path) -> None:
    """A package may be found in two folders, as in a checkout and among installed packages."""
    install_good(site)
    install_good(site.parent / "another")
    with installed(site.parent / "another"), installed(site):
        assert GOOD in all_games()
        assert not broken_plugins()


def test_files_of_a_plugin_are_those_of_its_package(site: Path) -> None:
    files = {f"{GOOD}/__init__.py": harvest_as(GOOD), f"{GOOD}/arena/a.svg": "", "arena/b.svg": ""}
    install(site, "fields", files, f"{GOOD} = {GOOD}")
    with installed(site):
        assert plugin_files("arena/*.svg") == {GOOD: [site / f"{GOOD}/arena/a.svg"]}


def test_a_module_in_no_package_has_no_files(site: Path) -> None:
    """The folder of installed packages is not its own."""
    install_good(site)
    (site / "arena").mkdir()
    (site / "arena/a.svg").write_text("")
    with installed(site):
        assert plugin_files("arena/*.svg") == {GOOD: []}


def test_files_and_records_of_a_game_that_is_not_here_say_so(site: Path) -> None:
    install_good(site)
    with installed(site):
        assert read_record(RECORD.format(game=GOOD)).start.game.name == GOOD
    with pytest.raises(BadRecord, match=f"the game «{GOOD}» is not installed here"):
        read_record(RECORD.format(game=GOOD))


def test_a_file_of_a_broken_game_names_the_fault(site: Path) -> None:
    broken = Break(GOOD, add_line("1 / 0"), "ZeroDivisionError", "")
    broken.install(site)
    with installed(site):
        file = f"A 1 U\n0 30\n0 30\nwB\nAw\ngame {GOOD}\nrests 1 1\n".encode()
        (diagnostic, *_) = read_matrix(file).diagnostics
    assert "ZeroDivisionError" in diagnostic.sentence("en")
    assert broken.package in diagnostic.sentence("ru")


def test_nothing_is_imported_where_no_package_has_a_game() -> None:
    program = (
        "import sys, formats.games; formats.games.all_games();"
        "print('importlib.metadata' in sys.modules, formats.games.plugins())"
    )
    result = subprocess.run(
        [sys.executable, "-S", "-c", program], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert result.stdout == "False ()\n"


def test_damaged_metadata_of_any_package_hinders_no_game(site: Path) -> None:
    install_good(site)
    (site / "damaged-1.dist-info").mkdir()
    (site / "damaged-1.dist-info/METADATA").write_bytes(b"\xff\xfe")
    (site / "damaged-1.dist-info/entry_points.txt").write_bytes(b"\xff[matrix_arena.games]")
    with installed(site):
        assert GOOD in all_games()


@pytest.fixture(name="arena")
def command_with_broken_plugins(site: Path, tmp_path: Path) -> Callable[..., tuple[int, str]]:
    """Run the command where all broken plugins of the table are installed beside a good one."""
    install_good(site)
    for broken in BREAKS:
        broken.install(site)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])}

    def run(*words: str) -> tuple[int, str]:
        result = subprocess.run(
            [sys.executable, "-m", "arena", *words],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        return result.returncode, result.stdout

    return run


def test_commands_work_beside_broken_plugins_and_name_them(
    arena: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    for game in (SHORT, GOOD):
        status, file = arena("start", game)
        assert status == 0, file
        (tmp_path / "start.txt").write_text(file)
        assert arena("validate", "start.txt")[0] == 0
    (tmp_path / "default.txt").write_text("A 1 U\n0 30\n0 30\n" + "--------\n" * 7 + "B------A\n")
    assert "M407" not in arena("validate", "default.txt")[1]
    for language in ("en", "ru"):
        abilities = json.loads(arena("doctor", "--json", "--lang", language)[1])
        (about,) = (line["found"] for line in abilities if line["name"] == "plugins")
        assert f"{GOOD} (fields 1.0)" in about
        for broken in BREAKS:
            assert (broken.en if language == "en" else broken.ru) in about, broken.name
    assert "package-of-syntax 1.0" in " ".join(arena("start", "--help")[1].split())
    for words in (
        ("start", "syntax"),
        ("new", "ann", "--game", "syntax"),
        ("play", "--game", "syntax"),
        ("match", "syntax-random", "syntax"),
    ):
        status, told_text = arena(*words)
        assert status == 2
        assert "the game syntax of the package package-of-syntax 1.0 is left out: " in told_text
        assert "SyntaxError" in told_text
