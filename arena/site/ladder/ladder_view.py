"""What the pages show of a ladder, worked out of its ledger in a process beside the site's."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arena.site.watch.event_index import event_in
from tournaments.ladder.ladder_players import author_of, number_of
from tournaments.ladder.ladder_run import ladder_folder
from tournaments.ladder.ladder_table import LadderRow
from tournaments.ladder.told_ladder import ToldLadder, ladders_in
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.result_tables import Table

MOST_GAMES = 200


@dataclass(frozen=True)
class LadderView:
    """The ladder of a section."""

    section: str
    games: int
    rows: tuple[LadderRow, ...]
    table: Table


@dataclass(frozen=True)
class OwnGame:
    """A game of the visitor's, as a list shows it."""

    number: int
    version: int | None
    opponent: str
    side: str
    entry: LedgerGame

    @property
    def outcome(self) -> str:
        """For the visitor: won, drawn or lost."""
        if self.entry.winner == "D":
            return "drawn"
        return "won" if self.entry.winner == self.side else "lost"


@dataclass(frozen=True)
class OwnLadder:
    """How the visitor stands in a section, and his games there."""

    section: str
    row: LadderRow | None
    count: int
    """How many play there."""
    games: tuple[OwnGame, ...]


def folder_of(path: Path) -> Path:
    """Where the ladder of the event of that file is kept."""
    return ladder_folder(path.parent / path.stem)


def ladder_views(path: Path) -> list[LadderView]:
    """Those of the event of that file."""
    return [
        LadderView(one.section, len(one.state.games), one.rows, one.table) for one in _told(path)
    ]


def own_ladders(path: Path, name: str) -> list[OwnLadder]:
    """The same for one who has handed in."""
    return [_own(one, name) for one in _told(path)]


def own_record(path: Path, name: str, section: str, number: int) -> str | None:
    """The record of a game, if it is his."""
    for one in _told(path):
        for game in one.games_of(name) if one.section == section else ():
            if game.number == number:
                return game.record
    return None


def _told(path: Path) -> list[ToldLadder]:
    event = event_in(path)
    return list(ladders_in(folder_of(path), event)) if event else []


def _own(told: ToldLadder, name: str) -> OwnLadder:
    row = next((one for one in told.rows if (one.name, one.is_milestone) == (name, False)), None)
    games = tuple(_game(one, name) for one in list(told.games_of(name))[:MOST_GAMES])
    return OwnLadder(told.section, row, len(told.rows), games)


def _game(entry: LedgerGame, name: str) -> OwnGame:
    is_first = author_of(entry.first) == name
    own, other = (entry.first, entry.second) if is_first else (entry.second, entry.first)
    return OwnGame(entry.number, number_of(own), other, "A" if is_first else "B", entry)
