"""The result of running a bot for one turn: the bare facts, not judged yet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from enum import IntEnum


class RunEnd(IntEnum):
    """How the bot's process ended; the numbers are those of ``keeper.h``."""

    EXITED = 0
    SIGNALLED = 1
    NOT_STARTED = 2
    CPU_OVER = 3
    """Killed, having used the processor time it had."""
    OWN_TIME_OVER = 4
    """Killed, having run and slept for longer than it may."""
    MEMORY_OVER = 5
    OVERLOADED = 6
    """Killed, having waited for a core longer than a game can be kept waiting: our fault."""
    FILES_OVER = 9
    """Killed, having more temporary files than allowed; the status is an ``Excess``."""


class Excess(IntEnum):
    """Which limit on temporary files was exceeded; the numbers are those of ``keeper.h``."""

    BYTES = 1
    FILES = 2
    DEPTH = 3


class FileKind(IntEnum):
    """What stands at the place of matrix.txt; the numbers are those of ``keeper.h``."""

    MISSING = 0
    REGULAR = 1
    LINK = 2
    FOLDER = 3
    FIFO = 4
    SOCKET = 5
    DEVICE = 6
    UNREADABLE = 7


@dataclass(frozen=True, slots=True)
class FoundFile:
    """What stands at the place of matrix.txt when every process of the turn is dead."""

    kind: FileKind
    links: int
    size: int
    data: bytes
    """Empty, unless it is a regular file with one name and not too large."""


@dataclass(frozen=True, slots=True)
class RunResult:
    end: RunEnd
    status: int
    """The exit status, the signal, why it could not be started (errno), or an ``Excess``."""
    cpu: Decimal
    """Seconds of processor time of all its processes."""
    wall: Decimal
    """Seconds from its start to its end, that of Wine included where it needs that."""
    slept: Decimal
    """Seconds in which it was seen to sleep, all of its processes at once."""
    memory: int
    """The most bytes that it was seen to have."""
    left_processes: bool
    """Whether processes of it were left, to be killed."""
    file: FoundFile
    others: tuple[str, ...]
    """Names in the folder beside matrix.txt."""
    printed: bytes
    """The beginning of what it printed, on standard output and on standard error."""
    printed_size: int
    """Bytes of all that it printed."""

    def summary(self) -> str:
        """Return the facts of the run in one line, without names and contents of files."""
        facts = {
            "end": self.end.name,
            "status": self.status,
            "cpu": self.cpu,
            "wall": self.wall,
            "slept": self.slept,
            "memory": self.memory,
            "file": self.file.kind.name,
            "size": self.file.size,
        }
        return " ".join(f"{name}={value}" for name, value in facts.items())

    @property
    def own(self) -> Decimal:
        """Seconds that it ran or slept: what passed, but for its waiting for a core."""
        return min(self.wall, self.cpu + self.slept)

    @property
    def waited(self) -> Decimal:
        """Seconds that it would have run in, but others did."""
        return self.wall - self.own


def nothing(end: RunEnd, status: int = 0) -> RunResult:
    """A turn of which no more is known than how it ended."""
    zero, file = Decimal(0), FoundFile(FileKind.MISSING, 0, 0, b"")
    return RunResult(end, status, zero, zero, zero, 0, False, file, (), b"", 0)


def run_from_summary(text: str) -> RunResult | None:
    """Return the run of which ``summary`` wrote the facts; None if they cannot be read."""
    facts = dict(word.partition("=")[::2] for word in text.split())
    try:
        run = nothing(RunEnd[facts["end"]], int(facts["status"]))
        cpu, wall, slept = (Decimal(facts[name]) for name in ("cpu", "wall", "slept"))
        if not (cpu.is_finite() and wall.is_finite() and slept.is_finite()):
            return None
        return replace(
            run,
            cpu=cpu,
            wall=wall,
            slept=slept,
            memory=int(facts["memory"]),
            file=FoundFile(FileKind[facts["file"]], 1, int(facts["size"]), b""),
        )
    except (KeyError, ValueError, InvalidOperation):
        return None
