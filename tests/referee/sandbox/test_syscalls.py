"""System calls of a half-move, so that their number does not grow again."""

from __future__ import annotations

from statistics import median

import pytest

from benchmarks import syscalls
from referee.program import Limits
from referee.sandbox.cgroup import group
from referee.sandbox.isolation_levels import IsolationLevel
from tests.referee.needs import ISOLATION_LEVELS, landlock_version

MOST = {IsolationLevel.NONE: 61, IsolationLevel.LANDLOCK: 76, IsolationLevel.NAMESPACES: 87}
"""System calls of bot, keeper and referee in a half-move whose bot is not looked at."""
MOST_OF_A_LOOK, MOST_WITHOUT_A_GROUP = 5, 46
"""System calls of a look at a bot of one process, with and without a group that counts tasks."""
BOUNDS_SIGNALS = 6
"""Version of Landlock without which each bot gets a filter of its own, by three calls."""

pytestmark = pytest.mark.skipif(bool(syscalls.why_not()), reason=syscalls.why_not() or "-")


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_half_move_takes_no_more_system_calls_than_before(isolation: IsolationLevel) -> None:
    with syscalls.build_bot() as program:
        half_moves = syscalls.without_looks(syscalls.trace_half_moves(isolation, program, 40))
    most = MOST[isolation]
    if isolation is IsolationLevel.LANDLOCK and landlock_version() < BOUNDS_SIGNALS:
        most += 3
    assert median(half_move.total("bot") for half_move in half_moves) > 10
    assert median(half_move.total(*syscalls.ROLES) for half_move in half_moves) <= most


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_look_at_a_bot_takes_no_more_system_calls_than_before(isolation: IsolationLevel) -> None:
    with group(Limits()) as control_group:
        most = MOST_OF_A_LOOK if control_group.tasks >= 0 else MOST_WITHOUT_A_GROUP
    calls, looks = syscalls.calls_of_looks(isolation)
    assert looks > 50
    assert 2 < sum(calls.values()) <= most


def test_a_trace_is_divided_by_marks_and_by_who_calls() -> None:
    trace = f"""\
7 read(3) = 1
7 access("{syscalls.MARK}", F_OK) = -1
7 sendto(3) = 120
8 poll([...], 3, 8 <unfinished ...>
9 setsid() = 9
9 execve("/bot/greedy", [...]) = 0
9 open("matrix.txt") = 3
8 <... poll resumed>) = 0 (Timeout)
8 poll([...], 3, 7) = 0 (Timeout)
8 poll([...], 3, 7) = 1 ([...])
7 access("{syscalls.MARK}", F_OK) = -1
"""
    _, half_move, _ = syscalls.half_moves_of(trace.splitlines(keepends=True), "greedy")
    assert half_move.looks == 2
    assert half_move.calls == {
        ("referee", "sendto"): 1,
        ("keeper", "poll"): 3,
        ("keeper", "setsid"): 1,
        ("bot", "execve"): 1,
        ("bot", "open"): 1,
    }
