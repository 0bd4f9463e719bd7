"""Games in play of a running event, for other processes: a small file for each game, in ``.live``.

The process that runs an event writes the files, and processes that show it read them, so that
spectators cost a run no more than a few small files, however many they are. A file exists from the
start of a game until the game is in the ledger, and is replaced atomically. The run holds the lock
of the folder: files in a folder that nobody has locked were left by a run that was killed.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from formats.matrix import Matrix, read_matrix, write_exactly
from referee.machine import write_whole
from tournaments.entrants.enrolment import CannotEnrol
from tournaments.entrants.entrant_faults import EVENT, IN_USE
from tournaments.storage import is_locked, take_lock

if TYPE_CHECKING:  # ``game_run`` imports this module.
    from tournaments.run.game_run import LedgerJob

NAME = ".live"
_LOCK = "lock"
_ENDING = ".json"


@contextmanager
def feed(folder: Path) -> Iterator[Feed]:
    """Open the feed of an event in its folder; the feed is empty before and after."""
    live_folder = folder / NAME
    live_folder.mkdir(exist_ok=True)
    with _hold_lock(live_folder):
        _empty(live_folder)
        try:
            yield Feed(live_folder)
        finally:
            _empty(live_folder)


@contextmanager
def _hold_lock(live_folder: Path) -> Iterator[None]:
    """Hold the lock of the feed; raise CannotEnrol if another run holds it.

    The process that holds it runs the event, and somebody has removed the lock of its folder.
    """
    try:
        file = take_lock(live_folder / _LOCK, wait=False)
    except BlockingIOError:
        raise CannotEnrol([IN_USE(what=EVENT, folder=live_folder.parent)]) from None
    try:
        yield
    finally:
        os.close(file)


def _empty(live_folder: Path) -> None:
    for path in live_folder.glob(f"*{_ENDING}*"):
        path.unlink(missing_ok=True)


class Feed:
    """The writer of the files; an error of writing stops no game."""

    def __init__(self, live_folder: Path) -> None:
        self._live_folder = live_folder
        self._began: dict[int, float] = {}

    def watch(self, game: LedgerJob, matrix: Matrix) -> None:
        """Write the position of a game in play."""
        with suppress(OSError):
            self._write(game, matrix)

    def remove(self, game: LedgerJob) -> None:
        """Remove the file of a game that is in the ledger."""
        self._began.pop(game.number, None)
        with suppress(OSError):
            self._path(game).unlink(missing_ok=True)

    def _write(self, game: LedgerJob, matrix: Matrix) -> None:
        now, scheduled_game = time.time(), game.scheduled_game
        values = {
            "section": game.section,
            "number": scheduled_game.number,
            "round": scheduled_game.match.round,
            "first": scheduled_game.first,
            "second": scheduled_game.second,
            "began": self._began.setdefault(game.number, now),
            "updated": now,
            "last": matrix.position.last,
            "file": write_exactly(matrix),
        }
        write_whole(self._path(game), json.dumps(values).encode())

    def _path(self, game: LedgerJob) -> Path:
        return self._live_folder / f"{game.number}{_ENDING}"


@dataclass(frozen=True)
class InPlay:
    """A game that is being played, with its position."""

    section: str
    number: int
    round: int
    first: str
    """Entrant who has A."""
    second: str
    began: float
    """Start of the game, in seconds since 1970."""
    updated: float
    """Time of the last half-move, in seconds since 1970."""
    matrix: Matrix


class Live:
    """The reader of an event's games in play; a file that has not changed is not read again."""

    def __init__(self, folder: Path, limits: dict[str, int | None]) -> None:
        """Take the half-move limits of the event's sections as ``limits``."""
        self._folder = folder
        self._live_folder = folder / NAME
        self._limits = limits
        self._known: dict[str, tuple[tuple[int, int], InPlay]] = {}

    def look(self) -> list[InPlay]:
        """Return the games in play; a game that has not changed is the same object as before."""
        known, self._known = self._known, {}
        if not is_running(self._folder):
            return []
        with suppress(FileNotFoundError), os.scandir(self._live_folder) as entries:
            for entry in entries:
                if entry.name.endswith(_ENDING):
                    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
                        self._known[entry.name] = self._read(entry, known.get(entry.name))
        return sorted((game for _, game in self._known.values()), key=lambda game: game.began)

    def _read(
        self, entry: os.DirEntry[str], before: tuple[tuple[int, int], InPlay] | None
    ) -> tuple[tuple[int, int], InPlay]:
        status = entry.stat()
        mark = (status.st_mtime_ns, status.st_ino)
        if before and before[0] == mark:
            return before
        return mark, self._in_play(json.loads(Path(entry.path).read_text(encoding="utf-8")))

    def _in_play(self, values: dict[str, object]) -> InPlay:
        """Return the game of a file; raise ValueError or KeyError for a file of another kind."""
        file, last = str(values.pop("file")), values.pop("last")
        limit = self._limits[str(values["section"])]
        matrix = read_matrix(file.encode(), limit=limit).matrix
        if matrix is None or not set(values) == _FIELDS:
            raise ValueError("no game")
        # The files of some games do not name the last move.
        position = replace(matrix.position, last=None if last is None else str(last))
        return InPlay(**values, matrix=replace(matrix, position=position))  # type: ignore[arg-type]


def is_running(folder: Path) -> bool:
    """Return whether a process runs the event of the folder now."""
    return is_locked(folder / NAME / _LOCK)


_FIELDS = set(InPlay.__dataclass_fields__) - {"matrix"}
