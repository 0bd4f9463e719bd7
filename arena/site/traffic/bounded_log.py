"""The log of a site that is attacked: a few lines of each kind a minute, and how many more.

Whoever provokes a complaint provokes a thousand, and a disk that is full of them is the next thing
to fail. A kind is the place in the program that complains: of those there are only so many.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from time import monotonic

from arena.site import texts
from formats.text import Language, Text
from referee.numbers import number

_MOST = 3
"""Lines of a kind in a minute."""
_MINUTE = 60.0
_LONGEST = 4000
"""Characters of a line with what it tells of the place."""


@dataclass
class _Kind:
    since: float
    seen: int = 0

    @property
    def more(self) -> int:
        return max(0, self.seen - _MOST)


class BoundedLog(logging.StreamHandler):  # type: ignore[type-arg]  # generic for mypy alone
    """Where the site's complaints go; it writes to standard error."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language = language
        self._kinds: dict[tuple[str, int], _Kind] = {}

    def install(self) -> None:
        """From now on all complaints come here."""
        logging.getLogger().addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Writes it, if there were not too many like it."""
        key, now = (record.pathname, record.lineno), monotonic()
        for old in [key for key, kind in self._kinds.items() if now >= kind.since + _MINUTE]:
            self._tell(self._kinds.pop(old))
        kind = self._kinds.setdefault(key, _Kind(now))
        kind.seen += 1
        if kind.seen <= _MOST:
            super().emit(record)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, in the log's language, with no more of the place than anybody reads."""
        said: object = record.msg  # whatever was logged
        text = said.say(self._language) if isinstance(said, Text) else super().format(record)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}\N{HORIZONTAL ELLIPSIS}"

    def close(self) -> None:
        """Tells what has not been told yet."""
        for kind in self._kinds.values():
            self._tell(kind)
        self._kinds.clear()
        super().close()

    def _tell(self, kind: _Kind) -> None:
        if kind.more:
            more = {"count": number(kind.more)}
            self.stream.write(texts.MORE_LIKE_THIS.say(self._language, more) + self.terminator)
            self.flush()
