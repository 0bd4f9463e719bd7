"""One round of a Swiss tournament: who meets whom (see ``swiss``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from tournaments.schedules._matching import is_perfect

_MOST_OFTENER = 2
"""How much oftener than not somebody may have begun, or may not have."""


_Dislike: TypeAlias = tuple[Fraction, bool, int, int]


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """An entrant as a pairing sees it."""

    name: str
    points: Fraction = Fraction(0)
    begun: int = 0
    """How much oftener the entrant began matches than did not; below 0, how much seldomer."""
    began_last: bool | None = None
    """Whether in the last match; nothing before the first."""
    met: frozenset[str] = frozenset()
    sat_out: bool = False


class Round(NamedTuple):
    """Who meets whom, the first of a pair to begin; and who sits out, if anybody."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None = None


@lru_cache(maxsize=256)  # the schedule is followed anew after each game
def paired(players: tuple[SwissPlayer, ...], toss: bool = False) -> Round | None:
    """The round of these players, the highest ranked first; nothing if there is no legal one.

    ``toss``: whether it is the lower who begins in the first pair of the first round.
    """
    for bye in _byes(players):
        staying = tuple(player for player in players if player is not bye)
        for may_meet in (_well_matched, _legal):
            pairs = _pairs(staying, may_meet)
            if pairs is not None:
                sides = [_sides(*pair, toss ^ bool(n % 2)) for n, pair in enumerate(pairs)]
                return Round(tuple(sides), bye.name if bye else None)
    return None


def _byes(players: Sequence[SwissPlayer]) -> Iterator[SwissPlayer | None]:
    """The players who may sit out, the likeliest first."""
    if len(players) % 2 == 0:
        yield None
    else:
        yield from (player for player in reversed(players) if not player.sat_out)


def _legal(one: SwissPlayer, two: SwissPlayer) -> bool:
    """Whether they may meet at all."""
    return two.name not in one.met


def _well_matched(one: SwissPlayer, two: SwissPlayer) -> bool:
    """Whether neither must have a side once more that was already his too often."""
    begun = sorted((one.begun, two.begun))
    return _legal(one, two) and not (begun[0] >= _MOST_OFTENER or begun[1] <= -_MOST_OFTENER)


def _pairs(
    players: tuple[SwissPlayer, ...], may_meet: Callable[[SwissPlayer, SwissPlayer], bool]
) -> list[tuple[SwissPlayer, SwissPlayer]] | None:
    """Each from the top with whom he likes most of those who leave the rest a pairing."""
    foes = {
        one.name: {two.name for two in players if two is not one and may_meet(one, two)}
        for one in players
    }
    if not _can_be_paired(players, foes):
        return None
    pairs: list[tuple[SwissPlayer, SwissPlayer]] = []
    left = list(players)
    while left:
        top = left.pop(0)
        liked = sorted((p for p in left if p.name in foes[top.name]), key=_dislike(top, left))
        other = next(p for p in liked if _can_be_paired([q for q in left if q is not p], foes))
        left.remove(other)
        pairs.append((top, other))
    return pairs


def _can_be_paired(players: Sequence[SwissPlayer], foes: Mapping[str, set[str]]) -> bool:
    names = [player.name for player in players]
    return is_perfect([[n for n, two in enumerate(names) if two in foes[one]] for one in names])


def _dislike(top: SwissPlayer, left: Sequence[SwissPlayer]) -> Callable[[SwissPlayer], _Dislike]:
    """How little the highest ranked likes to meet each of the others."""
    group: dict[Fraction, list[SwissPlayer]] = {}
    for player in left:
        group.setdefault(player.points, []).append(player)
    half = (len(group.get(top.points, [])) + 1) // 2

    def dislike(player: SwissPlayer) -> _Dislike:
        place = group[player.points].index(player)
        ideal = half - 1 if player.points == top.points else 0
        same_side = top.begun * player.begun > 0
        return top.points - player.points, same_side, abs(place - ideal), -place

    return dislike


def _sides(upper: SwissPlayer, lower: SwissPlayer, lower_by_lot: bool) -> tuple[str, str]:
    """The two players, the one who begins first."""
    if upper.begun != lower.begun:
        lower_begins = lower.begun < upper.begun
    elif upper.began_last is not None:
        lower_begins = upper.began_last
    else:
        lower_begins = lower_by_lot
    return (lower.name, upper.name) if lower_begins else (upper.name, lower.name)
