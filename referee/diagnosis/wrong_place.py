"""Mistakes about the file: the program wrote its move to another place than matrix.txt."""

from __future__ import annotations

import re

from formats.fault import Fault, FaultKind
from formats.printable import printable
from formats.text import Text
from referee.diagnosis.lost_turn import LostTurn
from referee.verdict import Ending

PRINTED = FaultKind(
    "V221",
    Text(
        "the file was printed instead of being written to matrix.txt",
        "файл напечатан, а не записан в matrix.txt",
    ),
    Text(
        "open matrix.txt for writing, and print into it",
        "откройте matrix.txt на запись и печатайте в него",
    ),
)
OTHER_NAME = FaultKind(
    "V222",
    Text(
        "matrix.txt is as it was, and the program has written {name}",
        "matrix.txt остался прежним, а программа записала {name}",
    ),
    Text(
        "write the move to matrix.txt, the same file that you read, and nothing else",
        "пишите ход в matrix.txt — в тот же файл, который читаете, и больше никуда",
    ),
)
OTHER_FOLDER = FaultKind(
    "V223",
    Text(
        "it looks for {path}, but matrix.txt is in the folder that the program is started in",
        "программа ищет {path}, а matrix.txt лежит в папке, в которой она запущена",
    ),
    Text('open just "matrix.txt", with no folder', "открывайте просто «matrix.txt», без папки"),
)
UNTOUCHED = FaultKind(
    "V224",
    Text(
        "the program ended, but nothing was written to matrix.txt",
        "программа завершилась, но в matrix.txt ничего не записано",
    ),
    Text(
        "open the file for writing after it is read, and close it before the program ends",
        "откройте файл на запись после чтения и закройте его до конца программы",
    ),
)

_PATH = re.compile(
    rb"(?<![\w.~:/\\-])(?:[A-Za-z]:[\\/]+|/|~/|\.\.?[\\/]|\w[\w.-]{0,80}[\\/]+)"
    rb"(?:[\w .~-]{1,80}[\\/]+){0,20}matrix\.txt"
)
_HERE = (b"./matrix.txt", b".\\matrix.txt")
_HEADER = re.compile(rb"^[AB] +\d+ +[ABDU]\s*$", re.MULTILINE)
_EXPLAINED = (Ending.NO_MOVE, Ending.CRASH, Ending.OTHER_FILES, Ending.MALFORMED_FILE)


def cause_in_place(turn: LostTurn) -> Fault | None:
    """Return the mistake that explains an unchanged matrix.txt; None if the file was changed."""
    if turn.offence.ending not in _EXPLAINED or not turn.is_untouched:
        return None
    if turn.offence.ending is not Ending.CRASH and _has_printed_move(turn):
        return PRINTED()
    others = turn.turn.run_result.other_names
    if others and turn.offence.ending is not Ending.CRASH:  # a crash explains itself
        return OTHER_NAME(name=printable(others[0])) if len(others) == 1 else None
    paths = [match[0] for match in _PATH.finditer(turn.content) if match[0] not in _HERE]
    if paths:
        path = paths[0].decode("utf-8", "replace").replace("\\\\", "\\")
        return OTHER_FOLDER(path=printable(path))
    return UNTOUCHED() if turn.offence.ending is Ending.NO_MOVE else None


def _has_printed_move(turn: LostTurn) -> bool:
    """Return whether the bot printed a file with a legal move, perhaps after other words."""
    printed = turn.turn.run_result.printed
    header = _HEADER.search(printed.replace(b"\r", b""))
    return header is not None and turn.judge(printed[header.start() :]).change.move is not None
