"""Options that several commands share, and the language in which they speak."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from arena.parameters import Argument, Option
from formats.text import Language


class Lang(StrEnum):
    """The choices of ``--lang``."""

    EN = "en"
    RU = "ru"


def language(chosen: Lang | None, environment: Mapping[str, str] = os.environ) -> Language:
    """The chosen language, or that of the locale; English unless that is Russian."""
    if chosen is not None:
        return "ru" if chosen is Lang.RU else "en"
    locale = next((value for name in _VARIABLES if (value := environment.get(name))), "")
    return "ru" if locale.startswith("ru") else "en"


class Letters(StrEnum):
    """The choices of ``--letters``."""

    STRICT = "strict"
    LENIENT = "lenient"


FileArgument = Annotated[
    str, Argument(metavar="FILE", help="A matrix.txt; - reads it from standard input.")
]
LangOption = Annotated[
    Lang | None, Option("--lang", help="Language of the sentences; the locale's by default.")
]
LettersOption = Annotated[
    Letters,
    Option("--letters", help="Cyrillic letters that look Latin: an error, or a warning."),
]
LimitOption = Annotated[
    int | None,
    Option("--limit", min=1, help="Half-moves after which the game is a draw."),
]
RulesOption = Annotated[
    str | None,
    Option("--rules", help="Rules of Virus War, such as 'classic passing=no'."),
]
SandboxOption = Annotated[
    bool,
    Option(
        "--sandbox/--no-sandbox", help="Without a sandbox a bot can do whatever you can: trust it."
    ),
]
SizeOption = Annotated[str | None, Option("--size", help="Columns and rows: 7x5, or 10.")]


_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
