"""``arena table``: the standings of an event, as far as it was played."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

from click.exceptions import BadParameter

from arena.console import plain_console
from arena.event import texts as words
from arena.event.event_folder import FolderArgument, end_by, tournament_in
from arena.event.table_export import as_csv, as_json
from arena.event.table_view import show
from arena.options import LangOption, language
from arena.parameters import Option
from formats.text import Language
from tournaments.run.tournament import SectionState, Tournament


class TableFormat(StrEnum):
    """The choices of ``--format``."""

    TEXT = "text"
    CSV = "csv"
    JSON = "json"


def table(
    folder: FolderArgument,
    form: Annotated[
        TableFormat, Option("--format", help="For people, or for programs.")
    ] = TableFormat.TEXT,
    crosstable: Annotated[
        bool,
        Option("--crosstable", help="Who earned what of whom; in CSV, that alone."),
    ] = False,
    section: Annotated[
        str | None, Option("--section", help="Only the section of that name.")
    ] = None,
    head: Annotated[
        bool,
        Option("--head", help="Only how many games the ledger has, and the hash that proves them."),
    ] = False,
    lang: LangOption = None,
) -> None:
    """Print the standings of an event, as far as it was played."""
    speech = language(lang)
    tournament = tournament_in(folder, speech)
    if head:
        end_by(tournament, speech)
        print(tournament.head)
        return
    contests = _chosen(tournament, section, speech)
    match form:
        case TableFormat.TEXT:
            show(tournament.event.title, contests, plain_console(), speech, crosstable=crosstable)
        case TableFormat.CSV:
            sys.stdout.write(as_csv(contests, crosstable=crosstable))
        case TableFormat.JSON:
            print(as_json(tournament, contests))
    end_by(tournament, speech)


def _chosen(tournament: Tournament, name: str | None, speech: Language) -> list[SectionState]:
    found = [one for one in tournament.contests if name in (None, one.section.name)]
    if not found:
        known = ", ".join(one.section.name for one in tournament.contests)
        raise BadParameter(words.NO_SECTION.say(speech, {"name": name, "known": known}))
    return found
