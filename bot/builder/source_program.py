"""The builder of one small program from a bot in C or C++, fit for submission."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.builder.build_fault import BuildFault, CannotBuild
from bot.builder.compiler import Compiler, Dialect, Target, compilers
from bot.builder.executable import put_program

_DIALECTS = {
    ".c": Dialect.C,
    ".cc": Dialect.CPP,
    ".cpp": Dialect.CPP,
    ".cxx": Dialect.CPP,
}
_OPTIONS = ("-O2", "-Wall", "-ffunction-sections", "-fdata-sections")


@dataclass(frozen=True, slots=True)
class BuiltProgram:
    compiler: Compiler
    size: int
    messages: str
    """Messages of the compiler, such as warnings."""


def is_source(name: str) -> bool:
    """Return whether a file with this name is C or C++."""
    return Path(name).suffix.lower() in _DIALECTS


def build_source(
    source: Path,
    target: Target,
    path: Path,
    most: int,
    tell: Callable[[Compiler, Dialect], None] | None = None,
) -> BuiltProgram:
    """Build a program of at most ``most`` bytes at a path; raise CannotBuild on failure.

    The first compiler is used whose program is within the size, or else the one with the smallest
    program. ``tell`` is called before each compiler.
    """
    if not source.is_file():
        raise CannotBuild(BuildFault.NO_FILE, file=str(source))
    with TemporaryDirectory() as folder:
        best: tuple[BuiltProgram, Path] | None = None
        for built, program in _attempts(source, target, Path(folder), tell):
            if best is None or built.size < best[0].size:
                best = built, program
            if built.size <= most:
                break
        assert best is not None, "a compiler makes a program or fails"
        put_program(best[1], path)
    return best[0]


def _attempts(
    source: Path, target: Target, folder: Path, tell: Callable[[Compiler, Dialect], None] | None
) -> Iterator[tuple[BuiltProgram, Path]]:
    """Yield the program of each compiler; raise CannotBuild if none builds it."""
    dialect = _DIALECTS[source.suffix.lower()]
    *others, last = compilers(target, dialect)
    has_built = False
    for compiler in (*others, last):
        program = folder / f"{compiler.name}{target.ending}"
        if tell is not None:
            tell(compiler, dialect)
        try:
            yield _build_with(source, dialect, compiler, program), program
            has_built = True
        except CannotBuild:
            lacks_library = dialect is Dialect.CPP and not compiler.has_cpp_library
            if not has_built and (compiler is last or not lacks_library):
                raise


def _build_with(source: Path, dialect: Dialect, compiler: Compiler, program: Path) -> BuiltProgram:
    object_file = str(program.with_suffix(".o"))
    messages = compiler.compile(dialect, [*_OPTIONS, "-c", str(source), "-o", object_file])
    # In a folder of its own: where zig itself is below the working folder, as in a virtual
    # environment, zig would compile its libraries once more.
    messages += compiler.link(dialect, [object_file], str(program), program.parent)
    return BuiltProgram(compiler, program.stat().st_size, messages)
