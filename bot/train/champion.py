"""Fits the champion's weights to what a search thought, and to how its games ended.

    python -m bot.train.selfplay champion@COMMIT --rules classic --out classic.npz
    ... the same for sesc, and for last-move with petersburg
    python -m bot.train.champion classic.npz sesc.npz full-turn.npz+more.npz

writes ``bot/virus_war/weights.pxd``. The regression is logistic, apart for each ending of the
rules and for 3, 2 and 1 steps left. It is on all positions of the search trees that were visited
often: not only good moves are seen there, as in the games, but what is wrong with others.
"""

from __future__ import annotations

import sys
from textwrap import fill

import numpy as np

from bot.train.kernel import ROOT
from bot.train.regression import Floats, fitted_on_files, made_by
from bot.train.selfplay import COUNTS, EMPTY, HEAD, SIZE, Rows

_WEIGHTS = ROOT / "bot/virus_war/weights.pxd"
SHAPES = 2
_HEAD = """\
cdef extern from *:
    \"\"\"
    /* In thousandths: of a start, then of each count and its logarithm; and of each by phase. */
    static const short vw_champion[3][3][] = {
"""
_FOOT = """\
    };
    static inline const short *vw_weights_of(int ending, int steps) {
        return vw_champion[ending][steps - 1];
    }
    \"\"\"
    const int16_t *weights_of "vw_weights_of"(int ending, int steps) noexcept nogil


"""


def terms_of(rows: Rows) -> Floats:
    """What the regression is on: 1, each count and its logarithm, as they are and by phase.

    ``bot/virus_war/curves.pxd`` has the same, in the same order.
    """
    numbers = rows.astype(np.float64)
    counts = numbers[:, HEAD : HEAD + 2 * COUNTS]
    shapes = np.stack([counts / 10, np.log1p(counts)], axis=2).reshape(len(rows), -1)
    terms = np.concatenate([np.ones((len(rows), 1)), shapes], axis=1)
    phase = 1 - numbers[:, EMPTY] / numbers[:, SIZE] ** 2
    return np.stack([terms, terms * phase[:, None]], axis=2).reshape(len(rows), -1)


def spelled(endings: list[list[Floats]], commands: list[str]) -> str:
    terms = 2 * (1 + 2 * COUNTS * SHAPES)
    text = made_by(commands) + "from libc.stdint cimport int16_t\n\n\n"
    text += _HEAD.replace("[]", f"[{terms}]")
    for ending in endings:
        text += "        {\n" + "".join(map(_spelled_one, ending)) + "        },\n"
    return (
        f"{text}{_FOOT}cdef enum:\n    COUNTS = {COUNTS}     # of a side\n    SHAPES = {SHAPES}\n"
    )


def _spelled_one(weights: Floats) -> str:
    numbers = np.clip(np.rint(1000 * weights), -32000, 32000).astype(int)
    text = ", ".join(map(str, numbers))
    return fill(f"{{{text}}},", 96, initial_indent=" " * 12, subsequent_indent=" " * 13) + "\n"


def main() -> None:
    """Fits on the files that are named, and writes the weights."""
    endings, commands = fitted_on_files(sys.argv[1:4], terms_of)
    commands.append(" ".join(["python -m bot.train.champion", *sys.argv[1:]]))
    _WEIGHTS.write_text(spelled(endings, commands))


if __name__ == "__main__":
    main()
