"""The documents as pages of the site: all of them, with links that lead somewhere."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from urllib.parse import unquote

import pytest
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.documents import document, document_names, record, rules_of, texts
from arena.site.settings import Rate, Settings
from arena.site.site import link_rules
from formats.games import all_games
from formats.text import LANGUAGES, Language
from tests.places import ROOT

_OWN_LINK = re.compile(r'href="(/docs/[^"#]*)(?:#([^"]*))?"')
HOSTILE = ("../setup.py", "..%2fREADME", "%2e%2e/README", "x", "ru/rules", "rules.md", "%00")


@pytest.fixture(scope="module")
def browser() -> Iterator[TestClient]:
    """A browser on this machine."""
    settings = Settings(reading=Rate(9000, 900))
    with TestClient(application(settings), base_url="http://127.0.0.1:8080") as client:
        yield client


def test_the_site_has_all_documents(browser: TestClient) -> None:
    assert {path.stem for path in (ROOT / "docs").glob("*.md")} <= set(document_names())
    page = browser.get("/docs").text
    for name in document_names():
        assert f'href="/docs/{name}"' in page
        assert browser.get(f"/docs/{name}").status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_somewhere(language: Language) -> None:
    for name in document_names():
        shown = document(name, language)
        assert shown
        for path, place in _OWN_LINK.findall(shown.html):
            if path.startswith("/docs/records/"):
                assert record(path.removeprefix("/docs/records/"))
                continue
            led = document(path.removeprefix("/docs/"), language)
            assert led, (name, path)
            assert not place or f'id="{unquote(place)}"' in led.html, (name, path, place)


def test_a_document_in_english_alone_has_a_russian_title() -> None:
    in_english = {
        name: shown.title
        for name in document_names()
        if (shown := document(name, "ru")) and shown.language == "en"
    }
    assert in_english.keys() == texts.RUSSIAN_TITLES.keys()
    for name, title in in_english.items():
        assert title == f"{texts.RUSSIAN_TITLES[name]} (по-английски)"


def test_each_record_of_the_rules_is_stepped_through(browser: TestClient) -> None:
    rules = document("rules", "en")
    assert rules
    names = re.findall(r'href="/docs/records/([^"#]+)"', rules.html)
    assert len(names) >= 4
    for name in names:
        played = record(name)
        assert played
        page = html.unescape(browser.get(f"/docs/records/{name}").text)
        assert page.count("<section id=") == len(played.files)
        assert all(f"{move.text}</h2>" in page for move in played.record.moves)
        assert all(move.remark in page for move in played.record.moves)


@pytest.mark.parametrize("name", [*HOSTILE, "..%2frules.md", "no-ending"])
def test_no_other_file_is_shown_as_a_record(browser: TestClient, name: str) -> None:
    assert browser.get(f"/docs/records/{name}").status_code == 404


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_else_is_shown(browser: TestClient, name: str) -> None:
    assert browser.get(f"/docs/{name}").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_leads_to_where_it_is_written_down(language: Language) -> None:
    rules = document("rules", language)
    assert rules
    for number in (9, 10):
        assert f'id="rule-{number}"' in rules.html
    sentence = {"en": "<b> has won (rule 10)", "ru": "<b> победа (правило 10)"}[language]
    shown = link_rules(sentence)
    assert shown.startswith("&lt;b&gt;")
    assert 'href="/docs/rules#rule-10"' in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_leads_to_its_rules(language: Language) -> None:
    for game in all_games().values():
        assert rules_of(game.name, game.title.say(language), language) != "/docs/rules", game.name
