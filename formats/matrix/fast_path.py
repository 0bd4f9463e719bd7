"""Quick reading of a matrix.txt in which every word is where and what it should be.

Nearly all files that a referee reads are such, and one pattern takes them apart. About any other
file this module says nothing: ``read_form`` reads it thoroughly and finds its faults. A file that
is read here would be read just the same there, and without faults; only places are left out.

The lines of a footer stay the same all through a game, except for ``last``. So the thorough
reader's result for the others is cached for the next file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache, lru_cache

from formats.board import Board
from formats.game import PLAYERS, BadNotation, Player, player_of
from formats.games import AnyGame, all_games
from formats.matrix.board_lines import FileDefaults, has_size_of
from formats.matrix.fault_list import FaultList
from formats.matrix.footer import DEFAULT_GAME, Footer, footer_keys, read_footer
from formats.matrix.header import Header
from formats.matrix.layout import Form
from formats.matrix.parts import Parts
from formats.matrix.source import Source
from formats.seconds import read_seconds

_PLAIN = re.compile(
    r"""
    (?P<player>[AB])        [ ](?P<half_move>[1-9][0-9]{0,8})[ ](?P<winner>[ABDU])\r?\n
    (?P<points_A>[0-9]{1,9})[ ](?P<time_A>[!-~]+)\r?\n
    (?P<points_B>[0-9]{1,9})[ ](?P<time_B>[!-~]+)\r?\n
    (?P<rows>[!-~]++(?:\r?\n[!-~]++)*)
    (\r?\n(?P<footer>game[ ].*)?)?
    """,
    re.VERBOSE | re.DOTALL,
)

_USUAL_FOOTER = re.compile(
    r"""
    (?P<same>game[ ][!-~ ]{1,40}\r?\n (?:rules[ ][!-~ ]{1,80}\r?\n)?)
    (?:last[ ](?P<last>[!-~]+)[ \t\r\n]*)?
    """,
    re.VERBOSE,
)


def read_quickly(source: Source, defaults: FileDefaults | None = None) -> Form | None:
    """Return the form of a plain file; None if anything in it may be unusual."""
    match = None if source.old_line_ends else _PLAIN.fullmatch(source.text)
    if match is None:
        return None
    header, footer = _header(match), _footer(match["footer"], source.encoding, defaults)
    if header is None or footer is None or footer.game is None:
        return None
    board = _board(match["rows"].split(), footer.game, defaults)
    return None if board is None else Form(header, footer, board)


def _header(match: re.Match[str]) -> Header | None:
    number = int(match["half_move"])
    times: dict[Player, Decimal] = {}
    for player in PLAYERS:
        time = read_seconds(match[f"time_{player}"])
        if not isinstance(time, Decimal):
            return None
        times[player] = time
    if player_of(number) != match["player"]:
        return None
    points: dict[Player, int] = {player: int(match[f"points_{player}"]) for player in PLAYERS}
    return Header({}, match["player"], number, match["winner"], points, times)


def _footer(text: str | None, encoding: str, defaults: FileDefaults | None) -> Footer | None:
    if text is None:
        game = defaults.game if defaults else all_games()[DEFAULT_GAME]()
        return Footer.absent(game, is_assumed=not defaults)
    match = _USUAL_FOOTER.fullmatch(text)
    if match is None:
        return _thorough_footer(text, encoding, defaults)
    footer = _cached_footer(match["same"], encoding, defaults)
    if footer is None or match["last"] is None:
        return footer
    if footer.game is None or "last" not in footer.game.footers:
        return None
    try:
        return footer._replace(last=footer.game.parse(match["last"]))
    except BadNotation:
        return None


def _thorough_footer(text: str, encoding: str, defaults: FileDefaults | None) -> Footer | None:
    notes = FaultList(encoding, lenient=False)
    footer = read_footer(Parts((), (), (), Source(text, encoding).lines), notes, defaults)
    return None if notes.diagnostics else footer._replace(places={})


_cached_footer = lru_cache(maxsize=64)(_thorough_footer)


def _board(rows: Sequence[str], game: AnyGame, defaults: FileDefaults | None) -> Board | None:
    is_known = set("".join(rows)) <= set(game.cells)
    return Board(tuple(rows)) if is_known and _has_size(rows, game, defaults) else None


def _has_size(rows: Sequence[str], game: AnyGame, defaults: FileDefaults | None) -> bool:
    """Return whether the rows make a board, and none can be taken for the key of a footer line."""
    if defaults and defaults.game.name == game.name and not _can_spell_a_key(game.cells):
        width, height = defaults.size
        if len(rows) == height and set(map(len, rows)) == {width}:
            return True
    return has_size_of(rows, game) and footer_keys().isdisjoint(row.lower() for row in rows)


@cache
def _can_spell_a_key(cells: str) -> bool:
    """Return whether a row of these cells can read like the key of a footer line."""
    return any(set(key) <= set(cells.lower()) for key in footer_keys())
