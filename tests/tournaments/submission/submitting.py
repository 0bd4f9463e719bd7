"""An event that takes submissions, and a bot to submit: a script, so that nothing is built."""

from __future__ import annotations

from pathlib import Path

from tests.formats.games.example_games import SHORT
from tournaments.event.model import Event
from tournaments.event.reader import read_event
from tournaments.submission import Attempt, Submissions, submissions
from tournaments.submission.log import Version

CUP = f"""\
title = "Cup"
game = "{SHORT}"
size = [4, 3]
entrants = "bots"
sandbox = false
time = 20
file-size = 2000
"""
"""Without a sandbox, so that the tests run everywhere: these programs do no harm."""

BOT = """\
#!/usr/bin/awk -f
BEGIN {
    while ((getline line < "matrix.txt") > 0) {
        sub(/\\r$/, "", line)
        if (line ~ /^game/) game = line
        else if (line !~ /^last/) lines[++count] = line
    }
    close("matrix.txt")
    split(lines[1], head, " ")
    other = head[1] == "A" ? "B" : "A"
    for (row = 4; !match(lines[row], /o-*$/); row++);
    lines[row] = substr(lines[row], 1, RSTART - 1) "-" substr(lines[row], RSTART + 1)
    lines[1] = other " " head[2] + 1 " " (lines[count] ~ /o/ ? "U" : other)
    for (n = 1; n <= count; n++) print lines[n] > "matrix.txt"
    print game > "matrix.txt"
}
"""
"""Eats the last chip of the highest row. It takes no time worth telling of."""
GOOD = BOT.encode()
BAD = b"#!/bin/sh\nexit 0\n"


def another(number: int) -> bytes:
    """The bot again, as bytes that differ."""
    return GOOD + f"# {number}\n".encode()


def event(text: str = CUP) -> Event:
    """The event that such a file describes."""
    found = read_event(text.encode()).event
    assert found
    return found


def entry(folder: Path) -> Submissions:
    """The entry to the cup in that folder."""
    found = submissions(event(), folder, folder / "cup", None)
    assert isinstance(found, Submissions)
    return found


def entered(to: Submissions, name: str, data: bytes) -> Version:
    """What becomes of a program that is examined and entered."""
    attempt = to.attempt(name, data)
    assert isinstance(attempt, Attempt), attempt
    for _ in attempt.examine():
        pass
    version = attempt.enter()
    assert isinstance(version, Version), version
    return version


def unchecked(to: Submissions, name: str, data: bytes, *failed: str) -> Version:
    """The same, for tests that are not about the checks."""
    version = to.enter(name, data, failed)
    assert isinstance(version, Version), version
    return version
