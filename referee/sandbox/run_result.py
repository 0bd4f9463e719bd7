"""The result of running a bot for one turn: the bare facts, not judged yet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from enum import IntEnum


class RunEnd(IntEnum):
    """The end of the bot's process; the numbers are those of ``keeper.h``."""

    EXITED = 0
    SIGNALLED = 1
    NOT_STARTED = 2
    CPU_OVER = 3
    """Killed after using all its processor time."""
    OWN_TIME_OVER = 4
    """Killed after running and sleeping for longer than it may."""
    MEMORY_OVER = 5
    OVERLOADED = 6
    """Killed after waiting for a core for longer than a game can wait: the machine's fault."""
    FILES_OVER = 9
    """Killed for exceeding a limit on temporary files; the status is an ``Excess``."""


class Excess(IntEnum):
    """The limit on temporary files that was exceeded; the numbers are those of ``keeper.h``."""

    BYTES = 1
    FILES = 2
    DEPTH = 3


class FileKind(IntEnum):
    """The kind of file in place of matrix.txt after a turn, by the numbers of ``keeper.h``."""

    MISSING = 0
    REGULAR = 1
    LINK = 2
    FOLDER = 3
    FIFO = 4
    SOCKET = 5
    DEVICE = 6
    UNREADABLE = 7


@dataclass(frozen=True, slots=True)
class TurnFile:
    """The file that a turn left in place of matrix.txt, once every process of the turn is dead."""

    kind: FileKind
    links: int
    size: int
    data: bytes
    """The contents; empty unless it is a regular file with one name and of an allowed size."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """The facts of one run of a bot."""

    end: RunEnd
    status: int
    """The exit status, the signal, the errno of a failed start, or an ``Excess``."""
    cpu: Decimal
    """Seconds of processor time of all processes of the turn."""
    wall: Decimal
    """Seconds from start to end, the start of Wine included."""
    slept: Decimal
    """Seconds in which all processes of the turn were seen asleep; without the keeper, all seconds
    that they did not run."""
    memory: int
    """Largest number of bytes of memory seen in use; 0 where that is not known."""
    left_processes: bool
    """True if processes were left at the end and had to be killed."""
    file: TurnFile
    other_names: tuple[str, ...]
    """Names in the folder other than matrix.txt."""
    printed: bytes
    """The beginning of what was printed on standard output and standard error."""
    printed_size: int
    """Number of all bytes that were printed."""
    is_out_of_room: bool = False
    """True if the turn may have failed since the shared file system of its folder was full."""

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
    def own_time(self) -> Decimal:
        """Return the seconds that the bot ran or slept: the wall time less the waits for a core."""
        return min(self.wall, self.cpu + self.slept)

    @property
    def waited(self) -> Decimal:
        """Return the seconds that the bot waited for a core."""
        return self.wall - self.own_time


def run_result_with_end(end: RunEnd, status: int = 0) -> RunResult:
    """Return a run result of which only the end and the status are known."""
    zero, file = Decimal(0), TurnFile(FileKind.MISSING, 0, 0, b"")
    return RunResult(end, status, zero, zero, zero, 0, False, file, (), b"", 0)


def run_from_summary(text: str) -> RunResult | None:
    """Return the run result whose facts ``summary`` wrote; None if they cannot be read."""
    facts = dict(word.partition("=")[::2] for word in text.split())
    try:
        run = run_result_with_end(RunEnd[facts["end"]], int(facts["status"]))
        cpu, wall, slept = (Decimal(facts[name]) for name in ("cpu", "wall", "slept"))
        if not (cpu.is_finite() and wall.is_finite() and slept.is_finite()):
            return None
        return replace(
            run,
            cpu=cpu,
            wall=wall,
            slept=slept,
            memory=int(facts["memory"]),
            file=TurnFile(FileKind[facts["file"]], 1, int(facts["size"]), b""),
        )
    except (KeyError, ValueError, InvalidOperation):
        return None
