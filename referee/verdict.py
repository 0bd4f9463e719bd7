"""The verdict on a game: what a table shows, and what a student reads."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from formats.fault import Fault
from formats.game import Player, other
from formats.outcome import HALF_MOVE_LIMIT, REPETITION, Outcome, Winner
from formats.text import Language, Text


class Ending(Enum):
    """The kind of a verdict: label, title in tables, and whether it disqualifies the loser."""

    WON = ("won", Text("won", "победа"), False)
    NO_MOVES = ("no-moves", Text("won without a move", "победа без хода"), False)
    HALF_MOVE_LIMIT = ("half-move-limit", Text("half-move limit", "предел полуходов"), False)
    REPETITION = ("repetition", Text("repetition", "повторение"), False)
    DRAWN = ("drawn", Text("drawn", "ничья"), False)
    TWO_PASSES = ("two-passes", Text("two passes", "два отказа от хода"), False)
    OUT_OF_TIME = ("out-of-time", Text("out of time", "время вышло"), False)
    MALFORMED_FILE = ("malformed-file", Text("malformed file", "файл не по формату"), True)
    ILLEGAL_MOVE = ("illegal-move", Text("illegal move", "недопустимый ход"), True)
    NO_MOVE = ("no-move", Text("no move", "нет хода"), True)
    FALSE_TIME = ("false-time", Text("wrong time", "неверное время"), True)
    FALSE_POINTS = ("false-points", Text("wrong points", "неверные очки"), True)
    FALSE_HEADER = ("false-header", Text("wrong header", "неверный заголовок"), True)
    OTHER_FILES = ("other-files", Text("left other files", "оставлены другие файлы"), True)
    OUT_OF_MEMORY = ("out-of-memory", Text("out of memory", "не хватило памяти"), True)
    WROTE_TOO_MUCH = ("wrote-too-much", Text("wrote too much", "слишком много записано"), True)
    CRASH = ("crash", Text("crashed", "аварийное завершение"), True)
    NOT_STARTED = ("not-started", Text("did not start", "не запустилась"), True)

    def __init__(self, label: str, title: Text, disqualifies: bool) -> None:
        self.label = label
        self.title = title
        self.disqualifies = disqualifies

    @property
    def is_fault(self) -> bool:
        """True if the loser lost by a fault: the rules of the game had not ended it."""
        return self.disqualifies or self is Ending.OUT_OF_TIME

    def sentence_for_others(self, sentence: Text) -> Text:
        """Return the verdict for a reader who may not see the files that the loser's program left.

        A verdict on a file may quote the file, or names of files; then only its title is shown.
        """
        return self.title if self in _QUOTING else sentence

    @classmethod
    def from_label(cls, label: str) -> Ending:
        """Return the ending with that label. Raise LookupError."""
        return _ENDING_BY_LABEL[label]


_ENDING_BY_LABEL = {ending.label: ending for ending in Ending}
_QUOTING = frozenset(
    {
        Ending.MALFORMED_FILE,
        Ending.ILLEGAL_MOVE,
        Ending.FALSE_TIME,
        Ending.FALSE_POINTS,
        Ending.FALSE_HEADER,
        Ending.OTHER_FILES,
    }
)
_ENDINGS = {
    HALF_MOVE_LIMIT.name: Ending.HALF_MOVE_LIMIT,
    REPETITION.name: Ending.REPETITION,
    "two-passes": Ending.TWO_PASSES,
    "no-moves": Ending.NO_MOVES,
}
"""Endings by the reasons of the rules; every other outcome is a win or a draw."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a game, with its reason."""

    winner: Winner
    ending: Ending
    reason: str
    """Name of the reason: that of the rules if the game was played out, else that of the ending."""
    sentence: Text

    def say(self, language: Language = "en") -> str:
        """Return the reason in one sentence without a full stop."""
        return self.sentence.say(language)

    @property
    def disqualified(self) -> Player | None:
        """The player who is disqualified; None if nobody is."""
        return other(self.winner) if self.ending.disqualifies and self.winner != "D" else None


def verdict_by_rules(outcome: Outcome) -> Verdict:
    """Return the verdict on a game that was played out."""
    reason = outcome.reason
    default = Ending.DRAWN if outcome.winner == "D" else Ending.WON
    ending = _ENDINGS.get(reason.name, default)
    return Verdict(outcome.winner, ending, reason.name, reason.text)


def verdict_against(player: Player, ending: Ending, fault: Fault) -> Verdict:
    """Return the verdict on a player who lost by a fault."""
    return Verdict(other(player), ending, ending.label, fault.text)
