"""Programs that are none of ours, in a folder that whoever runs the site has named."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from arena.web.events import is_shown

PREFIX = "file:"
"""What tells one from a style of ours, in the form."""


def strangers_in(folder: Path | None) -> Mapping[str, Path]:
    """Those that are there now, by what the form calls them. No path is ever made of a name."""
    if folder is None or not folder.is_dir():
        return {}
    found = (path for path in sorted(folder.iterdir()) if path.is_file() and is_shown(path))
    return {f"{PREFIX}{path.name}": path for path in found}
