"""Tests of the scripts in `.ci` and `scripts`."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.places import ROOT

FAILED = ROOT / ".ci" / "failed"


def list_failed(folder: Path, names: list[str]) -> subprocess.CompletedProcess[str]:
    """Run `.ci/failed` in a folder where tests of these names were the last to fail."""
    cache = folder / ".pytest_cache" / "v" / "cache"
    cache.mkdir(parents=True)
    (cache / "lastfailed").write_text(json.dumps(dict.fromkeys(names, True)))
    command = [sys.executable, str(FAILED)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_failed_tests_are_listed_without_the_group_they_ran_in(tmp_path: Path) -> None:
    names = ["a.py::plain", "a.py::with[case]@chromium", "b.py::with[windows-x]@windows-group"]
    result = list_failed(tmp_path, [*names, "b.py::with[a@b.c]"])
    assert result.stdout.split() == [
        "a.py::plain", "a.py::with[case]", "b.py::with[a@b.c]", "b.py::with[windows-x]"
    ]  # fmt: skip


def test_a_list_without_failed_tests_is_an_error(tmp_path: Path) -> None:
    result = list_failed(tmp_path, [])
    assert result.returncode == 1
    assert "something else" in result.stderr


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="git lists the files, and is not here")
def test_no_count_of_the_source_tree_is_above_its_limit() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "counts")]
    counts = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert counts.returncode == 0, counts.stdout + counts.stderr


def test_the_lock_file_has_a_version_of_every_library_that_fits() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    listed = [*project["dependencies"], *extras["test"], *extras["test-all"]]
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    locked = {}
    for line in lines:
        if not line.startswith("#"):
            name, _, version = line.partition(" ;")[0].partition("==")
            locked[name.strip()] = version.strip()
    for text in listed:
        requirement = Requirement(text)
        if requirement.name != project["name"]:
            assert requirement.specifier.contains(locked[requirement.name.lower()]), text


def test_the_long_tests_are_there() -> None:
    lines = (ROOT / "tests" / "long_tests.txt").read_text(encoding="utf-8").splitlines()
    listed = [line for line in lines if not line.startswith("#")]
    assert listed == sorted(set(listed))
    for path, _, name in (line.partition("::") for line in listed):
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{name}"
