"""Whole games: what is written down of them is the same each time, and plays again."""

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
from referee.bot_game import Played, Setting, play_game
from referee.clock import Clock, Timing
from referee.judge import Rules
from referee.program import Program
from referee.sandbox.isolation_levels import IsolationLevel
from referee.verdict import Ending
from tests.bot.programs import needs_compiler, shipped
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.present import needs
from tests.referee.needs import ISOLATION_LEVELS, needs_sandbox
from tests.referee.offending import FOLDER, HERE, against_honest, built_c, start
from tests.tournaments.submission.submitting import BOT

UGLY = (
    r'}\n1-0\n[Result "1-0"]\n{[%%emt 9]} \033[31m \000 \377 \342\200\256 \342\200\250 ; 2. a1-a2'
)
# With the other tests that build bots: they are built once.
pytestmark = pytest.mark.xdist_group("matches")

GAMES = [game for game, styles in builtin_styles().items() if "random" in styles]


def game_of(name: str, seed: int, clock: Clock = Clock.CPU) -> Played:
    """A game of two bots that draw lots."""
    game = all_games()[name].with_rules(None)
    programs = {
        player: Program(player, shipped(f"{name}-random"), ("--seed", str(seed + number)))
        for number, player in enumerate(("A", "B"))
    }
    begun = Matrix(game, game.start(StartRequest(seed=seed)), times=(Decimal(60), Decimal(60)))
    return play_game(programs, Setting(begun, Rules(Timing(clock))))  # type: ignore[arg-type]


def timeless(record: Record) -> Record:
    """The record without the seconds of the moves."""
    moves = tuple(replace(move, seconds=Decimal(0)) for move in record.moves)
    return replace(record, moves=moves)


@needs_compiler
@needs_sandbox
@pytest.mark.parametrize("name", GAMES)
def test_with_fixed_seeds_the_record_is_the_same_but_for_the_times(name: str) -> None:
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
        assert turn.judged.matrix is not None
        assert (turn.judged.matrix.position.board, turn.judged.matrix.times) == (
            after.position.board,
            after.times,
        )


WAYS = ["stream", "float", "float-fixed", "two-digits", "one-digit", "scientific"]


def game_of_rounding(way: str, clock: Clock = Clock.CPU) -> Played:
    """A game of two bots that print times in this way, some while after its beginning."""
    game = all_games()[DEFAULT].with_rules()
    times = (Decimal("29.999617"), Decimal("7.123456"))
    begun = Matrix(game, game.start(), times=times)
    program = Program(way, built_c(HERE / "rounding.cpp"), (way,))
    return play_game({"A": program, "B": program}, Setting(begun, Rules(Timing(clock))))


@needs("g++")
@needs_sandbox
@pytest.mark.parametrize("clock", Clock)
@pytest.mark.parametrize("way", WAYS)
def test_a_bot_may_print_times_as_it_likes(way: str, clock: Clock) -> None:
    played = game_of_rounding(way, clock)
    assert played.verdict.ending is Ending.WON, played.verdict.say()
    assert len(played.turns) > 10
    again = read_record(write_record(played.record))
    assert again == played.record
    *_, last = again.files()
    for player in PLAYERS:
        own = [made.seconds for made in again.moves[PLAYERS.index(player) :: 2]]
        assert last.time_of(player) == again.start.time_of(player) - sum(own)
        assert min(own) >= 0


@needs("g++")
@needs_sandbox
def test_a_bot_may_not_print_whole_seconds() -> None:
    verdict = game_of_rounding("no-digit").verdict
    assert verdict.ending is Ending.FALSE_TIME
    assert verdict.say() == "the other player's time was changed from 7.12345 to 7"


@needs_sandbox
@pytest.mark.parametrize(("idle", "ending"), [("0.5", Ending.OUT_OF_TIME), ("100", Ending.WON)])
def test_who_sleeps_in_every_turn_has_a_limit_all_the_same(
    tmp_path: Path, idle: str, ending: Ending
) -> None:
    bot = tmp_path / "bot"
    bot.write_text(BOT.replace("BEGIN {\n", 'BEGIN {\n    system("sleep 0.3")\n', 1))
    bot.chmod(0o755)
    short = all_games()[SHORT].with_rules()
    begun = Matrix(short, short.start(StartRequest(size=(4, 3))), times=(Decimal(1), Decimal(1)))
    rules = Rules(Timing(idle=Decimal(idle)))
    played = play_game({"A": Program("A", bot), "B": Program("B", bot)}, Setting(begun, rules))
    assert played.verdict.ending is ending


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_what_a_bot_prints_cannot_spoil_the_record(
    tmp_path: Path, isolation: IsolationLevel
) -> None:
    """Neither its moves and times, nor the terminal of who reads it."""
    path = tmp_path / "bot"
    knows_a_move = (FOLDER / "script" / "bot.sh").read_text()
    path.write_text(knows_a_move + "printf " + shlex.quote(UGLY))
    path.chmod(0o755)
    played = against_honest(Program('[odd] "name"', path), isolation, start=start(Decimal("0.5")))
    written = write_record(played.record)
    again = read_record(written)
    assert "31m" in again.moves[0].remark
    assert [(made.text, made.seconds) for made in again.moves] == [
        (made.text, made.seconds) for made in played.record.moves
    ]
    assert again.result == "B"
    assert all(character.isprintable() or character == "\n" for character in written)
