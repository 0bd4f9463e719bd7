"""What a section's decisions come to: which game counts, who is out, who came late.

The one home of that rule. Games and decisions are taken in the order of the ledger. Whoever is
about to decide asks ``objection`` before it is entered, and who judges an event again asks the same
of each decision that the ledger has.

A pairing may be played to its end several times, each an *attempt*; at most one counts. A game that
is replayed or annulled is put aside. Restored, the attempt that was put aside last counts again,
and what counted meanwhile is put aside in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from formats.fault import Fault
from tournaments.entrants.enrolment import Enrolled
from tournaments.ledger.decision import Decision, Verb
from tournaments.ledger.ledger_game import LedgerGame, Reader
from tournaments.ledger.ledger_reading import Entry
from tournaments.run import decision_faults as faults
from tournaments.standings.scoring import Removed
from tournaments.standings.state import Departure, TeacherDecisions


@dataclass
class Attempts:
    """How often a pairing was played, and what of that counts."""

    played: list[LedgerGame] = field(default_factory=list)
    aside: list[LedgerGame] = field(default_factory=list)
    """Those that were put aside, the last one last."""
    counts: LedgerGame | None = None
    is_annulled: bool = False
    """Whether nothing counts and nothing is to be played."""

    def is_due(self, game: LedgerGame) -> bool:
        """Whether that was the next to be played."""
        return game.attempt == len(self.played) and self.counts is None and not self.is_annulled

    def take(self, game: LedgerGame) -> None:
        self.played.append(game)
        self.counts = game

    def put_aside(self, *, annul: bool) -> None:
        """What counts does so no longer."""
        if self.counts is not None:
            self.aside.append(self.counts)
        self.counts, self.is_annulled = None, annul

    def restore(self) -> None:
        """What was put aside last counts again."""
        back = self.aside.pop()
        self.put_aside(annul=False)
        self.counts = back

    def visible_to(self, reader: Reader) -> Attempts:
        """Return a copy with each game as that reader may see it."""
        played = [game.visible_to(reader) for game in self.played]
        aside = [game.visible_to(reader) for game in self.aside]
        counts = self.counts and self.counts.visible_to(reader)
        return Attempts(played, aside, counts, self.is_annulled)


@dataclass
class Rulings:
    section: str
    names: list[str]
    """Who takes part."""
    attempts: dict[str, Attempts] = field(default_factory=dict)
    """By the ids of the pairings."""
    departures: dict[str, Decision] = field(default_factory=dict)
    """Who is out, and by what."""
    late: list[Enrolled] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    """All, in their order."""
    impossible: list[tuple[Decision, Fault]] = field(default_factory=list)
    """Those that could not be decided; they have no effect."""
    bonuses: str | None = None
    """Those that the event file has now, if they were changed; see ``scoring``."""
    undue: list[LedgerGame] = field(default_factory=list)
    """Games that were not to be played when they were entered."""

    def take(self, entry: Entry) -> None:
        if isinstance(entry, LedgerGame):
            self._take_game(entry)
            return
        self.decisions.append(entry)
        if wrong := self.objection(entry):
            self.impossible.append((entry, wrong))
        elif entry.verb is Verb.BONUSES:
            self.bonuses = entry.subject
        elif entry.verb.is_of_game:
            self._take_of_game(entry, self.attempts[entry.subject])
        else:
            self._take_of_entrant(entry)

    def _take_game(self, game: LedgerGame) -> None:
        attempts = self.attempts.setdefault(game.id, Attempts())
        is_out = self.departures.keys() & {game.first, game.second}
        if is_out or not attempts.is_due(game):
            self.undue.append(game)
        attempts.take(game)

    def _take_of_game(self, decision: Decision, attempts: Attempts) -> None:
        if decision.verb is Verb.RESTORE:
            attempts.restore()
        else:
            attempts.put_aside(annul=decision.verb is Verb.ANNUL)

    def _take_of_entrant(self, decision: Decision) -> None:
        name = decision.subject
        if decision.program is not None:
            self.names.append(name)
            self.late.append(decision.program)
        elif decision.verb is Verb.REINSTATE:
            del self.departures[name]
        else:
            self.departures[name] = decision

    def objection(self, decision: Decision) -> Fault | None:
        """Why this cannot be decided now, whatever the schedule says of it."""
        if decision.verb.is_of_game:
            return self._objection_of_game(decision)
        if decision.verb is Verb.BONUSES:
            return None
        name, known = decision.subject, decision.subject in self.names
        said = {"name": name, "section": self.section}
        if decision.verb is Verb.ADMIT:
            return faults.TAKES_PART(**said) if known else None
        if not known:
            return faults.NOBODY(**said, known=", ".join(self.names))
        is_out, goes_out = name in self.departures, decision.verb is not Verb.REINSTATE
        if is_out is goes_out:
            return (faults.OUT_ALREADY if is_out else faults.NOT_OUT)(**said)
        return None

    def _objection_of_game(self, decision: Decision) -> Fault | None:
        attempts = self.attempts.get(decision.subject, Attempts())
        number = attempts.played[0].number if attempts.played else decision.subject
        said = {"game": number, "section": self.section}
        if decision.verb is Verb.RESTORE:
            return None if attempts.aside else faults.NEVER_ANNULLED(**said)
        return None if attempts.counts else faults.NOT_PLAYED(**said)

    @property
    def counting(self) -> dict[str, LedgerGame]:
        """The games that count, by their ids, in the order in which they ended."""
        found = {one: attempts.counts for one, attempts in self.attempts.items()}
        return {one: game for one, game in found.items() if game is not None}

    @property
    def aside(self) -> Iterator[LedgerGame]:
        """Games that were played and do not count."""
        for attempts in self.attempts.values():
            yield from attempts.aside

    def visible_to(self, reader: Reader) -> Rulings:
        """Return a copy with each game as that reader may see it."""
        attempts = {name: one.visible_to(reader) for name, one in list(self.attempts.items())}
        undue = [game.visible_to(reader) for game in self.undue]
        return replace(self, attempts=attempts, undue=undue)

    def played(self, pairing: str) -> int:
        """How often a pairing was played to its end."""
        return len(self.attempts[pairing].played) if pairing in self.attempts else 0

    @property
    def decided(self) -> TeacherDecisions:
        """What the schedule and the table need to know of it."""
        departures = {
            name: Departure(decision.removed or Removed.LOST, decision.verb is Verb.WITHDRAW)
            for name, decision in self.departures.items()
        }
        # A list at once: another thread may enter a game meanwhile.
        known = list(self.attempts.items())
        annulled = {one for one, attempts in known if attempts.is_annulled}
        return TeacherDecisions(departures, annulled)

    def number_of(self, decision: Decision) -> int | None:
        """That of the game which a decision is about."""
        attempts = self.attempts.get(decision.subject) if decision.verb.is_of_game else None
        return attempts.played[0].number if attempts and attempts.played else None


def rulings_of(section: str, names: Iterable[str], entries: Iterable[Entry]) -> Rulings:
    """What these entries of the ledger come to."""
    rulings = Rulings(section, list(names))
    for entry in entries:
        if entry.section == section:
            rulings.take(entry)
    return rulings
