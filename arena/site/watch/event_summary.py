"""What the page of an event shows beside the boards, and its report: both worked out of the ledger.

It takes long for a large event, so it is done in a process of its own, see ``background.py``.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from arena.report.page import page, podiums, tables
from formats.text import Language
from tournaments.ledger import opened
from tournaments.ledger.ledger_game import LedgerGame, everybody
from tournaments.run.tournament import Tournament, tournament_of

_LATEST = 12
"""Games that are listed as just finished."""
_PACE = 60
"""Games by which it is judged how fast the next will be played."""


@dataclass(frozen=True)
class EventSummary:
    """A summary of an event as far as it was played."""

    played: int
    games: int
    """As far as is known."""
    finished: bool
    a_game: float
    """Seconds that a game took of late, where several at once take less; 0 if that is not known."""
    html: str
    """The tables and the latest games, in both languages."""
    podium: str
    """Who won, likewise; nothing until that is known."""


def overview(folder: Path) -> EventSummary:
    tournament = _tournament_in(folder)
    entries = sorted(
        (one for state in tournament.sections for one in state.entries.values()),
        key=lambda one: one.ended,
    )
    return EventSummary(
        played=len(entries),
        games=sum(state.games for state in tournament.sections),
        finished=tournament.finished,
        a_game=_a_game(entries[-_PACE:]),
        html=tables(tournament, entries[-_LATEST:], f"{_home(folder)}/report"),
        podium=podiums(tournament),
    )


def report(folder: Path, language: Language) -> bytes:
    """The report, packed with gzip."""
    text = page(_tournament_in(folder), language, _home(folder), folder.name)
    return gzip.compress(text.encode("utf-8", "replace"), 6)


def _home(folder: Path) -> str:
    return f"/events/{quote(folder.name)}"


def _tournament_in(folder: Path) -> Tournament:
    """Return the event of the folder as everybody may see it."""
    with opened(folder) as ledger:
        return tournament_of(ledger).visible_to(everybody)


def _a_game(last: Sequence[LedgerGame]) -> float:
    if len(last) < 2:
        return 0.0
    return max(0.0, last[-1].ended - min(one.began for one in last)) / len(last)
