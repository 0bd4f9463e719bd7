"""What is seen of a running event: its boards as pages draw them, and what has changed of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from arena.drawing.frames import Looks
from formats.game import PLAYERS
from tournaments.event.model import Event
from tournaments.run.live import InPlay, Live, is_running

MOST_BOARDS = 24
"""Boards that are shown at once; of more games only the number is told."""


class LiveBoards:
    """The boards of one event, looked at again and again; one look serves all watchers."""

    def __init__(self, folder: Path, event: Event) -> None:
        self._folder = folder
        self._live = Live(folder, {one.name: one.game.limit for one in event.sections})
        self._looks = {one.name: Looks(one.game) for one in event.sections}
        self._seen: dict[str, InPlay] = {}
        self._told: dict[str, dict[str, object]] = {}
        self._state: dict[str, object] = {}

    def look(self) -> dict[str, object]:
        """What changed since the last look, if anything did."""
        games = self._live.look()
        now = {_key(one): one for one in games[:MOST_BOARDS]}
        changed = {key: one for key, one in now.items() if self._seen.get(key) is not one}
        known = self._known
        gone = self._seen.keys() - now.keys()
        self._seen = now
        for key in gone:
            del self._told[key]
        self._told.update((key, self._picture(key, one)) for key, one in changed.items())
        state: dict[str, object] = {
            "running": is_running(self._folder),
            "more": len(games) - len(now),
        }
        parts: dict[str, object] = {
            "games": [self._told[key] for key in changed],
            "over": sorted(gone),
            "looks": self._looks_told() if self._known != known else {},
            "state": state if state != self._state else {},
        }
        self._state = state
        return {name: part for name, part in parts.items() if part}

    def whole(self) -> dict[str, object]:
        """The whole state, for a new watcher."""
        return {
            "whole": True,
            "games": list(self._told.values()),
            "looks": self._looks_told(),
            "state": self._state,
        }

    @property
    def _known(self) -> int:
        return sum(len(looks.letters) for looks in self._looks.values())

    def _looks_told(self) -> Mapping[str, object]:
        return {name: looks.told for name, looks in self._looks.items()}

    def _picture(self, key: str, one: InPlay) -> dict[str, object]:
        matrix = one.matrix
        board, game = matrix.position.board, matrix.game
        return {
            "key": key,
            "section": one.section,
            "game": game.name,
            "number": one.number,
            "round": one.round,
            "names": [one.first, one.second],
            "sides": [[game.sides[player].en, game.sides[player].ru] for player in PLAYERS],
            "size": [board.width, board.height],
            "cells": self._looks[one.section].grid(board),
            "player": matrix.position.player,
            "half_move": matrix.position.half_move,
            "last": matrix.position.last,
            "points": matrix.position.points if game.keeps_points else None,
            "clocks": [float(seconds) for seconds in matrix.times],
            "told": one.updated,
        }


def _key(one: InPlay) -> str:
    return f"{one.section} {one.number}"
