"""Parameters of commands, declared by the signature of the command's function.

    def moves(
        file: Annotated[str, Argument(metavar="FILE", help=Text("A file.", "Файл."))],
        limit: Annotated[int | None, Option("--limit", min=1)] = None,
    ) -> None: ...

becomes a command of click with a required argument FILE and an option ``--limit``. A type is
written once, where mypy checks it, too.
"""

from __future__ import annotations

import inspect
import os
import re
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from gettext import gettext
from importlib import import_module
from math import isfinite
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeAlias, cast, get_args, get_origin, get_type_hints

import click
from click.types import IntParamType, StringParamType

from formats.text import Language, Text

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

HELP_NAMES = {"help_option_names": ["-h", "--help"]}
Help: TypeAlias = Text | Callable[[], Text]
"""A sentence, or a function that makes it when it is needed."""

_WORDS = {
    "ADDRESS": "АДРЕС",
    "AFTER": "ПОСЛЕ",
    "BOT": "БОТ",
    "DEPTH": "ГЛУБИНА",
    "DIR": "ПАПКА",
    "ELO0": "ЭЛО0",
    "ELO1": "ЭЛО1",
    "EVENT": "ТУРНИР",
    "FILE": "ФАЙЛ",
    "GAME": "ИГРА",
    "HASH": "ХЕШ",
    "NAME": "ИМЯ",
    "NUMBER": "НОМЕР",
    "RECORD": "ЗАПИСЬ",
    "SECONDS": "СЕКУНДЫ",
    "WHAT": "ЧТО",
    "WORD": "СЛОВО",
    "[OPTIONS]": "[КЛЮЧИ]",
    "COMMAND [ARGS]...": "КОМАНДА [СЛОВА]...",
}
_NO_QUOTES = re.compile(r"[\w.+:/@%-]+")
_TYPES = {"text": "строка", "integer": "целое число", "float": "число"}
"""Russian names of kinds of values, by click's names."""


class WrongUsage(click.UsageError):
    """Raised for a command line that cannot be followed; with reasons in all languages."""

    def __init__(self, text: Text, /, **values: object) -> None:
        self.text = text.filled(values)
        super().__init__(self.text.en)


@dataclass(frozen=True, slots=True)
class Names:
    """Names that a shell completes in the place of a parameter."""

    function: str = ""
    """Module and function that returns them, given the values of the other parameters; it is
    imported only for a shell that asks."""
    or_file: bool = False
    """True if the value may be a file or a folder, too."""


class Argument:
    """A word that is known by its place."""

    def __init__(
        self,
        *,
        metavar: str,
        help: Help,
        min: int | None = None,
        completed: Names | None = None,
    ) -> None:
        self.metavar = metavar
        self.completed = completed or _names_of_files(metavar)
        self.help = help
        self.range = (min, None)
        self.path = (False, True, True)


class Option:
    """A word that begins with dashes; it is called like its parameter, unless names are given."""

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
        completed: Names | None = None,
    ) -> None:
        self.names = names
        self.completed = completed or _names_of_files(metavar or "")
        self.help = help
        self.metavar = metavar
        self.range = (min, max)
        self.path = (exists, file_okay, dir_okay)
        self.show_default = show_default


def _names_of_files(metavar: str) -> Names | None:
    return Names(or_file=True) if "FILE" in metavar else None


class _Choice(click.Choice[str]):
    """Type of an enumeration's values, converted to its members."""

    def __init__(self, members: type[StrEnum]) -> None:
        super().__init__([str(member) for member in members])
        self._members = members

    def convert(self, value: Any, *where: Any) -> Any:
        return self._members(super().convert(value, *where))


def command(
    name: str, function: Callable[..., None], help: Text, language: Language
) -> click.Command:
    """Return the command that calls the function, with its help in that language."""
    hints = get_type_hints(function, include_extras=True)
    signature = inspect.signature(function).parameters.values()
    parameters = [_parameter(parameter, hints[parameter.name], language) for parameter in signature]
    return click.Command(
        name,
        callback=function,
        params=parameters,
        help=help.say(language),
        options_metavar=placeholder("[OPTIONS]", language),
        context_settings=HELP_NAMES,
    )


def placeholder(text: str, language: Language) -> str:
    """Return the placeholder of a value in a usage line: FILE, or ФАЙЛ."""
    if language == "en":
        return text
    for english in sorted(_WORDS, key=len, reverse=True):
        text = text.replace(english, _WORDS[english])
    return text


def _parameter(parameter: inspect.Parameter, hint: Any, language: Language) -> click.Parameter:
    """Return a parameter of a function as click's parameter."""
    kind, declared = get_args(hint)
    kind = _without_none(kind)
    is_list = get_origin(kind) is list
    kind = _type(get_args(kind)[0] if is_list else kind, declared, language)
    required = parameter.default is inspect.Parameter.empty
    help = (declared.help if isinstance(declared.help, Text) else declared.help()).say(language)
    settings = {"required": required, "type": kind, "help": help, "default": parameter.default}
    if declared.completed:
        settings["shell_complete"] = _completion(declared.completed)
    if required:
        del settings["default"]
    elif isinstance(parameter.default, StrEnum):
        settings["default"] = str(parameter.default)  # the help shows it as it is typed
    if isinstance(declared, Argument):
        metavar = placeholder(declared.metavar, language)
        metavar = metavar if required else f"[{metavar}]"
        return click.Argument(
            [parameter.name], metavar=metavar, nargs=-1 if is_list else 1, **settings
        )
    return click.Option(
        [parameter.name, *(declared.names or [f"--{parameter.name.replace('_', '-')}"])],
        is_flag=True if kind is bool else None,  # False would make the value optional
        multiple=is_list,
        metavar=declared.metavar and placeholder(declared.metavar, language),
        show_default=declared.show_default,
        **settings,
    )


def _completion(
    completed: Names,
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem[str]]]:
    """Return the function that click asks for the values that begin like an incomplete one."""

    def complete(
        context: click.Context, _: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - for shells alone

        names: list[str] = []
        if completed.function:
            module, function = completed.function.split(":")
            names = getattr(import_module(f"arena.{module}"), function)(context.params)
        matching = [name for name in names if name.startswith(incomplete)]
        items = [CompletionItem(_quote_for_shell(name, incomplete)) for name in matching]
        if not items and completed.or_file:
            items = [CompletionItem(incomplete, type="file")]
        return items

    return complete


def _quote_for_shell(name: str, incomplete: str) -> str:
    """Return a name as the shell inserts it; bash, other than zsh and fish, does not quote it."""
    if _NO_QUOTES.fullmatch(name) or not os.environ["_ARENA_COMPLETE"].startswith("bash"):
        return name
    line = os.environ.get("COMP_WORDS", "")
    is_quoted = line.removesuffix(incomplete).endswith(("'", '"'))
    return name if is_quoted else shlex.quote(name)


def _without_none(hint: Any) -> Any:
    """Return the type of a value that is not None."""
    if not isinstance(hint, UnionType):
        return hint
    (kind,) = (member for member in get_args(hint) if member is not NoneType)
    return kind


def _type(kind: Any, declared: Argument | Option, language: Language) -> Any:
    """Return click's type for values of that kind."""
    if get_origin(kind) is tuple:
        return tuple(_type(member, declared, language) for member in get_args(kind))
    if issubclass(kind, StrEnum):
        return _Choice(kind)
    if issubclass(kind, Path):
        return _Path(*declared.path, path_type=Path)
    if kind is bool:
        return kind
    return _rename_type(_simple_type(kind, declared), language)


class _Path(click.Path):
    """A path that need not be readable to exist, other than click's."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Raise PermissionError if a folder on the way to it may not be entered.

        An empty path, such as that of an unset variable, does not mean the current folder.
        """
        if value == "":
            # The sentence is one of click's, with its translation.
            sentence = gettext("{name} {filename!r} does not exist.")
            self.fail(sentence.format(name=self.name.title(), filename=value), param, ctx)
        with suppress(FileNotFoundError, NotADirectoryError, ValueError):
            Path(value).stat()
        return cast("Path", super().convert(value, param, ctx))


def _simple_type(kind: Any, declared: Argument | Option) -> click.ParamType[Any]:
    if kind is float:
        return _FiniteNumber(*declared.range)
    if kind is str:
        return StringParamType()
    return _WholeNumber() if declared.range == (None, None) else _WholeRange(*declared.range)


class _OfMachineWord(click.ParamType[int]):
    """A whole number for which a machine word is enough, as most of Python's library demands."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = super().convert(value, param, ctx)
        return click.IntRange(-sys.maxsize, sys.maxsize).convert(number, param, ctx)


class _WholeNumber(_OfMachineWord, IntParamType):
    """A whole number without limits of its own."""


class _WholeRange(_OfMachineWord, click.IntRange):
    """A whole number between limits, of which one may be missing."""


class _FiniteNumber(click.FloatRange):
    """A number; click would take "nan" and "inf", too."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        text: Any = value.replace(",", ".") if isinstance(value, str) else value
        number = super().convert(text, param, ctx)
        if not isfinite(number):
            # The sentence is one of click's, with its translation.
            sentence = gettext("{value!r} is not a valid {number_type}.")
            self.fail(sentence.format(value=value, number_type=self.name), param, ctx)
        return number


def _rename_type(kind: click.ParamType[Any], language: Language) -> click.ParamType[Any]:
    """Rename click's type for usage lines and errors in that language, and return it."""
    name = kind.name.removesuffix(" range")
    kind.name = _TYPES[name] if language == "ru" else name
    return kind
