"""The form of a matrix.txt at a glance, where every word is where and what it should be.

So are nearly all files that a referee reads, and one pattern takes them apart. Of any other file
nothing is said here: ``read_form`` reads that thoroughly, and tells what is wrong. What is read
here it would read just the same, and find no fault with; only the places are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from formats.board import Board
from formats.game import PLAYERS, Player, player_of
from formats.games import AnyGame, all_games
from formats.matrix.board_lines import Handed, has_size_of
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


def glance(source: Source, handed: Handed | None = None) -> Form | None:
    """The form of a plain file; nothing if anything in it may be unusual."""
    match = None if source.old_line_ends else _PLAIN.fullmatch(source.text)
    if match is None:
        return None
    header, footer = _header(match), _footer(match["footer"], source.encoding, handed)
    if header is None or footer is None or footer.game is None:
        return None
    board = _board(match["rows"].split(), footer.game)
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


def _footer(text: str | None, encoding: str, handed: Handed | None) -> Footer | None:
    if text is None:
        return Footer(handed.game if handed else all_games()[DEFAULT_GAME](), None, {})
    notes = FaultList(encoding, lenient=False)
    footer = read_footer(Parts((), (), (), Source(text, encoding).lines), notes, handed)
    return None if notes.found else footer._replace(places={})


def _board(rows: Sequence[str], game: AnyGame) -> Board | None:
    known = set("".join(rows)) <= set(game.cells)
    # A row that reads like the key of a footer line would be taken for one.
    clear = footer_keys().isdisjoint({row.lower() for row in set(rows)})
    return Board.of(rows) if known and clear and has_size_of(rows, game) else None
