"""MMPeshki, «ММПешки»: pawns that jump, and a player without a move who wins.

The board is 8 x 8, squares a1 (bottom left) to h8. Some squares are marked ``*``: they are not
part of the board. Red pieces (A) move up, blue ones (B) move down. At the start each side has at
most eight pieces, no red one on the top row and no blue one on the bottom row.

A player moves one piece one cell: forward, forward-left or forward-right, to a free cell. Or it
captures in one of the same three directions: over an adjacent enemy piece to the next cell of
that line, if it is free, and the enemy piece is removed. Captures are not compulsory, and one move
captures exactly one piece.

After a move, in this order:

- rule 9: if the player now to move has no move, the game ends and *this player* wins - yes, the
  one who cannot move;
- rule 10: otherwise, if the mover has a piece on the mover's far row, the mover wins;
- otherwise, after half-move 60, the game is a draw.

A move is written ``a2-b3``, a capture ``a2:c4``. Pieces only advance, so positions never recur.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple

from formats.board import Board, Cell, Look, cell_from_name
from formats.fault import Fault, FaultKind
from formats.game import (
    NO_MOVE_MADE,
    PLAYERS,
    BadRequest,
    OneStepGame,
    Player,
    Position,
    StartRequest,
    other,
)
from formats.outcome import Outcome, Reason
from formats.text import Text

MOST_PIECES = 8

COLOUR = {"A": Text("red", "красная"), "B": Text("blue", "синяя")}
"""Colour of one piece of each player."""
SIDE = {"A": Text("red", "красные"), "B": Text("blue", "синие")}
"""Name of each side, as the subject of a sentence."""
OF_SIDE = {"A": Text("red", "красных"), "B": Text("blue", "синих")}
"""Name of each side, before or after its pieces; in Russian, in the genitive."""

OFF_BOARD = FaultKind("L101", Text("{cell} is not on the board", "{cell} вне доски"))
NO_PIECE = FaultKind("L102", Text("there is no piece on {cell}", "на {cell} нет фишки"))
NOT_YOURS = FaultKind(
    "L103",
    Text(
        "the {foe} piece on {cell} was moved, though {side} is to move",
        "{foe} фишка с {cell} сдвинута, хотя ходят {side}",
    ),
    text_for_request=Text(
        "the piece on {cell} is {foe}, and {side} is to move",
        "фишка на {cell} — {foe}, а ходят {side}",
    ),
)
SIDEWAYS = FaultKind(
    "L104",
    Text(
        "the {own} piece moved sideways, from {origin} to {target}",
        "{own} фишка пошла вбок: {origin}-{target}",
    ),
    Text(
        "a piece goes forward, forward-left or forward-right",
        "фишка ходит прямо или наискосок вперёд",
    ),
    text_for_request=Text("a piece cannot go sideways", "вбок фишка не ходит"),
)
BACKWARDS = FaultKind(
    "L105",
    Text(
        "the {own} piece moved backwards, from {origin} to {target}",
        "{own} фишка пошла назад: {origin}-{target}",
    ),
    Text("red moves up the board, blue moves down", "красные ходят вверх, синие вниз"),
    text_for_request=Text("a piece cannot go back", "назад фишка не ходит"),
)
TOO_FAR = FaultKind(
    "L106",
    Text(
        "the {own} piece moved too far, from {origin} to {target}",
        "{own} фишка пошла слишком далеко: {origin}-{target}",
    ),
    Text(
        "a move goes one cell, a capture two cells along one line",
        "ход на одну клетку, взятие через одну клетку по прямой",
    ),
    text_for_request=Text(
        "{target} is too far from {origin}", "от {origin} до {target} слишком далеко"
    ),
)
OCCUPIED = FaultKind(
    "L107",
    Text(
        "the {own} piece moved onto an occupied cell, {cell}",
        "{own} фишка пошла на занятую клетку {cell}",
    ),
    text_for_request=Text("{cell} is occupied", "клетка {cell} занята"),
)
MARKED = FaultKind(
    "L108",
    Text(
        "the {own} piece moved onto {cell}, which is not part of the board",
        "{own} фишка пошла на {cell}, а эта клетка не входит в поле",
    ),
    text_for_request=Text("{cell} is not part of the board", "клетка {cell} не входит в поле"),
)
NOTHING_CAPTURED = FaultKind(
    "L109",
    Text(
        "the {own} piece jumped from {origin} to {target} over {cell}, where no enemy piece is",
        "{own} фишка прыгнула {origin}:{target} через {cell}, а там нет фишки соперника",
    ),
    text_for_request=Text(
        "there is no enemy piece on {cell} to jump over",
        "на {cell} нет фишки соперника, через которую можно прыгнуть",
    ),
)
SEVERAL_MOVED = FaultKind(
    "L110",
    Text(
        "{count} {own} pieces moved: {cells}",
        "сдвинуто {own} фишек: {count} ({cells})",
    ),
    Text("one move moves one piece", "за ход двигают одну фишку"),
)
APPEARED = FaultKind(
    "L111", Text("a {own} piece appeared on {cell}", "{own} фишка появилась на {cell}")
)
VANISHED = FaultKind(
    "L112",
    Text(
        "the {own} piece on {cell} vanished without being captured",
        "{own} фишка с {cell} исчезла, хотя её не взяли",
    ),
)
NOT_REMOVED = FaultKind(
    "L113",
    Text("the captured piece on {cell} was not removed", "взятая фишка на {cell} не снята"),
)
MARK_CHANGED = FaultKind(
    "L114", Text("the marks of the board were changed at {cell}", "изменена пометка поля на {cell}")
)
SEVERAL_CAPTURED = FaultKind(
    "L115",
    Text("{count} {foe} pieces were captured: {cells}", "взято {foe} фишек: {count} ({cells})"),
    Text("one move captures one piece", "за ход берут одну фишку"),
)
TOO_MANY_PIECES = FaultKind(
    "M511",
    Text(
        "there are {count} {own} pieces: a side starts with at most 8, and never gains any",
        "{own} фишек {count}: вначале у стороны их не больше 8, и новых не появляется",
    ),
)
START_ON_FAR_ROW = FaultKind(
    "M512",
    Text(
        "a {own} piece stands on {cell} before the first move: that is its far row",
        "{own} фишка стоит на {cell} перед первым ходом: это её последняя горизонталь",
    ),
)
ENDED_BEFORE = FaultKind(
    "M513",
    Text(
        "a {own} piece stands on {cell}: the game ended when it got there",
        "{own} фишка стоит на {cell}: партия кончилась, когда она туда пришла",
    ),
)
WRONG_SIZE = FaultKind("S101", Text("the board of MMPeshki is 8 x 8", "доска ММПешек 8 на 8"))
WRONG_PIECES = FaultKind(
    "S102", Text("a side has 1 to 8 pieces at the start", "вначале у стороны от 1 до 8 фишек")
)
WRONG_MARKS = FaultKind(
    "S103",
    Text(
        "a random start has 0 to 24 marks, an even number if it is mirrored",
        "у случайной позиции от 0 до 24 пометок, а у симметричной чётное число",
    ),
)


def forward(player: Player) -> int:
    """Return the direction in which the player's pieces advance: up or down."""
    return 1 if player == "A" else -1


class Changes(NamedTuple):
    """The cells that pieces left and came to, when it is the player's turn."""

    player: Player
    left: list[Cell]
    came: list[Cell]
    foe_left: list[Cell]
    foe_came: list[Cell]
    marks: list[Cell]
    """Cells at which a mark appeared, or vanished without a piece on its cell."""

    @classmethod
    def between(cls, before: Board, after: Board, own: Player) -> Changes:
        """Return the changes from one board to the next."""
        changed = [(cell, before[cell], after[cell]) for cell in before.differences(after)]

        def cells_that_lost(character: str) -> list[Cell]:
            return [cell for cell, old, _ in changed if old == character]

        def cells_that_gained(character: str) -> list[Cell]:
            return [cell for cell, _, new in changed if new == character]

        marks = [cell for cell in cells_that_lost("*") if after[cell] == "-"]
        foe = other(own)
        return cls(
            own,
            cells_that_lost(own),
            cells_that_gained(own),
            cells_that_lost(foe),
            cells_that_gained(foe),
            marks + cells_that_gained("*"),
        )

    @property
    def fault(self) -> Fault | None:
        """The most helpful reason why the changes are no move of one own piece, if there is one."""
        return next(self._faults(), None)

    def _faults(self) -> Iterator[Fault]:
        own, foe = COLOUR[self.player], COLOUR[other(self.player)]
        if not any(self[1:]):
            yield NO_MOVE_MADE()
        if self.marks:
            yield MARK_CHANGED(self.marks[0])
        if self.foe_came and self.foe_left:
            yield NOT_YOURS(self.foe_left[0], foe=foe, side=SIDE[self.player])
        if self.foe_came:
            yield APPEARED(self.foe_came[0], own=foe)
        if len(self.came) > len(self.left):
            yield APPEARED(max(self.came, key=self._effort_to), own=own)
        if len(self.came) > 1:
            cells = ", ".join(map(str, self.left))
            yield SEVERAL_MOVED(
                self.left[1], count=len(self.left), own=OF_SIDE[self.player], cells=cells
            )
        if not self.came:
            vanished = [(cell, own) for cell in self.left] + [(cell, foe) for cell in self.foe_left]
            yield from (VANISHED(cell, own=colour) for cell, colour in vanished)

    @property
    def likeliest_move(self) -> tuple[Cell, Cell]:
        """Origin and target of the piece that moved; of several origins, the likeliest."""
        (target,) = self.came
        return min(self.left, key=lambda origin: self._effort(origin, target)), target

    def _effort_to(self, target: Cell) -> tuple[bool, int]:
        """Return the effort of the piece that could best reach the cell."""
        return min((self._effort(origin, target) for origin in self.left), default=(True, 0))

    def _effort(self, origin: Cell, target: Cell) -> tuple[bool, int]:
        """Return whether the way is not forward, and its length; the least is the likeliest."""
        up = (target.row - origin.row) * forward(self.player)
        return up <= 0, abs(up) + abs(target.column - origin.column)

    @property
    def fault_of_series(self) -> Fault | None:
        """The fault of a series of captures, as in draughts; None if there is none."""
        if len(self.foe_left) < 2:
            return None
        cells = ", ".join(map(str, self.foe_left))
        return SEVERAL_CAPTURED(
            self.foe_left[1],
            count=len(self.foe_left),
            foe=OF_SIDE[other(self.player)],
            cells=cells,
        )

    def fault_beside(self, origin: Cell, over: Cell | None) -> Fault | None:
        """Return what changed besides the move, or did not change with it; None if nothing."""
        if over and over not in self.foe_left:
            return NOT_REMOVED(over)
        for player, cells in ((self.player, self.left), (other(self.player), self.foe_left)):
            for cell in cells:
                if cell not in (origin, over):
                    return VANISHED(cell, own=COLOUR[player])
        return None


SIZE = 8
_LOWER_HALF = [Cell(column, row) for row in range(SIZE // 2) for column in range(SIZE)]
_FEWEST_DRAWN = 4
_MOST_MARKS_DRAWN, _MOST_MARKS = 8, 24


def start_boards(request: StartRequest) -> Iterator[Board]:
    """Yield boards to start from: without options one usual board, else random ones without end."""
    if request == StartRequest(size=request.size):
        yield Board.of(["B" * SIZE, *["-" * SIZE] * (SIZE - 2), "A" * SIZE])
        return
    _check_request(request)
    random = Random(request.seed or 0)  # The numbers need not be secret.
    while True:
        yield _random_board(random, request)


def _check_request(request: StartRequest) -> None:
    if request.pieces is not None and not 1 <= request.pieces <= MOST_PIECES:
        raise BadRequest(WRONG_PIECES())
    marks = request.marks or 0
    if not 0 <= marks <= _MOST_MARKS or (request.mirrored and marks % 2):
        raise BadRequest(WRONG_MARKS())


def _random_board(random: Random, request: StartRequest) -> Board:
    """Return a board with each side's pieces in its own half, and marks among them."""
    pieces = (
        random.randint(_FEWEST_DRAWN, MOST_PIECES) if request.pieces is None else request.pieces
    )
    marks = random.randint(0, _MOST_MARKS_DRAWN) if request.marks is None else request.marks
    lower = _drawn_half(random, pieces, marks // 2)
    upper = lower if request.mirrored else _drawn_half(random, pieces, marks - marks // 2)
    blue = {_mirrored_cell(cell): "B" if c == "A" else c for cell, c in upper.items()}
    return Board.filled("-", SIZE, SIZE).with_changes(lower | blue)


def _drawn_half(random: Random, pieces: int, marks: int) -> dict[Cell, str]:
    """Return red's half: pieces on the first cells drawn, marks on the others."""
    cells = random.sample(_LOWER_HALF, pieces + marks)
    return {cell: "A" if n < pieces else "*" for n, cell in enumerate(cells)}


def _mirrored_cell(cell: Cell) -> Cell:
    return Cell(cell.column, SIZE - 1 - cell.row)


NO_MOVES = Reason(
    "no-moves",
    Text(
        "the player to move has no move, and so wins (rule 9)",
        "у игрока нет хода, и поэтому он выигрывает (правило 9)",
    ),
)
FAR_ROW = Reason(
    "far-row",
    Text(
        "a piece has reached its far row (rule 10)",
        "фишка дошла до последней горизонтали (правило 10)",
    ),
)


class Move(NamedTuple):
    """A move of one piece from a cell to another: one cell away or, capturing, two."""

    origin: Cell
    target: Cell

    @property
    def over(self) -> Cell | None:
        """The cell that a capture jumps over; None if the move is no capture."""
        columns = self.target.column - self.origin.column
        rows = self.target.row - self.origin.row
        if abs(rows) != 2 or columns not in (-2, 0, 2):
            return None
        return self.origin.shifted(columns // 2, rows // 2)

    def __str__(self) -> str:
        return f"{self.origin}{':' if self.over else '-'}{self.target}"


@dataclass(frozen=True)
class MMPeshki(OneStepGame[Move]):
    name: ClassVar[str] = "mmpeshki"
    title: ClassVar[Text] = Text("MMPeshki", "ММПешки")
    summary: ClassVar[Text] = Text(
        "Pawns that jump. Reach the far row, or have no move left: both win.",
        "Пешки, которые прыгают. Побеждает тот, кто дошёл до края, или тот, кому нечем ходить.",
    )
    cells: ClassVar[str] = "-AB*"
    looks: ClassVar[Mapping[str, Look]] = {
        "-": Look("·", "bright_black", Text("empty", "пусто")),
        "A": Look("▲", "red", Text("red piece", "красная фишка")),
        "B": Look("▼", "blue", Text("blue piece", "синяя фишка")),
        "*": Look("▒", "bright_black", Text("not part of the board", "вне поля")),
    }
    sides: ClassVar[Mapping[Player, Text]] = {
        "A": Text("red", "красные"),
        "B": Text("blue", "синие"),
    }
    footers: ClassVar[tuple[str, ...]] = ()
    can_repeat: ClassVar[bool] = False
    start_options: ClassVar[tuple[str, ...]] = ("seed", "pieces", "marks", "mirrored")
    example: ClassVar[str] = "a2-b3, a2:c4"
    in_short: ClassVar[Text | None] = Text(
        (
            "Red pieces go up, blue ones down: one cell straight or diagonally forward, to a "
            "free cell. A piece jumps forward over an adjacent enemy piece to the free cell "
            "behind it and takes it; nobody has to. Who has no move wins (rule 9); otherwise "
            "who has brought a piece to the far row (rule 10); after half-move 60 the game is a "
            "draw."
        ),
        (
            "Красные фишки ходят вверх, синие вниз: на одну клетку вперёд, прямо или наискосок, "
            "на свободную. Через соседнюю фишку соперника впереди можно перепрыгнуть на "
            "свободную клетку за ней, фишка снимается; брать не обязательно. Выигрывает "
            "тот, кому некуда ходить (правило 9), иначе — дошедший до последней горизонтали "
            "(правило 10); после полухода 60 — ничья."
        ),
    )

    limit: int | None = 60

    def start(self, request: StartRequest = StartRequest()) -> Position:  # noqa: B008  # frozen
        """Return full rows of eight pieces or, with a seed, a random start."""
        if request.size not in (None, (SIZE, SIZE)):
            raise BadRequest(WRONG_SIZE())
        boards = start_boards(request)
        return next(position for position in map(Position, boards) if not self.outcome(position))

    def size_of(self, rows: Sequence[str]) -> tuple[int, int]:
        return SIZE, SIZE

    def faults(self, position: Position) -> Iterator[Fault]:
        """Yield too many pieces, and pieces on their far row, where the game would have ended."""
        is_first = position.half_move == 1
        for own in PLAYERS:
            count = position.board.count(own)
            if count > MOST_PIECES:
                cell = position.board.where(own)[MOST_PIECES]
                yield TOO_MANY_PIECES(cell, count=count, own=OF_SIDE[own])
            if is_first or own == position.player:
                kind = START_ON_FAR_ROW if is_first else ENDED_BEFORE
                cells = _on_far_row(position.board, own)
                yield from (kind(cell, own=COLOUR[own]) for cell in cells)

    def moves(self, position: Position) -> Iterator[Move]:
        """Yield every move and capture of the player's pieces, from the bottom left."""
        board, own = position.board, position.player
        for origin in board.where(own):
            for right in (-1, 0, 1):
                ahead = origin.shifted(right, forward(own))
                beyond = ahead.shifted(right, forward(own))
                if ahead in board and board[ahead] == "-":
                    yield Move(origin, ahead)
                elif beyond in board and board[ahead] == other(own) and board[beyond] == "-":
                    yield Move(origin, beyond)

    def fault_of(self, position: Position, move: Move) -> Fault | None:
        """Return the rule that the move breaks; None if it is legal."""
        return _fault_of_cells(position, move) or _fault_of_way(position, move)

    def perform(self, position: Position, move: Move) -> Position:
        changes = {move.origin: "-", move.target: position.player}
        if move.over:
            changes[move.over] = "-"
        return position.after(position.board.with_changes(changes), str(move))

    def parse(self, text: str) -> Move:
        separator = ":" if ":" in text else "-"
        cells = [cell_from_name(name) for name in text.split(separator)]
        match cells:
            case [Cell() as origin, Cell() as target]:
                move = Move(origin, target)
                if str(move) == text:
                    return move
        raise self.not_a_move(text)

    def infer_move(self, position: Position, board: Board) -> Move | Fault:
        """Return the legal move that leads to this board, or why there is none."""
        changes = Changes.between(position.board, board, position.player)
        if changes.fault:
            return changes.fault
        move = Move(*changes.likeliest_move)
        fault = self.fault_of(position, move)
        if fault and fault.kind is TOO_FAR:
            return changes.fault_of_series or fault
        return fault or changes.fault_beside(move.origin, move.over) or move

    def board_outcomes(self, position: Position) -> Iterator[Outcome]:
        """Yield the outcome by rule 9, then that by rule 10."""
        if next(self.moves(position), None) is None:
            yield Outcome(position.player, NO_MOVES)
        mover = other(position.player)
        if position.half_move > 1 and _on_far_row(position.board, mover):
            yield Outcome(mover, FAR_ROW)


def _fault_of_cells(position: Position, move: Move) -> Fault | None:
    """Return what is wrong with a cell of the move; None if nothing is."""
    board, own, foe = position.board, position.player, other(position.player)
    colours = {"own": COLOUR[own], "foe": COLOUR[foe], "side": SIDE[own]}
    for cell in move:
        if cell not in board:
            return OFF_BOARD(cell)
    if board[move.origin] == foe:
        return NOT_YOURS(move.origin, **colours)
    if board[move.origin] != own:
        return NO_PIECE(move.origin)
    if board[move.target] == "*":
        return MARKED(move.target, **colours)
    if board[move.target] != "-":
        return OCCUPIED(move.target, **colours)
    return None


def _fault_of_way(position: Position, move: Move) -> Fault | None:
    """Return what is wrong with the direction or the distance of the move; None if nothing is."""
    own = position.player
    up = (move.target.row - move.origin.row) * forward(own)
    right = abs(move.target.column - move.origin.column)
    if up == 1 and right <= 1:
        return None
    values = {"own": COLOUR[own], "origin": move.origin, "target": move.target}
    if up <= 0:
        return (BACKWARDS if up else SIDEWAYS)(move.target, **values)
    if not move.over:
        return TOO_FAR(move.target, **values)
    if position.board[move.over] != other(own):
        return NOTHING_CAPTURED(move.over, **values)
    return None


def _on_far_row(board: Board, player: Player) -> list[Cell]:
    """Return the player's pieces on the row that they are heading for."""
    number, row = (SIZE - 1, board.rows[0]) if player == "A" else (0, board.rows[-1])
    return [Cell(column, number) for column, piece in enumerate(row) if piece == player]
