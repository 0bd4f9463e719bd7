"""Checks of bots that are short enough for the tests of every day."""

from __future__ import annotations

from decimal import Decimal

import pytest

from referee.check import checked_bot, trials
from referee.check.positions import POSITIONS
from tests.full_load import FULL


def shorten_checks(monkeypatch: pytest.MonkeyPatch, positions: int = POSITIONS) -> None:
    """Let a check try bots in fewer positions, and slow ones for a few seconds, unless ``FULL``."""
    if not FULL:
        monkeypatch.setattr(trials, "MOST_SPENT", Decimal(6))
        monkeypatch.setattr(checked_bot, "POSITIONS", positions)
