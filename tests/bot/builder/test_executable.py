"""The programs as the class wants them: one file, one legal rewrite, nothing else touched."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from bot.builder.build_fault import CannotBuild
from bot.builder.compiler import Dialect, Target, compilers
from bot.builder.executable import program_named
from formats.matrix import read_matrix
from formats.transition import change
from tests.bot.programs import Built, products, put, some_positions
from tests.formats.games.example_games import SHORT
from tests.present import needs, present

LARGEST = 500_000
MOST_MEMORY = 10**9
POSITIONS = 100
QUICK = ("--nodes", "300")
OF_SYSTEM = ('"/etc/ld.so.', '"/lib', '"/usr/lib')
"""Where the system's C library is, and what it begins with."""
C_LIBRARY = {"libc.so.6", "libm.so.6", "libpthread.so.0", "ld-linux-x86-64.so.2"}


def test_each_rewrite_is_one_legal_move(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    for matrix in some_positions(built.game, POSITIONS):
        before = read_matrix(put(matrix, folder))
        ran = built.run(folder, *QUICK)
        assert (ran.status, ran.errors) == (0, "")
        after = read_matrix((folder / "matrix.txt").read_bytes())
        made = change(before, after)
        assert made.good, [d.sentence() for d in made.diagnostics]
        assert [path.name for path in folder.iterdir()] == ["matrix.txt"]
        assert ran.peak < MOST_MEMORY or built.target is Target.WINDOWS


def test_its_own_time_is_the_time_it_used(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    for matrix in some_positions(built.game, 3):
        put(matrix, folder)
        ran = built.run(folder, "--think", "0.2")
        after = read_matrix((folder / "matrix.txt").read_bytes()).matrix
        assert after is not None
        player = matrix.position.player
        used = float(matrix.time_of(player) - after.time_of(player))
        assert used >= 0
        # The clock of Windows ticks, and there Wine starts and ends beside the program.
        assert abs(used - ran.seconds) < (0.05 if built.target is Target.LINUX else 0.1)


def test_little_time_is_enough(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    for matrix in some_positions(built.game, 10 if built.target is Target.LINUX else 1):
        poor = replace(matrix, times=(Decimal("0.05"), Decimal("0.05")))
        put(poor, folder)
        assert built.run(folder).status == 0
        after = read_matrix((folder / "matrix.txt").read_bytes()).matrix
        assert after is not None
        left = after.time_of(matrix.position.player)
        assert left > 0 if built.target is Target.LINUX else left >= 0


def test_fifty_milliseconds_are_enough_for_ten_moves(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    matrix = some_positions(built.game, 1)[0]
    now = replace(matrix, times=(Decimal("0.05"), Decimal("0.05")))
    moves = 20 if built.target is Target.LINUX else 2
    while now.winner is None and moves:
        put(now, folder)
        assert built.run(folder).status == 0
        after = read_matrix((folder / "matrix.txt").read_bytes()).matrix
        assert after is not None
        now, moves = after, moves - 1
        assert min(now.times) > 0 or built.target is Target.WINDOWS


def test_the_same_seed_plays_the_same_move(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    matrix = some_positions(built.game, 1)[0]
    boards = set()
    for _ in range(3):
        put(matrix, folder)
        built.run(folder, "--seed", "7", *QUICK)
        after = read_matrix((folder / "matrix.txt").read_bytes()).matrix
        assert after is not None
        boards.add(after.position.board)
    assert len(boards) == 1


@pytest.mark.parametrize(
    ("text", "status"), [(b"", 2), (b"A 1 U\n", 2), (b"\0" * 99, 2), (b"x" * 70_000, 2)]
)
def test_what_it_cannot_play_it_leaves_alone(
    built: Built, tmp_path: Path, text: bytes, status: int
) -> None:
    folder = tmp_path / "turn"
    folder.mkdir()
    (folder / "matrix.txt").write_bytes(text)
    ran = built.run(folder)
    assert ran.status == status
    assert "matrix.txt" in ran.errors
    assert (folder / "matrix.txt").read_bytes() == text


def test_a_finished_game_is_left_alone(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    matrix = replace(some_positions(built.game, 1)[0], winner="A")
    text = put(matrix, folder)
    ran = built.run(folder)
    assert (ran.status, (folder / "matrix.txt").read_bytes()) == (0, text)
    assert "over" in ran.errors


def test_it_says_what_it_thought_if_asked(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    put(some_positions(built.game, 1)[0], folder)
    ran = built.run(folder, "--explain", *QUICK)
    assert ran.status == 0
    assert bool(ran.errors) == (built.program.style in ("champion", "uct", "nim"))


@pytest.mark.parametrize(
    "options", [("--style", "none-such"), ("--nodes",), ("--nodes", "x"), ("--what", "1")]
)
def test_wrong_options_are_told(built: Built, tmp_path: Path, options: tuple[str, ...]) -> None:
    folder = tmp_path / "turn"
    text = put(some_positions(built.game, 1)[0], folder)
    ran = built.run(folder, *options)
    assert ran.status == 2
    assert ran.errors
    assert (folder / "matrix.txt").read_bytes() == text


def takes_system_library() -> bool:
    """Whether only Python's own compiler is here, which would put all of glibc into a program."""
    return compilers(Target.LINUX, Dialect.C)[0].needs_system


def test_it_is_one_small_file_without_libraries_of_its_own(built: Built) -> None:
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
def test_it_opens_no_other_file(built: Built, tmp_path: Path) -> None:
    folder = tmp_path / "turn"
    put(some_positions(built.game, 1)[0], folder)
    trace = tmp_path / "trace"
    command = ["strace", "-f", "-e", "trace=%file", "-o", str(trace), str(built.path), *QUICK]
    subprocess.run(command, cwd=folder, check=True)
    touched = [
        line for line in trace.read_text().splitlines() if '"' in line and "execve" not in line
    ]
    assert touched
    libraries = OF_SYSTEM if takes_system_library() else ()
    assert all(any(name in line for name in ('"matrix.txt"', *libraries)) for line in touched)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(CannotBuild, match=f"{SHORT}-champion"):
        program_named("checkers")
    assert program_named(SHORT) == program_named(f"{SHORT}-champion")
