"""The length at which the tests run: full with ``FULL_LOAD=1``, as ``make test-load`` sets it."""

from __future__ import annotations

import os

FULL = bool(os.environ.get("FULL_LOAD"))
"""True for full length; without it the longest tests take fewer games, bots and seconds."""
