"""Mistakes in matrix.txt as a text, and in the first line of a script."""

from __future__ import annotations

import os
import re

from formats.fault import Fault, FaultKind
from formats.matrix.faults import MISSING_LINE
from formats.text import Text
from referee.diagnosis.lost_turn import LostTurn
from referee.sandbox.run_result import FileKind
from referee.verdict import Ending

ONLY_BOARD = FaultKind(
    "V241",
    Text(
        "only the board was written, without the three lines above it",
        "записана только доска, без трёх строк над ней",
    ),
    MISSING_LINE.hint,
)
LOWER_CASE = FaultKind(
    "V242",
    Text(
        "the letters are written in lower case",
        "буквы записаны строчными",
    ),
    Text("write A, B, D and U, not a, b, d and u", "пишите A, B, D и U, а не a, b, d и u"),
)
APPENDED = FaultKind(
    "V243",
    Text(
        "the file was added to, not rewritten: the old one still stands above the new one",
        "файл дописан, а не переписан: над новым остался старый",
    ),
    Text('open it with "w", not with "a"', "открывайте его с «w», а не с «a»"),
)
EMPTY = FaultKind(
    "V244",
    Text("matrix.txt is empty: was the file closed?", "matrix.txt пуст: был ли файл закрыт?"),
    Text(
        "close the file before the program ends (fclose, close, with): until then what is printed"
        " may not be written",
        "закройте файл до конца программы (fclose, close, with): до этого напечатанное может не"
        " попасть в файл",
    ),
)
NOT_EMPTIED = FaultKind(
    "V245",
    Text(
        "the file was not emptied before it was written: its old end still stands after the new"
        " text",
        "файл не очищен перед записью: после нового текста остался конец старого",
    ),
    Text('open it with "w", not with "r+"', "открывайте его с «w», а не с «r+»"),
)
_NOT_FOUND_BY_ENV = 127
"""Status of ``env`` where there is no program of that name."""
_HAS_ARGUMENT = re.compile(rb"#!\s*(?!/usr/bin/env\s)\S+[ \t]+[^\r]|#!\s*/usr/bin/env\s+-")
"""A first line in which the carriage return belongs to an argument, or is a blank for ``env``."""
CARRIAGE_RETURN = FaultKind(
    "V216",
    Text(
        "the first line ends with a carriage return, which becomes part of the interpreter's name",
        "первая строка кончается возвратом каретки, и он становится частью имени интерпретатора",
    ),
    Text(
        "save the script with Unix line ends: sed -i 's/\\r$//' FILE",
        "сохраните скрипт с концами строк Unix: sed -i 's/\\r$//' ФАЙЛ",
    ),
)
_EXPLAINED_BY_APPENDING = (
    Ending.MALFORMED_FILE,
    Ending.NO_MOVE,
    Ending.FALSE_HEADER,
    Ending.ILLEGAL_MOVE,
)


def cause_in_first_line(turn: LostTurn) -> Fault | None:
    """Return the fault of a script that did not run since its first line has a carriage return.

    ``env -S`` takes that for a blank, and some interpreters take it as the end of an argument: then
    the script runs. On Windows the arena itself reads the line.
    """
    line = turn.content.partition(b"\n")[0]
    is_wrong = line.startswith(b"#!") and line.endswith(b"\r") and not _HAS_ARGUMENT.match(line)
    has_not_run = turn.offence.ending is Ending.NOT_STARTED or (
        turn.turn.run_result.status == _NOT_FOUND_BY_ENV
    )
    return CARRIAGE_RETURN() if is_wrong and has_not_run and os.name == "posix" else None


def cause_in_text(turn: LostTurn) -> Fault | None:
    """Return the mistake that spoilt the file as a whole; None if none is known."""
    file = turn.turn.run_result.file
    if turn.offence.ending in _EXPLAINED_BY_APPENDING and turn.was_appended_to:
        return APPENDED()
    if turn.offence.ending is not Ending.MALFORMED_FILE:
        return None
    if file.kind is FileKind.REGULAR and file.size == 0:
        return EMPTY()
    if turn.has_end_of(turn.given):
        return NOT_EMPTIED()
    return None if turn.judged_file is None else _cause_in_letters(turn)


def _cause_in_letters(turn: LostTurn) -> Fault | None:
    """Explain a file that lacks only the header, or that has the wrong case."""
    fault = turn.offence.fault
    if fault.kind == MISSING_LINE and fault.values["count"] == 0 and turn.board:
        return ONLY_BOARD("player")
    data = turn.turn.run_result.file.data
    if data.upper() != data and turn.judge(data.upper()).reading.matrix is not None:
        return LOWER_CASE("player")
    return None
