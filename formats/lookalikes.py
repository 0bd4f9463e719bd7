"""Letters that look like others: Cyrillic ones that stand where Latin ones, or digits, should.

A Russian keyboard, or a program text copied from a Russian document, yields an А that looks like
an A and is none. In a file such a letter is a slip, and what was meant is known: ``latin_for``.
In a name it may be meant to deceive, and all that counts is what people see: ``shape``.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from formats.printable import escaped

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
    """The allowed character that this Cyrillic letter is mistaken for, if there is one."""
    for table in (LOOK_ALIKES, _INSTEAD_OF_DIGITS):
        latin = table.get(character)
        if latin is not None and latin in allowed:
            return latin
    return None


@cache
def mistakable(allowed: str) -> dict[int, str]:
    """The letters that are mistaken for these characters, each with what it is mistaken for."""
    letters = (LOOK_ALIKES | _INSTEAD_OF_DIGITS).keys()
    return {ord(letter): latin for letter in letters if (latin := latin_for(letter, allowed))}


def in_latin(text: str, allowed: str) -> str:
    """The text with the allowed characters in place of the letters mistaken for them."""
    if text.isascii():
        return text  # no Cyrillic letter is
    return text.translate(mistakable(allowed))


def shape(text: str) -> str:
    """The same for texts that look the same, in Latin, Cyrillic and Greek letters and digits."""
    return unicodedata.normalize("NFKD", text).translate(_TO_LATIN).translate(_ALIKE_IN_LATIN)


def described(character: str) -> str:
    """A character as sentences show it: itself and its name in Unicode."""
    return f"«{escaped(character)}» ({name_of(character)})"


def name_of(character: str) -> str:
    """How Unicode names a character, with its number."""
    return f"U+{ord(character):04X} {unicodedata.name(character, 'without a name')}"
