"""Opponents that the champion of a game must beat, listed in its ``kernel_games.py``."""

from __future__ import annotations

from typing import NamedTuple


class Rival(NamedTuple):
    """A style, and the ten games that are played against it."""

    style: str
    nodes: int
    """Number of positions or playouts that both may use for a move."""
    least: int
    """Number of the ten games that the champion must win."""
    rules: str | None = None
    size: tuple[int, int] | None = None
