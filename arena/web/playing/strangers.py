"""Programs that are none of ours, in a folder that whoever runs the site has named."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

PREFIX = "file:"
"""What tells one from a style of ours, in the form."""


def strangers_in(folder: Path | None) -> Mapping[str, Path]:
    """Those that are there now, by what the form calls them. No path is ever made of a name."""
    if folder is None or not folder.is_dir():
        return {}
    return {f"{PREFIX}{path.name}": path for path in sorted(folder.iterdir()) if _is_shown(path)}


def _is_shown(path: Path) -> bool:
    return path.is_file() and path.name[0] != "." and path.name.isprintable()
