"""Control groups: hard limits on a bot's whole process tree, and an exact account of its time.

Where a group can be made (by root, or by a user to whom systemd has delegated one), the keeper
moves into it before it starts a bot. Elsewhere rlimits and the keeper's own reading of /proc must
do: a bot can then exceed its memory for some milliseconds before it is killed, and orphaned
children are seen only if they live for longer than some milliseconds.

Version 2 has one tree for all controllers; version 1 has a tree for each.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from time import monotonic, sleep

from referee.machine import leftover_prefix, leftovers_in, remove_leftovers
from referee.program import MIB, Limits
from referee.sandbox.program_folders import places_of_programs, remove_program_folder

_EXTRA_MEMORY = 16 * MIB
"""Bytes for the keeper itself, and for memory that the kernel counts and the keeper does not."""
_LONGEST_WAIT, _CHECK_INTERVAL = 5, 0.01
"""Seconds to wait until killed processes are gone, and between two checks of that."""
_NUMBERS = count(1)


@dataclass(frozen=True, slots=True)
class Group:
    """Open files of a control group, by their descriptors."""

    joins: tuple[int, ...] = ()
    """Files in which a process writes 0 to join the group."""
    meter: int = -1
    """File with the processor time of the whole group."""
    tasks: int = -1
    """File with the highest number of processes and threads that the group has had (Linux 6.1)."""
    events: int = -1
    """File in which the kernel counts the processes of the group that it killed for lack of memory,
    be it of this group, of a group above it or of the machine."""
    peak: int = -1
    """File of version 1, which counts no shortages, with the most memory used so far."""
    memory: int = 0
    """Bytes of memory that the group may use."""

    @property
    def out_of_memory_kills(self) -> int:
        """Return how many processes of the group the kernel has killed for lack of any memory."""
        return self._count_of(b"oom_kill")

    @property
    def own_shortages(self) -> int:
        """Return how often the group's own limit has left it without memory.

        In version 1 each kill counts if the group has ever reached its limit.
        """
        if self.peak < 0:
            return self._count_of(b"oom")
        has_reached_limit = int(os.pread(self.peak, 64, 0)) > self.memory - MIB
        return self.out_of_memory_kills if has_reached_limit else 0

    def _count_of(self, event: bytes) -> int:
        lines = os.pread(self.events, 4096, 0).splitlines() if self.events >= 0 else []
        return sum(int(count) for name, count in map(bytes.split, lines) if name == event)

    @property
    def files(self) -> tuple[int, ...]:
        """The files that the keeper needs."""
        return (*self.joins, *(file for file in (self.meter, self.tasks) if file >= 0))


@contextmanager
def group(limits: Limits) -> Iterator[Group]:
    """Make a control group with these limits, or an empty one where that is impossible."""
    with ExitStack() as stack:
        try:
            group_files = _new_group(limits, stack)
        except OSError:  # This user may not make groups: undo what was done.
            stack.close()
            group_files = Group()
        yield group_files


def _new_group(limits: Limits, stack: ExitStack) -> Group:
    places = _places()
    if places is None:
        return Group()
    # The group in "pids" comes first, since it can forbid new processes.
    for controller in ("pids", "memory", "cpuacct"):
        remove_leftovers(places[controller], _remove)
    name = f"{leftover_prefix()}{next(_NUMBERS)}"
    # The keys drop repeated folders. The last folder made, that of "pids", is removed first.
    folders = {places[controller] / name: None for controller in ("memory", "cpuacct", "pids")}
    for folder in folders:
        folder.mkdir()
        stack.callback(_remove, folder)
    for controller, file, value in _settings(limits):
        path = places[controller] / name / file
        if path.exists():
            path.write_text(str(value))
    joins = tuple(_open_file(folder / "cgroup.procs", os.O_WRONLY, stack) for folder in folders)
    account = places["cpuacct"] / name
    usage = account / "cpuacct.usage"
    meter = _open_file(usage if usage.exists() else account / "cpu.stat", os.O_RDONLY, stack)
    memory, pids = places["memory"] / name, places["pids"] / name
    tasks = _open_first(pids, ("pids.peak",), stack)
    events = _open_first(memory, ("memory.events", "memory.oom_control"), stack)
    peak = _open_first(memory, ("memory.max_usage_in_bytes",), stack)
    return Group(joins, meter, tasks, events, peak, limits.memory + _EXTRA_MEMORY)


def remove_all_leftovers() -> list[Path]:
    """Remove what killed referees left behind; return what this user cannot remove."""
    folders = [folder for place in places_of_programs() for folder in leftovers_in(place)]
    for folder in folders:
        remove_program_folder(folder)
    return [*(folder for folder in folders if folder.exists()), *_remove_leftovers_of_groups()]


def _remove_leftovers_of_groups() -> list[Path]:
    """Remove control groups of killed referees; return those that could not be removed."""
    try:
        places = set((_places() or {}).values())
    except OSError:
        return []
    leftovers = [folder for place in places for folder in leftovers_in(place)]
    for folder in leftovers:
        _remove(folder)
    return [folder for folder in leftovers if folder.exists()]


def _settings(limits: Limits) -> Iterator[tuple[str, str, int]]:
    """Yield the limits for both versions, as controller, file and value."""
    memory = limits.memory + _EXTRA_MEMORY
    yield "memory", "memory.max", memory
    yield "memory", "memory.swap.max", 0
    yield "memory", "memory.limit_in_bytes", memory
    yield "memory", "memory.memsw.limit_in_bytes", memory
    yield "pids", "pids.max", limits.processes


def _open_first(folder: Path, names: Sequence[str], stack: ExitStack) -> int:
    """Open the first of these files that exists; return -1 if none does."""
    paths = [folder / name for name in names if (folder / name).exists()]
    return _open_file(paths[0], os.O_RDONLY, stack) if paths else -1


def _open_file(path: Path, flags: int, stack: ExitStack) -> int:
    file = os.open(path, flags)
    stack.callback(os.close, file)
    return file


def _remove(folder: Path) -> None:
    """Remove a group; it is mostly empty, and checking that first would take as long."""
    try:
        folder.rmdir()
    except OSError:
        _end_all(folder)
        with suppress(OSError):
            folder.rmdir()


def _end_all(folder: Path) -> None:
    """Kill what is still in the group: a killed keeper leaves its bots behind."""
    until = monotonic() + _LONGEST_WAIT
    with suppress(OSError):
        while (remaining := (folder / "cgroup.procs").read_text().split()) and monotonic() < until:
            _kill_all(folder, map(int, remaining))
            sleep(_CHECK_INTERVAL)


def _kill_all(folder: Path, processes: Iterable[int]) -> None:
    """Kill the processes; version 2 does it at once, version 1 can only forbid new processes."""
    for file, value in (("cgroup.kill", "1"), ("pids.max", "0")):
        if (folder / file).exists():
            (folder / file).write_text(value)
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def _places() -> Mapping[str, Path] | None:
    """Return the folder of each controller in which a group can be made; None if there is none."""
    mounts, own = _mounts(), _own_groups()
    places: dict[str, Path] = {}
    for controller in ("memory", "pids", "cpuacct"):
        if controller in mounts and controller in own:
            root, mount = mounts[controller]
            places[controller] = mount / os.path.relpath(own[controller], root)
    if len(places) == 3:
        return places
    unified = _unified_folder(mounts, own)
    return dict.fromkeys(("memory", "pids", "cpuacct"), unified) if unified else None


def _unified_folder(mounts: Mapping[str, tuple[str, Path]], own: Mapping[str, str]) -> Path | None:
    """Return the nearest folder of version 2 that delegates both controllers; None if none does."""
    if "" not in mounts or "" not in own:
        return None
    root, mount = mounts[""]
    here = mount / os.path.relpath(own[""], root)
    for folder in (here, *here.parents):
        control = folder / "cgroup.subtree_control"
        if not control.exists():
            return None
        delegated = control.read_text().split()
        if {"memory", "pids"} <= set(delegated) and os.access(folder / "cgroup.procs", os.W_OK):
            return folder
    return None


def _own_groups() -> dict[str, str]:
    """Return the group of this process by controller; the key of version 2 is empty."""
    own: dict[str, str] = {}
    for line in _lines_of_self("cgroup"):
        _, controllers, path = line.split(":", 2)
        own |= dict.fromkeys(controllers.split(","), path)
    return own


def _lines_of_self(name: str) -> Iterator[str]:
    """Yield the lines of a file of /proc about this process; names in them may have any bytes."""
    return (
        os.fsdecode(line) for line in Path("/proc/self", name).read_bytes().split(b"\n") if line
    )


def _unescape(name: str) -> str:
    """Return the name of a folder in a list of mounts, which has blanks as codes."""
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), name)


@cache
def _mounts() -> Mapping[str, tuple[str, Path]]:
    """Return, by controller, the root group of its mount and the mount point."""
    mounts: dict[str, tuple[str, Path]] = {}
    for line in _lines_of_self("mountinfo"):
        mount_fields, _, type_fields = line.partition(" - ")
        kind, _, options = type_fields.split(" ", 2)
        root, mount = map(_unescape, mount_fields.split(" ")[3:5])
        if kind == "cgroup2":
            mounts[""] = (root, Path(mount))
        elif kind == "cgroup":
            mounts |= dict.fromkeys(options.split(","), (root, Path(mount)))
    return mounts
