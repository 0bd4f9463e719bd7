"""``arena replay``: all of a game when piped, page by page in a terminal."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.conftest import AFTER, AFTER_CAPTURE, EXAMPLE, Run

RECORD = """\
[A "Иванов"]
[B "petrov"]
[Start "{start}"]
[Result "0-1"]
[Termination "no-moves"]

11. b1-b2 {{[%emt 0.79]}} a3:c1 {{[%emt 0.92]}}
0-1
"""


@pytest.fixture
def record(folder: Path) -> str:
    start = "/".join(EXAMPLE.split("\n")[:-1])
    (folder / "game.txt").write_text(RECORD.format(start=start), encoding="utf-8")
    return "game.txt"


def test_a_whole_game_when_piped(run: Run, record: str) -> None:
    ran = run("replay", record)
    assert ran.status == 0
    assert "Иванов - petrov: the start" in ran.out
    assert "Иванов - petrov: after 1, b1-b2 in 0.79 s" in ran.out
    assert "Иванов - petrov: after 2, a3:c1 in 0.92 s" in ran.out
    assert "result 0-1, no-moves" in ran.out


def test_it_replays_to_the_same_files(run: Run, record: str) -> None:
    assert run("replay", record, "--as", "matrix").out == f"{EXAMPLE}\n{AFTER}\n{AFTER_CAPTURE}\n"
    assert run("replay", record, "--as", "matrix", "--at", "1").out == f"{AFTER}\n"


def test_there_is_no_such_position(run: Run, record: str) -> None:
    assert run("replay", record, "--at", "3").status == 2


def test_a_bad_record_is_told_with_its_place(run: Run, record: str, folder: Path) -> None:
    text = (folder / record).read_text(encoding="utf-8")
    (folder / record).write_text(text.replace("a3:c1", "a3-c1"), encoding="utf-8")
    ran = run("replay", record)
    assert (ran.status, ran.out) == (1, "")
    assert "game.txt:7:25: error:" in ran.err
    assert run("replay", "-", stdin=b"\xff\x00rubbish").status == 1


def test_page_by_page_in_a_terminal(record: str) -> None:
    """Forward, back, to a number and away, on a real pseudo-terminal."""
    try:
        ours, theirs = pty.openpty()
    except OSError:
        pytest.skip("this machine has no pseudo-terminals")
    program = subprocess.Popen(
        [sys.executable, "-m", "arena", "replay", "--lang", "en", record],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(theirs)
    os.write(ours, b"\nb\n2\nq\n")
    seen = _read_to_end(ours)
    assert program.wait(timeout=20) == 0
    headings = re.findall(r"petrov: (the start|after \d)", seen)
    assert headings == ["the start", "after 1", "the start", "after 2"]
    assert "▲" in seen
    assert "result 0-1" in seen


def _read_to_end(terminal: int) -> str:
    seen = b""
    while True:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # Linux says so when the other side has closed it.
            break
        if not chunk:
            break
        seen += chunk
    os.close(terminal)
    return seen.decode()
