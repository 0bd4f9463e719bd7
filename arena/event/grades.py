"""``arena grades``: the grades of an event, as text, as CSV, or for Excel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.console import print_data
from arena.event.event_folder import end_on_ledger_faults, print_faults, tournament_in
from arena.event_files import EventFile, EventName, event_file
from arena.files import read_file
from arena.options import LanguageOption, reader_language
from arena.parameters import Option
from formats.fault import Fault
from formats.text import Language, Text, join_list
from tournaments.entrants.class_list import read_class_list
from tournaments.entrants.enrolment import entrants_of
from tournaments.entrants.entrant_faults import FOREIGN_FOLDER
from tournaments.event.model import ATTACHMENTS, Section
from tournaments.ledger import is_begun
from tournaments.run.grades import LAST_TITLES, TITLES, Grade, Gradebook, SectionEntrants
from tournaments.run.result_tables import plain_text
from tournaments.run.tournament import SectionState, Tournament
from tournaments.spreadsheet import SheetFormat, read_sheet, write_sheet
from tournaments.submission import Submissions, submissions


class GradesFormat(StrEnum):
    TEXT = "text"
    CSV = "csv"
    EXCEL = "excel"


def gradebook(
    event: EventName,
    points: Annotated[
        str | None,
        Option(
            "--points",
            metavar="FILE",
            help=Text(
                "Other points: a CSV with a column name and one column for each kind.",
                "Другие баллы: CSV со столбцом name и по столбцу на каждый вид.",
            ),
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        Option(
            "--from",
            metavar="DIR",
            help=Text(
                "Folder of the games, if arena run had --to (default: next to the event file).",
                "Папка партий, если у arena run был --to (по умолчанию рядом с файлом турнира).",
            ),
        ),
    ] = None,
    output_format: Annotated[
        GradesFormat,
        Option(
            "--format",
            help=Text(
                "Text, CSV for programs, or CSV as Excel opens it.",
                "Текст, CSV для программ или CSV, какой открывает Excel.",
            ),
        ),
    ] = GradesFormat.TEXT,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    file = event_file(event)
    ledger_folder = folder or file.run
    has_ledger = folder is not None or is_begun(ledger_folder)
    tournament = tournament_in(ledger_folder, language) if has_ledger else None
    event_model = tournament.event if tournament else file.event(language)
    class_list = read_class_list(file.folder)
    section_submissions = {
        section.name: submissions(event_model, file.folder, file.run, section.name)
        for section in event_model.sections
    }
    foreign_folders = {
        fault.sentence(): fault
        for fault in section_submissions.values()
        if isinstance(fault, Fault) and fault.kind is FOREIGN_FOLDER
    }
    if foreign_folders:
        print_faults(foreign_folders.values(), language)
        raise Exit(ExitStatus.WRONG_USAGE)
    book = Gradebook(
        [
            _entrants(section, tournament, file, section_submissions[section.name])
            for section in event_model.sections
        ],
        class_list,
    )
    if points:
        book.add(read_sheet(read_file(points).data), points)
    if faults := [*class_list.faults, *book.faults]:
        print_faults(faults, language)
        raise Exit(ExitStatus.WRONG_USAGE)
    _print(book, output_format, language)
    if tournament:
        end_on_ledger_faults(tournament, language)


def _entrants(
    section: Section,
    tournament: Tournament | None,
    file: EventFile,
    section_submissions: Submissions | Fault,
) -> SectionEntrants:
    """Return the entrants of a section, and who submitted in time."""
    states: Sequence[SectionState] = tournament.sections if tournament else ()
    state = next((other for other in states if other.section.name == section.name), None)
    if state is not None:
        playing = [bot.name for bot in state.enrolled]
    else:
        playing = [entrant.name for entrant in entrants_of(section, file.folder)]
    if not isinstance(section_submissions, Submissions):
        return SectionEntrants(section, playing, state)
    interim = section.hand_in.interim
    fit = [version for version in section_submissions.versions() if version.is_fit]
    in_time = frozenset(version.name for version in fit if interim and version.is_by(interim))
    return SectionEntrants(section, playing, state, in_time, section_submissions.missing())


def _columns(book: Gradebook, grades: Sequence[Grade]) -> dict[str, Text]:
    """Return the titles of the columns by their keys."""
    columns = TITLES | {kind: Text(kind, kind) for kind in book.kinds} | LAST_TITLES
    left_out = {
        "id": not any(grade.id for grade in grades),
        "student": all(grade.student == grade.name for grade in grades),
        "missing": not book.requires,
    }
    return {key: title for key, title in columns.items() if not left_out.get(key)}


def _cells(grade: Grade, kinds: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield from (("id", grade.id), ("student", grade.student), ("section", grade.section))
    yield from (("name", grade.name), ("place", grade.place), ("bonus", plain_text(grade.bonus)))
    yield "interim", plain_text(grade.interim)
    yield from ((kind, plain_text(grade.more.get(kind, Fraction(0)))) for kind in kinds)
    yield "total", plain_text(grade.total)
    yield "missing", " ".join(grade.missing)


def _print(book: Gradebook, output_format: GradesFormat, language: Language) -> None:
    """Print the grades with the same columns in all formats."""
    grades, kinds = list(book.grades), book.kinds
    columns = _columns(book, grades)
    rows: list[Mapping[str, str]] = [dict(_cells(grade, kinds)) for grade in grades]
    if output_format is not GradesFormat.CSV:
        missing = (join_list(ATTACHMENTS[name] for name in grade.missing) for grade in grades)
        rows = [
            {**row, "missing": names.say(language)}
            for row, names in zip(rows, missing, strict=True)
        ]
    if output_format is not GradesFormat.TEXT:
        print_data(write_sheet(columns, rows, SheetFormat(output_format.value), language))
        return
    titles = {key: title.say(language) for key, title in columns.items()}
    widths = {key: max(len(row[key]) for row in (titles, *rows)) for key in columns}
    for row in (titles, *rows):
        print("  ".join(f"{row[key]:<{width}}" for key, width in widths.items()).rstrip())
