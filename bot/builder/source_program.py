"""Makes one small file of a bot in C or C++, such as can be submitted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.builder.compiler import Compiler, Dialect, Target, compilers
from bot.builder.executable import put_program
from bot.builder.trouble import CannotBuild, Trouble

_DIALECTS = {
    ".c": Dialect.C,
    ".cc": Dialect.CPP,
    ".cpp": Dialect.CPP,
    ".cxx": Dialect.CPP,
}
_COMPILED = ("-O2", "-Wall", "-ffunction-sections", "-fdata-sections")


@dataclass(frozen=True, slots=True)
class BuiltProgram:
    compiler: Compiler
    size: int
    said: str
    """The warnings of the compiler, in its own words."""


def is_source(name: str) -> bool:
    """Whether a file of that name is C or C++."""
    return Path(name).suffix.lower() in _DIALECTS


def build_source(
    source: Path,
    target: Target,
    path: Path,
    most: int,
    tell: Callable[[Compiler, Dialect], None] | None = None,
) -> BuiltProgram:
    """Makes the program and puts it at that path. Raises CannotBuild.

    By the first compiler whose program is within that size, otherwise by the one whose program
    is the smallest. What works now is told before each.
    """
    if not source.is_file():
        raise CannotBuild(Trouble.NO_FILE, file=str(source))
    with TemporaryDirectory() as folder:
        best: tuple[BuiltProgram, Path] | None = None
        for made, program in _attempts(source, target, Path(folder), tell):
            if best is None or made.size < best[0].size:
                best = made, program
            if made.size <= most:
                break
        assert best is not None, "a compiler makes a program or fails"
        put_program(best[1], path)
    return best[0]


def _attempts(
    source: Path, target: Target, folder: Path, tell: Callable[[Compiler, Dialect], None] | None
) -> Iterator[tuple[BuiltProgram, Path]]:
    """What each compiler makes of it. Raises CannotBuild if none makes anything."""
    dialect = _DIALECTS[source.suffix.lower()]
    *others, last = compilers(target, dialect)
    found = False
    for compiler in (*others, last):
        program = folder / f"{compiler.name}{target.ending}"
        if tell is not None:
            tell(compiler, dialect)
        try:
            yield _made(source, dialect, compiler, program), program
            found = True
        except CannotBuild:
            lacks_library = dialect is Dialect.CPP and not compiler.has_cpp_library
            if not found and (compiler is last or not lacks_library):
                raise


def _made(source: Path, dialect: Dialect, compiler: Compiler, program: Path) -> BuiltProgram:
    parts = str(program.with_suffix(".o"))
    said = compiler.compile(dialect, [*_COMPILED, "-c", str(source), "-o", parts])
    said += compiler.link(dialect, [parts], str(program))
    return BuiltProgram(compiler, program.stat().st_size, said)
