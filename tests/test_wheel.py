"""Tests of the wheel: it contains all files that the arena needs, wherever it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.arena.conftest import EXAMPLE
from tests.bot.programs import needs_compiler
from tests.bot.sources import SMALL_C
from tests.formats.games.example_games import SHORT
from tests.places import ROOT

PACKAGES = ("arena", "tournaments", "referee", "formats", "bot")
COMPILED = ("*.so", "*.pyd", "keeper/keeper")
LEFT_OUT = ("__pycache__", "*.so", "*.pyd", "keeper")

BUILDING = """
import sys
from pathlib import Path

from bot.builder import executable
from bot.builder.compiler import Dialect, Target, compilers

executable._write_c = None  # nothing is compiled
native = compilers(Target.LINUX, Dialect.C)[-1]
assert native.needs_system
executable.build(executable.program_named(sys.argv[1]), Target.LINUX, Path(sys.argv[2]), native)
"""
pytestmark = pytest.mark.xdist_group("wheel")
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="the keeper is for Linux")


def copy_sources(folder: Path) -> Path:
    """Copy the sources to the folder, without compiled files."""
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / name, ignore=without_compiled)
    shutil.copytree(ROOT / "docs", folder / "docs")
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copyfile(ROOT / name, folder / name)
    return folder


def without_compiled(folder: str, names: list[str]) -> set[str]:
    left_out = shutil.ignore_patterns(*LEFT_OUT)(folder, names)
    return {name for name in left_out if name == "__pycache__" or not Path(folder, name).is_dir()}


def wheel_of(source: Path, folder: Path, **variables: str) -> Path:
    """Build a wheel with pip without using the network; return its path."""
    options = ("--no-build-isolation", "--no-deps", "--no-index", "--quiet")
    command = [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(folder), "."]
    subprocess.run(command, cwd=source, env={**os.environ, **variables}, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    options = ("--no-deps", "--no-index", "--quiet", "--target")
    command = [sys.executable, "-m", "pip", "install", *options, str(folder), str(wheel)]
    subprocess.run(command, check=True)
    return folder


@pytest.fixture(scope="module", name="wheel")
def make_wheel_without_compiler(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel where nothing can be compiled."""
    folder = tmp_path_factory.mktemp("plain")
    return wheel_of(copy_sources(folder / "source"), folder, CC="false")


@pytest.fixture(scope="module", name="place")
def install_wheel(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(wheel, tmp_path_factory.mktemp("installed"))


def run_installed(
    place: Path, folder: Path, *words: str, status: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run the installed arena command in the folder; assert its exit status."""
    environment = {**os.environ, "PYTHONPATH": str(place), "LC_ALL": "C.UTF-8"}
    environment["XDG_CACHE_HOME"] = str(folder / "cache")
    command = [sys.executable, "-m", "arena", *words]
    result = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == status, result.stderr
    assert "Traceback" not in result.stderr
    return result


def data_files() -> Iterator[str]:
    """Yield the data files of the packages, without the sources of the keeper."""
    for path in (path for name in PACKAGES for path in (ROOT / name).rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        is_left_out = "__pycache__" in name or any(path.match(pattern) for pattern in COMPILED)
        is_of_keeper = name.startswith("referee/") and path.suffix in (".c", ".h")
        if path.is_file() and not is_left_out and not is_of_keeper:
            yield name


def test_a_wheel_without_compiled_files_is_for_every_machine(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")


def test_the_wheel_has_every_data_file(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    assert "arena/py.typed" in names
    assert {"arena/site/docs/rules.md", "arena/site/docs/ru/rules.md"} <= names
    assert [name for name in data_files() if name not in names] == []


def test_the_installed_package_is_imported(place: Path, tmp_path: Path) -> None:
    (tmp_path / "where.py").write_text("import arena, formats; print(arena.__file__)")
    command = [sys.executable, "where.py"]
    environment = {**os.environ, "PYTHONPATH": str(place)}
    result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert Path(result.stdout.decode().strip()).is_relative_to(place)


def test_installed_arena_validates_files_and_makes_new_bots(place: Path, tmp_path: Path) -> None:
    (tmp_path / "matrix.txt").write_text(EXAMPLE)
    assert "good: MMPeshki" in run_installed(place, tmp_path, "validate", "matrix.txt").stdout
    for language in ("c++", "cython", "python"):
        run_installed(place, tmp_path, "new", language.strip("+"), "--language", language)
    assert (tmp_path / "python/python.py").is_file()
    assert (tmp_path / "c/Makefile").is_file()


@needs_compiler
def test_installed_arena_builds_bots(place: Path, tmp_path: Path) -> None:
    (tmp_path / "ivanov.c").write_text(SMALL_C)
    run_installed(place, tmp_path, "build", "ivanov.c")
    run_installed(place, tmp_path, "build", f"{SHORT}-nim")
    assert {path.name for path in (tmp_path / "bots").iterdir()} == {"ivanov", f"{SHORT}-nim"}


def test_commands_say_which_compiled_part_is_missing(place: Path, tmp_path: Path) -> None:
    (tmp_path / "matrix.txt").write_text(EXAMPLE)
    message = run_installed(place, tmp_path, "solve", "matrix.txt", status=1).stderr
    assert "install a C compiler" in message
    message = run_installed(place, tmp_path, "solve", "matrix.txt", "--lang", "ru", status=1).stderr
    assert "поставьте компилятор C" in message
    assert "project's folder" in run_installed(place, tmp_path, "bench", status=2).stderr


def with_one_kernel(folder: Path) -> Path:
    """Copy the sources with a single kernel, which builds sooner than all."""
    source = copy_sources(folder)
    for kernel in source.glob("bot/*/kernel.pyx"):
        if kernel.parent.name != SHORT:
            kernel.unlink()
    return source


@needs_compiler
@needs_linux
def test_programs_are_built_from_kernels_compiled_in_place(tmp_path: Path) -> None:
    """The compiler is Python's own: any other has a C library of its own."""
    source = with_one_kernel(tmp_path / "source")
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    subprocess.run(command, cwd=source, check=True)
    assert list(source.glob(f"build/kernels/{SHORT}-*.o"))
    assert list(source.glob(f"bot/{SHORT}/kernel.*.so"))
    program = [sys.executable, "-c", BUILDING, f"{SHORT}-nim", str(tmp_path / "bot")]
    subprocess.run(program, cwd=source, check=True)
    (tmp_path / "matrix.txt").write_text(run_installed(source, tmp_path, "start", SHORT).stdout)
    subprocess.run([tmp_path / "bot"], cwd=tmp_path, check=True)
    assert "half-move 2" in run_installed(source, tmp_path, "validate", "matrix.txt").stdout


@needs_compiler
@needs_linux
def test_a_wheel_built_with_a_compiler_has_kernels_and_keeper(tmp_path: Path) -> None:
    source = with_one_kernel(tmp_path / "source")
    wheel = wheel_of(source, tmp_path)
    assert "linux" in wheel.name
    place = install(wheel, tmp_path / "installed")
    assert list(place.glob(f"bot/{SHORT}/kernel.*.so"))
    (keeper,) = place.glob("referee/**/keeper/keeper")
    assert os.access(keeper, os.X_OK)
    (tmp_path / "matrix.txt").write_text(run_installed(place, tmp_path, "start", SHORT).stdout)
    assert "wins" in run_installed(place, tmp_path, "solve", "matrix.txt").stdout
