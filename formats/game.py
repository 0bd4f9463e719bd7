"""Games: their positions, moves and outcomes.

A game is a set of rules with options, and knows nothing of files, clocks or programs. Each game has
a file of its own in ``formats/games``, in which it is found without registration.

A *move* is what a player does in one half-move. If it is made of several *steps* (a turn in Virus
War), the rules can also be asked and played step by step; in other games a move is one step.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from inspect import getmembers, isabstract, isclass
from types import ModuleType
from typing import Any, ClassVar, Generic, Literal, Self, TypeAlias, TypeVar, get_args

from formats.board import Board, Cell, Look, Mark
from formats.fault import Fault, FaultKind
from formats.outcome import HALF_MOVE_LIMIT, LIMIT_BY_POINTS, Outcome, by_points
from formats.text import Text

Player: TypeAlias = Literal["A", "B"]

PLAYERS: tuple[Player, ...] = get_args(Player)

Move = TypeVar("Move")
Step = TypeVar("Step")

NOT_A_MOVE = FaultKind(
    "L001",
    Text("«{text}» is not a move in this game's notation", "«{text}» — не запись хода в этой игре"),
    Text("moves are written like {example}", "ходы записываются так: {example}"),
)
ALREADY_OVER = FaultKind(
    "L002", Text("the game is over: no move can follow", "партия окончена: ходов больше нет")
)
NO_MOVE_MADE = FaultKind("L003", Text("the board is as it was", "доска осталась прежней"))
NOT_POSSIBLE = FaultKind("L004", Text("{move} is not possible here", "ход {move} здесь невозможен"))
NO_MOVE_LEADS_THERE = FaultKind(
    "L005", Text("no legal move leads to this board", "такую доску не даёт ни один допустимый ход")
)
SEVERAL_LEAD_THERE = FaultKind(
    "L006",
    Text("{move} and {another} both lead to this board", "эту доску дают и {move}, и {another}"),
    Text("name the move: last {move}", "назовите ход: last {move}"),
)
BEYOND_OWN_LIMIT = FaultKind(
    "S001",
    Text(
        "a limit of {limit} half-moves is too high: {game} has its own limit, {own}",
        "предел полуходов {limit} слишком велик: у игры {game} есть свой, {own}",
    ),
    Text(
        "a bot that knows the rules writes a draw at {own}: choose {own} or less",
        "бот, который знает правила, запишет ничью на полуходе {own}: выберите не больше {own}",
    ),
)


def other(player: Player) -> Player:
    return "B" if player == "A" else "A"


def player_of(half_move: int) -> Player:
    """Return the player of a half-move: A has the odd ones, B the even ones."""
    return "A" if half_move % 2 else "B"


class RuleError(ValueError):
    """A move or an option that the rules do not allow; ``fault`` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence())
        self.fault = fault


class BadNotation(RuleError):  # noqa: N818  # The name says what it is.
    """A text that is not a move in the game's notation."""


class IllegalMove(RuleError):  # noqa: N818  # as above
    """A move in the game's notation that the rules forbid in the position."""


class BadRequest(RuleError):  # noqa: N818  # as above
    """Options or a start position that the game does not have."""


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that the rules need to know about a moment of a game."""

    board: Board
    player: Player = "A"
    half_move: int = 1
    last: str | None = None
    """The turn just made, in notation, if it is known."""
    passes: int = 0
    """Number of passes in a row that led here."""
    steps: tuple[Cell, ...] = ()
    """The steps so far of an unfinished turn."""
    points: tuple[int, int] = (0, 0)
    state: tuple[str, ...] = ()
    """Further state of the game: the text of each of its ``state_lines``, in their order."""

    def after(
        self,
        board: Board,
        last: str,
        *,
        passes: int = 0,
        points: tuple[int, int] | None = None,
        state: tuple[str, ...] = (),
    ) -> Position:
        """Return the opponent's position after a turn that led to this board."""
        rest = (), points or self.points, state or self.state
        return Position(board, other(self.player), self.half_move + 1, last, passes, *rest)


@dataclass(frozen=True, slots=True)
class StartRequest:
    """Options of a start position; each game uses those that concern it."""

    size: tuple[int, int] | None = None
    """Numbers of columns and rows."""
    seed: int | None = None
    """Seed of a random position; the same seed gives the same one."""
    pieces: int | None = None
    """Number of pieces of each player."""
    marks: int | None = None
    """Number of marked cells."""
    mirrored: bool = False
    """True if the board looks the same from both sides."""


@dataclass(frozen=True)
class Game(ABC, Generic[Move, Step]):
    """The rules of a game; instances are values: two with the same options are equal."""

    name: ClassVar[str]
    title: ClassVar[Text]
    summary: ClassVar[Text]
    """Description of the game for a reader who does not know it."""
    cells: ClassVar[str]
    """Characters that the board can have."""
    counterparts: ClassVar[Mapping[str, str]] = {"A": "B", "B": "A"}
    """Characters that change when the players change sides."""
    looks: ClassVar[Mapping[str, Look]]
    """Appearance of each character."""
    sides: ClassVar[Mapping[Player, Text]]
    """Names of the players."""
    footers: ClassVar[tuple[str, ...]]
    """Keys of footer lines beside ``game``, of letters; if empty, a file has not even that line."""
    rule_sets: ClassVar[tuple[str, ...]] = ()
    """Names of rule sets that ``with_rules`` knows, if there is a choice."""
    state_lines: ClassVar[Mapping[str, Text]] = {}
    """Footer lines with state that the board does not show, with their titles."""
    keeps_points: ClassVar[bool] = False
    """True if moves change the points; if not, both players have 0."""
    can_repeat: ClassVar[bool] = True
    """True if a sequence of moves can be made three times in a row."""
    sizes: ClassVar[tuple[int, int] | None] = None
    """Least and greatest number of cells of a board's side; None if all boards have one size."""
    start_options: ClassVar[tuple[str, ...]] = ()
    """Options of a ``StartRequest`` that the game uses; with ``seed`` starts can be random."""
    example: ClassVar[str]
    """A move, as an example of the notation."""
    in_short: ClassVar[Text | None] = None
    """The rules in a few sentences, for a new player."""

    limit: int | None = None
    """The last half-move that may be played; ``at_limit`` gives the outcome after it."""

    @classmethod
    def with_rules(cls, rules: str | None = None) -> Self:
        """Return the game with the options that a file's ``rules`` line names."""
        assert rules is None, "this game has one set of rules"
        return cls()

    def with_limit(self, limit: int | None) -> Self:
        """Return the game with that limit, if any. Raise BadRequest above the game's own."""
        own = type(self).limit
        if limit is not None and own is not None and limit > own:
            raise BadRequest(BEYOND_OWN_LIMIT(limit=limit, own=own, game=self.title))
        return self if limit in (None, self.limit) else replace(self, limit=limit)

    @property
    def rules_line(self) -> str | None:
        """The options as a file's ``rules`` line names them; None if the game has none."""
        return None

    @abstractmethod
    def start(self, request: StartRequest = StartRequest()) -> Position:  # frozen
        """Return a start position. Raise BadRequest if there is none like that."""

    def foreign_options(self, request: StartRequest) -> list[str]:
        """Return the options of the request that have no effect in this game."""
        return [
            name
            for name in ("seed", "pieces", "marks", "mirrored")
            if getattr(request, name) is not (False if name == "mirrored" else None)
            and name not in self.start_options
        ]

    @abstractmethod
    def size_of(self, rows: Sequence[str]) -> tuple[int, int] | Fault:
        """Return the size of the board that was probably meant by these rows."""

    def faults(self, position: Position) -> Iterator[Fault]:
        """Yield what is impossible about a position of this game."""
        return iter(())

    def points_on(self, board: Board) -> tuple[int, int] | None:
        """Return the points that a board shows; None if they depend on the moves played."""
        return None

    @abstractmethod
    def moves(self, position: Position) -> Iterator[Move]:
        """Yield every legal move once; there may be one even if the game is over."""

    @abstractmethod
    def steps(self, position: Position) -> Iterator[Step]:
        """Yield every legal single step."""

    @abstractmethod
    def step(self, position: Position, step: Step) -> Position:
        """Return the position after a legal step; if it ends the turn, the opponent is to move."""

    def fault_of(self, position: Position, move: Move) -> Fault | None:
        """Return the rule that the move breaks; None if it is legal. A game may be more precise."""
        return None if move in self.moves(position) else NOT_POSSIBLE(move=move)

    @abstractmethod
    def perform(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move, with its points and state."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """Return the move in this notation. Raise BadNotation."""

    def infer_move(self, position: Position, board: Board) -> Move | Fault:
        """Return the legal move that leads to this board, or why there is none.

        If several moves do, and lead to different positions, a file must name its move as ``last``.
        """
        reached = {move: self.perform(position, move) for move in self.moves(position)}
        no_move_kind = NO_MOVE_MADE if board == position.board else NO_MOVE_LEADS_THERE
        return _move_to(board, reached, no_move_kind())

    def fault_of_last(self, position: Position, move: Move) -> Fault | None:
        """Return why this turn cannot have led to the board, as far as the board alone shows it."""
        return None

    @abstractmethod
    def board_outcomes(self, position: Position) -> Iterator[Outcome]:
        """Yield the outcomes that the board, and passes before it, show; without the limit."""

    def after_two_passes(self, position: Position) -> Outcome | None:
        """Return the outcome if both players have just passed; None if they cannot have."""
        return None

    def outcomes(self, position: Position) -> Iterator[Outcome]:
        """Yield everything that ends the game after a whole turn; the first outcome counts."""
        yield from self.board_outcomes(position)
        if self.limit is not None and position.half_move > self.limit:
            yield self.at_limit(position)

    def at_limit(self, position: Position) -> Outcome:
        """Return the outcome at the half-move limit."""
        if self.keeps_points:
            return by_points(position.points, LIMIT_BY_POINTS)
        return Outcome("D", HALF_MOVE_LIMIT)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome of the game; None while it goes on."""
        return None if position.steps else next(self.outcomes(position), None)

    def play(self, position: Position, move: Move) -> Position:
        """Return the opponent's position after the move. Raise IllegalMove."""
        fault = ALREADY_OVER() if self.outcome(position) else self.fault_of(position, move)
        if fault is not None:
            raise IllegalMove(fault)
        return self.perform(position, move)

    def turn_length(self, position: Position) -> int:
        """Return the number of steps of the turn, if so many are possible."""
        return 1

    def marks(self, board: Board) -> Mapping[Cell, Mark]:
        """Return cells with something special that a new player might overlook."""
        return {}

    def look_of(self, board: Board, cell: Cell) -> Look:
        """Return the appearance of the cell, by its character and its place only."""
        return self.looks[board[cell]]

    def not_a_move(self, text: str) -> BadNotation:
        """Return the error for a text that is not a move."""
        return BadNotation(NOT_A_MOVE(text=text[:40], example=self.example))


@dataclass(frozen=True)
class OneStepGame(Game[Move, Move]):
    """A game in which every move is one step."""

    def steps(self, position: Position) -> Iterator[Move]:
        """Yield every legal move."""
        return self.moves(position)

    def step(self, position: Position, step: Move) -> Position:
        return self.perform(position, step)


def _move_to(board: Board, reached: Mapping[Move, Position], no_move_fault: Fault) -> Move | Fault:
    """Return the move that leads to this board, among moves with the positions that they reach.

    Of several moves any will do, unless their positions differ in more than the board.
    """
    moves = [move for move, after in reached.items() if after.board == board]
    if not moves:
        return no_move_fault
    first, *others = moves
    for another in others:
        if replace(reached[another], last=None) != replace(reached[first], last=None):
            return SEVERAL_LEAD_THERE(move=first, another=another)
    return first


AnyGame: TypeAlias = Game[Any, Any]


def game_classes(module: ModuleType) -> list[type[AnyGame]]:
    """Return the subclasses of Game that a module or package defines, abstract ones too."""
    return [
        member
        for _, member in getmembers(module, isclass)
        if issubclass(member, Game) and f"{member.__module__}.".startswith(f"{module.__name__}.")
    ]


def game_in_module(module_name: str) -> type[AnyGame]:
    """Return the only subclass of Game in a module or package; raise TypeError without one."""
    games = [game for game in game_classes(import_module(module_name)) if not isabstract(game)]
    if len(games) != 1:
        raise TypeError(f"{module_name} must have one subclass of Game, not {len(games)}")
    return games[0]
