"""Boards of a running event as pages draw them, and their changes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from arena.drawing.frames import Looks
from formats.game import PLAYERS
from tournaments.event.model import Event
from tournaments.run.live import InPlay, Live, is_running

MOST_BOARDS = 24
"""Number of boards that are shown at once; of further games only the number is shown."""


class LiveBoards:
    """Boards of one event, read again and again; one reading serves all spectators."""

    def __init__(self, folder: Path, event: Event) -> None:
        self._folder = folder
        self._live = Live(folder, {section.name: section.game.limit for section in event.sections})
        self._looks = {section.name: Looks(section.game) for section in event.sections}
        self._games: dict[str, InPlay] = {}
        self._pictures: dict[str, dict[str, object]] = {}
        self._state: dict[str, object] = {}

    def look(self) -> dict[str, object]:
        """Return what has changed since the last look, if anything."""
        games = self._live.look()
        now = {_key(game): game for game in games[:MOST_BOARDS]}
        changed = {key: game for key, game in now.items() if self._games.get(key) is not game}
        known_looks = self._count_of_looks
        gone = self._games.keys() - now.keys()
        self._games = now
        for key in gone:
            del self._pictures[key]
        self._pictures.update((key, self._picture(key, game)) for key, game in changed.items())
        state: dict[str, object] = {
            "running": is_running(self._folder),
            "more": len(games) - len(now),
        }
        parts: dict[str, object] = {
            "games": [self._pictures[key] for key in changed],
            "over": sorted(gone),
            "looks": self._data_of_looks() if self._count_of_looks != known_looks else {},
            "state": state if state != self._state else {},
        }
        self._state = state
        return {name: part for name, part in parts.items() if part}

    def whole(self) -> dict[str, object]:
        """Return the whole state, for a new spectator."""
        return {
            "whole": True,
            "games": list(self._pictures.values()),
            "looks": self._data_of_looks(),
            "state": self._state,
        }

    @property
    def _count_of_looks(self) -> int:
        return sum(len(looks.letters) for looks in self._looks.values())

    def _data_of_looks(self) -> Mapping[str, object]:
        return {name: looks.as_data for name, looks in self._looks.items()}

    def _picture(self, key: str, in_play: InPlay) -> dict[str, object]:
        matrix = in_play.matrix
        board, game = matrix.position.board, matrix.game
        return {
            "key": key,
            "section": in_play.section,
            "game": game.name,
            "number": in_play.number,
            "round": in_play.round,
            "names": [in_play.first, in_play.second],
            "sides": [[game.sides[player].en, game.sides[player].ru] for player in PLAYERS],
            "size": [board.width, board.height],
            "cells": self._looks[in_play.section].grid(board),
            "player": matrix.position.player,
            "half_move": matrix.position.half_move,
            "last": matrix.position.last,
            "points": matrix.position.points if game.keeps_points else None,
            "clocks": [float(seconds) for seconds in matrix.times],
            "told": in_play.told,
        }


def _key(game: InPlay) -> str:
    return f"{game.section} {game.number}"
