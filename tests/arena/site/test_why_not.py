"""Reasons why a cell cannot be played: a sentence of the rules, in every game, for every cell."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from arena.drawing.position import cells_in
from arena.site.errors import Refusal
from arena.site.play import texts
from arena.site.play.watched_game import Play, Seat
from formats.game import StartRequest, other
from formats.games import all_games
from formats.matrix import Matrix
from formats.text import Text
from referee.casual_game import CasualGame
from tests.formats.games.example_games import DEFAULT

GAMES = [
    (name, rules)
    for name, board_game in all_games().items()
    for rules in (board_game.rule_sets or (None,))
]
PIECES = [
    name
    for name, board_game in all_games().items()
    if len(cells_in(board_game.example.split(",")[0])) == 2
]
"""Games in which pieces move from one cell to another."""


def positions(name: str, rules: str | None) -> Iterator[CasualGame]:
    """Yield the game after each random half-move, before and after each step."""
    random = Random(f"{name} {rules}")
    board_game = all_games()[name].with_rules(rules)
    seed = StartRequest(seed=3) if "seed" in board_game.start_options else StartRequest()
    game = CasualGame.at_start(Matrix(board_game, board_game.start(seed)))
    for _ in range(60):
        if game.end:
            return
        yield game
        if game.is_whole:
            game = game.with_turn_made()
        elif steps := game.steps():
            game = game.step(str(random.choice(steps)))
            if board_game.turn_length(game.now.position) == 1:
                game = game.with_turn_made()
        else:
            game = game.enter("pass")


def refusal(game: CasualGame, step: str) -> Text | None:
    """Return the answer to that step; None if it can be made."""
    try:
        Play(game, {"A": Seat(), "B": Seat()}).step(step)
    except Refusal as error:
        return error.sentence if error.status_code == 200 else texts.NO_STEP
    return None


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_every_cell_that_cannot_be_played_says_why(name: str, rules: str | None) -> None:
    for game in positions(name, rules):
        steps = [str(step) for step in game.steps()]
        begun = {str(next(iter(cells_in(step)), "")) for step in steps}
        for cell in map(str, game.position.board):
            sentence = refusal(game, cell)
            if cell in steps:
                assert sentence is None
            elif cell not in begun:
                assert sentence
                assert sentence != texts.NO_STEP
                assert game.is_whole or cell in sentence.en


@pytest.mark.parametrize("name", PIECES)
def test_a_piece_of_the_other_is_said_to_be_so(name: str) -> None:
    for game in positions(name, None):
        foes = game.position.board.where(other(game.player))
        for sentence in (refusal(game, str(cell)) for cell in foes):
            assert sentence
            assert "to move" in sentence.en


def test_an_answer_does_not_say_that_a_refused_move_was_made() -> None:
    game = next(positions(DEFAULT, None))
    own = next(iter(game.position.board.where("A")))
    foe = next(iter(game.position.board.where("B")))
    sentence = refusal(game, f"{foe}-{own}")
    assert sentence
    assert "moved" not in sentence.en
