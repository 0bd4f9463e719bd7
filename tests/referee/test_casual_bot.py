"""Tests of a bot that people play with: the times in its file, and its end."""

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
    """Start a bot that prints the times of its file and makes no move."""
    path = tmp_path / "bot"
    path.write_text("#!/bin/sh\nsed -n 2,3p matrix.txt\n")
    path.chmod(0o755)
    with CasualBot(Program("bot", path), None, Decimal(7)) as casual_bot:
        yield casual_bot


@needs_sandbox
def test_an_untimed_game_gives_the_bot_its_own_thinking_time(bot: CasualBot) -> None:
    assert bot.turn(GAME).run_result.printed == b"0 7\n0 7\n"
    assert bot.turn(TIMED).run_result.printed == b"0 30\n0 30\n"


@needs_sandbox
def test_a_turn_without_a_move_loses_the_game(bot: CasualBot) -> None:
    ended = GAME.after_turn(bot.turn(GAME).judgement)
    assert ended.end
    assert (ended.end.winner, ended.end.reason, ended.end.legal) == ("B", "no-move", False)
    assert ended.undone(["B"]) is None


def test_a_stopped_bot_plays_no_turn(bot: CasualBot) -> None:
    bot.stop()
    with pytest.raises(RefereeError, match="the turn was stopped"):
        bot.turn(GAME)


@needs_sandbox
def test_a_bot_plays_in_a_new_sandbox_after_an_interrupted_turn(
    bot: CasualBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("referee.casual_bot.play_turn", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            bot.turn(GAME)
    assert bot.turn(GAME).run_result.printed == b"0 7\n0 7\n"
