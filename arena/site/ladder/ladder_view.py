"""What the pages show of a ladder, worked out of its ledger in a process beside the site's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from arena.report.loss import Loss, loss_of
from arena.report.page import games_page
from arena.report.page_data import GamesOfSection
from arena.site.documents import rules_of
from arena.site.ladder import texts as words
from arena.site.ladder.version_matches import MatchOrder, place_of
from arena.site.watch.event_index import event_in
from formats.game import Player
from formats.text import Language, Text
from referee.program import Program
from tournaments.event.model import Section
from tournaments.ladder.ladder_players import author_of, is_version_of, number_of, version_name
from tournaments.ladder.ladder_run import ladder_folder
from tournaments.ladder.ladder_table import LadderRow, SectionLadder, ladders_in
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.lost_turns import lost_turn
from tournaments.run.result_tables import Table
from tournaments.run.setup import programs_of
from tournaments.storage import Store

MOST_GAMES = 200
_MOST_EXPLAINED = 40
"""Lost games of which it is looked for why: that takes a while."""


@dataclass(frozen=True)
class LadderView:
    section: Text
    games: int
    rows: tuple[LadderRow, ...]
    table: Table
    is_played_out: bool
    """Whether all who play there have met as often as they may."""


@dataclass(frozen=True)
class OwnGame:
    """A game of the visitor's, as a list shows it."""

    number: int
    version: int | None
    opponent: str
    side: Player
    entry: LedgerGame

    @property
    def outcome(self) -> str:
        """For the visitor: won, drawn or lost."""
        if self.entry.winner == "D":
            return "drawn"
        return "won" if self.entry.winner == self.side else "lost"

    @property
    def own(self) -> str:
        return self.entry.first if self.side == "A" else self.entry.second

    @property
    def is_by_fault(self) -> bool:
        """Whether it was lost by what the bot did wrong."""
        return _is_fault_of(self.entry, author_of(self.own))


@dataclass(frozen=True)
class OwnLadder:
    """How the visitor stands in a section, and his games there."""

    section: Text
    number: int
    """Of the section, from 1."""
    row: LadderRow | None
    count: int
    """How many play there."""
    versions: tuple[LadderRow, ...]
    """His, the newest first."""
    games: tuple[OwnGame, ...]

    @property
    def lost(self) -> tuple[OwnGame, ...]:
        """Those that were lost by a fault of the bot."""
        return tuple(one for one in self.games if one.is_by_fault)


def folder_of(path: Path) -> Path:
    """Where the ladder of the event of that file is kept."""
    return ladder_folder(path.parent / path.stem)


def ladder_views(path: Path) -> list[LadderView]:
    """Those of the event of that file."""
    event = event_in(path)
    most = event.ladder.meetings if event and event.ladder else 0
    return [
        LadderView(
            one.heading, len(one.state.games), one.rows, one.table, one.state.is_played_out(most)
        )
        for one in _told(path)
    ]


def own_ladders(path: Path, name: str) -> list[OwnLadder]:
    """The same for one who has handed in."""
    return [_own(number, one, name) for number, one in enumerate(_told(path), start=1)]


def own_page(path: Path, name: str, language: Language) -> str | None:
    """His games there, to be stepped through; nothing where there are none."""
    event, told = event_in(path), _told(path)
    known = {one.name: one for one in event.sections} if event else {}
    programs = programs_of(folder_of(path))
    sections = [_stepped(one, known[one.section], programs, name, language) for one in told]
    if event is None or not any(one.games for one in sections):
        return None
    return games_page(f"{event.title}: {name}", sections, language, "/submit/ladder")


def _stepped(
    told: SectionLadder, section: Section, programs: Store, name: str, language: Language
) -> GamesOfSection:
    """His games of a section, with what is to be said of those that he lost by a fault."""
    games = _newest(told, name)

    def path_of(version: str) -> Path:
        return programs.path(told.state.versions[version].sha256)

    return _explained(section, games, name, path_of, language)


def _explained(
    section: Section,
    games: Sequence[LedgerGame],
    name: str,
    path_of: Callable[[str], Path],
    language: Language,
) -> GamesOfSection:
    """Games in which versions of that name played, with what lost those that it lost by a fault."""
    losses: dict[str, Loss] = {}
    for game in islice((one for one in games if _is_fault_of(one, name)), _MOST_EXPLAINED):
        version = game.second if game.winner == "A" else game.first
        turn = lost_turn(game, section.limits.rules, Program(version, path_of(version)))
        if turn is not None:
            losses[game.id] = loss_of(turn)
    rules = rules_of(section.game.name, section.game.title.say(language), language)
    return GamesOfSection(section.name, section.heading, section.game, games, losses, rules)


def _is_fault_of(game: LedgerGame, name: str) -> bool:
    """Whether a version of that name has lost it by what it did wrong."""
    loser = game.result.loser
    return game.ending.is_fault and loser is not None and is_version_of(loser, name)


def match_page(order: MatchOrder, games: Sequence[LedgerGame], language: Language) -> str:
    """The games of a match of two versions of one name, which sees all of both."""
    section, entry = place_of(order)
    kept = {version_name(one.name, one.number): entry.program(one) for one in entry.versions()}
    shown = _explained(section, games, order.name, kept.__getitem__, language)
    return games_page(
        words.MATCH_OF.say(
            language, {"first": order.names[0], "second": order.names[1], "event": order.title}
        ),
        [shown],
        language,
        "/submit/versions",
    )


def _newest(told: SectionLadder, name: str) -> list[LedgerGame]:
    """Return the newest games of all versions of the name, as their author may see them."""
    return list(islice(told.games_of(name), MOST_GAMES))


def _told(path: Path) -> list[SectionLadder]:
    event = event_in(path)
    return list(ladders_in(folder_of(path), event)) if event else []


def _own(number: int, told: SectionLadder, name: str) -> OwnLadder:
    row = next((one for one in told.rows if (one.name, one.is_milestone) == (name, False)), None)
    games = tuple(_game(one, name) for one in _newest(told, name))
    return OwnLadder(told.heading, number, row, len(told.rows), told.versions_of(name), games)


def _game(entry: LedgerGame, name: str) -> OwnGame:
    side = _side_of(entry, name)
    own, other = (entry.first, entry.second) if side == "A" else (entry.second, entry.first)
    return OwnGame(entry.number, number_of(own), other, side, entry)


def _side_of(entry: LedgerGame, name: str) -> Player:
    return "A" if is_version_of(entry.first, name) else "B"
