"""Decisions of the teacher after the start of an event, as entries of the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from formats.text import Text
from tournaments.entrants.enrolment import BotVersion
from tournaments.standings.scoring import Removed


class Verb(StrEnum):
    """Kinds of decisions; the words are those of the commands, and never change."""

    ADMIT = "admit"
    WITHDRAW = "withdraw"
    DISQUALIFY = "disqualify"
    REINSTATE = "reinstate"
    REPLAY = "replay-game"
    ANNUL = "annul"
    RESTORE = "restore-game"
    BONUSES = "bonuses"
    """A change of the bonuses in the event file after the start; no command."""

    @property
    def is_of_game(self) -> bool:
        """Return whether the decision is about a game; else it is about an entrant or bonuses."""
        return self in (Verb.REPLAY, Verb.ANNUL, Verb.RESTORE)


@dataclass(frozen=True, slots=True)
class Decision:
    section: str
    verb: Verb
    subject: str
    """Name of an entrant, id of a game, or text of bonuses."""
    reason: str
    at: float
    """Time of the decision, in seconds since 1970."""
    removed: Removed | None = None
    """Rule by which the games of an entrant who is withdrawn or disqualified count."""
    program: BotVersion | None = None
    """Program of a latecomer."""

    def summary(self, number: int | None = None) -> Text:
        """Return the decision in a few words, with the number of the game if it is known."""
        return _SUMMARIES[self.verb].filled(
            {"name": self.subject, "number": number or self.subject}
        )


_SUMMARIES = {
    Verb.ADMIT: Text("{name} is admitted late", "{name}: допуск с опозданием"),
    Verb.WITHDRAW: Text("{name} withdraws", "{name}: выбывает"),
    Verb.DISQUALIFY: Text("{name} is disqualified", "{name}: дисквалификация"),
    Verb.REINSTATE: Text("{name} is reinstated", "{name}: возвращение в турнир"),
    Verb.REPLAY: Text("game {number} is replayed", "партия {number} переигрывается"),
    Verb.ANNUL: Text("game {number} is annulled", "партия {number} аннулирована"),
    Verb.BONUSES: Text("the bonuses are now {name}", "бонусы теперь {name}"),
    Verb.RESTORE: Text("game {number} counts again", "партия {number} снова засчитана"),
}
