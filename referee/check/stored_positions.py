"""Decisive positions, stored: for the usual rules as data, for others in the user's cache.

The search for them takes seconds (``decisive.py``). ``decisive_positions.jsonl`` has those of each
game by its usual rules and size; ``python -m research.decisive_positions`` writes it. Positions by
other rules are searched once, and kept in the cache folder until the rules or the search change.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import formats
from formats.game import Position, StartRequest
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, read_matrix, write_exactly
from formats.text import Text
from referee.check.decisive import decisive_positions
from referee.machine import cache_folder

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
    """Return the decisive positions of a game. Raises BadRequest."""
    usual = all_games().get(game.name)
    if usual is not None and (game, request) == (usual(), StartRequest()):
        lines = _lines_by_game().get(game.name, [])
        return list(positions_from_lines(game, lines))
    return _cached(game, request)


def search(game: AnyGame, request: StartRequest) -> list[StoredPosition]:
    """Search for the decisive positions, of which a check needs so many. Raises BadRequest.

    A position is as its file says it: a variation may have lost the pass before it, and then the
    bot must not be judged by that pass.
    """
    decisives = decisive_positions(game, request)[:MOST]
    positions = (StoredPosition(d.position, d.trait.about(d.part)) for d in decisives)
    return list(positions_from_lines(game, lines_from_positions(game, positions)))


def lines_from_positions(game: AnyGame, positions: Iterable[StoredPosition]) -> Iterator[str]:
    """Yield a line of JSON for each position."""
    for position, about in positions:
        file = write_exactly(Matrix(game, position))
        remark = None if about is None else [about.en, about.ru]
        yield json.dumps({"game": game.name, "file": file, "remark": remark}, ensure_ascii=False)


def positions_from_lines(game: AnyGame, lines: Iterable[str]) -> Iterator[StoredPosition]:
    """Yield the positions of the lines; raise ValueError for a line that is damaged."""
    for line in lines:
        entry = json.loads(line)
        matrix = read_matrix(entry["file"].encode(), limit=game.limit).matrix
        if matrix is None or matrix.game != game:
            raise ValueError("a stored position is damaged")
        yield StoredPosition(matrix.position, Text(*entry["remark"]) if entry["remark"] else None)


@cache
def _lines_by_game() -> Mapping[str, list[str]]:
    lines_by_game = defaultdict(list)
    for line in DATA.read_text(encoding="utf-8").splitlines():
        lines_by_game[json.loads(line)["game"]].append(line)
    return lines_by_game


def _cached(game: AnyGame, request: StartRequest) -> list[StoredPosition]:
    """Return the positions of the cache, or search and store them."""
    path = cache_folder() / "positions" / f"{_key(game, request)}.jsonl"
    with suppress(OSError, ValueError, KeyError, TypeError):
        if positions := list(
            positions_from_lines(game, path.read_text(encoding="utf-8").splitlines())
        ):
            return positions
    positions = search(game, request)
    with suppress(OSError):  # Without a cache the next check searches again.
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".{id(positions)}")
        new.write_text("\n".join(lines_from_positions(game, positions)), encoding="utf-8")
        new.replace(path)
    return positions


def _key(game: AnyGame, request: StartRequest) -> str:
    """Return a name that changes with the rules, the request and the search."""
    return sha256(f"{_hash_of_sources()} {game!r} {request!r}".encode()).hexdigest()[:32]


@cache
def _hash_of_sources() -> str:
    sources = [path for folder in _SOURCES for path in sorted(folder.rglob("*.py"))]
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
