"""The preview of entrants has a remark for everything odd, and no other remarks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournaments.submission.submitting import BOT, event
from tournaments.entrants.enrolment import refuse_to_build
from tournaments.entrants.roster import RosterEntry, read_roster


@pytest.fixture(name="bots")
def make_bots(tmp_path: Path) -> Path:
    bots = tmp_path / "bots"
    bots.mkdir()
    return bots


def write_program(bots: Path, name: str, text: str) -> None:
    (bots / name).write_text(text)
    (bots / name).chmod(0o755)


def entries_by_name(bots: Path) -> dict[str, RosterEntry]:
    return {line.name: line for line in read_roster(event(), bots.parent, refuse_to_build)}


def remarks(line: RosterEntry) -> list[str]:
    return [text.en for text in line.remarks]


def test_remarks_are_listed(bots: Path) -> None:
    for name in ("ivanov", "petrov"):
        write_program(bots, name, f"{BOT}# {name}\n")
    write_program(bots, "copy", f"{BOT}# ivanov\n")
    (bots / "link").symlink_to("petrov")
    (bots / "petrov").chmod(0o644)
    (bots / "README.txt").write_text("hello")
    (bots / "src").mkdir()
    (bots / ".hidden").write_text("")
    entries = entries_by_name(bots)
    assert set(entries) == {"ivanov", "petrov", "copy", "link", "README.txt", "src"}
    assert remarks(entries["README.txt"]) == ["no program: a text or a source"]
    assert remarks(entries["src"]) == ["a folder: a program is one file"]
    assert remarks(entries["ivanov"]) == ["the same program as copy"]
    assert remarks(entries["petrov"]) == [
        "has no execute bit; it is run all the same",
        "the same program as link",
    ]
    assert remarks(entries["link"])[0] == "a link to petrov"
    assert not any(line.faults for line in entries.values())


def test_a_reason_that_keeps_the_event_from_beginning_is_a_fault(bots: Path) -> None:
    write_program(bots, "ivanov", BOT)
    write_program(bots, "Ivanov", BOT)
    write_program(bots, "a" * 41, BOT)
    write_program(bots, "large", BOT + "#" * 2000)
    faults = {
        name: [fault.kind.code for fault in line.faults]
        for name, line in entries_by_name(bots).items()
    }
    assert faults == {"Ivanov": [], "ivanov": ["E215"], "a" * 41: ["E202"], "large": ["E208"]}
