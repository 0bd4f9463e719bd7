"""Tests of the files of the image for a class; `scripts/container` builds the image and uses it."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.places import ROOT

HADOLINT = Path(sys.executable).with_name("hadolint")
COMPOSE = ROOT / "compose.yaml"
SYSTEM_VARIABLES = {"LANG"}
"""Variables that the machine has already."""

needs_yaml = pytest.mark.skipif(find_spec("yaml") is None, reason="PyYAML is not installed")


def read_yaml(path: Path) -> Any:
    import yaml  # type: ignore[import-untyped] # noqa: PLC0415 - it may be missing

    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.skipif(not HADOLINT.exists(), reason="hadolint is not installed")
def test_hadolint_finds_nothing_in_the_containerfile() -> None:
    command = [HADOLINT, ROOT / "Containerfile"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@needs_yaml
def test_both_containers_are_restricted() -> None:
    services = read_yaml(COMPOSE)["services"]
    assert sorted(services) == ["site", "tournament"]
    for service in services.values():
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["pids_limit"]
        assert service["mem_limit"]
    # Claims of cores are seen only within one network.
    assert services["tournament"]["network_mode"] == "service:site"


@pytest.mark.parametrize("page", ["docs/serve.md", "docs/ru/serve.md"])
def test_every_variable_of_the_compose_file_is_documented(page: str) -> None:
    used = set(re.findall(r"\$\{([A-Z]+)", COMPOSE.read_text(encoding="utf-8")))
    listed = re.findall(r"^\| `([A-Z]+)`", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(used - SYSTEM_VARIABLES)


@needs_yaml
@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda path: path.name
)
def test_workflow_runs_scripts_that_bash_can_read(path: Path) -> None:
    workflow = read_yaml(path)
    # YAML 1.1 reads the key `on` as true.
    pull_request = workflow[True]["pull_request"] or {}
    for name in pull_request.get("paths", []):
        assert (ROOT / name).exists(), name
    for job in workflow["jobs"].values():
        for step in job["steps"]:
            # An expression of the workflow is replaced before bash reads the script.
            script = re.sub(r"\$\{\{.*?\}\}", "x", step.get("run", ""))
            subprocess.run(["bash", "-n", "-c", script], check=True)
