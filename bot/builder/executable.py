"""Makes single-shot programs of the kernels: no Python, no libraries of their own, one file.

Cython turns ``bot/x/kernel.pyx`` into C that mentions Python everywhere. But nothing that
``bot_main`` reaches is Python's, since all of a kernel is ``noexcept nogil`` on C data; so the
linker is told to drop what cannot be reached, and Python is dropped with it. A kernel that does use
Python does not link, which proves the others free of it.

Linkers for Windows want even the symbols that they will drop, so these are defined in an object
made for that. The same source gives the same bytes, of the same compiler.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import struct
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.builder.compiler import Compiler, Dialect, Target, compilers, run
from bot.builder.trouble import CannotBuild, Trouble

__all__ = [
    "HERE",
    "KERNEL",
    "MADE",
    "KernelProgram",
    "build",
    "compiled_kernel",
    "kept_object",
    "kernels",
    "program_named",
    "programs",
    "put_program",
]

HERE = Path(__file__).parent.parent
"""Where a folder for each game is."""
MADE = HERE / "made"
"""Programs that were made beforehand: where arena is one file, nothing can be made."""
KERNEL = "kernel.pyx"
"""What makes a folder a player."""
_KEPT = HERE.parent / "build" / "kernels"
_STYLES = re.compile(r"^STYLES = \(([^)]*)\)", re.MULTILINE)
_PARTS = Path(__file__).parent
_COMPILED = (
    "-O3",
    "-ffunction-sections",
    "-fdata-sections",
    # GCC 16 calls Python's listener directly where a kernel calls whatever listener there is.
    "-fno-devirtualize",
    "-w",  # of code that Cython wrote
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
        """What it is called on a command line, such as virus-war-uct."""
        return f"{self.kernel.replace('_', '-')}-{self.style}"


def kernels() -> list[str]:
    """The games that have a kernel, by their folders."""
    return sorted(path.parent.name for path in HERE.glob(f"*/{KERNEL}"))


def programs() -> tuple[KernelProgram, ...]:
    """Every program that can be made: each style of each kernel."""
    return _programs_in(HERE)


@cache
def _programs_in(folder: Path) -> tuple[KernelProgram, ...]:
    return tuple(
        KernelProgram(kernel, style)
        for kernel in kernels()
        for style in _styles((folder / kernel / KERNEL).read_text(encoding="utf-8"))
    )


def _styles(source: str) -> list[str]:
    match = _STYLES.search(source)
    return re.findall(r'"([a-z-]+)"', match[1]) if match else []


def program_named(name: str) -> KernelProgram:
    """The program of that name; a game's name alone is its champion. Raises CannotBuild."""
    for program in programs():
        if name in (program.name, program.name.removesuffix("-champion")):
            return program
    known = ", ".join(program.name for program in programs())
    raise CannotBuild(Trouble.NO_PROGRAM, name=name, known=known)


def build(
    program: KernelProgram, target: Target, path: Path, compiler: Compiler | None = None
) -> Compiler:
    """Makes the program and puts it at that path; by which compiler. Raises CannotBuild."""
    compiler = compiler or compilers(target, Dialect.C)[0]
    with TemporaryDirectory() as folder:
        work = Path(folder)
        for name, data in compiled_kernel(program.kernel, target, compiler):
            (work / name).write_bytes(data)
        shutil.copyfile(_PARTS / "main.c", work / "main.c")
        style = f'-DSTYLE="{program.style}"'
        compiler.compile(Dialect.C, [*_COMPILED, style, "-c", "main.c", "-o", "main.o"], work)
        objects = sorted(path.name for path in work.glob("*.o"))
        made = work / f"program{target.ending}"
        compiler.link(Dialect.C, objects, made.name, work)
        put_program(made, path)
    return compiler


def put_program(made: Path, path: Path) -> None:
    """Puts what was made where it is wanted, as a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(made, path)
    path.chmod(0o755)


@cache
def compiled_kernel(kernel: str, target: Target, compiler: Compiler) -> list[tuple[str, bytes]]:
    """The compiled kernel, by the names of its object files: the same for all its styles.

    What the installation has compiled is taken for the compiler of Python, which has done that; any
    other has a C library of its own.
    """
    if compiler.needs_system and (kept := kept_object(kernel, HERE)).exists():
        return [("kernel.o", kept.read_bytes())]
    with TemporaryDirectory() as folder:
        work = Path(folder)
        _write_c(kernel, work)
        _compile(target, compiler, work)
        return [(path.name, path.read_bytes()) for path in work.glob("*.o")]


def _write_c(kernel: str, work: Path) -> None:
    """The kernel in C, written from a copy: so that no path of this machine gets into it."""
    if find_spec("Cython") is None:
        raise CannotBuild(Trouble.NO_CYTHON)
    for source in kernel_sources(HERE, kernel):
        copy = work / "bot" / source.relative_to(HERE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
    command = [sys.executable, "-m", "cython", "-3", f"bot/{kernel}/{KERNEL}", "-o", "kernel.c"]
    run(command, work)


def kept_object(kernel: str, folder: Path) -> Path:
    """Where the installation in place keeps what it has compiled of a kernel in that folder.

    That is another place after each change of the sources.
    """
    parts = [
        (str(path.relative_to(folder)), path.read_bytes())
        for path in kernel_sources(folder, kernel)
    ]
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
    return _KEPT / f"{kernel}-{digest}.o"


def kernel_sources(folder: Path, kernel: str) -> list[Path]:
    """The kernel and all that it may include or take from others, in a folder of players."""
    shared = [
        path
        for path in folder.rglob("*")
        if path.suffix in (".pxd", ".pxi") or path.name == "__init__.py"
    ]
    return sorted([*shared, folder / kernel / KERNEL])


def _compile(target: Target, compiler: Compiler, work: Path) -> None:
    _copy_headers(target, work / "include")
    # Kernels choose code for yet newer processors as they start.
    options = [*_COMPILED, compiler.newer, "-isystem", "include"]
    if target is Target.WINDOWS:
        options += ["-DCYTHON_NO_PYINIT_EXPORT"]
    compiler.compile(Dialect.C, [*options, "-c", "kernel.c", "-o", "kernel.o"], work)
    if target is Target.WINDOWS:
        names = _undefined_python((work / "kernel.o").read_bytes())
        stubs = "".join(f"char {name}[8];\n" for name in names)
        (work / "python.c").write_text(stubs)
        compiler.compile(Dialect.C, [*_COMPILED, "-c", "python.c", "-o", "python.o"], work)


def _copy_headers(target: Target, folder: Path) -> None:
    """Python's headers, with the configuration that is right for the target.

    They are copied since Python.h takes the pyconfig.h beside itself: on Debian one that only
    leads to another, in a place where no other compiler than the system's looks.
    """
    headers = Path(sysconfig.get_path("include"))
    if not (headers / "Python.h").exists():
        raise CannotBuild(Trouble.NO_HEADERS)
    shutil.copytree(headers, folder)
    (folder / "pyconfig.h").unlink(missing_ok=True)
    shutil.copyfile(_configuration(target, headers), folder / "pyconfig.h")


def _configuration(target: Target, headers: Path) -> Path:
    """The pyconfig.h for that system: of this Python, if it runs there, or one of ours."""
    if target is Target.WINDOWS or sys.platform != "linux":
        return _PARTS / f"{target}.h"
    # Debian's is in a folder for the kind of machine.
    kind = str(sysconfig.get_config_var("MULTIARCH"))
    elsewhere = headers.parent / kind / headers.name / "pyconfig.h"
    return elsewhere if elsewhere.exists() else headers / "pyconfig.h"


def _undefined_python(data: bytes) -> Iterator[str]:
    """The names of Python's that an object for Windows mentions and does not have.

    Read from its table of symbols, as Microsoft's "PE Format" describes it.
    """
    *_, start, count, _, _ = _COFF_HEADER.unpack_from(data)
    texts = start + count * _COFF_SYMBOL.size
    more = 0
    for at in range(start, texts, _COFF_SYMBOL.size):
        if more:  # what else there is to the symbol before
            more -= 1
            continue
        short, _, section, _, _, more = _COFF_SYMBOL.unpack_from(data, at)
        name = (
            short if short[:4] != bytes(4) else data[texts + int.from_bytes(short[4:], "little") :]
        )
        text = name.partition(b"\0")[0].decode()
        if section == 0 and text.startswith(("Py", "_Py", "__imp_Py", "__imp__Py")):
            yield text
