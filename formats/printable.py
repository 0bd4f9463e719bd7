r"""Texts of unknown origin, made fit to be shown: nothing in them controls a terminal or is hidden.

What can be shown is what Python calls printable: no control characters, nothing that changes the
direction of a line, no halves of characters. There are three ways with the rest:

- ``printable`` is for a line that people read: a name in a table, a word in a sentence, a line of
  a file above its caret. A character stays one character, so that columns stay where they are.
- ``visible`` is for readers who must know exactly what was written: the words of a matrix.txt, the
  output of a bot. An unprintable character is spelled out as in C: ``\r``, ``\x1b``, ``\u202e``.
- ``shell_line`` is for a command that the reader copies: words are quoted as the shell needs it.
"""

from __future__ import annotations

import os
import shlex

_BLANKS = "\t\n\r"
_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def printable(text: str) -> str:
    """Return the text on one line: a blank for a tab and a line end, � for what cannot be shown."""
    return text if text.isprintable() else "".join(map(_replaced, text))


def printable_sentence(text: str) -> str:
    """Return a sentence as ``printable`` does, with the no-break spaces of Russian numbers."""
    return _NO_BREAK_SPACE.join(map(printable, text.split(_NO_BREAK_SPACE)))


def shell_line(*words: str) -> str:
    """Return the words as a line of the shell; double quotes are for all shells of Windows."""
    if os.name == "posix":
        return shlex.join(words)
    from subprocess import list2cmdline  # noqa: PLC0415 - takes long to load

    return list2cmdline(words)


def split_shell_line(line: str) -> list[str]:
    """Return the words of a line of the shell; raise ValueError if a quote is not closed.

    On Windows a backslash divides the folders of a path, and hides nothing.
    """
    return shlex.split(line if os.name == "posix" else line.replace("\\", "\\\\"))


def escape_unprintable(text: str, keep: str = "") -> str:
    r"""Return the text with unprintable characters spelled out, unless they are in ``keep``."""
    return text if text.isprintable() else "".join(_spelled(char, keep) for char in text)


def _replaced(character: str) -> str:
    if character.isprintable():
        return character
    return " " if character in _BLANKS else "\N{REPLACEMENT CHARACTER}"


def _spelled(character: str, keep: str) -> str:
    is_unchanged = character.isprintable() or character in keep
    return character if is_unchanged else character.encode("unicode-escape").decode("ascii")


_KEPT = "\n\t"

MORE = "…"


def visible(text: str, most: int) -> str:
    """Return the text with control characters spelled out, cut if it is too long."""
    shown = escape_unprintable(text[:most], keep=_KEPT)
    return shown + MORE if len(text) > most else shown


def visible_file(data: bytes, most: int) -> str:
    """Return a file's text as ``visible`` shows it, with bytes that are not UTF-8 spelled out."""
    return visible(data[: 4 * most].decode("utf-8", "backslashreplace"), most)
