"""Tuning of the evaluation of MMPeshki, so that alpha-beta finds proofs with fewer nodes.

    python -m research.mmpeshki --rounds 800

writes ``bot/mmpeshki/search/weights.pxd``, beginning with the weights of that file. They are not
fitted to results: weights that predict results better do not make the search better, see
``benchmarks/strength.md``. In each round every weight is moved a step up or down at random, and
then the other way; some positions are proven with both sets, and all weights move a little towards
the set with less effort (simultaneous perturbation, Spall 1992). The mean of the later rounds is
written. The kernel is compiled once more for this with weights that can be changed while it runs.
"""

from __future__ import annotations

import ctypes
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from math import log
from random import Random
from typing import Any

import numpy as np

from research.kernel import ROOT, compile_present, load_kernel
from research.regression import Floats, header_of_weights

_HEADER = "A 1 U\n0 30\n0 30\n"
_LEAST, _MOST = 10_000, 200_000
"""Bounds of the nodes of a position: easier ones say nothing, harder ones take long."""
_SHARE_OF_CHOSEN_MOVES = 0.6
"""Share of the half-moves after an opening that a search chooses."""
_NODES = 300
_SECONDS = 60.0
_MEGABYTES = 32


@cache
def _kernel() -> tuple[Any, ctypes.CDLL]:
    path = compile_present("mmpeshki", "-DMM_WEIGHTS=")
    return load_kernel(path), ctypes.CDLL(str(path))


def weights_in_use(count: int) -> list[int]:
    """Return the present weights of the kernel: at first those of the sources."""
    _, library = _kernel()
    return list((ctypes.c_int * count).in_dll(library, "mm_weights"))


def measure_effort(texts: Sequence[bytes], weights: Sequence[int]) -> float:
    """Set the weights of the kernel; return the mean logarithm of the nodes of proofs with them.

    A proof that fails counts as twice the most nodes.
    """
    _, library = _kernel()
    (ctypes.c_int * len(weights)).in_dll(library, "mm_weights")[:] = list(weights)
    efforts = [_solve(text) for text in texts]
    return sum(log(nodes if proven else 2 * _MOST) for nodes, proven in efforts) / len(efforts)


def _solve(text: bytes) -> tuple[int, bool]:
    kernel, _ = _kernel()
    position = kernel.Position(text)
    solution = position.solve(_SECONDS, all_moves=False, megabytes=_MEGABYTES, nodes=_MOST)
    return max(1, solution.nodes), solution.value.proven


def positions(count: int, seed: int) -> list[bytes]:
    """Return positions that are neither easy nor hard, some half-moves after random openings."""
    return list(islice(_suitable_positions(Random(seed)), count))


def _suitable_positions(random: Random) -> Iterator[bytes]:
    while True:
        text = _some_moves_into(_opening(random), random)
        nodes, proven = _solve(text)
        if proven and nodes >= _LEAST:
            yield text


def _opening(random: Random) -> bytes:
    """Return a random opening: eight pieces a side on two rows, up to eight marks between them."""
    board = ["-"] * 64
    for piece, cells, count in (
        ("B", range(16), 8),
        ("*", range(16, 48), random.randint(0, 8)),
        ("A", range(48, 64), 8),
    ):
        for cell in random.sample(cells, count):
            board[cell] = piece
    rows = ("".join(board[n : n + 8]) + "\n" for n in range(0, 64, 8))
    return (_HEADER + "".join(rows)).encode()


def _some_moves_into(text: bytes, random: Random) -> bytes:
    kernel, _ = _kernel()
    while True:
        position = kernel.Position(text)
        for _ in range(random.randint(4, 16)):
            if position.outcome() == "U":
                chosen = random.random() < _SHARE_OF_CHOSEN_MOVES and position.choose(
                    "champion", 1, _NODES
                )
                position.step(chosen or random.choice(position.steps()))
        if position.outcome() == "U":
            file: bytes = position.file()
            return file


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
"""Steps by which each weight is changed for a trial."""
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
_LARGEST_DIFFERENCE = 0.15
"""Largest difference of a round that moves the weights; larger ones count as this."""


@dataclass(frozen=True)
class TrainingPlan:
    rounds: int
    batch: int
    """Number of positions in a round."""
    seed: int = 1
    haste: float = 1.5
    """Number of steps that the first round moves the weights for a difference of 1."""

    def run(self, start: Floats, steps: Floats, count: int, measure: Measure) -> Floats:
        """Return the mean weights of the later rounds.

        Each round moves the weights towards the side for which ``measure`` shows less effort.
        """
        random = np.random.default_rng(self.seed)
        weights, later = start.copy(), []
        for number in range(self.rounds):
            sides = random.choice((-1.0, 1.0), len(steps))
            batch = [int(n) for n in random.choice(count, self.batch, replace=False)]
            change = measure(weights + sides * steps, weights - sides * steps, batch)
            clipped = float(np.clip(change, -_LARGEST_DIFFERENCE, _LARGEST_DIFFERENCE))
            weights -= self.haste / (1 + 4 * number / self.rounds) * clipped * sides * steps
            if number >= self.rounds // 3:
                later.append(weights.copy())
        mean: Floats = np.mean(later, axis=0)
        return mean


def pxd_text(weights: Sequence[int], commands: Sequence[str]) -> str:
    numbers = "".join(
        f"        {number},{' ' * (8 - len(str(number)))}/* {name} */\n"
        for name, number in zip(STEPS, weights, strict=True)
    )
    names = "".join(f"    {name}\n" for name in STEPS)
    return f"{header_of_weights(commands)}{_HEAD}{numbers}{_FOOT}{names}"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=800)
    parser.add_argument("--positions", type=int, default=1200)
    parser.add_argument("--batch", type=int, default=160)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=2)
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.cores) as pool:
        shares = [arguments.positions // arguments.cores] * arguments.cores
        seeds = range(arguments.seed * arguments.cores, (arguments.seed + 1) * arguments.cores)
        texts = [text for share in pool.map(positions, shares, seeds) for text in share]
        print(f"{len(texts)} positions", flush=True)

        def measure(first: Floats, second: Floats, batch: Sequence[int]) -> float:
            effort = partial(measure_effort, [texts[n] for n in batch])
            efforts = list(pool.map(effort, (_whole(first), _whole(second))))
            mean = _whole((first + second) / 2)
            print(f"{efforts[0]:.3f} {efforts[1]:.3f} {mean}", flush=True)
            return efforts[0] - efforts[1]

        start = np.array(weights_in_use(len(STEPS)), float)
        plan = TrainingPlan(arguments.rounds, arguments.batch, arguments.seed)
        steps = np.array(list(STEPS.values()), float)
        tuned = plan.run(start, steps, len(texts), measure)
    command = " ".join(["python -m research.mmpeshki", *sys.argv[1:]])
    WEIGHTS.write_text(pxd_text(_whole(tuned), [command]))


def _whole(weights: Floats) -> list[int]:
    return [int(weight) for weight in np.rint(weights)]


if __name__ == "__main__":
    main()
