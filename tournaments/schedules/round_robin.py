"""Round robin: everybody meets everybody, once or several times.

The rounds are Berger's, by the circle method. One entrant stands still, the others sit in a
circle; in each round the circle is turned so that another of them meets the one who stands, and
the rest meet across it. With an odd number nobody stands there, and whose turn it is has a bye.
Who stands begins in every other round, so that nobody begins more than once oftener than he
follows. Each further cycle is the one before with the sides changed.

Who comes late meets all who are there, one a round, after all that was to be played without him;
he begins in every other match. So his coming changes nothing of what was played before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from formats.text import Text
from tournaments.schedules import Option, Schedule, Whole
from tournaments.standings.meeting import Meeting
from tournaments.standings.state import TournamentProgress


@dataclass(frozen=True)
class RoundRobin(Schedule):
    """Everybody meets everybody."""

    name: ClassVar[str] = "round-robin"
    title: ClassVar[Text] = Text("round robin", "круговой турнир")
    options: ClassVar[Mapping[str, Option]] = {"cycles": Whole(1, 100)}
    no_latecomers: ClassVar[Text | None] = None

    cycles: int = 1
    """How often each pair meets."""

    def matches(self, progress: TournamentProgress) -> Iterator[Meeting]:
        """All of them: nothing depends on results."""
        number = self.matches_before
        for round_, pairs in enumerate(self._rounds(), start=self.rounds_before + 1):
            for first, second in pairs:
                number += 1
                yield Meeting(number, round_, first, second)

    def round_sizes(self) -> tuple[int, ...]:
        """As many pairs each time as there can be."""
        return tuple(len(pairs) for pairs in self._rounds())

    def waves(self) -> tuple[int, ...]:
        """Everything can be played at once."""
        return (sum(self.round_sizes()),)

    def _rounds(self) -> Iterator[list[tuple[str, str]]]:
        in_time = len(self.entrants) - self.late
        for cycle in range(self.cycles):
            for pairs in berger(in_time):
                named = [(self.entrants[one], self.entrants[two]) for one, two in pairs]
                yield [pair[::-1] for pair in named] if cycle % 2 else named
        for place in range(in_time, len(self.entrants)):
            yield from self._rounds_of_latecomer(place)

    def _rounds_of_latecomer(self, place: int) -> Iterator[list[tuple[str, str]]]:
        """With everybody before him in the order of the seeds."""
        for cycle in range(self.cycles):
            for number, foe in enumerate(self.entrants[:place]):
                begins = (number + cycle) % 2 == 0
                pair = (self.entrants[place], foe)
                yield [pair if begins else pair[::-1]]


def berger(count: int) -> Iterator[list[tuple[int, int]]]:
    """The rounds of a single cycle for that many entrants, numbered from 0."""
    standing = count - 1 + count % 2  # with an odd number, nobody
    for turn in range(standing):
        facing = turn * (standing + 1) // 2 % standing
        pair = (facing, standing) if turn % 2 == 0 else (standing, facing)
        across = [
            ((facing + step) % standing, (facing - step) % standing)
            for step in range(1, (standing + 1) // 2)
        ]
        yield ([pair] if standing < count else []) + across
