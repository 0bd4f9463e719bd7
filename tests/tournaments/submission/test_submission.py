"""Submissions: versions are stored, play or are faults; nothing is lost or torn."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from typing import Literal
from unicodedata import normalize

import pytest

from formats.fault import Fault
from formats.names import normalized
from tests.formats.games.example_games import SHORT
from tests.formats.games.people import ALIKE, NOT_NAMES
from tests.places import ROOT
from tests.tournaments.submission.submitting import (
    BAD,
    CUP,
    GOOD,
    event,
    good_program,
    submissions_in,
    submit_checked,
    submit_unchecked,
)
from tournaments.entrants.enrolment import read_programs, refuse_to_build
from tournaments.ledger import NAME
from tournaments.run.setup import EventSource, find_programs, hold_folder, open_event, set_up
from tournaments.storage import digest
from tournaments.submission import PendingVersion, Submissions, submissions
from tournaments.submission.attachments import Attachments
from tournaments.submission.log import Version, Versions

LISTED = CUP.replace('"bots"', f'[{{ bot = "{SHORT}-random" }}, {{ bot = "{SHORT}-greedy" }}]')
TWO = CUP.split("game")[0] + "".join(
    f'[[section]]\nname = "{name}"\ngame = "{SHORT}"\nentrants = "{name}"\n'
    for name in ("morning", "evening")
)


def fault_codes(section_submissions: Submissions, name: str, data: bytes = GOOD) -> list[str]:
    """Return the codes of the faults of a submission; none if it may be examined."""
    pending = section_submissions.pending(name, data)
    return [] if isinstance(pending, PendingVersion) else [fault.kind.code for fault in pending]


def code(fault: object) -> str:
    assert isinstance(fault, Fault)
    assert fault.sentence("ru") != fault.sentence("en")
    return fault.kind.code


# What is kept and what plays


def test_good_program_plays(tmp_path: Path) -> None:
    section_submissions = submissions_in(tmp_path)
    before = datetime.now(UTC).replace(microsecond=0)
    version = submit_checked(section_submissions, "ivanov", GOOD)
    assert version.is_fit
    assert (version.number, version.sha256, version.size) == (1, digest(GOOD), len(GOOD))
    assert before <= datetime.fromisoformat(version.time) <= datetime.now(UTC)
    assert (tmp_path / "bots/ivanov").read_bytes() == GOOD
    assert os.access(tmp_path / "bots/ivanov", os.X_OK)
    assert section_submissions.playing() == {"ivanov": version}
    (checked_bot,) = read_programs(event(), tmp_path, refuse_to_build)
    assert (checked_bot.name, checked_bot.data) == ("ivanov", GOOD)


def test_program_that_fails_is_kept_and_the_one_before_goes_on_playing(tmp_path: Path) -> None:
    section_submissions = submissions_in(tmp_path)
    first = submit_checked(section_submissions, "ivanov", GOOD)
    second = submit_checked(section_submissions, "ivanov", BAD)
    assert second.failed == ("moves",)
    assert section_submissions.versions() == [first, second]
    assert section_submissions.playing() == {"ivanov": first}
    assert (tmp_path / "bots/ivanov").read_bytes() == GOOD


def test_program_that_fails_does_not_begin_to_play(tmp_path: Path) -> None:
    section_submissions = submissions_in(tmp_path)
    assert not submit_checked(section_submissions, "ivanov", BAD).is_fit
    assert section_submissions.playing() == {}
    assert not (tmp_path / "bots").exists()


def test_the_newest_plays_and_all_are_kept(tmp_path: Path) -> None:
    section_submissions = submissions_in(tmp_path)
    versions = [submit_unchecked(section_submissions, "ivanov", good_program(n)) for n in (1, 2, 1)]
    assert [version.number for version in versions] == [1, 2, 3]
    assert section_submissions.versions() == versions
    assert section_submissions.playing() == {"ivanov": versions[-1]}
    programs = {path.read_bytes() for path in (tmp_path / ".bots.submitted/programs").iterdir()}
    assert programs == {good_program(1), good_program(2)}


def test_a_fit_version_plays_rather_than_one_of_the_same_bytes_that_failed(tmp_path: Path) -> None:
    section_submissions = submissions_in(tmp_path)
    first = submit_unchecked(section_submissions, "ivanov", GOOD)
    second = submit_unchecked(section_submissions, "ivanov", GOOD, "time")
    assert section_submissions.playing() == {"ivanov": first}
    failed = section_submissions.enter_again(first, ("moves",))
    assert section_submissions.playing() == {"ivanov": failed}
    assert section_submissions.enter_again(second, ()) == replace(second, failed=())
    assert section_submissions.playing()["ivanov"].number == 2


@pytest.mark.parametrize(("number", "plays"), [(1, 2), (None, None)])
def test_a_version_entered_meanwhile_is_not_withdrawn_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int | None, plays: int | None
) -> None:
    cup, other = submissions_in(tmp_path), submissions_in(tmp_path)
    submit_unchecked(cup, "ivanov", GOOD)
    hold_lock = cup._hold_lock

    def hold_lock_too_late() -> AbstractContextManager[None]:
        submit_unchecked(other, "ivanov", good_program(2))
        return hold_lock()

    monkeypatch.setattr(cup, "_hold_lock", hold_lock_too_late)
    withdrawn = cup.withdraw("ivanov", number)
    assert isinstance(withdrawn, Version) is (plays is None)
    assert [version.number for version in other.playing().values()] == ([plays] if plays else [])


def test_bytes_that_are_checked_are_those_that_play(tmp_path: Path) -> None:
    section_submissions = submissions_in(tmp_path)
    pending = section_submissions.pending("ivanov", GOOD)
    assert isinstance(pending, PendingVersion)
    assert pending.checked_bot.program.path.read_bytes() == GOOD
    assert pending.checked_bot.size_limit == 2000
    assert pending.checked_bot.time == 20


def test_the_time_of_a_version_is_that_at_which_it_was_received(tmp_path: Path) -> None:
    """A check may wait for others and for a core until the deadline is over."""
    received = datetime(2026, 5, 4, 23, 59, tzinfo=UTC)
    pending = submissions_in(tmp_path).pending("ivanov", GOOD, received)
    assert isinstance(pending, PendingVersion)
    list(pending.examine())
    version = pending.enter()
    assert isinstance(version, Version)
    assert datetime.fromisoformat(version.time) == received


def test_a_submission_that_is_repeated_is_one_version(tmp_path: Path) -> None:
    """A site that is killed after it has recorded a version checks that bot again."""
    section_submissions = submissions_in(tmp_path)
    attachments = Attachments(sources=b"x", report=b"y", ending=".txt")
    received = datetime(2026, 5, 4, 23, 59, 1, 500_000, tzinfo=UTC)
    times = (received, received, received + timedelta(microseconds=1))
    versions = [section_submissions.enter("ivanov", GOOD, (), attachments, time) for time in times]
    assert versions[0] == versions[1]
    assert section_submissions.versions() == versions[1:]
    (tmp_path / "bots/ivanov").unlink()
    assert section_submissions.enter("ivanov", GOOD, (), attachments, times[-1]) == versions[-1]
    assert (tmp_path / "bots/ivanov").read_bytes() == GOOD, "it was killed before the bot was there"


def test_no_finding_tells_where_programs_are_kept(tmp_path: Path) -> None:
    """A finding with the path of the store would let authors look there or change programs."""
    for data in (GOOD, BAD, b"", b"x", BAD.replace(b"\n", b"\r\n"), b"#!/no/such\n"):
        pending = submissions_in(tmp_path).pending("ivanov", data)
        assert isinstance(pending, PendingVersion)
        assert str(tmp_path) not in str(list(pending.examine()))


def test_nothing_is_entered_unchecked(tmp_path: Path) -> None:
    pending = submissions_in(tmp_path).pending("ivanov", GOOD)
    assert isinstance(pending, PendingVersion)
    with pytest.raises(AssertionError):
        pending.enter()


# Names


@pytest.mark.parametrize("name", NOT_NAMES, ids=ascii)
def test_bad_name_is_a_fault(name: str, tmp_path: Path) -> None:
    (fault,) = submissions_in(tmp_path).pending(name, GOOD)  # type: ignore[misc]  # The name is a fault.
    assert code(fault) == "E202"
    assert all(c.isprintable() for c in fault.sentence())
    assert len(fault.sentence()) < 150
    assert not list(tmp_path.iterdir())


def test_name_that_looks_like_another_is_a_fault(tmp_path: Path) -> None:
    section_submissions = submissions_in(tmp_path)
    submit_unchecked(section_submissions, "petrov", BAD, "moves")
    assert fault_codes(section_submissions, "Petrov") == []
    submit_unchecked(section_submissions, "ivanov", GOOD)
    assert fault_codes(section_submissions, "Ivanov") == ["E215"]
    assert fault_codes(section_submissions, "ivanov") == []


@pytest.mark.parametrize(("first", "second"), ALIKE)
def test_names_that_look_alike_are_told_apart(first: str, second: str, tmp_path: Path) -> None:
    section_submissions = submissions_in(tmp_path)
    submit_unchecked(section_submissions, normalized(first), GOOD)
    if normalized(first) == normalized(second):
        assert fault_codes(section_submissions, second) == []
        return
    (fault,) = section_submissions.pending(second, GOOD)  # type: ignore[misc]  # The name is a fault.
    assert code(fault) == "E215"
    assert normalized(first) in fault.sentence()
    assert normalized(second) in fault.sentence()
    assert fault.hint("ru") != fault.hint("en")


def test_name_that_looks_like_one_of_another_section_is_a_fault(tmp_path: Path) -> None:
    two = event(TWO)
    for name, section, expected in (
        ("ivanov", "morning", []),
        ("ivanov", "evening", []),
        ("petrov", "morning", []),
        ("рetrov", "evening", ["E215"]),
    ):
        section_submissions = submissions(two, tmp_path, tmp_path / "cup", section)
        assert isinstance(section_submissions, Submissions)
        assert fault_codes(section_submissions, name) == expected
        if not expected:
            submit_unchecked(section_submissions, name, GOOD)


def test_name_that_looks_like_one_in_the_event_file_is_a_fault(tmp_path: Path) -> None:
    built_in = f"{SHORT}-nim"
    text = TWO.replace(
        'entrants = "morning"', f'entrants = [{{ bot = "{built_in}" }}, {{ bot = "x" }}]'
    )
    section_submissions = submissions(event(text), tmp_path, tmp_path / "cup", "evening")
    assert isinstance(section_submissions, Submissions)
    assert fault_codes(section_submissions, built_in.title()) == ["E215"]
    assert fault_codes(section_submissions, built_in) == []


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_program_of_the_same_name_is_left_alone_however_it_is_encoded(
    form: Literal["NFC", "NFD"], tmp_path: Path
) -> None:
    (tmp_path / "bots").mkdir()
    file = tmp_path / "bots" / normalize(form, "Пётр.exe")
    file.write_bytes(b"the teacher's")
    assert fault_codes(submissions_in(tmp_path), "Пётр") == ["E214"]


@pytest.mark.parametrize("file", ["ivanov", "ivanov.exe"])
def test_program_that_nobody_submitted_is_left_alone(file: str, tmp_path: Path) -> None:
    section_submissions = submissions_in(tmp_path)
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / file).write_bytes(b"the teacher's")
    assert fault_codes(section_submissions, "ivanov") == ["E214"]
    assert code(section_submissions.enter("ivanov", GOOD, ())) == "E214"
    assert (tmp_path / "bots" / file).read_bytes() == b"the teacher's"
    assert section_submissions.versions() == []


def test_folder_of_that_name_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "bots/ivanov").mkdir(parents=True)
    assert fault_codes(submissions_in(tmp_path), "ivanov") == ["E214"]


# Size and hour


def test_large_program_is_a_fault_and_is_not_kept(tmp_path: Path) -> None:
    assert fault_codes(submissions_in(tmp_path), "ivanov", bytes(2001)) == ["E208"]
    assert not list(tmp_path.iterdir())


def test_nothing_is_taken_once_the_event_has_begun(tmp_path: Path) -> None:
    section_submissions = submissions_in(tmp_path)
    for name in ("ivanov", "petrov"):
        submit_unchecked(section_submissions, name, good_program(ord(name[0])))
    pending = section_submissions.pending("ivanov", GOOD)
    assert isinstance(pending, PendingVersion)
    list(pending.examine())
    source = EventSource(event(), CUP, tmp_path)
    with open_event(tmp_path / "cup") as ledger_folder:
        set_up(source, ledger_folder, find_programs(source, ledger_folder, refuse_to_build), 1)
    fault = pending.enter()
    assert code(fault) == "E224"
    assert fault_codes(section_submissions, "sidorov") == ["E707"]
    assert len(section_submissions.versions()) == 2
    assert isinstance(fault, Fault)
    program = tmp_path / str(fault.values["program"])
    assert program.read_bytes() == GOOD, "the teacher can still let the bot in"
    faults = section_submissions.pending("sidorov", good_program(1), datetime.now(UTC))
    assert isinstance(faults, list)
    (late,) = faults
    assert (late.kind.code, late.values["name"]) == ("E224", "sidorov")
    assert (tmp_path / str(late.values["program"])).read_bytes() == good_program(1)
    faults = section_submissions.pending("sidorov", bytes(2001), datetime.now(UTC))
    assert isinstance(faults, list)
    assert [fault.kind.code for fault in faults] == ["E208", "E707"], "it cannot be let in"
    assert not (tmp_path / ".bots.submitted/programs" / digest(bytes(2001))).exists()


def test_a_command_for_the_teacher_can_be_copied(tmp_path: Path) -> None:
    section_submissions = submissions(
        event(CUP.replace('"bots"', '"my bots"')), tmp_path, tmp_path / "cup", None
    )
    assert isinstance(section_submissions, Submissions)
    fault = section_submissions._overtaken("ivanov", GOOD, datetime.now(UTC))
    _, command, _ = str(fault.hint()).split("`")
    assert (tmp_path / shlex.split(command)[-1]).read_bytes() == GOOD


def test_event_that_is_being_begun_takes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.run.setup._LONGEST_WAIT", 0.2)
    section_submissions = submissions_in(tmp_path)
    with hold_folder(tmp_path / "cup"):
        assert code(section_submissions.enter("ivanov", GOOD, ())) == "E706"
    assert section_submissions.versions() == []
    submit_unchecked(section_submissions, "ivanov", GOOD)


def test_event_that_runs_refuses_for_it_has_begun(tmp_path: Path) -> None:
    section_submissions = submissions_in(tmp_path)
    for name in ("ivanov", "petrov"):
        submit_unchecked(section_submissions, name, good_program(ord(name[0])))
    source = EventSource(event(), CUP, tmp_path)
    with open_event(tmp_path / "cup") as ledger_folder:
        set_up(source, ledger_folder, find_programs(source, ledger_folder, refuse_to_build), 1)
        start = monotonic()
        assert code(section_submissions.enter("ivanov", GOOD, ())) == "E707"
        assert monotonic() - start < 3, "without a wait"


@pytest.mark.parametrize("is_run_waiting", [False, True], ids=["submission", "run"])
def test_the_end_of_another_submission_is_awaited(tmp_path: Path, is_run_waiting: bool) -> None:
    """Hold the folder of the event as a submission to another section does, for a moment."""
    two, folder = event(TWO), tmp_path / "cup"
    section_submissions = submissions(two, tmp_path, folder, "evening")
    assert isinstance(section_submissions, Submissions)
    with ThreadPoolExecutor(1) as pool:
        with hold_folder(folder):
            waiting = pool.submit(
                (lambda: _open(folder))
                if is_run_waiting
                else (lambda: submit_unchecked(section_submissions, "a", GOOD))
            )
            sleep(0.5)
            assert not waiting.done()
        waiting.result(timeout=60)


def _open(folder: Path) -> None:
    with open_event(folder):
        pass


def test_many_submit_to_several_sections_at_once(tmp_path: Path) -> None:
    two, sections = event(TWO), ("morning", "evening")

    def submit(number: int) -> Version:
        section_submissions = submissions(two, tmp_path, tmp_path / "cup", sections[number % 2])
        assert isinstance(section_submissions, Submissions)
        return submit_unchecked(section_submissions, f"name{number}", good_program(number))

    with ThreadPoolExecutor(8) as pool:
        assert len(list(pool.map(submit, range(40)))) == 40


def test_ledger_that_was_never_finished_is_no_event(tmp_path: Path) -> None:
    (tmp_path / "cup").mkdir()
    (tmp_path / "cup" / NAME).touch()
    assert fault_codes(submissions_in(tmp_path), "ivanov") == []


# Sections


def test_event_that_lists_its_entrants_takes_nothing(tmp_path: Path) -> None:
    assert code(submissions(event(LISTED), tmp_path, tmp_path / "cup", None)) == "E213"


def test_section_is_to_be_named_where_there_are_several(tmp_path: Path) -> None:
    two = event(TWO)
    assert code(submissions(two, tmp_path, tmp_path / "cup", None)) == "E212"
    assert code(submissions(two, tmp_path, tmp_path / "cup", "no\x1bon")) == "E211"
    section_submissions = submissions(two, tmp_path, tmp_path / "cup", "evening")
    assert isinstance(section_submissions, Submissions)
    submit_unchecked(section_submissions, "ivanov", GOOD)
    assert (tmp_path / "evening/ivanov").exists()
    other = submissions(two, tmp_path, tmp_path / "cup", "morning")
    assert isinstance(other, Submissions)
    assert other.versions() == []


# Many at once, and stopped in the middle


def test_many_submit_at_once(tmp_path: Path) -> None:
    """Submit in threads of one process, like a web page, each with an object of its own."""
    names = ("ivanov", "petrov", "sidorov")

    def submit(number: int) -> Version:
        return submit_unchecked(submissions_in(tmp_path), names[number % 3], good_program(number))

    with ThreadPoolExecutor(8) as pool:
        versions = list(pool.map(submit, range(60)))
    section_submissions = submissions_in(tmp_path)
    assert sorted(versions, key=str) == sorted(section_submissions.versions(), key=str)
    for name in names:
        own = [version for version in section_submissions.versions() if version.name == name]
        assert [version.number for version in own] == list(range(1, 21))
        assert section_submissions.playing()[name] == own[-1]
    assert not [path for path in (tmp_path / "bots").iterdir() if path.name not in names]


SUBMIT = """\
import sys
from pathlib import Path
from typing import Literal
from unicodedata import normalize
from tests.tournaments.submission.submitting import good_program, submissions_in, submit_unchecked
while True:
    for number in range(9):
        cup = submissions_in(Path(sys.argv[1]))
        version = submit_unchecked(cup, "ivanov", good_program(number))
        print(version.number, flush=True)
"""


def test_killed_submissions_leave_a_whole_list_and_a_whole_program(tmp_path: Path) -> None:
    reported = 0
    for lines in (1, 7, 20):
        process = subprocess.Popen(
            [sys.executable, "-c", SUBMIT, str(tmp_path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            assert process.stdout
            for _ in range(lines):
                reported = int(process.stdout.readline())
            process.kill()
        versions = submissions_in(tmp_path).versions()
        assert [version.number for version in versions] == list(range(1, len(versions) + 1))
        assert len(versions) >= reported
        assert digest((tmp_path / "bots/ivanov").read_bytes()) in {v.sha256 for v in versions}
    assert submit_checked(submissions_in(tmp_path), "ivanov", GOOD).number > reported


def test_torn_line_is_passed_over(tmp_path: Path) -> None:
    versions = Versions(tmp_path / "versions.jsonl")
    first, two = (
        Version(SHORT, "иванов", n, "2026-01-01T00:00:00+00:00", "0" * 64, 5, ("moves",))
        for n in (1, 2)
    )
    versions.add(first)
    whole = (tmp_path / "versions.jsonl").read_bytes()
    for cut in range(1, len(whole)):
        (tmp_path / "versions.jsonl").write_bytes(whole + whole[:cut])
        versions.add(two)
        listed_versions = versions.all()
        assert listed_versions == [first, two], (
            "the longest is whole but for its line end: it is the same one"
        )


def test_a_folder_takes_the_programs_of_one_event(tmp_path: Path) -> None:
    submit_unchecked(submissions_in(tmp_path), "ivanov", GOOD)
    for run, expected in (("cup", None), ("spring", "E221")):
        other = submissions(event(), tmp_path, tmp_path / run, None)
        code = other.kind.code if isinstance(other, Fault) else None
        assert code == expected
    (tmp_path / ".bots.submitted/event").write_text("spring\n")  # the event file was renamed
    assert isinstance(submissions(event(), tmp_path, tmp_path / "spring", None), Submissions)
