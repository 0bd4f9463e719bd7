"""``arena schema``: print the JSON Schema of event files, for editors."""

from __future__ import annotations

from typing import Annotated

from arena.options import LangOption, reader_language
from arena.parameters import Argument, WrongUsage
from formats.text import Text
from tournaments.event.event_schema import FILE

_EVENT = "event"
_UNKNOWN = Text("there is a schema of «event» only", "схема есть только для «event»")


def schema(
    subject: Annotated[
        str,
        Argument(
            metavar="SUBJECT",
            help=Text("What the schema is of: event.", "Чего схема: event, файла турнира."),
        ),
    ] = _EVENT,
    lang: LangOption = None,
) -> None:
    reader_language(lang)
    if subject != _EVENT:
        raise WrongUsage(_UNKNOWN)
    print(FILE.read_text(encoding="utf-8"), end="")
