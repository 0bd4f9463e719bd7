"""Swiss: in each round entrants with about equal points meet, and no pair meets twice.

The entrants are ranked by points, then by seed. With an odd number, the lowest who has had no bye
yet has the bye, and the points of a match won. The others are paired from the top down: each with
the best opponent among those with whom the rest can still be paired. A matching decides that (see
``_matching``), so a legal pairing is found whenever there is one.

The best opponent has the nearest points; among equal points, should have the other side; then is
half the score group away, as is the custom: in a group of eight the first would meet the fifth.
Nobody gets a side for the third time more than the other, unless there is no other way. In a pair,
A goes to the player who had A less often; if both had it as often, the higher ranked changes sides,
and in the first round the lower player has A in every other pair, beginning with a pair drawn by
lot.

There are at most half as many rounds as entrants, rounded up. Up to then everybody has at least
half of the others still to meet, and then all can be paired (Dirac's theorem; the bye counts as one
more entrant). In a further round that may fail: after three rounds, six entrants may fall into two
threes that have all met each other. Only if entrants were disqualified from the tournament can a
round have no legal pairing; then neither it nor any later round is played.
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
from tournaments.schedules._swiss_pairing import SwissPlayer, pair_round
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
    """The Swiss format."""

    name: ClassVar[str] = "swiss"
    title: ClassVar[Text] = Text("Swiss system", "швейцарская система")
    options: ClassVar[Mapping[str, Option]] = {"rounds": Whole(1, 100)}
    no_latecomers: ClassVar[Text | None] = Text(
        "the rounds that the entrant has missed cannot be made up for",
        "пропущенные туры участнику не наверстать",
    )

    rounds: int = 0
    """Number of rounds; 0 for two more than a knockout has, to rank the second and the third."""

    def matches(self, progress: TournamentProgress) -> Iterator[Meeting]:
        number = self.matches_before
        for round_ in range(1, len(self.round_sizes()) + 1):
            pairing = pair_round(self.ranking(progress), Random(self.seed).random() < 0.5)
            if pairing is None:
                return
            progress.byes.update([pairing.bye] if pairing.bye else [])
            for first, second in pairing.pairs:
                number += 1
                yield Meeting(number, self.rounds_before + round_, first, second)
            if any(progress.to_play()):
                return

    def round_sizes(self) -> tuple[int, ...]:
        """Return half the number of entrants for each round."""
        count = len(self.entrants)
        rounds = self.rounds or min(most_rounds(count), (count - 1).bit_length() + 2)
        return (count // 2,) * rounds

    def faults(self) -> Iterator[Fault]:
        """Yield a fault, too, if there are more rounds than are sure to have a pairing."""
        yield from super().faults()
        count = len(self.entrants)
        most = most_rounds(count)
        if self.rounds > most:
            yield TOO_MANY_ROUNDS("rounds", rounds=self.rounds, count=count, most=most)

    def ranking(self, progress: TournamentProgress) -> tuple[SwissPlayer, ...]:
        """Return the entrants who are still in, the highest ranked first."""
        numbers = totals(progress, self.entrants)
        players = [
            _player(name, numbers.rows[name].points, progress)
            for name in self.entrants
            if name not in progress.out
        ]
        return tuple(sorted(players, key=lambda player: -player.points))


def most_rounds(entrants: int) -> int:
    """Return the number of rounds that have a pairing at any results."""
    return (entrants + 1) // 2


def _player(name: str, points: Fraction, progress: TournamentProgress) -> SwissPlayer:
    matches = [m.match for m in progress.meetings.values() if name in m.match.players]
    had_a = [match.first == name for match in matches]
    return SwissPlayer(
        name,
        points,
        2 * sum(had_a) - len(had_a),
        had_a[-1] if had_a else None,
        frozenset(match.other(name) for match in matches),
        progress.byes[name] > 0,
    )
