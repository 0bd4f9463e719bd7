"""Tests that messages for the person who runs the site go to the log and not to visitors."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from starlette.testclient import TestClient

import arena.site
from arena.serve import _advice
from arena.site.application import application
from arena.site.settings import Settings
from arena.site.site import templates
from arena.site.submit import texts as submit_texts
from arena.site.submit.check_queue import QueuedCheck
from arena.site.submit.check_worker import CheckOrder
from arena.site.supervision import BoundedLog, tell_host
from arena.texts import HINT
from formats.text import Text
from referee.check.finding import Finding, for_host, warned
from referee.sandbox import Background
from tests.arena.site.asking import HERE
from tests.arena.site.test_submit import EVENT, TOKENS, write_tokens
from tournaments.entrants.entrant_faults import OVERTAKEN

FOR_HOST = re.compile(
    r"pip install|apt-get|arena serve|arena doctor|chmod|\[ladder\]|(?<!\w)--[a-z]"
)
"""Advice that a visitor cannot follow: install, restart the site, change its files."""
FOLDER = Path(arena.site.__file__).parent
TEXTS = sorted(FOLDER.rglob("texts.py"))
ADVICE = Text("install it: pip install lief", "установите: pip install lief")
SENTENCE = Text("it is not looked into", "внутрь не заглядывали")


def module_at(path: Path) -> ModuleType:
    names = path.relative_to(FOLDER).with_suffix("").parts
    return import_module(".".join(("arena.site", *names)))


def texts_in(value: object) -> Iterator[Text]:
    if isinstance(value, Text):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from texts_in(item)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.parent.name)
def test_no_page_tells_a_visitor_to_run_the_site(path: Path) -> None:
    texts = list(texts_in(vars(module_at(path))))
    assert texts
    assert [text for text in texts if FOR_HOST.search(text.en) or FOR_HOST.search(text.ru)] == []


def finding() -> Finding:
    return for_host(warned(SENTENCE, ADVICE))


def checked(finding: Finding) -> QueuedCheck:
    """Return a queued check with that finding."""
    order = CheckOrder("ivanov", Path("cup.toml"), "cup", b"x", "Cup", Background())
    check = QueuedCheck(order)
    check.take(finding)
    return check


def shown(check: QueuedCheck) -> str:
    """Return the part of the page about the check."""

    def say(text: Text, **filled: object) -> str:
        return text.say("en", filled)

    template = templates().get_template("submit_check.html")
    values = {"check": check, "words": submit_texts, "hint": HINT, "say": say}
    return template.render(before=0, visible=str, **values)


def test_advice_for_the_host_is_in_the_log_and_not_on_the_page(
    caplog: pytest.LogCaptureFixture,
) -> None:
    page = shown(checked(finding()))
    assert SENTENCE.en in page
    assert "pip install" not in page
    assert "pip install" in caplog.text
    caplog.clear()
    page = shown(checked(warned(SENTENCE, Text("link it anew", "скомпонуйте заново"))))
    assert "link it anew" in page
    assert caplog.text == ""


def test_the_log_says_how_a_bot_is_let_in_whose_check_ended_after_the_start(
    caplog: pytest.LogCaptureFixture,
) -> None:
    check = checked(finding())
    check.take((OVERTAKEN(name="ivanov", time="2026-11-28 18:00:00+03:00", program="ab/cd"),))
    assert "arena admit EVENT NAME --program ab/cd" in caplog.text
    assert "2026-11-28 18:00:00+03:00" in caplog.text


def test_faults_of_the_file_of_tokens_are_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "cup.toml").write_text(EVENT)
    write_tokens(tmp_path, TOKENS, 0o644)
    with TestClient(application(Settings(events=tmp_path)), base_url=HERE) as browser:
        page = browser.get("/submit", headers={"accept": "text/html"}).text
    assert "Nobody can submit here yet: tell your teacher" in page
    assert "chmod" not in page
    assert "chmod 600" in caplog.text


def test_another_name_of_the_site_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with TestClient(application(Settings()), base_url="http://school.example") as browser:
        answer = browser.get("/play")
    assert answer.status_code == 421
    assert "--name" not in answer.text
    assert "school.example" in caplog.text
    assert "--name" in caplog.text


def test_the_log_is_in_its_own_language() -> None:
    log, written = BoundedLog("ru"), io.StringIO()
    log.setStream(written)
    logger = logging.getLogger("arena.site.supervision")
    logger.addHandler(log)
    try:
        tell_host(SENTENCE, SENTENCE)
    finally:
        logger.removeHandler(log)
    assert written.getvalue() == "внутрь не заглядывали: внутрь не заглядывали\n"


@pytest.mark.parametrize(
    ("has_event", "mode", "expected"),
    [
        (False, 0o644, []),
        (True, 0o600, []),
        (True, 0o644, ["An event takes bots, but nobody can submit: others can read"]),
    ],
)
def test_whoever_starts_the_site_is_told_what_is_to_be_done(
    tmp_path: Path, *, has_event: bool, mode: int, expected: list[str]
) -> None:
    if has_event:
        (tmp_path / "cup.toml").write_text(EVENT)
    write_tokens(tmp_path, TOKENS, mode)
    sentences = [sentence.en for sentence in _advice(Settings(events=tmp_path))]
    assert [line[: len(start)] for line, start in zip(sentences, expected, strict=True)] == expected


def test_whoever_starts_the_site_without_events_is_told_how_to_have_some() -> None:
    assert ["--events" in sentence.en for sentence in _advice(Settings())] == [True]
