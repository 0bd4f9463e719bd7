"""A program that must be what it was is played as it was, or not at all."""

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


def test_what_may_be_anything_is_run_where_it_is(tmp_path: Path) -> None:
    any_program = Program("ivanov", tmp_path / "bot")
    assert verified_copy(any_program) is any_program


def test_a_copy_is_run_that_nobody_else_can_write(tmp_path: Path) -> None:
    kept = program(tmp_path / "bot")
    run = verified_copy(kept)
    assert run.path.read_bytes() == DATA
    assert (run.name, run.arguments, run.path.name) == ("ivanov", ("1",), "bot")
    assert os.access(run.path, os.X_OK)
    assert run.path.parent.stat().st_mode & 0o077 == 0
    assert verified_copy(kept).path == run.path


def test_a_file_is_read_once_for_all_games(tmp_path: Path) -> None:
    kept = program(tmp_path / "bot")
    before = verified_copy(kept).path.stat()
    assert verified_copy(kept).path.stat() == before


@pytest.mark.parametrize("data", [b"#!/bin/sh\nexit 4\n", b"", DATA + b"\n"])
def test_a_replaced_program_is_never_played(tmp_path: Path, data: bytes) -> None:
    kept = program(tmp_path / "bot")
    verified_copy(kept)
    other = tmp_path / "other"
    other.write_bytes(data)
    other.replace(kept.path)
    with pytest.raises(ChangedProgram, match="the program of ivanov is damaged or gone"):
        verified_copy(kept)
    kept.path.unlink()
    with pytest.raises(ChangedProgram):
        verified_copy(kept)
    kept.path.write_bytes(DATA)
    assert verified_copy(kept).path.read_bytes() == DATA


def test_one_that_is_written_in_place_with_its_date_put_back_is_found(tmp_path: Path) -> None:
    kept = program(tmp_path / "bot")
    verified_copy(kept)
    dates = kept.path.stat()
    kept.path.write_bytes(DATA.replace(b"3", b"4"))
    os.utime(kept.path, ns=(dates.st_atime_ns, dates.st_mtime_ns))
    with pytest.raises(ChangedProgram):
        verified_copy(kept)


def test_a_copy_that_was_touched_is_made_anew(tmp_path: Path) -> None:
    kept = program(tmp_path / "bot")
    verified_copy(kept).path.write_bytes(DATA.replace(b"3", b"4"))
    assert verified_copy(kept).path.read_bytes() == DATA


def test_a_pipe_in_place_of_a_program_keeps_nobody_waiting(tmp_path: Path) -> None:
    kept = program(tmp_path / "bot")
    kept.path.unlink()
    os.mkfifo(kept.path)
    with pytest.raises(ChangedProgram):
        verified_copy(kept)


def test_a_large_sparse_file_is_not_read(tmp_path: Path) -> None:
    kept = program(tmp_path / "bot")
    os.truncate(kept.path, 3 << 30)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ChangedProgram):
        verified_copy(kept)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10_000


def test_many_large_programs_are_not_all_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.program_copy._MOST_KEPT", 100)
    programs = [program(tmp_path / f"bot-{n}", DATA + b"#%d\n" % n) for n in range(9)]
    places = [verified_copy(one).path for one in programs]
    assert sum(place.exists() for place in places) in range(2, 7)
    assert all(place.exists() for place in places[-2:])
    assert verified_copy(programs[0]).path.exists()
