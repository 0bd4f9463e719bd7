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
    found = sorted(path for path in folder.iterdir() if path.is_file() and path.name[0] != ".")
    return {f"{PREFIX}{path.name}": path for path in found}
