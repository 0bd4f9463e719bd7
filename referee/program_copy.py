"""Verified copies of programs: what is run is what was hashed.

A file can be replaced at any moment, also between a check and its start, and while it runs. So it
is opened once; as it is read it is hashed and copied, into a folder that nobody else can enter; and
the copy is run if its hash is right. A file of another size is not read.

A process keeps its copies for later games. Before each game the state of the file and of the copy
is checked: if one has changed, the file is read again.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import OrderedDict
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import cache
from hashlib import sha256
from multiprocessing.util import Finalize
from pathlib import Path
from typing import NamedTuple

from formats.text import Text, reason
from referee.program import CANNOT_COPY, Content, FileState, Program, RefereeError, file_state
from referee.sandbox.program_folders import (
    has_room,
    new_program_folder,
    remove_program_folder,
)

_CHANGED = Text(
    "the program of {name} is damaged or gone: {path}",
    "программа участника {name} повреждена или исчезла: {path}",
)
_PIECE = 1 << 20
_MOST_KEPT = 64 << 20
"""Bytes of the copies that are kept; those of the current game are always kept."""
_PROGRAMS_OF_A_GAME = 2


class ChangedProgram(RefereeError):  # noqa: N818  # The name says what happened.
    """A program that has changed or is gone."""

    def __init__(self, name: str, path: Path) -> None:
        super().__init__(_CHANGED, name=name, path=path)
        self.args = (name, path)
        self.name = name
        self.path = path


def verified_copy(program: Program) -> Program:
    """Return the program with the path of its verified copy. Raise ChangedProgram."""
    if program.content is None:
        return program
    return replace(program, path=_copies().path_of(program, program.content))


class _Copy(NamedTuple):
    place: Path
    source: Path
    size: int
    file_state: tuple[FileState, FileState]
    """States of the source and of the copy, when the copy was made."""

    @property
    def is_fresh(self) -> bool:
        with suppress(OSError):
            return self.file_state == (
                file_state(self.source.stat()),
                file_state(self.place.stat()),
            )
        return False

    def remove(self) -> None:
        """Remove the copy with its folder, which belongs to it alone."""
        shutil.rmtree(self.place.parent, ignore_errors=True)


class _Copies:
    """The copies of this process, the most recently used one last."""

    def __init__(self) -> None:
        self._folders: list[Path] = []
        self._copies: OrderedDict[tuple[Path, Content], _Copy] = OrderedDict()

    def path_of(self, program: Program, content: Content) -> Path:
        """Return the path of a fresh copy of the program. Raise ChangedProgram."""
        key = program.path, content
        copy = self._copies.pop(key, None)
        if copy is not None and not copy.is_fresh:
            copy.remove()
            copy = None
        self._copies[key] = copy or self._new_copy(program, content)
        self._remove_oldest()
        return self._copies[key].place

    def _new_copy(self, program: Program, content: Content) -> _Copy:
        try:
            source = os.open(program.path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        except OSError:
            raise ChangedProgram(program.name, program.path) from None
        try:
            before = os.fstat(source)
            if before.st_size != content.size:
                raise ChangedProgram(program.name, program.path)
            with ExitStack() as undo:
                place = self._make_place(program.path.name, content.size)
                undo.callback(shutil.rmtree, place.parent, ignore_errors=True)
                if _copy_and_hash(source, place, content.size) != content.sha256:
                    raise ChangedProgram(program.name, program.path)
                states = (file_state(before), file_state(place.stat()))
                undo.pop_all()
            return _Copy(place, program.path, content.size, states)
        except OSError as error:
            raise RefereeError(CANNOT_COPY, path=program.path, why=reason(error)) from None
        finally:
            os.close(source)

    def _make_place(self, name: str, size: int) -> Path:
        """Make a folder for a copy in the newest folder with room; return the path of the copy."""
        for folder in reversed(self._folders):
            if has_room(folder, size):
                break
        else:
            folder = new_program_folder(size)
            Finalize(self, remove_program_folder, (folder,), exitpriority=0)
            self._folders.append(folder)
        return Path(tempfile.mkdtemp(dir=folder)) / name

    def _remove_oldest(self) -> None:
        while len(self._copies) > _PROGRAMS_OF_A_GAME and self._size > _MOST_KEPT:
            _, oldest = self._copies.popitem(last=False)
            oldest.remove()

    @property
    def _size(self) -> int:
        return sum(copy.size for copy in self._copies.values())


@cache
def _copies() -> _Copies:
    """Return the copies of this process."""
    return _Copies()


def _copy_and_hash(source: int, place: Path, size: int) -> str:
    """Copy so many bytes, and return the hash of what was copied."""
    digest = sha256()
    with place.open("xb") as copy:
        while size > 0 and (piece := os.read(source, min(size, _PIECE))):
            digest.update(piece)
            copy.write(piece)
            size -= len(piece)
    place.chmod(0o755)
    return digest.hexdigest()
