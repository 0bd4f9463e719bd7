"""Makes single-shot programs of the kernels: no Python, no libraries of their own, one file.

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
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.builder.build_fault import BuildFault, CannotBuild
from bot.builder.compiler import Compiler, Dialect, Target, compilers, run

__all__ = [
    "DIRECTIVES",
    "HERE",
    "KERNEL",
    "MADE",
    "SOURCES",
    "KernelProgram",
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
"""Endings of the sources of kernels; a wheel that has the programs has none of them."""
_LIST = "programs.txt"
"""File in ``MADE`` with the kernel and the style of each program, where there are no sources."""
DIRECTIVES = {
    "language_level": "3",
    # What programs do not use, and extensions can do without, costs a fifth of the compiler's time.
    "auto_pickle": False,
    "binding": False,
    "emit_code_comments": False,
}
"""Options with which Cython translates kernels."""
_KEPT = HERE.parent / "build" / "kernels"
_STYLES = re.compile(r"^STYLES = \(([^)]*)\)", re.MULTILINE)
_PARTS = Path(__file__).parent
_OPTIONS = (
    "-O3",
    "-ffunction-sections",
    "-fdata-sections",
    # Otherwise GCC 16 calls the listener for Python directly, and Python is linked.
    "-fno-devirtualize",
    "-w",  # The warnings would be about code of Cython.
)
_WITHOUT_MODULE = "-DPyMODINIT_FUNC=static __attribute__((unused)) PyObject *"
"""Option that hides the function by which Python imports a module, and so all that it reaches."""


@dataclass(frozen=True, slots=True)
class KernelProgram:
    """A kernel and the style that it plays by default."""

    kernel: str
    style: str

    @property
    def name(self) -> str:
        """Return the name of the bot on a command line, such as virus-war-uct."""
        return f"{self.kernel.replace('_', '-')}-{self.style}"


def kernels() -> list[str]:
    """Return the folders of the games that have a kernel."""
    return list(dict.fromkeys(program.kernel for program in programs()))


def programs() -> tuple[KernelProgram, ...]:
    """Return every program that can be built or is built in advance: each style of each kernel."""
    return _programs_in(HERE)


@cache
def _programs_in(folder: Path) -> tuple[KernelProgram, ...]:
    with suppress(FileNotFoundError):
        lines = (folder / MADE.name / _LIST).read_text(encoding="utf-8").splitlines()
        return tuple(KernelProgram(*line.split()) for line in lines)
    return tuple(
        KernelProgram(source.parent.name, style)
        for source in sorted(folder.glob(f"*/{KERNEL}"))
        for style in _styles(source.read_text(encoding="utf-8"))
    )


def _styles(source: str) -> list[str]:
    match = _STYLES.search(source)
    return re.findall(r'"([a-z-]+)"', match[1]) if match else []


def program_named(name: str) -> KernelProgram:
    """Return the program with a name, the champion for a game's name; raise CannotBuild if none."""
    for program in programs():
        if name in (program.name, program.name.removesuffix("-champion")):
            return program
    known = ", ".join(program.name for program in programs())
    raise CannotBuild(BuildFault.NO_PROGRAM, name=name, known=known)


def build(
    program: KernelProgram, target: Target, path: Path, compiler: Compiler | None = None
) -> Compiler:
    """Build a program at a path and return the compiler; raise CannotBuild on failure."""
    if not (HERE / program.kernel / KERNEL).exists():
        raise CannotBuild(BuildFault.NO_SOURCES, name=program.name)
    compiler = compiler or compilers(target, Dialect.C)[0]
    with TemporaryDirectory() as folder:
        work = Path(folder)
        for name, data in compiled_kernel(program.kernel, target, compiler):
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
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda kernel: _build_styles(kernel, folder), kernels()))
    lines = [f"{program.kernel} {program.style}\n" for program in programs()]
    (folder / _LIST).write_text("".join(lines), encoding="utf-8")


def _build_styles(kernel: str, folder: Path) -> None:
    """Build the programs of a kernel in turn: it is compiled for the first, and linked for all."""
    for program in programs():
        if program.kernel == kernel:
            build(program, Target.LINUX, folder / program.name)


def put_program(built: Path, path: Path) -> None:
    """Copy a built program to a path and make it executable."""
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(built, path)
    path.chmod(0o755)


@cache
def compiled_kernel(kernel: str, target: Target, compiler: Compiler) -> list[tuple[str, bytes]]:
    """Return the compiled kernel as object files with their names; it is the same for all styles.

    For the compiler that built Python, the object of the installation is used; any other compiler
    has a C library of its own.
    """
    if compiler.needs_system and (kept := kept_kernel(kernel, HERE, ".o")).exists():
        return [("kernel.o", kept.read_bytes())]
    with TemporaryDirectory() as folder:
        work = Path(folder)
        _write_c(kernel, work)
        _compile(target, compiler, work)
        return [(path.name, path.read_bytes()) for path in work.glob("*.o")]


def _write_c(kernel: str, work: Path) -> None:
    """Write the kernel in C: as an installation has translated it, or translated from a copy.

    In a copy, the result has no path of this machine.
    """
    if (kept := kept_kernel(kernel, HERE, ".c")).exists():
        shutil.copyfile(kept, work / "kernel.c")
        return
    if find_spec("Cython") is None:
        raise CannotBuild(BuildFault.NO_CYTHON)
    for source in kernel_sources(HERE, kernel):
        copy = work / "bot" / source.relative_to(HERE)
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
    options = [*_OPTIONS, _WITHOUT_MODULE, compiler.newer, "-isystem", "include"]
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
