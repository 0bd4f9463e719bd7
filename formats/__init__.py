"""The layer of everything written down: matrix.txt, moves, game records, and the rules of games.

It depends only on Python, so that a student can read it as the definition of the games, and the
referee can judge hostile files with plain, safe code.

Other programs may rely on the names below; ``docs/library.md`` shows their use.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from formats.board import Board
    from formats.fault import Diagnostic
    from formats.game import Game, Position, RuleError, StartRequest
    from formats.games import all_games
    from formats.matrix import Matrix, Reading, read_matrix, write_matrix
    from formats.record import Record, read_record, write_record
    from formats.transition import Change, change
else:
    from formats.lazy_exports import lazy_getattr

    __getattr__ = lazy_getattr(
        __name__,
        {
            "Board": "board",
            "Change": "transition",
            "Diagnostic": "fault",
            "Game": "game",
            "RuleError": "game",
            "Matrix": "matrix",
            "Position": "game",
            "Reading": "matrix",
            "Record": "record",
            "StartRequest": "game",
            "all_games": "games",
            "change": "transition",
            "read_matrix": "matrix",
            "read_record": "record",
            "write_matrix": "matrix",
            "write_record": "record",
        },
    )

__all__ = (
    "Board",
    "Change",
    "Diagnostic",
    "Game",
    "Matrix",
    "Position",
    "Reading",
    "Record",
    "RuleError",
    "StartRequest",
    "all_games",
    "change",
    "read_matrix",
    "read_record",
    "write_matrix",
    "write_record",
)
