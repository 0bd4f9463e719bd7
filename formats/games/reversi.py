"""Reversi, «Реверси»: discs that are enclosed from both ends change their colour.

The board has 8 x 8 cells unless another size is asked for; its sides are even, from 4 to 26. At the
start two discs of each player stand crosswise in the middle. A move puts an own disc on an empty
cell so that a row of the opponent's discs, in any of the eight directions, is enclosed between it
and another own disc; all such rows are turned over. A player who has no such cell passes. When
neither player has one, the game is over, and more discs win. The points are the discs on the board.

A move is written as its cell, ``d3``, or as ``pass``. Boards only fill, so that nothing repeats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from formats.board import Board, Cell, Look, cell_from_name
from formats.fault import Fault, FaultKind
from formats.game import BadRequest, OneStepGame, Player, Position, StartRequest, other
from formats.outcome import Outcome, Reason, by_points
from formats.text import Text

USUAL, LEAST, MOST = 8, 4, 26
PASS = "pass"
STUCK = Reason("stuck", Text("neither player can move", "ходить не может никто"))
TAKEN = FaultKind("L801", Text("{cell} is not an empty cell", "{cell} — не пустая клетка"))
CLOSES_NOTHING = FaultKind(
    "L802", Text("a disc on {cell} closes no row in", "фишка на {cell} не замыкает ни одного ряда")
)
MUST_MOVE = FaultKind(
    "L803", Text("no pass: {cell} is possible", "пропускать ход нельзя: можно пойти {cell}")
)
BAD_SIZE = FaultKind(
    "S801",
    Text(
        "the sides of the board are even numbers of cells, from 4 to 26",
        "стороны доски — чётные числа клеток, от 4 до 26",
    ),
)


@dataclass(frozen=True)
class Reversi(OneStepGame[str]):
    name: ClassVar[str] = "reversi"
    title: ClassVar[Text] = Text("Reversi", "Реверси")
    cells: ClassVar[str] = "-AB"
    looks: ClassVar[Mapping[str, Look]] = {
        "-": Look("·", "bright_black", Text("empty", "пусто")),
        "A": Look("●", "green", Text("black disc", "чёрная фишка")),
        "B": Look("○", "white", Text("white disc", "белая фишка")),
    }
    sides: ClassVar[Mapping[Player, Text]] = {
        "A": Text("black", "чёрные"),
        "B": Text("white", "белые"),
    }
    footers: ClassVar[tuple[str, ...]] = ("last",)
    summary: ClassVar[Text] = Text(
        "Discs closed in between two of yours become yours; more discs win.",
        "Фишки, замкнутые между двумя вашими, становятся вашими; выигрывает тот, у кого их больше.",
    )
    in_short: ClassVar[Text | None] = Text(
        (
            "Put a disc where it closes in a row of the other's: they become yours. You pass only "
            "if you cannot. When nobody can move, more discs win."
        ),
        (
            "Ставьте фишку так, чтобы замкнуть ряд чужих: они станут вашими. Пропускает ход лишь "
            "тот, кому некуда. Когда ходов нет ни у кого, выигрывает тот, у кого фишек больше."
        ),
    )
    sizes: ClassVar[tuple[int, int] | None] = (LEAST, MOST)
    keeps_points: ClassVar[bool] = True
    can_repeat: ClassVar[bool] = False
    example: ClassVar[str] = "d3"

    def start(self, request: StartRequest = StartRequest()) -> Position:  # noqa: B008  # frozen
        width, height = request.size or (USUAL, USUAL)
        if not _is_size(width, height):
            raise BadRequest(BAD_SIZE())
        left, low = width // 2 - 1, height // 2 - 1
        middle = {Cell(left, low): "B", Cell(left, low + 1): "A"}
        middle |= {Cell(left + 1, low): "A", Cell(left + 1, low + 1): "B"}
        return Position(Board.filled("-", width, height).with_changes(middle), points=(2, 2))

    def size_of(self, rows: Sequence[str]) -> tuple[int, int] | Fault:
        width, height = max(map(len, rows), default=USUAL), len(rows) or USUAL
        return (width, height) if _is_size(width, height) else BAD_SIZE()

    def points_on(self, board: Board) -> tuple[int, int]:
        return board.count("A"), board.count("B")

    def moves(self, position: Position) -> Iterator[str]:
        """Yield the legal moves; a pass if only the opponent can put a disc."""
        moves = list(map(str, _legal_cells(position.board, position.player)))
        replies = () if moves else _legal_cells(position.board, other(position.player))
        yield from moves or [PASS for _ in replies][:1]

    def fault_of(self, position: Position, move: str) -> Fault | None:
        board, player, cell = position.board, position.player, cell_from_name(move)
        if cell is None:
            possible = next(_legal_cells(board, player), None)
            return MUST_MOVE(cell=possible) if possible else None
        if cell not in board or board[cell] != "-":
            return TAKEN(cell)
        return None if _turned_discs(board, player, cell) else CLOSES_NOTHING(cell)

    def perform(self, position: Position, move: str) -> Position:
        board, player, cell = position.board, position.player, cell_from_name(move)
        if cell is None:
            return position.after(board, PASS, passes=position.passes + 1)
        board = board.with_changes(
            dict.fromkeys([cell, *_turned_discs(board, player, cell)], player)
        )
        return position.after(board, move, points=self.points_on(board))

    def parse(self, text: str) -> str:
        if text != PASS and cell_from_name(text) is None:
            raise self.not_a_move(text)
        return text

    def board_outcomes(self, position: Position) -> Iterator[Outcome]:
        if not any(self.moves(position)):
            yield by_points(position.points, STUCK)


def _is_size(width: int, height: int) -> bool:
    return all(LEAST <= side <= MOST and side % 2 == 0 for side in (width, height))


def _legal_cells(board: Board, player: Player) -> Iterator[Cell]:
    return (cell for cell in board.where("-") if _turned_discs(board, player, cell))


def _turned_discs(board: Board, player: Player, placed: Cell) -> list[Cell]:
    """Return the discs that an own disc on the cell turns over."""
    turned = []
    for near in placed.neighbours:
        right, up = near.column - placed.column, near.row - placed.row
        row, cell = [], near
        while cell in board and board[cell] == other(player):
            row.append(cell)
            cell = cell.shifted(right, up)
        turned += row if cell in board and board[cell] == player else []
    return turned
