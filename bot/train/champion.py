"""Fits the champion's weights to what a search thought, and to how its games ended.

    python -m bot.train.selfplay champion@COMMIT --rules classic --out classic.npz
    ... the same for sesc, and for last-move with petersburg
    python -m bot.train.champion classic.npz sesc.npz full-turn.npz

writes ``bot/virus_war_weights.pxd``. The regression is logistic, apart for each ending of the
rules and for 3, 2 and 1 steps left. It is on all positions of the search trees that were visited
often: not only good moves are seen there, as in the games, but what is wrong with others.
"""

from __future__ import annotations

import sys

import numpy as np

from bot.train.kernel import ROOT
from bot.train.regression import Floats, fitted_on_files, made_by
from bot.train.selfplay import COUNTS, EMPTY, HEAD, SIZE, Rows

_WEIGHTS = "virus_war_weights.pxd"
_HEAD = """\
cdef extern from *:
    \"\"\"
    typedef struct {{
        float base[2];
        float early[{terms}] __attribute__((aligned(16)));
        float late[{terms}] __attribute__((aligned(16)));
    }} vw_weights;
    static const vw_weights vw_champion[3][3] = {{
"""
_FOOT = """\
    }};
    static inline const vw_weights *vw_weights_of(int ending, int steps) {{
        return &vw_champion[ending][steps - 1];
    }}
    \"\"\"
    ctypedef struct Weights "vw_weights":
        float base[2]
        float early[{terms}]
        float late[{terms}]
    const Weights *weights_of "vw_weights_of"(int ending, int steps) noexcept nogil


cdef enum:
    COUNTS = {counts}     # of a side
    TERMS = {terms}     # counts of both sides, then their logarithms
"""


def terms_of(rows: Rows) -> Floats:
    """What the regression is on: the counts, their logarithms and 1, as they are and by phase."""
    counts = rows[:, HEAD : HEAD + 2 * COUNTS].astype(np.float64)
    phase = 1 - rows[:, EMPTY] / rows[:, SIZE].astype(np.float64) ** 2
    terms = np.concatenate([np.ones((len(rows), 1)), counts, np.log1p(counts)], axis=1)
    return np.concatenate([terms, terms * phase[:, None]], axis=1)


def spelled(endings: list[list[Floats]], commands: list[str]) -> str:
    """The file of weights."""
    terms = 4 * COUNTS
    text = made_by(commands) + _HEAD.format(terms=terms)
    for ending in endings:
        text += "        {\n" + "".join(map(_spelled_one, ending)) + "        },\n"
    return text + _FOOT.format(terms=terms, counts=COUNTS)


def _spelled_one(weights: Floats) -> str:
    early, late = np.split(weights, 2)
    rows = (np.array([early[0], late[0]]), early[1:], late[1:])
    return "            {\n" + "".join(_spelled_row(row) for row in rows) + "            },\n"


def _spelled_row(row: Floats) -> str:
    numbers = [f"{number:.4f}f" for number in row]
    parts = [", ".join(numbers[n : n + 8]) for n in range(0, len(numbers), 8)]
    return "                {" + (",\n" + " " * 17).join(parts) + "},\n"


def main() -> None:
    """Fits on the files that are named, and writes the weights."""
    endings, commands = fitted_on_files(sys.argv[1:4], terms_of)
    commands.append(" ".join(["python -m bot.train.champion", *sys.argv[1:]]))
    (ROOT / "bot" / _WEIGHTS).write_text(spelled(endings, commands))


if __name__ == "__main__":
    main()
