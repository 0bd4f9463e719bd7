"""Plays the ladders of the events that the site shows, each in a process of its own.

What is done there is ``arena ladder``: it gives way to games that count, and ends when its event
begins. A ladder that somebody else plays is left to him. One that ended with a fault is begun again
after some minutes: the teacher may have mended what was wrong.
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
from arena.site.supervision import begin_thread, logged
from arena.site.watch.event_index import Events, event_in
from referee.pool import end_with_parent
from tournaments.run.setup import is_claimed

_OFTEN = 5.0
"""Seconds between two looks at what is to be played."""
_AFTER_FAULT = 300.0
_PATIENCE = 5.0
_SPAWN = get_context("spawn")


@dataclass
class LadderProcesses:
    events: Events
    _playing: dict[Path, BaseProcess] = field(default_factory=dict)
    _not_before: dict[Path, float] = field(default_factory=dict)
    _ends: Signal = field(default_factory=Signal)

    def begin(self) -> None:
        """Looks now and then what is to be played, until the site ends."""
        if self.events.folder is not None:
            begin_thread(self._look_after_them, "ladders")

    def close(self) -> None:
        """Ends them. What was in play is played again another time."""
        self._ends.set()
        for process in list(self._playing.values()):
            process.terminate()

    def _look_after_them(self) -> None:
        while not self._ends.is_set():
            with logged("ladders"):  # the next look may find what this one could not
                self._begin_those_due()
            self._ends.wait(_OFTEN)
        for process in self._playing.values():
            process.join(_PATIENCE)

    def _begin_those_due(self) -> None:
        """Start a process for each ladder that is to be played and is not yet."""
        self._forget_ended()
        for path in ladder_files(self.events):
            if self._is_to_be_played(path) and not self._ends.is_set():
                self._playing[path] = _begun(path)

    def _forget_ended(self) -> None:
        for path, process in list(self._playing.items()):
            if not process.is_alive():
                del self._playing[path]
                if process.exitcode:
                    self._not_before[path] = monotonic() + _AFTER_FAULT

    def _is_to_be_played(self, path: Path) -> bool:
        if path in self._playing or monotonic() < self._not_before.get(path, 0.0):
            return False
        return not is_claimed(folder_of(path))


def ladder_files(events: Events) -> list[Path]:
    """The files of events that have not begun, and have a ladder."""
    found = ((path, event_in(path)) for path in events.entering().values())
    return [path for path, event in found if event and event.ladder]


def _begun(path: Path) -> BaseProcess:
    process = _SPAWN.Process(target=_play, args=(str(path),))
    process.start()
    return process


def _play(path: str) -> None:
    """Becomes the command, and ends when the site does."""
    end_with_parent()
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(null, standard)
    command = [sys.executable, "-m", "arena", "ladder", path, "--quiet"]
    os.execv(sys.executable, command)  # nothing of it is a stranger's
