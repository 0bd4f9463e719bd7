"""Whether the tests run at their full length: ``FULL_LOAD=1``, as ``make test-load`` sets it."""

from __future__ import annotations

import os
from decimal import Decimal

import pytest

from referee.check import checked_bot, trials
from referee.check.positions import POSITIONS

FULL = bool(os.environ.get("FULL_LOAD"))
"""True for full length; without it the longest tests take fewer games, bots and seconds."""


def shorten_checks(monkeypatch: pytest.MonkeyPatch, positions: int = POSITIONS) -> None:
    """Let a check try bots in fewer positions, and slow ones for a few seconds, unless ``FULL``."""
    if not FULL:
        monkeypatch.setattr(trials, "_MOST_SPENT", Decimal(6))
        monkeypatch.setattr(checked_bot, "POSITIONS", positions)
