"""Names of bots, entrants and sections: the one rule, which names of people satisfy.

A name has letters of any alphabet with their marks, digits, blanks, ``-``, ``_``, ``.`` and
apostrophes, at most 40 characters in all: ivanov-2, Пётр Иванов, O'Neil, محمد, प्रिया. Nothing in
it is invisible or changes the direction of a line. It is stored as ``normalized`` writes it.

From any such name ``file_name`` makes a file name that every system accepts, and
``name_from_file_name`` reads it back. Two names that people would mistake for each other
(``are_alike``) cannot both be in one event. Two names that are not alike have files that no system
takes for one, whether or not it distinguishes capital letters, or composed ones, from others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from formats.lookalikes import describe_character, shape
from formats.text import Text

LONGEST = 40
_MOST_MARKS = 4
"""Most marks on a letter: Hebrew and Tibetan use as many; a pile of them hides other lines."""
_LONGEST_PART = 80
"""Bytes of a part of a file name; the whole name may have 255."""

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
_NOT_UTF8 = Text(
    "the name of the file is not in UTF-8 (it may be from an archive made on Windows)",
    "имя файла не в UTF-8 (так бывает после архива, сделанного в Windows)",
)
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
"""Apostrophes of keyboards, of books, of Hebrew and of Armenian."""
_CYRILLIC = re.compile("[а-я]")
_YO = "е\u0308"
"""The letter ё, decomposed; Russians write е for it."""
_SIGNS = f" -_.{_APOSTROPHES}"
_NOT_IN_PARTS = f" {_APOSTROPHES}"
_BLANKS = re.compile("[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_UNSEEN_LETTERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Invisible characters that Unicode calls letters or marks: fillers and variation selectors."""
_ENDINGS = (".exe", ".py")
"""Endings that program files may have, and names may not."""
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)", re.IGNORECASE | re.ASCII)
"""Names that Windows takes for devices, whatever follows a full stop."""


def normalized(text: str) -> str:
    """Return the name as it is stored: letters composed, single blanks, none at the ends."""
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", text)).strip(" ")


def why_not_a_name(name: str) -> Text | None:
    """Return why this cannot be a name; None if it can."""
    if re.search("[\udc80-\udcff]", name):  # Python's form of bytes that are not UTF-8.
        return _NOT_UTF8
    for character in name:
        if _UNSEEN_LETTERS.match(character) or not character.isprintable():
            return _UNSEEN.filled({"character": describe_character(character)})
        if not _is_allowed(character):
            return _SIGN.filled({"character": describe_character(character)})
    if len(name) > LONGEST:
        return _LONG.filled({"length": len(name), "most": LONGEST})
    return _fault_of_form(name) if name else _EMPTY


def is_name(text: str) -> bool:
    """Return whether the text is a name in the form in which it is stored."""
    return normalized(text) == text and why_not_a_name(text) is None


def _fault_of_form(name: str) -> Text | None:
    """Return why these characters, each allowed in a name, do not make one in this order."""
    first = name[1:2] if name[0] in _APOSTROPHES else name[0]  # as in 't Hooft
    if not (first and _unicode_class(first) in "LN"):
        return _BEGINS.filled({"character": describe_character(name[0])})
    if _unicode_class(name[-1]) not in "LMN" and name[-1] != ".":  # as in Иванов П.
        return _ENDS.filled({"character": describe_character(name[-1])})
    if name.lower().endswith(_ENDINGS):
        return _ENDING.filled({"ending": name[name.rindex(".") :]})
    too_many_marks = re.search("M" * (_MOST_MARKS + 1), "".join(map(_unicode_class, name)))
    if too_many_marks:
        return _PILED.filled(
            {"most": _MOST_MARKS, "character": describe_character(name[too_many_marks.end() - 1])}
        )
    return None


def _is_allowed(character: str) -> bool:
    if character in _SIGNS or character.isdecimal():
        return True
    return (
        _unicode_class(character) in "LM" and unicodedata.category(character) != "Me"
    )  # enclosing marks


def _unicode_class(character: str) -> str:
    """Return Unicode's class of the character: L a letter, M a mark, N a digit, and others."""
    return unicodedata.category(character)[0]


# As the name of a file


def file_name(name: str) -> str:
    """Return the file name of the entrant: the name itself, unless Windows forbids it."""
    if not is_name(name):
        raise ValueError(f"{name!a} is no name")
    before = "_" if _DEVICES.match(name) else ""
    after = "_" if name.endswith(".") else ""
    return f"{before}{name}{after}"


def name_from_file_name(name: str) -> str:
    """Return the entrant's name in the name of a file: ivanov for ivanov.exe.

    It need not be a valid name: a file can have any name.
    """
    entrant_name = normalized(name)
    stem, dot, ending = entrant_name.rpartition(".")
    if stem and f"{dot}{ending}".lower() in _ENDINGS:
        entrant_name = stem.strip(" ")
    if entrant_name.startswith("_") and _DEVICES.match(entrant_name[1:]):
        entrant_name = entrant_name[1:]
    return entrant_name[:-1] if entrant_name.endswith("._") else entrant_name


def file_part(text: str) -> str:
    """Return a part of a file name that describes the file and is safe in shells and make.

    It cannot be reversed: different texts may have the same part.
    """
    allowed = (
        character if character not in _NOT_IN_PARTS and _is_allowed(character) else "_"
        for character in normalized(text)
    )
    part = re.sub("_+", "_", "".join(allowed)).strip("_.-")
    short = part.encode()[:_LONGEST_PART].decode("utf-8", "ignore").rstrip("_.-")
    return f"_{short}" if _DEVICES.match(short) or not short else short


# As people see it


def clashes(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the index of each name that is equal or similar to an earlier one, and its index."""
    first_index: dict[tuple[int, str], int] = {}
    for index, name in enumerate(names):
        appearances = list(enumerate(_appearances(name)))
        earlier = next(
            (first_index[appearance] for appearance in appearances if appearance in first_index),
            None,
        )
        if earlier is not None:
            yield index, earlier
        for appearance in appearances:
            first_index.setdefault(appearance, index)


def are_alike(first: str, second: str) -> bool:
    """Return whether the names are equal, or people would mistake one for the other."""
    return any(a == b for a, b in zip(_appearances(first), _appearances(second), strict=True))


def difference(first: str, second: str) -> tuple[str | Text, str | Text]:
    """Return the first characters in which two names differ, described."""
    pairs = zip_longest(first, second, fillvalue="")
    a, b = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
    return describe_character(a) if a else _NOTHING, describe_character(b) if b else _NOTHING


def _appearances(name: str) -> tuple[str, ...]:
    """Return how a name looks, without blanks, in the ways in which people write it.

    They are: as it is, in small letters, in capitals, and in small letters with е for ё.
    """
    text = unicodedata.normalize("NFKD", name).replace(" ", "").rstrip(".")
    text = re.sub(f"[{_APOSTROPHES}ʹʻʼʽ′ꞌ]", "'", text)
    small = text.casefold()
    without_yo = shape(small.replace(_YO, "е"))
    if _CYRILLIC.search(small):
        without_yo = without_yo.replace("e\u0308", "e")  # a Latin ë among Cyrillic letters
    return shape(text), shape(small), shape(text.upper()), without_yo
