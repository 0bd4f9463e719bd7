"""What is in play in a running event, for other processes: a small file a game, in ``.live``.

The process that runs an event writes them and those that show it read them, so that watching costs
a run no more than a few small files, however many watch. A file is there from a game's beginning
until the game is in the ledger, and is replaced whole. The run holds the lock of the folder: files
in a folder that nobody has locked were left by a run that was killed.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from formats.matrix import Matrix, read_matrix, write_exactly
from referee.pool import GameJob, Watcher
from tournaments.entrants.enrolment import CannotEnrol
from tournaments.entrants.entrant_faults import IN_USE
from tournaments.run.event_run import Run
from tournaments.standings.meeting import ScheduledGame
from tournaments.storage import is_locked, take, write_whole

NAME = ".live"
_LOCK = "lock"
_ENDING = ".json"
_PATIENCE = 5.0
_PAUSE = 0.02


@contextmanager
def feed(folder: Path) -> Iterator[Feed]:
    """The feed of the event in that folder, empty before and after."""
    place = folder / NAME
    place.mkdir(exist_ok=True)
    with _own(place):
        _empty(place)
        try:
            yield Feed(place)
        finally:
            _empty(place)


@contextmanager
def _own(place: Path) -> Iterator[None]:
    """The lock of that place. Raises CannotEnrol if another run has it.

    A process that only looks at the games holds it for a moment. One that holds it longer runs the
    event, and somebody has removed the lock of its folder.
    """
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            file = take(place / _LOCK, wait=False)
            break
        except BlockingIOError:
            if time.monotonic() > until:
                raise CannotEnrol([IN_USE(folder=place.parent)]) from None
            time.sleep(_PAUSE)
    try:
        yield
    finally:
        os.close(file)


def _empty(place: Path) -> None:
    for path in place.glob(f"*{_ENDING}*"):
        path.unlink(missing_ok=True)


class Feed:
    """Where a run tells of its games. That it cannot be written stops no game."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._began: dict[int, float] = {}

    def watcher(self, run: Run) -> Watcher:
        """What is to be told of the games of that run."""

        def watch(game: GameJob, matrix: Matrix) -> None:
            with suppress(OSError):
                self._tell(game, *run.place_of(game), matrix)

        return watch

    def ends(self, game: GameJob) -> None:
        """The game is in the ledger."""
        self._began.pop(game.number, None)
        with suppress(OSError):
            self._path(game).unlink(missing_ok=True)

    def _tell(self, game: GameJob, section: str, pairing: ScheduledGame, matrix: Matrix) -> None:
        now = time.time()
        said = {
            "section": section,
            "number": pairing.number,
            "round": pairing.match.round,
            "first": pairing.first,
            "second": pairing.second,
            "began": self._began.setdefault(game.number, now),
            "told": now,
            "last": matrix.position.last,
            "file": write_exactly(matrix),
        }
        write_whole(self._path(game), json.dumps(said).encode())

    def _path(self, game: GameJob) -> Path:
        return self._place / f"{game.number}{_ENDING}"


@dataclass(frozen=True)
class InPlay:
    """A game that is being played, as it stands."""

    section: str
    number: int
    round: int
    first: str
    """Who has A."""
    second: str
    began: float
    """Seconds since 1970."""
    told: float
    """When it came to stand so."""
    matrix: Matrix


class Live:
    """Looks at what is in play in the event of a folder; what has not changed is not read again."""

    def __init__(self, folder: Path, limits: dict[str, int | None]) -> None:
        """``limits`` are the half-move limits of the event's sections."""
        self._folder = folder
        self._place = folder / NAME
        self._limits = limits
        self._known: dict[str, tuple[tuple[int, int], InPlay]] = {}

    def look(self) -> list[InPlay]:
        """The games that are in play now; the very same objects as long as they stand so."""
        known, self._known = self._known, {}
        if not is_running(self._folder):
            return []
        with suppress(FileNotFoundError), os.scandir(self._place) as entries:
            for entry in entries:
                if entry.name.endswith(_ENDING):
                    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
                        self._known[entry.name] = self._read(entry, known.get(entry.name))
        return sorted((one for _, one in self._known.values()), key=lambda one: one.began)

    def _read(
        self, entry: os.DirEntry[str], before: tuple[tuple[int, int], InPlay] | None
    ) -> tuple[tuple[int, int], InPlay]:
        facts = entry.stat()
        mark = (facts.st_mtime_ns, facts.st_ino)
        if before and before[0] == mark:
            return before
        return mark, self._in_play(json.loads(Path(entry.path).read_text(encoding="utf-8")))

    def _in_play(self, said: dict[str, object]) -> InPlay:
        """Raises ValueError or KeyError where the file is not ours."""
        file, last = str(said.pop("file")), said.pop("last")
        limit = self._limits[str(said["section"])]
        matrix = read_matrix(file.encode(), limit=limit).matrix
        if matrix is None or not set(said) == _FIELDS:
            raise ValueError("no game")
        # The files of some games do not name the last move.
        position = replace(matrix.position, last=None if last is None else str(last))
        return InPlay(**said, matrix=replace(matrix, position=position))  # type: ignore[arg-type]


def is_running(folder: Path) -> bool:
    """Whether somebody runs the event of that folder now."""
    return is_locked(folder / NAME / _LOCK)


_FIELDS = set(InPlay.__dataclass_fields__) - {"matrix"}
