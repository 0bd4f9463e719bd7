"""``arena table``: the standings of an event as text, as CSV, or as JSON with everything."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, TypeVar

from arena.console import plain_console
from arena.event import texts as words
from arena.event.event_folder import EventArgument, end_by, folder_of, tournament_in
from arena.event.table_view import show, tell_seed
from arena.option_values import no_such
from arena.options import LangOption, reader_language
from arena.parameters import Option
from formats.text import Language, Text
from tournaments.ledger.decision import Decision
from tournaments.run.bracket import tied_matches
from tournaments.run.explanations import explanations
from tournaments.run.placing import broken_ties, shared_bonuses
from tournaments.run.result_tables import Table, Value, crosstable_table, standings_table
from tournaments.run.tournament import SectionState, Tournament
from tournaments.spreadsheet import TableForm, write_rows, write_sheet


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
    language = reader_language(lang)
    tournament = tournament_in(folder_of(event), language)
    if head:
        end_by(tournament, language)
        print(tournament.head)
        return
    sections = _chosen(tournament, section)
    match form:
        case TableFormat.TEXT:
            console = plain_console()
            show(tournament.event.title, sections, console, language, crosstable=crosstable)
            tell_seed(tournament, console, language)
        case TableFormat.CSV | TableFormat.EXCEL:
            kind = TableForm(form.value)
            sys.stdout.write(as_csv(sections, kind, language, crosstable=crosstable))
        case TableFormat.JSON:
            print(as_json(tournament, sections))
    end_by(tournament, language)


def _chosen(tournament: Tournament, name: str | None) -> list[SectionState]:
    sections = [state for state in tournament.sections if name in (None, state.section.name)]
    if not sections:
        known = [state.section.name for state in tournament.sections]
        raise no_such(words.NO_SECTION, name or "", known)
    return sections


_T = TypeVar("_T")
_SECTION = Text("section", "раздел")


def as_csv(
    sections: Sequence[SectionState],
    form: TableForm = TableForm.CSV,
    language: Language = "en",
    *,
    crosstable: bool,
) -> str:
    """Return the standings of all sections below each other, or their crosstables."""
    if crosstable:
        rows: list[Sequence[str]] = []
        for state in sections:
            table = crosstable_table(state)
            rows.append(_first_row(table, form, language))
            rows += ([state.section.name, *row] for row in table.plain_rows)
        return write_rows(rows, form, language)
    tables = [(state.section.name, standings_table(state)) for state in sections]
    titles = {"section": _SECTION, **_titles(table for _, table in tables)}
    lines = (
        {"section": name, **cells}
        for name, table in tables
        for cells in _dicts(table, table.plain_rows)
    )
    return write_sheet(titles, lines, form, language)


def _first_row(crosstable: Table, form: TableForm, language: Language) -> list[str]:
    """Return the names of the columns of a crosstable: those of opponents are in full."""
    if form is TableForm.CSV:
        return ["section", *(column.key for column in crosstable.columns)]
    titles = (
        column.key if column.is_opponent else column.title.say(language)
        for column in crosstable.columns
    )
    return [_SECTION.say(language), *titles]


def as_json(tournament: Tournament, sections: Sequence[SectionState]) -> str:
    """Return standings and crosstables, with numbers as numbers."""
    data = {
        "title": tournament.event.title,
        "finished": tournament.is_finished,
        **_seed(tournament),
        "sections": [_section(state) for state in sections],
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def _seed(tournament: Tournament) -> dict[str, object]:
    """Return the hash of a secret seed, and once the event is over the seed and its salt."""
    seed = tournament.event.secret_seed
    if seed is None:
        return {}
    opened = {"seed": seed.value, "salt": seed.salt} if tournament.is_finished else {}
    return {"seed-hash": seed.hash, **opened}


def _section(state: SectionState) -> dict[str, object]:
    standings = standings_table(state)
    return {
        "name": state.section.name,
        "game": state.section.game.name,
        "games": state.games,
        "played": len(state.entries),
        "standings": [
            {key: _number(value) for key, value in row.items()}
            for row in _dicts(standings, standings.rows)
        ],
        "disqualified": _out(state, withdrawn=False),
        "withdrawn": _out(state, withdrawn=True),
        "decisions": [_decision(decision) for decision in state.decisions.entries],
        "notes": [note.en for note in _notes(state)],
        "crosstable": [
            {"name": name, "against": foe, "points": _number(cell.points), "games": len(cell.games)}
            for (name, foe), cell in state.crosstable.items()
        ],
    }


def _notes(state: SectionState) -> Iterator[Text]:
    yield from explanations(state)
    yield from tied_matches(state)
    yield from broken_ties(state)
    yield from shared_bonuses(state)


def _out(state: SectionState, *, withdrawn: bool) -> list[str]:
    return sorted(
        name for name, departure in state.progress.out.items() if departure.withdrawn is withdrawn
    )


def _decision(decision: Decision) -> dict[str, object]:
    """Return the data of a decision."""
    return {
        "decision": str(decision.verb),
        "subject": decision.subject,
        "reason": decision.reason,
        "at": decision.at,
        "games": decision.removed and str(decision.removed),
    }


def _titles(tables: Iterable[Table]) -> dict[str, Text]:
    """Return the titles of the columns that any table has, by their keys, in their order."""
    return {column.key: column.title for table in tables for column in table.columns}


def _dicts(table: Table, rows: Iterable[tuple[_T, ...]]) -> Iterable[dict[str, _T]]:
    """Return the rows of the table by the keys of its columns, as values or as text."""
    keys = [column.key for column in table.columns]
    return (dict(zip(keys, row, strict=True)) for row in rows)


def _number(value: Value) -> str | int | float | None:
    """Return the value as JSON has it; of a shared place, the best."""
    match value:
        case Fraction():
            return int(value) if value.denominator == 1 else float(value)
        case (place, _):
            return place
        case _:
            return value
