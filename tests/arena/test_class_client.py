"""The client of a class's site, against servers that are no arena or redirect elsewhere."""

from __future__ import annotations

import io
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.exceptions import Exit

from arena.class_site import client, submission
from arena.class_site.client import ClassSite, Login, SiteRefusal
from arena.class_site.fetch import FetchedData, fetch
from arena.parameters import WrongUsage
from arena.site import http_interface
from tournaments.submission.attachments import Attachments
from tournaments.submission.log import time_with_offset

LOGIN = Login("ivanov", "right-token")
NO_ARENA = "127.0.0.1 is no site of an arena"
CHECK = {
    "state": "over",
    "ahead": 0,
    "findings": [],
    "faults": [],
    "version": 1,
    "sha256": "a" * 64,
    "event": "Cup",
}


class Server(HTTPServer):
    """A server with one answer for every request."""

    body = b""
    location = ""
    tokens: list[str | None]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def site(self) -> ClassSite:
        return ClassSite.at(self.address, "en")


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.tokens.append(self.headers["authorization"])
        is_redirected = self.server.location and self.path != "/moved"
        self.send_response(302 if is_redirected else 200)
        if is_redirected:
            self.send_header("location", self.server.location)
        self.end_headers()
        self.wfile.write(self.server.body)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(body: object, location: str = "") -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Handler) as server:
        server.body = body if isinstance(body, bytes) else json.dumps(body).encode()
        server.location, server.tokens = location, []
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("location", ["{other}/api/submissions", "https://127.0.0.1/", "ftp://h/"])
def test_the_token_is_not_sent_to_another_origin(location: str) -> None:
    with served({}) as other, served({}, location.format(other=other.address)) as server:
        with pytest.raises(SiteRefusal, match=r"127\.0\.0\.1 redirects to \w+://"):
            server.site().get("submissions", login=LOGIN)
        assert other.tokens == []


def test_a_redirection_on_the_site_is_followed() -> None:
    with served({"events": []}, "/moved") as server:
        assert server.site().get("events", login=LOGIN) == {"events": []}
        assert len(server.tokens) == 2


def test_a_malformed_redirection_is_refused() -> None:
    with served({}, "http://[::1") as server, pytest.raises(SiteRefusal, match=NO_ARENA):
        server.site().get("events")


@pytest.mark.parametrize("body", [b"<html>", b"\xff", b"", b"[" * 100_000])
def test_an_answer_that_is_no_json_is_refused(body: bytes) -> None:
    with served(body) as server, pytest.raises(SiteRefusal, match=NO_ARENA):
        server.site().get("events")


def test_an_answer_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_LARGEST_ANSWER", 10)
    with served(b"1" * 10) as server:
        assert server.site().get_text("events") == "1" * 10
    with served(b"1" * 11) as server, pytest.raises(SiteRefusal, match="more than 10 bytes"):
        server.site().get_text("events")


def submit_bot(site: ClassSite, bot: Path) -> None:
    submission.submit_to_site(site, None, "ivanov", bot, Attachments())


def list_versions(site: ClassSite, _: Path) -> None:
    submission.act_on_site(site, None, "ivanov", "list", None)


def withdraw_bot(site: ClassSite, _: Path) -> None:
    submission.act_on_site(site, None, "ivanov", "withdraw", None)


OPEN = [{"event": "cup", "section": "main", "key": "cup/main"}]


@pytest.mark.parametrize(
    ("action", "data"),
    [
        (submit_bot, {}),
        (submit_bot, {"open": [{}]}),
        (submit_bot, {"open": OPEN, "check": None}),
        (submit_bot, {"open": OPEN, "check": {**CHECK, "state": "other"}}),
        (submit_bot, {"open": OPEN, "check": CHECK}),
        (submit_bot, {"open": OPEN, "check": {**CHECK, "passed": True, "findings": [{}]}}),
        (list_versions, []),
        (list_versions, {"versions": [{"sha256": "a"}]}),
        (withdraw_bot, {"versions": [{}]}),
    ],
)
def test_data_that_are_not_known_are_refused(
    action: Callable[[ClassSite, Path], None],
    data: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ARENA_TOKEN", LOGIN.token)
    (tmp_path / "bot").write_bytes(b"bot")
    with served(data) as server, pytest.raises(SiteRefusal, match=NO_ARENA):
        action(server.site(), tmp_path / "bot")


def test_an_event_that_has_begun_takes_no_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_TOKEN", LOGIN.token)
    (tmp_path / "bot").write_bytes(b"bot")
    with served({"open": OPEN, "events": [{"name": "spring"}]}) as server:
        begun, unknown = (
            ClassSite.at(f"{server.address}/events/{name}", "en") for name in ("spring", "autumn")
        )
        with pytest.raises(SiteRefusal, match="the event has begun: nothing more can be submitted"):
            submit_bot(begun, tmp_path / "bot")
        with pytest.raises(WrongUsage, match="the site takes bots for cup/main"):
            submit_bot(unknown, tmp_path / "bot")


@pytest.mark.parametrize(("deadline", "is_late"), [("20:14", True), ("20:15", False), ("", False)])
def test_a_late_student_is_told(
    deadline: str,
    *,
    is_late: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ARENA_TOKEN", LOGIN.token)
    (tmp_path / "bot").write_bytes(b"bot")
    place = OPEN[0] | {"deadline": f"2026-11-21T{deadline}:00+00:00" if deadline else None}
    version = {"event": "cup", "section": "main", "number": 1, "plays": True}
    version |= {"time": "2026-11-21T20:15:00.5+00:00"}
    data = {"open": [place], "check": {**CHECK, "passed": True}, "versions": [version]}
    with served(data) as server:
        submit_bot(server.site(), tmp_path / "bot")
    assert ("the deadline was 2026-11-21 20:14:00+00:00" in capsys.readouterr().out) is is_late


def test_a_bot_that_failed_its_check_is_not_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARENA_TOKEN", LOGIN.token)
    (tmp_path / "bot").write_bytes(b"bot")
    check = {**CHECK, "passed": False}
    data = {"open": OPEN, "check": check, "versions": []}
    with served(data) as server, pytest.raises(Exit):
        submit_bot(server.site(), tmp_path / "bot")
    output = capsys.readouterr().out
    assert output == (
        f"ivanov: version 1, {'a' * 12}, is kept, but will not play\n"
        "no version of ivanov plays yet\n"
    )


def test_an_unknown_version_and_one_in_several_sections_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ARENA_TOKEN", LOGIN.token)
    first = {"event": "cup", "section": "main", "number": 1, "plays": True}
    with served({"versions": [first, {**first, "event": "spring"}]}) as server:
        with pytest.raises(SiteRefusal, match="ivanov has no version 9 there"):
            submission.act_on_site(server.site(), None, "ivanov", "play", 9)
        with pytest.raises(WrongUsage, match="such versions in cup/main, spring/main: name one"):
            submission.act_on_site(server.site(), None, "ivanov", "withdraw", None)


def test_the_list_of_a_site_has_times_for_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARENA_TOKEN", LOGIN.token)
    version = {"event": "cup", "section": "main", "number": 1, "state": "plays", "size": 12345}
    version |= {"time": "2026-11-21T20:15:00.123456+00:00", "sha256": "a" * 64}
    with served({"versions": [version]}) as server:
        submission.act_on_site(server.site(), None, "ivanov", "list", None)
    time = time_with_offset(datetime.fromisoformat("2026-11-21T20:15:00+00:00"), None)
    output = capsys.readouterr().out
    assert output == f"cup/main  version 1  {time}  12,345 bytes  {'a' * 12}  plays\n"


@pytest.mark.parametrize(("passed", "printed"), [(None, ""), (False, "ivanov: version 1 of ")])
def test_a_version_that_fails_another_check_ends_with_status_1(
    passed: bool | None,
    printed: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ARENA_TOKEN", LOGIN.token)
    version = {"event": "cup", "section": "main", "number": 1, "plays": False, "state": "failed"}
    version |= {"time": "2026-11-21T20:15:00+00:00"}
    data = {"check": {**CHECK, "passed": passed}, "versions": [version]}
    with served(data) as server, pytest.raises(Exit):
        submission.act_on_site(server.site(), None, "ivanov", "recheck", 1)
    output = capsys.readouterr().out
    assert output.startswith(printed)
    assert output.endswith(", checked again: failed\n" if printed else "")


def test_a_refused_connection_is_told_in_russian() -> None:
    with Server(("127.0.0.1", 0), Handler) as server:
        address = server.address
    with pytest.raises(SiteRefusal, match=r"^127\.0\.0\.1 не отвечает: в соединении отказано$"):
        ClassSite.at(address, "ru").get("events")


def test_a_record_is_printed_in_utf_8_whatever_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(data, "ascii", "replace"))
    record = '[A "Иванов"]\n'
    with served(record.encode()) as server:
        fetch(f"{server.address}/events/e", FetchedData.RECORD, section="s", game=1, lang=None)
    sys.stdout.flush()
    assert data.getvalue().decode() == record


def test_the_client_waits_for_longer_than_the_site_computes() -> None:
    """Otherwise it would never hear that a large event is not ready yet."""
    assert client._TIMEOUT > http_interface._FIRST + 10
