"""Makes single-shot programs of the kernels: no Python, no libraries of their own, one file.

Cython turns ``bot/x.pyx`` into C that mentions Python everywhere. But nothing that ``bot_main``
reaches is Python's, since all of a kernel is ``noexcept nogil`` on C data; so the linker is told
to drop what cannot be reached, and Python is dropped with it. A kernel that does use Python does
not link, which proves the others free of it.

Linux: musl makes the program static, so that it runs on any x86-64 of the last ten years. Windows:
mingw links it against kernel32 and msvcrt; its linker wants even the symbols that it will drop, so
they are defined in an object made for that. The same source gives the same bytes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
MADE = HERE / "made"
"""Programs that were made beforehand: where arena is one file, nothing can be made."""
_STYLES = re.compile(r"^STYLES = \(([^)]*)\)", re.MULTILINE)
_COMPILED = (
    "-O3",
    "-march=x86-64-v2",  # every processor since 2009; kernels choose faster code as they start
    "-ffunction-sections",
    "-fdata-sections",
    "-w",  # of code that Cython wrote
)
_LINKED = ("-static", "-s", "-Wl,--gc-sections")


class CannotBuild(Exception):  # noqa: N818  # what it is, not "an error about it"
    """A program that cannot be made; the text says why and what to do."""


class Target(StrEnum):
    """The systems that programs are made for."""

    LINUX = "linux"
    WINDOWS = "windows"

    @property
    def ending(self) -> str:
        """What the names of its programs end with."""
        return ".exe" if self is Target.WINDOWS else ""


@dataclass(frozen=True, slots=True)
class Program:
    """A kernel and the style it plays by itself."""

    kernel: str
    style: str

    @property
    def name(self) -> str:
        """What it is called on a command line, such as virus-war-uct."""
        return f"{self.kernel.replace('_', '-')}-{self.style}"


def programs() -> list[Program]:
    """Every program that can be made: each style of each kernel in this folder."""
    return [
        Program(path.stem, style)
        for path in sorted(HERE.glob("*.pyx"))
        for style in _styles(path.read_text(encoding="utf-8"))
    ]


def _styles(source: str) -> list[str]:
    match = _STYLES.search(source)
    return re.findall(r'"([a-z-]+)"', match[1]) if match else []


def program_named(name: str) -> Program:
    """The program of that name; a game's name alone is its champion. Raises CannotBuild."""
    for program in programs():
        if name in (program.name, program.name.removesuffix("-champion")):
            return program
    known = ", ".join(program.name for program in programs())
    raise CannotBuild(f"no program {name}; there are {known}")


def build(program: Program, target: Target, path: Path) -> None:
    """Makes the program and puts it at that path. Raises CannotBuild."""
    compiler = _compiler(target)
    with TemporaryDirectory() as folder:
        work = Path(folder)
        for name, data in compiled_kernel(program.kernel, target):
            (work / name).write_bytes(data)
        shutil.copyfile(HERE / "main.c", work / "main.c")
        _run([compiler, *_COMPILED, f'-DSTYLE="{program.style}"', "-c", "main.c"], work)
        objects = sorted(path.name for path in work.glob("*.o"))
        made = work / f"program{target.ending}"
        _run([compiler, *objects, *_LINKED, _without_date(target), "-o", made.name], work)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made, path)
        path.chmod(0o755)


@cache
def compiled_kernel(kernel: str, target: Target) -> list[tuple[str, bytes]]:
    """The compiled kernel, by the names of its object files: the same for all its styles."""
    with TemporaryDirectory() as folder:
        work = Path(folder)
        _write_c(kernel, work)
        _compile(target, work)
        return [(path.name, path.read_bytes()) for path in work.glob("*.o")]


def _compiler(target: Target) -> str:
    name, package = {
        Target.LINUX: ("musl-gcc", "musl-tools"),
        Target.WINDOWS: ("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64"),
    }[target]
    if shutil.which(name) is None:
        raise CannotBuild(f"{name} is needed: sudo apt-get install {package}")
    return name


def _write_c(kernel: str, work: Path) -> None:
    """The kernel in C, written from a copy: so that no path of this machine gets into it."""
    (work / "bot").mkdir()
    for source in [*HERE.glob("*.pxd"), HERE / f"{kernel}.pyx", HERE / "__init__.py"]:
        shutil.copyfile(source, work / "bot" / source.name)
    command = [sys.executable, "-m", "cython", "-3", f"bot/{kernel}.pyx", "-o", "kernel.c"]
    _run(command, work)


def _compile(target: Target, work: Path) -> None:
    _copy_headers(target, work / "include")
    options = [*_COMPILED, "-isystem", "include"]
    if target is Target.WINDOWS:
        options += ["-DCYTHON_NO_PYINIT_EXPORT"]
    _run([_compiler(target), *options, "-c", "kernel.c"], work)
    if target is Target.WINDOWS:
        stubs = "".join(f"char {name}[8];\n" for name in _undefined_python(work))
        (work / "python.c").write_text(stubs)
        _run([_compiler(target), *_COMPILED, "-c", "python.c"], work)


def _copy_headers(target: Target, folder: Path) -> None:
    """Python's headers, with the configuration that is right for the target.

    They are copied since Python.h takes the pyconfig.h beside itself: on Debian one that only
    leads to another, in a place where no other compiler than the system's looks.
    """
    headers = Path(sysconfig.get_path("include"))
    if not (headers / "Python.h").exists():
        raise CannotBuild("Python's headers are needed: sudo apt-get install python3-dev")
    shutil.copytree(headers, folder)
    windows = target is Target.WINDOWS
    configuration = HERE / "windows.h" if windows else _configuration(headers)
    (folder / "pyconfig.h").unlink()
    shutil.copyfile(configuration, folder / "pyconfig.h")


def _configuration(headers: Path) -> Path:
    """The pyconfig.h that describes this machine: Debian's is in a folder for its kind."""
    kind = str(sysconfig.get_config_var("MULTIARCH"))
    elsewhere = headers.parent / kind / headers.name / "pyconfig.h"
    return elsewhere if elsewhere.exists() else headers / "pyconfig.h"


def _undefined_python(work: Path) -> Iterator[str]:
    """The names of Python's that the kernel's object mentions."""
    listing = _run(["x86_64-w64-mingw32-nm", "-u", "kernel.o"], work)
    return (
        name for name in listing.split() if name.startswith(("Py", "_Py", "__imp_Py", "__imp__Py"))
    )


def _without_date(target: Target) -> str:
    """What keeps a linker from putting in what differs from one time to the next."""
    return "-Wl,--no-insert-timestamp" if target is Target.WINDOWS else "-Wl,--build-id=none"


def _run(command: Sequence[str], work: Path) -> str:
    done = subprocess.run(
        command,
        cwd=work,
        env={**os.environ, "SOURCE_DATE_EPOCH": "0", "LC_ALL": "C"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise CannotBuild(f"{command[0]} failed:\n{done.stdout}")
    return done.stdout
