"""Knockout: the loser of a match is out, until one entrant is left.

The bracket is the usual one: the first and the second seed can meet in the final only, the first
four not before the semi-finals, and so on. Where the entrants do not fill it, the highest seeds
have no match in the first round. Before the final, the losers of the semi-finals meet for the
third place.

The option ``ties`` says how a tied match is decided: by a play-off of two more games on a start
position of their own (``ScheduledMatch.games`` makes them), and by lot if they are tied, too; by
lot at once; or by the higher seed. Lots follow from the seed of the event, which is published.
Events of former versions had ``time``: more games won as the second player (with B), then less time
used in the match, then the higher seed. An entrant who is disqualified from a match, or before it,
has lost it; if both are, nobody goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random
from typing import ClassVar, TypeAlias

from formats.text import Text
from tournaments.schedules import Flag, OneOf, Option, Schedule
from tournaments.standings.match import ScheduledMatch
from tournaments.standings.state import MatchResult, Tier, TournamentProgress

FINAL = Text("final", "финал")
SEMI_FINAL = Text("semi-final", "полуфинал")
THIRD_PLACE = Text("match for third place", "матч за третье место")

Slot: TypeAlias = str | None
"""Entrant at a place of the bracket; None while it is not known."""

NOBODY = ""
"""Mark of a place that stays empty; no entrant has such a name."""


PLAY_OFF, LOT, SEED, TIME = "play-off", "lot", "seed", "time"
TIES = OneOf((PLAY_OFF, LOT, SEED, TIME))
"""The option that says how a tied match is decided."""
BY_PLAY_OFF = Text("by a play-off", "в дополнительных партиях")
BY_LOT = Text("by lot", "по жребию")
BY_LOT_AFTER_ALL = Text(
    "by lot: the play-off was equal, too", "по жребию: и в дополнительных партиях поровну"
)
BY_WINS_AS_SECOND = Text("by more games won with B", "больше побед за B")
BY_TIME = Text("by less time used", "меньше времени")
BY_SEED = Text("by the higher seed", "выше по посеву")


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket, with its result as far as it is known."""

    round: int
    """Round within the knockout, from 1."""
    title: Text | None
    entrants: tuple[Slot, Slot]
    winner: Slot
    """Entrant who goes on; None while that is open."""
    loser: Slot
    result: MatchResult | None = None
    """Result of the match; None if it is not played, or its entrants are not known yet."""
    tie: Text | None = None
    """Rule that decided a tied match."""


@dataclass(frozen=True)
class Knockout(Schedule):
    """The knockout format."""

    name: ClassVar[str] = "knockout"
    title: ClassVar[Text] = Text("knockout", "турнир на выбывание")
    options: ClassVar[Mapping[str, Option]] = {"third-place": Flag(), "ties": TIES}
    former_options: ClassVar[Mapping[str, str]] = {"ties": TIME}
    reason_against_latecomers: ClassVar[Text | None] = Text(
        "the bracket was drawn when the event began", "сетка составлена в начале турнира"
    )

    third_place: bool = True
    """True if four or more entrants have a match for the third place."""

    ties: str = PLAY_OFF
    """Rule that decides a tied match."""

    def matches(self, progress: TournamentProgress) -> Iterator[ScheduledMatch]:
        """Yield each match once its entrants are known; byes of the first round have no number.

        A tied match is yielded again, with the games of its play-off.
        """
        return (place for place in self._places(progress) if isinstance(place, ScheduledMatch))

    def bracket(self, progress: TournamentProgress) -> list[BracketMatch]:
        """Return every match of the bracket, round by round, as far as it is known."""
        return [place for place in self._places(progress) if isinstance(place, BracketMatch)]

    def _places(self, progress: TournamentProgress) -> Iterator[ScheduledMatch | BracketMatch]:
        """Yield each match for the progress, and then its state in the bracket."""
        number, slots, losers = self.matches_before, self._first_slots(), list[Slot]()
        for round_ in range(1, self._depth + 1):
            ends: list[BracketMatch] = []
            for pair, title in self._pairs(slots, losers):
                number += not (round_ == 1 and NOBODY in pair)
                first, second = pair
                if not first or not second:
                    ends.append(_without_match(round_, title, pair))
                else:
                    match = ScheduledMatch(
                        number, self.rounds_before + round_, first, second, title
                    )
                    yield match
                    if self.ties == PLAY_OFF and _is_tied(progress.match_results[number], progress):
                        matches = self.matches_before + sum(self.round_sizes())
                        yield replace(match, play_off=matches)
                    ends.append(self._end(round_, progress.match_results[number], progress))
                yield ends[-1]
            ends = [end for end in ends if end.title is not THIRD_PLACE]
            slots, losers = [end.winner for end in ends], [end.loser for end in ends]

    def round_sizes(self) -> tuple[int, ...]:
        """Return half the bracket less the byes, then halves of it, with the third place."""
        sizes = [2**n for n in reversed(range(self._depth))] or [0]
        sizes[0] -= 2**self._depth - len(self.entrants) if self._depth else 0
        sizes[-1] += self._has_third_place
        return tuple(sizes)

    def tiers(self, progress: TournamentProgress) -> tuple[Tier, ...]:
        """Return tiers by the round of the loss; losers of the same round share their places.

        A match without a winner, as one whose games are all annulled, is lost by both.
        """
        losses: dict[str, tuple[int, bool]] = {}
        for end in self.bracket(progress):
            if end.title is THIRD_PLACE:
                if end.winner:
                    losses[end.winner] = (losses[end.winner][0], True)
            elif end.result is not None and end.result.is_finished:
                losers = end.entrants if end.winner == NOBODY else (end.loser,)
                losses |= {loser: (end.round, False) for loser in losers if loser}
        return _tiers(self.entrants, losses)

    def value_of(self, option: str) -> object:
        """Return the value of an option; whether there is a match for the third place here."""
        return self._has_third_place if option == "third-place" else super().value_of(option)

    def play_offs(self) -> tuple[int, ...]:
        """Return the sizes of the rounds, since each match may be tied; none without play-offs."""
        return self.round_sizes() if self.ties == PLAY_OFF else ()

    @property
    def _depth(self) -> int:
        return (len(self.entrants) - 1).bit_length()

    @property
    def _has_third_place(self) -> bool:
        return self.third_place and len(self.entrants) >= 4

    def _first_slots(self) -> list[Slot]:
        """Return the entrants of the first round, from the top of the bracket down."""
        order = [0]
        while len(order) < len(self.entrants):
            order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
        seeds = dict(enumerate(self.entrants))
        return [seeds.get(seed, NOBODY) for seed in order]

    def _pairs(
        self, slots: list[Slot], losers: list[Slot]
    ) -> list[tuple[tuple[Slot, Slot], Text | None]]:
        """Return the pairs of a round, each with the title of its match."""
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        title = {1: FINAL, 2: SEMI_FINAL}.get(len(pairs))
        titled_pairs = [(pair, title) for pair in pairs]
        if title is FINAL and self._has_third_place:
            titled_pairs.insert(0, ((losers[0], losers[1]), THIRD_PLACE))
        return titled_pairs

    def _end(
        self, round_: int, match_result: MatchResult, progress: TournamentProgress
    ) -> BracketMatch:
        """Return the match with its winner and its loser."""
        match = match_result.match

        def end(winner: Slot, loser: Slot, tie: Text | None = None) -> BracketMatch:
            return BracketMatch(
                round_, match.title, match.entrants, winner, loser, match_result, tie
            )

        if not match_result.is_finished:
            return end(None, None)
        if not match_result.games:
            return end(NOBODY, NOBODY)
        if match_result.forfeited is not None:
            return end(match.other(match_result.forfeited), match_result.forfeited)
        tie: Text | None
        if _is_tied(match_result, progress):
            winner, tie = self._break_tie(match_result)
        else:
            winner = max(
                match.entrants, key=lambda entrant: progress.points_in(match_result, entrant)
            )
            tie = None if match.play_off is None else BY_PLAY_OFF
        return end(winner, match.other(winner), tie)

    def _break_tie(self, match_result: MatchResult) -> tuple[str, Text]:
        """Return the winner of a tied match and the rule that decided it."""
        match = match_result.match
        if self.ties in (PLAY_OFF, LOT):
            # The draw needs no secret: with the published seed anybody can repeat it.
            random = Random(f"{self.seed} {match.round} {match.first} {match.second}")
            why = BY_LOT if match.play_off is None else BY_LOT_AFTER_ALL
            return random.choice(match.entrants), why
        measures = [(_wins_as_second, BY_WINS_AS_SECOND), (_quickness, BY_TIME)]
        for measure, why in measures if self.ties == TIME else ():
            first, second = (measure(match_result, entrant) for entrant in match.entrants)
            if first != second:
                return match.entrants[first < second], why
        return min(match.entrants, key=self.entrants.index), BY_SEED


def _is_tied(match_result: MatchResult, progress: TournamentProgress) -> bool:
    """Return whether a match was played to its end with equal points for both."""
    if not match_result.is_finished or not match_result.games or match_result.forfeited is not None:
        return False
    first, second = (
        progress.points_in(match_result, entrant) for entrant in match_result.match.entrants
    )
    return first == second


def _wins_as_second(match_result: MatchResult, entrant: str) -> Decimal:
    as_second = (game for game in match_result.games if game.side(entrant) == "B")
    return Decimal(sum(game.winner == "B" for game in as_second))


def _quickness(match_result: MatchResult, entrant: str) -> Decimal:
    """Return the time that the entrant used in the match, negated: less is better."""
    return -sum((game.seconds(entrant) or Decimal(0) for game in match_result.games), Decimal(0))


def _without_match(round_: int, title: Text | None, pair: tuple[Slot, Slot]) -> BracketMatch:
    """Return the match of an entrant without an opponent, open while one may come."""
    ends = (None, None) if None in pair else (pair[0] or pair[1], NOBODY)
    return BracketMatch(round_, title, pair, *ends)


def _tiers(entrants: tuple[str, ...], losses: Mapping[str, tuple[int, bool]]) -> tuple[Tier, ...]:
    """Return the entrants still in, then those who lost later above those who lost earlier."""
    still_in = tuple(entrant for entrant in entrants if entrant not in losses)
    ends = sorted(set(losses.values()), reverse=True)
    return (
        Tier(still_in),
        *(Tier(tuple(p for p in entrants if losses.get(p) == end), shared=True) for end in ends),
    )
