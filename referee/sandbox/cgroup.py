"""Control groups: hard limits on a bot's whole process tree, and an exact account of its time.

Where one can be made (by root; by a user to whom systemd has delegated a group), the keeper moves
into it before it starts a bot. Where none can be, rlimits and the keeper's own looking at /proc
must do: then memory can be overdrawn for some milliseconds before the bot is killed, and children
that their parent disowned are seen only if they live for more than some milliseconds.

Version 2 has one tree for all controllers; version 1 has a tree for each.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from time import monotonic, sleep

from referee.program import MIB, Limits
from referee.sandbox.host import (
    leftovers_in,
    name_of_ours,
    places_of_programs,
    remove_leftovers,
    remove_program_folder,
)

_ROOM = 16 * MIB
"""For the keeper itself, and for what the kernel reckons otherwise than the keeper."""
_OWN_PROCESSES = 4
_PATIENCE, _MOMENT = 5, 0.01
"""Seconds: for the end of who was killed, and between two looks at it."""
_NUMBERS = count(1)


@dataclass(frozen=True, slots=True)
class Group:
    """Open files of a control group, by their descriptors."""

    joins: tuple[int, ...] = ()
    """A process that writes 0 into them joins the group."""
    meter: int = -1
    """Where the processor time of the whole group is read."""

    events: int = -1
    """Where the kernel counts whom it killed for want of memory."""

    @property
    def out_of_memory(self) -> int:
        """How many processes of the group the kernel has killed for want of memory."""
        lines = os.pread(self.events, 4096, 0).splitlines() if self.events >= 0 else []
        return sum(int(line.split()[1]) for line in lines if line.startswith(b"oom_kill "))

    @property
    def files(self) -> tuple[int, ...]:
        """Those for the keeper."""
        return self.joins if self.meter < 0 else (self.meter, *self.joins)


@contextmanager
def group(limits: Limits) -> Iterator[Group]:
    """A control group with those limits for as long as it is needed, or an empty one."""
    with ExitStack() as stack:
        try:
            made = _made(limits, stack)
        except OSError:  # not ours to make: whatever was made is removed again
            stack.close()
            made = Group()
        yield made


def _made(limits: Limits, stack: ExitStack) -> Group:
    places = _places()
    if places is None:
        return Group()
    for controller in ("pids", "memory", "cpuacct"):  # the first can keep forks from getting away
        remove_leftovers(places[controller], _remove)
    name = f"{name_of_ours()}{next(_NUMBERS)}"
    # Each once; and the last is removed first, with all that is left in it.
    folders = {places[controller] / name: None for controller in ("memory", "cpuacct", "pids")}
    for folder in folders:
        folder.mkdir()
        stack.callback(_remove, folder)
    for controller, file, value in _settings(limits):
        path = places[controller] / name / file
        if path.exists():
            path.write_text(str(value))
    joins = tuple(_opened(folder / "cgroup.procs", os.O_WRONLY, stack) for folder in folders)
    account = places["cpuacct"] / name
    usage = account / "cpuacct.usage"
    meter = _opened(usage if usage.exists() else account / "cpu.stat", os.O_RDONLY, stack)
    events = (places["memory"] / name / file for file in ("memory.events", "memory.oom_control"))
    counted = next((_opened(path, os.O_RDONLY, stack) for path in events if path.exists()), -1)
    return Group(joins, meter, counted)


def remove_all_leftovers() -> list[Path]:
    """Remove what killed referees left; return what cannot be removed by this user."""
    folders = [folder for place in places_of_programs() for folder in leftovers_in(place)]
    for folder in folders:
        remove_program_folder(folder)
    return [*(folder for folder in folders if folder.exists()), *_remove_leftovers_of_groups()]


def _remove_leftovers_of_groups() -> list[Path]:
    """Remove groups of referees that were killed; return those that could not be removed."""
    try:
        places = set((_places() or {}).values())
    except OSError:
        return []
    leftovers = [folder for place in places for folder in leftovers_in(place)]
    for folder in leftovers:
        _remove(folder)
    return [folder for folder in leftovers if folder.exists()]


def _settings(limits: Limits) -> Iterator[tuple[str, str, int]]:
    """The files of both versions: those of the other are not there."""
    memory = limits.memory + _ROOM
    yield "memory", "memory.max", memory
    yield "memory", "memory.swap.max", 0
    yield "memory", "memory.limit_in_bytes", memory
    yield "memory", "memory.memsw.limit_in_bytes", memory
    yield "pids", "pids.max", limits.processes + _OWN_PROCESSES


def _opened(path: Path, flags: int, stack: ExitStack) -> int:
    file = os.open(path, flags)
    stack.callback(os.close, file)
    return file


def _remove(folder: Path) -> None:
    """Most often nobody is in it; to ask first would take as long as to remove it."""
    try:
        folder.rmdir()
    except OSError:
        _end_all(folder)
        with suppress(OSError):
            folder.rmdir()


def _end_all(folder: Path) -> None:
    """Kills what is still in the group: a keeper that was killed leaves its bots behind."""
    until = monotonic() + _PATIENCE
    with suppress(OSError):
        while (left := (folder / "cgroup.procs").read_text().split()) and monotonic() < until:
            _kill_all(folder, map(int, left))
            sleep(_MOMENT)


def _kill_all(folder: Path, processes: Iterable[int]) -> None:
    """Version 2 does it at once; in version 1 they can at least be kept from starting others."""
    for file, value in (("cgroup.kill", "1"), ("pids.max", "0")):
        if (folder / file).exists():
            (folder / file).write_text(value)
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def _places() -> Mapping[str, Path] | None:
    """The folder of each controller in which a group can be made."""
    mounts, own = _mounts(), _own_groups()
    found: dict[str, Path] = {}
    for controller in ("memory", "pids", "cpuacct"):
        if controller in mounts and controller in own:
            root, mount = mounts[controller]
            found[controller] = mount / os.path.relpath(own[controller], root)
    if len(found) == 3:
        return found
    unified = _unified(mounts, own)
    return dict.fromkeys(("memory", "pids", "cpuacct"), unified) if unified else None


def _unified(mounts: Mapping[str, tuple[str, Path]], own: Mapping[str, str]) -> Path | None:
    """The nearest folder of version 2 that hands both controllers on to groups in it."""
    if "" not in mounts or "" not in own:
        return None
    root, mount = mounts[""]
    here = mount / os.path.relpath(own[""], root)
    for folder in (here, *here.parents):
        control = folder / "cgroup.subtree_control"
        if not control.exists():
            return None
        handed = control.read_text().split()
        if {"memory", "pids"} <= set(handed) and os.access(folder / "cgroup.procs", os.W_OK):
            return folder
    return None


def _own_groups() -> dict[str, str]:
    """The group we are in, by controller; that of version 2 by an empty name."""
    own: dict[str, str] = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        own |= dict.fromkeys(controllers.split(","), path)
    return own


@cache
def _mounts() -> Mapping[str, tuple[str, Path]]:
    """Where each controller is mounted, and what group is the root of that."""
    mounts: dict[str, tuple[str, Path]] = {}
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        root, mount = before.split(" ")[3:5]
        if kind == "cgroup2":
            mounts[""] = (root, Path(mount))
        elif kind == "cgroup":
            mounts |= dict.fromkeys(options.split(","), (root, Path(mount)))
    return mounts
