"""Sessions over a restart of the site."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.memory import NAME
from arena.site.submit.sessions import Sessions
from arena.site.watch.event_index import Disk
from tests.arena.site.asking import FREE, HERE
from tests.tournaments.submission.submitting import CUP

TOKEN = "right-token"
OWN_PAGE = "ivanov: versions and games"


@contextmanager
def visited(folder: Path, cookies: dict[str, str] | None = None) -> Iterator[TestClient]:
    """Return a browser with those cookies, at a site with memory."""
    tokens = folder / "tokens.txt"
    tokens.write_text(f"ivanov {TOKEN}\n")
    tokens.chmod(0o600)
    settings = replace(FREE, events=folder, memory=folder / ".site")
    site = application(settings)
    with TestClient(site, base_url=HERE, follow_redirects=False, cookies=cookies) as browser:
        yield browser


def signed_in(folder: Path) -> dict[str, str]:
    """Sign in; return the browser's cookies."""
    with visited(folder) as browser:
        browser.post("/submit", data={"name": "ivanov", "token": TOKEN})
        assert OWN_PAGE in browser.get("/submit").text
        return dict(browser.cookies)


def test_whoever_has_signed_in_is_known_after_a_restart(tmp_path: Path) -> None:
    cookies = signed_in(tmp_path)
    with visited(tmp_path, cookies) as browser:
        assert OWN_PAGE in browser.get("/submit").text
    with visited(tmp_path) as browser:
        assert OWN_PAGE not in browser.get("/submit").text


def test_whoever_has_left_is_known_no_more(tmp_path: Path) -> None:
    cookies = signed_in(tmp_path)
    with visited(tmp_path, cookies) as browser:
        browser.post("/submit/leave")
    with visited(tmp_path, cookies) as browser:
        assert OWN_PAGE not in browser.get("/submit").text


def test_a_login_ends_when_it_would_have_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookies = signed_in(tmp_path)
    with visited(tmp_path, cookies) as browser:
        monkeypatch.setattr("arena.site.submit.sessions.time", lambda: 1e11)
        assert OWN_PAGE not in browser.get("/submit").text


def test_nobody_signs_others_out_by_signing_in_again_and_again() -> None:
    sessions = Sessions()
    requests = [opened(sessions, "petrov")]
    requests += [opened(sessions, "ivanov") for _ in range(25)]
    assert sessions.name_of(requests[0]) == "petrov"
    names = [sessions.name_of(request) for request in requests[1:]]
    assert names == [None] * 5 + ["ivanov"] * 20


def opened(sessions: Sessions, name: str) -> Request:
    """Open a session; return a request of the browser that has it."""
    response = Response()
    scope = {"type": "http", "scheme": "http", "headers": [], "path": "/submit"}
    sessions.open(name, TOKEN, Request(scope), response)
    cookie = response.headers["set-cookie"].partition(";")[0]
    return Request({**scope, "headers": [(b"cookie", cookie.encode())]})


def test_sessions_are_known_before_the_event_files_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookies = signed_in(tmp_path)
    (tmp_path / "cup.toml").write_text(CUP)
    is_read = threading.Event()

    def hang(_: Path) -> None:
        is_read.wait()

    monkeypatch.setattr("arena.site.pages.submit.event_in", hang)
    monkeypatch.setattr(Disk.__init__, "__defaults__", (3600.0,))
    try:
        with visited(tmp_path, cookies) as browser:
            until = time.monotonic() + 20
            while OWN_PAGE not in browser.get("/submit").text:
                assert time.monotonic() < until
    finally:
        is_read.set()


def test_the_memory_of_a_session_signs_nobody_in(tmp_path: Path) -> None:
    cookies = signed_in(tmp_path)
    kept = (tmp_path / ".site" / NAME).read_bytes()
    assert b"ivanov" in kept
    assert TOKEN.encode() not in kept
    assert all(value.encode() not in kept for value in cookies.values())
