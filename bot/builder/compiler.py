"""The compilers of this machine, with their targets and languages.

They are preferred in this order. musl's gcc builds small programs for Linux that need no library;
mingw builds those for Windows. zig builds both, on any system, from C and all of C++, and comes
from PyPI. The compiler that built Python itself is the last resort: its programs need the C library
of this machine. Programs by zig are smaller than those by gcc, and slower: ``arena bench
compilers``.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from platform import libc_ver, machine
from typing import TypeAlias

from bot.builder.build_fault import BuildFault, CannotBuild
from referee.machine import cache_folder

Command: TypeAlias = tuple[str, ...]

_WITHOUT_CPP_LIBRARY = ("-fno-exceptions", "-fno-rtti")
_WITH_CPP_LIBRARY = ("-static-libgcc", "-static-libstdc++")
_TRIPLES = {"linux": "x86_64-linux-musl", "windows": "x86_64-windows-gnu"}


class Target(StrEnum):
    LINUX = "linux"
    WINDOWS = "windows"

    @property
    def ending(self) -> str:
        """Return the ending of names of programs."""
        return ".exe" if self is Target.WINDOWS else ""


SINCE_2009 = ("-mcx16", "-msahf", "-mpopcnt", "-msse3", "-mssse3", "-msse4.1", "-msse4.2")
"""Options that allow the instructions of every x86-64 processor since 2009, for any gcc or clang.

The name of that level, x86-64-v2, is not known to gcc before version 11.
"""


class Dialect(StrEnum):
    C = "C"
    CPP = "C++"


@dataclass(frozen=True, slots=True)
class Compiler:
    name: str
    c: Command
    """Command for C."""
    cpp: Command = ()
    """Command for C++; empty if the compiler does not support it."""
    linking: Command = ("-static",)
    has_cpp_library: bool = True
    """False if there is no C++ library: then there are no <vector> and no exceptions."""
    needs_system: bool = False
    """True if the programs need the C library of this machine."""
    newer: Command = SINCE_2009
    """Options that allow the instructions of every processor since 2009."""
    environment: tuple[tuple[str, str], ...] = ()
    """Environment variables of the compiler."""
    libraries: Path | None = None
    """Folder of the libraries that the compiler builds itself before it first links with them."""

    def compiles_library(self, dialect: Dialect) -> bool:
        """Return whether the next program takes minutes, since the library is not compiled yet."""
        return self.libraries is not None and not self._library_mark(dialect).exists()

    def _library_mark(self, dialect: Dialect) -> Path:
        assert self.libraries is not None
        version = hashlib.sha256(repr((self.identity, self.command(dialect))).encode())
        return self.libraries / f"compiled-{version.hexdigest()[:16]}"

    @property
    def identity(self) -> str:
        """Return a text that changes when another compiler or version is installed."""
        words = [*self.c[:1], *(["gcc"] if self.name == "musl-gcc" else [])]
        files = [Path(place) for word in words if (place := shutil.which(word))]
        if (zig := find_spec("ziglang")) and zig.origin and self.name == "zig":
            files.append(Path(zig.origin))
        states = [(str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files]
        return repr((self.c, self.linking, states))

    def command(self, dialect: Dialect) -> Command:
        """Return the command for a language; empty if the compiler does not support it."""
        return self.cpp if dialect is Dialect.CPP else self.c

    def compile(self, dialect: Dialect, options: Sequence[str], work: Path | None = None) -> str:
        """Run the compiler in a folder and return its messages; raise CannotBuild on failure."""
        return run([*self.command(dialect), *options], work, dict(self.environment))

    def link(
        self, dialect: Dialect, objects: Sequence[str], program: str, work: Path | None = None
    ) -> str:
        """Link a program from reachable functions only; raise CannotBuild on failure."""
        options = (*self.linking, "-s", "-Wl,--gc-sections", "-o", program)
        messages = self.compile(dialect, [*objects, *options], work)
        if self.compiles_library(dialect):
            # With a cache of the user's own, zig has not made the folder.
            self._library_mark(dialect).parent.mkdir(parents=True, exist_ok=True)
            self._library_mark(dialect).touch()
        return messages


def compilers(target: Target, dialect: Dialect) -> list[Compiler]:
    """Return the compilers for a system and a language, the best first; may raise CannotBuild."""
    installed = _windows_compilers() if target is Target.WINDOWS else _linux_compilers()
    suitable = [compiler for compiler in installed if compiler.command(dialect)]
    if not suitable:
        raise CannotBuild(BuildFault.NO_COMPILER, target=target, dialect=dialect)
    return suitable


def build_cache() -> Path:
    """Return the folder in which built programs are cached; raise CannotBuild if there is none."""
    try:
        return cache_folder()
    except OSError as error:
        raise CannotBuild(BuildFault.NO_CACHE, folder=str(error.filename)) from None


def run(
    command: Sequence[str], work: Path | None = None, environment: Mapping[str, str] | None = None
) -> str:
    """Run a command and return its output; raise CannotBuild with the output if it fails."""
    result = subprocess.run(
        command,
        cwd=work,
        env={**(environment or {}), **os.environ, "SOURCE_DATE_EPOCH": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if result.returncode:
        raise CannotBuild(BuildFault.FAILED, command=Path(command[0]).name, said=result.stdout)
    return result.stdout


def _linux_compilers() -> Iterator[Compiler]:
    if shutil.which("musl-gcc"):
        # It runs the system's compiler with other headers, which lack those of C++.
        cpp = ("musl-gcc", *_WITHOUT_CPP_LIBRARY) if _native_command("CXX", "c++") else ()
        linking = ("-static", "-Wl,--build-id=none")
        yield Compiler("musl-gcc", ("musl-gcc",), cpp, linking, has_cpp_library=False)
    yield from _zig_compilers(Target.LINUX)
    if sys.platform == "linux" and machine() == "x86_64":
        yield from _compilers_of_python()


def _windows_compilers() -> Iterator[Compiler]:
    c, cpp = "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-g++"
    if shutil.which(c):
        linking = ("-static", "-Wl,--no-insert-timestamp")
        yield Compiler("mingw", (c,), (cpp,) if shutil.which(cpp) else (), linking)
    yield from _zig_compilers(Target.WINDOWS)


def _zig_compilers(target: Target) -> Iterator[Compiler]:
    """Yield zig from PyPI, or else an installed one."""
    if find_spec("ziglang"):
        # With -P a student's selectors.py in the current folder is not imported for Python's own.
        zig: Command = (sys.executable, "-P", "-m", "ziglang")
    elif shutil.which("zig"):
        zig = ("zig",)
    else:
        return
    libraries = build_cache() / "zig"
    cache = str(libraries)
    yield Compiler(
        "zig",
        (*zig, "cc", "-target", _TRIPLES[target]),
        (*zig, "c++", "-target", _TRIPLES[target]),
        # As an option of the linker, -Os makes zig compile only its own libraries for size.
        ("-static", "-Os"),
        newer=("-march=x86_64_v2",),
        environment=(("ZIG_GLOBAL_CACHE_DIR", cache), ("ZIG_LOCAL_CACHE_DIR", cache)),
        libraries=libraries,
    )


def _compilers_of_python() -> Iterator[Compiler]:
    """Yield the compiler that built Python.

    A program with glibc in it is larger than the class allows, so it uses the system's glibc. With
    the streams of C++ it still is too large, and the second compiler uses the system's C++
    library, too.
    """
    c, cpp = _native_command("CC", "cc"), _native_command("CXX", "c++")
    if not c:
        return
    is_small = libc_ver()[0] != "glibc"
    linking = ("-static",) if is_small else _WITH_CPP_LIBRARY
    options = ("-Wl,--build-id=none", "-Wl,--as-needed")
    yield Compiler(Path(c[0]).name, c, cpp, (*linking, *options), needs_system=not is_small)
    if cpp and not is_small:
        yield Compiler(f"{Path(cpp[0]).name} (libstdc++)", (), cpp, options, needs_system=True)


def _native_command(variable: str, usual: str) -> Command:
    chosen = tuple(shlex.split(str(sysconfig.get_config_var(variable) or "")))
    commands = (command for command in (chosen, (usual,)) if command and shutil.which(command[0]))
    return next(commands, ())
