"""``arena table``: the standings of an event, as far as it was played."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

from arena.console import plain_console
from arena.event import texts as words
from arena.event.event_folder import EventArgument, end_by, folder_of, tournament_in
from arena.event.table_export import as_csv, as_json
from arena.event.table_view import show, tell_seed
from arena.option_values import no_such
from arena.options import LangOption, language
from arena.parameters import Option
from formats.text import Text
from tournaments.run.tournament import SectionState, Tournament
from tournaments.spreadsheet import TableForm


class TableFormat(StrEnum):
    TEXT = "text"
    CSV = "csv"
    EXCEL = "excel"
    JSON = "json"


def table(
    event: EventArgument,
    form: Annotated[
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
                "Show the points of each pair too (in CSV, only them).",
                "Показать и очки каждой пары (в CSV только их).",
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
                "Show only how many entries the ledger has, and the hash that proves them.",
                "Показать только, сколько записей в журнале, и хеш, который их подтверждает.",
            ),
        ),
    ] = False,
    lang: LangOption = None,
) -> None:
    speech = language(lang)
    tournament = tournament_in(folder_of(event), speech)
    if head:
        end_by(tournament, speech)
        print(tournament.head)
        return
    sections = _chosen(tournament, section)
    match form:
        case TableFormat.TEXT:
            console = plain_console()
            show(tournament.event.title, sections, console, speech, crosstable=crosstable)
            tell_seed(tournament, console, speech)
        case TableFormat.CSV | TableFormat.EXCEL:
            kind = TableForm(form.value)
            sys.stdout.write(as_csv(sections, kind, speech, crosstable=crosstable))
        case TableFormat.JSON:
            print(as_json(tournament, sections))
    end_by(tournament, speech)


def _chosen(tournament: Tournament, name: str | None) -> list[SectionState]:
    sections = [state for state in tournament.sections if name in (None, state.section.name)]
    if not sections:
        known = [state.section.name for state in tournament.sections]
        raise no_such(words.NO_SECTION, name or "", known)
    return sections
