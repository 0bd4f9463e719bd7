"""``arena table``: the standings of an event as text, as CSV, or as JSON with everything."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated

from arena.console import plain_console, print_data
from arena.event import texts
from arena.event.event_folder import EventArgument, end_on_ledger_faults, folder_of, tournament_in
from arena.event.table_view import print_seed, show
from arena.option_values import no_such
from arena.options import LanguageOption, reader_language
from arena.parameters import Option
from formats.text import Language, Text
from tournaments.run.event_data import dicts_from_rows, standings_data
from tournaments.run.result_tables import Table, crosstable_table, standings_table
from tournaments.run.tournament import SectionState, Tournament
from tournaments.spreadsheet import SheetFormat, write_rows, write_sheet


class TableFormat(StrEnum):
    TEXT = "text"
    CSV = "csv"
    EXCEL = "excel"
    JSON = "json"


def table(
    event: EventArgument,
    output_format: Annotated[
        TableFormat,
        Option(
            "--format",
            help=Text(
                "Output format: text for people, excel as Excel opens it, others for programs.",
                "Вид вывода: text для людей, excel для Excel, остальные для программ.",
            ),
        ),
    ] = TableFormat.TEXT,
    crosstable: Annotated[
        bool,
        Option(
            "--crosstable",
            help=Text(
                "Show the points of each pair too (in CSV and Excel, only them).",
                "Показать и очки каждой пары (в CSV и Excel только их).",
            ),
        ),
    ] = False,
    section: Annotated[
        str | None,
        Option("--section", help=Text("Show only this section.", "Показать только этот раздел.")),
    ] = None,
    head: Annotated[
        bool,
        Option(
            "--head",
            help=Text(
                "Show only the number of the ledger's entries, and the hash that proves them.",
                "Показать только число записей в журнале и хеш, который их подтверждает.",
            ),
        ),
    ] = False,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    tournament = tournament_in(folder_of(event), language)
    sections = _chosen_sections(tournament, section)
    if head:
        end_on_ledger_faults(tournament, language)
        print(tournament.head)
        return
    match output_format:
        case TableFormat.TEXT:
            console = plain_console()
            show(tournament.event.title, sections, console, language, crosstable=crosstable)
            print_seed(tournament, console, language)
        case TableFormat.CSV | TableFormat.EXCEL:
            sheet_format = SheetFormat(output_format.value)
            print_data(as_csv(sections, sheet_format, language, crosstable=crosstable))
        case TableFormat.JSON:
            data = standings_data(tournament, sections)
            print_data(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    end_on_ledger_faults(tournament, language)


def _chosen_sections(tournament: Tournament, name: str | None) -> list[SectionState]:
    sections = [state for state in tournament.sections if name in (None, state.section.name)]
    if not sections:
        known = [state.section.name for state in tournament.sections]
        raise no_such(texts.NO_SECTION, name or "", known)
    return sections


_SECTION = Text("section", "раздел")


def as_csv(
    sections: Sequence[SectionState],
    output_format: SheetFormat = SheetFormat.CSV,
    language: Language = "en",
    *,
    crosstable: bool,
) -> str:
    """Return the standings of all sections below each other, or their crosstables."""
    if crosstable:
        rows: list[Sequence[str]] = []
        for state in sections:
            table = crosstable_table(state)
            rows.append(_first_row(table, output_format, language))
            rows += ([state.section.name, *row] for row in table.plain_rows)
        return write_rows(rows, output_format, language)
    tables = [(state.section.name, standings_table(state)) for state in sections]
    titles = {"section": _SECTION, **_titles(table for _, table in tables)}
    lines = (
        {"section": name, **cells}
        for name, table in tables
        for cells in dicts_from_rows(table, table.plain_rows)
    )
    return write_sheet(titles, lines, output_format, language)


def _first_row(crosstable: Table, output_format: SheetFormat, language: Language) -> list[str]:
    """Return the names of the columns of a crosstable: those of opponents are in full."""
    if output_format is SheetFormat.CSV:
        return ["section", *(column.key for column in crosstable.columns)]
    titles = (
        column.key if column.is_opponent else column.title.say(language)
        for column in crosstable.columns
    )
    return [_SECTION.say(language), *titles]


def _titles(tables: Iterable[Table]) -> dict[str, Text]:
    """Return the titles of the columns that any table has, by their keys, in their order."""
    return {column.key: column.title for table in tables for column in table.columns}
