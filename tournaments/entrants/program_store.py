"""A store of programs under their SHA-256: a file cannot be exchanged unnoticed."""

from __future__ import annotations

from hashlib import file_digest, sha256
from pathlib import Path

from tournaments.storage import write_whole


def digest(data: bytes) -> str:
    """Return the SHA-256 of the bytes, which is the name of their file in a store."""
    return sha256(data).hexdigest()


class Store:
    """A folder that keeps each program once, under its SHA-256."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, data: bytes) -> str:
        """Store a program as an executable file, and return its name."""
        name = digest(data)
        path = self.path(name)
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, data, mode=0o555, lasting=True)
        return name

    def path(self, name: str) -> Path:
        return self._folder / name

    def is_whole(self, name: str) -> bool:
        """Return whether the program is in the store and has its original bytes."""
        try:
            with self.path(name).open("rb") as file:
                return file_digest(file, "sha256").hexdigest() == name
        except OSError:
            return False
