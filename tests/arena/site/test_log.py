"""The log of a site that is attacked."""

from __future__ import annotations

import io
import logging

import pytest

from arena.site import supervision
from arena.site.supervision import BoundedLog
from formats.text import Text


def test_a_few_of_many_lines_of_a_kind_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(supervision, "monotonic", lambda: now[0])
    log, written = BoundedLog("en"), io.StringIO()
    log.setStream(written)
    logger = logging.Logger("test")
    logger.addHandler(log)

    def complain(number: int) -> None:
        logger.warning("bad request %d", number)

    for number in range(3415):
        complain(number)
    logger.warning("something else")
    assert written.getvalue().splitlines() == [
        "bad request 0",
        "bad request 1",
        "bad request 2",
        "something else",
    ]
    now[0] += 61
    complain(9)
    assert written.getvalue().splitlines()[4:] == ["and 3,412 more like this", "bad request 9"]
    log.close()
    assert written.getvalue().count("\n") == 6


def test_no_message_controls_the_terminal() -> None:
    """A text in it may be a visitor's."""
    log, written = BoundedLog("en"), io.StringIO()
    log.setStream(written)
    logger = logging.Logger("test")
    logger.addHandler(log)
    hostile = "\x1b[2J\x07\x9b2J\r\u202e"
    logger.warning(Text("{why}", "{why}").filled({"why": hostile}))
    logger.warning("bad request %s", hostile)
    logger.error("failed", exc_info=ValueError(hostile))
    lines = written.getvalue().split("\n")
    assert all(line.isprintable() for line in lines), lines
    assert sum("\\x1b[2J" in line for line in lines) == 3


def test_a_line_has_an_end() -> None:
    log, written = BoundedLog("ru"), io.StringIO()
    log.setStream(written)
    logger = logging.Logger("test")
    logger.addHandler(log)
    logger.error("x" * 1_000_000)
    assert len(written.getvalue()) < 5000
