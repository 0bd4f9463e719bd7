"""A site that is really served, and a browser on it whose console is watched."""

from __future__ import annotations

import re
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from arena.site.application import application
from arena.site.settings import Rate, Settings
from arena.site.traffic.server import Server
from tests.places import ROOT

CHROMIUM = shutil.which("chromium")
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PICTURES = ROOT / "build/pictures"
CLASS_NAME = "arena.class.example"
"""A name of the site in a class: without encryption, a browser does not trust it as it trusts
this machine, and tells the site less of where a request comes from."""
_PATIENCE = 60
_EXPECTED = re.compile(
    "the server responded with a status of (400|403|404|409|502)"
    "|Cross-Origin-Opener-Policy header has been ignored"
)
"""Console messages about refusals, and about a site without encryption."""
LONG = 120_000
"""Milliseconds for anything to happen: the machine may have much else to do."""


@contextmanager
def served_thread(events: Path | None = None, **more: int) -> Iterator[str]:
    """Serve a site, perhaps with a folder of events; yield its address."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        often = Rate(9000, 900)
        settings = Settings(
            port=port,
            events=events,
            names=(CLASS_NAME,),
            reading=often,
            writing=often,
            beside_games=True,
        )
        settings = replace(settings, **more)  # type: ignore[arg-type]  # those that are numbers
        with served_by(Server(application(settings), settings), taken):
            yield f"http://127.0.0.1:{port}"


@contextmanager
def served_by(server: Server, taken: socket.socket) -> Iterator[None]:
    """Run the server on a bound socket."""
    taken.listen()
    thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
    thread.start()
    try:
        until = time.monotonic() + _PATIENCE
        while not server.started and time.monotonic() < until:
            time.sleep(0.02)
        assert server.started
        yield
    finally:
        server.should_exit = True
        thread.join(_PATIENCE)


@contextmanager
def browsing() -> Iterator[Browser]:
    """Chromium, without its own sandbox, which root cannot have; it opens only our pages."""
    expect.set_options(timeout=LONG)
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        arguments.append(f"--host-resolver-rules=MAP {CLASS_NAME} 127.0.0.1")
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield running
        running.close()


class Visitor:
    """A visitor of the site."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.context = context
        self.site = site
        self.asked: list[str] = []
        self.complaints: list[str] = []
        context.on("request", lambda request: self.asked.append(request.url))
        context.on("console", lambda message: self.complaints.append(message.text))
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))

    def open(self, path: str) -> Page:
        """Open a page of the site."""
        page = self.context.new_page()
        page.emulate_media(reduced_motion="reduce")
        page.goto(self.site + path)
        return page

    def check(self) -> None:
        """Assert that nothing was loaded from another site, and nothing failed."""
        assert [complaint for complaint in self.complaints if not _EXPECTED.search(complaint)] == []
        own = (self.site, "data:", "blob:", "about:")
        assert [url for url in self.asked if not url.startswith(own)] == []


@contextmanager
def visiting(browser: Browser, site: str, *, phone: bool = False) -> Iterator[Visitor]:
    """Yield a visitor at a desk or with a telephone; assert at the end that nothing failed."""
    context = browser.new_context(
        viewport=PHONE if phone else WIDE,  # type: ignore[arg-type]  # a size
        is_mobile=phone,
        has_touch=phone,
        locale="en-GB",
    )
    context.set_default_timeout(LONG)
    try:
        visitor = Visitor(context, site)
        yield visitor
        visitor.check()
    finally:
        context.close()


def begin(visitor: Visitor, game: str, think: str = "0.05", clock: str = "", **fields: str) -> Page:
    """Begin a new game by the form; ``clock`` is for each person, in seconds."""
    page = visitor.open("/play?lang=en")
    page.locator(f"[value={game}]").check()
    for name, value in fields.items():
        field = page.locator(f"[name='{name.replace('_', '-')}-{game}']")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.locator("[name=think]").fill(think)
    page.locator("[name=clock-people]").select_option(clock)
    page.locator("button.main").click()
    expect(page.locator("#board [data-cell]").first).to_be_visible()
    return page


def picture(page: Page, name: str) -> None:
    """Save a picture of the page for people to look at; the best ones are in docs/images."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    assert len(page.screenshot(path=PICTURES / f"{name}.png")) > 10_000


def serious_faults(page: Page) -> list[str]:
    """Return the barriers that axe-core finds."""
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    report: dict[str, Any] = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    return [
        f"{fault['id']}: {node['target']}: {node['failureSummary']}"
        for fault in report["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
