"""Makes single-shot programs of the kernels: no Python, no libraries of their own, one file.

A player is a folder with a kernel, which has several styles, or with a Python program for each
style. Those of the arena are in ``bot``; the caller names folders of other packages. A kernel whose
board is smaller than the largest one of the rules has ``LARGEST_BOARD = (columns, rows)``.

Cython turns ``bot/x/kernel.pyx`` into C that mentions Python everywhere. But nothing that
``bot_main`` reaches belongs to Python, since all of a kernel is ``noexcept nogil`` on C data; and
the function by which Python would import the module is hidden, so the compiler drops it with all
that only it reaches. A kernel that does use Python does not link, which proves that the others do
not. One compiler always makes the same bytes from the same source.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import sysconfig
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.builder.build_fault import BuildFault, CannotBuild
from bot.builder.compiler import Compiler, Dialect, Target, compilers, run
from referee.machine import write_whole

__all__ = [
    "DIRECTIVES",
    "HERE",
    "KERNEL",
    "MADE",
    "SOURCES",
    "PlayerProgram",
    "build",
    "build_programs",
    "compiled_kernel",
    "kept_kernel",
    "kernels",
    "program_named",
    "programs",
    "put_program",
]

HERE = Path(__file__).parent.parent
"""Folder of the package, with a folder for each game."""
MADE = HERE / "made"
"""Folder of programs built in advance, in wheels and in the one-file program."""
KERNEL = "kernel.pyx"
"""Name of the file by which a folder is a player."""
SOURCES = {".pyx", ".pxd", ".pxi"}
"""Endings of the sources of kernels; a wheel that has the programs has only the shared ones."""
_LIST = "programs.txt"
"""File in ``MADE`` with a line for each program, where there are no sources.

A line has the kernel, the style, and the columns and rows of the largest board if there is one.
"""
DIRECTIVES = {
    "language_level": "3",
    # What programs do not use, and extensions can do without, costs a fifth of the compiler's time.
    "auto_pickle": False,
    "binding": False,
    "emit_code_comments": False,
}
"""Options with which Cython translates kernels."""
_KEPT = HERE.parent / "build" / "kernels"
_STYLE = re.compile("[a-z-]+")
_STYLES = re.compile(r"^STYLES = \(([^)]*)\)", re.MULTILINE)
_LARGEST_BOARD = re.compile(r"^LARGEST_BOARD = \((\d+), (\d+)\)", re.MULTILINE)
_PARTS = Path(__file__).parent
_OPTIONS = (
    "-O3",
    "-ffunction-sections",
    "-fdata-sections",
    "-g0",  # Zig writes debug information, and in it the whole command with this machine's paths.
    # Otherwise GCC 16 calls the listener for Python directly, and Python is linked.
    "-fno-devirtualize",
    "-w",  # The warnings would be about code of Cython.
)
_WITHOUT_MODULE = "-DPyMODINIT_FUNC=static __attribute__((unused)) PyObject *"
"""Option that hides the function by which Python imports a module, and so all that it reaches."""


@dataclass(frozen=True, slots=True)
class PlayerProgram:
    """A player and one of its styles."""

    source: Path
    """Kernel, or Python program of the style."""
    style: str
    largest_board: tuple[int, int] | None = None
    """Most columns and rows that the player can play on; None for those of the rules."""

    @property
    def kernel(self) -> str:
        """Name of the player's folder, in which every hyphen of the game's name is a low line."""
        return self.source.parent.name

    @property
    def game(self) -> str:
        return self.kernel.replace("_", "-")

    @property
    def name(self) -> str:
        """Return the name of the bot on a command line, such as virus-war-uct."""
        return f"{self.game}-{self.style}"

    @property
    def is_script(self) -> bool:
        """Return whether the program is its source."""
        return self.source.name != KERNEL

    def plays_on(self, size: tuple[int, int]) -> bool:
        """Return whether the player can play on a board of so many columns and rows."""
        largest = self.largest_board or size
        return all(side <= most for side, most in zip(size, largest, strict=True))


def kernels() -> list[str]:
    """Return the folders of the games that have a kernel."""
    return list(dict.fromkeys(program.kernel for program in programs()))


def programs(added: tuple[Path, ...] = ()) -> tuple[PlayerProgram, ...]:
    """Return every program that can be built or is built in advance: each style of each player.

    ``added`` are kernels and Python programs of other packages.
    """
    return (*_own_programs(), *_programs_of(added))


def _own_programs() -> tuple[PlayerProgram, ...]:
    with suppress(FileNotFoundError):
        lines = (MADE / _LIST).read_text(encoding="utf-8").splitlines()
        listed = (line.split() for line in lines)
        return tuple(_listed_program(*words) for words in listed)
    kernel_files = sorted(HERE.glob(f"*/{KERNEL}"), key=lambda path: path.parent.name)
    return _programs_of(tuple(kernel_files))


def _listed_program(kernel: str, style: str, *largest: str) -> PlayerProgram:
    """Return the program of a line of the list."""
    size = (int(largest[0]), int(largest[1])) if largest else None
    return PlayerProgram(HERE / kernel / KERNEL, style, size)


@cache
def _programs_of(sources: tuple[Path, ...]) -> tuple[PlayerProgram, ...]:
    return tuple(
        PlayerProgram(source, style, _largest_board(source))
        for source in sources
        for style in _styles(source)
    )


def _largest_board(source: Path) -> tuple[int, int] | None:
    match = _LARGEST_BOARD.search(source.read_text(encoding="utf-8", errors="replace"))
    return (int(match[1]), int(match[2])) if match else None


def _styles(source: Path) -> list[str]:
    if source.name != KERNEL:
        return [source.stem] if _STYLE.fullmatch(source.stem) else []
    match = _STYLES.search(source.read_text(encoding="utf-8", errors="replace"))
    return re.findall(rf'"({_STYLE.pattern})"', match[1]) if match else []


def program_named(name: str, added: tuple[Path, ...] = ()) -> PlayerProgram:
    """Return the program with a name, the champion for a game's name; raise CannotBuild if none."""
    for program in programs(added):
        if name in (program.name, program.name.removesuffix("-champion")):
            return program
    known = ", ".join(program.name for program in programs(added))
    raise CannotBuild(BuildFault.NO_PROGRAM, name=name, known=known)


def build(
    program: PlayerProgram, target: Target, path: Path, compiler: Compiler | None = None
) -> Compiler:
    """Build the program of a kernel at a path and return the compiler; raise CannotBuild if not."""
    if not program.source.exists():
        raise CannotBuild(BuildFault.NO_SOURCES, name=program.name)
    compiler = compiler or compilers(target, Dialect.C)[0]
    with TemporaryDirectory() as folder:
        work = Path(folder)
        for name, data in compiled_kernel(
            program.kernel, target, compiler, program.source.parent.parent
        ):
            (work / name).write_bytes(data)
        shutil.copyfile(_PARTS / "main.c", work / "main.c")
        style = f'-DSTYLE="{program.style}"'
        compiler.compile(Dialect.C, [*_OPTIONS, style, "-c", "main.c", "-o", "main.o"], work)
        objects = sorted(path.name for path in work.glob("*.o"))
        linked = work / f"program{target.ending}"
        compiler.link(Dialect.C, objects, linked.name, work)
        put_program(linked, path)
    return compiler


def build_programs(folder: Path) -> None:
    """Build every program for Linux into a folder, and list them; raise CannotBuild on failure."""
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - slow to load

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda kernel: _build_styles(kernel, folder), kernels()))
    lines = [
        " ".join([program.kernel, program.style, *map(str, program.largest_board or ())])
        for program in programs()
    ]
    (folder / _LIST).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _build_styles(kernel: str, folder: Path) -> None:
    """Build the programs of a kernel in turn: it is compiled for the first, and linked for all."""
    for program in programs():
        if program.kernel == kernel:
            build(program, Target.LINUX, folder / program.name)


def put_program(built: Path, path: Path) -> None:
    """Copy a built program to a path and make it executable; an earlier program may be running."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path.resolve() if path.is_symlink() else path, built.read_bytes(), mode=0o755)


@cache
def compiled_kernel(
    kernel: str, target: Target, compiler: Compiler, folder: Path = HERE
) -> list[tuple[str, bytes]]:
    """Return the compiled kernel as object files with their names; it is the same for all styles.

    For the compiler that built Python, the object of the installation is used; any other compiler
    has a C library of its own.
    """
    is_own = folder == HERE
    if is_own and compiler.needs_system and (kept := kept_kernel(kernel, HERE, ".o")).exists():
        return [("kernel.o", kept.read_bytes())]
    with TemporaryDirectory() as work_folder:
        work = Path(work_folder)
        _write_c(kernel, work, folder)
        _compile(target, compiler, work)
        return [(path.name, path.read_bytes()) for path in work.glob("*.o")]


def _write_c(kernel: str, work: Path, folder: Path) -> None:
    """Write the kernel in C: as an installation has translated it, or translated from a copy.

    In a copy, the result has no path of this machine. A kernel of another package has the shared
    files of the arena beside its own.
    """
    if folder == HERE and (kept := kept_kernel(kernel, HERE, ".c")).exists():
        shutil.copyfile(kept, work / "kernel.c")
        return
    if find_spec("Cython") is None:
        raise CannotBuild(BuildFault.NO_CYTHON)
    for base in dict.fromkeys((HERE, folder)):
        for source in filter(Path.exists, kernel_sources(base, kernel)):
            copy = work / "bot" / source.relative_to(base)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
    directives = ",".join(f"{name}={value}" for name, value in DIRECTIVES.items())
    command = [sys.executable, "-m", "cython", "-X", directives]
    run([*command, f"bot/{kernel}/{KERNEL}", "-o", "kernel.c"], work)


def kept_kernel(kernel: str, folder: Path, ending: str) -> Path:
    """Return the path of the C or the object that an installation has made of a kernel.

    The path is another one after each change of the sources.
    """
    parts = [
        (str(path.relative_to(folder)), path.read_bytes())
        for path in kernel_sources(folder, kernel)
    ]
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
    return _KEPT / f"{kernel}-{digest}{ending}"


def kernel_sources(folder: Path, kernel: str) -> list[Path]:
    """Return the kernel and all files that it may include or import, in a folder of players."""
    shared = [
        path
        for path in folder.rglob("*")
        if path.suffix in (".pxd", ".pxi") or path.name == "__init__.py"
    ]
    return sorted([*shared, folder / kernel / KERNEL])


def _compile(target: Target, compiler: Compiler, work: Path) -> None:
    _copy_headers(target, work / "include")
    # Kernels choose code for still newer processors when they start.
    options = [*_OPTIONS, _WITHOUT_MODULE, *compiler.newer, "-isystem", "include"]
    compiler.compile(Dialect.C, [*options, "-c", "kernel.c", "-o", "kernel.o"], work)


def _copy_headers(target: Target, folder: Path) -> None:
    """Copy Python's headers, with the configuration for the target.

    They are copied since Python.h includes the pyconfig.h beside itself: on Debian that only
    includes another one, in a place where only the system's compiler looks.
    """
    headers = Path(sysconfig.get_path("include"))
    if not (headers / "Python.h").exists():
        raise CannotBuild(BuildFault.NO_HEADERS)
    shutil.copytree(headers, folder)
    (folder / "pyconfig.h").unlink(missing_ok=True)
    shutil.copyfile(_configuration(target, headers), folder / "pyconfig.h")


def _configuration(target: Target, headers: Path) -> Path:
    """Return the pyconfig.h for a system: of this Python if it runs there, or else our own."""
    if target is Target.WINDOWS or sys.platform != "linux":
        return _PARTS / f"{target}.h"
    # Debian keeps it in a folder for the kind of machine.
    machine_type = str(sysconfig.get_config_var("MULTIARCH"))
    debian_file = headers.parent / machine_type / headers.name / "pyconfig.h"
    return debian_file if debian_file.exists() else headers / "pyconfig.h"
