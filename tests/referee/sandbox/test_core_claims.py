"""Bots on whom no table depends keep off the cores on which games are played."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path

import pytest

from referee.match import Match
from referee.pool import play_all
from referee.program import Allowance, Program, RefereeError
from referee.sandbox import Background, Sandbox
from referee.sandbox.core_claims import claim, claimed_cores, unclaimed_cores
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import RunResult
from tests.referee.needs import ISOLATION_LEVELS
from tests.referee.offending import HERE, built_c, start

ALLOWED = Allowance(own=Decimal(20), wall=Decimal(300))
SHOWS = """#!/usr/bin/python3 -IS
import os
print(os.sched_getscheduler(0), *sorted(os.sched_getaffinity(0)), sep=",", end="")
"""
# A claim is the whole machine's: other tests that make some would be in the way.
pytestmark = pytest.mark.xdist_group("load")


@pytest.fixture(name="shows")
def make_bot(tmp_path: Path) -> Program:
    """A bot that prints how it is scheduled, and where."""
    path = tmp_path / "bot"
    path.write_text(SHOWS)
    path.chmod(0o755)
    return Program("shows", path)


@pytest.fixture(name="all_claimed")
def claim_all_cores() -> Iterator[ExitStack]:
    """Every core is claimed, until the stack is closed."""
    with ExitStack() as claims:
        for core in os.sched_getaffinity(0):
            claims.enter_context(claim(core))
        yield claims


def place(run_result: RunResult) -> tuple[int, set[int]]:
    """What the bot has printed."""
    policy, *cores = map(int, run_result.printed.split(b","))
    return policy, set(cores)


def test_a_claim_is_seen_by_others_and_ends_with_who_made_it() -> None:
    core = max(os.sched_getaffinity(0))
    text = f"from referee.sandbox.core_claims import claim; kept = claim({core}); print(); input()"
    other = subprocess.Popen(
        [sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with other:
        assert other.stdout
        other.stdout.readline()
        assert core in claimed_cores()
        assert core not in unclaimed_cores()
        other.kill()
    assert core not in claimed_cores()


def test_two_may_claim_one_core_and_it_is_free_when_both_are_gone() -> None:
    core = min(os.sched_getaffinity(0))
    with claim(core), claim(core):
        assert core in claimed_cores()
    assert core not in claimed_cores()


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_bot_in_the_background_gives_way_and_goes_elsewhere(
    shows: Program, isolation: IsolationLevel
) -> None:
    usable = os.sched_getaffinity(0)
    core = max(usable)
    background = Background(beside_games=False)
    with Sandbox(shows, isolation=isolation, background=background) as sandbox:
        policy, cores = place(sandbox.run(b"", ALLOWED))
        assert policy == os.SCHED_IDLE
        assert cores == usable
        if len(usable) > 1:
            with claim(core):
                assert place(sandbox.run(b"", ALLOWED))[1] == usable - {core}
    with Sandbox(shows, isolation=isolation) as sandbox:
        assert place(sandbox.run(b"", ALLOWED)) == (os.SCHED_OTHER, usable)


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_where_games_are_on_all_cores_it_waits_for_one(
    shows: Program, isolation: IsolationLevel, all_claimed: ExitStack
) -> None:
    background = Background(beside_games=False)
    assert not background.has_core()
    threading.Timer(0.5, all_claimed.close).start()
    began = time.monotonic()
    with Sandbox(shows, isolation=isolation, background=background) as sandbox:
        run_result = sandbox.run(b"", ALLOWED)
    assert time.monotonic() - began >= 0.4
    assert run_result.status == 0


@pytest.mark.usefixtures("all_claimed")
def test_who_was_told_so_goes_beside_them(shows: Program) -> None:
    with Sandbox(
        shows, isolation=IsolationLevel.NONE, background=Background(beside_games=True)
    ) as sandbox:
        assert place(sandbox.run(b"", ALLOWED))[0] == os.SCHED_IDLE


@pytest.mark.usefixtures("all_claimed")
def test_who_waits_for_a_core_can_be_stopped(shows: Program) -> None:
    sandbox = Sandbox(
        shows, isolation=IsolationLevel.NONE, background=Background(beside_games=False)
    )
    threading.Timer(0.3, sandbox.stop).start()
    with pytest.raises(RefereeError, match="before there was a core"), sandbox:
        pass


def test_games_that_count_claim_their_core() -> None:
    honest = Program("honest", built_c(HERE / "honest.c"))
    match = Match(honest, honest, isolation=IsolationLevel.NONE)
    games = play_all(match.games([start(Decimal(5))] * 2))
    next(games)
    try:
        assert len(claimed_cores()) == 1
    finally:
        games.close()
