"""``arena table``: the standings of an event, as far as it was played."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from arena import table_words as words
from arena.event_folder import FolderArgument, tournament_in
from arena.language import language
from arena.options import LangOption
from arena.reading import plain_console
from arena.table_files import as_csv, as_json
from arena.table_view import show
from formats.text import Language
from tournaments.tournament import Contest, Tournament


class Format(StrEnum):
    """The choices of ``--format``."""

    TEXT = "text"
    CSV = "csv"
    JSON = "json"


def table(
    folder: FolderArgument,
    form: Annotated[
        Format, typer.Option("--format", help="For people, or for programs.")
    ] = Format.TEXT,
    crosstable: Annotated[
        bool,
        typer.Option("--crosstable", help="Who earned what of whom; in CSV, that alone."),
    ] = False,
    section: Annotated[
        str | None, typer.Option("--section", help="Only the section of that name.")
    ] = None,
    lang: LangOption = None,
) -> None:
    """Print the standings of an event, as far as it was played."""
    speech = language(lang)
    tournament = tournament_in(folder, speech)
    contests = _chosen(tournament, section, speech)
    match form:
        case Format.TEXT:
            show(tournament.event.title, contests, plain_console(), speech, crosstable=crosstable)
        case Format.CSV:
            sys.stdout.write(as_csv(contests, crosstable=crosstable))
        case Format.JSON:
            print(as_json(tournament, contests))


def _chosen(tournament: Tournament, name: str | None, speech: Language) -> list[Contest]:
    found = [one for one in tournament.contests if name in (None, one.section.name)]
    if not found:
        known = ", ".join(one.section.name for one in tournament.contests)
        raise typer.BadParameter(words.NO_SECTION.say(speech, {"name": name, "known": known}))
    return found
