"""Tests of whole games: their records are the same each time and can be played again."""

from __future__ import annotations

import shlex
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from arena.bots.builtin_bots import builtin_styles
from formats.game import PLAYERS, StartRequest
from formats.games import all_games
from formats.matrix import Matrix
from formats.record import Record, read_record, write_record
from referee.bot_game import PlayedGame, Setting, play_game
from referee.clock import Clock, Timing
from referee.judge import JudgingOptions
from referee.program import Program
from referee.sandbox.isolation_levels import IsolationLevel
from referee.verdict import Ending
from tests.bot.programs import needs_compiler, shipped
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.present import needs
from tests.referee.needs import ISOLATION_LEVELS, needs_sandbox
from tests.referee.offending import FOLDER, HERE, compiled_c, game_against_honest, start
from tests.tournaments.submission.submitting import BOT

HOSTILE_OUTPUT = (
    r'}\n1-0\n[Result "1-0"]\n{[%%emt 9]} \033[31m \000 \377 \342\200\256 \342\200\250 ; 2. a1-a2'
)
# All tests that build bots run in one worker, so that each bot is built once.
pytestmark = pytest.mark.xdist_group("matches")

GAMES = [game for game, styles in builtin_styles().items() if "random" in styles]


def game_of(name: str, seed: int, clock: Clock = Clock.CPU) -> PlayedGame:
    """Play a game of two random bots."""
    game = all_games()[name].with_rules(None)
    programs = {
        player: Program(player, shipped(f"{name}-random"), ("--seed", str(seed + number)))
        for number, player in enumerate(("A", "B"))
    }
    start_matrix = Matrix(
        game, game.start(StartRequest(seed=seed)), times=(Decimal(60), Decimal(60))
    )
    return play_game(programs, Setting(start_matrix, JudgingOptions(Timing(clock))))  # type: ignore[arg-type]


def timeless(record: Record) -> Record:
    """Return the record without the seconds of its moves."""
    moves = tuple(replace(move, seconds=Decimal(0)) for move in record.moves)
    return replace(record, moves=moves)


@needs_compiler
@needs_sandbox
@pytest.mark.parametrize("name", GAMES)
def test_fixed_seeds_give_the_same_record_except_for_times(name: str) -> None:
    first, second = (game_of(name, seed=7) for _ in range(2))
    assert write_record(timeless(first.record)) == write_record(timeless(second.record))
    assert first.verdict == second.verdict


@needs_compiler
@needs_sandbox
@pytest.mark.parametrize("clock", Clock)
@pytest.mark.parametrize("name", GAMES)
def test_a_record_plays_again_to_the_same_files(name: str, clock: Clock) -> None:
    played = game_of(name, seed=3, clock=clock)
    again = read_record(write_record(played.record))
    assert again == played.record
    assert again.result == played.verdict.winner
    files = list(again.files())
    assert files[-1].winner == played.verdict.winner
    for turn, after in zip(played.turns, files[1:], strict=True):
        assert turn.judgement.matrix is not None
        assert (turn.judgement.matrix.position.board, turn.judgement.matrix.times) == (
            after.position.board,
            after.times,
        )


TIME_STYLES = ["stream", "float", "float-fixed", "two-digits", "one-digit", "scientific"]


def game_of_rounding(style: str, clock: Clock = Clock.CPU) -> PlayedGame:
    """Play a game of two bots that print times in this style, from unrounded times."""
    game = all_games()[DEFAULT].with_rules()
    times = (Decimal("29.999617"), Decimal("7.123456"))
    start_matrix = Matrix(game, game.start(), times=times)
    program = Program(style, compiled_c(HERE / "rounding.cpp"), (style,))
    return play_game(
        {"A": program, "B": program}, Setting(start_matrix, JudgingOptions(Timing(clock)))
    )


@needs("g++")
@needs_sandbox
@pytest.mark.parametrize("clock", Clock)
@pytest.mark.parametrize("style", TIME_STYLES)
def test_a_bot_may_print_times_in_any_style_with_a_fraction(style: str, clock: Clock) -> None:
    played = game_of_rounding(style, clock)
    assert played.verdict.ending is Ending.WON, played.verdict.say()
    assert len(played.turns) > 10
    again = read_record(write_record(played.record))
    assert again == played.record
    *_, last = again.files()
    for player in PLAYERS:
        seconds = [move.seconds for move in again.moves[PLAYERS.index(player) :: 2]]
        assert last.time_of(player) == again.start.time_of(player) - sum(seconds)
        assert min(seconds) >= 0


@needs("g++")
@needs_sandbox
def test_a_bot_may_not_print_whole_seconds() -> None:
    verdict = game_of_rounding("no-digit").verdict
    assert verdict.ending is Ending.FALSE_TIME
    assert verdict.say() == "the other player's time was changed from 7.12345 to 7"


@needs_sandbox
@pytest.mark.parametrize(("idle", "ending"), [("0.5", Ending.OUT_OF_TIME), ("100", Ending.WON)])
def test_a_bot_that_sleeps_in_every_turn_reaches_the_limit_of_the_game(
    tmp_path: Path, idle: str, ending: Ending
) -> None:
    bot = tmp_path / "bot"
    bot.write_text(BOT.replace("BEGIN {\n", 'BEGIN {\n    system("sleep 0.3")\n', 1))
    bot.chmod(0o755)
    game = all_games()[SHORT].with_rules()
    start_matrix = Matrix(
        game, game.start(StartRequest(size=(4, 3))), times=(Decimal(1), Decimal(1))
    )
    judging = JudgingOptions(Timing(idle=Decimal(idle)))
    played = play_game(
        {"A": Program("A", bot), "B": Program("B", bot)}, Setting(start_matrix, judging)
    )
    assert played.verdict.ending is ending


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_output_of_a_bot_cannot_spoil_the_record(tmp_path: Path, isolation: IsolationLevel) -> None:
    """Neither the moves and times nor the terminal of a reader are affected."""
    path = tmp_path / "bot"
    moving_script = (FOLDER / "script" / "bot.sh").read_text()
    path.write_text(moving_script + "printf " + shlex.quote(HOSTILE_OUTPUT))
    path.chmod(0o755)
    played = game_against_honest(
        Program('[odd] "name"', path), isolation, start=start(Decimal("0.5"))
    )
    text = write_record(played.record)
    again = read_record(text)
    assert "31m" in again.moves[0].remark
    assert [(move.text, move.seconds) for move in again.moves] == [
        (move.text, move.seconds) for move in played.record.moves
    ]
    assert again.result == "B"
    assert all(character.isprintable() or character == "\n" for character in text)
