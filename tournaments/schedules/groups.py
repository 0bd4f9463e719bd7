"""Groups and a final: a round robin in each group, then a final of the best.

The seeds are dealt to the groups to and fro, so that these are about equally strong: with three
groups the seeds 1 2 3 go to A B C, 4 5 6 to C B A, 7 8 9 to A B C again. The final is a round robin
or a knockout; the winners of the groups are its highest seeds, then come the seconds, and so on.
Only the games of the final decide among the finalists. Behind them stand all who were next in
their groups, then all who came after those, and so on: in each of these rows the games in the
groups decide.
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
from tournaments.standings.match import ScheduledMatch
from tournaments.standings.state import Tier, TournamentProgress
from tournaments.standings.tie_breaks import rank
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
    reason_against_latecomers: ClassVar[Text | None] = Text(
        "the groups were filled by the seeds", "группы уже составлены по посеву"
    )

    groups: int = 2
    """Number of groups."""
    advance: int = 2
    """Number of entrants of each group who go on to the final."""
    cycles: int = 1
    """Number of matches of each pair in a group."""
    final: str = "round-robin"
    ties: str = Knockout.ties
    """Rule that decides a tied match if the final is a knockout."""

    def matches(self, progress: TournamentProgress) -> Iterator[ScheduledMatch]:
        """Yield the matches of the groups, round by round, then those of the final."""
        yield from self._group_matches()
        final = self._final(self._after_groups(progress))
        if final is not None:
            yield from final.matches(progress)

    def round_sizes(self) -> tuple[int, ...]:
        """Return the sizes of the groups' common rounds and of the final's rounds."""
        final = self._final_of(self.entrants[: self.groups * self.advance])
        return (*self._group_rounds(), *final.round_sizes())

    def waves(self) -> tuple[int, ...]:
        """Return all matches of the groups as one wave, then the waves of the final."""
        final = self._final_of(self.entrants[: self.groups * self.advance])
        return (sum(self._group_rounds()), *final.waves())

    def play_offs(self) -> tuple[int, ...]:
        """Return the play-offs of the final."""
        return self._final_of(self.entrants[: self.groups * self.advance]).play_offs()

    @property
    def stages(self) -> tuple[int, ...]:
        """Return the numbers of places: champion, other finalists, next two rows of the groups."""
        if self.final == "knockout":
            return super().stages
        return (1, max(0, self.groups * self.advance - 1), self.groups, self.groups)

    def tiers(self, progress: TournamentProgress) -> tuple[Tier, ...]:
        """Return the tiers of the final, then the others by their places in the groups."""
        groups = self._after_groups(progress)
        rows, final = self._rows(groups), self._final(groups)
        if final is None:
            return tuple(map(Tier, rows))
        since = final.rounds_before + 1
        tiers_of_final = [Tier(tier.entrants, since, tier.shared) for tier in final.tiers(progress)]
        return (*tiers_of_final, *map(Tier, rows[self.advance :]))

    def bracket(self, progress: TournamentProgress) -> Sequence[BracketMatch]:
        """Return the bracket of a knockout final, once its entrants are known."""
        final = self._final(self._after_groups(progress))
        return final.bracket(progress) if isinstance(final, Knockout) else ()

    def value_of(self, option: str) -> object:
        """Return the value of an option; None for that of ties if the final is no knockout."""
        has_no_effect = option == "ties" and self.final != Knockout.name
        return None if has_no_effect else super().value_of(option)

    def faults(self) -> Iterator[Fault]:
        """Yield a fault, too, if a group has fewer than two members or than go on from it."""
        yield from super().faults()
        least = max(2, self.advance)
        if len(self.entrants) >= self.least and len(self.entrants) // self.groups < least:
            count, groups = len(self.entrants), self.groups
            yield TOO_MANY_GROUPS(
                "groups", count=count, groups=groups, advance=self.advance, least=least
            )

    def members(self) -> tuple[tuple[str, ...], ...]:
        """Return the members of each group."""
        order = [*range(self.groups), *reversed(range(self.groups))]
        entrants_with_group = [
            (order[n % len(order)], entrant) for n, entrant in enumerate(self.entrants)
        ]
        return tuple(
            tuple(entrant for place, entrant in entrants_with_group if place == group)
            for group in range(self.groups)
        )

    def _group_matches(self) -> Iterator[ScheduledMatch]:
        """Yield the matches round by round, so that no group waits for another."""
        group_schedules = [RoundRobin(members, cycles=self.cycles) for members in self.members()]
        titled_matches = [
            (match, Text(f"group {letter}", f"группа {letter}"))
            for part, letter in zip(group_schedules, ascii_uppercase, strict=False)
            for match in part.matches(TournamentProgress({}))
        ]
        titled_matches.sort(key=lambda pair: pair[0].round)
        for number, (match, title) in enumerate(titled_matches, start=self.matches_before + 1):
            round_ = self.rounds_before + match.round
            yield ScheduledMatch(number, round_, match.first, match.second, title)

    def _group_rounds(self) -> tuple[int, ...]:
        group_schedules = [
            RoundRobin(members, cycles=self.cycles).round_sizes() for members in self.members()
        ]
        return tuple(map(sum, zip_longest(*group_schedules, fillvalue=0)))

    def _rows(self, progress: TournamentProgress) -> list[tuple[str, ...]]:
        """Return the first of each group, then the second of each, and so on."""
        ranking = [self._ranked(members, progress) for members in self.members()]
        return [
            tuple(entrant for entrant in row if entrant is not None)
            for row in zip_longest(*ranking)
        ]

    def _ranked(self, members: tuple[str, ...], progress: TournamentProgress) -> list[str]:
        """Return the members of a group from the first place down; seeds decide the last ties."""
        active = [entrant for entrant in members if entrant not in progress.out]
        order = rank(active, totals(progress, members), progress.scoring.tie_breaks)
        in_order = chain.from_iterable(equals for equals, _ in order)
        return [*in_order, *(entrant for entrant in members if entrant in progress.out)]

    def _after_groups(self, progress: TournamentProgress) -> TournamentProgress:
        """Return the progress after the groups: later results change no finalist."""
        scoring, decisions = progress.scoring, progress.decisions
        group_progress = TournamentProgress(progress.results, progress.starts, scoring, decisions)
        for match in self._group_matches():
            group_progress.enter(match)
        return group_progress

    def _final(self, groups: TournamentProgress) -> Schedule | None:
        """Return the final, once all games of the groups are played."""
        if any(groups.to_play()):
            return None
        return self._final_of(tuple(chain(*self._rows(groups)[: self.advance])))

    def _final_of(self, finalists: tuple[str, ...]) -> Schedule:
        rounds = self._group_rounds()
        rounds_before = self.rounds_before + len(rounds)
        matches_before = self.matches_before + sum(rounds)
        if self.final == "knockout":
            final = Knockout(finalists, seed=self.seed, ties=self.ties)
            return replace(final, rounds_before=rounds_before, matches_before=matches_before)
        return RoundRobin(finalists, rounds_before=rounds_before, matches_before=matches_before)
