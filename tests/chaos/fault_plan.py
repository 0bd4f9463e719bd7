"""Plans of faults, drawn at random: the same seed gives the same plans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random

from tests.chaos.faults import Fault

_CLUSTER_EVERY = 5
_MOST_FAULTS = 4
_MOST_GAMES = 10
_MOST_SECONDS = 0.4


@dataclass(frozen=True)
class PlannedFault:
    """A fault that comes so many games and seconds after the one before."""

    fault: Fault
    games: int
    seconds: float
    seed: str
    """Seed of its other choices: which process, which limit, for how long."""

    def __str__(self) -> str:
        return f"{self.games} games and {self.seconds:.2f} s later {self.fault.name}"


@dataclass(frozen=True)
class Plan:
    """The faults of one round, in their order."""

    number: int
    on_cluster: bool
    planned: tuple[PlannedFault, ...]

    def __str__(self) -> str:
        where = "on a cluster" if self.on_cluster else "here"
        return f"round {self.number}, {where}: {'; '.join(map(str, self.planned))}"


def plans(seed: int, faults: Sequence[Fault]) -> Iterator[Plan]:
    """Yield plans without end; every fault comes before any comes again, here and on clusters."""
    decks = {on_cluster: _deck(seed, faults, on_cluster=on_cluster) for on_cluster in (False, True)}
    random = Random(seed)
    for number in count(1):
        on_cluster = number % _CLUSTER_EVERY == 0
        dealt = (next(decks[on_cluster]) for _ in range(random.randint(1, _MOST_FAULTS)))
        planned = tuple(
            _planned_fault(fault, random, f"{seed} {number} {n}") for n, fault in enumerate(dealt)
        )
        yield Plan(number, on_cluster, planned)


def _deck(seed: int, faults: Sequence[Fault], *, on_cluster: bool) -> Iterator[Fault]:
    random = Random(f"{seed} {on_cluster}")
    own = [fault for fault in faults if on_cluster or not fault.only_on_cluster]
    while True:
        yield from random.sample(own, len(own))


def _planned_fault(fault: Fault, random: Random, seed: str) -> PlannedFault:
    return PlannedFault(
        fault, random.randrange(_MOST_GAMES), random.uniform(0, _MOST_SECONDS), seed
    )


def rounds_for_all(seed: int, faults: Sequence[Fault]) -> int:
    """Return the number of rounds in which each fault comes at least once."""
    missing = set(faults)
    for plan in plans(seed, faults):
        missing -= {planned_fault.fault for planned_fault in plan.planned}
        if not missing:
            return plan.number
    raise AssertionError("without end")
