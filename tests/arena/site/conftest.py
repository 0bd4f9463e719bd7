"""The browser, shared by all tests that need one, and the site for tests that play."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING or (find_spec("playwright") and find_spec("starlette")):
    from playwright.sync_api import Browser

    from tests.arena.site.browsing import Visitor, browsing, served_thread, visiting


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium.

    It is open as short as possible: meanwhile this thread can run nothing else of asyncio.
    """
    with browsing() as running:
        yield running


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """Address of a site."""
    with served_thread() as address:
        yield address


@pytest.fixture
def visitor(chromium: Browser, site: str) -> Iterator[Visitor]:
    """A visitor at a desk."""
    with visiting(chromium, site) as page:
        yield page


@pytest.fixture
def on_phone(chromium: Browser, site: str) -> Iterator[Visitor]:
    """A visitor with a telephone."""
    with visiting(chromium, site, phone=True) as page:
        yield page
