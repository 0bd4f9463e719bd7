"""Ladders for readers: computed from the ledger without playing, with their tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from formats.text import Text
from tournaments.event.model import Event
from tournaments.ladder.ladder_players import is_version_of, milestone_names
from tournaments.ladder.ladder_state import LadderState, states_of
from tournaments.ladder.ladder_table import LadderRow, ladder_table
from tournaments.ledger import is_begun, opened
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.result_tables import (
    DRAWS,
    GAMES,
    LOSSES,
    NAME,
    PLACE,
    RATING,
    WINS,
    Column,
    Table,
    Value,
)
from tournaments.standings.rating import Estimate

VERSION = Text("version", "версия")
CHANGE = Text("since the last", "к прошлой")
OURS = Text("ours", "арены")


@dataclass(frozen=True)
class SectionLadder:
    """The ladder of a section with the rows of its table."""

    heading: Text
    """Heading of the section."""
    section: str
    versions: tuple[LadderRow, ...]
    """Rows of all versions, the strongest first."""
    state: LadderState

    @property
    def rows(self) -> tuple[LadderRow, ...]:
        """Return the rows of the versions that play now."""
        return tuple(row for row in self.versions if row.is_current)

    def versions_of(self, author: str) -> tuple[LadderRow, ...]:
        """Return the rows of an author's versions, the newest first."""
        own = [row for row in self.versions if row.name == author and row.version is not None]
        return tuple(sorted(own, key=lambda row: -(row.version or 0)))

    @property
    def table(self) -> Table:
        columns = (
            Column("place", PLACE),
            Column("name", NAME, is_name=True),
            Column("version", VERSION),
            Column("rating", RATING),
            Column("change", CHANGE),
            Column("games", GAMES),
            Column("wins", WINS),
            Column("draws", DRAWS),
            Column("losses", LOSSES),
        )
        return Table(columns, tuple(map(_cells, self.rows)))

    def games_of(self, author: str) -> Iterator[LedgerGame]:
        """Yield the games of the author's versions as the author may see them, newest first."""
        for game in reversed(self.state.games.values()):
            if is_version_of(game.first, author) or is_version_of(game.second, author):
                yield game.visible_to(lambda version: is_version_of(version, author))


def ladders_in(folder: Path, event: Event) -> Sequence[SectionLadder]:
    """Return the ladders of an event, none before the first game; raise BadLedger if damaged."""
    if not is_begun(folder):
        return ()
    with opened(folder) as ledger:
        states = states_of(ledger.read(), [section.name for section in event.sections])
    return [
        SectionLadder(
            section.heading,
            section.name,
            tuple(ladder_table(states[section.name], milestone_names(event, section))),
            states[section.name],
        )
        for section in event.sections
    ]


def text_from_estimate(estimate: Estimate, sign: str = "") -> str:
    """Return an estimate as text: 1034 ± 56, or with a sign +34 ± 20."""
    return f"{estimate.elo:{sign}.0f} ± {estimate.error:.0f}"


def _cells(row: LadderRow) -> tuple[Value, ...]:
    counts = (row.games, row.wins, row.draws, row.losses)
    return (
        (row.place, 1),
        row.name,
        "" if row.version is None else str(row.version),
        text_from_estimate(row.rating),
        text_from_estimate(row.change, "+") if row.change else "",
        *map(Fraction, counts),
    )
