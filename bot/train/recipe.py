"""Fits the weights of the style ``recipe``: rounds of self-play, each fitted on the one before.

    python -m bot.train.recipe champion@COMMIT

writes ``bot/virus_war_recipe_weights.pxd``. The first round is played by the player that is named,
the others by the recipe itself with the weights of the round before. The regression is logistic,
apart for each ending of the rules and for 3, 2 and 1 steps left, on how the games ended.
"""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from bot.train.kernel import ROOT, Player
from bot.train.opening import start
from bot.train.selfplay import COUNTS, EMPTY, HEAD, PLAYED, RESULT, SIZE, STEPS, Rows, Series, play

Floats = NDArray[np.float64]
TERMS = 7
ENDINGS = (("classic",), ("sesc",), ("last-move", "petersburg"))
SIZES = (8, 10, 11, 12)
ROUNDS = 3
GAMES = 1000
NODES = 300
_NEVER = 30000  # visits: only what was played is written
_WEIGHTS = "virus_war_recipe_weights.pxd"
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


def fitted(terms: Floats, results: Floats) -> Floats:
    """The weights of a logistic regression, by Newton's method; a draw is half a win."""
    weights = np.zeros(terms.shape[1])
    pull = 1.0 * np.eye(terms.shape[1])
    for _ in range(12):
        chance = 1 / (1 + np.exp(-np.clip(terms @ weights, -30, 30)))
        slope = terms.T @ (results - chance) - pull @ weights
        bend = (terms * (chance * (1 - chance))[:, None]).T @ terms + pull
        weights += np.linalg.solve(bend, slope)
    return weights


def fitted_on(rows: Rows) -> list[Floats]:
    """The weights for 1, 2 and 3 steps left."""
    rows = rows[rows[:, PLAYED] == 1]
    found = []
    for steps in (1, 2, 3):
        some = rows[rows[:, STEPS] == steps]
        found.append(fitted(terms_of(some), some[:, RESULT] / 2.0))
    return found


def spelled(weights: list[list[Floats]], command: str) -> str:
    """The file of weights."""
    lines = [f"# Made by: {command}\n\n"]
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
    lines += ['    const float *recipe_weights "vw_recipe_weights"(int ending, int steps) '
              "noexcept nogil\n\n"]
    lines += ["cdef enum:", f"    RECIPE_TERMS = {TERMS}"]
    return "\n".join(lines) + "\n"


def rounds(first: Player, folder: Path, command: str) -> str:
    """Plays and fits; the file of weights after the last round."""
    player, text = first, ""
    for number in range(ROUNDS):
        weights = []
        for rules in ENDINGS:
            series = Series(player, rules, SIZES, NODES, _NEVER)
            rows = np.concatenate(list(play(series, GAMES, 1 + number * GAMES, 2)))
            weights.append(fitted_on(rows))
            print(f"round {number + 1}, {rules[0]}: {len(rows)} positions", flush=True)
        text = spelled(weights, command)
        source = folder / str(number)
        copytree(ROOT / "bot", source / "bot")
        (source / "bot" / _WEIGHTS).write_text(text)
        player = Player("recipe", str(source))
        player.sit_down(start("last-move", 10))  # compiled once, not by each worker
    return text


def main() -> None:
    """Plays the rounds from the player that is named, and writes the file."""
    named = sys.argv[1]
    with TemporaryDirectory() as folder:
        text = rounds(Player.named(named), Path(folder), f"python -m bot.train.recipe {named}")
    (ROOT / "bot" / _WEIGHTS).write_text(text)


if __name__ == "__main__":
    main()
