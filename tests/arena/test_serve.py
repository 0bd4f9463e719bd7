"""``arena serve`` as a command: what it says when it starts, and when it cannot."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

from referee.isolation import available
from tests.arena.conftest import Run

PATIENCE = 30


def test_without_its_packages_it_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.serve.find_spec", lambda name: None if name == "uvicorn" else name)
    ran = run("serve")
    assert ran.status == 2
    assert ran.err == (
        "arena serve: uvicorn must be installed for the pages: pip install 'matrix-arena[web]'\n"
    )
    assert "нужно установить uvicorn" in run("serve", "--lang", "ru").err


@pytest.mark.parametrize("words", [["--port", "0"], ["--port", "x"], ["--events", "nowhere"]])
def test_what_makes_no_sense_is_wrong_usage(run: Run, words: list[str]) -> None:
    assert run("serve", *words).status == 2


@pytest.mark.skipif(available() is not None, reason=str(available()))
def test_it_says_where_it_is_and_is_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "arena", "serve", "--port", str(port)]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        assert said == f"Open http://127.0.0.1:{port}/ in a browser; Ctrl+C ends it.\n"
        try:
            assert "Matrix Arena" in _page(said.split()[1])
        finally:
            process.terminate()
        assert process.wait(PATIENCE) in (0, -15)


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
