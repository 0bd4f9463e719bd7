"""Where what can be made again is kept: programs of ours, and what zig compiles only once."""

from __future__ import annotations

import os
from getpass import getuser
from pathlib import Path
from tempfile import gettempdir

from bot.builder.trouble import CannotBuild, Trouble


def cache_folder() -> Path:
    """The user's own, or where that cannot be written, one for temporary files.

    Others can write where temporary files are: a folder there that is not ours is not trusted.
    Raises CannotBuild.
    """
    temporary = Path(gettempdir()) / f"matrix-arena-{_user()}"
    for folder in (_of_user(), temporary):
        if folder is not None and _is_usable(folder):
            return folder
    raise CannotBuild(Trouble.NO_CACHE, folder=str(temporary))


def _of_user() -> Path | None:
    chosen = os.environ.get("XDG_CACHE_HOME")
    try:
        return Path(chosen or Path.home() / ".cache") / "matrix-arena"
    except RuntimeError:  # a user without a home
        return None


def _user() -> str:
    return str(os.getuid()) if os.name == "posix" else getuser()


def _is_usable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Not through a link, which anybody can make.
        owner = folder.lstat().st_uid
    except OSError:
        return False
    return os.access(folder, os.W_OK) and (os.name != "posix" or owner == os.getuid())
