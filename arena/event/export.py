"""``arena export``: the games of an event for other programs: as records, a table, or JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias

from arena.console import print_data
from arena.event import texts
from arena.event.event_folder import (
    EventArgument,
    FullOption,
    end_on_ledger_faults,
    folder_of,
    tournament_in,
)
from arena.files import FileFailure, write_file
from arena.options import LanguageOption, reader_language
from arena.parameters import Argument, Option, WrongUsage
from formats.text import Language, Text
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.event_data import (
    GameData,
    PrintedData,
    does_count,
    game_data,
    games_in,
    printed_data,
)
from tournaments.run.tournament import Tournament
from tournaments.spreadsheet import SheetFormat, write_sheet


class ExportFormat(StrEnum):
    RECORDS = "records"
    CSV = "csv"
    EXCEL = "excel"
    JSON = "json"


class ExportedGame(GameData):
    record: str
    printed: list[PrintedData]


ExportedGames: TypeAlias = list[ExportedGame]
"""Data that the command prints as JSON."""


def export(
    event: EventArgument,
    game: Annotated[
        int | None,
        Argument(
            metavar="NUMBER",
            help=Text("Only the game of this number.", "Только партию с этим номером."),
            min=1,
        ),
    ] = None,
    output_format: Annotated[
        ExportFormat,
        Option(
            "--format",
            help=Text(
                "Records one after another as in PGN, a table (csv, excel), or all that is known.",
                "Записи подряд, как в PGN, таблица (csv, excel) или всё, что известно.",
            ),
        ),
    ] = ExportFormat.RECORDS,
    section: Annotated[
        str | None,
        Option("--section", help=Text("Only of this section.", "Только из этого раздела.")),
    ] = None,
    out: Annotated[
        Path | None,
        Option(
            "--out",
            help=Text(
                "Output file (default: standard output).",
                "Куда записать (по умолчанию стандартный вывод).",
            ),
        ),
    ] = None,
    full: FullOption = False,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    tournament = tournament_in(folder_of(event), language, full=full)
    games = [
        entry
        for entry in games_in(tournament)
        if section in (None, entry.section) and game in (None, entry.number)
    ]
    if not games:
        raise WrongUsage(texts.NO_GAMES)
    _write(_text_of(games, tournament, output_format, language), out)
    end_on_ledger_faults(tournament, language)


def _text_of(
    games: Sequence[LedgerGame],
    tournament: Tournament,
    output_format: ExportFormat,
    language: Language,
) -> str:
    if output_format is ExportFormat.RECORDS:
        return "\n".join(_exported_record(game, tournament) for game in games)
    facts = [game_data(game, tournament, language) for game in games]
    if output_format is ExportFormat.JSON:
        whole: ExportedGames = [
            {**row, "record": game.record, "printed": printed_data(game)}
            for row, game in zip(facts, games, strict=True)
        ]
        return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
    rows: list[Mapping[str, object]] = [*facts]
    if output_format is ExportFormat.EXCEL:
        rows = [_row_for_people(row, game, language) for row, game in zip(rows, games, strict=True)]
    return write_sheet(_TITLES, rows, SheetFormat(output_format.value), language)


def _exported_record(game: LedgerGame, tournament: Tournament) -> str:
    """Return the record, with a tag if the game does not count."""
    if does_count(game, tournament):
        return game.record
    first, rest = game.record.split("\n", 1)
    return f'{first}\n[Counts "no"]\n{rest}'


_TITLES = {
    "section": Text("section", "раздел"),
    "game": Text("game", "партия"),
    "attempt": Text("attempt", "попытка"),
    "round": Text("round", "тур"),
    "a": Text("A", "A"),
    "b": Text("B", "B"),
    "result": Text("result", "результат"),
    "counts": Text("counts", "засчитана"),
    "ending": Text("ending", "чем кончилась"),
    "sentence": Text("sentence", "решение"),
    "half-moves": Text("half-moves", "полуходы"),
    "seconds-a": Text("seconds of A", "секунды A"),
    "seconds-b": Text("seconds of B", "секунды B"),
    "began": Text("began", "начало"),
    "machine": Text("machine", "машина"),
}
"""Titles of the columns of a table by their keys, which are those of ``game_data``."""
_YES, _NO = Text("yes", "да"), Text("no", "нет")


def _row_for_people(
    row: Mapping[str, object], game: LedgerGame, language: Language
) -> dict[str, object]:
    """Return the row with ``counts`` and ``ending`` translated."""
    counts = _YES if row["counts"] else _NO
    return {**row, "counts": counts.say(language), "ending": game.ending.title.say(language)}


def _write(text: str, out: Path | None) -> None:
    if out is None:
        print_data(text)
        return
    try:
        write_file(out, text.encode("utf-8", "replace"))
    except OSError as error:
        raise FileFailure.at(out, error) from None
