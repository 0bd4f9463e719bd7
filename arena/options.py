"""Options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from arena.language import Lang


class Letters(StrEnum):
    """The choices of ``--letters``."""

    STRICT = "strict"
    LENIENT = "lenient"


FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A matrix.txt; - reads it from standard input.")
]
LangOption = Annotated[
    Lang | None, typer.Option("--lang", help="Language of the sentences; the locale's by default.")
]
LettersOption = Annotated[
    Letters,
    typer.Option("--letters", help="Cyrillic letters that look Latin: an error, or a warning."),
]
LimitOption = Annotated[
    int | None,
    typer.Option("--limit", min=1, help="Half-moves after which the game is a draw."),
]
RulesOption = Annotated[
    str | None,
    typer.Option("--rules", help="Rules of Virus War, such as 'classic passing=no'."),
]
SandboxOption = Annotated[
    bool,
    typer.Option(
        "--sandbox/--no-sandbox", help="Without a sandbox a bot can do whatever you can: trust it."
    ),
]
SizeOption = Annotated[str | None, typer.Option("--size", help="Columns and rows: 7x5, or 10.")]
