"""Installs packages with games as pip leaves them: a module and its metadata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from formats.games._plugins import GROUP
from tests.planted.planting import GAMES, HARVEST, forget_games

SOURCE = (GAMES / f"{HARVEST}.py").read_text(encoding="utf-8")


def install(
    site: Path,
    name: str,
    modules: Mapping[str, str],
    entries: str,
    requires: str = "matrix-arena",
) -> None:
    """Install a package into a folder of packages; ``entries`` are lines of its entry points."""
    metadata = site / f"{name.replace('-', '_')}-1.0.dist-info"
    metadata.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\nRequires-Dist: {requires}\n"
    (metadata / "METADATA").write_text(head, encoding="utf-8")
    (metadata / "entry_points.txt").write_text(f"[{GROUP}]\n{entries}\n", encoding="utf-8")
    for path, text in modules.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, encoding="utf-8")


def harvest_as(name: str, source: str = SOURCE) -> str:
    """Return the rules of Harvest under another name."""
    return source.replace(f'"{HARVEST}"', f'"{name}"')


@contextmanager
def installed(site: Path) -> Iterator[None]:
    """Let this process find the packages of a folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        forget_games()
        yield
    forget_games()
