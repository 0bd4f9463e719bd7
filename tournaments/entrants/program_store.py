"""Programs, kept by what they are: a file named by its SHA-256 cannot be exchanged unnoticed."""

from __future__ import annotations

from hashlib import file_digest, sha256
from pathlib import Path

from tournaments.storage import write_whole


def digest(data: bytes) -> str:
    """The name of a file with these bytes."""
    return sha256(data).hexdigest()


class Store:
    """A folder of programs, each of them once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, data: bytes) -> str:
        """Keeps a program, ready to be run, and returns its name."""
        name = digest(data)
        path = self.path(name)
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, data, mode=0o555, lasting=True)
        return name

    def path(self, name: str) -> Path:
        return self._folder / name

    def is_whole(self, name: str) -> bool:
        """Whether the program is there, and is still what it was."""
        try:
            with self.path(name).open("rb") as file:
                return file_digest(file, "sha256").hexdigest() == name
        except OSError:
            return False
