"""Writes the decisive positions of all games by their usual rules, for ``arena check``.

    python -m research.decisive_positions

A test searches again and compares: run it after a change of a game's rules or of the search.
"""

from __future__ import annotations

from formats.game import StartRequest
from formats.games import all_games
from referee.check.stored_positions import DATA, line_from_position, search


def text() -> str:
    """Return the content of the file."""
    games = [game() for game in all_games().values()]
    lines = [
        line_from_position(game, position)
        for game in games
        for position in search(game, StartRequest())
    ]
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    DATA.write_text(text(), encoding="utf-8")
