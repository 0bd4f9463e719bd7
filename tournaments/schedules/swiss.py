"""Swiss: in each round entrants with about equal points meet, and no pair meets twice.

The entrants are ranked by points, then by seed. With an odd number, the lowest who has had no bye
yet has the bye (``tournaments/standings/totals.py`` says what it earns). The others are paired from
the top down: each with the best opponent among those with whom the rest can still be paired. A
matching decides that (see
``has_perfect_matching``), so a legal pairing is found whenever there is one.

The best opponent has the nearest points; among equal points, should have the other side; then is
half the score group away, as is the custom: in a group of eight the first would meet the fifth.
Nobody gets a side for the third time more than the other, unless there is no other way. In a pair,
A goes to the entrant who had A less often; if both had it as often, the higher ranked changes
sides, and in the first round the lower entrant has A in every other pair, beginning with a pair
drawn by lot.

There are at most half as many rounds as entrants, rounded up. Up to then everybody has at least
half of the others still to meet, and then all can be paired (Dirac's theorem; the bye counts as one
more entrant). In a further round that may fail: after three rounds, six entrants may fall into two
threes that have all met each other. Only if entrants were disqualified from the tournament can a
round have no legal pairing; then neither it nor any later round is played.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import ClassVar, NamedTuple, TypeAlias

from formats.fault import Fault, FaultKind
from formats.text import Text
from tournaments.schedules import Option, Schedule, Whole
from tournaments.standings.match import ScheduledMatch
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
        "сократите число туров до {most}, или пусть каждый сыграет с каждым:"
        ' format = "round-robin"',
    ),
)


@dataclass(frozen=True)
class Swiss(Schedule):
    """The Swiss format."""

    name: ClassVar[str] = "swiss"
    title: ClassVar[Text] = Text("Swiss system", "швейцарская система")
    options: ClassVar[Mapping[str, Option]] = {"rounds": Whole(1, 100)}
    reason_against_latecomers: ClassVar[Text | None] = Text(
        "the rounds that the entrant has missed cannot be made up for",
        "пропущенные туры участнику не наверстать",
    )

    rounds: int = 0
    """Number of rounds; 0 for two more than a knockout has, to rank the second and the third."""

    def matches(self, progress: TournamentProgress) -> Iterator[ScheduledMatch]:
        number = self.matches_before
        for round_ in range(1, len(self.round_sizes()) + 1):
            pairing = pair_round(self.ranking(progress), Random(self.seed).random() < 0.5)
            if pairing is None:
                return
            progress.byes.update([pairing.bye] if pairing.bye else [])
            for first, second in pairing.pairs:
                number += 1
                yield ScheduledMatch(number, self.rounds_before + round_, first, second)
            if any(progress.to_play()):
                return

    def round_sizes(self) -> tuple[int, ...]:
        """Return half the number of entrants for each round."""
        count = len(self.entrants)
        rounds = self.rounds or min(most_rounds(count), (count - 1).bit_length() + 2)
        return (count // 2,) * rounds

    def value_of(self, option: str) -> object:
        """Return the value of an option; the number of rounds that are played if none is given."""
        return len(self.round_sizes()) if option == "rounds" else super().value_of(option)

    def faults(self) -> Iterator[Fault]:
        """Yield a fault, too, if there are more rounds than are sure to have a pairing."""
        yield from super().faults()
        count = len(self.entrants)
        most = most_rounds(count)
        if self.rounds > most:
            yield TOO_MANY_ROUNDS("rounds", rounds=self.rounds, count=count, most=most)

    def ranking(self, progress: TournamentProgress) -> tuple[SwissEntrant, ...]:
        """Return the entrants who are still in, the highest ranked first."""
        numbers = totals(progress, self.entrants)
        entrants = [
            _swiss_entrant(name, numbers.rows[name].points, progress)
            for name in self.entrants
            if name not in progress.out
        ]
        return tuple(sorted(entrants, key=lambda entrant: -entrant.points))


def most_rounds(entrants: int) -> int:
    """Return the number of rounds that have a pairing at any results."""
    return (entrants + 1) // 2


def _swiss_entrant(name: str, points: Fraction, progress: TournamentProgress) -> SwissEntrant:
    matches = [m.match for m in progress.match_results.values() if name in m.match.entrants]
    had_a = [match.first == name for match in matches]
    return SwissEntrant(
        name,
        points,
        2 * sum(had_a) - len(had_a),
        had_a[-1] if had_a else None,
        frozenset(match.other(name) for match in matches),
        progress.byes[name] > 0,
    )


_NONE = -1


def has_perfect_matching(neighbours: Sequence[Collection[int]]) -> bool:
    """Return whether a graph, given by the neighbours of each vertex, can be split into pairs."""
    search = _Search(neighbours)
    search.start()
    return len(neighbours) % 2 == 0 and all(
        search.mate[vertex] != _NONE or search.grow(vertex) for vertex in range(len(neighbours))
    )


class _Search:
    """A search for a perfect matching in a graph, by Edmonds's blossom algorithm.

    A matching grows along an augmenting path: a path between two unmatched vertices whose edges are
    alternately outside the matching and in it. Exchanging the two kinds of edges adds one pair. The
    search for such a path is breadth first. An odd circle on the way, a *blossom*, can be passed in
    both directions; from then on it is treated as one vertex, its base. If no augmenting path
    starts at a vertex, no matching has that vertex and all vertices matched so far: none is
    perfect.
    """

    def __init__(self, neighbours: Sequence[Collection[int]]) -> None:
        self.neighbours = neighbours
        self.mate = [_NONE] * len(neighbours)
        self.parent: list[int] = []
        self.base: list[int] = []
        self._reset()

    def _reset(self) -> None:
        self.parent = [_NONE] * len(self.neighbours)
        self.base = list(range(len(self.neighbours)))

    def start(self) -> None:
        """Match each vertex with a free neighbour if it has one: usually most of the work."""
        for vertex, candidates in enumerate(self.neighbours):
            free = (other for other in candidates if self.mate[other] == _NONE)
            if self.mate[vertex] == _NONE and (other := next(free, _NONE)) != _NONE:
                self.mate[vertex], self.mate[other] = other, vertex

    def grow(self, root: int) -> bool:
        """Add the vertex to the matching; return whether that was possible."""
        vertex = self._end_of_path(root)
        is_matched = vertex != _NONE
        while vertex != _NONE:
            parent = self.parent[vertex]
            next_vertex = self.mate[parent]
            self.mate[vertex], self.mate[parent] = parent, vertex
            vertex = next_vertex
        return is_matched

    def _end_of_path(self, root: int) -> int:
        """Return the end of an augmenting path from the root, or ``_NONE``."""
        self._reset()
        reached, queue = {root}, deque([root])
        while queue:
            vertex = queue.popleft()
            for neighbour in self.neighbours[vertex]:
                if self.base[vertex] == self.base[neighbour] or self.mate[vertex] == neighbour:
                    continue
                if neighbour == root or self._is_outer(neighbour):
                    self._shrink(vertex, neighbour, reached, queue)
                elif self.parent[neighbour] == _NONE:
                    self.parent[neighbour] = vertex
                    if self.mate[neighbour] == _NONE:
                        return neighbour
                    reached.add(self.mate[neighbour])
                    queue.append(self.mate[neighbour])
        return _NONE

    def _is_outer(self, vertex: int) -> bool:
        """Return whether a path with an even number of edges leads from the root to the vertex."""
        mate = self.mate[vertex]
        return mate != _NONE and self.parent[mate] != _NONE

    def _shrink(self, first: int, second: int, reached: set[int], queue: deque[int]) -> None:
        """Contract the blossom that the edge between the two vertices closes."""
        base = self._meeting_point(first, second)
        blossom: set[int] = set()
        self._mark(first, base, second, blossom)
        self._mark(second, base, first, blossom)
        for vertex in range(len(self.neighbours)):
            if self.base[vertex] in blossom:
                self.base[vertex] = base
                if vertex not in reached:
                    reached.add(vertex)
                    queue.append(vertex)

    def _meeting_point(self, first: int, second: int) -> int:
        """Return the first common vertex of the paths from two vertices to the root."""
        visited: set[int] = set()
        while True:
            first = self.base[first]
            visited.add(first)
            if self.mate[first] == _NONE:
                break
            first = self.parent[self.mate[first]]
        while (second := self.base[second]) not in visited:
            second = self.parent[self.mate[second]]
        return second

    def _mark(self, vertex: int, base: int, child: int, blossom: set[int]) -> None:
        """Collect one side of a blossom, and set its parents for the other direction."""
        while self.base[vertex] != base:
            mate = self.mate[vertex]
            blossom |= {self.base[vertex], self.base[mate]}
            self.parent[vertex] = child
            child, vertex = mate, self.parent[mate]


_MOST_SURPLUS = 2
"""Most matches that an entrant may have had A in beyond those with B, or the other way round."""


_Penalty: TypeAlias = tuple[Fraction, bool, int, int]


@dataclass(frozen=True, slots=True)
class SwissEntrant:
    """The data of an entrant that a pairing depends on."""

    name: str
    points: Fraction = Fraction(0)
    surplus: int = 0
    """Number of matches with A less the number with B."""
    began_last: bool | None = None
    """True if the entrant had A in the last match; None before the first match."""
    met: frozenset[str] = frozenset()
    had_bye: bool = False


class Round(NamedTuple):
    """Pairs of entrants, each beginning with the one who has A; and the entrant with a bye."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None = None


@lru_cache(maxsize=256)  # The schedule is followed anew after each game.
def pair_round(entrants: tuple[SwissEntrant, ...], toss: bool = False) -> Round | None:
    """Pair the entrants, the highest ranked first; return None if there is no legal round.

    With ``toss``, the lower entrant has A in the first pair of the first round.
    """
    for bye in _byes(entrants):
        playing = tuple(entrant for entrant in entrants if entrant is not bye)
        for may_meet in (_is_well_matched, _is_legal):
            pairs = _pairs(playing, may_meet)
            if pairs is not None:
                sides = [_sides(*pair, toss ^ bool(n % 2)) for n, pair in enumerate(pairs)]
                return Round(tuple(sides), bye.name if bye else None)
    return None


def _byes(entrants: Sequence[SwissEntrant]) -> Iterator[SwissEntrant | None]:
    """Yield the entrants who may have the bye, the best choice first."""
    if len(entrants) % 2 == 0:
        yield None
    else:
        yield from (entrant for entrant in reversed(entrants) if not entrant.had_bye)


def _is_legal(first: SwissEntrant, second: SwissEntrant) -> bool:
    """Return whether the entrants have not met yet."""
    return second.name not in first.met


def _is_well_matched(first: SwissEntrant, second: SwissEntrant) -> bool:
    """Return whether a match gives neither entrant a side that the entrant had too often."""
    low, high = sorted((first.surplus, second.surplus))
    return _is_legal(first, second) and not (low >= _MOST_SURPLUS or high <= -_MOST_SURPLUS)


def _pairs(
    entrants: tuple[SwissEntrant, ...], may_meet: Callable[[SwissEntrant, SwissEntrant], bool]
) -> list[tuple[SwissEntrant, SwissEntrant]] | None:
    """Pair from the top; each gets the best opponent that leaves the rest a pairing."""
    opponents = {
        first.name: {
            second.name for second in entrants if second is not first and may_meet(first, second)
        }
        for first in entrants
    }
    if not _can_be_paired(entrants, opponents):
        return None
    pairs: list[tuple[SwissEntrant, SwissEntrant]] = []
    unpaired = list(entrants)
    while unpaired:
        top = unpaired.pop(0)
        choices = sorted(
            (p for p in unpaired if p.name in opponents[top.name]), key=_opponent_key(top, unpaired)
        )
        other = next(
            p for p in choices if _can_be_paired([q for q in unpaired if q is not p], opponents)
        )
        unpaired.remove(other)
        pairs.append((top, other))
    return pairs


def _can_be_paired(entrants: Sequence[SwissEntrant], opponents: Mapping[str, set[str]]) -> bool:
    names = [entrant.name for entrant in entrants]
    return has_perfect_matching(
        [[n for n, second in enumerate(names) if second in opponents[first]] for first in names]
    )


def _opponent_key(
    top: SwissEntrant, unpaired: Sequence[SwissEntrant]
) -> Callable[[SwissEntrant], _Penalty]:
    """Return a sort key for the opponents of the highest ranked entrant, the best first."""
    entrants_by_points: dict[Fraction, list[SwissEntrant]] = {}
    for entrant in unpaired:
        entrants_by_points.setdefault(entrant.points, []).append(entrant)
    half = (len(entrants_by_points.get(top.points, [])) + 1) // 2

    def penalty(entrant: SwissEntrant) -> _Penalty:
        place = entrants_by_points[entrant.points].index(entrant)
        ideal = half - 1 if entrant.points == top.points else 0
        same_side = top.surplus * entrant.surplus > 0
        return top.points - entrant.points, same_side, abs(place - ideal), -place

    return penalty


def _sides(upper: SwissEntrant, lower: SwissEntrant, lower_by_lot: bool) -> tuple[str, str]:
    """Return the names of the two entrants, beginning with the one who has A."""
    if upper.surplus != lower.surplus:
        lower_begins = lower.surplus < upper.surplus
    elif upper.began_last is not None:
        lower_begins = upper.began_last
    else:
        lower_begins = lower_by_lot
    return (lower.name, upper.name) if lower_begins else (upper.name, lower.name)
