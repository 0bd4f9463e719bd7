"""Login at a provider of OpenID Connect, tried against one that runs here."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest
from starlette.testclient import TestClient

from arena.site.submit.tokens import INVITATIONS, invite
from formats.text import Text
from tests.arena.site.asking import browser_at
from tests.arena.site.test_submit import EVENT

pytest.importorskip("authlib")
if find_spec("oidc_provider_mock") is None:
    pytest.skip("oidc_provider_mock is not installed", allow_module_level=True)

USERS = {
    "anna": {"email": "anna@uni.example", "email_verified": True},
    "boris": {"email": "boris@uni.example", "email_verified": True},
    "eve": {"email": "anna@uni.example", "email_verified": False},
}
LOGINS = "# name and address\nAnna Smith anna@uni.example\n"


@pytest.fixture(scope="module", name="issuer")
def run_provider() -> Iterator[str]:
    """Run a provider in a process of its own, since its libraries warn of each other."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    users = [
        word
        for name, claims in USERS.items()
        for word in ("--user-claims", json.dumps({"sub": name, **claims}))
    ]
    words = [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "--port", str(port)]
    with subprocess.Popen([*words, *users], stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 60
        while not _answers(port):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
        process.terminate()


def _answers(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(name="folder")
def make_folder(tmp_path: Path, issuer: str) -> Path:
    (tmp_path / "cup.toml").write_text(EVENT)
    write(tmp_path, "provider.conf", settings(issuer))
    write(tmp_path, "logins.txt", LOGINS)
    return tmp_path


def settings(issuer: str) -> str:
    return (
        f'issuer = "{issuer}"\nclient-id = "arena"\nclient-secret = "secret"\n'
        'title = "University login"\n'
    )


def write(folder: Path, name: str, text: str, mode: int = 0o600) -> None:
    (folder / name).write_text(text)
    (folder / name).chmod(mode)


def browser(folder: Path) -> AbstractContextManager[TestClient]:
    return browser_at(folder)


class Stay(HTTPRedirectHandler):
    """Follows no redirection, as the test does that itself."""

    def redirect_request(self, *_: Any) -> None:
        return None


def sign_in(client: TestClient, user: str) -> Any:
    """Sign in at the provider, and return the site's answer to what it says."""
    client.follow_redirects = False
    begun = client.get("/submit/provider/login")
    assert begun.status_code == 302, begun.text
    address = begun.headers["location"]
    query = parse_qs(urlsplit(address).query)
    assert query["code_challenge_method"] == ["S256"]
    assert {"state", "nonce"} <= query.keys()
    form = Request(address, urlencode({"sub": user}).encode())
    try:
        build_opener(Stay).open(form, timeout=20)
    except OSError as error:  # urllib takes a redirection that it does not follow for an error
        back = urlsplit(error.headers["location"])  # type: ignore[attr-defined]
    answer = client.get(f"{back.path}?{back.query}", headers={"sec-fetch-site": "cross-site"})
    client.follow_redirects = True
    return answer


def test_a_listed_student_is_signed_in_until_the_line_is_removed(folder: Path) -> None:
    with browser(folder) as client:
        page = client.get("/submit").text
        assert re.search(r'href="/submit/provider/login">Sign in: University login<', page)
        answer = sign_in(client, "anna")
        assert (answer.status_code, answer.headers["location"]) == (303, "/submit")
        assert "Anna Smith: versions and games" in client.get("/submit").text
        write(folder, "logins.txt", "# nobody\n")
        deadline = time.monotonic() + 60
        while "versions and games" in client.get("/submit").text:
            assert time.monotonic() < deadline, "the session lasts though its line is removed"
            time.sleep(0.1)


@pytest.mark.parametrize("user", ["boris", "eve"])
def test_others_are_not_signed_in(folder: Path, user: str) -> None:
    with browser(folder) as client:
        answer = sign_in(client, user)
        assert answer.status_code == 403
        assert "your teacher" in answer.text
        assert "versions and games" not in client.get("/submit").text


def test_an_answer_that_was_not_asked_for_is_refused(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with browser(folder) as client:
        for query in (
            "",
            "?code=x&state=y",
            "?error=access_denied",
            "?error=%1b[2Jx&error_description=%0aforged%0a%1b]0;title%07%c2%9b2J%e2%80%ae",
            "?code=%00&state=%ff",
        ):
            answer = client.get(f"/submit/provider/answer{query}")
            assert answer.status_code == 502
            assert "The login was not confirmed" in answer.text
    messages = [record.msg for record in caplog.records]
    lines = [message.say("en") for message in messages if isinstance(message, Text)]
    assert "forged" in " ".join(lines)
    assert all(line.isprintable() for line in lines), lines


def test_a_name_that_signs_in_at_the_provider_cannot_be_registered(folder: Path) -> None:
    invitation = invite(folder / INVITATIONS, date.today(), most=5)
    with browser(folder) as client:

        def join(name: str) -> int:
            address = f"/submit/join/{invitation.code}"
            return int(client.post(address, data={"name": name}).status_code)

        assert join("anna  smith") == 409
        assert join("boris") == 200
        (folder / "logins.txt").chmod(0o644)
        assert join("eve") == 503, "whose name it is cannot be known"


def test_an_answer_counts_once_and_for_its_own_browser(folder: Path) -> None:
    with browser(folder) as client, browser(folder) as other:
        client.follow_redirects = other.follow_redirects = False
        address = client.get("/submit/provider/login").headers["location"]
        state = parse_qs(urlsplit(address).query)["state"][0]
        stolen = other.get(f"/submit/provider/answer?code=x&state={state}")
        assert stolen.status_code == 502


def test_a_provider_that_does_not_answer_is_told(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(EVENT)
    write(tmp_path, "provider.conf", settings("http://127.0.0.1:9"))
    write(tmp_path, "logins.txt", LOGINS)
    with browser(tmp_path) as client:
        assert client.get("/submit/provider/login").status_code == 502


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ('issuer = "https://login.example/"\n', 0o600),
        ("issuer = 3\nclient-id = 'a'\nclient-secret = 'b'\n", 0o600),
        ("no toml", 0o600),
        ("\udcff".encode("utf-8", "surrogateescape").decode("latin-1"), 0o600),
        (settings("https://login.example"), 0o644),
        (settings("https://login.example") + 'colour = "red"\n', 0o600),
    ],
)
def test_a_file_that_cannot_be_used_offers_no_login(tmp_path: Path, text: str, mode: int) -> None:
    (tmp_path / "cup.toml").write_text(EVENT)
    write(tmp_path, "provider.conf", text, mode)
    with browser(tmp_path) as client:
        assert client.get("/submit/provider/login").status_code == 404
        assert "/submit/provider" not in client.get("/submit").text


def test_without_the_library_there_is_no_login(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "authlib.integrations.starlette_client", None)
    with browser(folder) as client:
        assert client.get("/submit/provider/login").status_code == 404


def test_logins_that_others_can_read_sign_nobody_in(folder: Path) -> None:
    (folder / "logins.txt").chmod(0o644)
    with browser(folder) as client:
        assert sign_in(client, "anna").status_code == 503
