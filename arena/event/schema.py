"""``arena schema``: print the JSON Schema of event files, or of what a command prints as JSON."""

from __future__ import annotations

from enum import StrEnum
from importlib import import_module
from typing import Annotated

from arena.options import LanguageOption, reader_language
from arena.parameters import Argument
from formats.text import Text
from tournaments.event.event_schema import FILE


class Subject(StrEnum):
    EVENT = "event"
    VALIDATE = "validate"
    CHECK = "check"
    TABLE = "table"
    EXPORT = "export"
    SOLVE = "solve"
    DOCTOR = "doctor"


OUTPUTS = {
    Subject.VALIDATE: "arena.file.validate:ValidateReport",
    Subject.CHECK: "arena.bots.check_report:CheckReport",
    Subject.TABLE: "tournaments.run.event_data:StandingsData",
    Subject.EXPORT: "arena.event.export:ExportedGames",
    Subject.SOLVE: "arena.file.solve:SolveReport",
    Subject.DOCTOR: "arena.machine.doctor:DoctorReport",
}
"""Type of the data that each command prints as JSON."""


def schema(
    subject: Annotated[
        Subject,
        Argument(
            metavar="WHAT",
            help=Text(
                "What to describe: event files, or the JSON output of a command.",
                "Что описать: файлы турниров (event) или JSON, который печатает команда.",
            ),
        ),
    ] = Subject.EVENT,
    lang: LanguageOption = None,
) -> None:
    reader_language(lang)
    is_event = subject is Subject.EVENT
    print(FILE.read_text(encoding="utf-8").rstrip() if is_event else _output_schema(subject))


def _output_schema(subject: Subject) -> str:
    import json  # noqa: PLC0415 - the schema of events is a file

    from arena.result_formats import DRAFT, schema_of  # noqa: PLC0415 - as above

    module, name = OUTPUTS[subject].split(":")
    data = schema_of(getattr(import_module(module), name))
    title = f"JSON of arena {subject}"
    return json.dumps({"$schema": DRAFT, "title": title, **data}, indent=1)
