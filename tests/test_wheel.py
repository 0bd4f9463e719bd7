"""Tests of the wheel: it contains all files that the arena needs, wherever it is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from configparser import ConfigParser
from functools import partial
from pathlib import Path
from zipfile import ZipFile

import pytest

from arena.bots.builtin_bots import BUILT
from arena.commands import COMMANDS
from bot.builder.compiler import Dialect, Target, compilers
from bot.builder.executable import SOURCES, programs
from referee.program import SIZE_LIMIT
from tests.arena.conftest import EXAMPLE
from tests.bot.programs import can_build, needs_compiler
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
OLDER_BUILD = f"build/lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
STRAY = (
    "bots/sidorov.py",
    "arena-spring/programs/petrov.py",
    f"{OLDER_BUILD}/formats/games/gone/__init__.py",
    f"{OLDER_BUILD}/bot/gone/kernel.abi3.so",
    f"{OLDER_BUILD}/arena/site/docs/gone/gone.md",
)
"""Files in the folder of the sources that no wheel may have: students' programs, older builds."""
pytestmark = pytest.mark.xdist_group("wheel")
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="the keeper is for Linux")


def needs_machine() -> bool:
    """Return whether bots that are built here need libraries of this machine."""
    return not can_build(Target.LINUX) or compilers(Target.LINUX, Dialect.C)[0].needs_system


def copy_sources(folder: Path) -> Path:
    """Copy the sources to the folder, without compiled files."""
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / name, ignore=without_compiled)
    shutil.copytree(ROOT / "docs", folder / "docs")
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    man_pages = [sys.executable, str(ROOT / "scripts/man-pages"), str(folder / "share/man")]
    subprocess.run(man_pages, check=True)
    for name in (
        "setup.py", "pyproject.toml", "requirements.lock", "MANIFEST.in", "Makefile",
        "README.md", "README.ru.md", "CHANGELOG.md", "LICENSE",
    ):  # fmt: skip
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
    source = copy_sources(folder / "source")
    for path in STRAY:
        (source / path).parent.mkdir(parents=True)
        (source / path).touch()
    return wheel_of(source, folder, CC="false")


@pytest.fixture(scope="module", name="place")
def install_wheel(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(wheel, tmp_path_factory.mktemp("installed"))


def run_installed(
    place: Path, folder: Path, *words: str, status: int = 0, path: str = os.environ["PATH"]
) -> subprocess.CompletedProcess[str]:
    """Run the installed arena command in the folder; assert its exit status."""
    environment = {**os.environ, "PYTHONPATH": str(place), "LC_ALL": "C.UTF-8"}
    environment |= {"XDG_CACHE_HOME": str(folder / "cache"), "PATH": path}
    command = [sys.executable, "-m", "arena", *words]
    result = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == status, result.stderr
    assert "Traceback" not in result.stderr
    return result


def test_only_files_of_this_build_are_in_the_wheel(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    assert [name for name in names if re.search("gone|sidorov|petrov", name)] == []
    assert {name.partition("/")[0] for name in names if name.endswith(".py")} == set(PACKAGES)


def data_files() -> Iterator[str]:
    """Yield the data files of the packages."""
    for path in (path for name in PACKAGES for path in (ROOT / name).rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        is_left_out = "__pycache__" in name or any(path.match(pattern) for pattern in COMPILED)
        if path.is_file() and not is_left_out:
            yield name


def test_a_wheel_without_compiled_files_is_for_every_machine(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")


def test_the_wheel_has_every_data_file(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    assert "arena/py.typed" in names
    assert {"arena/site/docs/rules.md", "arena/site/docs/ru/rules.md"} <= names
    assert [name for name in data_files() if name not in names] == []


def test_the_wheel_has_the_manual_pages_where_man_looks_for_them(wheel: Path) -> None:
    assert_manual_pages_in(wheel)


def assert_manual_pages_in(wheel: Path) -> None:
    names = {name.partition(".data/data/")[2] for name in ZipFile(wheel).namelist()}
    for folder in ("share/man/man1", "share/man/ru/man1"):
        assert {f"{folder}/arena.1", *(f"{folder}/arena-{name}.1" for name in COMMANDS)} <= names


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
    return without_kernels(folder, but=SHORT)


def without_kernels(folder: Path, but: str = "") -> Path:
    source = copy_sources(folder)
    for kernel in source.glob("bot/*/kernel.pyx"):
        if kernel.parent.name != but:
            kernel.unlink()
    return source


@needs_compiler
@needs_linux
def test_programs_are_built_from_kernels_compiled_in_place(tmp_path: Path) -> None:
    """The compiler is Python's own: any other has a C library of its own."""
    source = with_one_kernel(tmp_path / "source")
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    steps = tmp_path / "steps"
    environment = {**os.environ, "ARENA_PROGRESS": str(steps)}
    subprocess.run(command, cwd=source, env=environment, check=True)
    assert f"compiling 1 of 1: {SHORT}" in steps.read_text()
    assert list(source.glob(f"build/kernels/{SHORT}-*.o"))
    assert list(source.glob(f"build/kernels/{SHORT}-*.c"))
    assert list(source.glob(f"bot/{SHORT}/kernel.*.so"))
    program = [sys.executable, "-c", BUILDING, f"{SHORT}-nim", str(tmp_path / "bot")]
    subprocess.run(program, cwd=source, check=True)
    (tmp_path / "matrix.txt").write_text(run_installed(source, tmp_path, "start", SHORT).stdout)
    subprocess.run([tmp_path / "bot"], cwd=tmp_path, check=True)
    assert "half-move 2" in run_installed(source, tmp_path, "validate", "matrix.txt").stdout


@pytest.fixture(scope="module", name="full_wheel")
def make_wheel_with_one_kernel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a source distribution with one kernel, and the wheel from it, with a compiler."""
    folder = tmp_path_factory.mktemp("full")
    source = with_one_kernel(folder / "source")
    command = [sys.executable, "setup.py", "--quiet", "sdist", "--dist-dir", str(folder)]
    subprocess.run(command, cwd=source, check=True)
    (archive,) = folder.glob("*.tar.gz")
    shutil.unpack_archive(archive, folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    # Its Makefile needs no file that the archive lacks.
    subprocess.run(["make", "-n", "demo", "test", "wheel"], cwd=unpacked, check=True)
    return wheel_of(unpacked, folder)


@pytest.fixture(scope="module", name="full_place")
def install_full_wheel(full_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(full_wheel, tmp_path_factory.mktemp("fully_installed"))


@needs_compiler
@needs_linux
def test_a_wheel_built_with_a_compiler_has_kernels_and_keeper(
    full_wheel: Path, full_place: Path, tmp_path: Path
) -> None:
    """The wheel is built from a source distribution, and serves all later versions of Python."""
    assert "-cp311-abi3-linux" in full_wheel.name
    assert_manual_pages_in(full_wheel)
    assert list(full_place.glob(f"bot/{SHORT}/kernel.abi3.so"))
    (keeper,) = full_place.glob("referee/**/keeper/keeper")
    assert os.access(keeper, os.X_OK)
    (tmp_path / "matrix.txt").write_text(run_installed(full_place, tmp_path, "start", SHORT).stdout)
    assert "wins" in run_installed(full_place, tmp_path, "solve", "matrix.txt").stdout


@needs_compiler
@needs_linux
def test_a_wheel_has_bots_instead_of_their_sources(full_wheel: Path) -> None:
    names = ZipFile(full_wheel).namelist()
    styles = [name for name in names if name.startswith(f"bot/made/{SHORT}-")]
    assert len(styles) == sum(program.kernel == SHORT for program in programs())
    sources = [name for name in names if Path(name).suffix in SOURCES]
    assert [name for name in sources if name.startswith(f"bot/{SHORT}/")] == []
    assert "bot/common/program.pxd" in sources, "kernels of other packages need it"


@needs_compiler
@needs_linux
@pytest.mark.skipif(needs_machine(), reason="no compiler here makes programs without libraries")
def test_bots_in_a_wheel_need_no_library(full_wheel: Path) -> None:
    with ZipFile(full_wheel) as archive:
        data = archive.read(f"bot/made/{SHORT}-nim")
    assert data.startswith(b"\x7fELF")
    assert b"ld-linux" not in data
    assert len(data) < SIZE_LIMIT


@needs_compiler
@needs_linux
def test_the_first_game_needs_neither_compiler_nor_cache(full_place: Path, tmp_path: Path) -> None:
    arena = partial(run_installed, full_place, tmp_path, path=str(tmp_path / "nothing"))
    assert f"{SHORT}-nim" in arena("build", "--list").stdout.splitlines()
    arena("match", f"{SHORT}-nim", f"{SHORT}-random", "--games", "2", "--no-sandbox")
    arena("build", f"{SHORT}-nim")
    (tmp_path / "matrix.txt").write_text(arena("start", SHORT).stdout)
    subprocess.run([tmp_path / "bots" / f"{SHORT}-nim"], cwd=tmp_path, check=True)
    assert "half-move 2" in arena("validate", "matrix.txt").stdout
    assert not (tmp_path / "cache" / "matrix-arena" / BUILT).exists()


@needs_compiler
@needs_linux
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "build it in the project's folder"), ("ru", "соберите его в папке проекта")],
)
def test_programs_for_other_systems_are_built_from_a_checkout(
    language: str, sentence: str, full_place: Path, tmp_path: Path
) -> None:
    words = ("build", f"{SHORT}-nim", "--target", "windows", "--lang", language)
    assert sentence in run_installed(full_place, tmp_path, *words, status=1).stderr


def test_the_command_has_the_name_of_the_project_too(wheel: Path) -> None:
    """The command `uvx NAME` runs the script that is called NAME."""
    with ZipFile(wheel) as archive:
        (points,) = (name for name in archive.namelist() if name.endswith("/entry_points.txt"))
        scripts = ConfigParser()
        scripts.read_string(archive.read(points).decode())
    assert dict(scripts["console_scripts"]) == dict.fromkeys(
        ("arena", "matrix-arena"), "arena.cli:main"
    )


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
def test_a_release_has_its_number_and_links_to_its_repository(tmp_path: Path) -> None:
    source = without_kernels(tmp_path / "source")
    git = ["git", "-C", str(source), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "add", "setup.py"], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "one"], check=True)
    assert re.fullmatch(r"[0-9.]+\.dev1\+g[0-9a-f]+", about(source, "--version"))
    assert "](docs/images/" in about(source, "--long-description")
    release = about(source, "--version").partition(".dev")[0]
    subprocess.run([*git, "tag", f"v{release}"], check=True)
    assert about(source, "--version") == release
    workflow = {"GITHUB_SERVER_URL": "https://example.org", "GITHUB_REPOSITORY": "a/b"}
    page = about(source, "--long-description", **workflow)
    assert f"](https://example.org/a/b/raw/v{release}/docs/images/report.png)" in page
    assert f"](https://example.org/a/b/blob/v{release}/README.ru.md)" in page
    assert re.findall(r"\]\((?!https?:|#)", page) == []


def about(source: Path, field: str, **variables: str) -> str:
    """Return what setup.py says about the project."""
    command = [sys.executable, "setup.py", "--quiet", field]
    environment = {**os.environ, **variables}
    result = subprocess.run(command, cwd=source, env=environment, capture_output=True, check=True)
    return result.stdout.decode().strip()
