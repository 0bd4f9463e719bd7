"""The browser, which all tests that need one share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.arena.web.browsing import browsing


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's. Not longer: while it is open, nothing else of asyncio can run in this thread."""
    with browsing() as running:
        yield running
