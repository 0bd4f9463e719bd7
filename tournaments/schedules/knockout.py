"""Knockout: who loses a match goes, until one is left.

The bracket is the usual one: the first and the second seed can meet in the final only, the first
four not before the semi-finals, and so on. Where the entrants do not fill it, the highest seeds
have no match in the first round. Before the final, the losers of the semi-finals meet for the
third place.

A match whose points are equal is decided by, in this order: more games won as the second player
(with B); less time used in the match; the higher seed. So no match is ever played on. Who is
disqualified from a match, or before it, has lost it; if both are gone, nobody goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar, NamedTuple, TypeAlias

from formats.text import Text
from tournaments.schedules import Flag, Option, Schedule
from tournaments.standings.meeting import Meeting
from tournaments.standings.state import MatchResult, Tier, TournamentProgress

FINAL = Text("final", "финал")
SEMI_FINAL = Text("semi-final", "полуфинал")
THIRD_PLACE = Text("match for third place", "матч за третье место")

Slot: TypeAlias = str | None
"""Who stands at a place of the bracket; nothing while that is open."""

NOBODY = ""
"""A place that stays empty. No entrant has such a name."""


class BracketEnd(NamedTuple):
    """The winner and the loser of a pair of the bracket."""

    winner: Slot
    loser: Slot


OPEN = BracketEnd(None, None)


@dataclass(frozen=True)
class Knockout(Schedule):
    """The loser of a match is out."""

    name: ClassVar[str] = "knockout"
    title: ClassVar[Text] = Text("knockout", "турнир на выбывание")
    options: ClassVar[Mapping[str, Option]] = {"third-place": Flag()}
    no_latecomers: ClassVar[Text | None] = Text(
        "the bracket was drawn when it began", "сетка составлена при начале"
    )

    third_place: bool = True
    """Whether there is a match for the third place, where four or more take part."""

    def matches(self, progress: TournamentProgress) -> Iterator[Meeting]:
        """Each as soon as both who play it are known. Byes of the first round have no number."""
        number, slots, losers = self.matches_before, self._leaves(), list[Slot]()
        for round_ in range(1, self._depth + 1):
            ends: list[BracketEnd] = []
            for pair, title in self._pairs(slots, losers):
                number += not (round_ == 1 and NOBODY in pair)
                first, second = pair
                if not first or not second:
                    ends.append(_end_without_match(pair))
                    continue
                yield Meeting(number, self.rounds_before + round_, first, second, title)
                ends.append(self._end(progress.meetings[number], progress))
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
        for match in self.matches(progress):
            winner, loser = self._end(progress.meetings[match.number], progress)
            if match.title is THIRD_PLACE and winner:
                gone[winner] = (gone[winner][0], True)
            elif loser:
                gone[loser] = (match.round, False)
        return _tiers(self.entrants, gone)

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

    def _end(self, meeting: MatchResult, progress: TournamentProgress) -> BracketEnd:
        """The one who goes on, and the one who is out."""
        if not meeting.finished:
            return OPEN
        if not meeting.games:
            return BracketEnd(NOBODY, NOBODY)
        match = meeting.match
        if meeting.forfeited is not None:
            return BracketEnd(match.other(meeting.forfeited), meeting.forfeited)
        winner = max(match.players, key=lambda player: self._strength(meeting, player, progress))
        return BracketEnd(winner, match.other(winner))

    def _strength(
        self, meeting: MatchResult, player: str, progress: TournamentProgress
    ) -> tuple[Fraction, int, Decimal, int]:
        """What decides a match, what comes first weighing most."""
        as_second = [game for game in meeting.games if game.side(player) == "B"]
        return (
            progress.points_in(meeting, player),
            sum(game.winner == "B" for game in as_second),
            -sum((game.seconds(player) or Decimal(0) for game in meeting.games), Decimal(0)),
            -self.entrants.index(player),
        )


def _end_without_match(pair: tuple[Slot, Slot]) -> BracketEnd:
    """A player without an opponent goes on; while one may still come, that is open."""
    return OPEN if None in pair else BracketEnd(pair[0] or pair[1], NOBODY)


def _tiers(entrants: tuple[str, ...], gone: Mapping[str, tuple[int, bool]]) -> tuple[Tier, ...]:
    """Those still in, then the later gone above the earlier, third above fourth."""
    still_in = tuple(player for player in entrants if player not in gone)
    ends = sorted(set(gone.values()), reverse=True)
    return (
        Tier(still_in),
        *(Tier(tuple(p for p in entrants if gone.get(p) == end), shared=True) for end in ends),
    )
