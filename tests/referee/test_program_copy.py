"""Tests that a program with a recorded hash is run unchanged or not at all."""

from __future__ import annotations

import os
import resource
from hashlib import sha256
from pathlib import Path

import pytest

from referee.program import Content, Program
from referee.program_copy import ChangedProgram, verified_copy

DATA = b"#!/bin/sh\nexit 3\n"


def program(path: Path, data: bytes = DATA) -> Program:
    path.write_bytes(data)
    return Program("ivanov", path, ("1",), Content(sha256(data).hexdigest(), len(data)))


def test_a_program_without_a_hash_is_run_in_place(tmp_path: Path) -> None:
    any_program = Program("ivanov", tmp_path / "bot")
    assert verified_copy(any_program) is any_program


def test_the_copy_that_is_run_belongs_to_the_user_alone(tmp_path: Path) -> None:
    original = program(tmp_path / "bot")
    run = verified_copy(original)
    assert run.path.read_bytes() == DATA
    assert (run.name, run.arguments, run.path.name) == ("ivanov", ("1",), "bot")
    assert os.access(run.path, os.X_OK)
    assert run.path.parent.stat().st_mode & 0o077 == 0
    assert verified_copy(original).path == run.path


def test_a_file_is_read_once_for_all_games(tmp_path: Path) -> None:
    original = program(tmp_path / "bot")
    before = verified_copy(original).path.stat()
    assert verified_copy(original).path.stat() == before


@pytest.mark.parametrize("other_data", [DATA, DATA + b"# another\n"])
def test_programs_with_one_file_name_have_copies_of_their_own(
    tmp_path: Path, other_data: bytes
) -> None:
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
    first = program(tmp_path / "first" / "bot")
    second = program(tmp_path / "second" / "bot", other_data)
    copies = [verified_copy(first).path, verified_copy(second).path]
    assert [copy.read_bytes() for copy in copies] == [DATA, other_data]
    assert [verified_copy(first).path, verified_copy(second).path] == copies


@pytest.mark.parametrize("data", [b"#!/bin/sh\nexit 4\n", b"", DATA + b"\n"])
def test_a_replaced_program_is_never_played(tmp_path: Path, data: bytes) -> None:
    original = program(tmp_path / "bot")
    verified_copy(original)
    other = tmp_path / "other"
    other.write_bytes(data)
    other.replace(original.path)
    with pytest.raises(ChangedProgram, match="the program of ivanov is damaged or gone"):
        verified_copy(original)
    original.path.unlink()
    with pytest.raises(ChangedProgram):
        verified_copy(original)
    original.path.write_bytes(DATA)
    assert verified_copy(original).path.read_bytes() == DATA


def test_a_program_changed_in_place_with_its_old_date_is_detected(tmp_path: Path) -> None:
    original = program(tmp_path / "bot")
    verified_copy(original)
    dates = original.path.stat()
    original.path.write_bytes(DATA.replace(b"3", b"4"))
    os.utime(original.path, ns=(dates.st_atime_ns, dates.st_mtime_ns))
    with pytest.raises(ChangedProgram):
        verified_copy(original)


def test_a_changed_copy_is_made_again(tmp_path: Path) -> None:
    original = program(tmp_path / "bot")
    verified_copy(original).path.write_bytes(DATA.replace(b"3", b"4"))
    assert verified_copy(original).path.read_bytes() == DATA


def test_a_pipe_in_place_of_a_program_raises_at_once(tmp_path: Path) -> None:
    original = program(tmp_path / "bot")
    original.path.unlink()
    os.mkfifo(original.path)
    with pytest.raises(ChangedProgram):
        verified_copy(original)


def test_a_large_sparse_file_is_not_read(tmp_path: Path) -> None:
    original = program(tmp_path / "bot")
    os.truncate(original.path, 3 << 30)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ChangedProgram):
        verified_copy(original)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10_000


def test_copies_of_many_large_programs_are_not_all_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.program_copy._MOST_KEPT", 100)
    programs = [program(tmp_path / f"bot-{n}", DATA + b"#%d\n" % n) for n in range(9)]
    copies = [verified_copy(original).path for original in programs]
    assert sum(copy.exists() for copy in copies) in range(2, 7)
    assert all(copy.exists() for copy in copies[-2:])
    assert verified_copy(programs[0]).path.exists()
