r"""What bots print and write, made fit to be shown: every byte visible, and not too much of it.

What has no shape of its own is spelled out as in C: ``\r``, ``\x1b``, ``\xff``.
"""

from __future__ import annotations

from formats.printable import escaped

_KEPT = "\n\t"

MORE = "…"


def visible(text: str, most: int) -> str:
    """The text with control characters spelled out, cut where it is too long."""
    shown = escaped(text[:most], keep=_KEPT)
    return shown + MORE if len(text) > most else shown


def visible_file(data: bytes, most: int) -> str:
    """The same of a file, with bytes that are not UTF-8 spelled out too."""
    return visible(data[: 4 * most].decode("utf-8", "backslashreplace"), most)
