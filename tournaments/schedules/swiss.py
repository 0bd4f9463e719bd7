"""Swiss: in each round those meet who stand about equal, and nobody twice.

The entrants are ranked by points, then by seed. With an odd number, the lowest who has had no bye
yet sits out, and has the points of a match won. The others are paired from the top down: each with
the opponent he would most like, among those with whom the rest can still be paired. That is asked
of a matching (see ``_matching``), so a legal pairing is found wherever there is one.

Most liked is who has the nearest points; among those with equal points, who should have the other
side; then who stands as far from him as his half of the score group is long, as is the custom: in
a group of eight the first would meet the fifth. Nobody gets a side for the third time more than
the other, unless there is no other way. In a pair, who has begun less often begins; if both have
as often, the higher ranked does what he did not do last, and in the first round every other pair
is begun by its lower: which, is drawn by lot.

There are at most half as many rounds as entrants, rounded up. So long everybody has at least half
of the others still to meet, and then all can be paired (Dirac's theorem; who sits out, meets nobody
as one more entrant). In a further round they might not: six who fall into two threes that have met
each other, after three rounds. Only where entrants were disqualified from the tournament can a
round have no legal pairing; it is not played then, nor are those after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import ClassVar

from formats.fault import Fault, FaultKind
from formats.text import Text
from tournaments.schedules import Option, Schedule, Whole
from tournaments.schedules._swiss_pairing import SwissPlayer, paired
from tournaments.standings.meeting import Meeting
from tournaments.standings.state import TournamentProgress
from tournaments.standings.totals import totals

TOO_MANY_ROUNDS = FaultKind(
    "E303",
    Text(
        "with {rounds} rounds, {count} entrants may run out of new opponents",
        "за столько туров ({rounds}) участники ({count}) могут остаться без новых соперников",
    ),
    Text(
        'play at most {most} rounds, or let everybody meet everybody: format = "round-robin"',
        'играйте не больше {most} туров, или пусть каждый сыграет с каждым: format = "round-robin"',
    ),
)


@dataclass(frozen=True)
class Swiss(Schedule):
    """Those meet who stand about equal."""

    name: ClassVar[str] = "swiss"
    title: ClassVar[Text] = Text("Swiss system", "швейцарская система")
    options: ClassVar[Mapping[str, Option]] = {"rounds": Whole(1, 100)}
    no_latecomers: ClassVar[Text | None] = Text(
        "the rounds that he has missed cannot be made up for",
        "пропущенные туры ему не наверстать",
    )

    rounds: int = 0
    """0 for as many as a knockout would have and two more, to tell the second and the third."""

    def matches(self, progress: TournamentProgress) -> Iterator[Meeting]:
        number = self.matches_before
        for round_ in range(1, len(self.round_sizes()) + 1):
            found = paired(self.ranking(progress), Random(self.seed).random() < 0.5)
            if found is None:
                return
            progress.byes.update([found.bye] if found.bye else [])
            for first, second in found.pairs:
                number += 1
                yield Meeting(number, self.rounds_before + round_, first, second)
            if any(progress.to_play()):
                return

    def round_sizes(self) -> tuple[int, ...]:
        """All but one play each time, or all."""
        count = len(self.entrants)
        rounds = self.rounds or min(most_rounds(count), (count - 1).bit_length() + 2)
        return (count // 2,) * rounds

    def faults(self) -> Iterator[Fault]:
        """As many rounds as are sure to have a pairing."""
        yield from super().faults()
        count = len(self.entrants)
        most = most_rounds(count)
        if self.rounds > most:
            yield TOO_MANY_ROUNDS("rounds", rounds=self.rounds, count=count, most=most)

    def ranking(self, progress: TournamentProgress) -> tuple[SwissPlayer, ...]:
        """Who is still in, the highest ranked first."""
        numbers = totals(progress, self.entrants)
        players = [
            _player(name, numbers.rows[name].points, progress)
            for name in self.entrants
            if name not in progress.out
        ]
        return tuple(sorted(players, key=lambda player: -player.points))


def most_rounds(entrants: int) -> int:
    """How many rounds are sure to have a pairing, whatever the results."""
    return (entrants + 1) // 2


def _player(name: str, points: Fraction, progress: TournamentProgress) -> SwissPlayer:
    played = [m.match for m in progress.meetings.values() if name in m.match.players]
    began = [match.first == name for match in played]
    return SwissPlayer(
        name,
        points,
        2 * sum(began) - len(began),
        began[-1] if began else None,
        frozenset(match.other(name) for match in played),
        progress.byes[name] > 0,
    )
