"""The teacher's desk: decides once play has begun, and writes the decision into the ledger.

A decision is entered only if it could be made now, and if the schedule still has every game that
was played and counts. So the schedule stays the law: what is to be played follows from the ledger,
before a decision and after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import time

from formats.fault import Fault
from formats.names import clashes
from formats.printable import printable
from tournaments.entrants.enrolment import Enrolled, FoundProgram
from tournaments.entrants.entrant_faults import too_large
from tournaments.event.read_entrants import name_clash, name_fault
from tournaments.ledger.decision import Decision, Verb
from tournaments.run import decision_faults as faults
from tournaments.run.setup import OpenEvent
from tournaments.run.tournament import SectionState, Tournament, told_by
from tournaments.standings.scoring import Removed

MOST_REASON = 500
"""Characters."""


class CannotDecide(Exception):  # noqa: N818  # what it is, not "an error about it"
    """Why something cannot be decided: all the reasons at once."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.sentence() for fault in faults))
        self.faults = tuple(faults)


@dataclass
class Desk:
    """Where an event that has begun is decided about; nobody else writes into its ledger.

    Everything raises CannotDecide, and then nothing was decided; or BadLedger.
    """

    kept: OpenEvent
    reason: str
    """Why it is decided."""

    def __post_init__(self) -> None:
        """Reads the ledger."""
        self.reading = self.kept.ledger.resume()
        self.tournament = told_by(self.reading)

    def admit(self, program: FoundProgram) -> Tournament:
        wrong = list(self._faults_of(program))
        if wrong:
            raise CannotDecide(wrong)
        state = self._section(program.section)
        enrolled = Enrolled(
            program.section,
            len(state.enrolled) + 1,
            program.name,
            self.kept.store.keep(program.data),
            len(program.data),
            program.source,
            program.arguments,
        )
        return self._decide([self._decision(state, Verb.ADMIT, program.name, program=enrolled)])

    def decide(
        self, verb: Verb, name: str, sections: Sequence[str], games: Removed | None = None
    ) -> Tournament:
        """Of an entrant, in these sections: what becomes of his games, if he goes."""
        states = map(self._section, sections)
        return self._decide([self._decision(one, verb, name, games) for one in states])

    def decide_game(self, verb: Verb, number: int, section: str) -> Tournament:
        """Of a game, by its number."""
        state = self._section(section)
        attempts = state.rulings.attempts
        found = [one for one, those in attempts.items() if those.played[0].number == number]
        if not found:
            raise CannotDecide([faults.NO_GAME(section=section, game=number)])
        game = state.rulings.attempts[found[0]].played[0]
        out = [name for name in (game.first, game.second) if name in state.rulings.departures]
        if verb is Verb.REPLAY and out:  # ledgers from before this was refused stay as they are
            names = ", ".join(out)
            raise CannotDecide([faults.NEVER_REPLAYED(section=section, game=number, names=names)])
        return self._decide([self._decision(state, verb, found[0])])

    def _decision(
        self,
        state: SectionState,
        verb: Verb,
        subject: str,
        games: Removed | None = None,
        program: Enrolled | None = None,
    ) -> Decision:
        """It, if the section's state allows it."""
        reason = printable(self.reason)[:MOST_REASON]
        made = Decision(state.section.name, verb, subject, reason, time(), games, program)
        if wrong := state.rulings.objection(made):
            raise CannotDecide([wrong])
        return made

    def _decide(self, decisions: Sequence[Decision]) -> Tournament:
        """Enters it, if the schedule bears it; returns what the event is then."""
        reading = replace(self.reading, entries=(*self.reading.entries, *decisions))
        after = told_by(reading)
        wrong = [fault for state in after.sections for fault in _not_borne(state)]
        if wrong:
            raise CannotDecide(wrong)
        head = self.kept.ledger.decide(decisions)
        return replace(after, head=head)

    def _section(self, name: str) -> SectionState:
        return next(one for one in self.tournament.sections if one.section.name == name)

    def _faults_of(self, program: FoundProgram) -> Iterator[Fault]:
        """Of the latecomer's name, program and section."""
        name, state = program.name, self._section(program.section)
        if wrong := name_fault(name):
            yield wrong
            return
        others = [one.name for one in self.tournament.enrolled if one.name != name]
        for _, before in clashes([*dict.fromkeys(others), name]):
            yield name_clash(name, others[before])
        if len(program.data) > (allowed := state.section.limits.file_size):
            yield too_large(name, len(program.data), allowed)
        if why := state.schedule.no_latecomers:
            yield faults.NO_LATECOMERS(format=state.schedule.title, why=why)


def _not_borne(state: SectionState) -> Iterator[Fault]:
    """That games which were played would not be in the schedule."""
    numbers = sorted(game.number for game in state.unscheduled)
    if numbers:
        said = {"section": state.section.name, "format": state.schedule.title}
        yield faults.CHANGES_SCHEDULE(**said, games=", ".join(map(str, numbers)))
