"""Streams of games: a player always has one, however many watch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from tests.arena.site.browsing import served_thread
from tests.formats.games.example_games import SHORT

PATIENCE = 60
MOST = 6


@pytest.fixture(scope="module", name="site")
def serve_few() -> Iterator[str]:
    """Serve a site with few streams for spectators, all of which one client may take."""
    with served_thread(most_streams=MOST, most_streams_each=MOST) as address:
        yield address


def begun(site: str, **fields: str) -> str:
    """Begin a new game and return its address."""
    data = urlencode({"game": SHORT, **fields}).encode()
    with urlopen(Request(f"{site}/play", data), timeout=PATIENCE) as answer:
        address: str = answer.url
        return address


def links(address: str) -> list[str]:
    """Return the links for others, the one for watching last."""
    with urlopen(address, timeout=PATIENCE) as answer:
        page: str = answer.read().decode()
    site = address.partition("/play/")[0]
    shown = page.partition('<details class="links">')[2].partition("</details>")[0]
    return [site + part.partition('"')[0] for part in shown.split('href="')[1:]]


def status(address: str, held: ExitStack) -> int:
    """Return the status of a stream of that game, which stays open."""
    try:
        stream = held.enter_context(urlopen(f"{address}/live", timeout=PATIENCE))
    except HTTPError as error:
        return error.code
    assert stream.readline()
    return 200


@contextmanager
def crowded(site: str) -> Iterator[ExitStack]:
    """Hold all streams by spectators of some game."""
    with ExitStack() as held:
        watching = links(begun(site))[-1]
        statuses = [status(watching, held) for _ in range(MOST + 1)]
        assert statuses == [200] * MOST + [503]
        yield held


def test_whoever_plays_has_a_stream_where_all_are_taken(site: str) -> None:
    with crowded(site) as held:
        own = begun(site)
        first, second, watching = links(own)
        for address in (own, first, second):
            assert status(address, held) == 200
        assert status(watching, held) == 503


def test_no_client_takes_all_streams_with_one_game(site: str) -> None:
    with crowded(site) as held:
        own = begun(site)
        assert [status(own, held) for _ in range(4)] == [200, 200, 503, 503]


def test_a_class_may_watch_a_game() -> None:
    with served_thread() as address, ExitStack() as held:
        watching = links(begun(address))[-1]
        assert [status(watching, held) for _ in range(61)] == [200] * 60 + [429]


def test_a_game_of_bots_has_watchers_alone(site: str) -> None:
    with crowded(site) as held:
        fields = {f"A-{SHORT}": "random", f"B-{SHORT}": "random", "paused": "1"}
        assert status(begun(site, **fields), held) == 503


def test_a_player_who_has_gone_leaves_the_place(site: str) -> None:
    with crowded(site):
        own = begun(site)
        for _ in range(5):
            with ExitStack() as held:
                answer = status(own, held)
                until = 100
                while answer == 503 and until:  # it is not noticed at once that one has gone
                    answer, until = status(own, held), until - 1
                assert answer == 200
