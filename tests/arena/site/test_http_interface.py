"""The HTTP interface: what programs get, what they may send, and the client of the command."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from arena.class_site.client import Login
from arena.site import http_interface
from arena.site.application import application
from arena.site.background import BackgroundWorker
from arena.site.http_interface import description
from arena.site.pages import submit
from arena.site.pages.submit import LARGEST
from arena.site.settings import Settings
from benchmarks._site import serve_events
from tests.arena.site.asking import browser_at
from tests.arena.site.serving import free_port, serving
from tests.arena.site.test_submit import EVENT, TOKENS, write_tokens
from tests.formats.games.example_games import SHORT
from tests.places import ROOT
from tests.tournaments.filled_ledger import fill
from tests.tournaments.submission.submitting import (
    BAD,
    GOOD,
    good_program,
    submissions_in,
    submit_unchecked,
)
from tournaments.storage import digest

jsonschema = pytest.importorskip("jsonschema")

OWN = ("ivanov", "right-token")
PATIENCE = 240


@pytest.fixture(name="folder")
def make_folder(tmp_path: Path) -> Path:
    (tmp_path / "cup.toml").write_text(EVENT)
    write_tokens(tmp_path, TOKENS)
    fill(tmp_path / "spring")
    return tmp_path


@pytest.fixture(name="client")
def open_client(folder: Path) -> Iterator[TestClient]:
    with browser_at(folder) as client:
        client.headers["accept"] = "*/*"
        yield client


def fits(path: str, method: str, answer: Any) -> Any:
    """Return the data of an answer, after comparing it with the description."""
    whole = description()
    responses = whole["paths"][path][method]["responses"]
    schema = responses.get(str(answer.status_code), responses.get("default"))
    content = schema["content"]["application/json"]["schema"]
    data = answer.json()
    jsonschema.validate(data, {**content, "components": whole["components"]})
    return data


def test_each_endpoint_is_described_and_no_other(folder: Path) -> None:
    site = application(Settings(events=folder))
    served = {
        (re.sub(r":\w+", "", route.path), method.lower())  # type: ignore[attr-defined]
        for route in site.routes
        if getattr(route, "path", "").startswith("/api/")
        for method in route.methods - {"HEAD"}  # type: ignore[attr-defined]
    }
    described = {
        (path, method) for path, methods in description()["paths"].items() for method in methods
    }
    assert served == described


def test_the_description_is_served_and_is_a_correct_one(client: TestClient) -> None:
    served = client.get("/api/openapi.json").json()
    assert served == json.loads(json.dumps(description()))
    assert served["openapi"] == "3.1.0"
    for schema in served["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    names = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(served))
    assert set(names) == set(served["components"]["schemas"])


def test_events_standings_games_and_records(client: TestClient) -> None:
    events = fits("/api/events", "get", client.get("/api/events"))
    assert [event["name"] for event in events["events"]] == ["spring"]
    assert [place["key"] for place in events["open"]] == [f"cup/{SHORT}"]
    standings = fits("/api/events/{name}", "get", client.get("/api/events/spring"))
    assert len(standings["sections"]) == 3
    games = fits("/api/events/{name}/games", "get", client.get("/api/events/spring/games"))["games"]
    assert len(games) == sum(section["played"] for section in standings["sections"])
    first = games[0]
    record = client.get(f"/api/events/spring/games/{first['section']}/{first['game']}")
    assert record.headers["content-type"].startswith("text/plain")
    assert f'[A "{first["a"]}"]' in record.text


@pytest.mark.parametrize(
    "path",
    ["/api/events/winter", "/api/events/spring/games/none/1", "/api/events/..%2fspring"],
)
def test_a_missing_resource_is_refused_in_json(client: TestClient, path: str) -> None:
    answer = client.get(path, headers={"accept": "text/html", "accept-language": "ru"})
    assert answer.status_code == 404
    if path != "/api/events/..%2fspring":  # no endpoint at all
        assert "нет" in answer.json()["error"]


@pytest.mark.parametrize("path", ["/api/submissions", "/api/feedback"])
def test_own_data_needs_name_and_token(client: TestClient, path: str) -> None:
    without = client.get(path)
    assert without.status_code == 401
    assert without.headers["www-authenticate"].startswith("Basic ")
    for value in ("Basic", "Basic !!", "Basic aXZhbm92", "Bearer right-token", "Basic w4PCvw=="):
        assert client.get(path, headers={"authorization": value}).status_code == 401
    assert client.get(path, auth=("ivanov", "another-token")).status_code == 403
    assert client.get(path, auth=("Anna Smith", "another-token")).status_code == 200
    assert client.get(path, auth=OWN).status_code == 200


def test_a_token_may_have_any_signs(client: TestClient, folder: Path) -> None:
    token = "a:right:token:"
    write_tokens(folder, f"{TOKENS}ivanov {token}\n")
    assert client.get("/api/submissions", auth=("ivanov", token)).status_code == 200


def send(client: TestClient, data: bytes, event: str = f"cup/{SHORT}") -> Any:
    return client.post(
        "/api/submissions", data={"event": event}, files={"bot": ("bot", data)}, auth=OWN
    )


def checked(client: TestClient) -> Mapping[str, Any]:
    """Return the student's own data when the check is over."""
    until = time.monotonic() + PATIENCE
    while True:
        own: Mapping[str, Any] = fits(
            "/api/submissions", "get", client.get("/api/submissions", auth=OWN)
        )
        if own["check"]["state"] == "over":
            return own
        assert time.monotonic() < until
        time.sleep(0.2)


def test_a_bot_is_submitted_chosen_and_withdrawn(client: TestClient) -> None:
    sent = fits("/api/submissions", "post", send(client, BAD))
    assert sent["check"]["state"] in ("waiting", "running")
    own = checked(client)
    assert own["check"]["passed"] is False
    assert any(finding["grade"] == "failed" for finding in own["check"]["findings"])
    assert send(client, GOOD).status_code == 202
    own = checked(client)
    assert (own["check"]["version"], own["check"]["passed"]) == (2, True)
    assert [version["plays"] for version in own["versions"]] == [True, False]
    path = "/api/submissions/{name}/{section}/{number}/{action}"
    place = f"/api/submissions/cup/{SHORT}"
    withdrawn = fits(path, "post", client.post(f"{place}/2/withdraw", auth=OWN))
    assert not any(version["plays"] for version in withdrawn["versions"])
    again = fits(path, "post", client.post(f"{place}/2/play", auth=OWN))
    assert again["versions"][0]["plays"]
    assert client.post(f"{place}/2/play", auth=("Anna Smith", "another-token")).status_code == 404
    assert client.post(f"{place}/2/eat", auth=OWN).status_code == 400


def test_the_newest_of_versions_of_one_second_comes_first(client: TestClient, folder: Path) -> None:
    for number in range(3):
        submit_unchecked(submissions_in(folder), "ivanov", good_program(number))
    versions = client.get("/api/submissions", auth=OWN).json()["versions"]
    assert [version["number"] for version in versions] == [3, 2, 1]


def test_the_rules_of_the_page_hold(client: TestClient) -> None:
    assert send(client, b"").status_code == 400
    assert send(client, GOOD, "winter/none").status_code == 409
    no_bot = client.post("/api/submissions", data={"event": f"cup/{SHORT}"}, auth=OWN)
    assert no_bot.json() == {"error": "the form has no file «bot»"}
    text = client.post("/api/submissions", content=b"x", auth=OWN)
    assert text.status_code == 415
    assert send(client, b"\x7fELF" + b"x" * LARGEST).status_code == 413
    other = client.post(
        "/api/submissions", auth=OWN, headers={"origin": "https://elsewhere.example"}
    )
    assert other.status_code == 403
    assert send(client, good_program(1)).status_code == 202
    assert send(client, good_program(2)).status_code == 409, "one check at a time"
    checked(client)


def test_feedback_tells_the_games_of_the_student(folder: Path) -> None:
    write_tokens(folder, "kozlov kozlov-token\n")
    with browser_at(folder) as client:
        answer = client.get("/api/feedback", auth=("kozlov", "kozlov-token"))
        games = fits("/api/feedback", "get", answer)["games"]
    lost = [game for game in games if game["lost-by-fault"]]
    assert lost
    assert all(game["opponent"] != "kozlov" and game["why"] for game in games)


def test_games_that_are_still_read_are_not_said_to_be_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        await asyncio.sleep(PATIENCE)

    monkeypatch.setattr(BackgroundWorker, "run", never)
    monkeypatch.setattr(http_interface, "_FIRST", 0.1)
    monkeypatch.setattr(submit, "_FIRST", 0.1)
    write_tokens(folder, "kozlov kozlov-token\n")
    with browser_at(folder) as client:
        refused = client.get("/api/feedback", auth=("kozlov", "kozlov-token"))
        assert refused.status_code == 503
        assert refused.headers["retry-after"] == "30"
        client.post("/submit", data={"name": "kozlov", "token": "kozlov-token"})
        page = client.get("/submit").text
    assert "still being read" in page
    assert "No game has been played yet" not in page


@pytest.fixture(name="address", scope="module")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a class as its teacher does; return its address."""
    folder = tmp_path_factory.mktemp("class")
    (folder / "cup.toml").write_text(EVENT)
    write_tokens(folder, TOKENS)
    fill(folder / "spring")

    with serve_events(folder) as site:
        yield f"http://127.0.0.1:{site.port}/"


def arena(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arena", *words],
        env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "en", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=PATIENCE,
    )


def test_a_students_program_submits_and_fetches(address: str, tmp_path: Path) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_bytes(GOOD)
    bad.write_bytes(BAD)
    token = {"ARENA_TOKEN": "right-token"}
    own = ("--to", address, "--name", "ivanov")
    failed = arena("submit", str(bad), *own, **token)
    assert failed.returncode == 1, failed.stderr
    assert "BAD" in failed.stdout
    assert failed.stdout.endswith(
        f"ivanov: version 1, {digest(BAD)[:12]}, is kept, but will not play\n"
        "no version of ivanov plays yet\n"
    )
    passed = arena("submit", str(good), *own, **token)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    entered = f"ivanov: version 2, {digest(GOOD)[:12]}, is entered in «Cup» and will play\n"
    assert passed.stdout.endswith(entered)
    again = arena("submit", str(bad), *own, **token)
    assert again.stdout.splitlines()[-1].startswith("version 2 of 20")
    assert again.stdout.endswith(" still plays\n")
    rechecked = arena("submit", "--recheck", "2", *own, **token)
    assert re.search(r"ivanov: version 2 of .*, checked again: plays\n$", rechecked.stdout)
    listed = arena("submit", "--list", *own, **token)
    assert re.search(rf"cup/{SHORT}  version 2  .* plays", listed.stdout)
    withdrawn = arena("submit", "--withdraw", *own, **token)
    assert withdrawn.returncode == 0, withdrawn.stderr
    assert re.match("ivanov: version 2 of .* is withdrawn; no version plays", withdrawn.stdout)
    assert " plays" not in arena("submit", "--list", *own, **token).stdout
    chosen = arena("submit", "--play", "2", *own, **token)
    assert re.match("ivanov: version 2 of .* plays now, until another", chosen.stdout)
    events = json.loads(arena("fetch", address).stdout)
    assert [event["name"] for event in events["events"]] == ["spring"]
    spring = f"{address}events/spring"
    (section, *_) = json.loads(arena("fetch", spring, "standings").stdout)["sections"]
    words = ("record", "--section", section["name"], "--game", "1")
    assert '[Start "' in arena("fetch", spring, *words).stdout
    submissions = arena("fetch", address, "submissions", "--name", "ivanov", **token)
    assert len(json.loads(submissions.stdout)["versions"]) == 3


@pytest.mark.skipif(os.name == "nt", reason="the bot is a shell script")
def test_a_check_goes_on_after_the_site_was_killed(tmp_path: Path) -> None:
    """The client of the student waits for the site, and prints what came of the check."""
    (tmp_path / "cup.toml").write_text(EVENT)
    write_tokens(tmp_path, TOKENS)
    bot = tmp_path / "bot"
    bot.write_bytes(b"#!/bin/sh\nsleep 3\n")
    port = free_port()
    own = ("--to", f"http://127.0.0.1:{port}", "--name", "ivanov")
    with ExitStack() as cleanup:
        with serving(tmp_path, port) as site:
            student = cleanup.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "arena", "submit", str(bot), *own],
                    env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
                    | {"ARENA_TOKEN": "right-token"},
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                )
            )
            cleanup.callback(student.kill)
            until = time.monotonic() + PATIENCE
            while state_of_check(port) != "running":
                assert student.poll() is None, student.communicate()
                assert time.monotonic() < until
                time.sleep(0.1)
            site.kill()
            site.wait()
        with serving(tmp_path, port):
            printed, _ = student.communicate(timeout=PATIENCE)
    assert "nothing was written to matrix.txt" in printed
    assert "is kept, but will not play" in printed
    assert student.returncode == 1


def state_of_check(port: int) -> str | None:
    """Return the state of the student's check."""
    login = Login(*OWN).headers
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/submissions", headers=login)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        check = json.load(answer)["check"]
    return check and str(check["state"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("submit", "good", "--to", "{site}", "--name", "ivanov"), "the token is missing"),
        (("fetch", "ftp://class.example/"), "is not the address of a class"),
        (("fetch", "https://class.example/x/y/z"), "is not the address of a class"),
        (("fetch", "http://[::1"), "is not the address of a class"),
        (("fetch", "{site}", "standings"), "name the event"),
        (("fetch", "{site}events/winter", "standings"), "There is no such event here"),
        (("fetch", "{site}events/spring", "record"), "name the game"),
        (("fetch", "{site}", "feedback"), "name the entrant"),
        (("fetch", "http://127.0.0.1:9/"), "127.0.0.1 does not answer: Connection refused"),
    ],
)
def test_the_client_prints_the_reason_of_a_refusal(
    address: str, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    (tmp_path / "good").write_bytes(GOOD)
    given = [str(tmp_path / "good") if word == "good" else word for word in words]
    result = arena(*[word.format(site=address) for word in given], ARENA_TOKEN="")
    assert result.returncode in (1, 2)
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr
