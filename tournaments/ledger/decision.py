"""What the teacher decides once play has begun, as it stands in the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from formats.text import Text
from tournaments.entrants.enrolment import Enrolled
from tournaments.standings.scoring import Removed


class Verb(StrEnum):
    """What can be decided; the words are those of the commands, and never change."""

    ADMIT = "admit"
    WITHDRAW = "withdraw"
    DISQUALIFY = "disqualify"
    REINSTATE = "reinstate"
    REPLAY = "replay-game"
    ANNUL = "annul"
    RESTORE = "restore-game"
    BONUSES = "bonuses"
    """No command: the event file has other bonuses than when the event began."""

    @property
    def is_of_game(self) -> bool:
        """Whether it is about a game; else it is about an entrant."""
        return self in (Verb.REPLAY, Verb.ANNUL, Verb.RESTORE)


@dataclass(frozen=True, slots=True)
class Decision:
    section: str
    verb: Verb
    subject: str
    """The name of an entrant, the id of a game, or the text of bonuses."""
    reason: str
    at: float
    """Seconds since 1970."""
    removed: Removed | None = None
    """What becomes of the games of who is withdrawn or disqualified."""
    program: Enrolled | None = None
    """What the latecomer plays with."""

    def said(self, number: int | None = None) -> Text:
        """What was decided, in a few words; a game is called by its number where that is known."""
        return _SAID[self.verb].filled({"name": self.subject, "number": number or self.subject})


_SAID = {
    Verb.ADMIT: Text("{name} is admitted late", "{name}: принят с опозданием"),
    Verb.WITHDRAW: Text("{name} withdraws", "{name}: выбывает"),
    Verb.DISQUALIFY: Text("{name} is disqualified", "{name}: снят"),
    Verb.REINSTATE: Text("{name} is reinstated", "{name}: восстановлен"),
    Verb.REPLAY: Text("game {number} is replayed", "партия {number} переигрывается"),
    Verb.ANNUL: Text("game {number} is annulled", "партия {number} аннулирована"),
    Verb.BONUSES: Text("the bonuses are now {name}", "бонусы теперь {name}"),
    Verb.RESTORE: Text("game {number} counts again", "партия {number} снова засчитана"),
}
