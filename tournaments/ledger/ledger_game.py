"""A game as it stands in the ledger: all that is ever told of it."""

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
from tournaments.standings.meeting import GameResult

Reader: TypeAlias = Callable[[str], bool]
"""Whether somebody may see what the program of that entrant has printed and written."""


def everybody(_name: str) -> bool:
    """Return that a reader who may be anybody sees nothing of any program."""
    return False


@dataclass(frozen=True, slots=True)
class Printed:
    half_move: int
    player: Player
    text: str


@dataclass(frozen=True, slots=True)
class LedgerGame:
    section: str
    id: str
    """What the pairing is known by within its section; see ``ScheduledGame.id``."""
    number: int
    """«Game 214»; counted within the section."""
    round: int
    start: int
    """Which of the start positions, from 0."""
    first: str
    """Who had A."""
    second: str
    winner: Winner
    ending: Ending
    sentence: Text
    """The verdict."""
    seconds: tuple[Decimal, Decimal]
    """The time that each used."""
    half_moves: int
    record: str
    """As ``formats.record`` writes it."""
    printed: tuple[Printed, ...] = ()
    evidence: bytes | None = None
    """The file that disqualified its writer."""
    attempt: int = 0
    """How often the pairing was played to its end before; each time but the last it is annulled."""
    voided: int = 0
    """How often the game was begun before, and spoilt by a fault of ours."""
    machine: str = ""
    """Where it was played."""
    began: float = 0.0
    """Seconds since 1970."""
    ended: float = 0.0
    busy: float = 0.0
    """Seconds of that which its bots took, all clocks aside."""

    @property
    def is_of_its_id(self) -> bool:
        """Whether the players and the start are those that the id names."""
        pairing = self.id.partition("/")[2]
        leg = self.start + 1
        as_drawn = f"{self.first}/{self.second}/{leg}a"
        return pairing in (as_drawn, f"{self.second}/{self.first}/{leg}b")

    def seen_by(self, reader: Reader) -> LedgerGame:
        """Return the game as it is for that reader.

        What a program has printed and written is only for readers who may see it. The verdict on
        a file may quote it: for others there remains how the game ended.
        """
        names: dict[Player, str] = {"A": self.first, "B": self.second}
        own = {player for player, name in names.items() if reader(name)}
        if len(own) == len(names):
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
    def result(self) -> GameResult:
        """What a table needs to know of it."""
        disqualified = self.ending.disqualifies and self.winner != "D"
        began = self.record.partition('[Start "')[2][:1]
        return GameResult(
            self.id,
            self.first,
            self.second,
            self.winner,
            disqualified,
            self.seconds,
            who_moved(self.half_moves, b_began=began == "B"),
        )


def who_moved(half_moves: int, *, b_began: bool) -> tuple[bool, bool]:
    """Whether A and whether B made a move in a game with so many."""
    moved = half_moves > 0, half_moves > 1
    return moved[::-1] if b_began else moved


def printed_as_json(printed: tuple[Printed, ...]) -> str:
    """What was printed, for the ledger."""
    return json.dumps([[p.half_move, p.player, p.text] for p in printed], ensure_ascii=False)
