"""Processes that play the ladders of the site's events, one for each ladder.

Each runs ``arena ladder``, which gives way to games that count, and ends when its event begins. A
ladder that another process plays already is left to it. A process that failed is started again
after some minutes: the teacher may have mended the cause.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Event as Signal
from time import monotonic

from arena.site.ladder.ladder_view import folder_of
from arena.site.supervision import begin_thread, log_exceptions
from arena.site.watch.event_index import Events, event_in
from referee.pool import end_with_parent
from tournaments.run.setup import is_claimed

_BETWEEN_SEARCHES = 5.0
"""Seconds between two searches for ladders to be played."""
_AFTER_FAULT = 300.0
_PATIENCE = 5.0
_SPAWN = get_context("spawn")


@dataclass
class LadderProcesses:
    """Starts, restarts and ends the processes."""

    events: Events
    _processes: dict[Path, BaseProcess] = field(default_factory=dict)
    _not_before: dict[Path, float] = field(default_factory=dict)
    _is_ending: Signal = field(default_factory=Signal)

    def begin(self) -> None:
        """Search for ladders to be played from time to time, until the site ends."""
        if self.events.folder is not None:
            begin_thread(self._supervise, "ladders")

    def close(self) -> None:
        """End the processes; their unfinished games will be played again another time."""
        self._is_ending.set()
        for process in list(self._processes.values()):
            process.terminate()

    def _supervise(self) -> None:
        while not self._is_ending.is_set():
            with log_exceptions("ladders"):  # the next search may succeed
                self._start_due()
            self._is_ending.wait(_BETWEEN_SEARCHES)
        for process in self._processes.values():
            process.join(_PATIENCE)

    def _start_due(self) -> None:
        """Start a process for each ladder that should be played and is not."""
        self._forget_ended()
        for path in ladder_files(self.events):
            if self._is_due(path) and not self._is_ending.is_set():
                self._processes[path] = _start_process(path)

    def _forget_ended(self) -> None:
        for path, process in list(self._processes.items()):
            if not process.is_alive():
                del self._processes[path]
                if process.exitcode:
                    self._not_before[path] = monotonic() + _AFTER_FAULT

    def _is_due(self, path: Path) -> bool:
        if path in self._processes or monotonic() < self._not_before.get(path, 0.0):
            return False
        return not is_claimed(folder_of(path))


def ladder_files(events: Events) -> list[Path]:
    """Return the files of events with a ladder that have not begun."""
    events_by_file = ((path, event_in(path)) for path in events.entering().values())
    return [path for path, event in events_by_file if event and event.ladder]


def _start_process(path: Path) -> BaseProcess:
    process = _SPAWN.Process(target=_become_command, args=(str(path),))
    process.start()
    return process


def _become_command(path: str) -> None:
    """Replace this process by the command, which ends when the site does."""
    end_with_parent()
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(null, standard)
    command = [sys.executable, "-m", "arena", "ladder", path, "--quiet"]
    os.execv(sys.executable, command)  # no part of it comes from a visitor
