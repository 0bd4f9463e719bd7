"""Fitting of the champion's weights to values of a search and to results of its games.

    python -m research.selfplay champion@COMMIT --rules classic --out classic.npz
    ... likewise for sesc, and for last-move with petersburg
    python -m research.champion classic.npz sesc.npz full-turn.npz+more.npz

writes ``bot/virus_war/weights.pxd``. There is a logistic regression for each ending of the rules
and for 3, 2 and 1 steps left. It uses all positions of the search trees that were visited often:
the games have good moves only, but the trees also have refuted moves.
"""

from __future__ import annotations

import sys
from textwrap import fill

import numpy as np

from research.kernel import ROOT
from research.regression import Floats, fit_on_files, header_of_weights
from research.selfplay import COUNTS, EMPTY, HEAD, SIZE, Rows

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
    """Return the terms of the regression: 1, each count and its logarithm, plain and times phase.

    ``bot/virus_war/curves.pxd`` has the same terms in the same order.
    """
    numbers = rows.astype(np.float64)
    counts = numbers[:, HEAD : HEAD + 2 * COUNTS]
    shapes = np.stack([counts / 10, np.log1p(counts)], axis=2).reshape(len(rows), -1)
    terms = np.concatenate([np.ones((len(rows), 1)), shapes], axis=1)
    phase = 1 - numbers[:, EMPTY] / numbers[:, SIZE] ** 2
    return np.stack([terms, terms * phase[:, None]], axis=2).reshape(len(rows), -1)


def pxd_text(endings: list[list[Floats]], commands: list[str]) -> str:
    count_of_terms = 2 * (1 + 2 * COUNTS * SHAPES)
    text = header_of_weights(commands) + "from libc.stdint cimport int16_t\n\n\n"
    text += _HEAD.replace("[]", f"[{count_of_terms}]")
    for ending in endings:
        text += "        {\n" + "".join(map(_table_text, ending)) + "        },\n"
    return (
        f"{text}{_FOOT}cdef enum:\n    COUNTS = {COUNTS}     # of a side\n    SHAPES = {SHAPES}\n"
    )


def _table_text(weights: Floats) -> str:
    numbers = np.clip(np.rint(1000 * weights), -32000, 32000).astype(int)
    text = ", ".join(map(str, numbers))
    return fill(f"{{{text}}},", 96, initial_indent=" " * 12, subsequent_indent=" " * 13) + "\n"


def main() -> None:
    """Fit the weights on the files of the command line, and write them."""
    endings, commands = fit_on_files(sys.argv[1:4], terms_of)
    commands.append(" ".join(["python -m research.champion", *sys.argv[1:]]))
    _WEIGHTS.write_text(pxd_text(endings, commands))


if __name__ == "__main__":
    main()
