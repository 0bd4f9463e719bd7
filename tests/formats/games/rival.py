"""Whom the champion of a game must beat. The ``kernel_games.py`` of the game lists them."""

from __future__ import annotations

from typing import NamedTuple


class Rival(NamedTuple):
    """A style, and the ten games that are played with it."""

    style: str
    nodes: int
    """Positions or playouts that both may look at for a move."""
    least: int
    """Of the ten games the champion wins so many."""
    rules: str | None = None
    size: tuple[int, int] | None = None
