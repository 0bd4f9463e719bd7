"""What was done to the board that makes no legal move of it."""

from __future__ import annotations

from dataclasses import replace

from formats.board import Board
from formats.fault import Fault, FaultKind
from formats.game import other
from formats.text import Text
from referee.diagnosis.lost_turn import LostTurn
from referee.verdict import Ending

_TOP_FIRST = Text(
    "the first line of the board is the top row, and a line begins with column a",
    "первая строка доски — верхняя горизонталь, а начинается строка с вертикали a",
)
UPSIDE_DOWN = FaultKind(
    "V251",
    Text(
        "the board is upside down: otherwise the move would be {move}",
        "доска перевёрнута: иначе это был бы ход {move}",
    ),
    _TOP_FIRST,
)
MIRRORED = FaultKind(
    "V252",
    Text(
        "the board is mirrored from left to right: otherwise the move would be {move}",
        "доска отражена слева направо: иначе это был бы ход {move}",
    ),
    _TOP_FIRST,
)
TURNED = FaultKind(
    "V253",
    Text(
        "the board is turned around: otherwise the move would be {move}",
        "доска повёрнута на пол-оборота: иначе это был бы ход {move}",
    ),
    _TOP_FIRST,
)
TRANSPOSED = FaultKind(
    "V254",
    Text(
        "rows and columns of the board are swapped: otherwise the move would be {move}",
        "строки и столбцы доски переставлены: иначе это был бы ход {move}",
    ),
    _TOP_FIRST,
)
SHIFTED = FaultKind(
    "V255",
    Text(
        "the board is shifted by one column: otherwise the move would be {move}",
        "доска сдвинута на один столбец: иначе это был бы ход {move}",
    ),
    Text(
        "count columns from 0, and reading and writing alike",
        "считайте столбцы с нуля, одинаково при чтении и при записи",
    ),
)
TWO_MOVES = FaultKind(
    "V256",
    Text(
        "two moves were made at once: {first} and {second}",
        "сделано сразу два хода: {first} и {second}",
    ),
    Text(
        "make one, and end: the other player is next",
        "сделайте один и завершитесь: дальше ходит соперник",
    ),
)
OTHERS_MOVE = FaultKind(
    "V257",
    Text(
        "{move} is a move for {foe}, but {own} is to move",
        "{move} — ход за {foe}, а ходит {own}",
    ),
    Text(
        "the first letter of matrix.txt says whose move it is: a bot plays both sides",
        "чей ход, говорит первая буква в matrix.txt: бот играет за обе стороны",
    ),
)

OWN_GONE = FaultKind(
    "V258",
    Text(
        "one of the mover's own pieces ({own}) is gone: only the other player's can be captured",
        "у ходившего ({own}) пропала своя фишка: брать можно только чужие",
    ),
    Text(
        "when looking for a capture, see that the piece jumped over is the other player's",
        "ища взятие, проверяйте, что перепрыгивается фишка соперника",
    ),
)

STAYED = FaultKind(
    "V259",
    Text(
        "the piece still stands on {cell}, too: after {move} that cell is empty",
        "фишка осталась и на {cell}: после хода {move} эта клетка пуста",
    ),
    Text(
        "write - to the cell that the piece leaves",
        "запишите - в клетку, с которой ушла фишка",
    ),
)

_WAYS = (
    (UPSIDE_DOWN, lambda rows: rows[::-1]),
    (MIRRORED, lambda rows: tuple(row[::-1] for row in rows)),
    (TURNED, lambda rows: tuple(row[::-1] for row in rows[::-1])),
    (TRANSPOSED, lambda rows: tuple(map("".join, zip(*rows, strict=True)))),
)
_OF_A_FILE = (Ending.ILLEGAL_MOVE, Ending.FALSE_TIME, Ending.FALSE_HEADER)


def slip_of_board(turn: LostTurn) -> Fault | None:
    board = turn.board
    if turn.offence.ending not in _OF_A_FILE or board is None or turn.move is not None:
        return None
    finds = (_as_seen, _others_move, _stayed, _two_moves, _shifted, _own_gone)
    return next((found for find in finds if (found := find(turn, board))), None)


def _as_seen(turn: LostTurn, board: Board) -> Fault | None:
    size = (board.width, board.height)
    for kind, way in _WAYS:
        seen = Board(way(board.rows))
        if seen == board or (seen.width, seen.height) != size:
            continue
        if move := turn.traced(turn.position, seen):
            return kind(move=move)
    return None


def _stayed(turn: LostTurn, board: Board) -> Fault | None:
    """Of a game in which pieces move: the cell that the piece left is as it was."""
    before = turn.position.board
    for move, after in turn.moves():
        wrong = board.differences(after)
        if len(wrong) != 1 or after[wrong[0]] != "-":
            continue
        if board[wrong[0]] == before[wrong[0]] == turn.player:
            return STAYED(cell=wrong[0], move=move)
    return None


def _shifted(turn: LostTurn, board: Board) -> Fault | None:
    left, right = (_columns(board, part) for part in (slice(None, -1), slice(1, None)))
    for move, meant in turn.moves():
        if left == _columns(meant, slice(1, None)) or right == _columns(meant, slice(None, -1)):
            return SHIFTED(move=move)
    return None


def _columns(board: Board, part: slice) -> list[str]:
    return [row[part] for row in board.rows]


def _others_move(turn: LostTurn, board: Board) -> Fault | None:
    own, foe = turn.player, other(turn.player)
    move = turn.traced(replace(turn.position, player=foe), board)
    return OTHERS_MOVE(move=move, foe=foe, own=own) if move else None


def _own_gone(turn: LostTurn, board: Board) -> Fault | None:
    """Of a game in which a player's own pieces only move."""
    own, before = turn.player, turn.position.board
    is_gone = board.count(own) == before.count(own) - 1 and board.count("-") > before.count("-")
    moves = is_gone and all(after.count(own) == before.count(own) for _, after in turn.moves())
    return OWN_GONE(own=own) if moves else None


def _two_moves(turn: LostTurn, board: Board) -> Fault | None:
    """Two that explain it, where no single one is nearly it: a capture, but for what it takes."""
    moves = list(turn.moves())
    if any(len(board.differences(after)) == 1 for _, after in moves):
        return None
    for first, after in moves:
        if second := turn.traced(replace(turn.position, board=after), board):
            return TWO_MOVES(first=first, second=second)
    return None
