r"""Texts of strangers, made fit to be shown: nothing in them commands a terminal or hides.

What can be shown is what Python calls printable: no control characters, nothing that turns the
direction of a line around, no halves of characters. There are two ways with the rest:

- ``printable`` is for a line that people read: a name in a table, a word in a sentence, a line of
  a file above its caret. A character stays one character, so that columns stay where they are.
- ``escaped`` is for who must know what exactly was written: the words of a matrix.txt, what a bot
  printed. A character that cannot be shown is spelled out as in C: ``\r``, ``\x1b``, ``\u202e``.
"""

from __future__ import annotations

_BLANKS = "\t\n\r"


def printable(text: str) -> str:
    """The text on one line: a blank for a tab and a line end, � for what cannot be shown."""
    return text if text.isprintable() else "".join(map(_replaced, text))


def escaped(text: str, keep: str = "") -> str:
    r"""The text with what cannot be shown spelled out, unless it is one of ``keep``."""
    return text if text.isprintable() else "".join(_spelled(c, keep) for c in text)


def _replaced(character: str) -> str:
    if character.isprintable():
        return character
    return " " if character in _BLANKS else "\N{REPLACEMENT CHARACTER}"


def _spelled(character: str, keep: str) -> str:
    kept = character.isprintable() or character in keep
    return character if kept else character.encode("unicode-escape").decode("ascii")


_KEPT = "\n\t"

MORE = "…"


def visible(text: str, most: int) -> str:
    """The text with control characters spelled out, cut where it is too long."""
    shown = escaped(text[:most], keep=_KEPT)
    return shown + MORE if len(text) > most else shown


def visible_file(data: bytes, most: int) -> str:
    """The same of a file, with bytes that are not UTF-8 spelled out too."""
    return visible(data[: 4 * most].decode("utf-8", "backslashreplace"), most)
