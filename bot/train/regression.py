"""Logistic regression on what a search thought and on how its games ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap

import numpy as np
from numpy.typing import NDArray

from bot.train.selfplay import PLAYED, RESULT, STEPS, VALUE, Rows

Floats = NDArray[np.float64]
Terms = Callable[[Rows], Floats]
TRUST = 0.3
"""The share of a game's result in what is aimed at; of positions that were not played a third."""
_MOST = 300_000  # positions, of those with that many steps left


def fitted(terms: Floats, aims: Floats) -> Floats:
    """The weights of a logistic regression, by Newton's method."""
    weights = np.zeros(terms.shape[1])
    pull = np.eye(terms.shape[1])
    for _ in range(6):
        odds = terms @ weights
        chance = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
        slope = terms.T @ (aims - chance) - pull @ weights
        spread = chance * (1 - chance)
        bend = (terms * spread[:, None]).T @ terms + pull
        weights += np.linalg.solve(bend, slope)
    return weights


def aims_of(rows: Rows) -> Floats:
    """What it should say: the search's value, drawn to the result of the game."""
    share = np.where(rows[:, PLAYED] == 1, TRUST, TRUST / 3)
    aims: Floats = share * rows[:, RESULT] / 2 + (1 - share) * rows[:, VALUE] / 10000
    return aims


def loss_of(weights: Floats, terms: Floats, aims: Floats) -> float:
    """The cross entropy."""
    odds = terms @ weights
    return float(np.mean(np.logaddexp(0, odds) - aims * odds))


def fitted_on(games: Sequence[Rows], terms_of: Terms) -> list[Floats]:
    """The weights for 1, 2 and 3 steps left; tells how good they are, on other games too."""
    found = []
    lot = np.random.default_rng(1)
    for steps in (1, 2, 3):
        apart, others = _parted(games, steps)
        others = others[lot.permutation(len(others))[:_MOST]]
        terms = terms_of(others)
        weights = fitted(terms, aims_of(others))
        near = loss_of(weights, terms, aims_of(others))
        far = loss_of(weights, terms_of(apart), aims_of(apart))
        print(f"{steps} left: {len(others)} positions, {near:.4f}, others {far:.4f}", flush=True)
        found.append(weights)
    return found


def _parted(games: Sequence[Rows], steps: int) -> tuple[Rows, Rows]:
    """The positions with that many steps left: of the first tenth of each file, and the others."""
    some = [rows[rows[:, STEPS] == steps] for rows in games]
    apart = [rows[: len(rows) // 10] for rows in some]
    others = [rows[len(rows) // 10 :] for rows in some]
    return np.concatenate(apart), np.concatenate(others)


def fitted_on_files(lists: Iterable[str], terms_of: Terms) -> tuple[list[list[Floats]], list[str]]:
    """The weights for each list of files, joined by +, and the commands that made the files."""
    endings, commands = [], []
    for paths in lists:
        games = []
        for path in paths.split("+"):
            with np.load(path) as file:
                games.append(file["rows"])
                commands.append(str(file["command"]))
        endings.append(fitted_on(games, terms_of))
    return endings, commands


def made_by(commands: Iterable[str]) -> str:
    """The opening of a file of weights."""
    lines = ["# Made by:"]
    for command in commands:
        lines += wrap(
            command, 96, initial_indent="#   ", subsequent_indent="#       ", break_on_hyphens=False
        )
    return "\n".join(lines) + "\n\n\n"
