"""Knights, «Кони»: knights that take each other and the prizes on the board, for points.

The board is 8 x 8. A player moves one own knight (``A`` or ``B``) as in chess, to any cell without
an own knight. What stood there is removed, and is worth points to the mover: an enemy knight 1, a
prize (``1`` or ``2``) its number.

If after a move all knights of a player stand in one row or in one column, as a single knight does,
the game is over, and the player gets 3 more points; this may be true of both players. More points
win, and equal points are a draw. The same holds after half-move 60.

A move is written ``b1-c3``. Knights can go back, so that a sequence of moves can be repeated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from formats.board import Board, Cell, Look
from formats.fault import Fault, FaultKind
from formats.game import PLAYERS, Player, Position, other
from formats.outcome import Outcome, Reason, by_points
from formats.piece_game import SIDES, PieceGame, PieceMove
from formats.text import Text

POINTS_FOR_ONE_LINE = 3
JUMPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))

ONE_LINE = Reason(
    "one-line",
    Text(
        "all knights of a side stand in one line, and the points decide",
        "все кони одной стороны стоят на одной линии, решают очки",
    ),
)
OWN_KNIGHT = FaultKind("L411", Text("an own knight stands on {cell}", "на {cell} стоит свой конь"))
NOT_A_JUMP = FaultKind(
    "L412",
    Text("a knight does not go from {origin} to {target}", "конь не ходит с {origin} на {target}"),
    Text(
        "a knight goes two cells along a line and one across",
        "конь ходит на две клетки по прямой и на одну вбок",
    ),
)


@dataclass(frozen=True)
class Knights(PieceGame):
    name: ClassVar[str] = "knights"
    title: ClassVar[Text] = Text("Knights", "Кони")
    in_short: ClassVar[Text | None] = Text(
        (
            "Your knights move as in chess, to any cell without a knight of yours. What lay "
            "there goes: an enemy knight is worth 1 point, a prize its number. The game is over "
            "when all knights of a side stand in one row or one column, which gives that side 3 "
            "points more. More points win."
        ),
        (
            "Ваши кони ходят как в шахматах, на любую клетку без своего коня. Что там стояло, "
            "снимается: конь соперника стоит 1 очко, приз — своё число. Партия кончается, когда "
            "все кони одной стороны стоят на одной горизонтали или вертикали; этой стороне ещё "
            "3 очка. Выигрывает тот, у кого очков больше."
        ),
    )
    summary: ClassVar[Text] = Text(
        "Knights that take each other and prizes. More points win when a side stands in one line.",
        "Кони берут друг друга и призы. Когда одна сторона выстроилась в линию, побеждают очки.",
    )
    cells: ClassVar[str] = "-AB12"
    looks: ClassVar[Mapping[str, Look]] = {
        "-": Look("·", "bright_black", Text("empty", "пусто")),
        "A": Look("♞", "red", Text("red knight", "красный конь")),
        "B": Look("♘", "blue", Text("blue knight", "синий конь")),
        "1": Look("1", "yellow", Text("prize of 1 point", "приз в 1 очко")),
        "2": Look("2", "yellow", Text("prize of 2 points", "приз в 2 очка")),
    }
    sides: ClassVar[Mapping[Player, Text]] = SIDES
    footers: ClassVar[tuple[str, ...]] = ("last",)
    keeps_points: ClassVar[bool] = True
    start_rows: ClassVar[tuple[str, ...]] = (
        "BBBB--11",
        "22---AAA",
        "22------",
        "--------",
        "--------",
        "------22",
        "BBB---22",
        "11--AAAA",
    )
    drawn_marks: ClassVar[str] = "12"

    limit: int | None = 60

    def targets(self, position: Position, origin: Cell) -> Iterator[Cell]:
        for right, up in JUMPS:
            target = origin.shifted(right, up)
            if target in position.board and position.board[target] != position.player:
                yield target

    def fault_of_way(self, position: Position, move: PieceMove) -> Fault | None:
        (column, row), target = move.origin, move.target
        if (target.column - column, target.row - row) not in JUMPS:
            return NOT_A_JUMP(target, origin=move.origin, target=target)
        return OWN_KNIGHT(target) if position.board[target] == position.player else None

    def perform(self, position: Position, move: PieceMove) -> Position:
        own = position.player
        taken = position.board[move.target]
        board = position.board.with_changes({move.origin: "-", move.target: own})
        gained = {own: 1 if taken == other(own) else int(taken.replace("-", "0"))}
        a, b = (
            points + gained.get(player, 0) + POINTS_FOR_ONE_LINE * _is_in_one_line(board, player)
            for player, points in zip(PLAYERS, position.points, strict=True)
        )
        return position.after(board, str(move), points=(a, b))

    def own_outcomes(self, position: Position) -> Iterator[Outcome]:
        if any(_is_in_one_line(position.board, player) for player in PLAYERS):
            yield by_points(position.points, ONE_LINE)


def _is_in_one_line(board: Board, player: Player) -> bool:
    """Return whether the player has knights, all of them in one row or in one column."""
    knights = board.where(player)
    columns, rows = ({cell[axis] for cell in knights} for axis in (0, 1))
    return len(columns) == 1 or len(rows) == 1
