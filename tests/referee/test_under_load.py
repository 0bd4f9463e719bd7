"""Tests that every verdict is the same, and no honest bot late, when every core is busy.

``make test-load`` plays many turns, every offender and every honest bot, and whole games of the
champion that takes most of its time; ``make test`` plays some.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.clock import Clock, Timing
from referee.judge import JudgingOptions
from referee.program import Program
from referee.sandbox import Background, Sandbox
from referee.sandbox.isolation_levels import IsolationLevel
from referee.turn import play
from tests.class_bots import ClassBot, bot_cases, honest_bots
from tests.full_load import FULL
from tests.present import present
from tests.referee.busy import busy
from tests.referee.needs import WHY_NOT, needs_sandbox, strongest_here
from tests.referee.offending import (
    HERE,
    Offender,
    compiled_c,
    game_against_honest,
    listening_sockets,
    offender_cases,
    offenders,
    program_of,
    start,
)
from tests.referee.test_honest_bots import play_games
from tests.referee.test_offenders import check, play_next_game

LOOPS = int(os.environ.get("LOOPS", "4"))
"""Number of busy loops on each core."""
SOME = {
    *("children-disowned", "daemon", "flood", "fork-bomb", "hang", "memory-hog-many"),
    *("own-time-not-lowered", "renices-all", "spin", "spin-by-wall", "stops-itself", "threads"),
}
SOME_HONEST_BOTS = {
    *("bash-many-processes", "c-forks", "c-threads", "go-goroutines", "java-jar"),
    *("javascript-promises", "python-sleeps", "rust-threads"),
}

# All tests under load run in one worker, so that the load is that of these loops alone.
pytestmark = [needs_sandbox, pytest.mark.xdist_group("load")]


@pytest.fixture(name="_load", scope="module")
def keep_every_core_busy() -> Iterator[None]:
    """Run loops that take four fifths of each core."""
    with busy(LOOPS):
        yield


@pytest.mark.usefixtures("_load")
@pytest.mark.parametrize(
    ("offender", "isolation"),
    present(
        offender_cases(offenders(), WHY_NOT)
        if FULL
        else offender_cases(
            (each for each in offenders() if each.name in SOME), [IsolationLevel.LANDLOCK]
        )
    ),
)
def test_an_offender_gets_the_same_verdict(
    offender: Offender, isolation: IsolationLevel, tmp_path: Path
) -> None:
    with listening_sockets() as port:
        program = program_of(offender, tmp_path, port)
        offender = offender.on(isolation)
        check(offender, game_against_honest(program, isolation, **offender.setting))
    play_next_game(program, isolation)


@pytest.mark.usefixtures("_load")
@pytest.mark.parametrize(
    ("bot", "isolation"),
    present(
        bot_cases(honest_bots(), WHY_NOT)
        if FULL
        else bot_cases(
            (each for each in honest_bots() if each.name in SOME_HONEST_BOTS), [strongest_here()]
        )
    ),
)
def test_an_honest_bot_plays_to_the_end(bot: ClassBot, isolation: IsolationLevel) -> None:
    play_games(bot, isolation=isolation, games=10 if FULL else 1)


class Habit(NamedTuple):
    """Number of turns of a bot, and its time left, so short that charged waiting would lose."""

    turns: int
    """Number of turns under `make test-load`, of 10,100 in all; a fiftieth otherwise."""
    left: Decimal
    left_by_wall: Decimal
    """Time left under the clock that charges sleep."""


HABITS = {
    "short": Habit(8700, Decimal("0.02"), Decimal("0.02")),
    "by-wall": Habit(300, Decimal("0.15"), Decimal("0.15")),
    "long": Habit(300, Decimal("0.3"), Decimal("0.3")),
    "threads": Habit(300, Decimal("0.5"), Decimal("0.5")),
    "helpers": Habit(100, Decimal("0.15"), Decimal("0.25")),
    "children": Habit(200, Decimal("0.5"), Decimal("0.5")),
    "sleeper": Habit(200, Decimal("0.1"), Decimal("0.5")),
}


@pytest.mark.usefixtures("_load")
@pytest.mark.parametrize("clock", Clock)
@pytest.mark.parametrize("name", HABITS)
def test_an_honest_bot_is_never_late(
    name: str, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    """No turn is lost; a RefereeError, which voids a game, would end the test."""
    habit, endings = HABITS[name], Counter[str]()
    before = start(habit.left_by_wall if clock is Clock.WALL else habit.left)
    turns = max(2, habit.turns // (1 if FULL else 50) // len(Clock))
    program = Program(name, compiled_c(HERE / "honest_ways.c"), (name,))
    with Sandbox(program, isolation=strongest_here()) as sandbox:
        for _ in range(turns):
            turn = play(before, sandbox, JudgingOptions(Timing(clock)))
            verdict = turn.judgement.verdict
            endings[verdict.say() if verdict else "good"] += 1
    with capsys.disabled():
        print(f"\n{name}, {clock} clock, {LOOPS} loops on every core: {dict(endings)}")
    assert endings["good"] == turns


@pytest.mark.usefixtures("_load")
def test_ending_the_processes_of_a_bot_is_not_charged() -> None:
    """The kernel waits actively for threads that ended with the bot and get no core."""
    program = Program("ivanov", compiled_c(HERE / "honest_ways.c"), ("helpers",))
    with Sandbox(program, isolation=strongest_here(), background=Background()) as sandbox:
        turns = [play(start(Decimal(5)), sandbox, JudgingOptions()).run_result for _ in range(3)]
    assert max(turn.cpu for turn in turns) < Decimal("0.2")
