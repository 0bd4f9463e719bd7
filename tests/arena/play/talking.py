"""Conversations with ``arena play`` over a pipe."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.arena.conftest import Ran, Run
from tests.formats.games.example_games import STEPS

PAPER = ("--game", STEPS)
"""The game of most conversations: its turns have steps."""
TWO = ("--red", "human", "--blue", "human")


def play_lines(run: Run, *words: str, lines: str = "") -> Ran:
    """Return the output for these lines; assert that arena did not fail."""
    result = run("play", *words, stdin=lines.replace(" / ", "\n").encode())
    assert (result.status, result.err) == (0, "")
    return result


@contextmanager
def playing(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Start a game to talk with."""
    program = subprocess.Popen(
        [sys.executable, "-m", "arena", "play", *words, "--lang", "en"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        bufsize=1,
    )
    with program:
        try:
            yield program
        finally:
            program.kill()


def heard(program: subprocess.Popen[str], line: str | None = None) -> str:
    """Return the answer to a line, up to the next prompt."""
    assert program.stdin
    assert program.stdout
    if line is not None:
        program.stdin.write(f"{line}\n")
        program.stdin.flush()
    answer = ""
    while not re.search(r"> \Z", answer):
        character = program.stdout.read(1)
        assert character, f"it ended after {answer}"
        answer += character
    return answer
