"""Guarantees of every worker, whatever it works at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from referee import worker as worker_module
from referee.worker import Answer, Tell, Update, Worker, WorkerEnded
from tests.places import ROOT
from tests.referee.test_pool import has_ended, until

pytestmark = pytest.mark.xdist_group("worker")

Call = Callable[[Tell[object]], object]


def do(call: Call, tell: Tell[object], _kept: object) -> object:
    return call(tell)


def new_worker() -> Worker[Call, object, object]:
    """Return a worker whose requests are functions that it calls."""
    return Worker(do)


# What it works at


def count_to_three(tell: Tell[object]) -> str:
    for number in (1, 2, 3):
        tell(number)
    return "done"


def process(_tell: Tell[object]) -> int:
    return os.getpid()


def fail(_tell: Tell[object]) -> None:
    raise LookupError("no such bot")


class UnsendableError(Exception):
    """An exception that cannot be made again from its arguments."""

    def __init__(self, name: str, path: str) -> None:
        super().__init__(f"{name} {path}")


def fail_strangely(_tell: Tell[object]) -> None:
    raise UnsendableError("a", "b")


def answer_unsendable(_tell: Tell[object]) -> object:
    return lambda: None


class Unreadable:
    """A request that the worker cannot read."""

    def __reduce__(self) -> tuple[object, ...]:
        return fail, (None,)


def sleep(seconds: float, tell: Tell[object]) -> None:
    tell("asleep")
    time.sleep(seconds)


def sleep_deaf(tell: Tell[object]) -> None:
    """Sleep, and let no signal interrupt that."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    sleep(600, tell)


def ask_another(call: Call, _tell: Tell[object]) -> object:
    with closing(new_worker()) as worker:
        return worker.ask(call)


def descriptors(_tell: Tell[object]) -> set[str]:
    """Return what the open descriptors lead to."""
    targets = set()
    for path in Path("/proc/self/fd").iterdir():
        try:
            targets.add(str(path.readlink()))
        except OSError:  # the one that lists them
            continue
    return targets


def signals_of_a_program(_tell: Tell[object]) -> list[str]:
    """Return the masks of signals of a program that is started here."""
    status = subprocess.run(
        ["cat", "/proc/self/status"], capture_output=True, text=True, check=True
    ).stdout
    return [line for line in status.splitlines() if line.startswith(("SigIgn", "SigBlk"))]


@contextmanager
def noting_its_end(path: Path) -> Iterator[None]:
    """Write to the file what happens when the worker ends, which takes a while."""
    try:
        yield
    finally:
        path.write_text("closing")
        time.sleep(1)
        path.write_text("closed")


# Requests and answers


def test_a_request_is_answered_after_its_updates_and_again() -> None:
    with closing(new_worker()) as worker:
        for _ in range(2):
            worker.send(count_to_three)
            messages = [worker.receive() for _ in range(4)]
            assert messages == [Update(1), Update(2), Update(3), Answer("done")]
        assert worker.ask(count_to_three) == "done"
        assert worker.receive(0.01) is None


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (fail, LookupError, "no such bot"),
        (fail_strangely, RuntimeError, "UnsendableError: a b"),
        (answer_unsendable, Exception, "lambda"),
        (Unreadable(), LookupError, "no such bot"),
    ],
)
def test_a_failure_is_raised_with_its_place_and_the_worker_goes_on(
    call: Any, error: type[Exception], sentence: str
) -> None:
    with closing(new_worker()) as worker:
        first = worker.ask(process)
        with pytest.raises(error, match=sentence) as raised:
            worker.ask(call)
        message = f"{raised.value} {getattr(raised.value, '__notes__', '')}"
        assert "Traceback" in message
        assert worker.ask(process) == first


def test_a_worker_may_have_workers() -> None:
    with closing(new_worker()) as worker:
        assert worker.ask(partial(ask_another, process)) not in (os.getpid(), worker.ask(process))


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_nothing_that_is_open_comes_along(tmp_path: Path) -> None:
    with (tmp_path / "secret").open("w") as file:
        os.set_inheritable(file.fileno(), True)
        with closing(new_worker()) as worker:
            targets = worker.ask(descriptors)
    assert isinstance(targets, set)
    assert not any("secret" in target for target in targets)


# Death of either side


def test_the_death_of_a_worker_is_noticed_with_its_status() -> None:
    with closing(new_worker()) as worker:
        worker.send(partial(sleep, 600))
        assert worker.receive() == Update("asleep")
        worker.kill()
        with pytest.raises(WorkerEnded, match="exit status -9") as raised:
            worker.receive()
        assert raised.value.status == -signal.SIGKILL
        worker.send(process)  # is lost, and no error
        with pytest.raises(WorkerEnded):
            worker.receive()


PARENT = """
import os, signal, sys
from functools import partial
from tests.referee.test_worker import new_worker, process, sleep
if __name__ == "__main__":
    kept = [new_worker(), new_worker()]
    print(*[worker.ask(process) for worker in kept], flush=True)
    kept[0].send(partial(sleep, 600))
    kept[0].receive()
    print("busy", flush=True)
    if sys.argv[1] == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(
    "how",
    [
        "exits",
        pytest.param("killed", marks=pytest.mark.skipif(sys.platform != "linux", reason="no")),
    ],
)
def test_workers_end_with_their_parent_busy_or_idle(how: str, tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    ran = subprocess.run(
        [sys.executable, str(script), how],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == (0 if how == "exits" else -signal.SIGKILL)
    *pids, busy = ran.stdout.split()
    assert busy == "busy"
    assert len(pids) == 2
    until(lambda: all(has_ended(int(pid)) for pid in pids))


# Signals


@pytest.mark.parametrize("calls", [[], [partial(sleep, 600)]], ids=["idle", "busy"])
def test_open_resources_are_closed_whatever_signals_come(calls: list[Call], tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    worker: Worker[Call, object, object] = Worker(do, partial(noting_its_end, notes))
    pid = worker.ask(process)
    assert isinstance(pid, int)
    for call in calls:
        worker.send(call)
        assert worker.receive() == Update("asleep")
    os.kill(pid, signal.SIGTERM)
    until(notes.exists)
    os.kill(pid, signal.SIGTERM)
    os.kill(pid, signal.SIGINT)
    with pytest.raises(WorkerEnded, match="exit status 0"):
        worker.receive()
    assert notes.read_text() == "closed"
    worker.close()


def test_an_interruption_is_left_to_the_parent() -> None:
    with closing(new_worker()) as worker:
        pid = worker.ask(process)
        assert isinstance(pid, int)
        worker.send(partial(sleep, 0.5))
        assert worker.receive() == Update("asleep")
        os.kill(pid, signal.SIGINT)
        assert worker.receive() == Answer(None)
        assert worker.ask(process) == pid


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_programs_that_a_worker_starts_inherit_no_ignored_signal() -> None:
    with closing(new_worker()) as worker:
        masks = worker.ask(signals_of_a_program)
    assert isinstance(masks, list)
    ignored = {name: int(mask, 16) for name, _, mask in (line.partition(":") for line in masks)}
    for number in (signal.SIGINT, signal.SIGTERM):
        assert not ignored["SigIgn"] & 1 << number - 1
        assert not ignored["SigBlk"] & 1 << number - 1


@pytest.mark.skipif(os.name == "nt", reason="there no signal can be blocked")
def test_a_worker_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "_LONGEST_WAIT", 0.5)
    with closing(new_worker()) as worker:
        pid = worker.ask(process)
        worker.send(sleep_deaf)
        assert worker.receive() == Update("asleep")
    assert isinstance(pid, int)
    until(lambda: has_ended(pid))
