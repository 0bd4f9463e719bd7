"""Reads the data of a report's script, as the script does."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from formats.board import index_width


def games_of_page(html: str) -> list[dict[str, Any]]:
    """Return the games of all sections of a page, each with its values by their names."""
    data = json.loads(html.partition('id="data">')[2].partition("</script>")[0])
    return [game for section in data["sections"] for game in games_of_section(section)]


def games_of_section(section: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the games of a section, each with its values by their names, rare ones too."""
    for packed in section["games"]:
        game = dict(zip(section["columns"], packed, strict=False))
        yield game | game.pop("more", {})


def boards(section: Mapping[str, Any], game: Mapping[str, Any]) -> Iterator[str]:
    """Yield the letters of the board at the start and after each half-move."""
    cells = list(section["beginnings"][game["beginning"]]["cells"])
    digits = index_width(len(cells))
    yield "".join(cells)
    for _, text in half_moves(section, game):
        changes = text.partition("=")[0]
        for at in range(0, len(changes) - digits, digits + 1):
            cells[int(changes[at : at + digits], 36)] = changes[at + digits]
        yield "".join(cells)


def half_moves(section: Mapping[str, Any], game: Mapping[str, Any]) -> list[list[str]]:
    """Return the half-moves of a game, each with its move and its changes."""
    return [section["turns"][int(turn, 36)].split(" ") for turn in game["turns"].split()]
