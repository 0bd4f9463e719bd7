"""Makes single-shot programs of the kernels: no Python, no libraries of their own, one file.

Cython turns ``bot/x/kernel.pyx`` into C that mentions Python everywhere. But nothing that
``bot_main`` reaches belongs to Python, since all of a kernel is ``noexcept nogil`` on C data; so
the linker drops everything unreachable, and Python with it. A kernel that does use Python does not
link, which proves that the others do not.

Linkers for Windows need even the symbols that they will drop, so these are defined in an additional
object. One compiler always makes the same bytes from the same source.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import struct
import sys
import sysconfig
from collections.abc import Iterator
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
    "HERE",
    "KERNEL",
    "MADE",
    "SOURCES",
    "KernelProgram",
    "build",
    "build_programs",
    "compiled_kernel",
    "kept_object",
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
_KERNEL_OBJECTS = HERE.parent / "build" / "kernels"
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
_COFF_HEADER = struct.Struct("<HHIIIHH")
_COFF_SYMBOL = struct.Struct("<8sIhHBB")


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
    if compiler.needs_system and (kept := kept_object(kernel, HERE)).exists():
        return [("kernel.o", kept.read_bytes())]
    with TemporaryDirectory() as folder:
        work = Path(folder)
        _write_c(kernel, work)
        _compile(target, compiler, work)
        return [(path.name, path.read_bytes()) for path in work.glob("*.o")]


def _write_c(kernel: str, work: Path) -> None:
    """Translate the kernel into C from a copy, so that the result has no path of this machine."""
    if find_spec("Cython") is None:
        raise CannotBuild(BuildFault.NO_CYTHON)
    for source in kernel_sources(HERE, kernel):
        copy = work / "bot" / source.relative_to(HERE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
    command = [sys.executable, "-m", "cython", "-3", f"bot/{kernel}/{KERNEL}", "-o", "kernel.c"]
    run(command, work)


def kept_object(kernel: str, folder: Path) -> Path:
    """Return the path of the object that an installation in place has compiled from a kernel.

    The path is another one after each change of the sources.
    """
    parts = [
        (str(path.relative_to(folder)), path.read_bytes())
        for path in kernel_sources(folder, kernel)
    ]
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
    return _KERNEL_OBJECTS / f"{kernel}-{digest}.o"


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
    options = [*_OPTIONS, compiler.newer, "-isystem", "include"]
    if target is Target.WINDOWS:
        options += ["-DCYTHON_NO_PYINIT_EXPORT"]
    compiler.compile(Dialect.C, [*options, "-c", "kernel.c", "-o", "kernel.o"], work)
    if target is Target.WINDOWS:
        names = _undefined_python((work / "kernel.o").read_bytes())
        stubs = "".join(f"char {name}[8];\n" for name in names)
        (work / "python.c").write_text(stubs)
        compiler.compile(Dialect.C, [*_OPTIONS, "-c", "python.c", "-o", "python.o"], work)


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


def _undefined_python(data: bytes) -> Iterator[str]:
    """Yield the names of Python's symbols that an object for Windows uses and does not define.

    The table of symbols is read as Microsoft's "PE Format" describes it.
    """
    *_, start, count, _, _ = _COFF_HEADER.unpack_from(data)
    texts = start + count * _COFF_SYMBOL.size
    records_to_skip = 0
    for offset in range(start, texts, _COFF_SYMBOL.size):
        if records_to_skip:  # This record belongs to the symbol before.
            records_to_skip -= 1
            continue
        short, _, section, _, _, records_to_skip = _COFF_SYMBOL.unpack_from(data, offset)
        name = (
            short if short[:4] != bytes(4) else data[texts + int.from_bytes(short[4:], "little") :]
        )
        text = name.partition(b"\0")[0].decode()
        if section == 0 and text.startswith(("Py", "_Py", "__imp_Py", "__imp__Py")):
            yield text
