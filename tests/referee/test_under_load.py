"""The same verdicts where every core is busy with something else, and nobody is late by it.

``make test-load`` lets more turns be played, and every offender; the tests of every day take some.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from referee.clock import Clock, Timing
from referee.ending import Ending
from referee.judge import Rules
from referee.program import Program
from referee.sandbox import Sandbox
from referee.turn import play
from tests.referee.needs import needs_sandbox, skip_without
from tests.referee.offending import (
    HERE,
    Offender,
    against_honest,
    built_c,
    listening,
    offenders,
    program_of,
    start,
)
from tests.referee.test_offenders import check, play_next_game

FULL = bool(os.environ.get("FULL_LOAD"))
TURNS = 2000 if FULL else 200
SOME = {
    *("children-disowned", "daemon", "flood", "fork-bomb", "hang", "memory-hog-many"),
    *("own-time-not-lowered", "renices-all", "spin", "spin-by-wall", "stops-itself", "threads"),
}
LEFT = Decimal("0.5")

# One worker at a time: the load is that of these spinners, and not that of other tests too.
pytestmark = [needs_sandbox, pytest.mark.xdist_group("load")]


@pytest.fixture(name="_load", scope="module")
def keep_every_core_busy() -> Iterator[None]:
    """A spinning process for each core, of the same priority as the bots."""
    cores = len(os.sched_getaffinity(0))
    spinners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(cores)]
    yield
    for spinner in spinners:
        spinner.kill()
        spinner.wait()


@pytest.mark.usefixtures("_load")
@pytest.mark.parametrize(
    "offender", [each for each in offenders() if FULL or each.name in SOME], ids=str
)
def test_an_offender_gets_the_same_verdict(offender: Offender, tmp_path: Path) -> None:
    skip_without(offender.needs)
    with listening() as port:
        program = program_of(offender, tmp_path, port)
        check(offender, against_honest(program, isolated=True, **offender.setting))
    play_next_game(program)


@pytest.mark.usefixtures("_load")
@pytest.mark.parametrize("clock", Clock)
def test_an_honest_bot_is_never_late(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    """Each turn with so little time left that a referee who counts his own would call it late."""
    left = LEFT if clock is Clock.WALL else Decimal("0.02")
    honest, rules = Program("honest", built_c(HERE / "honest.c")), Rules(Timing(clock))
    before, endings, runs = start(left), Counter[str](), 0
    with Sandbox(honest) as sandbox:
        for _ in range(TURNS // len(Clock)):
            turn = play(before, sandbox, rules)
            runs += turn.runs
            verdict = turn.judged.verdict
            endings[verdict.ending.label if verdict else "good"] += 1
    with capsys.disabled():
        again = runs - endings.total()
        print(f"\n{clock} clock, every core busy: {dict(endings)}, {again} turns were run again")
    assert endings["good"] == TURNS // len(Clock)
    assert endings[Ending.OUT_OF_TIME.label] == 0
