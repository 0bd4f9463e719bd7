"""Tests of a game that people play: the effect of every action, whatever shows the game."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from formats.game import BadNotation, IllegalMove, RuleError, StartRequest
from formats.game_tree import random_turn
from formats.games import all_games
from formats.matrix import Matrix
from formats.record import RecordedMove, charge_clock, read_record, write_record
from formats.repetition import is_repeated
from referee.casual_game import CasualGame
from referee.judge import Judgement
from tests.formats.games.example_games import SHORT, STEPS
from tests.formats.test_repetition import THERE_AND_BACK, Shuttle
from tests.places import ROOT

RECORDS = sorted(
    path
    for path in ROOT.glob("docs/records/*.txt")
    if "From the encyclopedia" not in path.read_text(encoding="utf-8")  # parts of games
)


def new_game(name: str, size: tuple[int, int] | None = None) -> CasualGame:
    game = all_games()[name].with_rules()
    return CasualGame.at_start(Matrix(game, game.start(StartRequest(size))))


def clocks(game: CasualGame) -> list[int]:
    return list(map(int, game.now.times))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_is_played_again(path: Path) -> None:
    """Whole turns and single steps lead to the same end."""
    record = read_record(path.read_text())
    by_turns = by_steps = CasualGame.at_start(record.start, timed=True)
    for move in record.moves:
        by_turns = by_turns.enter(move.text, move.seconds)
        has_steps = record.start.game.name == STEPS
        for step in move.text.split("-") if has_steps else [move.text]:
            by_steps = by_steps.enter(step, move.seconds)
    assert by_turns == by_steps == CasualGame.from_record(record, timed=True)
    assert by_turns.end
    assert by_turns.record(record.tags) == record


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_move_can_be_undone(path: Path) -> None:
    game: CasualGame | None = CasualGame.from_record(read_record(path.read_text()))
    for count in reversed(range(len(game.moves) if game else 0)):
        game = game.undone() if game else None
        assert game
        assert (len(game.moves), game.end) == (count, None)
    assert game == CasualGame.at_start(read_record(path.read_text()).start)
    assert game.undone() is None


def test_exactly_the_legal_steps_can_be_entered() -> None:
    random = Random(7)
    game = new_game(STEPS, (5, 5))
    while not game.end:
        legal = list(game.legal())
        for cell in game.position.board:
            if str(cell) in legal:
                game.enter(str(cell))
            else:
                with pytest.raises(RuleError):
                    game.enter(str(cell))
        game = game.enter(random.choice(legal))


def test_a_started_turn_cannot_be_passed() -> None:
    game = new_game(STEPS).enter("a1-b2")
    assert "pass" not in game.legal()
    with pytest.raises(IllegalMove, match="ends after 2 of 3 steps"):
        game.enter("pass")
    assert game.enter("c3").texts == ["a1-b2-c3"]


def test_no_step_of_an_illegal_turn_is_made() -> None:
    game = new_game(STEPS).enter("a1")
    with pytest.raises(IllegalMove, match="e9"):
        game.enter("b2-e9")
    assert game.turn == "a1"


def test_undo_returns_to_the_last_turn_of_the_person() -> None:
    game = new_game(SHORT).enter("g5").enter("f5").enter("e5")
    back = game.undone(["A"])
    assert back
    assert back.texts == ["g5", "f5"]
    assert back.undone(["A"]) == new_game(SHORT)
    assert new_game(SHORT).enter("g5").undone(["B"]) is None


def test_a_resignation_can_be_undone() -> None:
    game = new_game(SHORT).enter("g5")
    resigned = game.resigned("B")
    assert resigned.end
    assert (resigned.end.winner, resigned.end.reason) == ("A", "resigned")
    assert resigned.undone(["B"]) == game
    with pytest.raises(IllegalMove, match="over"):
        resigned.enter("f5")


def test_only_a_timed_game_charges_the_clock() -> None:
    timeless = new_game(SHORT).enter("g5", Decimal(3))
    assert clocks(timeless) == [30, 30]
    assert not timeless.is_late(Decimal(1000))
    timed = replace(new_game(SHORT), timed=True).enter("g5", Decimal(3))
    assert clocks(timed) == [27, 30]
    assert (timed.is_late(Decimal(29)), timed.is_late(Decimal(30))) == (False, True)
    end = timed.out_of_time().end
    assert end
    assert (end.winner, end.reason, end.legal) == ("A", "out-of-time", False)


def test_only_a_timed_game_charges_a_turn_of_a_bot() -> None:
    game = new_game(SHORT)
    position = random_turn(game.board_game, game.now.position, Random(1))
    move = RecordedMove(position.last or "", Decimal(2))
    after_turn = Judgement(None, move, Matrix(game.board_game, position, times=(Decimal(28),) * 2))
    assert clocks(game.after_turn(after_turn)) == [30, 30]
    assert game.after_turn(after_turn).moves == (replace(move, seconds=Decimal(0)),)
    assert clocks(replace(game, timed=True).after_turn(after_turn)) == [28, 28]


def test_a_series_made_three_times_is_a_draw() -> None:
    game = CasualGame.at_start(Matrix(Shuttle(), Shuttle().start()))
    for move in THERE_AND_BACK * 3:
        assert not game.end
        game = game.enter(move)
    assert is_repeated(game.texts)
    assert game.end
    assert (game.end.winner, game.now.winner) == ("D", "D")


def test_a_turn_made_by_steps_waits_to_be_sent() -> None:
    game = new_game(STEPS).step("a1").step("b2")
    assert (game.is_whole, game.turn, game.player) == (False, "a1-b2", "A")
    whole = game.step("c3")
    assert (whole.is_whole, whole.steps(), list(whole.legal()), whole.player) == (True, [], [], "A")
    assert whole.step_undone() == game
    assert whole.with_turn_made() == new_game(STEPS).enter("a1-b2-c3")
    assert whole.with_turn_made().undone() == new_game(STEPS)
    assert game.turn_undone() is None
    assert new_game(STEPS).step_undone() is None


def test_a_forbidden_step_raises_the_reason() -> None:
    game = new_game(STEPS)
    with pytest.raises(IllegalMove, match="must be a1, not c3"):
        game.step("c3")
    with pytest.raises(BadNotation):
        game.step("c")
    with pytest.raises(IllegalMove):
        game.step("a1").step("b2").step("c3").step("d4")


def test_the_position_before_the_last_move_is_known_after_the_end() -> None:
    game = new_game(SHORT)
    assert game.before_last_move is None
    ended = game.enter("g5").resigned("B")
    assert ended.before_last_move == game.position


def test_an_untimed_game_can_keep_the_seconds_of_a_turn() -> None:
    game = new_game(SHORT)
    move = RecordedMove("g5", Decimal(2))
    position = game.board_game.play(game.position, game.board_game.parse("g5"))
    after_turn = Judgement(None, move, Matrix(game.board_game, position))
    after = game.after_turn(after_turn, keep_seconds=True)
    assert (after.moves, clocks(after)) == ((move,), [30, 30])


@pytest.mark.parametrize("timed", [True, False])
def test_the_record_of_a_game_has_the_times_that_its_clocks_had(timed: bool) -> None:
    """A bot may take longer than the clocks of a game without clocks; the record can be read."""
    game, seconds = replace(new_game(SHORT), timed=timed), Decimal(8 if timed else 20)
    for text in ("g5", "f5", "e5", "d5"):
        position = game.board_game.play(game.position, game.board_game.parse(text))
        matrix = Matrix(game.board_game, position, times=game.now.times)
        matrix = charge_clock(matrix, game.player, seconds) if timed else matrix
        judgement = Judgement(None, RecordedMove(text, seconds), matrix)
        game = game.after_turn(judgement, keep_seconds=True)
    assert [move.seconds for move in game.moves] == [seconds] * 4
    record = read_record(write_record(game.record({})))
    assert [move.seconds for move in record.moves] == [seconds if timed else 0] * 4
