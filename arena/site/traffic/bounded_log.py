"""Log of a site under attack: a few lines of each kind a minute, and the number of the others.

A client that provokes one message provokes a thousand, and fills the disk with them. A kind is the
place in the program that logs: there are only so many of those.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from time import monotonic

from arena.site import texts
from formats.text import Language, Text
from referee.numbers import number

_MOST = 3
"""Largest number of lines of a kind in a minute."""
_MINUTE = 60.0
_LONGEST = 4000
"""Largest number of characters of a line with its traceback."""


@dataclass
class _Kind:
    """Number of messages from one place in the program since the minute began."""

    since: float
    count: int = 0

    @property
    def unwritten(self) -> int:
        """Number of messages that were not written."""
        return max(0, self.count - _MOST)


class BoundedLog(logging.StreamHandler):  # type: ignore[type-arg]  # generic for mypy alone
    """Handler that writes the site's messages to standard error."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language = language
        self._kinds: dict[tuple[str, int], _Kind] = {}

    def install(self) -> None:
        """Make this the handler of the root logger."""
        logging.getLogger().addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record, unless its kind has been logged too often."""
        key, now = (record.pathname, record.lineno), monotonic()
        for old in [key for key, kind in self._kinds.items() if now >= kind.since + _MINUTE]:
            self._write_unwritten(self._kinds.pop(old))
        kind = self._kinds.setdefault(key, _Kind(now))
        kind.count += 1
        if kind.count <= _MOST:
            super().emit(record)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line in the log's language, cut where it is too long to be read."""
        message: object = record.msg  # a Text, or whatever a library logs
        text = message.say(self._language) if isinstance(message, Text) else super().format(record)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}\N{HORIZONTAL ELLIPSIS}"

    def close(self) -> None:
        """Write the numbers of messages that were left out."""
        for kind in self._kinds.values():
            self._write_unwritten(kind)
        self._kinds.clear()
        super().close()

    def _write_unwritten(self, kind: _Kind) -> None:
        if kind.unwritten:
            more = {"count": number(kind.unwritten)}
            self.stream.write(texts.MORE_LIKE_THIS.say(self._language, more) + self.terminator)
            self.flush()
