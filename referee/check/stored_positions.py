"""Decisive positions, stored: for the usual rules as data, for others in the user's cache.

The search for them takes seconds (``decisive.py``). ``decisive_positions.jsonl`` has those of each
game by its usual rules and size; ``python -m research.decisive_positions`` writes it. Positions by
other rules are searched once, and kept in the cache folder until the rules or the search change.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import formats
from formats.game import Position, StartRequest
from formats.games import AnyGame, all_games, plugin_files, plugin_sources
from formats.matrix import Matrix, read_matrix, write_exactly
from formats.text import Text
from referee.check.decisive import decisive_positions
from referee.machine import cache_folder, write_whole

DATA = Path(__file__).parent / "decisive_positions.jsonl"
MOST = 65
"""Largest number of decisive positions in a check."""
_SOURCES = (Path(formats.__file__).parent, Path(__file__).parent)
"""Folders of the rules and of the search."""


class StoredPosition(NamedTuple):
    """A decisive position with a remark on it, if there is one."""

    position: Position
    about: Text | None


def stored_positions(game: AnyGame, request: StartRequest) -> list[StoredPosition]:
    """Return the decisive positions of a game. Raise BadRequest."""
    usual = all_games().get(game.name)
    if usual is not None and (game, request) == (usual(), StartRequest()):
        # A game of another package may have none, or damaged ones: then they are searched for.
        with suppress(ValueError, KeyError, TypeError):
            if positions := [_position_from_line(game, line) for line in _usual_lines(game.name)]:
                return positions
    return _cached_positions(game, request)


def search(game: AnyGame, request: StartRequest) -> list[StoredPosition]:
    """Search for the decisive positions, of which a check needs so many. Raise BadRequest.

    A position is as its file says it: a variation may have lost the pass before it, and then the
    bot must not be judged by that pass.
    """
    decisives = decisive_positions(game, request)[:MOST]
    return [
        StoredPosition(
            _position_from_file(game, _file_text(game, d.position)), d.trait.about(d.part)
        )
        for d in decisives
    ]


def line_from_position(game: AnyGame, stored: StoredPosition) -> str:
    """Return the line of JSON of a position."""
    remark = None if stored.about is None else [stored.about.en, stored.about.ru]
    values = {"game": game.name, "file": _file_text(game, stored.position), "remark": remark}
    return json.dumps(values, ensure_ascii=False)


def _position_from_line(game: AnyGame, line: str) -> StoredPosition:
    """Return the position of a line; raise ValueError or KeyError for a damaged one."""
    values = json.loads(line)
    about = Text(*values["remark"]) if values["remark"] else None
    return StoredPosition(_position_from_file(game, values["file"]), about)


def _file_text(game: AnyGame, position: Position) -> str:
    return write_exactly(Matrix(game, position))


def _position_from_file(game: AnyGame, file: str) -> Position:
    matrix = read_matrix(file.encode(), limit=game.limit).matrix
    if matrix is None or matrix.game != game:
        raise ValueError("a stored position is damaged")
    return matrix.position


def _usual_lines(name: str) -> list[str]:
    """Return the lines of a game; its name is the first value of each."""
    beginning = f'{{"game": "{name}", '
    paths_of_plugins = plugin_files(f"referee/check/{DATA.name}").get(name, [])
    lines = [
        line for path in (DATA, *paths_of_plugins) for line in path.read_text("utf-8").splitlines()
    ]
    return [line for line in lines if line.startswith(beginning)]


def _cached_positions(game: AnyGame, request: StartRequest) -> list[StoredPosition]:
    """Return the positions of the cache, or search and store them."""
    sources = _hash_of_sources(game.name)
    if not sources:
        return search(game, request)
    key = sha256(f"{sources} {game!r} {request!r}".encode()).hexdigest()[:32]
    try:
        path = cache_folder() / "positions" / f"{key}.jsonl"
    except OSError:  # Without a cache the next check searches again.
        return search(game, request)
    with suppress(OSError, ValueError, KeyError, TypeError):
        lines = path.read_text(encoding="utf-8").splitlines()
        if positions := [_position_from_line(game, line) for line in lines]:
            return positions
    positions = search(game, request)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [line_from_position(game, position) for position in positions]
        write_whole(path, "\n".join(lines).encode())
    return positions


@cache
def _hash_of_sources(name: str) -> str:
    """Return the hash of the rules and the search; empty in a one-file program without sources."""
    own = [path for folder in _SOURCES for path in sorted(folder.rglob("*.py"))]
    sources = own and [*own, *plugin_sources(name)]
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest() if sources else ""
