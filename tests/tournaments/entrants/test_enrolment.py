"""Enrolment takes programs, and neither accompanying files nor what cannot be a program."""

from __future__ import annotations

import os
import resource
import socket
from pathlib import Path

import pytest

from tests.formats.games.example_games import SHORT
from tests.tournaments.submission.submitting import CUP
from tournaments.entrants.enrolment import CannotEnrol, entrants_now, entrants_of, read_programs
from tournaments.entrants.roster import read_roster
from tournaments.event.model import Event
from tournaments.event.reader import read_event

LISTED = CUP.replace('"bots"', f'[{{ name = "one", command = "bot" }}, {{ bot = "{SHORT}-nim" }}]')


def event(text: str = CUP) -> Event:
    parsed = read_event(text.encode()).event
    assert parsed
    return parsed


@pytest.fixture(name="bots")
def make_bots(tmp_path: Path) -> Path:
    bots = tmp_path / "bots"
    bots.mkdir()
    return bots


def build(_bot: str) -> Path:
    return Path("/bin/true")


def test_other_files_beside_programs_take_no_part(bots: Path) -> None:
    beside = ("README.md", "readme", "License", "Thumbs.db", "ivanov.cpp", "notes.TXT", ".hidden")
    for name in beside:
        (bots / name).write_text("Read me first.\n")
    programs = {"ivanov": b"#!/bin/sh\n", "petrov.txt": b"\x7fELF", "sidorov": b"MZ"}
    for name, data in programs.items():
        (bots / name).write_bytes(data)
    (bots / "loop").symlink_to("loop")
    assert entrants_now(event(), bots.parent) == {"ivanov", "petrov.txt", "sidorov"}


def test_entrants_of_a_folder_are_in_alphabetical_order(bots: Path) -> None:
    names = ["anna", "Boris", "Алексеев", "Ёлкин", "Еремин", "жуков", "Яковлев"]
    for name in reversed(names):
        (bots / name).write_bytes(b"#!/bin/sh\n")
    assert [entrant.name for entrant in entrants_of(event().sections[0], bots.parent)] == names


JUNK = {
    "photo.jpg": b"\xff\xd8\xff\xe0JFIF",
    "photo": b"\xff\xd8\xff\xe0JFIF",
    "report.docx": b"PK\x03\x04",
    "work.zip": b"PK\x03\x04",
    "empty": b"",
    "empty.exe": b"",
    "~$report.docx": b"\x05Ivan",
    "ivanov~": b"#!/bin/sh\n",
    "Ivanov.class": b"\xca\xfe\xba\xbe\0\0\0\x41",
    "macos": b"\xca\xfe\xba\xbe\0\0\0\2",
    "film.mp4": bytes(3_000_000),
}


def test_junk_becomes_no_entrant_and_is_listed_with_the_reason(bots: Path) -> None:
    (bots / "ivanov").write_bytes(b"#!/bin/sh\n")
    for name, data in JUNK.items():
        (bots / name).write_bytes(data)
    (bots / "loop").symlink_to("loop")
    (bots / "broken").symlink_to("/nowhere")
    os.mkfifo(bots / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.path.relpath(bots / "socket"))
    (bots / "folder").mkdir()
    others = {*JUNK, "loop", "broken", "pipe", "socket", "folder"}
    (candidate,) = read_programs(event(), bots.parent, build)
    assert candidate.name == "ivanov"
    lines = read_roster(event(), bots.parent, build)
    assert {line.name for line in lines if line.remarks and not line.program} == others
    assert not any(line.faults for line in lines)


def why_not(folder: Path, text: str = LISTED) -> str:
    with pytest.raises(CannotEnrol) as raised:
        read_programs(event(text), folder, build)
    return str(raised.value)


def test_entries_that_are_no_ordinary_files_are_reported(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "bot")
    assert "the program of one, bot: no ordinary file" in why_not(tmp_path)
    (tmp_path / "bot").unlink()
    (tmp_path / "bot").symlink_to("bot")
    assert "the program of one, bot: Too many levels of symbolic links" in why_not(tmp_path)
    (tmp_path / "bot").unlink()
    (tmp_path / "bot").mkdir()
    assert "the program of one, bot: Is a directory" in why_not(tmp_path)


def test_a_program_that_is_too_large_is_not_read(bots: Path) -> None:
    (bots / "ivanov").write_bytes(b"#!/bin/sh\n")
    (bots / "petrov").write_bytes(b"#!/bin/sh\n")
    os.truncate(bots / "petrov", 3 << 30)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert "the program of petrov has 3,221,225,472 bytes, more than" in why_not(bots.parent, CUP)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10_000
