"""Tests that bots whose games do not count stay off the cores of games that do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest

from formats.text import Text
from referee import machine
from referee.match import Match
from referee.pool import play_all
from referee.program import Allowance, Program, RefereeError
from referee.sandbox import Background, Sandbox, core_claims
from referee.sandbox.core_claims import claim, claimed_cores, unclaimed_threads
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import RunResult
from tests.places import ROOT
from tests.referee.needs import ISOLATION_LEVELS
from tests.referee.offending import HERE, compiled_c, start

ALLOWED = Allowance(own=Decimal(20), wall=Decimal(300))
PRINTS_ITS_SCHEDULING = """#!/usr/bin/python3 -IS
import os
print(os.sched_getscheduler(0), *sorted(os.sched_getaffinity(0)), sep=",", end="")
"""
# A claim is seen by the whole machine, so tests that make claims run in one worker.
pytestmark = pytest.mark.xdist_group("load")

NO_CORE = 9000 + os.getpid() % 1000
"""A number that no core has, and that no other run of these tests is likely to claim."""


@pytest.fixture(name="bot")
def make_bot(tmp_path: Path) -> Program:
    """Return a bot that prints its scheduling policy and its cores."""
    path = tmp_path / "bot"
    path.write_text(PRINTS_ITS_SCHEDULING)
    path.chmod(0o755)
    return Program("bot", path)


CLAIMS = f"""
from referee.sandbox.core_claims import claim
socket = claim({NO_CORE})
print(True, flush=True)
input()
"""
IN_A_CONTAINER = ["unshare", "--pid", "--fork", "--mount-proc", sys.executable, "-c", CLAIMS]


def test_containers_that_share_a_network_claim_the_same_core() -> None:
    """The process has the same number in each of them."""
    start_container = partial(
        subprocess.Popen[str],
        IN_A_CONTAINER,
        cwd=ROOT,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with ExitStack() as stack:
        containers = [stack.enter_context(start_container()) for _ in range(2)]
        lines = [container.stdout.readline() for container in containers if container.stdout]
        errors = "".join(container.communicate("\n")[1] for container in containers)
        if "Operation not permitted" in errors:
            pytest.skip("no namespace of processes can be made here")
        assert lines == ["True\n", "True\n"], errors


@pytest.fixture(name="own_claims")
def separate_claims(monkeypatch: pytest.MonkeyPatch) -> str:
    """Give the claims of this process names of their own, and return how they begin."""
    prefix = f"matrix-arena-test-{os.getpid()}"
    monkeypatch.setattr(core_claims, "_PREFIX", prefix)
    return prefix


@pytest.fixture(name="all_claimed")
def claim_all_cores() -> Iterator[ExitStack]:
    """Claim every core until the stack is closed."""
    with ExitStack() as claims:
        for core in os.sched_getaffinity(0):
            claims.enter_context(claim(core))
        yield claims


def scheduling(run_result: RunResult) -> tuple[int, set[int]]:
    """Return the policy and the cores that the bot has printed."""
    policy, *cores = map(int, run_result.printed.split(b","))
    return policy, set(cores)


def test_a_claim_is_seen_by_others_and_ends_with_its_process() -> None:
    text = f"from referee.sandbox.core_claims import claim; _ = claim({NO_CORE}); print(); input()"
    process = subprocess.Popen(
        [sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        assert process.stdout
        process.stdout.readline()
        assert NO_CORE in claimed_cores()
        process.kill()
    assert NO_CORE not in claimed_cores()


def test_a_core_claimed_twice_is_free_after_both_claims() -> None:
    with claim(NO_CORE), claim(NO_CORE):
        assert NO_CORE in claimed_cores()
    assert NO_CORE not in claimed_cores()


def test_a_claimed_core_is_not_among_the_unclaimed() -> None:
    core = max(os.sched_getaffinity(0))
    with claim(core):
        assert core not in unclaimed_threads()


def test_no_thread_of_a_claimed_core_is_among_the_unclaimed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Fake a machine of two cores with two threads each, of which the first is claimed."""
    read_real = Path.read_text
    first, second = f"{NO_CORE},{NO_CORE + 2}", f"{NO_CORE + 1},{NO_CORE + 3}"

    def read_text(path: Path, **options: str) -> str:
        if "topology" not in path.parts:
            return read_real(path, **options)
        return second if path.parts[5] in {f"cpu{NO_CORE + 1}", f"cpu{NO_CORE + 3}"} else first

    monkeypatch.setattr(Path, "read_text", read_text)
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: range(NO_CORE, NO_CORE + 4))
    with claim(NO_CORE):
        assert unclaimed_threads() == {NO_CORE + 1, NO_CORE + 3}


@pytest.mark.usefixtures("own_claims")
@pytest.mark.parametrize("beside_games", [False, True])
@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_background_bot_has_low_priority_and_avoids_claimed_cores(
    bot: Program, isolation: IsolationLevel, *, beside_games: bool
) -> None:
    usable = os.sched_getaffinity(0)
    background = Background(beside_games)
    with Sandbox(bot, isolation=isolation, background=background) as sandbox:
        policy, cores = scheduling(sandbox.run(b"", ALLOWED))
        assert policy == os.SCHED_IDLE
        assert len(cores) == 1
        if len(usable) > 1:
            with claim(*cores):
                assert not scheduling(sandbox.run(b"", ALLOWED))[1] & cores


@pytest.mark.usefixtures("own_claims")
@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_bot_has_one_core_as_in_a_game(bot: Program, isolation: IsolationLevel) -> None:
    """The core is unclaimed, if one is, and the bots of a game have the same."""
    usable = machine.cores()
    for claimed in usable:
        with (
            claim(claimed),
            Sandbox(bot, isolation=isolation) as sandbox,
            Sandbox(bot, isolation=isolation) as other,
        ):
            policy, cores = scheduling(sandbox.run(b"", ALLOWED))
            assert policy == os.SCHED_OTHER
            assert len(cores) == 1
            assert claimed not in cores or len(usable) == 1
            assert scheduling(other.run(b"", ALLOWED))[1] == cores


HOLDS_A_CORE = """
import os
import sys
from threading import Event
from referee.sandbox import Background, core_claims
core_claims._PREFIX = sys.argv[1]
os.getpid = lambda: 0  # all begin their search at the same core
with Background().core(Event()) as cores:
    print(*cores, flush=True)
    input()
"""


def test_background_bots_of_several_processes_have_different_cores(own_claims: str) -> None:
    """A site checks each bot in a process of its own."""
    usable = machine.cores()
    with ExitStack() as stack:
        cores = []
        for _ in usable:
            process = subprocess.Popen(
                [sys.executable, "-c", HOLDS_A_CORE, own_claims],
                cwd=ROOT,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            stack.callback(process.communicate, "\n")
            assert process.stdout
            cores.append(int(process.stdout.readline()))
        assert sorted(cores) == list(usable)


@pytest.mark.usefixtures("own_claims")
def test_background_bots_have_different_cores(bot: Program) -> None:
    usable = machine.cores()
    with ExitStack() as stack:
        sandboxes = [
            stack.enter_context(
                Sandbox(bot, isolation=IsolationLevel.NONE, background=Background())
            )
            for _ in usable
        ]
        cores = [scheduling(sandbox.run(b"", ALLOWED))[1] for sandbox in sandboxes]
    assert sorted(map(tuple, cores)) == [(core,) for core in usable]


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_background_bot_waits_while_every_core_is_claimed(
    bot: Program, isolation: IsolationLevel, all_claimed: ExitStack
) -> None:
    background = Background(beside_games=False)
    assert not background.has_core()
    threading.Timer(0.5, all_claimed.close).start()
    began = time.monotonic()
    with Sandbox(bot, isolation=isolation, background=background) as sandbox:
        run_result = sandbox.run(b"", ALLOWED)
    assert time.monotonic() - began >= 0.4
    assert run_result.status == 0


@pytest.mark.usefixtures("all_claimed")
def test_a_background_bot_may_be_allowed_beside_games(bot: Program) -> None:
    with Sandbox(
        bot, isolation=IsolationLevel.NONE, background=Background(beside_games=True)
    ) as sandbox:
        assert scheduling(sandbox.run(b"", ALLOWED))[0] == os.SCHED_IDLE


@pytest.mark.usefixtures("all_claimed")
def test_a_bot_that_waits_for_a_core_can_be_stopped(bot: Program) -> None:
    sandbox = Sandbox(bot, isolation=IsolationLevel.NONE, background=Background(beside_games=False))
    threading.Timer(0.3, sandbox.stop).start()
    with pytest.raises(RefereeError, match="before there was a core"), sandbox:
        pass


def test_a_bot_that_cannot_be_moved_to_another_core_says_so_each_time(
    bot: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    background = Background(beside_games=False)
    with Sandbox(bot, isolation=IsolationLevel.NONE, background=background) as sandbox:
        monkeypatch.setattr(Background, "is_in_the_way", lambda *_: True)
        monkeypatch.setattr("referee.sandbox.sandbox.launch_of", _fail)
        with pytest.raises(RefereeError, match="no room"):
            sandbox.run(b"", ALLOWED)
        monkeypatch.setattr(Background, "is_in_the_way", lambda *_: False)
        with pytest.raises(RefereeError, match="no room"):
            sandbox.run(b"", ALLOWED)
        sandbox.stop()
        with pytest.raises(RefereeError):
            sandbox.run(b"", ALLOWED)


def _fail(*_: object) -> None:
    raise RefereeError(Text("no room", "нет места"))


def test_games_that_count_claim_their_core() -> None:
    honest = Program("honest", compiled_c(HERE / "honest.c"))
    match = Match(honest, honest, isolation=IsolationLevel.NONE)
    games = play_all(match.games([start(Decimal(5))] * 2))
    next(games)
    try:
        assert len(claims_of_children()) == 1
    finally:
        games.close()
    assert claims_of_children() == []


def claims_of_children() -> list[str]:
    """Return the claims for games by processes that this one started."""
    sockets = Path("/proc/net/unix").read_text(encoding="utf-8", errors="replace")
    claims = re.findall(r"@matrix-arena/core-\S*-([0-9]+)-[0-9]+$", sockets, re.MULTILINE)
    return [process for process in claims if parent_of(process) == os.getpid()]


def parent_of(process: str) -> int:
    """Return the parent of a process; 0 if it has ended."""
    try:
        status = Path("/proc", process, "status").read_text(encoding="utf-8")
    except FileNotFoundError:
        return 0
    return int(status.partition("\nPPid:")[2].split()[0])
