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
from formats.game import Player
from formats.matrix import write_matrix
from formats.printable import visible, visible_file
from formats.record import RESULTS, read_record
from formats.seconds import say_seconds
from formats.text import Language, join_list
from referee.diagnosis import cause_of_fault
from referee.diagnosis.lost_turn import LostTurn
from referee.numbers import localize
from referee.program import Program
from referee.verdict import Ending
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.bracket import tied_matches
from tournaments.run.explanations import counts_as, explanations
from tournaments.run.lost_turns import lost_turn
from tournaments.run.placing import placing
from tournaments.run.result_tables import display_text
from tournaments.run.tournament import SectionState, Tournament
from tournaments.storage import Store

_NOTHING = Decimal(0)
_MOST_FILE = 4000
_MOST_PRINTED = 20_000
"""Largest number of characters of a game's output."""


@dataclass(frozen=True)
class OwnGame:
    """A game, as one of its players sees it."""

    state: SectionState
    entry: LedgerGame
    name: str
    language: Language
    programs: Store

    @property
    def side(self) -> Player:
        """Side of the entrant."""
        return "A" if self.entry.first == self.name else "B"

    @property
    def foe(self) -> str:
        return self.entry.second if self.side == "A" else self.entry.first

    @property
    def outcome(self) -> str:
        """Outcome for the entrant, and how the game counts if otherwise."""
        outcome = texts.WON if self.entry.winner == self.side else texts.LOST
        outcome = texts.DRAWN if self.entry.winner == "D" else outcome
        counting = counts_as(self.state, self.entry, self.name)
        return join_list([outcome, counting] if counting else [outcome]).say(self.language)

    @property
    def is_lost(self) -> bool:
        return self.entry.winner not in (self.side, "D")

    @property
    def by_fault(self) -> bool:
        """Return whether the entrant lost the game by an offence of the program."""
        return self.is_lost and self.entry.ending.is_fault

    @property
    def seconds(self) -> str:
        """Seconds that the entrant used."""
        used = say_seconds(self.entry.seconds[self.side == "B"])
        return localize(used).say(self.language)

    @property
    def result(self) -> str:
        return RESULTS[self.entry.winner]

    @property
    def why(self) -> str:
        title = self.entry.ending.title.say(self.language)
        sentence = self.entry.sentence.say(self.language)
        is_plain = self.entry.ending is Ending.WON or sentence.startswith(title)
        return sentence if is_plain else f"{title}: {sentence}"

    @property
    def file_name(self) -> str:
        """Name of the record's file."""
        again = f"-{self.entry.attempt + 1}" if self.entry.attempt else ""
        return f"{self.state.section.name}-{self.entry.number}{again}.txt"

    @property
    def before(self) -> str:
        """File that the entrant's program read last."""
        return write_matrix(list(read_record(self.entry.record).files())[-1].as_written)

    @property
    def after(self) -> str:
        """File that the entrant's program left, where it lost the game."""
        data = self.entry.evidence
        return visible_file(data, _MOST_FILE) if data is not None else ""

    @cached_property
    def lost_turn(self) -> LostTurn | None:
        """Turn that lost the game, if it was an offence."""
        if not self.by_fault:
            return None
        (digest,) = {
            enrolled.sha256 for enrolled in self.state.enrolled if enrolled.name == self.name
        }
        program = Program(self.name, self.programs.path(digest))
        return lost_turn(self.entry, self.state.section.limits.rules, program)

    @property
    def diagnostics(self) -> list[str]:
        """Cause of the loss, and faults of the file, as ``arena check`` prints them."""
        turn = self.lost_turn
        if turn is None:
            return []
        cause = cause_of_fault(turn)
        source = turn.judged_file.reading.source if turn.judged_file else ()
        lines = list(fault_as_text(cause, self.language)) if cause else []
        for diagnostic in turn.diagnostics:
            lines += as_text("matrix.txt", source, diagnostic, self.language)
        return [str(line) for line in lines]

    @property
    def printed(self) -> str:
        """Output of the entrant's program, by half-move."""
        own = (chunk for chunk in self.entry.printed if chunk.player == self.side)
        text = "".join(f"{chunk.half_move}. {chunk.text.rstrip()}\n" for chunk in own)
        return visible(text, _MOST_PRINTED).rstrip()


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
        """Reasons of the place, and decisions about the entrant."""
        notes = (*explanations(self.state), *tied_matches(self.state))
        about = (note for note in notes if self.name in note.en)
        return [text.say(self.language) for text in (*placing(self.state, self.name), *about)]

    @cached_property
    def games(self) -> list[OwnGame]:
        """Games of the entrant that count, by number."""
        own = [
            entry
            for entry in self.state.entries.values()
            if self.name in (entry.first, entry.second)
        ]
        own.sort(key=lambda game: game.number)
        return [OwnGame(self.state, game, self.name, self.language, self.programs) for game in own]

    @property
    def faults(self) -> list[OwnGame]:
        """Games that the entrant lost by an offence."""
        return [game for game in self.games if game.by_fault]

    @property
    def seconds(self) -> str:
        """Seconds used in all games, and in the longest, in words."""
        used = [game.entry.seconds[game.side == "B"] for game in self.games]
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
            width = max((len(game.foe) for game in section.games), default=0)
            outcome_width = max((len(game.outcome) for game in section.games), default=0)
            for game in section.games:
                head = f"{game.entry.number:>4} {game.side} {game.outcome:<{outcome_width}} "
                yield f"{head} {game.foe:<{width}}  {game.why}"
            yield ""
            for game in section.games:
                yield from self._lines_of(game)

    def _lines_of(self, game: OwnGame) -> Iterator[str]:
        if not game.by_fault and not game.printed:
            return
        values = {"number": game.entry.number, "foe": game.foe}
        yield texts.OWN_GAME.say(self.language, values)
        if game.by_fault:
            yield from (game.why, texts.FILE_BEFORE.say(self.language), game.before)
            if game.after:
                yield from (texts.FILE_AFTER.say(self.language), game.after)
            yield from game.diagnostics
        if game.printed:
            yield from (texts.PRINTED_BY_OWN.say(self.language), game.printed)
        yield ""
