"""A game that people play: what each thing done makes of it, whoever shows it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from arena.play.casual_game import Session
from formats.game import IllegalMove, LawError, StartRequest
from formats.game_tree import random_turn
from formats.games import all_games
from formats.matrix import Matrix
from formats.record import MadeMove
from formats.record.parser import read_record
from formats.repetition import is_repeated
from referee.judge import Judged
from tests.formats.test_repetition import THERE_AND_BACK, Shuttle
from tests.places import ROOT

RECORDS = sorted(ROOT.glob("docs/records/*.txt"))


def begun(name: str, size: tuple[int, int] | None = None) -> Session:
    game = all_games()[name].ruled()
    return Session.begun(Matrix(game, game.start(StartRequest(size))))


def clocks(session: Session) -> list[int]:
    return list(map(int, session.now.times))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_is_played_again(path: Path) -> None:
    """Turn by turn and step by step it comes to the same end."""
    record = read_record(path.read_text())
    by_turns = by_steps = Session.begun(record.start, timed=True)
    for made in record.moves:
        by_turns = by_turns.enter(made.text, made.seconds)
        virus_war = record.start.game.name == "virus-war"
        for step in made.text.split("-") if virus_war else [made.text]:
            by_steps = by_steps.enter(step, made.seconds)
    assert by_turns == by_steps == Session.recorded(record, timed=True)
    assert by_turns.end
    assert by_turns.record(record.tags) == record


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_all_of_it_can_be_undone(path: Path) -> None:
    session: Session | None = Session.recorded(read_record(path.read_text()))
    for left in reversed(range(len(session.moves) if session else 0)):
        session = session.undone() if session else None
        assert session
        assert (len(session.moves), session.end) == (left, None)
    assert session == Session.begun(read_record(path.read_text()).start)
    assert session.undone() is None


def test_the_steps_that_are_legal_are_those_that_can_be_entered() -> None:
    lot = Random(7)
    session = begun("virus-war", (5, 5))
    while not session.end:
        legal = list(session.legal())
        for cell in session.position.board:
            if str(cell) in legal:
                session.enter(str(cell))
            else:
                with pytest.raises(LawError):
                    session.enter(str(cell))
        session = session.enter(lot.choice(legal))


def test_a_turn_that_is_begun_is_not_passed() -> None:
    session = begun("virus-war").enter("a1-b2")
    assert "pass" not in session.legal()
    with pytest.raises(IllegalMove, match="ends after 2 of 3 steps"):
        session.enter("pass")
    assert session.enter("c3").texts == ["a1-b2-c3"]


def test_of_a_wrong_turn_no_step_is_made() -> None:
    session = begun("virus-war").enter("a1")
    with pytest.raises(IllegalMove, match="e9"):
        session.enter("b2-e9")
    assert session.turn == "a1"


def test_undo_goes_back_to_the_persons_own_turn() -> None:
    session = begun("chomp").enter("g5").enter("f5").enter("e5")
    back = session.undone(["A"])
    assert back
    assert back.texts == ["g5", "f5"]
    assert back.undone(["A"]) == begun("chomp")
    assert begun("chomp").enter("g5").undone(["B"]) is None


def test_what_ended_a_game_can_be_undone_too() -> None:
    session = begun("chomp").enter("g5")
    given_up = session.resigned("B")
    assert given_up.end
    assert (given_up.end.winner, given_up.end.reason) == ("A", "resigned")
    assert given_up.undone(["B"]) == session
    with pytest.raises(IllegalMove, match="over"):
        given_up.enter("f5")


def test_the_clock_is_charged_only_where_there_is_one() -> None:
    timeless = begun("chomp").enter("g5", Decimal(3))
    assert clocks(timeless) == [30, 30]
    assert not timeless.is_late(Decimal(1000))
    timed = replace(begun("chomp"), timed=True).enter("g5", Decimal(3))
    assert clocks(timed) == [27, 30]
    assert (timed.is_late(Decimal(29)), timed.is_late(Decimal(30))) == (False, True)
    end = timed.out_of_time().end
    assert end
    assert (end.winner, end.reason, end.lawful) == ("A", "out-of-time", False)


def test_a_bots_turn_is_charged_likewise() -> None:
    session = begun("chomp")
    position = random_turn(session.now.game, session.now.position, Random(1))
    made = MadeMove(position.last or "", Decimal(2))
    judged = Judged(None, made, Matrix(session.now.game, position, times=(Decimal(28),) * 2))
    assert clocks(session.judged(judged)) == [30, 30]
    assert session.judged(judged).moves == (replace(made, seconds=Decimal(0)),)
    assert clocks(replace(session, timed=True).judged(judged)) == [28, 28]


def test_a_series_made_three_times_is_a_draw() -> None:
    session = Session.begun(Matrix(Shuttle(), Shuttle().start()))
    for move in THERE_AND_BACK * 3:
        assert not session.end
        session = session.enter(move)
    assert is_repeated(session.texts)
    assert session.end
    assert (session.end.winner, session.now.winner) == ("D", "D")
