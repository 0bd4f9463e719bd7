"""Letters that look like others: Cyrillic letters in place of Latin ones or of digits.

A Russian keyboard, or a program text copied from a Russian document, yields an А that looks like
an A and is none. In a file such a letter is a mistake, and the meaning is known: ``latin_for``.
In a name it may be meant to deceive, and only the appearance counts: ``shape``.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from formats.printable import escape_unprintable

LOOK_ALIKES = {
    **dict(zip("АВДЕКМНОРСТУХ", "ABDEKMHOPCTYX", strict=True)),
    **dict(zip("авдекмнорстухьі", "abdekmhopctyxbi", strict=True)),
}
_INSTEAD_OF_DIGITS = {"О": "0", "о": "0", "З": "3", "з": "3", "б": "6"}

_TO_LATIN = str.maketrans(
    {
        **LOOK_ALIKES,
        **dict(zip("ЗзбІЈЅҮҺӀԚԜ", "336IJSYhlQW", strict=True)),
        **dict(zip("јѕһүӏԁԛԝѵ", "jshyldqwv", strict=True)),
        **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHIKMNOPTYXC", strict=True)),
        **dict(zip("αγηικνορστυχωϲϳ", "aynikvopotuxwcj", strict=True)),
        **dict(zip("ıɑɡǀ", "iagl", strict=True)),
    }
)
_ALIKE_IN_LATIN = str.maketrans("I10", "llO")


def latin_for(character: str, allowed: str) -> str | None:
    """Return the allowed character that this Cyrillic letter is mistaken for, if there is one."""
    for table in (LOOK_ALIKES, _INSTEAD_OF_DIGITS):
        latin = table.get(character)
        if latin is not None and latin in allowed:
            return latin
    return None


@cache
def latin_by_look_alike(allowed: str) -> dict[int, str]:
    """Return a table for ``str.translate``, from look-alike letters to these characters."""
    letters = (LOOK_ALIKES | _INSTEAD_OF_DIGITS).keys()
    return {ord(letter): latin for letter in letters if (latin := latin_for(letter, allowed))}


def in_latin(text: str, allowed: str) -> str:
    """Return the text with the allowed characters in place of letters mistaken for them."""
    if text.isascii():
        return text  # ASCII has no Cyrillic letters.
    return text.translate(latin_by_look_alike(allowed))


def shape(text: str) -> str:
    """Return a text that is equal for texts that look alike, in Latin, Cyrillic or Greek."""
    return unicodedata.normalize("NFKD", text).translate(_TO_LATIN).translate(_ALIKE_IN_LATIN)


def describe_character(character: str) -> str:
    """Return a character as sentences show it: itself and its name in Unicode."""
    return f"«{escape_unprintable(character)}» ({name_of(character)})"


def name_of(character: str) -> str:
    """Return the character's number and name in Unicode."""
    return f"U+{ord(character):04X} {unicodedata.name(character, 'without a name')}"
