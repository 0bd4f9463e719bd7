"""Harvest: a game that is none of ours, for all that a game may be and ours are not.

Its board need not be square and may be 26 cells wide. Two carts, ``A`` and ``B``, drive over wheat
(``w``, 1 point) and corn (``c``, 2 points) and take it. A move is a word, not a cell: ``left``,
``right``, ``up``, ``down``, ``pass`` or ``rest``. A player may rest as often as the line ``rests``
of the file says, which the board does not show, and so only ``last`` tells a rest from a pass.
When nothing is left to take, or after two passes, more points win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from formats.board import Board, Cell, Look
from formats.fault import Fault, FaultKind
from formats.game import BadRequest, OneStepGame, Player, Position, StartRequest, other
from formats.outcome import Outcome, Reason, by_points
from formats.text import Text

MOST = 26
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
WORDS = (*WAYS, "pass", "rest")
WORTH = {"w": 1, "c": 2}

ALL_TAKEN = Reason("all-taken", Text("nothing is left to take", "всё собрано"))
TWO_PASSES = Reason("two-passes", Text("both players passed", "оба игрока отказались от хода"))
BAD_SIZE = FaultKind("S901", Text("a side has 2 to 26 cells", "сторона доски от 2 до 26 клеток"))
NO_CART = FaultKind("M901", Text("there is not one cart {cart}", "повозка {cart} не одна"))
BAD_RESTS = FaultKind("M902", Text("«{text}» are not two numbers", "«{text}» — не два числа"))


@dataclass(frozen=True)
class Harvest(OneStepGame[str]):
    """The rules of Harvest."""

    name: ClassVar[str] = "harvest"
    title: ClassVar[Text] = Text("Harvest", "Жатва")
    summary: ClassVar[Text] = Text(
        "Carts that take wheat and corn. More points win.",
        "Повозки собирают пшеницу и кукурузу. Побеждают очки.",
    )
    cells: ClassVar[str] = "-ABwc"
    looks: ClassVar[Mapping[str, Look]] = {
        "-": Look("·", "bright_black", Text("stubble", "стерня")),
        "A": Look("▶", "red", Text("red cart", "красная повозка")),
        "B": Look("◀", "blue", Text("blue cart", "синяя повозка")),
        "w": Look("w", "yellow", Text("wheat", "пшеница")),
        "c": Look("c", "green", Text("corn", "кукуруза")),
    }
    sides: ClassVar[Mapping[Player, Text]] = {
        "A": Text("red", "красные"),
        "B": Text("blue", "синие"),
    }
    footers: ClassVar[tuple[str, ...]] = ("rests", "last")
    state_lines: ClassVar[Mapping[str, Text]] = {
        "rests": Text("rests left to A and to B", "сколько раз могут отдохнуть A и B")
    }
    keeps_points: ClassVar[bool] = True
    sizes: ClassVar[tuple[int, int] | None] = (2, MOST)
    start_options: ClassVar[tuple[str, ...]] = ("seed",)
    example: ClassVar[str] = "left, pass"

    limit: int | None = 40

    def start(self, request: StartRequest = StartRequest()) -> Position:  # noqa: B008  # frozen
        """A field with a cart in each of two corners."""
        width, height = request.size or (MOST, 3)
        if not (2 <= width <= MOST and 2 <= height <= MOST):
            raise BadRequest(BAD_SIZE())
        board = Board.filled("w", width, height)
        random = Random(request.seed or 0)
        crop = {cell: random.choice("wwc") for cell in board} if request.seed is not None else {}
        carts = {Cell(0, 0): "A", Cell(width - 1, height - 1): "B"}
        return Position(board.with_changes(crop | carts), state=("1 1",))

    def size_of(self, rows: Sequence[str]) -> tuple[int, int] | Fault:
        """Board with the given rows, as wide as the widest."""
        width, height = max(map(len, rows), default=MOST), len(rows) or 3
        return (width, height) if max(width, height) <= MOST else BAD_SIZE()

    def faults(self, position: Position) -> Iterator[Fault]:
        """Carts that are missing, or rests that are no numbers."""
        yield from (NO_CART(cart=cart) for cart in "AB" if position.board.count(cart) != 1)
        (rests,) = position.state
        if len(rests.split()) != 2 or not rests.replace(" ", "").isdigit():
            yield BAD_RESTS("rests", text=rests)

    def moves(self, position: Position) -> Iterator[str]:
        """To each side where neither the edge nor the other cart is."""
        (cart,) = position.board.where(position.player)
        for word, way in WAYS.items():
            target = cart.shifted(*way)
            if target in position.board and position.board[target] not in "AB":
                yield word
        yield "pass"
        if _rests(position)[position.player]:
            yield "rest"

    def perform(self, position: Position, move: str) -> Position:
        player = position.player
        if move == "pass":
            return position.after(position.board, move, passes=position.passes + 1)
        if move == "rest":
            rests = _rests(position)
            rests[player] -= 1
            return position.after(position.board, move, state=(f"{rests['A']} {rests['B']}",))
        (cart,) = position.board.where(player)
        target = cart.shifted(*WAYS[move])
        won = WORTH.get(position.board[target], 0)
        a, b = position.points
        points = (a + won, b) if player == "A" else (a, b + won)
        board = position.board.with_changes({cart: "-", target: player})
        return position.after(board, move, points=points)

    def parse(self, text: str) -> str:
        if text not in WORDS:
            raise self.not_a_move(text)
        return text

    def board_outcomes(self, position: Position) -> Iterator[Outcome]:
        """Nothing left, or nobody who wants it."""
        if not position.board.count("wc"):
            yield by_points(position.points, ALL_TAKEN)
        if position.passes >= 2:
            yield by_points(position.points, TWO_PASSES)

    def after_two_passes(self, position: Position) -> Outcome | None:
        return by_points(position.points, TWO_PASSES) if position.half_move > 2 else None


def _rests(position: Position) -> dict[Player, int]:
    (rests,) = position.state
    mine, theirs = map(int, rests.split())
    return {"A": mine, other("A"): theirs}
