"""The search for decisive positions, made once for each game in the tests of one worker."""

from __future__ import annotations

from functools import cache

import pytest

from formats.game import StartRequest
from formats.games import AnyGame
from referee.check import decisive

one_search = pytest.mark.xdist_group("decisive")
"""Marks the tests that share the search: they run in the same worker."""


@cache
def decisive_positions(game: AnyGame, request: StartRequest) -> tuple[decisive.Decisive, ...]:
    """Return the decisive positions of a game, as the search of the check finds them."""
    return decisive.decisive_positions(game, request)
