"""Tests of the commands that install a missing package, by the way that arena was installed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from referee import remedies
from referee.remedies import extra_install_command, python_install_command

WHEEL = "/w/matrix arena.whl"
RECEIPT = """
[tool]
requirements = [{ name = "matrix-arena", path = "/w/a.whl" }, { name = "orjson" }]
"""


@pytest.mark.parametrize(
    ("environment", "marker_file", "command"),
    [
        ("venvs/arena", "pipx_metadata.json", "pipx inject arena lief"),
        (
            ".cache/4955e2c7",
            "pipx_metadata.json",
            f"pipx run --with lief --spec '{WHEEL}' matrix-arena ...",
        ),
        (
            "tools/matrix-arena",
            "uv-receipt.toml",
            f"uv tool install --with orjson --with lief '{WHEEL}'",
        ),
        ("archive-v0/n5XLW", "pyvenv.cfg", f"uvx --with lief --from '{WHEEL}' matrix-arena ..."),
    ],
)
def test_an_installed_tool_is_extended_by_its_installer(
    environment: str,
    marker_file: str,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prefix = tmp_path / environment
    install_about(prefix, {"url": f"file://{quote(WHEEL)}", "archive_info": {}})
    (prefix / marker_file).write_text(RECEIPT)
    monkeypatch.setattr(sys, "prefix", str(prefix))
    monkeypatch.syspath_prepend(prefix)
    assert python_install_command("lief") == command


@pytest.mark.parametrize(
    ("origin", "source"),
    [
        (None, "matrix-arena"),
        (
            {"url": "https://example.org/arena", "vcs_info": {"vcs": "git", "commit_id": "0"}},
            "git+https://example.org/arena",
        ),
        ({"url": "https://example.org/a.whl", "archive_info": {}}, "https://example.org/a.whl"),
    ],
)
def test_a_tool_is_installed_again_from_where_it_was(
    origin: object, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefix = tmp_path / "archive-v0" / "n5XLW"
    install_about(prefix, origin)
    monkeypatch.setattr(sys, "prefix", str(prefix))
    monkeypatch.syspath_prepend(prefix)
    assert python_install_command("lief") == f"uvx --with lief --from {source} matrix-arena ..."


def install_about(folder: Path, origin: object) -> None:
    """Write what an installer writes about the project, with the origin unless it is an index."""
    about = folder / "matrix_arena-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Name: matrix-arena\nVersion: 1\n")
    if origin is not None:
        (about / "direct_url.json").write_text(json.dumps(origin))


def test_an_environment_without_pip_is_extended_by_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remedies, "find_spec", lambda _: None)
    assert python_install_command("lief").startswith("uv pip install")


def test_no_command_installs_into_the_one_file_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert extra_install_command("web") == ""


def test_an_extra_is_installed_by_its_packages() -> None:
    """The name of the project may be somebody else's on PyPI."""
    command = extra_install_command("web")
    assert "starlette" in command
    assert "uvicorn" in command
    assert "matrix-arena" not in command
