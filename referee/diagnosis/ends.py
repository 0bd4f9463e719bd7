"""Mistakes in the way in which the program ended, or did not end."""

from __future__ import annotations

import re
from decimal import Decimal

from formats.fault import Fault, FaultKind
from formats.printable import printable
from formats.text import Text
from referee.diagnosis.lost_turn import LostTurn
from referee.numbers import seconds
from referee.run_faults import EXIT_STATUS
from referee.sandbox.run_result import RunEnd
from referee.verdict import Ending

_END_IT = Text(
    "remove what waits for a key at the end: nobody presses one",
    "уберите в конце ожидание клавиши: её никто не нажмёт",
)
NEVER_ENDED = FaultKind(
    "V201",
    Text(
        "it had not ended when its time was over, after {used} s of computing; {file}",
        "время вышло, а программа не завершилась: {used} с счёта; {file}",
    ),
    Text(
        "let it think for less time; if it should have ended, look for a loop that does not end:"
        " print something in it, and `arena try` shows it",
        "пусть думает меньше; если должна была завершиться, ищите бесконечный цикл: выведите в нём"
        " что-нибудь, и `arena try` это покажет",
    ),
)
SLEPT = FaultKind(
    "V202",
    Text("it slept for {slept} s; {file}", "программа проспала {slept} с; {file}"),
    Text(
        "a bot is started anew for each move: it waits for nobody, makes its move and ends",
        "бот запускается заново на каждый ход: он никого не ждёт, делает ход и завершается",
    ),
)
WAITED = FaultKind(
    "V203",
    Text("it waited for input ({what}); {file}", "программа ждала ввода ({what}); {file}"),
    Text(
        "read matrix.txt: nobody types anything, and the standard input is empty",
        "читайте matrix.txt: никто ничего не вводит, стандартный ввод пуст",
    ),
)
_NO_FILE = Text("it had written nothing", "ничего не записано")
_BAD_FILE = Text("the file that it had written is bad: {fault}", "записанный файл неверен: {fault}")
MOVED_AND_WAITED = FaultKind(
    "V204",
    Text(
        "it had written its move and then waited for input ({what})",
        "ход был записан, а потом программа ждала ввода ({what})",
    ),
    _END_IT,
)
MOVED_AND_STAYED = FaultKind(
    "V205",
    Text(
        "it had written its move and then did not end",
        "ход был записан, а потом программа не завершилась",
    ),
    Text(
        "end the program after the move: look for a loop at the end, or for a wait for a key",
        "после хода завершите программу: ищите в конце цикл или ожидание клавиши",
    ),
)
NO_LIBRARY = FaultKind(
    "V211",
    Text(
        "it needs {name}, which is not part of the system",
        "программе нужна библиотека {name}, которой в системе нет",
    ),
    Text("link it statically: -static", "скомпонуйте её статически: -static"),
)
LAST_WORDS = FaultKind(
    "V212",
    Text("it ended with an error: {words}", "программа завершилась с ошибкой: {words}"),
    Text("`arena try` shows all that it printed", "`arena try` покажет всё, что она вывела"),
)
STACK_OR_ADDRESS = FaultKind(
    "V213",
    Text(
        "it crashed ({name}): its stack was full (endless recursion, or a huge array in a"
        " function), or an index or a pointer was wrong",
        "программа упала ({name}): кончился стек (бесконечная рекурсия, огромный массив в функции)"
        " либо неверен индекс или указатель",
    ),
    Text(
        "check the case that ends the recursion, and large arrays; in C and C++"
        " -g -fsanitize=address names the line",
        "проверьте условие выхода из рекурсии и большие массивы; в C и C++ строку покажет"
        " -g -fsanitize=address",
    ),
)
WRONG_ADDRESS = FaultKind(
    "V214",
    Text(
        "it crashed ({name}): an index beyond an array, a pointer to nothing, or a huge array in a"
        " function",
        "программа упала ({name}): индекс за пределами массива, нулевой указатель или огромный"
        " массив в функции",
    ),
    Text(
        "build it with -g -fsanitize=address, run it beside this matrix.txt: it names the line",
        "соберите с -g -fsanitize=address и запустите рядом с этим matrix.txt: покажет строку",
    ),
)
NOT_BY_EXEC = FaultKind(
    "V215",
    Text(
        "the script starts mono as a program of its own, which Mono cannot bear in the sandbox",
        "скрипт запускает mono отдельной программой, а в песочнице Mono так не работает",
    ),
    Text(
        "let Mono take the script's place: `exec mono ...`",
        "пусть Mono займёт место скрипта: `exec mono ...`",
    ),
)

LAST_LINE = FaultKind(
    "V217",
    Text(
        "the program ended with status {status}, and this was the last line it printed: {words}",
        "программа завершилась с кодом {status}, а последней вывела строку: {words}",
    ),
    LAST_WORDS.hint,
)

_LONG = Decimal(5)
"""Seconds; a program that was stopped sooner may only be slow."""
_ENDS_BY_THEN = Decimal("1.5")
"""Seconds that a runtime may take to exit on a busy machine; less time may have been left."""
_FAR_LONGER = 3
"""Multiple of the usual time; a program that was stopped sooner takes as long in other turns."""
_STACK = 7 << 20
"""Bytes of memory below which the stack, of 8 MiB, cannot have been filled by recursion."""
_LONGEST_WORDS = 160
_STARTS_MONO = re.compile(rb"\A#!.{,4096}^[ \t]*mono\b", re.DOTALL | re.MULTILINE)
"""A script that starts mono as a child; a child may not read its own ``maps`` in the sandbox."""
_LOADER = re.compile(rb"error while loading shared libraries: ([^\s:]+):")
_ERROR = re.compile(
    r"[A-Za-z_][\w.]*(Error|Exception|Interrupt|Exit)\b|\bwhat\(\)|terminate called|Assert"
    r"|panicked|panic:|[Ee]rror|ошибка"
)
_THROWN = re.compile(r"instance of '([^']+)'(?:\s+what\(\):\s+([^\n]*))?")
_LINE = re.compile(r'File "([^"]*)", line (\d+)')
_INPUT_FUNCTIONS = (
    (rb"\bsys\.stdin\b", "sys.stdin"),
    (rb"\binput\(", "input()"),
    (rb"\bREADKEY\b|\breadkey\b", "readkey"),
    (rb"\b_?getch\b", "getch"),
    (rb"\bConsole\.Read", "Console.Read"),
    (rb"\bgetchar\b", "getchar"),
    (rb"\bpause\0|\bPAUSE\0|\bpause\"", "pause"),
)
"""Patterns of programs that read the keyboard, each with the name of the function."""


def cause_in_end(turn: LostTurn) -> Fault | None:
    """Return the mistake that explains how the program ended; None if none is known."""
    if turn.offence.ending is Ending.OUT_OF_TIME:
        return _cause_of_stop(turn)
    if turn.offence.ending is Ending.CRASH and turn.move is None:
        return _cause_of_crash(turn)
    return None


def _cause_of_stop(turn: LostTurn) -> Fault | None:
    """Return the mistake of a program that was stopped, unless it was stopped for lack of time."""
    run_result = turn.turn.run_result
    if run_result.end not in (RunEnd.CPU_OVER, RunEnd.OWN_TIME_OVER):
        return None
    if run_result.own_time < _FAR_LONGER * turn.usual:
        return None
    input_function = _input_function(turn.content)
    has_mostly_slept = 2 * run_result.slept > run_result.own_time
    offence = turn.judged_file and turn.judged_file.offence
    if turn.judged_file and offence is None:
        if not has_mostly_slept and not _has_stayed(turn):
            return None
        return MOVED_AND_WAITED(what=input_function) if input_function else MOVED_AND_STAYED()
    file = _BAD_FILE.filled({"fault": offence.fault.text}) if offence else _NO_FILE
    if has_mostly_slept:
        return (
            WAITED(what=input_function, file=file)
            if input_function
            else SLEPT(slept=seconds(run_result.slept), file=file)
        )
    is_long = run_result.own_time >= _LONG
    return NEVER_ENDED(used=seconds(run_result.cpu), file=file) if is_long else None


def _has_stayed(turn: LostTurn) -> bool:
    """Return whether the program ran on for long after it had written its move.

    The time that it wrote tells when that was; a program that subtracts no time is only known to
    have run for long.
    """
    matrix = turn.judged_file.reading.matrix if turn.judged_file else None
    assert matrix is not None, "the file is good"
    claimed = turn.before.as_written.time_of(turn.player) - matrix.time_of(turn.player)
    own = turn.turn.run_result.own_time
    return own - claimed >= _ENDS_BY_THEN if claimed > 0 else own >= _LONG


def _input_function(content: bytes) -> str | None:
    return next((name for pattern, name in _INPUT_FUNCTIONS if re.search(pattern, content)), None)


def _cause_of_crash(turn: LostTurn) -> Fault | None:
    run_result = turn.turn.run_result
    library = _LOADER.search(run_result.printed)
    if library:
        return NO_LIBRARY(name=printable(library[1].decode("utf-8", "replace")))
    if _STARTS_MONO.match(turn.content) and b"mono" in run_result.printed:
        return NOT_BY_EXEC()
    words = _last_words(run_result.printed, turn.program.path.name)
    if words:
        return LAST_WORDS(words=words)
    last_line = next(filter(None, reversed(_lines(run_result.printed))), None)
    if turn.offence.fault.kind == EXIT_STATUS and last_line:
        return LAST_LINE(status=run_result.status, words=last_line[:_LONGEST_WORDS])
    name = turn.offence.fault.values.get("name")
    if name in ("SIGSEGV", "SIGBUS"):
        has_small_stack = 0 < run_result.memory < _STACK
        return WRONG_ADDRESS(name=name) if has_small_stack else STACK_OR_ADDRESS(name=name)
    return None


def _lines(printed: bytes) -> list[str]:
    """Return the printed lines, without blanks at their ends."""
    return [printable(line.strip()) for line in printed.decode("utf-8", "replace").splitlines()]


def _last_words(printed: bytes, file_name: str) -> Text | str | None:
    """Return what the bot printed about its error: an exception or assertion, and the line.

    The line is the last in the bot's own file, if there is one: an error may occur in a library.
    """
    text = printed.decode("utf-8", "replace")
    words = next((line for line in reversed(_lines(printed)) if _ERROR.search(line)), None)
    if words is None:
        return None
    if exception := _THROWN.search(text):
        words = ": ".join(printable(part) for part in exception.groups() if part)
    places = _LINE.findall(text)
    own_places = [place for place in places if file_name in re.split(r"[\\/]", place[0])]
    *_, (_, line) = [("", ""), *(own_places or places)]
    return _with_line(words[:_LONGEST_WORDS], line)


def _with_line(words: str, line: str) -> Text | str:
    return Text(f"{words} (line {line})", f"{words} (строка {line})") if line else words
