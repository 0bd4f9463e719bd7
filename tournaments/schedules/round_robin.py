"""Round robin: everybody meets everybody, once or several times.

The rounds are Berger's, by the circle method. One entrant is fixed, the others form a circle; in
each round the circle is turned so that another of them meets the fixed entrant, and the rest meet
across it. With an odd number there is no fixed entrant, and whoever would meet one has a bye. The
fixed entrant has A in every other round, so that nobody has A more than once oftener than B. Each
further cycle is the one before with the sides swapped.

A latecomer meets all entrants before, one a round, after everything that was to be played without
the latecomer, and has A in every other match. So a latecomer changes no earlier match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from formats.text import Text
from tournaments.schedules import Option, Schedule, Whole
from tournaments.standings.match import ScheduledMatch
from tournaments.standings.state import TournamentProgress


@dataclass(frozen=True)
class RoundRobin(Schedule):
    """The round robin format."""

    name: ClassVar[str] = "round-robin"
    title: ClassVar[Text] = Text("round robin", "круговой турнир")
    options: ClassVar[Mapping[str, Option]] = {"cycles": Whole(1, 100)}
    reason_against_latecomers: ClassVar[Text | None] = None

    cycles: int = 1
    """Number of matches of each pair."""

    def matches(self, progress: TournamentProgress) -> Iterator[ScheduledMatch]:
        """Yield all matches: none depends on results."""
        number = self.matches_before
        for round_, pairs in enumerate(self._rounds(), start=self.rounds_before + 1):
            for first, second in pairs:
                number += 1
                yield ScheduledMatch(number, round_, first, second)

    def round_sizes(self) -> tuple[int, ...]:
        """Return the numbers of pairs of the rounds."""
        return tuple(len(pairs) for pairs in self._rounds())

    def waves(self) -> tuple[int, ...]:
        """Return all matches as one wave: everything can be played in parallel."""
        return (sum(self.round_sizes()),)

    def _rounds(self) -> Iterator[list[tuple[str, str]]]:
        in_time = len(self.entrants) - self.late
        for cycle in range(self.cycles):
            for pairs in berger(in_time):
                names = [(self.entrants[first], self.entrants[second]) for first, second in pairs]
                yield [pair[::-1] for pair in names] if cycle % 2 else names
        for index in range(in_time, len(self.entrants)):
            yield from self._rounds_of_latecomer(index)

    def _rounds_of_latecomer(self, index: int) -> Iterator[list[tuple[str, str]]]:
        """Yield a round for each entrant who is before the latecomer in the order of seeds."""
        for cycle in range(self.cycles):
            for number, opponent in enumerate(self.entrants[:index]):
                has_a = (number + cycle) % 2 == 0
                pair = (self.entrants[index], opponent)
                yield [pair if has_a else pair[::-1]]


def berger(count: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the rounds of a single cycle for ``count`` entrants, numbered from 0."""
    fixed = count - 1 + count % 2  # An odd number has no fixed entrant.
    for turn in range(fixed):
        facing = turn * (fixed + 1) // 2 % fixed
        pair = (facing, fixed) if turn % 2 == 0 else (fixed, facing)
        across = [
            ((facing + step) % fixed, (facing - step) % fixed)
            for step in range(1, (fixed + 1) // 2)
        ]
        yield ([pair] if fixed < count else []) + across
