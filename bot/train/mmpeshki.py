"""Tunes what positions of MMPeshki are worth, so that alpha-beta soon finds proofs.

    python -m bot.train.mmpeshki --rounds 800

writes ``bot/mmpeshki/search/weights.pxd``, beginning with the weights that are there. They are not
fitted to who wins: weights that tell that better do not make the search better, see
``benchmarks/strength.md``. In each round every weight goes a step up or down by lot, and the other
way; some positions are proven with both, and all weights go a little to where it took less
(simultaneous perturbation, Spall 1992). What is written is the mean of the later rounds.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from bot.train.effort import effort_of_all, in_use, positions
from bot.train.kernel import ROOT
from bot.train.regression import Floats, made_by

Measure = Callable[[Floats, Floats, Sequence[int]], float]
WEIGHTS = ROOT / "bot/mmpeshki/search/weights.pxd"
STEPS = {
    "ROW_1": 8,
    "ROW_2": 8,
    "ROW_3": 8,
    "ROW_4": 8,
    "ROW_5": 12,
    "ROW_6": 15,
    "ROW_7": 25,
    "ON_EDGE": 7,
    "BEHIND": 7,
    "ASIDE_BEHIND": 6,
    "BACKED": 20,
    "FACING": 6,
    "A_MOVE": 3,
    "A_JUMP": 15,
    "THEIR_JUMP": 12,
    "RUN": 40,
    "A_MOVE_OF_RUN": 10,
    "THEIR_RUN": 35,
    "A_MOVE_OF_THEIRS": 10,
}
"""The weights, and by how much each is tried to be more or less."""
_HEAD = """\
cdef extern from *:
    \"\"\"
    /* They can be changed as the program runs if it is compiled so, which makes it slower. */
    #ifndef MM_WEIGHTS
    #define MM_WEIGHTS static const
    #endif
    MM_WEIGHTS int mm_weights[] = {
"""
_FOOT = """\
    };
    \"\"\"
    const int *WEIGHTS "mm_weights"


cdef enum:
"""
_MOST_FELT = 0.15
"""Of the difference that a round finds, by how much at most it moves the weights."""


@dataclass(frozen=True)
class TrainingPlan:
    rounds: int
    batch: int
    """Positions a round."""
    seed: int = 1
    haste: float = 1.5
    """How far the first round goes, in steps, for a difference of 1."""

    def run(self, start: Floats, steps: Floats, count: int, measure: Measure) -> Floats:
        """The weights that it leads to, by a measure that is to become small."""
        lot = np.random.default_rng(self.seed)
        weights, later = start.copy(), []
        for number in range(self.rounds):
            sides = lot.choice((-1.0, 1.0), len(steps))
            some = [int(n) for n in lot.choice(count, self.batch, replace=False)]
            change = measure(weights + sides * steps, weights - sides * steps, some)
            felt = float(np.clip(change, -_MOST_FELT, _MOST_FELT))
            weights -= self.haste / (1 + 4 * number / self.rounds) * felt * sides * steps
            if number >= self.rounds // 3:
                later.append(weights.copy())
        mean: Floats = np.mean(later, axis=0)
        return mean


def spelled(weights: Sequence[int], commands: Sequence[str]) -> str:
    numbers = "".join(
        f"        {number},{' ' * (8 - len(str(number)))}/* {name} */\n"
        for name, number in zip(STEPS, weights, strict=True)
    )
    names = "".join(f"    {name}\n" for name in STEPS)
    return f"{made_by(commands)}{_HEAD}{numbers}{_FOOT}{names}"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=800)
    parser.add_argument("--positions", type=int, default=1200)
    parser.add_argument("--batch", type=int, default=160)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=2)
    request = parser.parse_args()
    with ProcessPoolExecutor(request.cores) as crew:
        shares = [request.positions // request.cores] * request.cores
        seeds = range(request.seed * request.cores, (request.seed + 1) * request.cores)
        texts = [text for some in crew.map(positions, shares, seeds) for text in some]
        print(f"{len(texts)} positions", flush=True)

        def measure(one: Floats, other: Floats, some: Sequence[int]) -> float:
            asked = partial(effort_of_all, [texts[n] for n in some])
            more, less = crew.map(asked, (_whole(one), _whole(other)))
            print(f"{more:.3f} {less:.3f} {_whole((one + other) / 2)}", flush=True)
            return more - less

        start = np.array(in_use(len(STEPS)), float)
        course = TrainingPlan(request.rounds, request.batch, request.seed)
        steps = np.array(list(STEPS.values()), float)
        tuned = course.run(start, steps, len(texts), measure)
    command = " ".join(["python -m bot.train.mmpeshki", *sys.argv[1:]])
    WEIGHTS.write_text(spelled(_whole(tuned), [command]))


def _whole(weights: Floats) -> list[int]:
    return [int(weight) for weight in np.rint(weights)]


if __name__ == "__main__":
    main()
