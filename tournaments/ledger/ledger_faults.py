"""Kinds of faults of a ledger: another version, damage, changed entries.

Codes continue those of ``entrant_faults``: E73 the ledger of an event.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from formats.fault import Fault, FaultKind
from formats.printable import printable
from formats.text import Text


class BadLedger(Exception):  # noqa: N818  # The name says the condition.
    """A ledger that cannot be used, with the reasons."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.sentence() for fault in faults))
        self.faults = tuple(faults)


_RESTORE_OR_RESTART = Text(
    "put ledger.sqlite and the files ledger.* beside it back from a copy; if there is none, start"
    " the event over in another folder with --to",
    "верните ledger.sqlite и файлы ledger.* рядом с ним из копии; если её нет, начните турнир"
    " заново в другой папке с --to",
)
NEWER = FaultKind(
    "E731",
    Text(
        "the ledger was written by a newer arena: it is of version {found}, and this arena reads"
        " version {known}; install a newer version",
        "журнал записан более новой ареной: его версия {found}, а эта арена читает версию"
        " {known}; установите версию новее",
    ),
)
OLDER = FaultKind(
    "E732",
    Text(
        "the ledger was written by an older arena (version {found}, not {known}): finish and show"
        " the event with that arena, or start it over with --to",
        "журнал записан более старой ареной (версия {found}, а не {known}): доиграйте и смотрите"
        " турнир той ареной или начните его заново с --to",
    ),
)
DAMAGED_FILE = FaultKind(
    "E733",
    Text("the file of the ledger is damaged: {why}", "файл журнала повреждён: {why}"),
    _RESTORE_OR_RESTART,
)
OTHER_TABLES = Text("its tables are not those of a ledger", "таблицы в нём не те, что у журнала")
CIRCLE = Text("its pages go round in a circle", "его страницы ссылаются друг на друга по кругу")
_NO_TEXT = Text("not UTF-8", "не UTF-8")
_OF_SQLITE = {
    "database disk image is malformed": Text(
        "its database is malformed", "его база данных испорчена"
    ),
    "file is not a database": Text("it is not a database", "это не база данных"),
}
"""Words for the messages of SQLite about a damaged file."""
SHORT = FaultKind(
    "E734",
    Text(
        "the ledger has {found} entries, but {told} were made (ledger.heads):"
        " its ledger.sqlite-wal is missing or was changed, or entries were removed",
        "в журнале записей {found}, а было сделано {told} (ledger.heads):"
        " его ledger.sqlite-wal пропал или изменён, или записи удалены",
    ),
    _RESTORE_OR_RESTART,
)
CHANGED_BEGINNING = FaultKind(
    "E735",
    Text(
        "{part} in the ledger is not what was recorded when the event began: the file"
        " ledger.sqlite was changed or damaged since",
        "{part} в журнале — не то, что записано в начале турнира: файл ledger.sqlite с тех пор"
        " изменён или повреждён",
    ),
    _RESTORE_OR_RESTART,
)
CHANGED_ENTRY = FaultKind(
    "E736",
    Text(
        "entry {entry} ({section}, {what}) is not what was entered: its hash does not match",
        "запись {entry} ({section}, {what}) — не то, что было записано: её хеш не сходится",
    ),
    _RESTORE_OR_RESTART,
)
UNREADABLE_ENTRY = FaultKind(
    "E737",
    Text(
        "entry {entry} ({section}, {what}) cannot be read: {field}",
        "запись {entry} ({section}, {what}) не читается: {field}",
    ),
    _RESTORE_OR_RESTART,
)
MISSING_ENTRIES = FaultKind(
    "E738",
    Text(
        "entries {first} to {last} are missing from the ledger",
        "в журнале нет записей с {first} по {last}",
    ),
    _RESTORE_OR_RESTART,
)
EXCHANGED_ENTRIES = FaultKind(
    "E739",
    Text(
        "entry {entry} ({section}, {what}) does not continue the one before it:"
        " what comes before it was replaced",
        "запись {entry} ({section}, {what}) не продолжает предыдущую: то, что перед ней, подменено",
    ),
    _RESTORE_OR_RESTART,
)
OTHER_HEAD = FaultKind(
    "E740",
    Text(
        "ledger.heads has no hash after {entries} entries, or another than the ledger:"
        " one of the two files was changed",
        "в ledger.heads нет хеша после записи {entries}, или он не тот, что в журнале:"
        " один из двух файлов изменён",
    ),
    _RESTORE_OR_RESTART,
)
UNUSABLE = FaultKind(
    "E741",
    Text(
        "{part} in the ledger cannot be read, so there is nothing to show",
        "{part} в журнале не читается, показать нечего",
    ),
    _RESTORE_OR_RESTART,
)
NO_FILE = FaultKind(
    "E742",
    Text("{file} of the ledger is not an ordinary file", "{file} журнала — не обычный файл"),
    _RESTORE_OR_RESTART,
)
OTHER_WRITER = FaultKind(
    "E743",
    Text(
        "meanwhile another arena has written into this ledger: somebody removed the lock file"
        " {file} during the run; the ledger is intact, and when the other arena has finished,"
        " the same command goes on",
        "тем временем в этот журнал писала другая арена: кто-то удалил файл блокировки"
        " {file}, пока турнир шёл; журнал цел, и когда другая арена закончит,"
        " та же команда продолжит турнир",
    ),
)
UNPLAYABLE_RECORD = FaultKind(
    "E744",
    Text(
        "the record of game {number} in {section} ({id}) cannot be shown: {why}",
        "запись партии {number} раздела {section} ({id}) не показать: {why}",
    ),
    _RESTORE_OR_RESTART,
)

GAME = Text("game {number}, {id}", "партия {number}, {id}")
DECISION = Text("{verb} {subject}", "{verb} {subject}")
EVENT_FILE = Text(
    "the copy of the event file or the format of a section",
    "копия файла турнира или формат раздела",
)
ENTRANTS = Text("an entrant, a name or a program", "участник, имя или программа")
STARTS = Text("a start position", "начальная позиция")
BEGINNING = Text("the description of the event", "описание турнира")

_ENVIRONMENT_ERRORS = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_INTERRUPT,
}


DATABASE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions for a bad file; a message of SQLite may quote parts of it that are not UTF-8."""


def is_damage(error: Exception) -> bool:
    """Return whether the error is about the file, and not about the disk, locks or the program."""
    if isinstance(error, UnicodeDecodeError):
        return True
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return isinstance(error, sqlite3.DatabaseError) and code & 0xFF not in _ENVIRONMENT_ERRORS


@contextmanager
def raising_bad_ledger() -> Iterator[None]:
    """Raise BadLedger if SQLite reports damage of the file."""
    try:
        yield
    except DATABASE_ERRORS as error:
        if not is_damage(error):
            raise
        raise BadLedger([damage_fault(error)]) from None


def damage_fault(error: Exception) -> Fault:
    """Return the fault for an error about a damaged file."""
    if isinstance(error, UnicodeDecodeError):
        return DAMAGED_FILE(why=_NO_TEXT)
    message = str(error)
    return DAMAGED_FILE(why=_OF_SQLITE.get(message) or printable(message))
