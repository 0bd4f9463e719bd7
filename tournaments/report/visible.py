r"""What bots print and write, made fit to be shown: every byte visible, and not too much of it.

What has no shape of its own is spelled out as in C: ``\r``, ``\x1b``, ``\xff``.
"""

from __future__ import annotations

_KEPT = "\n\t"

MORE = "…"


def visible(text: str, most: int) -> str:
    """The text with control characters spelled out, cut where it is too long."""
    shown = "".join(map(_spelled, text[:most]))
    return shown + MORE if len(text) > most else shown


def visible_file(data: bytes, most: int) -> str:
    """The same of a file, with bytes that are not UTF-8 spelled out too."""
    return visible(data[: 4 * most].decode("utf-8", "backslashreplace"), most)


def _spelled(character: str) -> str:
    # Neither what turns a line around or hides, nor halves of pairs, which no file can hold.
    kept = character.isprintable() or character in _KEPT
    return character if kept else character.encode("unicode-escape").decode("ascii")
