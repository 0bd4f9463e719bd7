"""Is its name fit for a table.

Letters may be Latin or Cyrillic, since names are; but not both in one name, or a bot could be
called what looks like another's name. A name is also part of the names of files, of records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from formats.text import Text
from referee.check.candidate import Candidate
from referee.check.finding import Finding, failed, passed

LONGEST = 40

TITLE = Text("name", "имя")
_GOOD = Text("{name} is fit for a table", "{name} подходит для таблицы")
_LONG = Text("the name has {length} characters", "в имени {length} символов")
_LONG_ADVICE = Text("choose one of at most {most}", "выберите имя не длиннее {most}")
_BAD = Text("{name} is not fit for a table", "{name} не подходит для таблицы")
_BAD_ADVICE = Text(
    "use letters, Latin or Cyrillic, and digits, and - _ . between them, such as ivanov-2",
    "возьмите буквы, латинские или русские, цифры и - _ . между ними, например ivanov-2",
)
_MIXED = Text(
    "{name} has both Latin and Cyrillic letters, which look alike",
    "в имени {name} и латинские, и русские буквы, а они похожи",
)
_MIXED_ADVICE = Text("use letters of one alphabet", "возьмите буквы одного алфавита")

_LATIN, _CYRILLIC = re.compile("[A-Za-z]"), re.compile("[А-Яа-яЁё]")
_NAME = re.compile(r"[0-9A-Za-zА-Яа-яЁё]([0-9A-Za-zА-Яа-яЁё._-]*[0-9A-Za-zА-Яа-яЁё])?")


def look(candidate: Candidate) -> Iterator[Finding]:
    """Looks at the name that would stand in tables and records."""
    yield judged(candidate.program.name)


def judged(name: str) -> Finding:
    """What is to be said of a name."""
    if len(name) > LONGEST:
        return failed(_LONG, _LONG_ADVICE, length=len(name), most=LONGEST)
    if not _NAME.fullmatch(name):
        return failed(_BAD, _BAD_ADVICE, name=ascii(name)[1:-1])
    if _LATIN.search(name) and _CYRILLIC.search(name):
        return failed(_MIXED, _MIXED_ADVICE, name=name)
    return passed(_GOOD, name=name)
