"""The frame of the site: what holds for every page, also against attacks."""

from __future__ import annotations

from collections.abc import Iterator
from socket import gethostname

import pytest
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.settings import Rate, Settings
from formats.games import all_games

HERE = "http://127.0.0.1:8080"


@pytest.fixture
def browser() -> Iterator[TestClient]:
    """A browser on this machine."""
    with TestClient(application(Settings()), base_url=HERE) as client:
        client.headers["accept"] = "text/html"
        yield client


def test_the_first_page_leads_on(browser: TestClient) -> None:
    page = browser.get("/").text
    for path in ("/play", "/submit", "/validate", "/docs/write-a-bot"):
        assert f'href="{path}"' in page
    for game in all_games():
        assert f'href="/play?game={game}"' in page


def test_no_script_and_no_style_but_the_sites_own(browser: TestClient) -> None:
    policy = browser.get("/play").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", ["/static/site.css", "/static/icon.svg", "/look.css"])
def test_files_are_served(browser: TestClient, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 200
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../settings.py",
        "/static/%2e%2e/settings.py",
        "/static/..%2fsettings.py",
        "/static//etc/passwd",
        "/nowhere",
        "/<script>alert(1)</script>",
        "/%00",
    ],
)
def test_a_missing_page_is_refused_in_a_page(browser: TestClient, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 404
    assert "There is no such page" in answer.text
    assert "<script>alert" not in answer.text


def test_a_script_is_told_in_data(browser: TestClient) -> None:
    answer = browser.get("/nowhere", headers={"accept": "*/*"})
    assert answer.json() == {"error": "There is no such page"}


@pytest.mark.parametrize(
    ("header", "query", "language"),
    [
        ("ru-RU,ru;q=0.9,en;q=0.8", "", "ru"),
        ("de,en;q=0.3,ru;q=0.4", "", "ru"),
        ("de", "", "en"),
        ("ru;q=x,,;q=", "", "en"),
        ("ru", "?lang=en", "en"),
        ("en", "?lang=ru", "ru"),
        ("en", "?lang=%22%3E%3Cscript%3E", "en"),
    ],
)
def test_the_language_is_the_readers(
    browser: TestClient, header: str, query: str, language: str
) -> None:
    answer = browser.get(f"/play{query}", headers={"accept-language": header})
    assert f'<html lang="{language}">' in answer.text
    assert "<script>" not in answer.text


def test_the_language_is_remembered(browser: TestClient) -> None:
    browser.get("/play?lang=ru")
    assert "Такой страницы нет" in browser.get("/nowhere").text


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "evil:8080"])
def test_another_name_of_this_machine_is_refused(browser: TestClient, host: str) -> None:
    assert browser.get("/play", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1", "[::1]:9", "LOCALHOST"])
def test_names_of_the_site_itself_are_known(browser: TestClient, host: str) -> None:
    assert browser.get("/play", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.0.2.7:8080", 200),
        ("[2001:db8::7]:8080", 200),
        ("localhost", 200),
        (gethostname(), 200),
        ("Class.example:8080", 200),
        ("evil.example", 421),
        ("192.0.2.7.evil.example", 421),
        ("", 421),
    ],
)
def test_for_all_to_reach_it_knows_its_names_and_any_address(host: str, status: int) -> None:
    settings = Settings(host="0.0.0.0", names=("class.example",))
    with TestClient(application(settings)) as client:
        assert client.get("/play", headers={"host": host}).status_code == status


@pytest.mark.parametrize(("host", "status"), [("School.example", 200), ("evil.example", 421)])
def test_behind_a_proxy_its_name_will_do(host: str, status: int) -> None:
    with TestClient(application(Settings(behind="school.example")), base_url=HERE) as client:
        assert client.get("/play", headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "null", "sec-fetch-site": "none"},
        {"origin": "null", "sec-fetch-site": "same-site"},
        {"origin": "null", "sec-fetch-site": "cross-site"},
        {"origin": "http://evil.example", "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": HERE},
    ],
)
def test_another_site_cannot_send_anything(browser: TestClient, headers: dict[str, str]) -> None:
    assert browser.post("/play", headers=headers).status_code == 403


def test_a_page_of_the_site_that_hides_where_it_is_can_send(browser: TestClient) -> None:
    headers = {"origin": "null", "sec-fetch-site": "same-origin"}
    assert browser.post("/play", headers=headers).status_code != 403


def test_too_many_requests_are_told_to_wait() -> None:
    settings = Settings(reading=Rate(5, 0.001))
    with TestClient(application(settings), base_url=HERE) as client:
        answers = [client.get("/play") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert "wait" in answers[-1].json()["error"]
    assert answers[-1].headers["retry-after"] == "5"


@pytest.mark.parametrize("path", ["/play", "/look.css", "/boards.js", "/static/site.css"])
def test_an_unchanged_page_is_not_sent_again(browser: TestClient, path: str) -> None:
    first = browser.get(path)
    assert first.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in first.headers["vary"].lower()
    again = browser.get(path, headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert browser.get(path, headers={"if-none-match": 'W/"x"'}).text == first.text
    plain = browser.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == first.text


def test_a_page_in_another_language_is_another(browser: TestClient) -> None:
    mark = browser.get("/play?lang=en").headers["etag"]
    answer = browser.get("/play?lang=ru", headers={"if-none-match": mark})
    assert answer.status_code == 200
    assert "lang=ru" in answer.headers["set-cookie"]
