"""Knockout: who loses a match goes, until one is left.

The bracket is the usual one: the first and the second seed can meet in the final only, the first
four not before the semi-finals, and so on. Where the entrants do not fill it, the highest seeds
have no match in the first round. Before the final, the losers of the semi-finals meet for the
third place.

A match whose points are equal is decided as the event says (``ties``): it is played off in two
more games on a start position of their own, and if they leave it equal, by lot; or by lot at once;
or the higher seed goes on. Lots follow from the seed of the event, which is published. Events of
former versions had ``time``: more games won as the second player (with B), then less time used in
the match, then the higher seed. Who is disqualified from a match, or before it, has lost it; if
both are gone, nobody goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random
from typing import ClassVar, TypeAlias

from formats.text import Text
from tournaments.schedules import Flag, OneOf, Option, Schedule
from tournaments.standings.meeting import Meeting
from tournaments.standings.state import MatchResult, Tier, TournamentProgress

FINAL = Text("final", "финал")
SEMI_FINAL = Text("semi-final", "полуфинал")
THIRD_PLACE = Text("match for third place", "матч за третье место")

Slot: TypeAlias = str | None
"""Who stands at a place of the bracket; nothing while that is open."""

NOBODY = ""
"""A place that stays empty. No entrant has such a name."""


PLAY_OFF, LOT, SEED, TIME = "play-off", "lot", "seed", "time"
TIES = OneOf((PLAY_OFF, LOT, SEED, TIME))
"""What decides a match whose points are equal."""
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
    """A place of the bracket where two meet, and what has come of it."""

    round: int
    """From 1 within the knockout."""
    title: Text | None
    players: tuple[Slot, Slot]
    winner: Slot
    """Who goes on; nothing while that is open."""
    loser: Slot
    meeting: MatchResult | None = None
    """The games; nothing where nobody plays, or it is not known yet who does."""
    tie: Text | None = None
    """What has decided between equal points."""


@dataclass(frozen=True)
class Knockout(Schedule):
    """The loser of a match is out."""

    name: ClassVar[str] = "knockout"
    title: ClassVar[Text] = Text("knockout", "турнир на выбывание")
    options: ClassVar[Mapping[str, Option]] = {"third-place": Flag(), "ties": TIES}
    former_options: ClassVar[Mapping[str, str]] = {"ties": TIME}
    no_latecomers: ClassVar[Text | None] = Text(
        "the bracket was drawn when it began", "сетка составлена при начале"
    )

    third_place: bool = True
    """Whether there is a match for the third place, where four or more take part."""

    ties: str = PLAY_OFF
    """What decides a match whose points are equal."""

    def matches(self, progress: TournamentProgress) -> Iterator[Meeting]:
        """Each as soon as both who play it are known. Byes of the first round have no number.

        A match that is tied comes again with the games of its play-off.
        """
        return (place for place in self._places(progress) if isinstance(place, Meeting))

    def bracket(self, progress: TournamentProgress) -> list[BracketMatch]:
        """Return every place of the bracket, round by round, as far as it was played."""
        return [place for place in self._places(progress) if isinstance(place, BracketMatch)]

    def _places(self, progress: TournamentProgress) -> Iterator[Meeting | BracketMatch]:
        """Yield each match as it is to be entered, and then what has come of it."""
        number, slots, losers = self.matches_before, self._leaves(), list[Slot]()
        for round_ in range(1, self._depth + 1):
            ends: list[BracketMatch] = []
            for pair, title in self._pairs(slots, losers):
                number += not (round_ == 1 and NOBODY in pair)
                first, second = pair
                if not first or not second:
                    ends.append(_without_match(round_, title, pair))
                else:
                    match = Meeting(number, self.rounds_before + round_, first, second, title)
                    yield match
                    if self.ties == PLAY_OFF and _is_tied(progress.meetings[number], progress):
                        matches = self.matches_before + sum(self.round_sizes())
                        yield replace(match, play_off=matches)
                    ends.append(self._end(round_, progress.meetings[number], progress))
                yield ends[-1]
            ends = [end for end in ends if end.title is not THIRD_PLACE]
            slots, losers = [end.winner for end in ends], [end.loser for end in ends]

    def round_sizes(self) -> tuple[int, ...]:
        """Half the bracket less the byes, then half each time, and the match for third place."""
        sizes = [2**n for n in reversed(range(self._depth))] or [0]
        sizes[0] -= 2**self._depth - len(self.entrants) if self._depth else 0
        sizes[-1] += self._has_third_place
        return tuple(sizes)

    def tiers(self, progress: TournamentProgress) -> tuple[Tier, ...]:
        """By the round in which one went; who went in the same round shares the places."""
        gone: dict[str, tuple[int, bool]] = {}
        for end in self.bracket(progress):
            if end.meeting is None:
                continue
            if end.title is THIRD_PLACE and end.winner:
                gone[end.winner] = (gone[end.winner][0], True)
            elif end.loser:
                gone[end.loser] = (end.round, False)
        return _tiers(self.entrants, gone)

    def play_offs(self) -> tuple[int, ...]:
        """As many as a round has matches: each may be tied."""
        return self.round_sizes() if self.ties == PLAY_OFF else ()

    @property
    def _depth(self) -> int:
        return (len(self.entrants) - 1).bit_length()

    @property
    def _has_third_place(self) -> bool:
        return self.third_place and len(self.entrants) >= 4

    def _leaves(self) -> list[Slot]:
        """The bracket from top to bottom as it is at first."""
        order = [0]
        while len(order) < len(self.entrants):
            order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
        seeds = dict(enumerate(self.entrants))
        return [seeds.get(seed, NOBODY) for seed in order]

    def _pairs(
        self, slots: list[Slot], losers: list[Slot]
    ) -> list[tuple[tuple[Slot, Slot], Text | None]]:
        """Who meets in a round, and what their match is called."""
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        title = {1: FINAL, 2: SEMI_FINAL}.get(len(pairs))
        titled = [(pair, title) for pair in pairs]
        if title is FINAL and self._has_third_place:
            titled.insert(0, ((losers[0], losers[1]), THIRD_PLACE))
        return titled

    def _end(self, round_: int, meeting: MatchResult, progress: TournamentProgress) -> BracketMatch:
        """The match with the one who goes on and the one who is out."""
        match = meeting.match

        def end(winner: Slot, loser: Slot, tie: Text | None = None) -> BracketMatch:
            return BracketMatch(round_, match.title, match.players, winner, loser, meeting, tie)

        if not meeting.finished:
            return end(None, None)
        if not meeting.games:
            return end(NOBODY, NOBODY)
        if meeting.forfeited is not None:
            return end(match.other(meeting.forfeited), meeting.forfeited)
        tie: Text | None
        if _is_tied(meeting, progress):
            winner, tie = self._drawn(meeting)
        else:
            winner = max(match.players, key=lambda player: progress.points_in(meeting, player))
            tie = None if match.play_off is None else BY_PLAY_OFF
        return end(winner, match.other(winner), tie)

    def _drawn(self, meeting: MatchResult) -> tuple[str, Text]:
        """The one who goes on of two with equal points, and what has decided it."""
        match = meeting.match
        if self.ties in (PLAY_OFF, LOT):
            # A lottery, no secret: whoever knows the seed can draw it again.
            lot = Random(f"{self.seed} {match.round} {match.first} {match.second}")
            why = BY_LOT if match.play_off is None else BY_LOT_AFTER_ALL
            return lot.choice(match.players), why
        measures = [(_wins_as_second, BY_WINS_AS_SECOND), (_quickness, BY_TIME)]
        for measure, why in measures if self.ties == TIME else ():
            one, other = (measure(meeting, player) for player in match.players)
            if one != other:
                return match.players[one < other], why
        return min(match.players, key=self.entrants.index), BY_SEED


def _is_tied(meeting: MatchResult, progress: TournamentProgress) -> bool:
    """Return whether a match was played to its end with equal points for both."""
    if not meeting.finished or not meeting.games or meeting.forfeited is not None:
        return False
    one, other = (progress.points_in(meeting, player) for player in meeting.match.players)
    return one == other


def _wins_as_second(meeting: MatchResult, player: str) -> Decimal:
    as_second = (game for game in meeting.games if game.side(player) == "B")
    return Decimal(sum(game.winner == "B" for game in as_second))


def _quickness(meeting: MatchResult, player: str) -> Decimal:
    """Return the time that the player used in the match, negated: less is better."""
    return -sum((game.seconds(player) or Decimal(0) for game in meeting.games), Decimal(0))


def _without_match(round_: int, title: Text | None, pair: tuple[Slot, Slot]) -> BracketMatch:
    """A player without an opponent goes on; while one may still come, that is open."""
    ends = (None, None) if None in pair else (pair[0] or pair[1], NOBODY)
    return BracketMatch(round_, title, pair, *ends)


def _tiers(entrants: tuple[str, ...], gone: Mapping[str, tuple[int, bool]]) -> tuple[Tier, ...]:
    """Those still in, then the later gone above the earlier, third above fourth."""
    still_in = tuple(player for player in entrants if player not in gone)
    ends = sorted(set(gone.values()), reverse=True)
    return (
        Tier(still_in),
        *(Tier(tuple(p for p in entrants if gone.get(p) == end), shared=True) for end in ends),
    )
