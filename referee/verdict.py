"""How a game ended and why: what is entered in a table, and what a student is told."""

from __future__ import annotations

from dataclasses import dataclass

from formats.fault import Fault
from formats.game import HALF_MOVE_LIMIT, REPETITION, Outcome, Player, Winner, other
from formats.text import Language, Text
from referee.ending import Ending

_ENDINGS = {
    HALF_MOVE_LIMIT.name: Ending.HALF_MOVE_LIMIT,
    REPETITION.name: Ending.REPETITION,
    "two-passes": Ending.TWO_PASSES,
    "no-moves": Ending.NO_MOVES,
}
"""By what the law calls them; every other end of a game is a win."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a game."""

    winner: Winner
    ending: Ending
    reason: str
    """A name for the end: the law's own, where the game was played out."""
    sentence: Text

    def say(self, language: Language = "en") -> str:
        """Why, in one sentence without a full stop."""
        return self.sentence.say(language)

    @property
    def disqualified(self) -> Player | None:
        """The player who did what a bot must not do."""
        return other(self.winner) if self.ending.disqualifies and self.winner != "D" else None


def by_law(outcome: Outcome) -> Verdict:
    """The verdict on a game that was played out."""
    reason = outcome.reason
    return Verdict(outcome.winner, _ENDINGS.get(reason.name, Ending.WON), reason.name, reason.text)


def against(player: Player, ending: Ending, fault: Fault) -> Verdict:
    """The verdict on a player who did something that loses the game."""
    sentence = Text(fault.sentence("en"), fault.sentence("ru"))
    return Verdict(other(player), ending, ending.label, sentence)
