"""Decides by lot what goes wrong, and when: by the same seed the same, whatever comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random

from tests.chaos.faults import Fault

_CLUSTER_EVERY = 5
_MOST_DEEDS = 4
_MOST_GAMES = 10
_MOST_SECONDS = 0.4


@dataclass(frozen=True)
class Deed:
    """A fault, so many games and seconds after the one before."""

    fault: Fault
    games: int
    seconds: float
    seed: str
    """Of the rest that is drawn for it: which process, which limit, for how long."""

    def __str__(self) -> str:
        return f"{self.games} games and {self.seconds:.2f} s later {self.fault.name}"


@dataclass(frozen=True)
class Plan:
    """What goes wrong in a round."""

    number: int
    on_cluster: bool
    deeds: tuple[Deed, ...]

    def __str__(self) -> str:
        where = "on a cluster" if self.on_cluster else "here"
        return f"round {self.number}, {where}: {'; '.join(map(str, self.deeds))}"


def plans(seed: int, faults: Sequence[Fault]) -> Iterator[Plan]:
    """Without end. Every fault comes before any comes again, here and on clusters."""
    decks = {on_cluster: _deck(seed, faults, on_cluster=on_cluster) for on_cluster in (False, True)}
    lot = Random(seed)
    for number in count(1):
        on_cluster = number % _CLUSTER_EVERY == 0
        dealt = (next(decks[on_cluster]) for _ in range(lot.randint(1, _MOST_DEEDS)))
        deeds = tuple(_deed(fault, lot, f"{seed} {number} {n}") for n, fault in enumerate(dealt))
        yield Plan(number, on_cluster, deeds)


def _deck(seed: int, faults: Sequence[Fault], *, on_cluster: bool) -> Iterator[Fault]:
    lot = Random(f"{seed} {on_cluster}")
    own = [fault for fault in faults if on_cluster or not fault.only_on_cluster]
    while True:
        yield from lot.sample(own, len(own))


def _deed(fault: Fault, lot: Random, seed: str) -> Deed:
    return Deed(fault, lot.randrange(_MOST_GAMES), lot.uniform(0, _MOST_SECONDS), seed)


def rounds_for_all(seed: int, faults: Sequence[Fault]) -> int:
    """In how many rounds each fault comes at least once."""
    missing = set(faults)
    for plan in plans(seed, faults):
        missing -= {deed.fault for deed in plan.deeds}
        if not missing:
            return plan.number
    raise AssertionError("without end")
