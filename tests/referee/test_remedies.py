"""Tests of the commands that install a missing package, by the way that arena was installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from referee import remedies
from referee.remedies import installing_extra, installing_python


@pytest.mark.parametrize(
    ("marker_file", "command"),
    [("pipx_metadata.json", "pipx inject tool"), ("uv-receipt.toml", "uv pip install --python")],
)
def test_an_installed_tool_is_extended_by_its_installer(
    marker_file: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tool").mkdir()
    (tmp_path / "tool" / marker_file).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "tool"))
    assert installing_python("lief").startswith(command)


def test_an_environment_without_pip_is_extended_by_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remedies, "find_spec", lambda _: None)
    assert installing_python("lief").startswith("uv pip install")


def test_no_command_installs_into_the_one_file_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert installing_extra("web") == ""


def test_an_extra_is_installed_by_its_packages() -> None:
    """The name of the project may be somebody else's on PyPI."""
    command = installing_extra("web")
    assert "starlette" in command
    assert "uvicorn" in command
    assert "matrix-arena" not in command
