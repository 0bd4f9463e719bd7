"""A game as an entry of the ledger, with all its data."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TypeAlias

from formats.game import Player, other
from formats.outcome import Winner
from formats.record import without_remarks
from formats.text import Text
from referee.verdict import Ending
from tournaments.standings.match import GameResult

Reader: TypeAlias = Callable[[str], bool]
"""Predicate of one reader: may the reader see output and files of the named entrant's program?"""

Filter: TypeAlias = "Callable[[LedgerGame], LedgerGame]"
"""Function that returns a copy of a game without the data that a reader may not see."""


def may_see_no_output(_name: str) -> bool:
    """Return False for every name: a reader for whom no program's output is visible."""
    return False


def filter_for(reader: Reader) -> Filter:
    """Return a filter that copies each game once, in however many places it stands."""
    copies: dict[int, tuple[LedgerGame, LedgerGame]] = {}

    def visible(game: LedgerGame) -> LedgerGame:
        known = copies.get(id(game))
        if known is None:
            known = copies[id(game)] = game, game.visible_to(reader)
        return known[1]

    return visible


@dataclass(frozen=True, slots=True)
class Printed:
    half_move: int
    player: Player
    text: str


@dataclass(frozen=True, slots=True)
class LedgerGame:
    section: str
    id: str
    """Id of the game within its section; see ``ScheduledGame.id``."""
    number: int
    """Number of the game within the section."""
    round: int
    start: int
    """Index of the start position, from 0."""
    first: str
    """Entrant who had A."""
    second: str
    """Entrant who had B."""
    winner: Winner
    ending: Ending
    sentence: Text
    """Sentence of the verdict."""
    seconds: tuple[Decimal, Decimal]
    """Seconds that A and B used."""
    half_moves: int
    record: str
    """Record of the game in the format of ``formats.record``."""
    printed: tuple[Printed, ...] = ()
    evidence: bytes | None = None
    """File that disqualified the program that wrote it."""
    attempt: int = 0
    """Number of earlier games of this scheduled game that ended and were annulled."""
    voided: int = 0
    """Number of earlier starts of the game that a fault of the arena voided."""
    machine: str = ""
    """Name, processors and system of the machine on which the game was played."""
    began: float = 0.0
    """Start of the game, in seconds since 1970."""
    ended: float = 0.0
    """End of the game, in seconds since 1970."""
    busy: float = 0.0
    """Real seconds in which the bots ran."""
    changes: str | None = None
    """Cells that each half-move changes, as ``formats.record.changes_between`` writes them.

    The worker that played the game wrote them for pages that step through it. Ledgers of older
    versions lack them.
    """

    @property
    def matches_id(self) -> bool:
        """Return whether the players and the start position are those that the id names."""
        id_without_round = self.id.partition("/")[2]
        leg = self.start + 1
        as_drawn = f"{self.first}/{self.second}/{leg}a"
        return id_without_round in (as_drawn, f"{self.second}/{self.first}/{leg}b")

    def visible_to(self, reader: Reader) -> LedgerGame:
        """Return a copy of the game without the data that the reader may not see.

        Output and files of a program are only for readers who may see them. Since a verdict may
        quote a file, other readers see only the kind of the ending.
        """
        names: dict[Player, str] = {"A": self.first, "B": self.second}
        own = {player for player, name in names.items() if reader(name)}
        if len(own) == len(names) or self._is_silent:
            return self
        is_open = self.winner == "D" or other(self.winner) in own
        sentence = self.sentence if is_open else self.ending.sentence_for_others(self.sentence)
        return replace(
            self,
            record=without_remarks(self.record, own, "" if is_open else sentence.say("en")),
            sentence=sentence,
            printed=tuple(text for text in self.printed if text.player in own),
            evidence=self.evidence if is_open else None,
        )

    @property
    def _is_silent(self) -> bool:
        """Return whether the game has no data that a reader may not see: most games have none."""
        quotes = self.ending.sentence_for_others(self.sentence) is not self.sentence
        return not self.printed and self.evidence is None and not quotes

    @property
    def result(self) -> GameResult:
        """Return the result of the game for the table."""
        disqualified = self.ending.disqualifies and self.winner != "D"
        began = self.record.partition('[Start "')[2][:1]
        return GameResult(
            self.id,
            self.first,
            self.second,
            self.winner,
            disqualified,
            self.seconds,
            sides_that_moved(self.half_moves, b_began=began == "B"),
        )


def sides_that_moved(half_moves: int, *, b_began: bool) -> tuple[bool, bool]:
    """Return whether A and whether B made a move in a game with this number of half-moves."""
    moved = half_moves > 0, half_moves > 1
    return moved[::-1] if b_began else moved


def json_from_printed(printed: tuple[Printed, ...]) -> str:
    """Return the output of the programs as JSON for the ledger."""
    return json.dumps([[p.half_move, p.player, p.text] for p in printed], ensure_ascii=False)
