"""Tests of the score of a match: games and pairs."""

from __future__ import annotations

from itertools import permutations

from referee.match.score import Result, Score


def test_games_and_pairs_are_counted() -> None:
    score = Score()
    for pair, result in enumerate([Result.WIN, Result.DRAW, Result.LOSS, Result.WIN]):
        score = score.after(pair, result).after(pair, Result.WIN)
    assert (score.wins, score.draws, score.losses) == (6, 1, 1)
    assert score.games == 8
    assert score.points == 6.5
    assert score.pairs == (0, 0, 1, 1, 2)


def test_a_pair_counts_when_both_of_its_games_are_finished() -> None:
    score = Score().after(7, Result.DRAW)
    assert score.pairs == (0, 0, 0, 0, 0)
    assert score.games == 1
    assert score.after(7, Result.LOSS).pairs == (0, 1, 0, 0, 0)


def test_the_order_in_which_games_finish_does_not_matter() -> None:
    games = [(0, Result.WIN), (0, Result.LOSS), (1, Result.DRAW), (1, Result.DRAW), (2, Result.WIN)]
    scores = []
    for order in permutations(games):
        score = Score()
        for pair, result in order:
            score = score.after(pair, result)
        scores.append(score)
    assert all(score == scores[0] for score in scores)
    assert scores[0].pairs == (0, 0, 2, 0, 0)
