"""What a bot did wrong in a turn, whatever it wrote: how it ended, what it used, what it left."""

from __future__ import annotations

import errno
import os
import signal
from decimal import Decimal
from typing import NamedTuple

from formats.fault import Fault
from formats.game import Player
from formats.matrix import Matrix
from formats.matrix_faults import LARGEST
from formats.seconds import say_seconds
from formats.text import Text
from referee import faults
from referee.clock import Timing
from referee.ending import Ending
from referee.happened import End, FileKind, FoundFile, Happened
from referee.limits import MIB, Limits

_MOST_NAMES = 5
_KINDS = {
    FileKind.LINK: Text("a symbolic link", "символическая ссылка"),
    FileKind.FOLDER: Text("a folder", "папка"),
    FileKind.FIFO: Text("a FIFO", "именованный канал"),
    FileKind.SOCKET: Text("a socket", "сокет"),
    FileKind.DEVICE: Text("a device", "устройство"),
}
_MEANINGS = {
    signal.SIGSEGV: Text("a wrong address in memory", "обращение к чужой памяти"),
    signal.SIGABRT: Text("it gave up by itself (abort)", "сама прервала работу (abort)"),
    signal.SIGFPE: Text("wrong arithmetic", "ошибка арифметики"),
    signal.SIGILL: Text("an instruction this processor lacks", "неизвестная процессору команда"),
    signal.SIGBUS: Text("a wrong address in memory", "обращение к чужой памяти"),
}
_WHYS: dict[int, Text | str] = {
    errno.ENOEXEC: Text("it is no program for this machine", "это не программа для этой машины"),
    errno.ENOENT: Text(
        "what must start it, its interpreter or its loader, is not there",
        "нет того, чем она запускается: интерпретатора или загрузчика",
    ),
    errno.EISDIR: Text("it is a folder", "это папка"),
    errno.EACCES: Text(
        "it is no regular file, or may not be run",
        "это не обычный файл, или у него нет права на запуск",
    ),
}
_OTHER_MEANING = Text("it was killed", "программа убита")


class Offence(NamedTuple):
    """What a bot did, and what kind of end that is."""

    ending: Ending
    fault: Fault


def offence(
    before: Matrix,
    happened: Happened,
    timing: Timing,
    limits: Limits,
    slept: Decimal = Decimal(0),
) -> Offence | None:
    """The gravest thing the bot did wrong, before anybody reads its file.

    It has slept so long in the turns of the game before.
    """
    assert happened.end is not End.OVERLOADED, "such a turn does not count"
    player = before.position.player
    return (
        _of_resources(happened, limits)
        or _of_sleep(player, before.time_of(player), happened, timing, slept)
        or _of_time(player, before.time_of(player), happened, timing)
        or _of_end(happened, limits)
        or _of_folder(happened.others)
        or _of_file(happened.file)
    )


def _of_resources(happened: Happened, limits: Limits) -> Offence | None:
    if happened.end is End.NOT_STARTED:
        why = _WHYS.get(happened.status) or os.strerror(happened.status)
        return Offence(Ending.NOT_STARTED, faults.NOT_STARTED(why=why))
    if happened.end is End.MEMORY_OVER or happened.memory > limits.memory:
        fault = faults.TOO_MUCH_MEMORY(used=happened.memory // MIB, allowed=limits.memory // MIB)
        return Offence(Ending.OUT_OF_MEMORY, fault)
    return None


def _of_sleep(
    player: Player, left: Decimal, happened: Happened, timing: Timing, slept: Decimal
) -> Offence | None:
    """Where sleep is not charged, it is limited."""
    if happened.end is not End.OWN_TIME_OVER or timing.charges_sleep:
        return None
    by_game = timing.sleep_left(slept) < timing.patience
    fault = (faults.SLEPT_IN_GAME if by_game else faults.SLEPT_IN_MOVE)(
        f"time {player}",
        slept=say_seconds(happened.slept),
        in_all=say_seconds(slept + happened.slept),
        idle=str(timing.idle),
        left=say_seconds(left),
    )
    return Offence(Ending.OUT_OF_TIME, fault)


def _of_time(player: Player, left: Decimal, happened: Happened, timing: Timing) -> Offence | None:
    measured = timing.measured(happened)
    if happened.end is End.CPU_OVER or (measured is not None and measured >= left):
        used = happened.cpu if measured is None else measured
        fault = faults.TIME_OVER(f"time {player}", used=say_seconds(used), left=say_seconds(left))
        return Offence(Ending.OUT_OF_TIME, fault)
    return None


def _of_end(happened: Happened, limits: Limits) -> Offence | None:
    if happened.end is End.SIGNALLED:
        if happened.status == signal.SIGXFSZ:
            fault = faults.WROTE_TOO_MUCH(allowed=limits.file_size // MIB)
            return Offence(Ending.WROTE_TOO_MUCH, fault)
        return Offence(Ending.CRASH, _fault_of_signal(happened.status))
    if happened.status:
        return Offence(Ending.CRASH, faults.EXIT_STATUS(status=happened.status))
    return None


def _fault_of_signal(number: int) -> Fault:
    try:
        known = signal.Signals(number)
    except ValueError:  # a real-time signal, which has no name
        return faults.SIGNAL(name=str(number), meaning=_OTHER_MEANING)
    return faults.SIGNAL(name=known.name, meaning=_MEANINGS.get(known, _OTHER_MEANING))


def _of_folder(others: tuple[str, ...]) -> Offence | None:
    if not others:
        return None
    more = ", ..." if len(others) > _MOST_NAMES else ""
    names = ", ".join(ascii(name)[1:-1][:40] for name in sorted(others)[:_MOST_NAMES]) + more
    return Offence(Ending.OTHER_FILES, faults.OTHER_FILES(names=names))


def _of_file(file: FoundFile) -> Offence | None:
    if file.kind is FileKind.MISSING:
        return Offence(Ending.MALFORMED_FILE, faults.MISSING())
    if file.kind is FileKind.UNREADABLE:
        return Offence(Ending.MALFORMED_FILE, faults.UNREADABLE())
    if file.kind is not FileKind.REGULAR:
        return Offence(Ending.MALFORMED_FILE, faults.NOT_A_FILE(what=_KINDS[file.kind]))
    if file.links != 1:
        return Offence(Ending.MALFORMED_FILE, faults.SECOND_NAME(links=file.links))
    if file.size > LARGEST:
        fault = faults.FILE_TOO_LARGE(size=file.size, allowed=LARGEST)
        return Offence(Ending.WROTE_TOO_MUCH, fault)
    return None
