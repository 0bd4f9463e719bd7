"""A ladder as people read it: from its ledger, without playing, and as a table for them."""

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
class ToldLadder:
    heading: Text
    """That of the section."""
    section: str
    versions: tuple[LadderRow, ...]
    """All of them, the strongest first."""
    state: LadderState

    @property
    def rows(self) -> tuple[LadderRow, ...]:
        """Those who play now."""
        return tuple(one for one in self.versions if one.is_current)

    def versions_of(self, author: str) -> tuple[LadderRow, ...]:
        """His, the newest first."""
        own = [one for one in self.versions if one.name == author and one.version is not None]
        return tuple(sorted(own, key=lambda one: -(one.version or 0)))

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
        return Table(columns, tuple(map(_row, self.rows)))

    def games_of(self, author: str) -> Iterator[LedgerGame]:
        """Yield the games of all versions of the author, the newest first, for the author."""
        for game in reversed(self.state.games.values()):
            if is_version_of(game.first, author) or is_version_of(game.second, author):
                yield game.visible_to(lambda version: is_version_of(version, author))


def ladders_in(folder: Path, event: Event) -> Sequence[ToldLadder]:
    """As far as they are whole; none where nothing was played yet. Raises BadLedger."""
    if not is_begun(folder):
        return ()
    with opened(folder) as ledger:
        states = states_of(ledger.read(), [one.name for one in event.sections])
    return [
        ToldLadder(
            section.heading,
            section.name,
            tuple(ladder_table(states[section.name], milestone_names(event, section))),
            states[section.name],
        )
        for section in event.sections
    ]


def told_estimate(one: Estimate, sign: str = "") -> str:
    """Such as 1034 ± 56, or with a sign, +34 ± 20."""
    return f"{one.elo:{sign}.0f} ± {one.error:.0f}"


def _row(one: LadderRow) -> tuple[Value, ...]:
    counts = (one.games, one.wins, one.draws, one.losses)
    return (
        (one.place, 1),
        one.name,
        "" if one.version is None else str(one.version),
        told_estimate(one.rating),
        told_estimate(one.change, "+") if one.change else "",
        *map(Fraction, counts),
    )
