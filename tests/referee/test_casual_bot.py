"""A program that people play with: what it is told, and how it is stopped."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from formats.games import all_games
from formats.matrix import Matrix
from referee.casual_bot import CasualBot
from referee.casual_game import CasualGame
from referee.program import Program, RefereeError
from tests.formats.games.example_games import SHORT
from tests.referee.needs import needs_sandbox

BOARD_GAME = all_games()[SHORT]()
GAME = CasualGame.at_start(Matrix(BOARD_GAME, BOARD_GAME.start()))
TIMED = CasualGame.at_start(Matrix(BOARD_GAME, BOARD_GAME.start()), timed=True)


@pytest.fixture
def bot(tmp_path: Path) -> Iterator[CasualBot]:
    """One that prints the times it is given and makes no move."""
    path = tmp_path / "bot"
    path.write_text("#!/bin/sh\nsed -n 2,3p matrix.txt\n")
    path.chmod(0o755)
    with CasualBot(Program("bot", path), None, Decimal(7)) as made:
        yield made


@needs_sandbox
def test_it_is_told_its_own_time_only_where_clocks_stand(bot: CasualBot) -> None:
    assert bot.turn(GAME).run_result.printed == b"0 7\n0 7\n"
    assert bot.turn(TIMED).run_result.printed == b"0 30\n0 30\n"


@needs_sandbox
def test_its_turn_is_judged_and_ends_the_game(bot: CasualBot) -> None:
    ended = GAME.after_turn(bot.turn(GAME).judged)
    assert ended.end
    assert (ended.end.winner, ended.end.reason, ended.end.legal) == ("B", "no-move", False)
    assert ended.undone(["B"]) is None


def test_one_that_was_stopped_makes_no_turn(bot: CasualBot) -> None:
    bot.stop()
    with pytest.raises(RefereeError, match="the turn was stopped"):
        bot.turn(GAME)


@needs_sandbox
def test_after_a_turn_that_was_none_it_plays_in_a_new_sandbox(
    bot: CasualBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("referee.casual_bot.play_turn", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            bot.turn(GAME)
    assert bot.turn(GAME).run_result.printed == b"0 7\n0 7\n"
