"""An event that takes submissions, and a bot to submit: a script, so that nothing is built."""

from __future__ import annotations

from pathlib import Path

from tests.formats.games.example_games import SHORT
from tournaments.event.model import Event
from tournaments.event.reader import read_event
from tournaments.submission import PendingVersion, Submissions, submissions
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
"""An event without a sandbox, so that tests run everywhere: the programs are harmless."""

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
    for (row = 4; row <= count && !match(lines[row], /o-*$/); row++);
    if (row > count) exit
    lines[row] = substr(lines[row], 1, RSTART - 1) "-" substr(lines[row], RSTART + 1)
    lines[1] = other " " head[2] + 1 " " (lines[count] ~ /o/ ? "U" : other)
    for (n = 1; n <= count; n++) print lines[n] > "matrix.txt"
    print game > "matrix.txt"
}
"""
"""A bot that eats the last chip of the highest row, or finds the game over, in almost no time."""
GOOD = BOT.encode()
BAD = b"#!/bin/sh\nexit 0\n"


def good_program(number: int) -> bytes:
    """Return a good bot whose bytes differ from those of the other numbers."""
    return GOOD + f"# {number}\n".encode()


def event(text: str = CUP) -> Event:
    """Return the event of a file."""
    parsed = read_event(text.encode()).event
    assert parsed
    return parsed


def submissions_in(folder: Path) -> Submissions:
    """Return the submissions of the cup in a folder."""
    section_submissions = submissions(event(), folder, folder / "cup", None)
    assert isinstance(section_submissions, Submissions)
    return section_submissions


def submit_checked(section_submissions: Submissions, name: str, data: bytes) -> Version:
    """Examine and enter a program; return the version."""
    pending = section_submissions.pending(name, data)
    assert isinstance(pending, PendingVersion), pending
    for _ in pending.examine():
        pass
    version = pending.enter()
    assert isinstance(version, Version), version
    return version


def submit_unchecked(
    section_submissions: Submissions, name: str, data: bytes, *failed: str
) -> Version:
    """Enter a program without checks; return the version."""
    version = section_submissions.enter(name, data, failed)
    assert isinstance(version, Version), version
    return version
