"""``arena serve`` as a command: its messages when it starts, and when it cannot."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPErrorProcessor, HTTPRedirectHandler, Request, build_opener

import pytest

from arena.serve import listening_socket
from arena.site.settings import Settings
from referee.remedies import extra_install_command
from tests.arena.conftest import Run
from tests.arena.site.asking import write_token_file
from tests.arena.site.serving import served_process
from tests.formats.games.example_games import SHORT
from tests.referee.needs import needs_sandbox
from tests.tournaments.events import running
from tests.tournaments.filled_ledger import fill

PATIENCE = 30


def test_without_its_packages_it_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.serve.find_spec", lambda name: None if name == "uvicorn" else name)
    result = run("serve")
    assert result.status == 2
    beginning = "arena serve: uvicorn must be installed for the pages: "
    assert result.err == f"{beginning}{extra_install_command('web')}\n"
    assert "нужно установить uvicorn" in run("serve", "--lang", "ru").err


@pytest.mark.parametrize("words", [["--port", "0"], ["--port", "x"], ["--events", "nowhere"]])
def test_meaningless_options_are_wrong_usage(run: Run, words: list[str]) -> None:
    assert run("serve", *words).status == 2


def test_an_address_that_is_taken_is_told(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--no-sandbox", "--port", str(port))
    assert result.status == 2
    assert result.err == (
        f"arena serve: cannot listen on http://127.0.0.1:{port}/: Address already in use;"
        " choose another port with --port\n"
    )


@pytest.mark.parametrize("host", ["203.0.113.1", "2001:db8::7", "nowhere.invalid"])
def test_an_address_of_another_machine_is_named(run: Run, host: str) -> None:
    result = run("serve", "--no-sandbox", "--host", host)
    assert result.status == 2
    assert result.err == (
        f"arena serve: this machine has no address {host}; --host takes one of its own, or 0.0.0.0"
        " for all of them\n"
    )


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("0.0.0.0", "http://127.0.0.1:8080/"),
        ("::", "http://[::1]:8080/"),
        ("192.0.2.7", "http://192.0.2.7:8080/"),
        ("::1", "http://[::1]:8080/"),
    ],
)
def test_the_address_of_the_site_can_be_opened(host: str, address: str) -> None:
    assert Settings(host=host).address == address
    assert Settings(host=host).is_everywhere == (host in ("0.0.0.0", "::"))


@needs_sandbox
@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="no IPv6 here")
def test_every_address_of_both_versions_of_ip_is_listened_on() -> None:
    with listening_socket(Settings(host="::", port=0)) as site:
        for host in ("127.0.0.1", "::1"):
            socket.create_connection((host, site.getsockname()[1]), timeout=PATIENCE).close()


@pytest.mark.parametrize("everywhere", [False, True])
def test_the_command_prints_the_address_of_the_site(tmp_path: Path, *, everywhere: bool) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "arena", "serve", "--port", str(port)]
    command += ["--host", "0.0.0.0"] if everywhere else []
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": str(tmp_path)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        output = process.stderr.readline()
        assert output == f"Open http://127.0.0.1:{port}/ in a browser; Ctrl+C stops the site.\n"
        try:
            assert "Matrix Arena" in _page(output.split()[1])
            if everywhere:
                sentence = "The site listens on all addresses of this machine.\n"
                assert process.stderr.readline() == sentence
        finally:
            process.terminate()
        assert process.wait(PATIENCE) in (0, -15)
    assert (tmp_path / f"matrix-arena/site/{port}/memory.sqlite").is_file()


def test_the_site_ends_without_output_while_people_watch(tmp_path: Path) -> None:
    fill(tmp_path / "spring", most=3)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["serve", "--no-sandbox", "--events", str(tmp_path), "--port", str(port)]
    with running(*words) as process:
        address = f"http://127.0.0.1:{port}"
        _page(address)
        game = urlencode({"game": SHORT}).encode()
        with urllib.request.urlopen(Request(f"{address}/play", game)) as begun:
            streams = [f"{begun.url}/live", f"{address}/events/spring/stream"]
        watched = [urllib.request.urlopen(stream, timeout=PATIENCE) for stream in streams]
        for stream in watched:
            assert stream.readline()
        process.send_signal(signal.SIGINT)
        for stream in watched:
            stream.read()
        _, output = process.communicate(timeout=PATIENCE)
    assert output.splitlines()[1:] == []


@pytest.mark.parametrize("options", [["--behind", "school.example"], []], ids=["behind", "open"])
def test_a_proxy_is_believed_where_there_is_to_be_one(tmp_path: Path, options: list[str]) -> None:
    """The proxy states that the connection is encrypted, so cookies are limited to such ones.

    It also states the visitor, so that clients behind it have separate shares.
    """
    write_token_file(tmp_path, {"ivanov": "right-token"})
    says = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    data = urlencode({"name": "ivanov", "token": "right-token"}).encode()
    with served_process(tmp_path, "--no-sandbox", *options) as address:
        request = urllib.request.Request(f"{address}/submit", data, says)
        with build_opener(_NoRedirect).open(request) as answer:
            assert ("Secure" in answer.headers["set-cookie"]) == bool(options)

        def status(who: int) -> int:
            headers = {**says, "X-Forwarded-For": f"192.0.2.{who % 200}"}
            request = urllib.request.Request(f"{address}/submit/leave", b"", headers)
            with build_opener(_NoRedirect).open(request) as answer:
                return int(answer.status)

        with ThreadPoolExecutor(8) as threads:  # one after the other may be as slow as is allowed
            statuses = set(threads.map(status, range(400)))
    assert statuses == ({303} if options else {303, 429})


class _NoRedirect(HTTPRedirectHandler, HTTPErrorProcessor):
    """Opener that returns any answer as it is."""

    def http_response(self, request: Request, response: Any) -> Any:
        """Return the answer, also one with an error status."""
        return response


def _page(address: str) -> str:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address) as answer:
                text: str = answer.read().decode()
                return text
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
