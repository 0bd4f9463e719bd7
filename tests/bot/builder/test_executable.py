"""Tests of the built programs: one file, one legal rewrite, and no other effect."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from bot.builder import executable
from bot.builder.build_fault import CannotBuild
from bot.builder.compiler import Dialect, Target, compilers
from bot.builder.executable import program_named, programs, put_program
from formats.matrix import read_matrix
from formats.transition import change
from tests.bot.programs import Built, products, some_positions, write_turn
from tests.formats.games.example_games import SHORT
from tests.full_load import FULL
from tests.present import needs, present

LARGEST = 500_000
MOST_MEMORY = 10**9
POSITIONS = {Target.LINUX: 100, Target.WINDOWS: 100 if FULL else 25}
"""Wine takes a tenth of a second to start a program."""
QUICK = ("--nodes", "300")
OF_SYSTEM = ('"/etc/ld.so.', '"/lib', '"/usr/lib')
"""Beginnings of the paths of the system's C library."""
C_LIBRARY = {"libc.so.6", "libm.so.6", "libpthread.so.0", "ld-linux-x86-64.so.2"}


def test_each_rewrite_is_one_legal_move(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    for matrix in some_positions(built.game, POSITIONS[built.target]):
        before = read_matrix(write_turn(matrix, folder))
        run = built.run(folder, *QUICK)
        assert (run.status, run.errors) == (0, "")
        after = read_matrix((folder / "matrix.txt").read_bytes())
        result = change(before, after)
        assert result.good, [d.sentence() for d in result.diagnostics]
        assert [path.name for path in folder.iterdir()] == ["matrix.txt"]
        assert run.peak < MOST_MEMORY or built.target is Target.WINDOWS


def test_a_program_claims_the_time_that_it_used(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    for matrix in some_positions(built.game, 3):
        write_turn(matrix, folder)
        run = built.run(folder, "--think", "0.2")
        after = read_matrix((folder / "matrix.txt").read_bytes()).matrix
        assert after is not None
        player = matrix.position.player
        used = float(matrix.time_of(player) - after.time_of(player))
        assert used >= 0
        # The clock of Windows has coarse ticks, and Wine's start and end are measured, too.
        assert abs(used - run.seconds) < (0.05 if built.target is Target.LINUX else 0.1)


def test_a_program_moves_with_little_time(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    for matrix in some_positions(built.game, 10 if built.target is Target.LINUX else 1):
        poor = replace(matrix, times=(Decimal("0.05"), Decimal("0.05")))
        write_turn(poor, folder)
        assert built.run(folder).status == 0
        after = read_matrix((folder / "matrix.txt").read_bytes()).matrix
        assert after is not None
        left = after.time_of(matrix.position.player)
        assert left > 0 if built.target is Target.LINUX else left >= 0


def test_a_program_makes_ten_moves_in_fifty_milliseconds(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    matrix = some_positions(built.game, 1)[0]
    current = replace(matrix, times=(Decimal("0.05"), Decimal("0.05")))
    moves = 20 if built.target is Target.LINUX else 2
    while current.winner is None and moves:
        write_turn(current, folder)
        assert built.run(folder).status == 0
        after = read_matrix((folder / "matrix.txt").read_bytes()).matrix
        assert after is not None
        current, moves = after, moves - 1
        assert min(current.times) > 0 or built.target is Target.WINDOWS


def test_the_same_seed_plays_the_same_move(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    matrix = some_positions(built.game, 1)[0]
    boards = set()
    for _ in range(3):
        write_turn(matrix, folder)
        built.run(folder, "--seed", "7", *QUICK)
        after = read_matrix((folder / "matrix.txt").read_bytes()).matrix
        assert after is not None
        boards.add(after.position.board)
    assert len(boards) == 1


@pytest.mark.parametrize(
    ("text", "status"), [(b"", 2), (b"A 1 U\n", 2), (b"\0" * 99, 2), (b"x" * 70_000, 2)]
)
def test_a_faulty_file_is_left_unchanged(
    built: Built, tmp_path: Path, text: bytes, status: int
) -> None:
    folder = tmp_path / "turn"
    folder.mkdir()
    (folder / "matrix.txt").write_bytes(text)
    run = built.run(folder)
    assert run.status == status
    assert "matrix.txt" in run.errors
    assert (folder / "matrix.txt").read_bytes() == text


def test_a_finished_game_is_left_unchanged(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    matrix = replace(some_positions(built.game, 1)[0], winner="A")
    text = write_turn(matrix, folder)
    run = built.run(folder)
    assert (run.status, (folder / "matrix.txt").read_bytes()) == (0, text)
    assert "over" in run.errors


def test_explain_prints_the_search(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    write_turn(some_positions(built.game, 1)[0], folder)
    run = built.run(folder, "--explain", *QUICK)
    assert run.status == 0
    assert bool(run.errors) == (built.program.style in ("champion", "uct", "nim"))


@pytest.mark.parametrize(
    "options", [("--style", "none-such"), ("--nodes",), ("--nodes", "x"), ("--what", "1")]
)
def test_wrong_options_are_an_error(built: Built, tmp_path: Path, options: tuple[str, ...]) -> None:
    folder = tmp_path / "turn"
    text = write_turn(some_positions(built.game, 1)[0], folder)
    run = built.run(folder, *options)
    assert run.status == 2
    assert run.errors
    assert (folder / "matrix.txt").read_bytes() == text


def takes_system_library() -> bool:
    """Return whether the only compiler is Python's own, which links the system's C library."""
    return compilers(Target.LINUX, Dialect.C)[0].needs_system


def test_a_program_is_one_small_file_that_needs_no_library(built: Built) -> None:
    assert built.path.stat().st_size <= LARGEST
    if built.target is Target.LINUX:
        listing = subprocess.run(
            ["readelf", "-d", built.path], capture_output=True, text=True, check=True
        )
        needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", listing.stdout))
        assert needed <= (C_LIBRARY if takes_system_library() else set())
        return
    listing = subprocess.run(
        ["x86_64-w64-mingw32-objdump", "-p", built.path], capture_output=True, text=True, check=True
    )
    libraries = {
        line.split()[-1].lower() for line in listing.stdout.splitlines() if "DLL Name" in line
    }
    assert libraries == {"kernel32.dll", "msvcrt.dll"}


@needs("strace")
@pytest.mark.parametrize("built", present(products([Target.LINUX])), indirect=True)
def test_a_program_opens_only_the_matrix(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    write_turn(some_positions(built.game, 1)[0], folder)
    trace = tmp_path / "trace"
    command = ["strace", "-f", "-e", "trace=%file", "-o", str(trace), str(built.path), *QUICK]
    subprocess.run(command, cwd=folder, check=True)
    touched = [
        line for line in trace.read_text().splitlines() if '"' in line and "execve" not in line
    ]
    assert touched
    libraries = OF_SYSTEM if takes_system_library() else ()
    assert all(any(name in line for name in ('"matrix.txt"', *libraries)) for line in touched)


def test_an_unknown_program_is_an_error() -> None:
    with pytest.raises(CannotBuild, match=f"{SHORT}-champion"):
        program_named("checkers")
    assert program_named(SHORT) == program_named(f"{SHORT}-champion")


def test_a_list_of_programs_has_their_largest_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from_sources = programs()
    assert {program.largest_board for program in from_sources} > {None}
    monkeypatch.setattr(executable, "build", lambda *_: None)
    executable.build_programs(tmp_path)
    monkeypatch.setattr(executable, "MADE", tmp_path)
    assert programs() == from_sources


def test_an_earlier_program_stays_until_the_next_one_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, link, built = (tmp_path / name for name in ("bot", "link", "built"))
    program.write_bytes(Path("/bin/sleep").read_bytes())
    program.chmod(0o755)
    link.symlink_to(program)
    built.write_bytes(b"new")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "chmod", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            put_program(built, program)
    assert program.read_bytes() == Path("/bin/sleep").read_bytes()
    with subprocess.Popen([program, "88888"]) as running:
        put_program(built, link)
        running.kill()
    assert program.read_bytes() == b"new"
    assert program.stat().st_mode & 0o777 == 0o755
    assert sorted(tmp_path.iterdir()) == [program, built, link]


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
