"""Fight-B, «Драка»: pieces that leap as far as their line is full, and mark the cells around them.

The board is 8 x 8: pieces ``A`` and ``B``, free marks ``*``, and marks of a player, ``1`` of A and
``2`` of B. A player chooses an own piece and one of the eight directions. The piece goes exactly as
many cells as there are pieces, of both colours and itself included, on the whole line (row, column
or diagonal) through it in that direction. It leaps over everything, but may not leave the board
nor end on ``*``. It may end on any piece, also an own one, which is then removed.

The cell that the piece left is empty. Then each of the cells around its new place, at most eight,
that holds no piece becomes the mover's mark, whatever it was. The points of a player are always the
number of the player's marks on the board. When no ``*`` is left after a move, the game is over;
more points win, and equal points are a draw. The same holds after half-move 60.

A move is written ``b1-c3``. Pieces can go back, so that a sequence of moves can be repeated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from formats.board import Board, Cell, Look
from formats.fault import Fault, FaultKind
from formats.game import Player, Position
from formats.outcome import Outcome, Reason, by_points
from formats.piece_game import SIDES, SIZE, PieceGame, PieceMove
from formats.text import Text

MARK = {"A": "1", "B": "2"}
DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))

NO_FREE_MARK = Reason(
    "no-free-mark",
    Text("no free mark is left, and the points decide", "свободных меток нет, решают очки"),
)
NOT_STRAIGHT = FaultKind(
    "L421",
    Text(
        "from {origin} to {target} is no straight line",
        "с {origin} на {target} по прямой не пройти",
    ),
    Text(
        "a piece goes along a row, a column or a diagonal",
        "фигура ходит по горизонтали, вертикали или диагонали",
    ),
)
WRONG_DISTANCE = FaultKind(
    "L422",
    Text(
        "from {origin} that way a piece goes {right} cells, not {written}",
        "с {origin} в эту сторону фигура идёт на столько клеток: {right}, а не {written}",
    ),
    Text(
        "as many as there are pieces on the whole line, itself included",
        "на столько, сколько фигур на всей этой линии, вместе с ней самой",
    ),
)
ON_A_FREE_MARK = FaultKind(
    "L423",
    Text("a piece may not end on the free mark {cell}", "нельзя стать на свободную метку {cell}"),
)


@dataclass(frozen=True)
class FightB(PieceGame):
    name: ClassVar[str] = "fight"
    title: ClassVar[Text] = Text("Fight-B", "Драка")
    in_short: ClassVar[Text | None] = Text(
        (
            "Choose a piece and one of the eight directions: it goes as many cells as there are "
            "pieces on that whole line, itself included, and leaps over everything. It may not "
            "leave the board nor end on a free mark. Then every cell around it without a piece "
            "becomes your mark. The game is over when no free mark is left; the player with more "
            "marks wins."
        ),
        (
            "Выберите фигуру и одно из восьми направлений: она идёт на столько клеток, сколько "
            "фигур на всей этой линии вместе с ней, и перепрыгивает через всё. Уйти с доски или "
            "стать на свободную метку нельзя. Потом все клетки вокруг неё без фигур становятся "
            "вашими метками. Партия кончается, когда свободных меток не осталось; выигрывает "
            "тот, у кого меток больше."
        ),
    )
    summary: ClassVar[Text] = Text(
        "Pieces leap as far as their line is full, and mark the cells around. The player with more"
        " marks wins.",
        "Фигуры прыгают тем дальше, чем полнее линия, и метят клетки вокруг. Побеждает тот, у"
        " кого больше меток.",
    )
    cells: ClassVar[str] = "-AB*12"
    counterparts: ClassVar[Mapping[str, str]] = {"A": "B", "B": "A", "1": "2", "2": "1"}
    looks: ClassVar[Mapping[str, Look]] = {
        "-": Look("·", "bright_black", Text("empty", "пусто")),
        "A": Look("●", "red", Text("red piece", "красная фигура")),
        "B": Look("○", "blue", Text("blue piece", "синяя фигура")),
        "*": Look("*", "yellow", Text("free mark", "свободная метка")),
        "1": Look("1", "red", Text("mark of red", "метка красных")),
        "2": Look("2", "blue", Text("mark of blue", "метка синих")),
    }
    sides: ClassVar[Mapping[Player, Text]] = SIDES
    footers: ClassVar[tuple[str, ...]] = ("last",)
    keeps_points: ClassVar[bool] = True
    start_rows: ClassVar[tuple[str, ...]] = (
        "ABAB---*",
        "--------",
        "--------",
        "-*------",
        "------*-",
        "--------",
        "--------",
        "*---BABA",
    )
    drawn_marks: ClassVar[str] = "*"
    fewest_marks: ClassVar[int] = 1

    limit: int | None = 60

    def points_on(self, board: Board) -> tuple[int, int]:
        return board.count(MARK["A"]), board.count(MARK["B"])

    def targets(self, position: Position, origin: Cell) -> Iterator[Cell]:
        board = position.board
        for right, up in DIRECTIONS:
            length = _pieces_on_line(board, origin, right, up)
            target = origin.shifted(right * length, up * length)
            if target in board and board[target] != "*":
                yield target

    def fault_of_way(self, position: Position, move: PieceMove) -> Fault | None:
        (column, row), target = move.origin, move.target
        right, up = target.column - column, target.row - row
        written = max(abs(right), abs(up))
        if not written or {abs(right), abs(up)} - {0, written}:
            return NOT_STRAIGHT(target, origin=move.origin, target=target)
        length = _pieces_on_line(position.board, move.origin, right // written, up // written)
        if written != length:
            return WRONG_DISTANCE(target, origin=move.origin, right=length, written=written)
        return ON_A_FREE_MARK(target) if position.board[target] == "*" else None

    def perform(self, position: Position, move: PieceMove) -> Position:
        own = position.player
        moved = position.board.with_changes({move.origin: "-", move.target: own})
        around = [cell for cell in moved.neighbours(move.target) if moved[cell] not in "AB"]
        board = moved.with_changes(dict.fromkeys(around, MARK[own]))
        return position.after(board, str(move), points=self.points_on(board))

    def own_outcomes(self, position: Position) -> Iterator[Outcome]:
        if not position.board.has("*"):
            yield by_points(position.points, NO_FREE_MARK)


def _pieces_on_line(board: Board, cell: Cell, right: int, up: int) -> int:
    """Return how many pieces stand on the whole line through the cell."""
    line = [cell.shifted(right * n, up * n) for n in range(1 - SIZE, SIZE)]
    return sum(1 for other_cell in line if other_cell in board and board[other_cell] in "AB")
