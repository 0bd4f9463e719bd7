"""Feedback for an entrant: place with reasons, games, and faults.

Of other entrants it has only what everybody may see: names, moves and results. Their programs'
output and files are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from arena.diagnostics import as_text, fault_as_text
from arena.report import texts
from formats.seconds import say_seconds
from formats.text import Language, join_list
from referee.diagnosis import cause_of_fault
from referee.numbers import localize
from tournaments.run.bracket import tied_matches
from tournaments.run.explanations import counts_as, explanations
from tournaments.run.own_game import OwnGame
from tournaments.run.placing import placing
from tournaments.run.result_tables import display_text
from tournaments.run.tournament import SectionState, Tournament
from tournaments.storage import Store

_NOTHING = Decimal(0)


@dataclass(frozen=True)
class OwnSection:
    """A section, as one of its entrants sees it."""

    state: SectionState
    name: str
    language: Language
    programs: Store

    @property
    def heading(self) -> str:
        """Place and points of the entrant."""
        (standing,) = (other for other in self.state.standings if other.entrant == self.name)
        place = display_text((standing.place, standing.shared))
        values: dict[str, object] = {"section": self.state.section.heading, "place": place}
        values |= {
            "of": str(len(self.state.standings)),
            "points": display_text(standing.row.points),
        }
        return texts.OWN_PLACE.say(self.language, values)

    @property
    def reasons(self) -> list[str]:
        """Sentences on why the entrant has this place, and on decisions about the entrant."""
        reasons = (
            *placing(self.state, self.name),
            *explanations(self.state, self.name),
            *tied_matches(self.state, self.name),
        )
        return [text.say(self.language) for text in reasons]

    @cached_property
    def games(self) -> list[OwnGame]:
        """Games of the entrant that count, by number."""
        own = [
            entry
            for entry in self.state.entries.values()
            if self.name in (entry.first, entry.second)
        ]
        own.sort(key=lambda game: game.number)
        return [OwnGame(game, self.name) for game in own]

    def outcome_of(self, game: OwnGame) -> str:
        """Return the outcome for the entrant, and how the game counts if otherwise."""
        counting = counts_as(self.state, game.entry, self.name)
        return join_list(filter(None, (game.outcome, counting))).say(self.language)

    def diagnostics(self, game: OwnGame) -> list[str]:
        """Return the cause of the loss, and faults of the file, as ``arena check`` prints them."""
        (digest,) = {entrant.sha256 for entrant in self.state.enrolled if entrant.name == self.name}
        turn = game.lost_turn(self.state.section.limits.judging, self.programs.path(digest))
        if turn is None:
            return []
        cause = cause_of_fault(turn)
        source = turn.judged_file.reading.source if turn.judged_file else ()
        lines = list(fault_as_text(cause, self.language)) if cause else []
        for diagnostic in turn.diagnostics:
            lines += as_text("matrix.txt", source, diagnostic, self.language)
        return [str(line) for line in lines]

    def seconds_of(self, game: OwnGame) -> str:
        """Return the seconds that the entrant used in the game."""
        return localize(say_seconds(game.seconds)).say(self.language)

    @property
    def seconds(self) -> str:
        """Seconds used in all games, and in the longest, in words."""
        used = [game.seconds for game in self.games]
        values = {
            "all": localize(say_seconds(sum(used, _NOTHING))),
            "most": localize(say_seconds(max(used, default=_NOTHING))),
        }
        return texts.OWN_TIME.say(self.language, values)


@dataclass(frozen=True)
class Feedback:
    """Feedback for one entrant of an event."""

    tournament: Tournament
    """Event as the entrant may see it."""
    name: str
    language: Language
    programs: Store
    """Programs kept with the event."""

    @cached_property
    def sections(self) -> list[OwnSection]:
        return [
            OwnSection(state, self.name, self.language, self.programs)
            for state in self.tournament.sections
            if self.name in state.decisions.names
        ]

    @property
    def title(self) -> str:
        return f"{self.tournament.event.title}: {self.name}"

    def as_text(self) -> str:
        return "\n".join([self.title, "", *self._lines()])

    def _lines(self) -> Iterator[str]:
        for section in self.sections:
            yield from (section.heading, *(f"  {reason}" for reason in section.reasons))
            yield from (section.seconds, "")
            width = max((len(game.opponent) for game in section.games), default=0)
            outcomes = [section.outcome_of(game) for game in section.games]
            outcome_width = max(map(len, outcomes), default=0)
            for game, outcome in zip(section.games, outcomes, strict=True):
                head = f"{game.entry.number:>4} {game.side} {outcome:<{outcome_width}} "
                yield f"{head} {game.opponent:<{width}}  {game.why.say(self.language)}"
            yield ""
            for game in section.games:
                yield from self._game_lines(section, game)

    def _game_lines(self, section: OwnSection, game: OwnGame) -> Iterator[str]:
        if not game.is_by_fault and not game.printed:
            return
        values = {"number": game.entry.number, "foe": game.opponent}
        yield texts.OWN_GAME.say(self.language, values)
        if game.is_by_fault:
            yield game.why.say(self.language)
            yield from (texts.FILE_BEFORE.say(self.language), game.before)
            if game.after:
                yield from (texts.FILE_AFTER.say(self.language), game.after)
            yield from section.diagnostics(game)
        if game.printed:
            yield from (texts.PRINTED_BY_OWN.say(self.language), game.printed)
        yield ""
