"""What a command takes from its command line, told by the signature of its function.

    def moves(
        file: Annotated[str, Argument(metavar="FILE", help=Text("A file.", "Файл."))],
        limit: Annotated[int | None, Option("--limit", min=1)] = None,
    ) -> None: ...

becomes a command of click with an argument FILE, which must be there, and an option ``--limit``.
A type is written once, where mypy sees it too.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeAlias, cast, get_args, get_origin, get_type_hints

import click
from click.types import FloatParamType, IntParamType, StringParamType

from arena.click_texts import TYPES, placeholder
from arena.commands import HELP_NAMES
from formats.text import Language, Text

Help: TypeAlias = Text | Callable[[], Text]
"""A sentence, or what makes it when it is needed."""


class WrongUsage(click.UsageError):
    """A command line that cannot be followed, and why, in all languages."""

    def __init__(self, text: Text, /, **values: object) -> None:
        self.text = text.filled(values)
        super().__init__(self.text.en)

    def said(self, language: Language) -> click.UsageError:
        return click.UsageError(self.text.say(language))


class Argument:
    """A word that is known by its place."""

    def __init__(self, *, metavar: str, help: Help, min: int | None = None) -> None:
        self.metavar = metavar
        self.help = help
        self.range = (min, None)
        self.path = (False, True, True)


class Option:
    """A word that begins with dashes; it is called as its parameter is, unless names are given."""

    def __init__(
        self,
        *names: str,
        help: Help = Text("", ""),  # noqa: B008  # frozen
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
        self.path = (exists, file_okay, dir_okay)
        self.show_default = show_default


class _Choice(click.Choice[str]):
    """The values of an enumeration, which the command is given a member of."""

    def __init__(self, members: type[StrEnum]) -> None:
        super().__init__([str(member) for member in members])
        self._members = members

    def convert(self, value: Any, *where: Any) -> Any:
        return self._members(super().convert(value, *where))


def command(
    name: str, function: Callable[..., None], help: Text, language: Language
) -> click.Command:
    """The command that calls this function, with its help in that language."""
    hints = get_type_hints(function, include_extras=True)
    signature = inspect.signature(function).parameters.values()
    parameters = [_parameter(one, hints[one.name], language) for one in signature]
    return click.Command(
        name,
        callback=function,
        params=parameters,
        help=help.say(language),
        options_metavar=placeholder("[OPTIONS]", language),
        context_settings=HELP_NAMES,
    )


def _parameter(one: inspect.Parameter, hint: Any, language: Language) -> click.Parameter:
    """A parameter of a function as click takes it."""
    kind, told = get_args(hint)
    kind = _without_none(kind)
    many = get_origin(kind) is list
    kind = _type(get_args(kind)[0] if many else kind, told, language)
    required = one.default is inspect.Parameter.empty
    help = (told.help if isinstance(told.help, Text) else told.help()).say(language)
    said = {"required": required, "type": kind, "help": help, "default": one.default}
    if required:
        del said["default"]
    elif isinstance(one.default, StrEnum):
        said["default"] = str(one.default)  # as it would be typed, and so the help shows it
    if isinstance(told, Argument):
        metavar = placeholder(told.metavar, language)
        metavar = metavar if required else f"[{metavar}]"
        return click.Argument([one.name], metavar=metavar, nargs=-1 if many else 1, **said)
    return click.Option(
        [one.name, *(told.names or [f"--{one.name.replace('_', '-')}"])],
        is_flag=kind is bool,
        multiple=many,
        metavar=told.metavar and placeholder(told.metavar, language),
        show_default=told.show_default,
        **said,
    )


def _without_none(hint: Any) -> Any:
    """The type of a value that is there."""
    if not isinstance(hint, UnionType):
        return hint
    (kind,) = (one for one in get_args(hint) if one is not NoneType)
    return kind


def _type(kind: Any, told: Argument | Option, language: Language) -> Any:
    """What click reads the word by."""
    if get_origin(kind) is tuple:
        return tuple(_type(each, told, language) for each in get_args(kind))
    if issubclass(kind, StrEnum):
        return _Choice(kind)
    if issubclass(kind, Path):
        return _Path(*told.path, path_type=Path)
    if kind is bool:
        return kind
    return _named(_simple(kind, told), language)


class _Path(click.Path):
    """A path; click says that it is not there where it only cannot be looked at."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Raise PermissionError if a folder on the way to it may not be entered."""
        with suppress(FileNotFoundError, NotADirectoryError, ValueError):
            Path(value).stat()
        return cast("Path", super().convert(value, param, ctx))


def _simple(kind: Any, told: Argument | Option) -> click.ParamType[Any]:
    if told.range == (None, None):
        return {str: StringParamType, int: IntParamType, float: FloatParamType}[kind]()
    return (click.IntRange if kind is int else click.FloatRange)(*told.range)


def _named(kind: click.ParamType[Any], language: Language) -> click.ParamType[Any]:
    """The same type, which click calls by its name in usage lines and where a word is no such."""
    name = kind.name.removesuffix(" range")
    kind.name = TYPES[name] if language == "ru" else name
    return kind
