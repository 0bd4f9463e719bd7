"""The pairing of one round of a Swiss tournament (see ``swiss``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from tournaments.schedules._matching import has_perfect_matching

_MOST_SURPLUS = 2
"""Most matches that a player may have had A in beyond those with B, or the other way round."""


_Penalty: TypeAlias = tuple[Fraction, bool, int, int]


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """The data of an entrant that a pairing depends on."""

    name: str
    points: Fraction = Fraction(0)
    surplus: int = 0
    """Number of matches with A less the number with B."""
    began_last: bool | None = None
    """True if the player had A in the last match; None before the first match."""
    met: frozenset[str] = frozenset()
    had_bye: bool = False


class Round(NamedTuple):
    """Pairs of players, each beginning with the one who has A; and the player with a bye."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None = None


@lru_cache(maxsize=256)  # The schedule is followed anew after each game.
def pair_round(players: tuple[SwissPlayer, ...], toss: bool = False) -> Round | None:
    """Pair the players, the highest ranked first; return None if there is no legal round.

    With ``toss``, the lower player has A in the first pair of the first round.
    """
    for bye in _byes(players):
        playing = tuple(player for player in players if player is not bye)
        for may_meet in (_well_matched, _legal):
            pairs = _pairs(playing, may_meet)
            if pairs is not None:
                sides = [_sides(*pair, toss ^ bool(n % 2)) for n, pair in enumerate(pairs)]
                return Round(tuple(sides), bye.name if bye else None)
    return None


def _byes(players: Sequence[SwissPlayer]) -> Iterator[SwissPlayer | None]:
    """Yield the players who may have the bye, the best choice first."""
    if len(players) % 2 == 0:
        yield None
    else:
        yield from (player for player in reversed(players) if not player.had_bye)


def _legal(first: SwissPlayer, second: SwissPlayer) -> bool:
    """Return whether the players have not met yet."""
    return second.name not in first.met


def _well_matched(first: SwissPlayer, second: SwissPlayer) -> bool:
    """Return whether a match gives neither player a side that the player had too often."""
    low, high = sorted((first.surplus, second.surplus))
    return _legal(first, second) and not (low >= _MOST_SURPLUS or high <= -_MOST_SURPLUS)


def _pairs(
    players: tuple[SwissPlayer, ...], may_meet: Callable[[SwissPlayer, SwissPlayer], bool]
) -> list[tuple[SwissPlayer, SwissPlayer]] | None:
    """Pair from the top; each gets the best opponent that leaves the rest a pairing."""
    opponents = {
        first.name: {
            second.name for second in players if second is not first and may_meet(first, second)
        }
        for first in players
    }
    if not _can_be_paired(players, opponents):
        return None
    pairs: list[tuple[SwissPlayer, SwissPlayer]] = []
    unpaired = list(players)
    while unpaired:
        top = unpaired.pop(0)
        choices = sorted(
            (p for p in unpaired if p.name in opponents[top.name]), key=_penalty(top, unpaired)
        )
        other = next(
            p for p in choices if _can_be_paired([q for q in unpaired if q is not p], opponents)
        )
        unpaired.remove(other)
        pairs.append((top, other))
    return pairs


def _can_be_paired(players: Sequence[SwissPlayer], opponents: Mapping[str, set[str]]) -> bool:
    names = [player.name for player in players]
    return has_perfect_matching(
        [[n for n, second in enumerate(names) if second in opponents[first]] for first in names]
    )


def _penalty(
    top: SwissPlayer, unpaired: Sequence[SwissPlayer]
) -> Callable[[SwissPlayer], _Penalty]:
    """Return a sort key for the opponents of the highest ranked player, the best first."""
    group: dict[Fraction, list[SwissPlayer]] = {}
    for player in unpaired:
        group.setdefault(player.points, []).append(player)
    half = (len(group.get(top.points, [])) + 1) // 2

    def penalty(player: SwissPlayer) -> _Penalty:
        place = group[player.points].index(player)
        ideal = half - 1 if player.points == top.points else 0
        same_side = top.surplus * player.surplus > 0
        return top.points - player.points, same_side, abs(place - ideal), -place

    return penalty


def _sides(upper: SwissPlayer, lower: SwissPlayer, lower_by_lot: bool) -> tuple[str, str]:
    """Return the names of the two players, beginning with the one who has A."""
    if upper.surplus != lower.surplus:
        lower_begins = lower.surplus < upper.surplus
    elif upper.began_last is not None:
        lower_begins = upper.began_last
    else:
        lower_begins = lower_by_lot
    return (lower.name, upper.name) if lower_begins else (upper.name, lower.name)
