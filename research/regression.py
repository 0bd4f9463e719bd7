"""Logistic regression on values of a search and on results of its games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap

import numpy as np
from numpy.typing import NDArray

from research.selfplay import PLAYED, RESULT, STEPS, VALUE, Rows

Floats = NDArray[np.float64]
TermFunction = Callable[[Rows], Floats]
"""A function that returns the terms of each row: what the weights multiply."""
RESULT_SHARE = 0.3
"""Share of a game's result in the target; a third of that for positions that were not played."""
_MOST = 300_000
"""Most positions for each number of steps left."""


def fit(terms: Floats, targets: Floats) -> Floats:
    """Return the weights of a logistic regression, by Newton's method."""
    weights = np.zeros(terms.shape[1])
    prior = np.eye(terms.shape[1])
    for _ in range(6):
        log_odds = terms @ weights
        chance = 1 / (1 + np.exp(-np.clip(log_odds, -30, 30)))
        gradient = terms.T @ (targets - chance) - prior @ weights
        variance = chance * (1 - chance)
        curvature = (terms * variance[:, None]).T @ terms + prior
        weights += np.linalg.solve(curvature, gradient)
    return weights


def targets_of(rows: Rows) -> Floats:
    """Return the targets: averages of the search's value and the result of the game."""
    share = np.where(rows[:, PLAYED] == 1, RESULT_SHARE, RESULT_SHARE / 3)
    targets: Floats = share * rows[:, RESULT] / 2 + (1 - share) * rows[:, VALUE] / 10000
    return targets


def loss_of(weights: Floats, terms: Floats, targets: Floats) -> float:
    """Return the mean cross entropy of the predictions with these weights and the targets."""
    log_odds = terms @ weights
    return float(np.mean(np.logaddexp(0, log_odds) - targets * log_odds))


def fit_on(games: Sequence[Rows], terms_of: TermFunction) -> list[Floats]:
    """Return the weights for 1, 2 and 3 steps left; print their loss, also on other games."""
    weights_by_steps = []
    random = np.random.default_rng(1)
    for steps in (1, 2, 3):
        test, training = _split(games, steps)
        training = training[random.permutation(len(training))[:_MOST]]
        terms = terms_of(training)
        weights = fit(terms, targets_of(training))
        training_loss = loss_of(weights, terms, targets_of(training))
        test_loss = loss_of(weights, terms_of(test), targets_of(test))
        print(
            f"{steps} left: {len(training)} positions, {training_loss:.4f}, others {test_loss:.4f}",
            flush=True,
        )
        weights_by_steps.append(weights)
    return weights_by_steps


def _split(games: Sequence[Rows], steps: int) -> tuple[Rows, Rows]:
    """Return the first tenth of each file's positions with some steps left, and the others."""
    positions = [rows[rows[:, STEPS] == steps] for rows in games]
    test = [rows[: len(rows) // 10] for rows in positions]
    training = [rows[len(rows) // 10 :] for rows in positions]
    return np.concatenate(test), np.concatenate(training)


def fit_on_files(
    lists: Iterable[str], terms_of: TermFunction
) -> tuple[list[list[Floats]], list[str]]:
    """Return the weights for each list of files, joined by +, and the files' commands."""
    weights_by_list, commands = [], []
    for paths in lists:
        games = []
        for path in paths.split("+"):
            with np.load(path) as file:
                games.append(file["rows"])
                commands.append(str(file["command"]))
        weights_by_list.append(fit_on(games, terms_of))
    return weights_by_list, commands


def header_of_weights(commands: Iterable[str]) -> str:
    """Return the first lines of a file of weights."""
    lines = ["# Made by:"]
    for command in commands:
        lines += wrap(
            command, 96, initial_indent="#   ", subsequent_indent="#       ", break_on_hyphens=False
        )
    return "\n".join(lines) + "\n\n\n"
