"""Marks of forts and chains on the page of a game of Virus War."""

from __future__ import annotations

from starlette.testclient import TestClient

from arena.site.application import application
from tests.arena.site.asking import FREE, HERE, begun, game_view

FORT = "A 9 U\n0 9\n0 9\n----B\nbbbbb\nA----\n-----\n-----\ngame virus-war\nrules classic\n"


def test_forts_and_dead_chains_are_told() -> None:
    with TestClient(application(FREE), base_url=HERE, follow_redirects=False) as browser:
        marks = game_view(browser, begun(browser, matrix=FORT))["marks"]
    assert marks["a3"]["name"] == "bunker"
    assert marks["b1"]["text"] == "fort of the crosses"
