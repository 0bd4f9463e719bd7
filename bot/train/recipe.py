"""Fits the weights of the style ``recipe``, which is frozen: a measure for later players.

    python -m bot.train.recipe classic.npz sesc.npz full-turn.npz

writes ``bot/virus_war/recipe_weights.pxd`` from the files that ``bot.train.selfplay`` makes. The
regression is logistic, apart for each ending of the rules and for 3, 2 and 1 steps left, of the few
differences between the sides that the recipe names.
"""

from __future__ import annotations

import sys

import numpy as np

from bot.train.kernel import ROOT
from bot.train.regression import Floats, fitted_on_files, made_by
from bot.train.selfplay import COUNTS, EMPTY, HEAD, SIZE, Rows

TERMS = 7
_WEIGHTS = ROOT / "bot/virus_war/recipe_weights.pxd"
# Of the kernel's counts: cells in reach, the second ring, enemies in reach, live, dead.
_SPACE, _RING, _PREY, _LIVE, _DEAD = 0, 1, 2, 3, 4


def terms_of(rows: Rows) -> Floats:
    """What the regression is on: differences of the sides, as they are and times the phase."""
    counts = rows.astype(np.float64)
    own = counts[:, HEAD : HEAD + COUNTS]
    foe = counts[:, HEAD + COUNTS : HEAD + 2 * COUNTS]
    difference = own - foe
    logarithm = np.log1p(own[:, _SPACE]) - np.log1p(foe[:, _SPACE])
    ones = np.ones(len(rows))
    # What the enemy has in reach is not safe.
    safe = difference[:, _LIVE] + difference[:, _PREY]
    columns = [difference[:, _SPACE], logarithm, difference[:, _DEAD], difference[:, _LIVE]]
    columns += [safe, difference[:, _RING]]
    phase = 1 - counts[:, EMPTY] / counts[:, SIZE] ** 2
    return np.stack([c for term in (*columns, ones) for c in (term, term * phase)], axis=1)


def spelled(weights: list[list[Floats]], commands: list[str]) -> str:
    """The file of weights."""
    lines = [made_by(commands).rstrip("\n"), "", ""]
    lines += ["cdef extern from *:", '    """']
    lines += [f"    static const float vw_recipe[3][3][{2 * TERMS}] = {{"]
    for ending in weights:
        lines += ["        {"]
        for row in ending:
            numbers = [f"{weight:.4f}f" for weight in row]
            half = len(numbers) // 2
            lines += [f"            {{{', '.join(numbers[:half])},"]
            lines += [f"             {', '.join(numbers[half:])}}},"]
        lines += ["        },"]
    lines += ["    };"]
    lines += ["    static inline const float *vw_recipe_weights(int ending, int steps) {"]
    lines += ["        return vw_recipe[ending][steps - 1];", "    }", '    """']
    lines += [
        '    const float *recipe_weights "vw_recipe_weights"(int ending, int steps) '
        "noexcept nogil\n\n"
    ]
    lines += ["cdef enum:", f"    RECIPE_TERMS = {TERMS}"]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Fits on the files that are named, and writes the weights."""
    endings, commands = fitted_on_files(sys.argv[1:4], terms_of)
    commands.append(" ".join(["python -m bot.train.recipe", *sys.argv[1:]]))
    _WEIGHTS.write_text(spelled(endings, commands))


if __name__ == "__main__":
    main()
