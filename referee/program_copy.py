"""A program that must be what it was is run from a copy of ours, which is what was hashed.

A file can be replaced at any moment, between a look at it and its start too, and under a program
that runs. So it is opened once; as it is read it is hashed and copied, into a folder that only we
can enter; and the copy is run if its hash is the right one. A file of another size is not read.

A process keeps its copies for the games to come. Before each game it is seen whether the file, or
the copy, has been touched since: then it is read anew, or another copy is made.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from functools import cache
from hashlib import sha256
from multiprocessing.util import Finalize
from pathlib import Path
from typing import NamedTuple

from referee.program import Content, Program, RefereeError, Touched, touched
from referee.sandbox.host import has_room, new_program_folder, remove_program_folder

_PIECE = 1 << 20
_MOST_KEPT = 64 << 20
"""Bytes; but those of the game that is played are always kept."""
_OF_A_GAME = 2


class ChangedProgram(RefereeError):  # noqa: N818  # what it is, not "an error about it"
    """A program that is not what it must be, or is gone."""

    def __init__(self, name: str, path: Path) -> None:
        super().__init__(name, path)
        self.name = name
        self.path = path

    def __str__(self) -> str:
        return f"the program of {self.name} is damaged or gone: {self.path}"


def as_it_was(program: Program) -> Program:
    """What is to be run for that program. Raises ChangedProgram."""
    if program.content is None:
        return program
    return replace(program, path=_copies().of(program, program.content))


class _Copy(NamedTuple):
    place: Path
    source: Path
    size: int
    touched: tuple[Touched, Touched]
    """The source and the copy, when it was made."""

    @property
    def is_fresh(self) -> bool:
        with suppress(OSError):
            return self.touched == (touched(self.source.stat()), touched(self.place.stat()))
        return False


class _Copies:
    """Those of this process, the one that was needed last at the end."""

    def __init__(self) -> None:
        self._folders: list[Path] = []
        self._kept: OrderedDict[str, _Copy] = OrderedDict()

    def of(self, program: Program, content: Content) -> Path:
        copy = self._kept.pop(content.sha256, None)
        if copy is None or copy.source != program.path or not copy.is_fresh:
            copy = self._made(program, content)
        self._kept[content.sha256] = copy
        self._forget_the_oldest()
        return copy.place

    def _made(self, program: Program, content: Content) -> _Copy:
        place = self._new_place(program.path.name, content.size)
        try:
            source = os.open(program.path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        except OSError:
            raise ChangedProgram(program.name, program.path) from None
        try:
            before = os.fstat(source)
            if before.st_size != content.size:
                raise ChangedProgram(program.name, program.path)
            if _copied(source, place, content.size) != content.sha256:
                place.unlink()
                raise ChangedProgram(program.name, program.path)
            both = (touched(before), touched(place.stat()))
            return _Copy(place, program.path, content.size, both)
        except OSError as error:
            why = error.strerror or error
            raise RefereeError(f"{program.path} cannot be copied: {why}") from None
        finally:
            os.close(source)

    def _new_place(self, name: str, size: int) -> Path:
        """Return a path for a copy, in the folder used last if that has room for it."""
        for folder in reversed(self._folders):
            if has_room(folder, size):
                break
        else:
            folder = new_program_folder(size)
            Finalize(self, remove_program_folder, (folder,), exitpriority=0)
            self._folders.append(folder)
        (folder / name).unlink(missing_ok=True)
        return folder / name

    def _forget_the_oldest(self) -> None:
        while len(self._kept) > _OF_A_GAME and self._size > _MOST_KEPT:
            _, oldest = self._kept.popitem(last=False)
            oldest.place.unlink(missing_ok=True)

    @property
    def _size(self) -> int:
        return sum(copy.size for copy in self._kept.values())


@cache
def _copies() -> _Copies:
    """Of this process."""
    return _Copies()


def _copied(source: int, place: Path, size: int) -> str:
    """Copies that many bytes, and returns the hash of what was copied."""
    whole = sha256()
    with place.open("xb") as copy:
        while size > 0 and (piece := os.read(source, min(size, _PIECE))):
            whole.update(piece)
            copy.write(piece)
            size -= len(piece)
    place.chmod(0o755)
    return whole.hexdigest()
