"""Commands that install what is missing, in the words of this system.

Every message that says what to install takes it from here, and so does ``arena doctor``. Python
packages are installed in the way in which arena itself was: by pip, uv or pipx.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from formats.printable import shell_line
from referee.machine import is_root

PROJECT = "matrix-arena"
"""Name of the project in an index of packages, and of the command for ``uvx``."""
_INSTALL = {
    "apt-get": "apt-get install",
    "dnf": "dnf install",
    "zypper": "zypper install",
    "pacman": "pacman -S",
    "apk": "apk add",
    "brew": "brew install",
}
"""Install commands by the tool that they use."""
_NEEDS_ROOT = set(_INSTALL) - {"brew"}


class Missing(StrEnum):
    """A program that can be missing; the value is its package unless ``_PACKAGES`` has another."""

    BUBBLEWRAP = "bubblewrap"
    WINE = "wine"
    MUSL = "musl"
    MINGW = "mingw-w64-gcc"
    COMPILER = "gcc"
    HEADERS = "python3-devel"
    CHROMIUM = "chromium"


_PACKAGES: Mapping[Missing, Mapping[str, str]] = {
    Missing.WINE: {"apt-get": "wine wine64", "brew": "wine-stable"},
    Missing.MUSL: {"apt-get": "musl-tools", "dnf": "musl-gcc", "apk": "gcc musl-dev"},
    Missing.MINGW: {
        "apt-get": "gcc-mingw-w64-x86-64",
        "dnf": "mingw64-gcc",
        "zypper": "mingw64-cross-gcc",
        "brew": "mingw-w64",
    },
    Missing.HEADERS: {
        "apt-get": "python3-dev",
        "pacman": "python",
        "apk": "python3-dev",
        "brew": "python",
    },
    Missing.COMPILER: {"apt-get": "gcc libc6-dev", "apk": "gcc musl-dev"},
}
"""Other names of packages, by tool."""


def remedy(missing: Missing) -> str:
    return install_command(missing.value, _PACKAGES.get(missing, {}))


def install_command(package: str, otherwise: Mapping[str, str]) -> str:
    """Return the command that installs a package with the tool of this system, or else Debian's.

    ``otherwise`` has the names of the package for tools that have another name for it.
    """
    tool = next((tool for tool in _INSTALL if shutil.which(tool)), "apt-get")
    before = "sudo " if tool in _NEEDS_ROOT and not is_root() else ""
    return f"{before}{_INSTALL[tool]} {otherwise.get(tool, package)}"


def python_install_command(*packages: str) -> str:
    """Return the command that installs Python packages beside arena; empty for the one-file app."""
    if getattr(sys, "frozen", False):
        return ""
    words = shell_line(*packages)
    python = shell_line(sys.executable)
    has_pip = find_spec("pip") is not None  # environments that uv makes have none
    installer = f"{python} -m pip install" if has_pip else f"uv pip install --python {python}"
    return _tool_command(packages) or f"{installer} {words}"


def _tool_command(packages: Sequence[str]) -> str:
    """Return the command for an environment that uv or pipx made for arena alone; else empty.

    The packages that uv has installed beside a tool are named anew each time, or the next update
    would remove them. The environments of ``uvx`` and ``pipx run`` are made for a call.
    """
    prefix = Path(sys.prefix)
    words = " ".join(f"--with {shell_line(package)}" for package in packages)
    if (prefix / "pipx_metadata.json").exists():
        if prefix.parent.name == "venvs":
            return f"pipx inject {prefix.name} {shell_line(*packages)}"
        return f"pipx run {words} --spec {_source()} {PROJECT} ..."
    if (receipt := prefix / "uv-receipt.toml").exists():
        earlier = "".join(f"--with {shell_line(name)} " for name in _packages_in_receipt(receipt))
        return f"uv tool install {earlier}{words} {_source()}"
    if prefix.parent.name.startswith("archive-v"):  # a folder of uv's cache
        return f"uvx {words} --from {_source()} {PROJECT} ..."
    return ""


def _packages_in_receipt(receipt: Path) -> list[str]:
    """Return what uv has installed beside arena before, by its receipt."""
    import tomllib  # noqa: PLC0415 - rarely wanted

    tool = tomllib.loads(receipt.read_text(encoding="utf-8"))["tool"]
    return [
        requirement["name"]
        for requirement in tool["requirements"]
        if requirement["name"] != PROJECT
    ]


def _source() -> str:
    """Return what arena was installed from: a name in an index, a file, a folder or an address."""
    # These modules take longer to load than a small command takes to run.
    import json  # noqa: PLC0415
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415
    from urllib.request import url2pathname  # noqa: PLC0415

    try:
        text = distribution(PROJECT).read_text("direct_url.json")
    except PackageNotFoundError:
        text = None
    if not text:
        return PROJECT
    origin = json.loads(text)
    url = str(origin["url"])
    if version_control := origin.get("vcs_info"):
        return shell_line(f"{version_control['vcs']}+{url}")
    return shell_line(url2pathname(url.removeprefix("file://")) if "file://" in url else url)


def extra_install_command(extra: str) -> str:
    """Return the command that installs what an extra of arena adds."""
    # The module takes longer to load than a small command takes to run.
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415

    try:
        lines = requires(PROJECT) or []
    except PackageNotFoundError:
        lines = []
    parts = (line.partition(";") for line in lines)
    packages = [
        requirement.strip()
        for requirement, _, marker in parts
        if f'"{extra}"' in marker.replace("'", '"')
    ]
    return python_install_command(*packages)


def rebuild_command() -> str:
    """Return the command that builds the parts of arena in C again; empty where there is none."""
    checkout = Path(__file__).parents[1]
    return "scripts/venv plain" if (checkout / "scripts" / "venv").exists() else ""
