"""Data of the ladder pages, computed from ledgers in a background worker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from arena.drawing.html import isolated
from arena.report.loss import loss_of
from arena.report.page import games_page
from arena.report.page_data import GamesOfSection
from arena.site.background import pack
from arena.site.documents import rules_of
from arena.site.ladder import texts
from arena.site.ladder.version_matches import MatchOrder, section_and_submissions
from arena.site.watch.event_index import event_in
from formats.text import Language, Text
from tournaments.event.model import Section
from tournaments.ladder.ladder_players import is_version_of, number_of, version_name
from tournaments.ladder.ladder_run import ladder_folder
from tournaments.ladder.ladder_table import LadderRow, SectionLadder, ladders_in
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.own_game import OwnGame
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
    """True if all versions have met as often as they may."""


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
    def lost_by_offence(self) -> tuple[OwnGame, ...]:
        """Games lost by an offence of the bot."""
        return tuple(game for game in self.games if game.is_by_fault)

    def version_of(self, game: OwnGame) -> int | None:
        """Return the number of the visitor's version in the game."""
        return number_of(game.name)


def folder_of(path: Path) -> Path:
    """Return the folder of the ladder of the event defined in ``path``."""
    return ladder_folder(path.parent / path.stem)


def ladder_views(path: Path) -> list[LadderView]:
    """Return the ladders of the event defined in ``path``."""
    event = event_in(path)
    most_matches = event.ladder.matches if event and event.ladder else 0
    return [
        LadderView(
            ladder.heading,
            len(ladder.state.games),
            ladder.rows,
            ladder.table,
            ladder.state.is_played_out(most_matches),
        )
        for ladder in _ladders_of(path)
    ]


def own_ladders(path: Path) -> dict[str, bytes]:
    """Return the packed places and games of each author on the ladders of the event, by names.

    The empty name has those for students without a version on the ladders.
    """
    ladders = _ladders_of(path)
    names = {row.name for ladder in ladders for row in ladder.versions} | {""}
    return {
        name: pack(
            [_own_ladder(number, ladder, name) for number, ladder in enumerate(ladders, start=1)]
        )
        for name in names
    }


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
    games = _newest_games(ladder, name)

    def path_of(version: str) -> Path:
        return programs.path(ladder.state.versions[version].sha256)

    return _explained_games(section, games, name, path_of, language)


def _explained_games(
    section: Section,
    games: Sequence[LedgerGame],
    name: str,
    path_of: Callable[[str], Path],
    language: Language,
) -> GamesOfSection:
    """Return games of the named bot, with explanations of those that it lost by an offence."""
    own_games = (_own_game(game, name) for game in games)
    lost = islice((game for game in own_games if game.is_by_fault), _MOST_EXPLAINED)
    turns = {
        game.entry.id: game.lost_turn(section.limits.judging, path_of(game.name)) for game in lost
    }
    losses = {game_id: loss_of(turn) for game_id, turn in turns.items() if turn is not None}
    rules = rules_of(section.game.name, section.game.title.say(language), language)
    return GamesOfSection(section.name, section.heading, section.game, games, losses, rules)


def _own_game(entry: LedgerGame, name: str) -> OwnGame:
    """Return the game as the named bot sees it; in a match of its versions, as the loser does."""
    own = [version for version in (entry.first, entry.second) if is_version_of(version, name)]
    loser = entry.result.loser
    return OwnGame(entry, loser if loser in own else own[0])


def match_page(order: MatchOrder, games: Sequence[LedgerGame], language: Language) -> str:
    """Return the page of a match of two versions, for their author, who may see all of it."""
    section, submissions = section_and_submissions(order)
    path_by_version = {
        version_name(version.name, version.number): submissions.program(version)
        for version in submissions.versions()
    }
    games_of_section = _explained_games(
        section, games, order.name, path_by_version.__getitem__, language
    )
    first, second = map(isolated, order.names)
    return games_page(
        texts.MATCH_OF.say(language, {"first": first, "second": second, "event": order.title}),
        [games_of_section],
        language,
        "/submit/versions",
    )


def _newest_games(ladder: SectionLadder, name: str) -> list[LedgerGame]:
    """Return the newest games of all versions of the name, as their author may see them."""
    return list(islice(ladder.games_of(name), MOST_GAMES))


def _ladders_of(path: Path) -> list[SectionLadder]:
    event = event_in(path)
    return list(ladders_in(folder_of(path), event)) if event else []


def _own_ladder(number: int, ladder: SectionLadder, name: str) -> OwnLadder:
    newest = (row for row in ladder.rows if (row.name, row.is_milestone) == (name, False))
    row = next(newest, None)
    games = tuple(_own_game(game, name) for game in _newest_games(ladder, name))
    return OwnLadder(ladder.heading, number, row, len(ladder.rows), ladder.versions_of(name), games)
