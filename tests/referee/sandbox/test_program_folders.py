"""Tests of the places of turns, on a small file system that the games share."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest

from formats.matrix import read_matrix
from referee.judge import JudgingOptions
from referee.program import TEMPORARY_BYTES, Program, RefereeError
from referee.sandbox import Sandbox
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.isolation_levels.trusted import game_folder
from referee.sandbox.program_folders import new_program_folder
from referee.turn import play
from tests.places import ROOT
from tests.referee.needs import needs_landlock

EXAMPLE = ROOT / "docs/positions/example-1.txt"
needs_mount = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")


@pytest.fixture(name="small_place")
def make_small_place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Mount a file system of 4 MiB, on which the folders of turns are then made."""
    place = Path(tempfile.mkdtemp())
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m,mode=1777", "tmpfs", place], check=True)
    monkeypatch.setattr("referee.sandbox.program_folders.places_of_programs", lambda: iter([place]))
    monkeypatch.setattr(
        "referee.sandbox.isolation_levels.trusted._new_folder_in_memory",
        lambda: Path(tempfile.mkdtemp(dir=place)),
    )
    yield place
    subprocess.run(["umount", place], check=True)
    place.rmdir()


def fill(place: Path, stopped: Event) -> None:
    """Leave no free byte until it is stopped, as a bot of another game can."""
    sleep(0.2)
    with (place / "hog").open("wb", buffering=0) as file:
        while not stopped.is_set():
            with suppress(OSError):
                while file.write(bytes(1024)):
                    pass
            sleep(0.01)
    (place / "hog").unlink()


BOTS = {
    "empties-its-file": "file = open('matrix.txt', 'w'); time.sleep(0.3); file.write('x')",
    "ends-with-an-error": "open('new', 'w').write('x'); sys.exit(1)",
    "leaves-its-file": """
try:
    with open(os.environ.get('TMPDIR', '.') + '/new', 'w') as new:
        new.write('x')
    os.rename(new.name, 'matrix.txt')
except OSError:
    os.unlink(new.name)
""",
    "loses-its-temporary-file": """
with open(os.environ.get('TMPDIR', '.') + '/table', 'w') as table:
    table.write('x')
""",
}


@needs_mount
@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    "isolation",
    [pytest.param(IsolationLevel.LANDLOCK, marks=needs_landlock), IsolationLevel.NONE],
)
def test_a_bot_that_others_leave_no_room_does_not_lose(
    tmp_path: Path, small_place: Path, isolation: IsolationLevel, bot: str
) -> None:
    path = tmp_path / "bot"
    begin = "#!/usr/bin/python3 -IS\nimport os, sys, time\ntime.sleep(0.5)\n"
    path.write_text(f"{begin}try:\n    exec({BOTS[bot]!r})\nexcept OSError:\n    sys.exit(1)\n")
    path.chmod(0o755)
    matrix = read_matrix(EXAMPLE.read_bytes()).matrix
    assert matrix is not None
    with Sandbox(Program("bot", path), isolation=isolation) as sandbox:
        assert play(matrix, sandbox, JudgingOptions()).judgement.offence is not None
        hog = Thread(target=fill, args=[small_place, stopped := Event()])
        hog.start()
        with pytest.raises(RefereeError, match="the file system on which bots run is full"):
            play(matrix, sandbox, JudgingOptions())
        stopped.set()
        hog.join()
        assert play(matrix, sandbox, JudgingOptions()).judgement.offence is not None


@needs_mount
@needs_landlock
def test_a_bot_that_leaves_itself_no_room_loses(tmp_path: Path, small_place: Path) -> None:
    path = tmp_path / "bot"
    path.write_text("""#!/usr/bin/python3 -IS
import os
with open(os.environ["TMPDIR"] + "/hog", "wb", buffering=0) as hog:
    try:
        while hog.write(bytes(1024)): pass
    except OSError: pass
    open("matrix.txt", "w").close()
""")
    path.chmod(0o755)
    matrix = read_matrix(EXAMPLE.read_bytes()).matrix
    assert matrix is not None
    with Sandbox(Program("bot", path), isolation=IsolationLevel.LANDLOCK) as sandbox:
        assert play(matrix, sandbox, JudgingOptions()).judgement.offence is not None
    assert list(small_place.iterdir()) == []


@needs_mount
def test_a_place_with_room_for_temporary_files_goes_first(
    tmp_path: Path, small_place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert new_program_folder(1000, TEMPORARY_BYTES).parent == small_place
    places = [small_place, tmp_path]
    monkeypatch.setattr("referee.sandbox.program_folders.places_of_programs", lambda: iter(places))
    assert new_program_folder(1000, TEMPORARY_BYTES).parent == tmp_path
    assert new_program_folder(1000).parent == small_place


def test_without_a_temporary_folder_programs_are_put_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A container may be read-only, with a /dev/shm from which no program can be run."""
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr("tempfile._candidate_tempdir_list", lambda: ["/dev/null"])
    monkeypatch.setattr(
        "referee.sandbox.program_folders.is_noexec", lambda path: not path.is_relative_to(tmp_path)
    )
    monkeypatch.setattr("referee.sandbox.isolation_levels.trusted.has_room", lambda *_: False)
    monkeypatch.setattr("referee.sandbox.program_folders.is_root", lambda: False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert new_program_folder(1000).parent == tmp_path
    with ExitStack() as stack:
        assert game_folder(stack).parent == tmp_path
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/dev/null")
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    with pytest.raises(RefereeError, match="/dev/shm: mounted noexec"):
        new_program_folder(1000)
    with pytest.raises(RefereeError, match="/dev/shm: mounted noexec"), ExitStack() as stack:
        game_folder(stack)
