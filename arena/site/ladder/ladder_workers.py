"""Workers that play the ladders of the site's events, one for each ladder.

Each runs ``arena ladder``, which gives way to games that count, and ends when its event begins. A
ladder that another process plays already is left to it. A worker that failed is started again after
some minutes: the teacher may have mended the cause.
"""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event as Signal
from time import monotonic

from arena.cli import main
from arena.site.ladder.ladder_view import folder_of
from arena.site.supervision import begin_thread, log_exceptions
from arena.site.watch.event_index import Events, event_in
from referee.worker import Worker, WorkerEnded
from tournaments.run.setup import is_folder_held

_BETWEEN_SEARCHES = 5.0
"""Seconds between two searches for ladders to be played."""
_AFTER_FAULT = 300.0


@dataclass
class LadderWorkers:
    """Starts, restarts and ends the workers."""

    events: Events
    _workers: dict[Path, Worker[Path, object, None]] = field(default_factory=dict)
    _not_before: dict[Path, float] = field(default_factory=dict)
    _is_ending: Signal = field(default_factory=Signal)

    def begin(self) -> None:
        """Search for ladders to be played from time to time, until the site ends."""
        if self.events.folder is not None:
            begin_thread(self._supervise, "ladders")

    def close(self) -> None:
        """End the workers; their unfinished games will be played again another time."""
        self._is_ending.set()  # the thread that started them ends them

    def _supervise(self) -> None:
        while not self._is_ending.is_set():
            with log_exceptions("ladders"):  # the next search may succeed
                self._start_due()
            self._is_ending.wait(_BETWEEN_SEARCHES)
        for worker in self._workers.values():
            worker.close()

    def _start_due(self) -> None:
        """Start a worker for each ladder that should be played and is not."""
        self._forget_ended()
        for path in ladder_files(self.events):
            if self._is_due(path) and not self._is_ending.is_set():
                self._workers[path] = Worker(_play)
                self._workers[path].send(path)

    def _forget_ended(self) -> None:
        for path, worker in list(self._workers.items()):
            try:
                worker.receive(0)
            except WorkerEnded as end:
                del self._workers[path]
                if end.status:
                    self._not_before[path] = monotonic() + _AFTER_FAULT

    def _is_due(self, path: Path) -> bool:
        if path in self._workers or monotonic() < self._not_before.get(path, 0.0):
            return False
        return not is_folder_held(folder_of(path))


def ladder_files(events: Events) -> list[Path]:
    """Return the files of events with a ladder that have not begun."""
    events_by_file = ((path, event_in(path)) for path in events.files_not_begun().values())
    return [path for path, event in events_by_file if event and event.ladder]


def _play(path: Path, *_: object) -> None:
    """Run the command, which ends this process with its exit status; drop all but its errors."""
    sys.argv = ["arena", "ladder", str(path), "--quiet"]
    with Path(os.devnull).open("w") as null, redirect_stdout(null):
        main()
