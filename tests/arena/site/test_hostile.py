"""Every route of the site, with hostile requests.

The routes are those of the application itself: a page that is added without a case here fails.
"""

from __future__ import annotations

import gc
import re
from base64 import b64encode
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from httpx2 import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.guard import HEADERS
from arena.site.pages.submit import LARGEST
from arena.site.settings import Rate, Settings
from tests.arena.site.asking import begun, write_token_file
from tests.formats.games.example_games import SHORT
from tests.tournaments.filled_ledger import Habits, fill
from tests.tournaments.submission.submitting import CUP

HERE = "http://127.0.0.1:8080"
SCRIPT = '"><script>alert(1)</script>'
TOKEN = "right-token"
FREE = Rate(90_000, 9000)
FORM = "application/x-www-form-urlencoded"
FILES = "multipart/form-data; boundary=x"
JSON = "application/json"
AS_JSON = {"content-type": JSON}
STRANGE = (
    "nowhere",
    "%2e%2e",
    "../../etc/passwd",
    "%2e%2e%2ftokens.txt",
    "tokens.txt",
    "ledger.sqlite",
    ".hidden",
    "spring\0",
    SCRIPT,
    "\u202e\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
    "s" * 5000,
)
"""Values in place of a name in an address."""
NUMBERS = ("", "-1", "0", "1.5", "1e9", "x", "\u0663", "\u00b2", "9" * 9, "9" * 20, "9" * 5000)
"""Values in place of a number that no game, half-move or section has."""


_ADDRESSES = 60
"""Number of addresses that are tried at each route."""


def part(head: str, body: bytes = b"") -> bytes:
    """Return a form with one part."""
    return (
        b"--x\r\nContent-Disposition: form-data; "
        + head.encode()
        + b"\r\n\r\n"
        + body
        + b"\r\n--x--"
    )


@dataclass(frozen=True)
class Case:
    """A request, and the only status that it may get."""

    status: int
    body: bytes = b""
    kind: str = ""
    query: str = ""
    path: str = ""
    """Address, if the route's own path is not enough."""
    number: str = "1"
    """Value in place of a number in an address."""
    headers: Mapping[str, str] = field(default_factory=dict)


POSITION = {"event": "spring", "section": "1", "number": "1", "at": "0"}
AGAINST_BOT = {"game": SHORT, f"B-{SHORT}": "nim"}
QUERY = f"?lang={quote(SCRIPT)}&x={'y' * 3000}&lang=%00"
LOOKING = [Case(200, query=QUERY), Case(200, headers={"accept-language": SCRIPT * 50})]
NAMED = [Case(404, path=name) for name in STRANGE]
SIGNED = {"authorization": f"Basic {b64encode(f'ivanov:{TOKEN}'.encode()).decode()}"}
UNNAMED = [
    Case(401),
    Case(401, headers={"authorization": "Basic \x7f"}),
    Case(401, headers={"authorization": f"Basic {'x' * 5000}"}),
    Case(401, headers={"authorization": f"Bearer {TOKEN}"}),
    Case(403, headers={"authorization": f"Basic {b64encode(b'../ivanov:right-token').decode()}"}),
]
CASES: dict[str, list[Case]] = {
    "GET /static": [
        Case(404, path=f"/static/{name}")
        for name in ("../settings.py", "%2e%2e/settings.py", "..%2fsettings.py", "/etc/passwd", "")
    ],
    "GET /": LOOKING,
    "GET /docs": LOOKING,
    "GET /docs/records/{name}": [Case(404), Case(404, path="..%2frules.md"), Case(404, path="%00")],
    "GET /docs/{name:path}": [
        *NAMED,
        Case(200, query=QUERY, path="rules"),
    ],
    "GET /look.css": LOOKING,
    "GET /without-colours.css": LOOKING,
    "GET /boards.js": LOOKING,
    "GET /play": [
        *LOOKING,
        *(
            Case(404, query=f"?{urlencode({**POSITION, name: number})}")
            for name in ("section", "number", "at")
            for number in NUMBERS
            if (name, number) != ("at", "0")
        ),
    ],
    "POST /play": [
        Case(400, f"game={quote(SCRIPT)}".encode(), FORM),
        Case(400, f"game=../{SHORT}".encode(), FORM),
        Case(400, f"game={SHORT}&A-{SHORT}=/bin/sh".encode(), FORM),
        Case(400, f"game={SHORT}&A-{SHORT}=nim&think=1e9".encode(), FORM),
        Case(400, f"game={SHORT}&columns-{SHORT}=99999999999999999999".encode(), FORM),
        Case(400, b"&".join(b"a%d=1" % number for number in range(200)), FORM),
        Case(400, part('name="file"; filename="../../etc/passwd"', SCRIPT.encode()), FILES),
        Case(400, part('name="matrix"', b"\xff\x00" * 900), FILES),
        Case(404, b"event=../spring&section=1&number=1&at=0", FORM),
        Case(404, b"event=spring&section=1&number=1&at=-1", FORM),
        Case(400, b"x", "multipart/form-data"),
        Case(400, b"x", FILES),
        Case(413, b"x" * 70_000, FILES),
        *(
            Case(404, urlencode({**POSITION, name: number}).encode(), FORM)
            for name in ("section", "number", "at")
            for number in NUMBERS
            if (name, number) != ("at", "0")
        ),
        *(
            Case(400, urlencode({**AGAINST_BOT, name: number}).encode(), FORM)
            for name in (f"columns-{SHORT}", f"rows-{SHORT}", "clock-people", "clock-bots", "think")
            for number in NUMBERS[1:]
            if (name, number) != ("think", "1.5")
        ),
    ],
    "GET /play/{name}": NAMED,
    "POST /play/{name}": [*NAMED, Case(404, b"[" * 50_000, JSON, path="nowhere")],
    "GET /play/{name}/live": NAMED,
    "GET /play/{name}/at": NAMED,
    "POST /play/{name}/again": NAMED,
    "GET /play/{name}/matrix.txt": NAMED,
    "GET /play/{name}/game.txt": NAMED,
    "GET /events": LOOKING,
    "GET /events/{name}": [*NAMED, Case(200, query=QUERY, path="spring")],
    "GET /events/{name}/stream": NAMED,
    "GET /events/{name}/report": NAMED,
    "GET /ladder": LOOKING,
    "GET /ladder/tables": LOOKING,
    "GET /ladder/top": LOOKING,
    "GET /submit/ladder": [Case(403), Case(403, headers={"cookie": f"desk={'x' * 5000}"})],
    "GET /submit/ladder/{event}": [Case(403), Case(403, headers={"cookie": "desk=\x7f"})],
    "GET /submit/versions": [Case(403), Case(403, headers={"cookie": f"desk={'x' * 5000}"})],
    "POST /submit/versions": [
        Case(403, f"first=cup/{SHORT}/1&second=cup/{SHORT}/2&games=10".encode(), FORM),
        Case(403, b"x", FILES, headers={"cookie": "desk=\x7f"}),
        Case(413, b"x" * 70_000, FILES),
    ],
    "GET /submit/versions/state": [Case(403), Case(403, headers={"cookie": "desk=\x7f"})],
    "GET /submit/versions/games": [Case(403), Case(403, headers={"cookie": "desk=\x7f"})],
    "GET /submit": [*LOOKING, Case(200, headers={"cookie": f"desk={TOKEN}; desk=\x7f"})],
    "GET /submit/check": [Case(403), Case(403, headers={"cookie": f"desk={'x' * 5000}"})],
    "POST /submit": [
        Case(415, b"{}", JSON),
        Case(415, b"", ""),
        Case(403, b"name=ivanov&token=wrong-token", FORM),
        Case(403, b"name=ivanov&token=%00", FORM),
        Case(400, b"name=../ivanov&token=right-token", FORM),
        Case(400, f"name={quote(SCRIPT)}&token=x".encode(), FORM),
        Case(400, part('name="bot"; filename="../../tokens.txt"', b"#!/bin/sh\n"), FILES),
        Case(400, b"a=1&" * 1000, FORM),
        Case(400, b"x", FILES),
        Case(413, b"x" * (LARGEST + 1), FILES),
    ],
    "POST /submit/change": [
        Case(403, f"version=cup/{SHORT}/1&action=play".encode(), FORM),
        Case(403, b"x", FILES, headers={"cookie": "desk=\x7f"}),
        Case(413, b"x" * 70_000, FORM),
    ],
    "GET /submit/join/{code}": [Case(404), Case(404, path="%00%ff"), Case(404, path="x" * 5000)],
    "POST /submit/join/{code}": [
        Case(404, f"name={quote(SCRIPT)}".encode(), FORM),
        Case(404, b"x", FILES, path="%00%ff"),
        Case(413, b"x" * 70_000, FORM),
    ],
    "GET /api/openapi.json": LOOKING,
    "GET /api/events": LOOKING,
    "GET /api/events/{name}": [*NAMED, Case(200, query=QUERY, path="spring")],
    "GET /api/events/{name}/games": [*NAMED, Case(200, query=QUERY, path="spring")],
    "GET /api/events/{name}/games/{section}/{number}": [
        *NAMED,
        *(Case(404, path="spring", number=number) for number in NUMBERS),
        *(Case(404, query=f"?attempt={quote(number)}", path="spring") for number in NUMBERS),
    ],
    "GET /api/submissions": UNNAMED,
    "POST /api/submissions": [
        *UNNAMED,
        Case(401, part('name="bot"; filename="../../tokens.txt"', b"#!/bin/sh\n"), FILES),
        Case(415, b"{}", JSON, headers=SIGNED),
        Case(400, b"event=cup", FORM, headers=SIGNED),
        Case(400, b"x", FILES, headers=SIGNED),
        Case(413, b"x" * (LARGEST + 1), FILES, headers=SIGNED),
    ],
    "POST /api/submissions/{name}/{section}/{number}/{action}": [
        *UNNAMED,
        Case(400, headers=SIGNED),
        Case(404, path="play", headers=SIGNED),
    ],
    "GET /api/feedback": UNNAMED,
    "POST /submit/leave": [Case(303, headers={"cookie": f"desk={'x' * 5000}"})],
    "GET /validate": LOOKING,
    "POST /validate": [
        Case(400),
        Case(200, part('name="before-file"; filename="../x"', SCRIPT.encode() * 99), FILES),
        Case(200, b"before=" + b"%00%ff" * 900 + b"&after=" + quote(SCRIPT).encode(), FORM),
        Case(400, b"&".join(b"a%d=1" % number for number in range(200)), FORM),
        Case(400, b"{}", JSON),
        Case(413, b"x" * 140_000, FORM),
    ],
}


def names_of(route: BaseRoute) -> list[str]:
    """Return the names of a route: each method with its path."""
    if isinstance(route, Mount):
        return [f"GET {route.path}"]
    assert isinstance(route, Route)
    return [f"{method} {route.path}" for method in (route.methods or set()) - {"HEAD"}]


ROUTES = [name for route in application(Settings()).routes for name in names_of(route)]
SENDING = [name for name in ROUTES if name.startswith("POST")]


@pytest.fixture(scope="module", name="folder")
def make_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder of events and tokens, and of files that must not be seen."""
    folder = tmp_path_factory.mktemp("hostile")
    habits = Habits(names={"ivanov": SCRIPT}, prints={"petrov": f"</pre>{SCRIPT}\x1b[31m"})
    fill(folder / "spring", habits=habits, most=4)
    (folder / "cup.toml").write_text(CUP)
    write_token_file(folder, {"ivanov": TOKEN})
    return folder


@pytest.fixture(name="browser")
def open_browser(folder: Path) -> Iterator[TestClient]:
    settings = Settings(events=folder, reading=FREE, writing=FREE, beside_games=True)
    with TestClient(application(settings), base_url=HERE, follow_redirects=False) as client:
        client.headers.update({"accept": "text/html", "accept-language": "ru"})
        yield client


def filled(path: str, name: str, number: str = "1") -> str:
    """Return the path with these values in place of names and numbers."""
    path = path.replace("{number}", quote(number))
    return re.sub(r"\{[a-z]+(?::path)?\}", lambda _: name, path)


def ask(browser: TestClient, route: str, case: Case) -> Response:
    """Send the request."""
    method, path = route.split()
    if "{" in path:
        path = filled(path, quote(case.path or "nowhere", safe="%"), case.number)
    elif case.path:
        path = case.path
    headers = {**case.headers, **({"content-type": case.kind} if case.kind else {})}
    return browser.request(method, path + case.query, content=case.body or None, headers=headers)


def assert_harmless(answer: Response, folder: Path) -> None:
    """Assert that the answer is no fault of ours, runs nothing, and reveals nothing."""
    assert answer.status_code < 500
    assert "<script>alert" not in answer.text
    assert "\x1b" not in answer.text
    for secret in (TOKEN, str(folder), "Traceback", "SQLite"):
        assert secret not in answer.text
    assert {name for name in HEADERS if name not in answer.headers} == set()
    assert "unsafe" not in answer.headers["content-security-policy"]


def sizes_of_collections() -> dict[tuple[int, str], int]:
    """Return the sizes of caches without a limit, and of dictionaries, lists and sets."""
    gc.collect()
    sizes: dict[tuple[int, str], int] = {}
    for thing in gc.get_objects():
        if isinstance(thing, _lru_cache_wrapper):
            if thing.cache_info().maxsize is None:
                sizes[id(thing), thing.__qualname__] = thing.cache_info().currsize
        elif isinstance(thing, (dict, list, set, deque)):
            sizes[id(thing), type(thing).__name__] = len(thing)
    return sizes


def files_in(folder: Path) -> list[Path]:
    """Return the files, without those that SQLite keeps beside a ledger being read."""
    return [path for path in sorted(folder.rglob("*")) if not path.name.startswith("ledger.")]


def test_every_route_has_its_cases() -> None:
    assert sorted(ROUTES) == sorted(CASES)
    assert all(CASES.values())


@pytest.mark.parametrize("route", CASES)
def test_hostile_requests_do_no_harm(browser: TestClient, folder: Path, route: str) -> None:
    before = files_in(folder)
    for case in CASES[route]:
        answer = ask(browser, route, case)
        assert answer.status_code == case.status, case
        assert_harmless(answer, folder)
        if answer.status_code >= 400 and " /api/" not in route:
            assert '<html lang="ru">' in answer.text, "a browser shows a page, not data"
    assert files_in(folder) == before


@pytest.mark.parametrize("route", ROUTES)
def test_other_names_of_this_machine_are_refused(
    browser: TestClient, folder: Path, route: str
) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", SCRIPT.replace('"', "")):
        answer = ask(browser, route, Case(421, headers={"host": host}))
        assert answer.status_code == 421
        assert_harmless(answer, folder)


@pytest.mark.parametrize("route", SENDING)
def test_other_sites_send_nothing(browser: TestClient, folder: Path, route: str) -> None:
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
        answer = ask(browser, route, Case(403, b"{}", JSON, headers=headers))
        assert answer.status_code == 403
        assert_harmless(answer, folder)


@pytest.mark.parametrize("route", ROUTES)
def test_lengths_that_lie_are_refused(browser: TestClient, folder: Path, route: str) -> None:
    for length in ("9" * 30, "-1", "x", "20000000"):
        answer = ask(browser, route, Case(413, headers={"content-length": length}))
        assert answer.status_code == 413
        assert_harmless(answer, folder)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_do_nothing(browser: TestClient, folder: Path, method: str) -> None:
    for route in ROUTES:
        path = filled(route.split()[1], "spring")
        answer = browser.request(method, path.replace("/static", "/static/site.css"))
        assert answer.status_code == 405, path
        assert_harmless(answer, folder)


@pytest.mark.parametrize("route", ROUTES)
def test_too_many_requests_are_put_off(folder: Path, route: str) -> None:
    slow = Rate(2, 0.001)
    settings = Settings(events=folder, reading=slow, writing=slow, with_token=slow)
    with TestClient(application(settings), base_url=HERE, follow_redirects=False) as client:
        answers = [ask(client, route, CASES[route][0]) for _ in range(4)]
    assert [answer.status_code == 429 for answer in answers] == [False, False, True, True]
    assert "retry-after" in answers[-1].headers
    assert_harmless(answers[-1], folder)


def test_no_addresses_fill_the_memory(browser: TestClient) -> None:
    """No cache and no collection of the site grows with what visitors send."""
    routes = [route for route in ROUTES if "{" in route]

    def ask_all(first: int) -> None:
        for number in range(first, first + _ADDRESSES):
            for route in routes:
                method, path = route.split()
                place = filled(path, f"name-{number}", str(number))
                browser.request(method, f"{place}?lang=x{number}")

    ask_all(0)
    before = sizes_of_collections()
    ask_all(_ADDRESSES)
    after = sizes_of_collections()
    grown = {key: size for key, size in after.items() if size >= before.get(key, size) + _ADDRESSES}
    assert grown == {}


@pytest.mark.parametrize("number", NUMBERS)
def test_no_number_of_a_half_move_harms_a_game(browser: TestClient, number: str) -> None:
    game = begun(browser, game=SHORT)
    answers = [
        browser.get(f"{game}/at?n={quote(number)}"),
        browser.get(f"{game}/matrix.txt?at={quote(number)}"),
        browser.post(f"{game}/again", data={"at": number}),
        browser.post(game, content=f'{{"do": "pass", "moment": {number or 0}}}', headers=AS_JSON),
    ]
    for answer in answers:
        assert answer.status_code < 500
    statuses = [answer.status_code for answer in answers[:3]]
    assert statuses == {"": [400, 200, 400], "0": [200, 200, 303]}.get(number, statuses)
    assert number in ("", "0") or set(statuses) <= {400, 404}
