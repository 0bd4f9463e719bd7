"""Cyrillic letters that stand where Latin ones, or digits, should.

A Russian keyboard, or a program text copied from a Russian document, yields an А that looks like
an A and is none.
"""

from __future__ import annotations

import unicodedata

LOOK_ALIKES = {
    **dict(zip("АВДЕКМНОРСТУХ", "ABDEKMHOPCTYX", strict=True)),
    **dict(zip("авдекмнорстухьі", "abdekmhopctyxbi", strict=True)),
}
_INSTEAD_OF_DIGITS = {"О": "0", "о": "0", "З": "3", "з": "3", "б": "6"}


def latin_for(character: str, allowed: str) -> str | None:
    """The allowed character that this Cyrillic letter is mistaken for, if there is one."""
    for table in (LOOK_ALIKES, _INSTEAD_OF_DIGITS):
        latin = table.get(character)
        if latin is not None and latin in allowed:
            return latin
    return None


def in_latin(text: str, allowed: str) -> str:
    """The text with the allowed characters in place of the letters mistaken for them."""
    if text.isascii():
        return text  # no Cyrillic letter is
    return "".join(latin_for(c, allowed) or c for c in text)


def name_of(character: str) -> str:
    """How Unicode names a character, with its number."""
    return f"U+{ord(character):04X} {unicodedata.name(character, 'without a name')}"
