"""Offences that do not depend on the file's content: the end of the run, its use, its leftovers."""

from __future__ import annotations

import errno
import signal
from decimal import Decimal
from typing import NamedTuple

from formats.fault import Fault, FaultKind
from formats.game import Player
from formats.matrix import Matrix
from formats.matrix.faults import LARGEST
from formats.text import Text, reason_of
from referee.clock import Timing
from referee.numbers import BYTES, count_text, localize, number, seconds
from referee.program import MIB, TEMPORARY_BYTES, Limits
from referee.sandbox.run_result import Excess, FileKind, RunEnd, RunResult, TurnFile
from referee.verdict import Ending

NOT_STARTED = FaultKind(
    "V101",
    Text("the program cannot be started: {why}", "программа не запускается: {why}"),
)
EXIT_STATUS = FaultKind(
    "V102",
    Text("the program ended with status {status}", "программа завершилась с кодом {status}"),
    Text(
        "a bot that has made its move ends with status 0", "сделав ход, бот завершается с кодом 0"
    ),
)
STATUS_AFTER_MOVE = FaultKind(
    "V107",
    Text(
        "the move is legal, but the program ended with status {status}: end `main` with `return 0`",
        "ход допустимый, но программа завершилась с кодом {status}: закончите `main` на `return 0`",
    ),
)
SIGNAL_AFTER_MOVE = FaultKind(
    "V108",
    Text(
        "the move is legal, but then the program was ended by {name}: {meaning}",
        "ход допустимый, но потом программу прервал сигнал {name}: {meaning}",
    ),
    Text(
        "look at what is done after the file is written: free, delete, destructors, fclose twice",
        "смотрите, что делается после записи файла: free, delete, деструкторы, второй fclose",
    ),
)
SIGNAL = FaultKind(
    "V103",
    Text(
        "the program was ended by {name}: {meaning}", "программу прервал сигнал {name}: {meaning}"
    ),
)
TOO_MUCH_MEMORY = FaultKind(
    "V104",
    Text(
        "the program wanted more memory than the {allowed} MiB allowed",
        "программе не хватило разрешённых {allowed} МиБ памяти",
    ),
)
FILE_TOO_LARGE = FaultKind(
    "V105",
    Text(
        "matrix.txt has {size}; at most {allowed} are allowed",
        "в matrix.txt {size}, а можно не больше {allowed}",
    ),
)
WROTE_TOO_MUCH = FaultKind(
    "V106",
    Text(
        "the program wrote a file larger than {allowed} MiB",
        "программа записала файл больше {allowed} МиБ",
    ),
)
TEMPORARY_FILES = FaultKind(
    "V109",
    Text(
        "the program made {what} in the folder for temporary files",
        "в папке для временных файлов программа создала {what}",
    ),
    Text("remove temporary files, or write fewer", "удаляйте временные файлы или пишите меньше"),
)
TIME_OVER = FaultKind(
    "V111",
    Text(
        "the time is used up: this move took {used} s, with {left} s left",
        "время истекло: ход занял {used} с, а оставалось {left} с",
    ),
)
SLEPT_IN_GAME = FaultKind(
    "V112",
    Text(
        "stopped by the limit on real time: it had slept {in_all} s of the {idle} s allowed"
        " in a game; the rest came off the {left} s it had left",
        "остановлена по реальному времени: проспала {in_all} с из {idle} с, разрешённых на"
        " партию; остальное вычтено из оставшихся {left} с",
    ),
    Text(
        "do not sleep, and wait for nothing; waiting for a core that others use does not count",
        "не спите и ничего не ждите; ожидание ядра, занятого другими, не считается",
    ),
)
SLEPT_IN_MOVE = FaultKind(
    "V113",
    Text(
        "stopped by the limit on real time: it slept {slept} s in this turn, and had {left} s left",
        "остановлена по реальному времени: за этот запуск она проспала {slept} с, а оставалось"
        " {left} с",
    ),
    SLEPT_IN_GAME.hint,
)
FALSE_CLAIM = FaultKind(
    "V121",
    Text(
        "the program says that it used {claimed} s, but it was measured at {cpu} s of processor"
        " time in {wall} s",
        "программа пишет, что потратила {claimed} с, а измерено {cpu} с процессорного времени"
        " за {wall} с",
    ),
    Text(
        "write from {low} s to {high} s as left: {least} s to {most} s as used would be accepted",
        "пишите, что осталось от {low} с до {high} с: потраченным принимается время от {least} с"
        " до {most} с",
    ),
)
MISSING = FaultKind("V131", Text("matrix.txt is gone", "файла matrix.txt нет"))
NOT_A_FILE = FaultKind(
    "V132",
    Text("matrix.txt has become {what}", "вместо matrix.txt теперь {what}"),
    Text("matrix.txt must stay a regular file", "matrix.txt должен оставаться обычным файлом"),
)
SECOND_NAME = FaultKind(
    "V133",
    Text(
        "matrix.txt is a hard link: the file has other names",
        "matrix.txt — жёсткая ссылка: у файла есть и другие имена",
    ),
    NOT_A_FILE.hint,
)
UNREADABLE = FaultKind("V134", Text("matrix.txt cannot be read", "matrix.txt не читается"))
OTHER_FILES = FaultKind(
    "V135",
    Text(
        "the program left other files beside matrix.txt: {names}",
        "рядом с matrix.txt программа оставила другие файлы: {names}",
    ),
    Text(
        "write files of your own to the folder $TMPDIR, or to /tmp if it is not set; it is emptied "
        "after each turn",
        "свои файлы пишите в папку $TMPDIR, а если она не задана, в /tmp; после каждого запуска "
        "она очищается",
    ),
)


_MOST_NAMES = 5
_MICROSECOND = Decimal("0.000001")
_MILLISECOND = Decimal("0.001")
"""Seconds; of smaller times more digits are shown."""
_KINDS = {
    FileKind.LINK: Text("a symbolic link", "символическая ссылка"),
    FileKind.FOLDER: Text("a folder", "папка"),
    FileKind.FIFO: Text("a FIFO", "именованный канал"),
    FileKind.SOCKET: Text("a socket", "сокет"),
    FileKind.DEVICE: Text("a device", "устройство"),
}
_EXCESSES = {
    Excess.BYTES: (
        Text("more than {most} MiB of files", "больше {most} МиБ файлов"),
        TEMPORARY_BYTES // MIB,
    ),
    Excess.FILES: (
        Text("more than {most} files and folders", "больше {most} файлов и папок"),
        16384,
    ),
    Excess.DEPTH: (
        Text("folders nested more than {most} deep", "папки с вложенностью больше {most}"),
        64,
    ),
}
"""Limits on temporary files at the level ``landlock``: those of ``keeper/folder.c``."""
_MEANINGS = {
    "SIGSEGV": Text("access to a wrong address in memory", "обращение по неверному адресу памяти"),
    "SIGABRT": Text("it called abort", "она сама вызвала abort"),
    "SIGFPE": Text(
        "wrong arithmetic, such as division by zero", "ошибка вычисления, например деление на ноль"
    ),
    "SIGILL": Text(
        "an instruction that this processor lacks", "команда, которой у этого процессора нет"
    ),
    "SIGBUS": Text("access to a wrong address in memory", "обращение по неверному адресу памяти"),
}
"""Meanings of signals, by names, since no system knows the numbers of all."""
_REASONS: dict[int, Text] = {
    errno.ENOEXEC: Text(
        "it is not a program for this machine (arena builds programs for x86-64)",
        "это программа не для этой машины (арена собирает программы для x86-64)",
    ),
    errno.ENOENT: Text(
        "the interpreter or loader that it needs is missing",
        "нет нужного ей интерпретатора или загрузчика",
    ),
    errno.EISDIR: Text("it is a folder", "это папка"),
    errno.EACCES: Text(
        "it is not a regular file, is not executable, or its interpreter is not in the sandbox",
        "это не обычный файл, его нельзя запускать, или его интерпретатора нет в песочнице",
    ),
}
"""Reasons why a program cannot be started, by errno."""
_OTHER_MEANING = Text("it was killed", "она убита")


class Offence(NamedTuple):
    """A fault of a bot, and the ending of the game by it."""

    ending: Ending
    fault: Fault


def offence_of_run(
    before: Matrix,
    run_result: RunResult,
    timing: Timing,
    limits: Limits,
    slept: Decimal = Decimal(0),
) -> Offence | None:
    """Return the gravest offence that is known before the file is read; None if there is none.

    ``slept`` is how long the bot has slept in the turns of the game before.
    """
    assert run_result.end is not RunEnd.OVERLOADED, "such a turn is not judged"
    player = before.position.player
    return (
        _resource_offence(run_result, limits)
        or _sleep_offence(player, before.time_of(player), run_result, timing, slept)
        or _time_offence(player, before.time_of(player), run_result, timing)
        or _end_offence(run_result, limits)
        or offence_of_leftovers(run_result)
    )


def offence_of_leftovers(run_result: RunResult) -> Offence | None:
    """Return the offence of the folder, or of the file before it is read; None if there is none."""
    return _folder_offence(run_result.other_names) or _file_offence(run_result.file)


def _resource_offence(run_result: RunResult, limits: Limits) -> Offence | None:
    if run_result.end is RunEnd.NOT_STARTED:
        why = _REASONS.get(run_result.status) or reason_of(run_result.status)
        return Offence(Ending.NOT_STARTED, NOT_STARTED(why=why))
    if run_result.end is RunEnd.MEMORY_OVER or run_result.memory > limits.memory:
        fault = TOO_MUCH_MEMORY(allowed=number(limits.memory // MIB))
        return Offence(Ending.OUT_OF_MEMORY, fault)
    if run_result.end is RunEnd.FILES_OVER:
        what, most = _EXCESSES[Excess(run_result.status)]
        fault = TEMPORARY_FILES(what=what.filled({"most": number(most)}))
        return Offence(Ending.WROTE_TOO_MUCH, fault)
    return None


def _sleep_offence(
    player: Player, left: Decimal, run_result: RunResult, timing: Timing, slept: Decimal
) -> Offence | None:
    """Return the offence of sleeping too long, where sleep is limited and not charged."""
    if run_result.end is not RunEnd.OWN_TIME_OVER or timing.charges_sleep:
        return None
    is_over_in_game = timing.sleep_left(slept) < timing.patience
    fault = (SLEPT_IN_GAME if is_over_in_game else SLEPT_IN_MOVE)(
        f"time {player}",
        slept=seconds(run_result.slept),
        in_all=seconds(slept + run_result.slept),
        idle=number(timing.idle),
        left=seconds(left),
    )
    return Offence(Ending.OUT_OF_TIME, fault)


def _time_offence(
    player: Player, left: Decimal, run_result: RunResult, timing: Timing
) -> Offence | None:
    measured = timing.measured(run_result)
    if run_result.end is RunEnd.CPU_OVER or (measured is not None and measured >= left):
        used = run_result.cpu if measured is None else measured
        format_time = seconds if used >= _MILLISECOND else _short_time
        fault = TIME_OVER(f"time {player}", used=format_time(used), left=format_time(left))
        return Offence(Ending.OUT_OF_TIME, fault)
    return None


def _short_time(time: Decimal) -> Text:
    """Return a time in seconds to the microsecond, since three decimals would show 0."""
    return localize(f"{time.quantize(_MICROSECOND).normalize():f}")


def _end_offence(run_result: RunResult, limits: Limits) -> Offence | None:
    if run_result.end is RunEnd.SIGNALLED:
        if _name_of_signal(run_result.status) == "SIGXFSZ":
            fault = WROTE_TOO_MUCH(allowed=limits.file_size // MIB)
            return Offence(Ending.WROTE_TOO_MUCH, fault)
        return Offence(Ending.CRASH, _fault_of_signal(run_result.status))
    if run_result.status:
        return Offence(Ending.CRASH, EXIT_STATUS(status=run_result.status))
    return None


def _fault_of_signal(signal_number: int) -> Fault:
    name = _name_of_signal(signal_number)
    return SIGNAL(name=name, meaning=_MEANINGS.get(name, _OTHER_MEANING))


def _name_of_signal(signal_number: int) -> str:
    try:
        return signal.Signals(signal_number).name
    except ValueError:  # Real-time signals have no names.
        return str(signal_number)


def _folder_offence(others: tuple[str, ...]) -> Offence | None:
    if not others:
        return None
    more = ", ..." if len(others) > _MOST_NAMES else ""
    names = ", ".join(ascii(name)[1:-1][:40] for name in sorted(others)[:_MOST_NAMES]) + more
    return Offence(Ending.OTHER_FILES, OTHER_FILES(names=names))


def _file_offence(file: TurnFile) -> Offence | None:
    if file.kind is FileKind.MISSING:
        return Offence(Ending.MALFORMED_FILE, MISSING())
    if file.kind is FileKind.UNREADABLE:
        return Offence(Ending.MALFORMED_FILE, UNREADABLE())
    if file.kind is not FileKind.REGULAR:
        return Offence(Ending.MALFORMED_FILE, NOT_A_FILE(what=_KINDS[file.kind]))
    if file.links != 1:
        return Offence(Ending.MALFORMED_FILE, SECOND_NAME())
    if file.size > LARGEST:
        fault = FILE_TOO_LARGE(size=count_text(file.size, BYTES), allowed=number(LARGEST))
        return Offence(Ending.WROTE_TOO_MUCH, fault)
    return None
