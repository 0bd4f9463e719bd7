"""Tests of the compilers of this machine, each with the programs that it can build."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.builder import compiler, executable, source_program
from bot.builder.build_fault import BuildFault, CannotBuild
from bot.builder.compiler import Compiler, Dialect, Target, build_cache, compilers
from bot.builder.executable import build, program_named
from bot.builder.source_program import build_source
from formats.matrix import read_matrix
from formats.transition import change
from tests.bot import sources
from tests.bot.programs import some_positions, write_turn
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.present import needs

LARGEST = 500_000
MAGIC = {Target.LINUX: b"\x7fELF", Target.WINDOWS: b"MZ"}


def installed_compilers(target: Target, dialect: Dialect) -> list[Compiler]:
    """Return the compilers of this machine; an empty list if there is none."""
    try:
        return compilers(target, dialect)
    except CannotBuild:
        return []


INSTALLED = [
    # One worker uses a compiler for a target: zig compiles its library for the first program.
    pytest.param(target, c, marks=pytest.mark.xdist_group(f"{c.name}-{target}"))
    for target in Target
    for c in installed_compilers(target, Dialect.C)
]
every_compiler = pytest.mark.parametrize(
    ("target", "c_compiler"), INSTALLED, ids=lambda value: getattr(value, "name", value)
)


@pytest.fixture(name="only_native")
def leave_only_native(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide all compilers but the one that built Python."""
    if not sysconfig.get_config_var("CC"):
        pytest.skip("Python was made by no compiler that is installed_compilers")
    find_program = shutil.which

    def which(name: str) -> str | None:
        return None if "musl" in name or "mingw" in name or name == "zig" else find_program(name)

    monkeypatch.setattr(shutil, "which", which)
    monkeypatch.setattr(compiler, "find_spec", lambda _: None)


@every_compiler
def test_each_compiler_builds_a_bot_that_plays(
    target: Target, c_compiler: Compiler, tmp_path: Path
) -> None:
    path = tmp_path / f"bot{target.ending}"
    assert build(program_named(f"{SHORT}-nim"), target, path, c_compiler) == c_compiler
    assert path.read_bytes().startswith(MAGIC[target])
    second_path = tmp_path / "again"
    executable.compiled_kernel.cache_clear()
    build(program_named(f"{SHORT}-nim"), target, second_path, c_compiler)
    assert second_path.read_bytes() == path.read_bytes(), "the same source gives the same bytes"
    if target is Target.LINUX:
        folder = tmp_path / "turn"
        for matrix in some_positions(SHORT, 5):
            before = read_matrix(write_turn(matrix, folder))
            subprocess.run([path], cwd=folder, check=True)
            assert change(before, read_matrix((folder / "matrix.txt").read_bytes())).good


@every_compiler
def test_each_compiler_builds_a_small_c_program(
    target: Target, c_compiler: Compiler, tmp_path: Path
) -> None:
    source, path = tmp_path / "ivanov.c", tmp_path / f"ivanov{target.ending}"
    source.write_text(sources.SMALL_C)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source_program, "compilers", lambda *_: [c_compiler])
        result = build_source(source, target, path, LARGEST)
    assert result.size == path.stat().st_size
    if target is Target.LINUX:
        assert subprocess.run([path], capture_output=True, check=True).stdout == b"moved\n"


def test_a_program_is_linked_in_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With zig below the working folder, zig would compile its libraries for that folder, too."""
    folders: list[Path | None] = []
    run = compiler.run

    def run_and_note(
        command: Sequence[str], work: Path | None, environment: Mapping[str, str]
    ) -> str:
        if "-c" not in command:
            folders.append(work)
        return run(command, work, environment)

    monkeypatch.setattr(compiler, "run", run_and_note)
    source = tmp_path / "ivanov.c"
    source.write_text(sources.SMALL_C)
    build_source(source, Target.LINUX, tmp_path / "ivanov", LARGEST)
    build(program_named(f"{SHORT}-nim"), Target.LINUX, tmp_path / "bot")
    assert len(folders) >= 2
    assert all(folder and not Path.cwd().is_relative_to(folder) for folder in folders)
    assert Path.cwd() not in {parent for folder in folders if folder for parent in folder.parents}


@pytest.mark.usefixtures("only_native")
def test_the_compiler_of_python_builds_a_bot(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    c_compiler = build(program_named(f"{SHORT}-nim"), Target.LINUX, path)
    assert path.stat().st_size <= LARGEST
    assert c_compiler.c[0] == sysconfig.get_config_var("CC").split()[0]
    write_turn(some_positions(SHORT, 1)[0], tmp_path)
    subprocess.run([path], cwd=tmp_path, check=True)


@pytest.mark.usefixtures("only_native")
def test_a_kernel_compiled_at_installation_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executable, "_KEPT", tmp_path)
    kernel, native = SHORT.replace("-", "_"), compilers(Target.LINUX, Dialect.C)[0]
    executable.kept_kernel(kernel, executable.HERE, ".o").write_bytes(b"kept")
    executable.compiled_kernel.cache_clear()
    objects = executable.compiled_kernel(kernel, Target.LINUX, native)
    assert objects == [("kernel.o", b"kept")]
    another = replace(native, needs_system=False)
    assert executable.compiled_kernel(kernel, Target.LINUX, another) != objects
    executable.compiled_kernel.cache_clear()


def test_a_kernel_translated_at_installation_is_not_translated_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executable, "_KEPT", tmp_path)
    monkeypatch.setattr(executable, "find_spec", lambda _: None)  # there is no Cython
    program = program_named(f"{SHORT}-nim")
    c_file = executable.kept_kernel(program.kernel, executable.HERE, ".c")
    c_file.write_text("int bot_main(int count, char **words, const char *style) { return 7; }")
    executable.compiled_kernel.cache_clear()
    build(program, Target.LINUX, tmp_path / "bot")
    executable.compiled_kernel.cache_clear()
    assert subprocess.run([tmp_path / "bot"], check=False).returncode == 7


@every_compiler
def test_nothing_of_python_is_compiled_into_a_program(
    target: Target, c_compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The part for Python takes the compiler longer than the player."""
    monkeypatch.setattr(executable, "_KEPT", tmp_path)
    executable.compiled_kernel.cache_clear()
    ((_, data),) = executable.compiled_kernel(SHORT.replace("-", "_"), target, c_compiler)
    executable.compiled_kernel.cache_clear()
    assert re.findall(rb"_?Py[A-Z]\w+|__Pyx\w+", data) == []
    assert b"-fdata-sections" not in data, "the compiler has written its command into the object"


def test_a_kernel_compiled_from_other_sources_is_not_used(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    shutil.copytree(executable.HERE, folder)
    kernel = SHORT.replace("-", "_")
    object_path = executable.kept_kernel(kernel, executable.HERE, ".o")
    assert executable.kept_kernel(kernel, folder, ".o") == object_path
    source = folder / kernel / executable.KERNEL
    source.write_bytes(source.read_bytes() + b"\n")
    assert executable.kept_kernel(kernel, folder, ".o") != object_path


@pytest.mark.usefixtures("only_native")
def test_a_cpp_program_is_small_enough(tmp_path: Path) -> None:
    """With all of a large C library in it, the smallest program would be too large."""
    source = tmp_path / "ivanov.cpp"
    source.write_text(sources.CLASSES_ALONE)
    if not installed_compilers(Target.LINUX, Dialect.CPP):
        pytest.skip("no C++ installed_compilers")
    result = build_source(source, Target.LINUX, tmp_path / "ivanov", LARGEST)
    assert result.size <= LARGEST


def test_the_smallest_of_too_large_programs_is_kept(tmp_path: Path) -> None:
    source, path = tmp_path / "ivanov.c", tmp_path / "ivanov"
    source.write_text(sources.SMALL_C)
    result = build_source(source, Target.LINUX, path, most=0)
    assert result.size == path.stat().st_size
    for each in installed_compilers(Target.LINUX, Dialect.C):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(source_program, "compilers", lambda *_, each=each: [each])
            assert result.size <= build_source(source, Target.LINUX, path, most=0).size


@pytest.mark.usefixtures("only_native")
def test_no_compiler_for_windows_is_an_error() -> None:
    with pytest.raises(CannotBuild) as caught:
        compilers(Target.WINDOWS, Dialect.CPP)
    assert caught.value.fault is BuildFault.NO_COMPILER
    assert caught.value.values == {"target": "windows", "dialect": "C++"}


@needs("g++")
@pytest.mark.parametrize("text", [sources.CLASSES_ALONE, sources.STREAMS])
def test_cpp_is_compiled_with_and_without_its_library(text: str, tmp_path: Path) -> None:
    source, path = tmp_path / "petrova.cpp", tmp_path / "petrova"
    source.write_text(text)
    with pytest.MonkeyPatch.context() as patch:  # zig takes minutes for its library, once
        patch.setattr(compiler, "find_spec", lambda _: None)
        build_source(source, Target.LINUX, path, LARGEST)
    assert subprocess.run([path], capture_output=True, check=True).stdout.startswith(b"moved")


def test_an_error_has_the_message_of_the_compiler(tmp_path: Path) -> None:
    source = tmp_path / "ivanov.c"
    source.write_text(sources.BROKEN)
    with pytest.raises(CannotBuild) as caught:
        build_source(source, Target.LINUX, tmp_path / "ivanov", LARGEST)
    assert caught.value.fault is BuildFault.FAILED
    assert "retrun" in caught.value.values["said"]
    source.write_text(sources.WITH_A_WARNING)
    assert "unused" in build_source(source, Target.LINUX, tmp_path / "ivanov", LARGEST).messages


def test_without_a_cache_nothing_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "nowhere"))
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    (tmp_path / "nowhere").touch()
    with pytest.raises(CannotBuild) as caught:
        build_cache()
    assert caught.value.fault is BuildFault.NO_CACHE


def test_linux_programs_are_built_on_other_systems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    executable.compiled_kernel.cache_clear()
    available = installed_compilers(Target.LINUX, Dialect.C)
    if not available:
        pytest.skip("no compiler installed_compilers but that of this system")
    build(program_named(f"{DEFAULT}-random"), Target.LINUX, tmp_path / "bot", available[0])
    write_turn(some_positions(DEFAULT, 1)[0], tmp_path)
    subprocess.run([tmp_path / "bot"], cwd=tmp_path, check=True)
