"""What a command takes from its command line, told by the signature of its function.

    def moves(
        file: Annotated[str, Argument(metavar="FILE", help="A matrix.txt.")],
        limit: Annotated[int | None, Option("--limit", min=1)] = None,
    ) -> None:
        \"\"\"List the legal moves, one a line.\"\"\"

becomes a command of click with an argument FILE, which must be there, and an option ``--limit``;
its help begins with the docstring. A type is written once, where mypy sees it too.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import click


class Argument:
    """A word that is known by its place."""

    def __init__(self, *, metavar: str, help: str, min: int | None = None) -> None:
        self.metavar = metavar
        self.help = help
        self.range = (min, None)
        self.path = click.Path(path_type=Path)


class Option:
    """A word that begins with dashes; it is called as its parameter is, unless names are given."""

    def __init__(
        self,
        *names: str,
        help: str = "",
        metavar: str | None = None,
        min: int | None = None,
        max: int | None = None,
        exists: bool = False,
        file_okay: bool = True,
        dir_okay: bool = True,
        show_default: bool = True,
    ) -> None:
        self.names = names
        self.help = help
        self.metavar = metavar
        self.range = (min, max)
        self.path = click.Path(exists, file_okay, dir_okay, path_type=Path)
        self.show_default = show_default


class _Choice(click.Choice[str]):
    """The values of an enumeration, which the command is given a member of."""

    def __init__(self, members: type[StrEnum]) -> None:
        super().__init__([str(member) for member in members])
        self._members = members

    def convert(self, value: Any, *where: Any) -> Any:
        return self._members(super().convert(value, *where))


def command(name: str, function: Callable[..., None]) -> click.Command:
    """The command that calls this function."""
    hints = get_type_hints(function, include_extras=True)
    signature = inspect.signature(function).parameters.values()
    parameters = [_parameter(one, *get_args(hints[one.name])) for one in signature]
    return click.Command(name, callback=function, params=parameters, help=inspect.getdoc(function))


def _parameter(one: inspect.Parameter, hint: Any, told: Argument | Option) -> click.Parameter:
    """A parameter of a function as click takes it."""
    kind = _without_none(hint)
    many = get_origin(kind) is list
    kind = _type(get_args(kind)[0] if many else kind, told)
    required = one.default is inspect.Parameter.empty
    said = {"required": required, "type": kind, "help": told.help, "default": one.default}
    if required:
        del said["default"]
    elif isinstance(one.default, StrEnum):
        said["default"] = str(one.default)  # as it would be typed, and so the help shows it
    if isinstance(told, Argument):
        metavar = told.metavar if required else f"[{told.metavar}]"
        return click.Argument([one.name], metavar=metavar, nargs=-1 if many else 1, **said)
    return click.Option(
        [one.name, *(told.names or [f"--{one.name.replace('_', '-')}"])],
        is_flag=kind is bool,
        multiple=many,
        metavar=told.metavar,
        show_default=told.show_default,
        **said,
    )


def _without_none(hint: Any) -> Any:
    """The type of a value that is there."""
    if not isinstance(hint, UnionType):
        return hint
    (kind,) = (one for one in get_args(hint) if one is not NoneType)
    return kind


def _type(kind: Any, told: Argument | Option) -> Any:
    """What click reads the word by."""
    if get_origin(kind) is tuple:
        return get_args(kind)
    if issubclass(kind, StrEnum):
        return _Choice(kind)
    if issubclass(kind, Path):
        return told.path
    if told.range == (None, None):
        return kind
    return (click.IntRange if kind is int else click.FloatRange)(*told.range)
