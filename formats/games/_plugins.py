"""Plugins: games of packages outside this repository.

A package names a module with one game under the entry point group ``matrix_arena.games``; the entry
point has the name of the game. The module is imported together with the games of the arena: so it
is trusted code. A plugin with a fault is left out, and a sentence says why; it hinders no other
game. The package has the files of its game (a drawing, a skeleton) under the paths that they would
have in this repository.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from inspect import isabstract
from types import UnionType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, get_args, get_origin, get_type_hints

from formats.game import PLAYERS, AnyGame, Game, game_classes
from formats.printable import printable
from formats.text import LANGUAGES, Text

if TYPE_CHECKING:
    from pathlib import Path

GROUP = "matrix_arena.games"
_ARENA = "matrix-arena"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_KEY = re.compile("[a-z]+")
_CELLS = re.compile(r"""(?:(?![/"\\])[!-~])+""")
_REQUIREMENT = re.compile(r"matrix[-_.]+arena\b(?P<versions>[^;\[]*)", re.IGNORECASE)
_BOUND = re.compile(r"(>=|<)\s*([0-9]+(?:\.[0-9]+)*)")
_ODD_BOARDS: Sequence[Sequence[str]] = ((), ("",), ("-",), ("AB*", "x"))
"""Rows that are hardly a board: every game is asked for the size of any rows that a file has."""

_LEFT_OUT = Text(
    "the game {name} of the package {package} is left out: {fault}",
    "игра {name} из пакета {package} не подключена: {fault}",
)
_BAD_NAME = Text(
    "a game's name has small Latin letters, digits and hyphens",
    "название игры состоит из строчных латинских букв, цифр и дефисов",
)
_SEVERAL_PLUGINS = Text(
    "several packages add a game of this name: {packages}",
    "игру с таким названием добавляют несколько пакетов: {packages}",
)
_OWN_NAME = Text(
    "the arena has a game of this name itself: {name}",
    "игра с таким названием есть в самой арене: {name}",
)
_OTHER_ARENA = Text(
    "it needs {needed}, and this is matrix-arena {version}",
    "ей нужна {needed}, а здесь matrix-arena {version}",
)
_NOT_A_MODULE = Text(
    "the entry point must name a module, not {value}",
    "точка входа должна называть модуль, а не {value}",
)
_NO_IMPORT = Text("its module cannot be imported: {why}", "её модуль не импортируется: {why}")
_NO_GAME = Text(
    "the module {module} defines no subclass of Game",
    "в модуле {module} не определён подкласс Game",
)
_INCOMPLETE = Text(
    "its class {name} lacks methods: {methods}", "её классу {name} не хватает методов: {methods}"
)
_SEVERAL_GAMES = Text(
    "the module {module} defines several games: {names}",
    "в модуле {module} определено несколько игр: {names}",
)
_NO_ATTRIBUTE = Text(
    "its class {name} lacks the attribute {attribute}",
    "у её класса {name} нет атрибута {attribute}",
)
_WRONG_TYPE = Text(
    "the attribute {attribute} of its class {name} has a value of a wrong type, {type}",
    "у атрибута {attribute} её класса {name} значение не того типа, {type}",
)
_OTHER_NAME = Text(
    "its class is named {found}, and the entry point {name}",
    "её класс назван {found}, а точка входа — {name}",
)
_BAD_CELLS = Text(
    'its cells must be visible ASCII characters other than / " \\, each once and with a look',
    'её клетки должны быть видимыми знаками ASCII, кроме / " \\, каждый один раз и со своим видом'
    " (looks)",
)
_BAD_FOOTERS = Text(
    "its footers must name at least one line, in small Latin letters, such as last",
    "её footers должны называть хотя бы одну строку строчными латинскими буквами, например last",
)
_NO_SIDES = Text("its sides must name A and B", "её sides должны называть A и B")
_RULES_FAIL = Text("its rules fail: {why}", "её правила отказывают: {why}")
_NOT_ITS_MOVE = Text("parse({text!r}) is another move", "parse({text!r}) — другой ход")


@dataclass(frozen=True, slots=True)
class Plugin:
    """A game of another package: its class, or the fault for which it is left out."""

    name: str
    """Name of the entry point and of the game."""
    package: str
    """Name and version of the package."""
    game: type[AnyGame] | None = None
    fault: Text | None = None
    folder: str | None = None
    """Folder of the Python package of its module; None for a module that is in no package."""

    @property
    def sentence(self) -> Text:
        """Sentence that names the plugin and its fault."""
        values = {"name": self.name, "package": self.package, "fault": self.fault or ""}
        return _LEFT_OUT.filled(values)

    def files(self, pattern: str) -> list[Path]:
        """Return the files of the package whose paths match a pattern of ``Path.glob``.

        In it ``{game}`` stands for the name of the game, ``{module}`` for that of its folder.
        """
        from pathlib import Path  # noqa: PLC0415 - only plugins need it

        filled = pattern.format(game=self.name, module=self.name.replace("-", "_"))
        return sorted(Path(self.folder).glob(filled)) if self.folder else []

    @property
    def sources(self) -> list[Path]:
        """Python files of the package, or the only one of a module that is in no package."""
        from pathlib import Path  # noqa: PLC0415 - as above

        module = sys.modules[self.game.__module__] if self.game else None
        module_file = getattr(module, "__file__", None)
        return self.files("**/*.py") or [Path(file) for file in [module_file] if file]


class _BadPlugin(Exception):  # noqa: N818  # The name says what it is.
    """A plugin with a fault, which ``text`` says."""

    def __init__(self, text: Text, /, **values: object) -> None:
        super().__init__()
        self.text = text.filled(values)


def find_plugins(own_games: Mapping[str, type[AnyGame]]) -> tuple[Plugin, ...]:
    """Return the plugins of all installed packages, by name; ``own_games`` are the arena's."""
    if not _is_any_installed():
        return ()
    entries = sorted(_entries())
    packages: dict[str, list[str]] = {}
    for entry in entries:
        packages.setdefault(entry.name, []).append(entry.package)
    return tuple(_plugin(entry, packages[entry.name], own_games) for entry in entries)


class _Entry(NamedTuple):
    """An entry point of the group, with the requirements of its package."""

    name: str
    package: str
    value: str
    requirements: tuple[str, ...]


def _entries() -> Iterator[_Entry]:
    """Yield the entry points of the group; a package whose list is malformed hinders no other.

    Such a package has one entry point, without a value.
    """
    from importlib.metadata import distributions  # noqa: PLC0415 - it loads fifty modules

    known = set()
    for distribution in distributions():
        try:
            name, version = distribution.name, distribution.version
            text = distribution.read_text("entry_points.txt") or ""
            requirements = tuple(distribution.requires or ())
        except Exception:  # A broken installation has no game.
            continue
        if GROUP not in text or name in known:
            continue
        known.add(name)  # Of two copies the first one is imported.
        package = printable(f"{name} {version}")
        try:
            for entry in distribution.entry_points.select(group=GROUP):
                yield _Entry(entry.name, package, entry.value, requirements)
        except Exception:
            yield _Entry(name, package, "", ())


def _plugin(
    entry: _Entry, packages: Sequence[str], own_games: Mapping[str, type[AnyGame]]
) -> Plugin:
    """Return the plugin of an entry point; ``packages`` are all that have one of its name."""
    try:
        game = _game(entry, packages, own_games)
    except _BadPlugin as error:
        return Plugin(printable(entry.name), entry.package, fault=error.text)
    return Plugin(entry.name, entry.package, game, folder=_package_folder(entry.value))


def _is_any_installed() -> bool:
    """Return whether an installed package may have a plugin, by a look at its metadata alone.

    Python's own library would load fifty modules to find that there is none.
    """
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208  # pathlib is slow to load
        except NotADirectoryError:  # an archive
            return True
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")) and _has_group(folder, name):
                return True
    return False


def _has_group(folder: str, name: str) -> bool:
    try:
        with open(os.path.join(folder, name, "entry_points.txt"), "rb") as file:  # noqa: PTH118, PTH123
            return GROUP.encode() in file.read()
    except OSError:
        return False


def _game(
    entry: _Entry, packages: Sequence[str], own_games: Mapping[str, type[AnyGame]]
) -> type[AnyGame]:
    """Return the game of an entry point. Raise _BadPlugin."""
    if not _MODULE.fullmatch(entry.value):
        raise _BadPlugin(_NOT_A_MODULE, value=repr(entry.value))
    if not _NAME.fullmatch(entry.name):
        raise _BadPlugin(_BAD_NAME)
    if len(packages) > 1:
        raise _BadPlugin(_SEVERAL_PLUGINS, packages=", ".join(packages))
    if entry.name in own_games:
        raise _BadPlugin(_OWN_NAME, name=entry.name)
    _check_arena(entry.requirements)
    game = _game_in_module(entry.value)
    _check_attributes(game)
    _check_values(game, entry.name, own_games)
    try:
        _try_rules(game)
    except _BadPlugin as error:
        raise _BadPlugin(_RULES_FAIL, why=error.text) from None
    except (Exception, SystemExit) as error:
        raise _BadPlugin(_RULES_FAIL, why=_error_text(error)) from None
    return game


def _package_folder(module_name: str) -> str | None:
    package = sys.modules.get(sys.modules[module_name].__package__ or "")
    return next(iter(getattr(package, "__path__", ())), None)


def _check_arena(requirements: Iterable[str]) -> None:
    """Raise _BadPlugin if the package requires another version of the arena."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - as above

    try:
        here = version(_ARENA)
    except PackageNotFoundError:  # a checkout that is not installed
        return
    for match in filter(None, map(_REQUIREMENT.match, requirements)):
        versions = match["versions"].strip(" ()")
        for sign, bound in _BOUND.findall(versions):
            if (_release(here) < _release(bound)) != (sign == "<"):
                raise _BadPlugin(_OTHER_ARENA, needed=f"{_ARENA}{versions}", version=here)


def _release(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version without zeros at the end: (1, 2) of 1.2.0.dev3."""
    match = re.match(r"[0-9]+(\.[0-9]+)*", version)
    numbers = [int(number) for number in match[0].split(".")] if match else []
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _game_in_module(name: str) -> type[AnyGame]:
    try:
        classes = game_classes(import_module(name))
    except (Exception, SystemExit) as error:
        raise _BadPlugin(_NO_IMPORT, why=_error_text(error)) from None
    games = [game for game in classes if not isabstract(game)]
    if len(games) > 1:
        names = ", ".join(game.__name__ for game in games)
        raise _BadPlugin(_SEVERAL_GAMES, module=name, names=names)
    if not classes:
        raise _BadPlugin(_NO_GAME, module=name)
    if not games:
        methods = ", ".join(sorted(getattr(classes[0], "__abstractmethods__", ())))
        raise _BadPlugin(_INCOMPLETE, name=classes[0].__name__, methods=methods)
    return games[0]


def _check_attributes(game: type[AnyGame]) -> None:
    """Raise _BadPlugin unless the class has every attribute of a game, of the declared type."""
    for attribute, hint in get_type_hints(Game).items():
        if get_origin(hint) is not ClassVar:
            continue
        if not hasattr(game, attribute):
            raise _BadPlugin(_NO_ATTRIBUTE, name=game.__name__, attribute=attribute)
        (declared,) = get_args(hint)
        allowed = get_args(declared) if get_origin(declared) is UnionType else (declared,)
        value = getattr(game, attribute)
        if not isinstance(value, tuple(get_origin(kind) or kind for kind in allowed)):
            values: dict[str, object] = {"attribute": attribute, "type": type(value).__name__}
            raise _BadPlugin(_WRONG_TYPE, name=game.__name__, **values)


def _check_values(game: type[AnyGame], name: str, own_games: Mapping[str, type[AnyGame]]) -> None:
    if game.name != name:
        raise _BadPlugin(_OTHER_NAME, found=game.name, name=name)
    for own in own_games.values():
        own_titles = {own.name, *(own.title.say(language).casefold() for language in LANGUAGES)}
        if own_titles & {game.title.say(language).casefold() for language in LANGUAGES}:
            raise _BadPlugin(_OWN_NAME, name=own.title)
    is_each_once = len(set(game.cells)) == len(game.cells)
    if not (is_each_once and _CELLS.fullmatch(game.cells) and set(game.cells) <= set(game.looks)):
        raise _BadPlugin(_BAD_CELLS)
    if not game.footers or not all(map(_KEY.fullmatch, game.footers)):
        raise _BadPlugin(_BAD_FOOTERS)
    if set(game.sides) != set(PLAYERS):
        raise _BadPlugin(_NO_SIDES)


def _try_rules(game_type: type[AnyGame]) -> None:
    """Call the methods of the rules that every command calls; their exceptions pass through."""
    for rules in (None, *game_type.rule_sets):
        game: AnyGame = game_type.with_rules(rules)
        start = game.start()
        for rows in (start.board.rows, *_ODD_BOARDS):
            game.size_of(rows)
        _first(game.faults(start))
        _first(game.steps(start))
        game.outcome(start)
        for cell in start.board:
            game.look_of(start.board, cell)
        for move in _first(game.moves(start)):
            if game.parse(str(move)) != move:
                raise _BadPlugin(_NOT_ITS_MOVE, text=str(move))
            game.outcome(game.play(start, move))


def _first(values: Iterator[Any]) -> list[Any]:
    """Return a list of the first value; an empty list if there is none."""
    return [value for value, _ in zip(values, range(1), strict=False)]


def _error_text(error: BaseException) -> str:
    first_line = next(iter(str(error).splitlines()), "")
    return printable(f"{type(error).__name__}: {first_line}".removesuffix(": "))
