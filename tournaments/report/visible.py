"""What bots print and write, made fit to be shown: every byte visible, and not too much of it."""

from __future__ import annotations

_KEPT = "\n\t"
_PICTURES = 0x2400
"""Where Unicode has pictures of control characters."""
_DELETE = 0x7F

MORE = "…"


def visible(text: str, most: int) -> str:
    """The text with control characters as their pictures, cut where it is too long."""
    shown = "".join(map(_picture, text[:most]))
    return shown + MORE if len(text) > most else shown


def visible_file(data: bytes, most: int) -> str:
    """The same of a file: bytes that are not UTF-8 as ``\\xff``, and CR as its picture."""
    return visible(data[: most + 4].decode("utf-8", "backslashreplace"), most)


def _picture(character: str) -> str:
    code = ord(character)
    if character in _KEPT:
        return character
    if code < ord(" "):
        return chr(_PICTURES + code)
    if code == _DELETE:
        return "␡"
    # What turns lines around or hides, and halves of pairs, which no file can hold.
    return character if character.isprintable() or character == "\u00a0" else f"\\u{code:04x}"
