"""Arena works in every environment of environments.toml, each of which is really made."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from tests.places import ROOT
from tests.present import Case, present, why_missing

HERE = Path(__file__).parent
TABLE = tomllib.loads((HERE / "environments.toml").read_text(encoding="utf-8"))["environment"]
PACKAGES = ("arena", "tournaments", "referee", "formats", "bot", "docs")
STEPS: tuple[str, ...] = ("validate", "doctor", "run")
if os.environ.get("ARENA_ENVIRONMENTS") == "all":
    STEPS = (*STEPS, "check", "match", "student", "serve")
NOBODY = 65534
# Not below /tmp, over which some rows mount.
BASE = Path("/var/tmp")
SYSTEM_PYTHON = Path("/usr/bin/python3")

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="environments are made as Linux makes them"
)


def cases() -> Iterator[Case]:
    for row in TABLE:
        needs = [*row.get("needs", ()), *(["setpriv"] if "user" in row else [])]
        why_not = why_missing(*(command for command in needs if command != "root"))
        if "root" in needs and os.geteuid() != 0:
            why_not = "only root can make it"
        yield Case(row["name"], (row,), why_not)


@cache
def python() -> Path:
    """A Python of our version that an ordinary user can run, too, if the system has one."""
    command = [str(SYSTEM_PYTHON), "-c", "import sys; print(sys.version_info[:2])"]
    try:
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return Path(sys.executable)
    same = printed.strip() == str(sys.version_info[:2])
    return SYSTEM_PYTHON if same else Path(sys.executable)


def add_with_requirements(
    name: str, extras: tuple[str, ...], into: dict[str, Distribution]
) -> None:
    """Add a distribution and those that it requires."""
    here = distribution(name)
    into[name] = here
    for text in here.requires or ():
        requirement = Requirement(text)
        marker = requirement.marker
        names = ("", *extras)
        wanted = marker is None or any(marker.evaluate({"extra": name}) for name in names)
        if wanted and requirement.name not in into:
            add_with_requirements(requirement.name, tuple(requirement.extras), into)


@pytest.fixture(scope="module")
def base() -> Iterator[Path]:
    """A folder that everybody may enter, with the libraries that arena requires and no others."""
    with tempfile.TemporaryDirectory(prefix="arena-environments-", dir=BASE) as name:
        folder = Path(name)
        folder.chmod(0o755)
        shutil.copyfile(HERE / "use_arena.py", folder / "use_arena.py")
        distributions: dict[str, Distribution] = {}
        add_with_requirements("matrix-arena", ("web",), distributions)
        for each in distributions.values():
            copy_distribution(each, folder / "libraries")
        copy_compiled(folder / "compiled")
        yield folder


def copy_compiled(folder: Path) -> None:
    """Copy arena as it is built here; compile it once, for whatever dates its copies will have."""
    for name in (*PACKAGES, "build/kernels"):
        if (ROOT / name).is_dir():
            without = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=without)
    command = [str(python()), "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash"]
    subprocess.run([*command, str(folder)], stdout=subprocess.DEVNULL, check=False)


def copy_distribution(source: Distribution, folder: Path) -> None:
    """Copy its packages and metadata; of arena, which is installed editable, the metadata."""
    folder.mkdir(exist_ok=True)
    for top in {file.parts[0] for file in source.files or ()} - {"..", "__pycache__"}:
        place = Path(str(source.locate_file(top)))
        if place.is_dir():
            shutil.copytree(place, folder / top, dirs_exist_ok=True)
        elif place.suffix not in (".pth", ".so") and place.exists():
            shutil.copyfile(place, folder / top)


def copied_tree(compiled: Path, parent: Path, umask: int) -> Path:
    """Return a copy of compiled arena, made with that umask."""
    before = os.umask(umask)
    try:
        tree = parent / "arena"
        shutil.copytree(compiled, tree, copy_function=_copy_with_umask)
        for folder in (parent, tree, *tree.rglob("*")):
            if folder.is_dir():
                folder.chmod(0o777 & ~umask)
    finally:
        os.umask(before)
    return tree


def _copy_with_umask(source: str, target: str) -> None:
    shutil.copyfile(source, target)
    if os.access(source, os.X_OK):
        Path(target).chmod(0o755)


def path_without(commands: list[str], folder: Path) -> str:
    """Return a PATH that has every command of ours but those."""
    folder.mkdir()
    for place in reversed(os.environ["PATH"].split(":")):
        for command in Path(place).glob("*") if Path(place).is_dir() else ():
            link = folder / command.name
            if command.name not in commands:
                link.unlink(missing_ok=True)
                link.symlink_to(command)
    return str(folder)


@pytest.mark.parametrize("row", present(cases()))
def test_arena_works(row: dict[str, Any], base: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="row-", dir=base) as name:
        ran = run_in(row, base, Path(name))
    printed = ran.stdout + ran.stderr
    assert "Traceback" not in printed, printed
    assert ran.returncode == (1 if "says" in row else 0), printed
    assert re.search(row.get("says", ""), printed), printed


def run_in(row: dict[str, Any], base: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Make the environment of the row, and run its steps in it."""
    folder.chmod(0o755)
    parent = folder / row.get("folder", "files")
    tree = copied_tree(base / "compiled", parent, row.get("umask", 0o022))
    work = folder / "work"
    work.mkdir()
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(work),
        "LANG": "C.UTF-8",
        "PYTHONPATH": f"{tree}:{base / 'libraries'}",
        "TREE": str(tree),
        "WORK": str(work),
        "EXPECTED_LEVEL": row.get("level", ""),
        **row.get("environment", {}),
    }
    if "without" in row:
        environment["PATH"] = path_without(row["without"], folder / "bin")
    command = [str(python()), str(base / "use_arena.py"), str(work), *row.get("steps", STEPS)]
    if "user" in row:
        os.chown(work, NOBODY, NOBODY)
        user = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        command = ["setpriv", *user, *command]
    return subprocess.run(
        script(row, command),
        env={key: value for key, value in environment.items() if value},
        cwd=work,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def script(row: dict[str, Any], command: list[str]) -> list[str]:
    """Return the command line that makes the environment and runs the steps in it."""
    within = f"{row.get('within', '')} " + '"$@"'
    inner = ["sh", "-euc", f"{row.get('enter', '')}\nexec {within}", "sh", *command]
    if "mounts" not in row:
        return inner
    return ["unshare", "-m", "sh", "-euc", f'{row["mounts"]}\nexec "$@"', "sh", *inner]
