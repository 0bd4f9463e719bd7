"""Decisions of the teacher after the start of an event: their checks and entry in the ledger.

A decision is entered only if the state of the section allows it, and if the schedule still has
every played game that counts. So the games to be played follow from the ledger and the schedule,
before a decision and after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import time

from formats.fault import Fault
from formats.names import clashes
from formats.printable import printable
from formats.text import join_list
from tournaments.entrants.enrolment import BotVersion
from tournaments.entrants.entrant_faults import too_large
from tournaments.event.read_entrants import name_clash, name_fault
from tournaments.ledger import decision_faults as faults
from tournaments.ledger.decision import Decision, Verb
from tournaments.run.setup import OpenEvent
from tournaments.run.tournament import SectionState, Tournament, tournament_from_reading
from tournaments.standings.scoring import Removed

MOST_REASON = 500
"""Most characters of a reason."""


class CannotDecide(Exception):  # noqa: N818  # The name says the condition.
    """An impossible decision, with all its faults at once."""

    def __init__(self, all_faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.sentence() for fault in all_faults))
        self.faults = tuple(all_faults)


@dataclass
class DecisionWriter:
    """A writer of decisions about an event that has begun; nobody else writes into its ledger.

    A method that raises CannotDecide has decided nothing; BadLedger may be raised, too.
    """

    open_event: OpenEvent
    reason: str
    """Reason of the decision."""

    def __post_init__(self) -> None:
        """Read the ledger."""
        self.reading = self.open_event.ledger.resume()
        self.tournament = tournament_from_reading(self.reading)

    def admit(self, program: BotVersion) -> Tournament:
        """Admit a latecomer; return the tournament afterwards."""
        decision_faults = list(self._faults_of(program))
        if decision_faults:
            raise CannotDecide(decision_faults)
        state = self._section(program.section)
        self.open_event.store.keep(program.data)
        enrolled = program.as_entrant(len(state.enrolled) + 1)
        return self._decide([self._decision(state, Verb.ADMIT, program.name, program=enrolled)])

    def decide(
        self, verb: Verb, name: str, sections: Sequence[str], games: Removed | None = None
    ) -> Tournament:
        """Decide about an entrant in each of the sections that allows the decision.

        ``games`` says how the games of an entrant who leaves count; by default, a disqualification
        follows the rule of each section. Raise CannotDecide if no section allows the decision.
        """
        decisions, decision_faults = list[Decision](), list[Fault]()
        for state in map(self._section, sections):
            default = state.section.scoring.removed if verb is Verb.DISQUALIFY else None
            try:
                decisions.append(self._decision(state, verb, name, games or default))
            except CannotDecide as error:
                decision_faults += error.faults
        if not decisions:
            raise CannotDecide(decision_faults)
        return self._decide(decisions)

    def decide_game(self, verb: Verb, number: int, section: str) -> Tournament:
        """Decide about a game by its number."""
        state = self._section(section)
        attempts = state.decisions.attempts
        ids = [id_ for id_, games in attempts.items() if games.played[0].number == number]
        if not ids:
            raise CannotDecide([faults.NO_GAME(section=section, game=number)])
        game = attempts[ids[0]].played[0]
        departed = [n for n in (game.first, game.second) if n in state.decisions.departures]
        if verb is Verb.REPLAY and departed:  # Older ledgers may have such decisions.
            names = join_list(faults.IS_OUT.filled({"name": name}) for name in departed)
            raise CannotDecide([faults.CANNOT_REPLAY(section=section, game=number, names=names)])
        return self._decide([self._decision(state, verb, ids[0])])

    def _decision(
        self,
        state: SectionState,
        verb: Verb,
        subject: str,
        games: Removed | None = None,
        program: BotVersion | None = None,
    ) -> Decision:
        """Build the decision; raise CannotDecide if the section's state forbids it."""
        reason = printable(self.reason)[:MOST_REASON]
        decision = Decision(state.section.name, verb, subject, reason, time(), games, program)
        if fault := state.decisions.fault_of(decision):
            raise CannotDecide([fault])
        return decision

    def _decide(self, decisions: Sequence[Decision]) -> Tournament:
        """Enter decisions if the schedule allows them; return the tournament afterwards."""
        reading = replace(self.reading, entries=(*self.reading.entries, *decisions))
        after = tournament_from_reading(reading)
        decision_faults = [fault for state in after.sections for fault in _schedule_faults(state)]
        if decision_faults:
            raise CannotDecide(decision_faults)
        head = self.open_event.ledger.decide(decisions)
        return replace(after, head=head)

    def _section(self, name: str) -> SectionState:
        return next(s for s in self.tournament.sections if s.section.name == name)

    def _faults_of(self, program: BotVersion) -> Iterator[Fault]:
        """Yield the faults of a latecomer's name, program and section."""
        name, state = program.name, self._section(program.section)
        if fault := name_fault(name):
            yield fault
            return
        enrolled = dict.fromkeys(record.name for record in self.tournament.enrolled)
        others = [other for other in enrolled if other != name]
        for _, earlier in clashes([*others, name]):
            yield name_clash(name, others[earlier])
        if len(program.data) > (allowed := state.section.limits.program_size):
            yield too_large(name, len(program.data), allowed)
        if why := state.schedule.reason_against_latecomers:
            yield faults.NO_LATECOMERS(format=state.schedule.title, why=why)


def _schedule_faults(state: SectionState) -> Iterator[Fault]:
    """Yield a fault if played games are not in the schedule."""
    numbers = sorted(game.number for game in state.unscheduled)
    if numbers:
        values = {"section": state.section.name, "format": state.schedule.title}
        yield faults.CHANGES_SCHEDULE(**values, games=", ".join(map(str, numbers)))
