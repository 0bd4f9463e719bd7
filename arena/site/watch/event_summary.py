"""What the page of an event shows beside the boards, and its report: both worked out of the ledger.

It takes long for a large event, so it is done in a process of its own, see ``workshop.py``.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from jinja2 import ChoiceLoader, PackageLoader

from arena.report import texts as report_words
from arena.report.page import environment, page
from arena.report.section import GameRow, SectionView
from arena.site.watch import texts as words
from formats.text import Language
from tournaments.run import result_tables
from tournaments.run.ledger import opened
from tournaments.run.ledger_game import LedgerGame
from tournaments.run.tournament import Tournament, tournament_of

_LATEST = 12
"""Games that are listed as just finished."""
_PACE = 60
"""Games by which it is judged how fast the next will be played."""


@dataclass(frozen=True)
class EventSummary:
    """An event as far as it was played."""

    played: int
    games: int
    """As far as is known."""
    finished: bool
    a_game: float
    """Seconds from the end of one game to that of the next, as of late; 0 if that is not known."""
    html: str
    """The tables and the latest games, in both languages."""


class Latest(NamedTuple):
    """A game that is over, and where the report has it."""

    section: SectionView
    row: GameRow


def overview(folder: Path) -> EventSummary:
    """The event of that folder."""
    tournament = _tournament_in(folder)
    views = [SectionView(n, contest) for n, contest in enumerate(tournament.contests, start=1)]
    entries = sorted(
        (one for contest in tournament.contests for one in contest.entries.values()),
        key=lambda one: one.ended,
    )
    return EventSummary(
        played=len(entries),
        games=sum(contest.games for contest in tournament.contests),
        finished=tournament.finished,
        a_game=_a_game(entries[-_PACE:]),
        html=_filled_in(folder.name, views, entries[-_LATEST:]),
    )


def report(folder: Path, language: Language) -> bytes:
    """The report, packed with gzip."""
    home = f"/events/{quote(folder.name)}"
    return gzip.compress(page(_tournament_in(folder), language, home).encode("utf-8", "replace"), 6)


def _tournament_in(folder: Path) -> Tournament:
    with opened(folder) as ledger:
        return tournament_of(ledger)


def _a_game(last: Sequence[LedgerGame]) -> float:
    if len(last) < 2:
        return 0.0
    return max(0.0, last[-1].ended - last[0].ended) / (len(last) - 1)


def _filled_in(name: str, views: list[SectionView], last: Sequence[LedgerGame]) -> str:
    made = environment("en")
    assert made.loader
    made.loader = ChoiceLoader([PackageLoader("arena.site", "templates"), made.loader])
    rows = {
        (view.contest.section.name, row.entry.id): Latest(view, row)
        for view in views
        for row in view.rows
    }
    return made.get_template("watch_tables.html").render(
        name=name,
        sections=views,
        latest=[rows[one.section, one.id] for one in reversed(last)],
        words=report_words,
        watch=words,
        columns=result_tables,
    )
