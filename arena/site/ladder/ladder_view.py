"""Data of the ladder pages, computed from ledgers in a background worker."""

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
"""Largest number of lost games that are explained, since each explanation takes time."""


@dataclass(frozen=True)
class LadderView:
    """A ladder as the public page shows it."""

    section: Text
    games: int
    rows: tuple[LadderRow, ...]
    table: Table
    is_played_out: bool
    """Flag: all versions have met as often as they may."""


@dataclass(frozen=True)
class OwnGame:
    """A game of the visitor's bot, as the list shows it."""

    number: int
    version: int | None
    opponent: str
    side: Player
    entry: LedgerGame

    @property
    def outcome(self) -> str:
        """Outcome for the visitor: won, drawn or lost."""
        if self.entry.winner == "D":
            return "drawn"
        return "won" if self.entry.winner == self.side else "lost"

    @property
    def own(self) -> str:
        return self.entry.first if self.side == "A" else self.entry.second

    @property
    def is_by_fault(self) -> bool:
        """Return whether the game was lost by an offence of the bot."""
        return _is_fault_of(self.entry, author_of(self.own))


@dataclass(frozen=True)
class OwnLadder:
    """The visitor's place and games on the ladder of a section."""

    section: Text
    number: int
    """Number of the section, from 1."""
    row: LadderRow | None
    count: int
    """Number of rows of the ladder."""
    versions: tuple[LadderRow, ...]
    """Rows of the visitor's versions, the newest first."""
    games: tuple[OwnGame, ...]

    @property
    def lost(self) -> tuple[OwnGame, ...]:
        """Games lost by an offence of the bot."""
        return tuple(game for game in self.games if game.is_by_fault)


def folder_of(path: Path) -> Path:
    """Return the folder of the ladder of the event defined in ``path``."""
    return ladder_folder(path.parent / path.stem)


def ladder_views(path: Path) -> list[LadderView]:
    """Return the ladders of the event defined in ``path``."""
    event = event_in(path)
    most = event.ladder.meetings if event and event.ladder else 0
    return [
        LadderView(
            ladder.heading,
            len(ladder.state.games),
            ladder.rows,
            ladder.table,
            ladder.state.is_played_out(most),
        )
        for ladder in _ladders_of(path)
    ]


def own_ladders(path: Path, name: str) -> list[OwnLadder]:
    """Return the visitor's place and games on each ladder of the event."""
    return [_own(number, ladder, name) for number, ladder in enumerate(_ladders_of(path), start=1)]


def own_page(path: Path, name: str, language: Language) -> str | None:
    """Return the page of the visitor's games in the event; None if there are none."""
    event, ladders = event_in(path), _ladders_of(path)
    section_by_name = {section.name: section for section in event.sections} if event else {}
    programs = programs_of(folder_of(path))
    sections = [
        _games_of_section(ladder, section_by_name[ladder.section], programs, name, language)
        for ladder in ladders
    ]
    if event is None or not any(section.games for section in sections):
        return None
    return games_page(f"{event.title}: {name}", sections, language, "/submit/ladder")


def _games_of_section(
    ladder: SectionLadder, section: Section, programs: Store, name: str, language: Language
) -> GamesOfSection:
    """Return the visitor's games of a section, with explanations of lost ones."""
    games = _newest(ladder, name)

    def path_of(version: str) -> Path:
        return programs.path(ladder.state.versions[version].sha256)

    return _with_losses(section, games, name, path_of, language)


def _with_losses(
    section: Section,
    games: Sequence[LedgerGame],
    name: str,
    path_of: Callable[[str], Path],
    language: Language,
) -> GamesOfSection:
    """Return games of the named bot, with the turns that lost those it lost by an offence."""
    losses: dict[str, Loss] = {}
    for game in islice((game for game in games if _is_fault_of(game, name)), _MOST_EXPLAINED):
        version = game.second if game.winner == "A" else game.first
        turn = lost_turn(game, section.limits.rules, Program(version, path_of(version)))
        if turn is not None:
            losses[game.id] = loss_of(turn)
    rules = rules_of(section.game.name, section.game.title.say(language), language)
    return GamesOfSection(section.name, section.heading, section.game, games, losses, rules)


def _is_fault_of(game: LedgerGame, name: str) -> bool:
    """Return whether a version of the named bot lost the game by an offence."""
    loser = game.result.loser
    return game.ending.is_fault and loser is not None and is_version_of(loser, name)


def match_page(order: MatchOrder, games: Sequence[LedgerGame], language: Language) -> str:
    """Return the page of a match of two versions; their author may see all of both."""
    section, submissions = place_of(order)
    path_by_version = {
        version_name(version.name, version.number): submissions.program(version)
        for version in submissions.versions()
    }
    games_of_section = _with_losses(
        section, games, order.name, path_by_version.__getitem__, language
    )
    return games_page(
        words.MATCH_OF.say(
            language, {"first": order.names[0], "second": order.names[1], "event": order.title}
        ),
        [games_of_section],
        language,
        "/submit/versions",
    )


def _newest(ladder: SectionLadder, name: str) -> list[LedgerGame]:
    """Return the newest games of all versions of the name, as their author may see them."""
    return list(islice(ladder.games_of(name), MOST_GAMES))


def _ladders_of(path: Path) -> list[SectionLadder]:
    event = event_in(path)
    return list(ladders_in(folder_of(path), event)) if event else []


def _own(number: int, ladder: SectionLadder, name: str) -> OwnLadder:
    newest = (row for row in ladder.rows if (row.name, row.is_milestone) == (name, False))
    row = next(newest, None)
    games = tuple(_game(game, name) for game in _newest(ladder, name))
    return OwnLadder(ladder.heading, number, row, len(ladder.rows), ladder.versions_of(name), games)


def _game(entry: LedgerGame, name: str) -> OwnGame:
    side = _side_of(entry, name)
    own, other = (entry.first, entry.second) if side == "A" else (entry.second, entry.first)
    return OwnGame(entry.number, number_of(own), other, side, entry)


def _side_of(entry: LedgerGame, name: str) -> Player:
    return "A" if is_version_of(entry.first, name) else "B"
