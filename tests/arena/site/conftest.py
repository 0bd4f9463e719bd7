"""The browser, which all tests that need one share, and the site for those that play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.arena.site.browsing import Visitor, browsing, served, visiting


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's. Not longer: while it is open, nothing else of asyncio can run in this thread."""
    with browsing() as running:
        yield running


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """Its address."""
    with served() as address:
        yield address


@pytest.fixture
def visitor(chromium: Browser, site: str) -> Iterator[Visitor]:
    """At a desk."""
    with visiting(chromium, site) as one:
        yield one


@pytest.fixture
def on_phone(chromium: Browser, site: str) -> Iterator[Visitor]:
    """With a telephone."""
    with visiting(chromium, site, phone=True) as one:
        yield one
