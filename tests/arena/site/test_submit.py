"""Submitting bots: every reason of a refusal, and what is checked, kept and shown."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime
from multiprocessing import spawn
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock
from zipfile import ZipFile

import psutil
import pytest
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.memory import SiteMemory
from arena.site.pages.submit import LARGEST
from arena.site.settings import Rate, Settings
from arena.site.submit import check_queue
from arena.site.submit.check_queue import Checks, QueuedCheck
from arena.site.submit.check_worker import CheckOrder, check_bot
from referee.sandbox import Background
from referee.sandbox.core_claims import claim
from tests.arena.site.asking import FREE, browser_at
from tests.formats.games.example_games import SHORT
from tests.places import ROOT
from tests.referee.test_pool import workers
from tests.tournaments.events import needs_arena
from tests.tournaments.filled_ledger import Habits, fill
from tests.tournaments.submission.submitting import (
    BAD,
    CUP,
    GOOD,
    good_program,
    submissions_in,
    submit_unchecked,
)
from tournaments.entrants.entrant_faults import NO_ENTRY
from tournaments.submission.attachments import Attachments
from tournaments.submission.log import Version

HERE = "http://127.0.0.1:8080"
EVENT = CUP.replace("sandbox = false\n", "").replace("file-size = 2000\n", "")
TOKENS = """\
# names and tokens
ivanov      right-token
Anna Smith\tanother-token
"""
GOOD_WORDS = {"name": "ivanov", "token": "right-token", "event": f"cup/{SHORT}"}


@pytest.fixture(name="folder")
def make_folder(tmp_path: Path) -> Path:
    (tmp_path / "cup.toml").write_text(EVENT)
    write_tokens(tmp_path, TOKENS)
    return tmp_path


def write_tokens(folder: Path, text: str, mode: int = 0o600) -> None:
    path = folder / "tokens.txt"
    path.write_text(text)
    path.chmod(mode)


@pytest.fixture(name="browser")
def open_browser(folder: Path) -> Iterator[TestClient]:
    with browser_at(folder) as client:
        yield client


def send(browser: TestClient, data: bytes | None = BAD, **words: str) -> Any:
    """Send the form, with a file or without."""
    files = {"bot": ("../../bot.exe", data)} if data is not None else {"none": ("", b"")}
    return browser.post("/submit", data={**GOOD_WORDS, **words}, files=files)


def checked(browser: TestClient) -> str:
    """Return the page when the check is over."""
    until = time.monotonic() + 240
    while 'data-over="no"' in browser.get("/submit/check").text:
        assert time.monotonic() < until
        time.sleep(0.2)
    return browser.get("/submit").text


@pytest.fixture(scope="module", name="good")
def build_good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Build a built-in bot; return its bytes."""
    folder = tmp_path_factory.mktemp("bots")
    words = ["build", f"{SHORT}-random", "--out", str(folder)]
    subprocess.run([sys.executable, "-m", "arena", *words], cwd=ROOT, check=True)
    return (folder / f"{SHORT}-random").read_bytes()


@needs_arena
@pytest.mark.xdist_group("run")
def test_a_good_bot_is_entered_and_a_bad_one_is_told_why(
    browser: TestClient, folder: Path, good: bytes
) -> None:
    page = send(browser, good)
    assert page.url.path == "/submit"
    assert send(browser, good).status_code == 409, "one of a name at a time"
    text = checked(browser)
    assert "it can be entered" in text
    assert "version 1" in text
    assert "is entered in «Cup»" in text
    assert (folder / "bots/ivanov").read_bytes() == good
    send(browser, BAD)
    text = checked(browser)
    assert "It cannot be entered yet" in text
    assert "nothing was written to matrix.txt" in text
    assert "failed: " in text
    assert (folder / "bots/ivanov").read_bytes() == good
    assert "ivanov" not in browser.post("/submit/leave").text


def change(browser: TestClient, number: int, action: str) -> Any:
    """Press a button beside a version."""
    form = {"version": f"cup/{SHORT}/{number}", "action": action}
    return browser.post("/submit/change", data=form)


def test_a_student_chooses_which_version_plays_and_withdraws_it(
    browser: TestClient, folder: Path
) -> None:
    cup = submissions_in(folder)
    submit_unchecked(cup, "ivanov", GOOD)
    submit_unchecked(cup, "ivanov", good_program(2))
    submit_unchecked(cup, "ivanov", good_program(3), "moves")
    submit_unchecked(cup, "petrov", GOOD)
    assert change(browser, 1, "play").status_code == 403
    send(browser, None)
    page = change(browser, 1, "play")
    assert page.url.path == "/submit"
    assert "Cup: version 1 plays." in page.text
    assert (folder / "bots/ivanov").read_bytes() == GOOD
    assert page.text.count('value="play"') == 1, (
        "neither the one that plays nor the one that failed"
    )
    refused = change(browser, 3, "play")
    assert refused.status_code == 409
    assert "has failed its checks" in refused.text
    assert change(browser, 4, "play").status_code == 404
    assert change(browser, 1, "delete").status_code == 400
    stale = change(browser, 2, "withdraw")
    assert stale.status_code == 409
    assert "version 1 of «ivanov» plays now, not version 2" in stale.text.lower()
    assert (folder / "bots/ivanov").read_bytes() == GOOD
    withdrawn = change(browser, 1, "withdraw").text
    assert 'value="withdraw"' not in withdrawn
    assert "Cup: none of your versions plays." in withdrawn
    assert not (folder / "bots/ivanov").exists()
    assert (folder / "bots/petrov").exists()
    assert change(browser, 1, "withdraw").status_code == 409
    change(browser, 2, "play")
    assert (folder / "bots/ivanov").read_bytes() == good_program(2)
    fill(folder / "cup", most=1)
    assert change(browser, 1, "play").status_code == 409


@needs_arena
@pytest.mark.xdist_group("run")
def test_a_withdrawn_version_is_not_said_to_play(browser: TestClient) -> None:
    send(browser, GOOD)
    assert "and will play" in checked(browser)
    for path in ("/submit", "/submit/check"):
        assert "and will play" in browser.get(path).text
    assert "and will play" not in change(browser, 1, "withdraw").text
    assert "and will play" not in browser.get("/submit/check").text


@needs_arena
@pytest.mark.xdist_group("run")
def test_a_version_is_checked_again(browser: TestClient, folder: Path) -> None:
    cup = submissions_in(folder)
    submit_unchecked(cup, "ivanov", BAD)
    send(browser, None)
    change(browser, 1, "recheck")
    text = checked(browser)
    assert "Version 1 was checked again" in text
    assert "failed: " in text
    assert [version.number for version in cup.versions()] == [1]
    assert not cup.versions()[0].is_fit
    assert (folder / "bots/ivanov").read_bytes() == BAD, "the student or the teacher decides"


@needs_arena
@pytest.mark.xdist_group("run")
def test_sources_and_report_are_taken_and_what_is_missing_is_told(
    browser: TestClient, folder: Path
) -> None:
    (folder / "cup.toml").write_text(f'{EVENT}require = ["sources", "report"]\n')
    (folder / "roster.csv").write_text("surname;files\nPetrov;petrov\n")
    form = browser.get("/submit").text
    assert all(f'type="file" name="{name}"' in form for name in ("bot", "sources", "report"))
    assert "required: a file, or a folder as ZIP" in form
    hostile = ("../../etc/main.cpp", b"int main() {}")
    alone = browser.post("/submit", data=GOOD_WORDS, files={"sources": hostile})
    assert alone.status_code == 400
    assert "kept with it" in alone.text
    browser.post("/submit", data=GOOD_WORDS, files={"bot": ("bot", BAD), "sources": hostile})
    text = checked(browser)
    assert "nobody on the class list is called «ivanov»" in text
    assert "not handed in: the report" in text
    attachments = folder / ".bots.submitted/papers"
    with ZipFile(attachments / "ivanov-1-sources.zip") as kept:
        assert kept.read("main.cpp") == b"int main() {}"
    browser.post("/submit", data=GOOD_WORDS, files={"bot": ("bot", BAD), "report": ("x./.p", b"x")})
    text = checked(browser)
    assert "not handed in" not in text
    assert sorted(path.name for path in attachments.iterdir())[-1] == "ivanov-2-report"
    assert "ivanov-2-report" in text


@needs_arena
@pytest.mark.xdist_group("run")
def test_while_a_tournament_has_all_cores_a_check_waits_and_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = application(Settings(events=folder))
    with ExitStack() as claims, TestClient(site, base_url=HERE) as client:
        client.headers["accept"] = "text/html"
        for core in os.sched_getaffinity(0):
            claims.enter_context(claim(core))
        send(client, BAD)
        time.sleep(3)
        with monkeypatch.context() as patch:  # a page asks often: no program is read meanwhile
            patch.setattr("arena.site.submit.my_submissions.submitted_versions", None)
            page = client.get("/submit/check").text
        assert "are played on all cores of this machine" in page
        assert 'data-over="no"' in page
        claims.close()
        assert "It cannot be entered yet" in checked(client)


@needs_arena
@pytest.mark.xdist_group("run")
def test_output_of_a_bot_is_shown_as_text(browser: TestClient) -> None:
    send(browser, b"#!/bin/sh\necho '</pre><script>alert(1)</script>' | tee matrix.txt\n")
    text = checked(browser)
    assert "It cannot be entered yet" in text
    assert "<script>alert" not in text


def test_a_token_without_a_bot_shows_the_students_own_page(
    browser: TestClient, folder: Path
) -> None:
    habits = Habits(names={"петрова": "ivanov 2"})
    fill(folder / "spring", habits=habits, most=24)
    page = send(browser, None)
    assert "ivanov: versions and games" in page.text
    assert "Nothing has been submitted yet" in page.text
    assert page.text.count("/events/spring/report#game-1-") == 12
    assert "Весна 2014: &lt;ММПешки&gt;" in page.text
    cookie = page.history[0].headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=lax", "Path=/;"):
        assert part in cookie
    assert "ivanov: версии и партии" in browser.get("/submit?lang=ru").text


def test_a_name_with_a_blank(browser: TestClient) -> None:
    page = send(browser, None, name="Anna Smith", token="another-token")
    assert "Anna Smith: versions and games" in page.text


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ({"token": "wrong-token"}, 403),
        ({"token": ""}, 403),
        ({"token": "right-tokeN"}, 403),
        ({"token": "another-token"}, 403),
        ({"token": "пропуск\0"}, 403),
        ({"name": "nobody"}, 403),
        ({"name": "IVANOV"}, 403),
        ({"name": "../ivanov"}, 400),
        ({"name": "<script>alert(1)</script>"}, 400),
        ({"name": "ivanov\0"}, 400),
        ({"name": ""}, 400),
        ({"name": "i" * 41}, 400),
        ({"event": ""}, 409),
        ({"event": f"../cup/{SHORT}"}, 409),
        ({"event": "cup/<script>alert(1)</script>"}, 409),
    ],
)
def test_a_wrong_form_is_refused(
    browser: TestClient, folder: Path, words: dict[str, str], status: int
) -> None:
    before = sorted(folder.iterdir())
    answer = send(browser, BAD, **words)
    assert answer.status_code == status
    assert "<script>alert" not in answer.text
    assert "right-token" not in answer.text
    assert sorted(folder.iterdir()) == before


def test_after_a_mistyped_token_the_form_keeps_the_name(browser: TestClient) -> None:
    answer = send(browser, None, token="wrong-token")
    assert answer.status_code == 403
    sentence = (
        "This token does not belong to that name: look for a typing mistake, or ask the teacher"
    )
    assert f"{sentence}." in answer.text
    assert 'name="token"' in answer.text
    assert 'value="ivanov"' in answer.text
    reply = browser.post(
        "/submit", data={"name": "ivanov", "token": "x"}, headers={"accept": "*/*"}
    )
    assert reply.json() == {"error": sentence}


def test_wrong_tokens_are_looked_at_slowly_and_a_right_one_always_fits(browser: TestClient) -> None:
    began = time.monotonic()
    statuses = [send(browser, None, token=f"wrong-{n}").status_code for n in range(30)]
    assert statuses == [403] * 30
    assert time.monotonic() - began >= 30 / Settings().wrong_tokens
    assert "ivanov: versions" in send(browser, None).text


def test_too_much_is_refused_while_it_is_read(browser: TestClient) -> None:
    assert send(browser, b"x" * (LARGEST + 1)).status_code == 413

    def endless() -> Iterator[bytes]:
        yield b"--x\r\nContent-Disposition: form-data; name=bot; filename=b\r\n\r\n"
        for _ in range(LARGEST // 100_000 + 2):
            yield b"x" * 100_000

    kind = {"content-type": "multipart/form-data; boundary=x"}
    answer = browser.post("/submit", content=endless(), headers=kind)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{}", "application/json", 415),
        (b"", "", 415),
        (b"x", "multipart/form-data", 400),
        (b"x", "multipart/form-data; boundary=x", 400),
        (b"--x\r\n\r\n\r\n--x--", "multipart/form-data; boundary=x", 400),
        (b"name=ivanov&token=right-token&bot=x", "application/x-www-form-urlencoded", 303),
        (b"a=1&" * 1000, "application/x-www-form-urlencoded", 400),
    ],
)
def test_a_body_that_is_no_form_is_refused(
    browser: TestClient, content: bytes, kind: str, status: int
) -> None:
    headers = {"content-type": kind}
    answer = browser.post("/submit", content=content, headers=headers, follow_redirects=False)
    assert answer.status_code == status


def test_another_site_cannot_submit(browser: TestClient) -> None:
    send(browser, None)
    headers = {"origin": "http://evil.example"}
    assert browser.post("/submit", data=GOOD_WORDS, headers=headers).status_code == 403


def test_without_a_token_nothing_is_shown(browser: TestClient) -> None:
    assert browser.get("/submit/check").status_code == 403
    browser.cookies.set("desk", "guessed", path="/submit")
    assert browser.get("/submit/check").status_code == 403
    assert "versions and games" not in browser.get("/submit").text


def test_a_session_ends_when_the_student_leaves(browser: TestClient) -> None:
    send(browser, None)
    desk = browser.cookies["desk"]
    browser.post("/submit/leave")
    browser.cookies.set("desk", desk, path="/submit")
    assert browser.get("/submit/check").status_code == 403


def test_programs_are_nobodys_to_load_down(browser: TestClient, folder: Path) -> None:
    (folder / "bots").mkdir()
    (folder / "bots/petrov").write_bytes(b"secret")
    send(browser, None)
    for path in ("/submit/bots/petrov", "/events/bots/petrov", "/bots/petrov", "/tokens.txt"):
        assert browser.get(path).status_code == 404


def test_an_event_that_has_begun_takes_nothing(browser: TestClient, folder: Path) -> None:
    fill(
        folder / "cup", CUP.replace('"bots"', f'[{{ bot = "{SHORT}-nim" }}, {{ bot = "{SHORT}" }}]')
    )
    assert send(browser).status_code == 409
    assert "No event accepts bots at the moment" in browser.get("/submit").text


def test_an_event_without_a_sandbox_takes_nothing(browser: TestClient, folder: Path) -> None:
    (folder / "cup.toml").write_text(CUP)
    answer = send(browser)
    assert answer.status_code == 403
    assert "plays without the sandbox" in answer.text


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_student_whose_file_is_refused_is_signed_in(browser: TestClient, accept: str) -> None:
    browser.headers["accept"] = accept
    answer = send(browser, b"")
    assert answer.status_code == 400
    assert "The file is empty" in answer.text
    assert ("versions and games" in answer.text) == (accept == "text/html")
    assert "ivanov: versions and games" in browser.get("/submit").text


def test_a_limit_of_size_is_told_in_the_readers_language(browser: TestClient) -> None:
    note = browser.get("/submit?lang=ru").text.partition("не больше ")[2].partition("<")[0]
    assert note.endswith(("байт", "байта", "КиБ", "МиБ"))


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        (TOKENS, 0o644),
        (TOKENS, 0o640),
        ("", 0o600),
        ("ivanov short\n", 0o600),
        ("ivanov\n", 0o600),
        ("../x long-enough-token\n", 0o600),
    ],
)
def test_tokens_that_are_not_safe_let_nobody_in(
    browser: TestClient, folder: Path, text: str, mode: int
) -> None:
    write_tokens(folder, text, mode)
    assert "Nobody can submit here yet" in browser.get("/submit").text
    assert send(browser).status_code == 503


def test_a_file_of_tokens_from_windows_is_read(browser: TestClient, folder: Path) -> None:
    (folder / "tokens.txt").write_bytes("Пётр right-token\r\n".encode("cp1251"))
    assert "Пётр" in send(browser, None, name="Пётр").text


def test_a_fault_of_the_file_of_tokens_is_logged_with_its_line(
    browser: TestClient, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_tokens(folder, f"{TOKENS}short x\n")
    browser.get("/submit")
    assert "line 4 of the file of tokens" in caplog.text
    (folder / "broken.toml").write_text("title = x\n")
    with browser_at(folder):
        until = time.monotonic() + 10
        while "broken.toml is not correct, line 1" not in caplog.text:
            assert time.monotonic() < until
            time.sleep(0.05)


def test_a_file_of_tokens_can_be_named(folder: Path) -> None:
    named = folder / "names"
    (folder / "tokens.txt").rename(named)
    settings = Settings(events=folder, tokens=named, writing=Rate(1000, 1000), beside_games=True)
    with TestClient(application(settings), base_url=HERE) as client:
        assert "ivanov: versions" in send(client, None).text
        named.write_text("ivanov  another-one-now\n")
        client.cookies.clear()
        assert send(client, None).status_code == 403, "what is changed holds at once"


def test_a_session_ends_when_its_token_is_removed(browser: TestClient, folder: Path) -> None:
    assert "ivanov: versions" in send(browser, None).text
    with TestClient(browser.app, base_url=HERE) as other:
        other.headers["accept"] = "text/html"
        send(other, None, name="Anna Smith", token="another-token")
        write_tokens(folder, TOKENS.replace("right-token", "other-token"))
        until_signed_out(browser, "ivanov")
        assert "Anna Smith: versions" in other.get("/submit").text
        assert browser.get("/submit/ladder").status_code == 403
    assert "ivanov: versions" in send(browser, None, token="other-token").text
    write_tokens(folder, "")
    until_signed_out(browser, "ivanov")


def until_signed_out(browser: TestClient, name: str) -> None:
    """Wait until the site does not know the browser by that name any more."""
    until = time.monotonic() + 30
    while f"{name}: versions" in browser.get("/submit").text:
        assert time.monotonic() < until
        time.sleep(0.1)


def test_a_client_with_wrong_tokens_keeps_nobody_else_out(browser: TestClient) -> None:
    """A class may share one address."""
    for _ in range(12):
        send(browser, None, token="wrong-token")
    assert send(browser, None, name="Anna Smith", token="another-token").status_code == 200


@needs_arena
@pytest.mark.parametrize(
    ("limit", "status"),
    [({"most_versions": 0}, 409), ({"most_kept_each": 5}, 409), ({"most_kept": 5}, 503)],
)
def test_the_kept_bytes_and_versions_have_a_limit(
    folder: Path, limit: dict[str, int], status: int
) -> None:
    settings = replace(Settings(events=folder, beside_games=True), **limit)  # type: ignore[arg-type]  # those that are numbers
    with TestClient(application(settings), base_url=HERE) as client:
        answer = send(client, BAD)
    assert answer.status_code == status, answer.text
    assert not (folder / ".bots.submitted").exists()


@pytest.mark.parametrize("name", ["bot", "report"])
def test_bots_that_wait_are_not_kept_in_memory_without_end(
    monkeypatch: pytest.MonkeyPatch, folder: Path, name: str
) -> None:
    monkeypatch.setattr(check_queue, "_MOST_BYTES", 5 * len(BAD))
    files = {"bot": ("bot", BAD), name: ("large", 6 * BAD)}
    with TestClient(application(Settings(events=folder)), base_url=HERE) as client:
        assert client.post("/submit", data=GOOD_WORDS, files=files).status_code == 503


def test_attachments_are_packed_beside_the_pages_and_only_where_they_are_taken(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    """To pack them takes long."""
    packed: list[bool] = []

    def pack(*_files: object) -> Attachments:
        packed.append(is_in_event_loop())
        return Attachments(sources=b"x")

    async def wait(_: QueuedCheck) -> None:
        await asyncio.sleep(600)

    monkeypatch.setattr("arena.site.pages.submit.attachments_from_uploads", pack)
    monkeypatch.setattr(check_queue, "_run", wait)
    files = {"bot": ("bot", BAD), "sources": ("bot.c", BAD)}
    settings = replace(FREE, events=folder)
    with TestClient(application(replace(settings, most_versions=0)), base_url=HERE) as client:
        assert client.post("/submit", data=GOOD_WORDS, files=files).status_code == 409
    assert packed == []
    with TestClient(application(settings), base_url=HERE) as client:
        statuses = [
            client.post("/submit", data=GOOD_WORDS, files=files).status_code for _ in range(2)
        ]
    assert (statuses, packed) == ([200, 409], [False])


def is_in_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def test_several_are_checked_at_once_and_no_more(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    begun: list[str] = []

    async def pretend(check: QueuedCheck) -> None:
        begun.append(check.order.name)
        check.begun = True
        await asyncio.sleep(0.01)
        check.over = True

    async def look() -> None:
        checks = Checks(2)
        background = Background(beside_games=True)
        for name in ("a1", "a2", "a3", "b1"):
            attached = Attachments(sources=BAD, report=BAD)
            order = CheckOrder(name, folder / "cup.toml", SHORT, BAD, "Cup", background, attached)
            checks.add(order, name[0])
        for _ in range(5):  # turns are given out round by round
            await asyncio.sleep(0)
        assert len(begun) == 2
        await asyncio.gather(*checks._tasks)
        assert begun.index("b1") < begun.index("a3"), "clients take turns"
        last = checks.last("a1")
        assert last
        assert last.order.size == 0, "what was checked is in memory no more"
        assert len(last.sha256) == 64

    monkeypatch.setattr(check_queue, "_run", pretend)
    asyncio.run(look())


def test_a_check_that_has_not_ended_is_queued_again_after_a_restart(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The order comes back as it was, and is forgotten when its check has ended."""

    async def never(_: QueuedCheck) -> None:
        await asyncio.Event().wait()

    async def at_once(check: QueuedCheck) -> None:
        check.faults = (NO_ENTRY(),)

    async def without_event(_: QueuedCheck) -> None:
        pass

    attached = Attachments(sources=BAD, report=bytes(range(256)), ending=".pdf")
    background = Background(beside_games=True)
    orders = [
        CheckOrder(name, folder / "cup.toml", SHORT, bytes(range(256)), "Кубок", background, *more)
        for name, more in (("b", ()), ("a", (attached, 3)))
    ]

    def restart(
        run: Callable[[QueuedCheck], Awaitable[None]], *new: CheckOrder
    ) -> list[CheckOrder]:
        """Return the orders that a site restores; let it check them, and the new ones, with run."""
        monkeypatch.setattr(check_queue, "_run", run)
        memory = SiteMemory(folder)
        memory.open()

        async def look() -> list[CheckOrder]:
            checks = Checks(2, memory)
            checks.restore(background, folder)
            restored = [check.order for check in checks._last.values()]
            for order in new:
                checks.add(order, "client")
            for _ in range(10):
                await asyncio.sleep(0)
            return restored

        try:
            return asyncio.run(look())
        finally:
            memory.close()

    assert restart(never, *orders) == []
    assert restart(never) == orders, "the oldest first"
    for _ in range(4):
        assert restart(without_event) == orders, "the event may be there again later"
    assert restart(at_once) == orders
    assert restart(never) == []
    restart(never, *orders)
    folder = folder.rename(folder.with_name("moved"))
    moved = [replace(order, event=folder / order.event.name) for order in orders]
    assert restart(never) == moved
    assert restart(never) == moved
    assert restart(never) == [], "a check that ends the site is not begun for ever"
    assert "did not end 3 times" in caplog.text


def test_a_check_that_runs_out_of_its_time_is_an_attempt_until_the_bot_is_submitted_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(check_queue, "_LONGEST", 0.0)
    order = CheckOrder("ivanov", folder / "cup.toml", SHORT, BAD, "Cup", Background(True))

    async def check_kept(memory: SiteMemory, *new: CheckOrder) -> list[int]:
        """Return the attempts of the restored checks after these and the new ones have ended."""
        checks = Checks(2, memory)
        checks.restore(order.background, folder)
        attempts = [check.attempts for check in checks._last.values()]
        await asyncio.gather(*checks._tasks)
        for submission in new:
            checks.add(submission, "client")
        await asyncio.gather(*checks._tasks)
        return attempts

    def restart(*new: CheckOrder) -> list[int]:
        with closing(SiteMemory(folder)) as memory:
            memory.open()
            return asyncio.run(check_kept(memory, *new))

    assert restart(order) == []
    assert restart() == [1]
    assert "did not end within" in caplog.text
    assert restart(order) == [2], "it is submitted anew, after the last attempt at the old one"
    assert restart() == [1]
    assert restart() == [2]
    assert restart() == []
    monkeypatch.setattr(check_queue, "_run", AsyncMock(side_effect=OSError("no process")))
    restart(order)
    monkeypatch.setattr(Checks, "_begin", lambda *_: None)
    restart(order)  # the site is killed while the new submission waits for its turn
    monkeypatch.undo()
    assert restart() == [0]


def test_a_version_has_the_time_at_which_it_was_sent(folder: Path) -> None:
    sent = datetime(2026, 5, 4, 23, 59, tzinfo=UTC)
    cup, background = folder / "cup.toml", Background(beside_games=True)
    order = CheckOrder("ivanov", cup, SHORT, BAD, "Cup", background, received=sent)
    version = check_bot(order, lambda *_: None, None)
    assert isinstance(version, Version)
    assert datetime.fromisoformat(version.time) == sent


@pytest.mark.parametrize("how", ["killed", "given up"])
def test_a_check_whose_worker_is_killed_or_that_is_given_up_leaves_nothing(
    folder: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    order = CheckOrder("ivanov", folder / "cup.toml", SHORT, BAD, "Cup", Background(True))
    others = set(workers())

    async def look() -> None:
        checks = Checks(1)
        checks.add(order, "ivanov")
        (task,) = checks._tasks
        while not (begun := set(workers()) - others):
            await asyncio.sleep(0.01)
        if how == "killed":
            for worker in begun:
                worker.kill()
        else:
            task.cancel()
        await asyncio.wait([task], timeout=60)
        last = checks.last("ivanov")
        assert last
        assert last.over
        assert last.version is None
        await asyncio.to_thread(psutil.wait_procs, list(begun), 60)
        assert not any(worker.is_running() for worker in begun)

    asyncio.run(look())
    assert ("exit status -9" in caplog.text) == (how == "killed")


@pytest.mark.skipif(os.name == "nt", reason="it begins processes by a script")
def test_the_site_goes_on_while_the_process_of_a_check_begins(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start may take long, and bot and attachments may be large."""
    slow = folder / "slow-python"
    slow.write_text(f'#!/bin/sh\nsleep 3\nexec {sys.executable} "$@"\n')
    slow.chmod(0o755)
    monkeypatch.setattr(spawn, "_python_exe", os.fsencode(slow))
    background = Background(beside_games=True)
    large = BAD + b"#" * 3_000_000
    attached = Attachments(sources=large)
    order = CheckOrder("ivanov", folder / "cup.toml", SHORT, large, "Cup", background, attached)
    waits: list[float] = []

    async def look() -> None:
        checks = Checks(1)
        checks.add(order, "ivanov")
        last = checks.last("ivanov")
        assert last
        while not last.over:
            began = time.monotonic()
            await asyncio.sleep(0.01)
            waits.append(time.monotonic() - began)
        assert last.failures or last.faults, "it came there whole, and was looked at"

    asyncio.run(look())
    assert max(waits) < 1.5
