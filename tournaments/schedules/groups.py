"""Groups, then a final: everybody meets everybody in the group, and the best of each go on.

The groups are filled by the seeds like a snake, so that they are about equally strong: with three
groups the seeds 1 2 3 go to A B C, 4 5 6 to C B A, 7 8 9 to A B C again. The final is a round robin
or a knockout; the winners of the groups are its highest seeds, then come the seconds, and so on.
Its games alone decide among those who play it. Behind them stand all who were next in their
groups, then all who came after those, and so on: in each of these rows their games in the groups
decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from string import ascii_uppercase
from typing import ClassVar

from formats.fault import Fault, FaultKind
from formats.text import Text
from tournaments.schedules import OneOf, Option, Schedule, Whole
from tournaments.schedules.knockout import TIES, BracketMatch, Knockout
from tournaments.schedules.round_robin import RoundRobin
from tournaments.standings.meeting import Meeting
from tournaments.standings.ranking import ranked
from tournaments.standings.state import Tier, TournamentProgress
from tournaments.standings.totals import totals

MOST_GROUPS = len(ascii_uppercase)

TOO_MANY_GROUPS = FaultKind(
    "E302",
    Text(
        "{count} entrants are too few for {groups} groups with {advance} going on from each: the "
        "smallest group needs at least {least}",
        "участников ({count}) мало для такого числа групп ({groups}): из каждой в финал выходят "
        "{advance}, и в меньшей группе должно быть не меньше {least}",
    ),
)


@dataclass(frozen=True)
class Groups(Schedule):
    """Round robins in groups, then a final of the best."""

    name: ClassVar[str] = "groups"
    title: ClassVar[Text] = Text("groups and a final", "группы и финал")
    options: ClassVar[Mapping[str, Option]] = {
        "groups": Whole(2, MOST_GROUPS),
        "advance": Whole(1, 100),
        "cycles": Whole(1, 100),
        "final": OneOf(("round-robin", "knockout")),
        "ties": TIES,
    }
    former_options: ClassVar[Mapping[str, str]] = Knockout.former_options
    least: ClassVar[int] = 4
    no_latecomers: ClassVar[Text | None] = Text(
        "the groups were filled by the seeds", "группы уже составлены по посеву"
    )

    groups: int = 2
    """How many there are."""
    advance: int = 2
    """How many of each go on to the final."""
    cycles: int = 1
    """How often each pair meets in a group."""
    final: str = "round-robin"
    ties: str = Knockout.ties
    """What decides a match of a final by knockout whose points are equal."""

    def matches(self, progress: TournamentProgress) -> Iterator[Meeting]:
        """Those of the groups, round by round, then those of the final."""
        yield from self._group_matches()
        final = self._final(self._after_groups(progress))
        if final is not None:
            yield from final.matches(progress)

    def round_sizes(self) -> tuple[int, ...]:
        """The rounds of the groups, played side by side, and those of the final."""
        final = self._final_among(self.entrants[: self.groups * self.advance])
        return (*self._group_rounds(), *final.round_sizes())

    def waves(self) -> tuple[int, ...]:
        """All groups at once, then as the final has it."""
        final = self._final_among(self.entrants[: self.groups * self.advance])
        return (sum(self._group_rounds()), *final.waves())

    def play_offs(self) -> tuple[int, ...]:
        """Those of the final."""
        return self._final_among(self.entrants[: self.groups * self.advance]).play_offs()

    @property
    def stages(self) -> tuple[int, ...]:
        """The champion, all others of the final, then the next of each group, and the next."""
        if self.final == "knockout":
            return super().stages
        return (1, max(0, self.groups * self.advance - 1), self.groups, self.groups)

    def tiers(self, progress: TournamentProgress) -> tuple[Tier, ...]:
        """Those in the final as it has them, then the others by their places in the groups."""
        groups = self._after_groups(progress)
        rows, final = self._rows(groups), self._final(groups)
        if final is None:
            return tuple(map(Tier, rows))
        since = final.rounds_before + 1
        above = [Tier(tier.entrants, since, tier.shared) for tier in final.tiers(progress)]
        return (*above, *map(Tier, rows[self.advance :]))

    def bracket(self, progress: TournamentProgress) -> Sequence[BracketMatch]:
        """Return that of a final by knockout, once it is known who plays there."""
        final = self._final(self._after_groups(progress))
        return final.bracket(progress) if isinstance(final, Knockout) else ()

    def faults(self) -> Iterator[Fault]:
        """Groups of at least two, and more than go on from them."""
        yield from super().faults()
        least = max(2, self.advance)
        if len(self.entrants) >= self.least and len(self.entrants) // self.groups < least:
            count, groups = len(self.entrants), self.groups
            yield TOO_MANY_GROUPS(
                "groups", count=count, groups=groups, advance=self.advance, least=least
            )

    def members(self) -> tuple[tuple[str, ...], ...]:
        snake = [*range(self.groups), *reversed(range(self.groups))]
        placed = [(snake[n % len(snake)], player) for n, player in enumerate(self.entrants)]
        return tuple(
            tuple(player for place, player in placed if place == group)
            for group in range(self.groups)
        )

    def _group_matches(self) -> Iterator[Meeting]:
        """Round by round, so that no group waits for another."""
        parts = [RoundRobin(members, cycles=self.cycles) for members in self.members()]
        titled = [
            (match, Text(f"group {letter}", f"группа {letter}"))
            for part, letter in zip(parts, ascii_uppercase, strict=False)
            for match in part.matches(TournamentProgress({}))
        ]
        titled.sort(key=lambda pair: pair[0].round)
        for number, (match, title) in enumerate(titled, start=self.matches_before + 1):
            round_ = self.rounds_before + match.round
            yield Meeting(number, round_, match.first, match.second, title)

    def _group_rounds(self) -> tuple[int, ...]:
        parts = [
            RoundRobin(members, cycles=self.cycles).round_sizes() for members in self.members()
        ]
        return tuple(map(sum, zip_longest(*parts, fillvalue=0)))

    def _rows(self, progress: TournamentProgress) -> list[tuple[str, ...]]:
        """The best of each group, then the second of each, and so on."""
        ranking = [self._ranked(members, progress) for members in self.members()]
        return [
            tuple(player for player in row if player is not None) for row in zip_longest(*ranking)
        ]

    def _ranked(self, members: tuple[str, ...], progress: TournamentProgress) -> list[str]:
        """A group from its best down. Where nothing else decides, the seed does."""
        staying = [player for player in members if player not in progress.out]
        order = ranked(staying, totals(progress, members), progress.scoring.tie_breaks)
        return [*chain(*order), *(player for player in members if player in progress.out)]

    def _after_groups(self, progress: TournamentProgress) -> TournamentProgress:
        """How things stood after the groups: what comes later changes no finalist."""
        scoring, decided = progress.scoring, progress.decided
        then = TournamentProgress(progress.results, progress.starts, scoring, decided)
        for match in self._group_matches():
            then.enter(match)
        return then

    def _final(self, groups: TournamentProgress) -> Schedule | None:
        """The final, once all the groups are played out."""
        if any(groups.to_play()):
            return None
        return self._final_among(tuple(chain(*self._rows(groups)[: self.advance])))

    def _final_among(self, finalists: tuple[str, ...]) -> Schedule:
        rounds = self._group_rounds()
        before = self.rounds_before + len(rounds), self.matches_before + sum(rounds)
        if self.final == "knockout":
            final = Knockout(finalists, seed=self.seed, ties=self.ties)
            return replace(final, rounds_before=before[0], matches_before=before[1])
        return RoundRobin(finalists, rounds_before=before[0], matches_before=before[1])
