"""What a bot, an entrant, a section may be called: the one rule, which the name of a person passes.

A name has letters of any alphabet with their marks, digits, blanks, ``-``, ``_``, ``.`` and
apostrophes, at most 40 characters in all: ivanov-2, Пётр Иванов, O'Neil, محمد, प्रिया. Nothing in
it is unseen or turns the direction of a line around. It is kept as ``normal`` writes it.

Whatever such a name is, ``file_name`` makes a name of a file of it that every system takes, and
``of_file`` reads it back. Names that people would mistake for each other (``alike``) may use any
letters, but not both be in one event. Two names that are not alike have files that no system
takes for one, whether it tells capital letters, or composed ones, from others or not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from formats.lookalikes import described, shape
from formats.text import Text

LONGEST = 40
_MOST_MARKS = 4
"""On one letter: Hebrew and Tibetan write as many, and a pile of them hides the lines around."""
_LONGEST_PART = 80
"""Bytes of a part of the name of a file; all of it may have 255."""

ADVICE = Text(
    "a name has letters of any alphabet, digits, spaces, - _ . and apostrophes, at most "
    f"{LONGEST} characters, and begins and ends with a letter or a digit",
    "в имени могут быть буквы любого алфавита, цифры, пробелы, - _ . и апострофы, не больше "
    f"{LONGEST} символов; начинается и кончается оно буквой или цифрой",
)
_EMPTY = Text("it is empty", "оно пустое")
_LONG = Text(
    "it has {length} characters; at most {most} are allowed",
    "символов в нём {length}, а можно не больше {most}",
)
_SIGN = Text("{character} is not allowed in it", "в нём недопустим знак {character}")
_UNSEEN = Text("{character} is invisible", "знак {character} невидим")
_BEGINS = Text("it begins with {character}", "оно начинается с {character}")
_ENDS = Text("it ends with {character}", "оно кончается на {character}")
_PILED = Text(
    "more than {most} accents on one letter: {character}",
    "на одной букве больше {most} диакритических знаков: {character}",
)
_NOTHING = Text("nothing", "ничего")
_ENDING = Text(
    "it ends with {ending}, like the name of a file", "оно кончается на {ending}, как имя файла"
)

_APOSTROPHES = "'\u2019\u05f3\u055a"
"""Those of keyboards, of books, of Hebrew and of Armenian."""
_SIGNS = f" -_.{_APOSTROPHES}"
_NOT_IN_PARTS = f" {_APOSTROPHES}"
_BLANKS = re.compile("[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_UNSEEN_LETTERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Those that Unicode calls letters and marks all the same: fillers and variation selectors."""
_ENDINGS = (".exe", ".py")
"""What the name of a program's file may have, and that of its author has not."""
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)", re.IGNORECASE | re.ASCII)
"""What Windows takes for a device, whatever comes after a full stop."""


def normal(text: str) -> str:
    """The name as it is kept: letters composed, one blank between words and none around them."""
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", text)).strip(" ")


def refusal(name: str) -> Text | None:
    """Why this cannot be a name; nothing if it can."""
    for character in name:
        if _UNSEEN_LETTERS.match(character) or not character.isprintable():
            return _UNSEEN.filled({"character": described(character)})
        if not _may_stand(character):
            return _SIGN.filled({"character": described(character)})
    if len(name) > LONGEST:
        return _LONG.filled({"length": len(name), "most": LONGEST})
    return _refusal_of_form(name) if name else _EMPTY


def is_name(text: str) -> bool:
    """Whether it is a name, as it is kept."""
    return normal(text) == text and refusal(text) is None


def _refusal_of_form(name: str) -> Text | None:
    """Why these characters, each allowed in a name, do not make one in this order."""
    first = name[1:2] if name[0] in _APOSTROPHES else name[0]  # 't Hooft
    if not (first and _kind(first) in "LN"):
        return _BEGINS.filled({"character": described(name[0])})
    if _kind(name[-1]) not in "LMN" and name[-1] != ".":  # Иванов П.
        return _ENDS.filled({"character": described(name[-1])})
    if name.lower().endswith(_ENDINGS):
        return _ENDING.filled({"ending": name[name.rindex(".") :]})
    pile = re.search("M" * (_MOST_MARKS + 1), "".join(map(_kind, name)))
    if pile:
        return _PILED.filled({"most": _MOST_MARKS, "character": described(name[pile.end() - 1])})
    return None


def _may_stand(character: str) -> bool:
    if character in _SIGNS or character.isdecimal():
        return True
    return _kind(character) in "LM" and unicodedata.category(character) != "Me"  # a frame around


def _kind(character: str) -> str:
    """L a letter, M a mark, N a digit, and others, by Unicode."""
    return unicodedata.category(character)[0]


# As the name of a file


def file_name(name: str) -> str:
    """The file name of the entrant of that name: the name itself, unless Windows forbids it."""
    if not is_name(name):
        raise ValueError(f"{name!a} is no name")
    before = "_" if _DEVICES.match(name) else ""
    after = "_" if name.endswith(".") else ""
    return f"{before}{name}{after}"


def of_file(name: str) -> str:
    """The entrant's name in the name of a file: ivanov for ivanov.exe.

    It need not be a name: a file can be called anything.
    """
    found = normal(name)
    stem, dot, ending = found.rpartition(".")
    if stem and f"{dot}{ending}".lower() in _ENDINGS:
        found = stem.strip(" ")
    if found.startswith("_") and _DEVICES.match(found[1:]):
        found = found[1:]
    return found[:-1] if found.endswith("._") else found


def file_part(text: str) -> str:
    """A part of the name of a file that tells what it is about: no shell minds it, nor does make.

    There is no way back: other texts may have the same part.
    """
    kept = (c if c not in _NOT_IN_PARTS and _may_stand(c) else "_" for c in normal(text))
    part = re.sub("_+", "_", "".join(kept)).strip("_.-")
    short = part.encode()[:_LONGEST_PART].decode("utf-8", "ignore").rstrip("_.-")
    return f"_{short}" if _DEVICES.match(short) or not short else short


# As people see it


def clashes(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The place of each name that one before it is the same as or alike, and the place of that."""
    seen: dict[tuple[int, str], int] = {}
    for place, name in enumerate(names):
        looks = list(enumerate(_looks(name)))
        before = next((seen[look] for look in looks if look in seen), None)
        if before is not None:
            yield place, before
        for look in looks:
            seen.setdefault(look, place)


def alike(one: str, other: str) -> bool:
    """Whether people would take one for the other, or they are the same."""
    return any(a == b for a, b in zip(_looks(one), _looks(other), strict=True))


def difference(one: str, other: str) -> tuple[str | Text, str | Text]:
    """The first characters in which two names differ, described."""
    pairs = zip_longest(one, other, fillvalue="")
    a, b = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
    return described(a) if a else _NOTHING, described(b) if b else _NOTHING


def _looks(name: str) -> tuple[str, str, str]:
    """How it looks as it is written, in small letters, and in capitals; blanks are overlooked."""
    text = unicodedata.normalize("NFKD", name).replace(" ", "").rstrip(".")
    text = re.sub(f"[{_APOSTROPHES}ʹʻʼʽ′ꞌ]", "'", text)
    return shape(text), shape(text.casefold()), shape(text.upper())
