"""The effect of a section's decisions: the games that count, departures, latecomers.

How the games of an entrant who has left count is defined in ``standings.state``.

Games and decisions are applied in the order of the ledger. ``fault_of`` checks a decision before it
is entered, and again when an event is judged again.

A scheduled game may be played to its end several times, each time an *attempt*; at most one counts.
A game that is replayed or annulled is set aside. When a game is restored, the attempt that was set
aside last counts again, and the one that counted meanwhile is set aside instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from formats.fault import Fault
from tournaments.entrants.enrolment import BotVersion
from tournaments.ledger import decision_faults as faults
from tournaments.ledger.decision import Decision, Verb
from tournaments.ledger.ledger_game import Filter, LedgerGame
from tournaments.ledger.ledger_reading import Entry
from tournaments.standings.scoring import Removed
from tournaments.standings.state import Departure, TeacherDecisions


@dataclass
class Attempts:
    """The played games of a scheduled game, and the one that counts."""

    played: list[LedgerGame] = field(default_factory=list)
    aside: list[LedgerGame] = field(default_factory=list)
    """Games that were set aside, in this order."""
    counts: LedgerGame | None = None
    is_annulled: bool = False
    """True if no game counts and none is to be played."""

    def is_due(self, game: LedgerGame) -> bool:
        """Return whether the game was the next to be played."""
        return game.attempt == len(self.played) and self.counts is None and not self.is_annulled

    def take(self, game: LedgerGame) -> None:
        self.played.append(game)
        self.counts = game

    def set_aside(self, *, annul: bool) -> None:
        """Set aside the game that counts."""
        if self.counts is not None:
            self.aside.append(self.counts)
        self.counts, self.is_annulled = None, annul

    def restore(self) -> None:
        """Let the game that was set aside last count again."""
        game = self.aside.pop()
        self.set_aside(annul=False)
        self.counts = game

    def filtered(self, visible: Filter) -> Attempts:
        """Return a copy with filtered games."""
        played, aside = list(map(visible, self.played)), list(map(visible, self.aside))
        return Attempts(played, aside, self.counts and visible(self.counts), self.is_annulled)


@dataclass
class SectionDecisions:
    """The decisions about a section, applied to its games."""

    section: str
    names: list[str]
    """Names of the entrants."""
    attempts: dict[str, Attempts] = field(default_factory=dict)
    """Attempts by ids of scheduled games."""
    departures: dict[str, Decision] = field(default_factory=dict)
    """Decisions by the names of the entrants whom they put out."""
    late: list[BotVersion] = field(default_factory=list)
    entries: list[Decision] = field(default_factory=list)
    """The decisions in their order."""
    impossible: list[tuple[Decision, Fault]] = field(default_factory=list)
    """Decisions that were not allowed, and have no effect."""
    bonuses: str | None = None
    """Text of the bonuses if the event file was changed after the start; see ``scoring``."""
    undue: list[LedgerGame] = field(default_factory=list)
    """Games that were not to be played when they were entered."""

    def take(self, entry: Entry) -> None:
        """Apply an entry of the ledger."""
        if isinstance(entry, LedgerGame):
            self._add_game(entry)
            return
        self.entries.append(entry)
        if fault := self.fault_of(entry):
            self.impossible.append((entry, fault))
        elif entry.verb is Verb.BONUSES:
            self.bonuses = entry.subject
        elif entry.verb.is_of_game:
            self._apply_to_game(entry, self.attempts[entry.subject])
        else:
            self._apply_to_entrant(entry)

    def after(self, game: LedgerGame) -> SectionDecisions:
        """Return the decisions after a game; these do not change."""
        attempts = self.attempts.get(game.id, Attempts())
        own = replace(attempts, played=[*attempts.played])
        after = replace(self, attempts={**self.attempts, game.id: own}, undue=[*self.undue])
        after.take(game)
        return after

    def _add_game(self, game: LedgerGame) -> None:
        attempts = self.attempts.setdefault(game.id, Attempts())
        is_out = self.departures.keys() & {game.first, game.second}
        if is_out or not attempts.is_due(game):
            self.undue.append(game)
        attempts.take(game)

    def _apply_to_game(self, decision: Decision, attempts: Attempts) -> None:
        if decision.verb is Verb.RESTORE:
            attempts.restore()
        else:
            attempts.set_aside(annul=decision.verb is Verb.ANNUL)

    def _apply_to_entrant(self, decision: Decision) -> None:
        name = decision.subject
        if decision.program is not None:
            self.names.append(name)
            self.late.append(decision.program)
        elif decision.verb is Verb.REINSTATE:
            del self.departures[name]
        else:
            self.departures[name] = decision

    def fault_of(self, decision: Decision) -> Fault | None:
        """Return the fault that forbids the decision now; the schedule is not checked."""
        if decision.verb.is_of_game:
            return self._fault_of_game_decision(decision)
        if decision.verb is Verb.BONUSES:
            return None
        name, takes_part = decision.subject, decision.subject in self.names
        values = {"name": name, "section": self.section}
        if decision.verb is Verb.ADMIT:
            return faults.TAKES_PART(**values) if takes_part else None
        if not takes_part:
            return faults.NOBODY(**values, known=", ".join(self.names))
        is_out, goes_out = name in self.departures, decision.verb is not Verb.REINSTATE
        if is_out and goes_out:
            earlier = self.departures[name]
            return faults.OUT_ALREADY(**values, what=earlier.summary(), reason=earlier.reason)
        return None if is_out or goes_out else faults.NOT_OUT(**values)

    def _fault_of_game_decision(self, decision: Decision) -> Fault | None:
        attempts = self.attempts.get(decision.subject, Attempts())
        number = attempts.played[0].number if attempts.played else decision.subject
        values = {"game": number, "section": self.section}
        if decision.verb is Verb.RESTORE:
            return None if attempts.aside else faults.NEVER_ANNULLED(**values)
        return None if attempts.counts else faults.NOT_PLAYED(**values)

    @property
    def counting(self) -> dict[str, LedgerGame]:
        """Return the games that count by their ids, in the order in which they ended."""
        games = {id_: attempts.counts for id_, attempts in self.attempts.items()}
        return {id_: game for id_, game in games.items() if game is not None}

    @property
    def aside(self) -> Iterator[LedgerGame]:
        """Yield the games that were played and do not count."""
        for attempts in self.attempts.values():
            yield from attempts.aside

    def filtered(self, visible: Filter) -> SectionDecisions:
        """Return a copy with filtered games."""
        attempts = {id_: games.filtered(visible) for id_, games in self.attempts.items()}
        return replace(self, attempts=attempts, undue=list(map(visible, self.undue)))

    def times_played(self, game_id: str) -> int:
        """Return how often a scheduled game was played to its end."""
        return len(self.attempts[game_id].played) if game_id in self.attempts else 0

    @property
    def for_schedule(self) -> TeacherDecisions:
        """Return the decisions in the form that the schedule and the table use."""
        departures = {
            name: Departure(decision.removed or Removed.LOST, decision.verb is Verb.WITHDRAW)
            for name, decision in self.departures.items()
        }
        annulled = {id_ for id_, attempts in self.attempts.items() if attempts.is_annulled}
        return TeacherDecisions(departures, annulled)

    def number_of(self, decision: Decision) -> int | None:
        """Return the number of the game that a decision is about."""
        game = self._game_of(decision)
        return game.number if game else None

    def entrants_of(self, decision: Decision) -> tuple[str, ...]:
        """Return the names of the entrants whom a decision is about, as such or by a game."""
        if decision.verb.is_of_game:
            game = self._game_of(decision)
            return (game.first, game.second) if game else ()
        return () if decision.verb is Verb.BONUSES else (decision.subject,)

    def _game_of(self, decision: Decision) -> LedgerGame | None:
        """Return the first attempt at the game that a decision is about."""
        attempts = self.attempts.get(decision.subject) if decision.verb.is_of_game else None
        return attempts.played[0] if attempts and attempts.played else None


def section_decisions(
    section: str, names: Iterable[str], entries: Iterable[Entry]
) -> SectionDecisions:
    """Return the section's decisions after all entries of the ledger."""
    decisions = SectionDecisions(section, list(names))
    for entry in entries:
        if entry.section == section:
            decisions.take(entry)
    return decisions
