"""``arena grades``: the gradebook of an event, as a table or as CSV."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, TypeAlias

from arena.event import texts
from arena.event.event_folder import end_by, tournament_in
from arena.event_files import EventFile, EventName, event_file
from arena.files import read_one
from arena.options import LangOption, language
from arena.parameters import Option, WrongUsage
from formats.fault import Fault
from formats.names import normal
from formats.text import Text
from tournaments.run.grades import Grade, grades
from tournaments.run.result_tables import written
from tournaments.run.tournament import SectionState, Tournament
from tournaments.submission import submissions

_More: TypeAlias = dict[str, dict[str, Fraction]]


class GradesFormat(StrEnum):
    TEXT = "text"
    CSV = "csv"


def gradebook(
    event: EventName,
    points: Annotated[
        str | None,
        Option(
            "--points",
            metavar="FILE",
            help=Text(
                "What else is earned: a CSV with a column name and one for each thing.",
                "Что заработано ещё: CSV со столбцом name и по столбцу на каждое.",
            ),
        ),
    ] = None,
    form: Annotated[
        GradesFormat,
        Option(
            "--format", help=Text("Text, or CSV for a gradebook.", "Текст или CSV для журнала.")
        ),
    ] = GradesFormat.TEXT,
    lang: LangOption = None,
) -> None:
    """Add up what everybody earns: the place, the interim hand-in, and what you give besides."""
    speech = language(lang)
    file = event_file(event)
    tournament = tournament_in(file.run, speech)
    more = _more(points, tournament) if points else {}
    kinds = list(dict.fromkeys(kind for earned in more.values() for kind in earned))
    rows = [
        _row(grade, state, kinds)
        for state in tournament.sections
        for grade in grades(state, _in_time(state, tournament, file), more)
    ]
    _print(rows, form)
    end_by(tournament, speech)


def _in_time(state: SectionState, tournament: Tournament, file: EventFile) -> set[str]:
    """Who had submitted a version that passes by the interim date."""
    interim = state.section.hand_in.interim
    if interim is None:
        return set()
    entry = submissions(tournament.event, file.base, file.run, state.section.name)
    if isinstance(entry, Fault):
        return set()
    return {one.name for one in entry.versions() if one.fit and one.is_by(interim)}


def _more(name: str, tournament: Tournament) -> _More:
    """The teacher's own points. Raises WrongUsage for a line that is about nobody."""
    text = read_one(name).data.decode("utf-8-sig", "replace")
    known, found = {one.name for one in tournament.enrolled}, _More()
    for number, line in enumerate(csv.DictReader(io.StringIO(text)), start=2):
        who = normal(line.pop("name", "") or "")
        if who not in known:
            raise WrongUsage(texts.NOBODY_EARNS, file=name, line=number, name=who)
        try:
            found[who] = {kind: Fraction(value) for kind, value in line.items() if kind and value}
        except (ValueError, ZeroDivisionError):
            raise WrongUsage(texts.NO_POINTS, file=name, line=number) from None
    return found


def _row(grade: Grade, state: SectionState, kinds: Iterable[str]) -> Mapping[str, str]:
    return {
        "section": state.section.name,
        "name": grade.name,
        "place": grade.place,
        "bonus": written(grade.bonus),
        "interim": written(grade.interim),
        **{kind: written(grade.more.get(kind, Fraction(0))) for kind in kinds},
        "total": written(grade.total),
    }


def _print(rows: list[Mapping[str, str]], form: GradesFormat) -> None:
    """The columns are the same in both, so that what is read on the screen is what is filed."""
    if form is GradesFormat.CSV:
        writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return
    widths = {key: max(len(key), *(len(row[key]) for row in rows)) for key in rows[0]}
    for row in (dict(zip(widths, widths, strict=True)), *rows):
        print("  ".join(f"{row[key]:<{width}}" for key, width in widths.items()).rstrip())
