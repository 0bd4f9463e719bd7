"""Data of an event's page beside the boards, and its report, both computed from the ledger.

For a large event this takes long, so it is done in a background worker, see ``background.py``.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from arena.report.page import page, podiums, tables
from formats.text import Language
from tournaments.ledger import open_ledger
from tournaments.ledger.ledger_game import LedgerGame, may_see_no_output
from tournaments.run.tournament import Tournament, tournament_from_ledger

_LATEST = 12
"""Number of games that are listed as just finished."""
_PACE = 60
"""Number of games by which the pace of the next ones is estimated."""


@dataclass(frozen=True)
class EventSummary:
    """Summary of an event as far as it was played."""

    played: int
    games: int
    """Number of games of the event, as far as it is known."""
    finished: bool
    a_game: float
    """Average seconds from the end of a game to the next end, of late; 0 if unknown."""
    html: str
    """Tables and latest games, in both languages."""
    podium: str
    """Winners, in both languages; an empty string until they are known."""


def overview(folder: Path) -> EventSummary:
    """Compute the summary of the event in the folder."""
    tournament = tournament_in(folder)
    entries = sorted(
        (entry for state in tournament.sections for entry in state.entries.values()),
        key=lambda entry: entry.ended,
    )
    return EventSummary(
        played=len(entries),
        games=sum(state.games for state in tournament.sections),
        finished=tournament.is_finished,
        a_game=_seconds_a_game(entries[-_PACE:]),
        html=tables(tournament, entries[-_LATEST:], f"{_home(folder)}/report"),
        podium=podiums(tournament),
    )


def report(folder: Path, language: Language) -> bytes:
    """Return the report of the event in the folder, packed with gzip."""
    text = page(tournament_in(folder), language, _home(folder), folder.name)
    return gzip.compress(text.encode("utf-8", "replace"), 6)


def _home(folder: Path) -> str:
    return f"/events/{quote(folder.name)}"


def tournament_in(folder: Path) -> Tournament:
    """Return the event of the folder as everybody may see it."""
    with open_ledger(folder) as ledger:
        return tournament_from_ledger(ledger).visible_to(may_see_no_output)


def _seconds_a_game(last: Sequence[LedgerGame]) -> float:
    if len(last) < 2:
        return 0.0
    return max(0.0, last[-1].ended - min(game.began for game in last)) / len(last)
