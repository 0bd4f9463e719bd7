"""What a game is: positions, moves, playing one, and how it ends.

A game is a law, with its options, that knows nothing of files, clocks or programs. Each lives in
a file of its own in ``formats/games`` and is found there by listing the folder.

A *move* is what a player does in one half-move. Where it is made of several *steps* (a turn in
Virus War), the law can also be asked and played a step at a time; elsewhere a move is one step.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, Literal, Self, TypeAlias, TypeVar, get_args

from formats.board import Board, Cell, Look, Mark
from formats.fault import Fault, FaultKind
from formats.move_search import NO_MOVE_LEADS_THERE, move_to
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
    """The player who makes that half-move: A the odd ones, B the even ones."""
    return "A" if half_move % 2 else "B"


class LawError(ValueError):
    """A move that cannot be played; ``fault`` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence())
        self.fault = fault


class BadNotation(LawError):  # noqa: N818  # what it is, not "an error about it"
    """A text that is not a move in the game's notation."""


class IllegalMove(LawError):  # noqa: N818  # as above
    """A move of this notation that the law forbids here."""


class BadRequest(LawError):  # noqa: N818  # as above
    """Options or a start position that the game does not have."""


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that the law needs to know about a moment of a game."""

    board: Board
    player: Player = "A"
    half_move: int = 1
    last: str | None = None
    """The turn just made, in notation, where it is known."""
    passes: int = 0
    """How many passes in a row led here."""
    steps: tuple[Cell, ...] = ()
    """The steps already made of an unfinished turn."""
    points: tuple[int, int] = (0, 0)
    state: tuple[str, ...] = ()
    """What else the game goes by: the text of each of its ``state_lines``, in their order."""

    def after(
        self,
        board: Board,
        last: str,
        *,
        passes: int = 0,
        points: tuple[int, int] | None = None,
        state: tuple[str, ...] = (),
    ) -> Position:
        """The opponent's position once this turn has made that of the board, and of the rest."""
        rest = (), points or self.points, state or self.state
        return Position(board, other(self.player), self.half_move + 1, last, passes, *rest)


@dataclass(frozen=True, slots=True)
class StartRequest:
    """What is asked of a start position. Each game uses what concerns it."""

    size: tuple[int, int] | None = None
    """Columns and rows."""
    seed: int | None = None
    """Asks for a random position; the same seed gives the same one."""
    pieces: int | None = None
    """Pieces per side."""
    marks: int | None = None
    """Cells that are not part of the board."""
    mirrored: bool = False
    """Whether the board looks the same from both sides."""


@dataclass(frozen=True)
class Game(ABC, Generic[Move, Step]):
    """The law of one game. Instances are values: two with the same options are equal."""

    name: ClassVar[str]
    title: ClassVar[Text]
    summary: ClassVar[Text]
    """What it is about, for somebody who does not know it."""
    cells: ClassVar[str]
    """The characters that may stand on a board."""
    counterparts: ClassVar[Mapping[str, str]] = {"A": "B", "B": "A"}
    """What becomes of each where the players change sides; what is not named stays."""
    looks: ClassVar[Mapping[str, Look]]
    """How each of them is shown."""
    sides: ClassVar[Mapping[Player, Text]]
    """What the players are called."""
    footers: ClassVar[tuple[str, ...]]
    """The footer lines of its files beside ``game``; where there are none, not even that."""
    rule_sets: ClassVar[tuple[str, ...]] = ()
    """The names of the options that ``with_rules`` knows, where there is a choice."""
    state_lines: ClassVar[Mapping[str, Text]] = {}
    """Those of them that tell what the board does not, and what each is called."""
    keeps_points: ClassVar[bool] = False
    """Whether moves change the points; where they do not, both players have 0."""
    can_repeat: ClassVar[bool] = True
    """Whether a sequence of moves can be made three times in a row."""
    sizes: ClassVar[tuple[int, int] | None] = None
    """The fewest and the most cells of a side of its boards; nothing where all are of one size."""
    start_options: ClassVar[tuple[str, ...]] = ()
    """What else a ``StartRequest`` decides: with ``seed``, starts can be drawn by lot."""
    example: ClassVar[str]
    """A move, to show the notation."""
    in_short: ClassVar[Text | None] = None
    """The rules in a few sentences, for who sits down to play."""

    limit: int | None = None
    """The last half-move that may be played: ``at_limit`` says what holds after it."""

    @classmethod
    def with_rules(cls, rules: str | None = None) -> Self:
        """The game with the options that a file's ``rules`` line names."""
        assert rules is None, "this game has one set of rules"
        return cls()

    def with_limit(self, limit: int | None) -> Self:
        """The game with that limit, if there is one. Raises BadRequest above the game's own."""
        own = type(self).limit
        if limit is not None and own is not None and limit > own:
            raise BadRequest(BEYOND_OWN_LIMIT(limit=limit, own=own, game=self.title))
        return self if limit in (None, self.limit) else replace(self, limit=limit)

    @property
    def rules_line(self) -> str | None:
        """The options as a file's ``rules`` line names them, if the game has any."""
        return None

    @abstractmethod
    def start(self, request: StartRequest = StartRequest()) -> Position:  # frozen
        """A start position. Raises BadRequest if there is none like that."""

    @abstractmethod
    def size_of(self, rows: Sequence[str]) -> tuple[int, int] | Fault:
        """The size of the board that was probably meant by these rows."""

    def faults(self, position: Position) -> Iterator[Fault]:
        """What is impossible about a position of this game."""
        return iter(())

    def points_on(self, board: Board) -> tuple[int, int] | None:
        """The points that a board shows; nothing where they come of what was played."""
        return None

    @abstractmethod
    def moves(self, position: Position) -> Iterator[Move]:
        """Every legal move, each once. There may be one even where the game is over."""

    @abstractmethod
    def steps(self, position: Position) -> Iterator[Step]:
        """Every legal single step."""

    @abstractmethod
    def step(self, position: Position, step: Step) -> Position:
        """The position after a legal step: the opponent's, if it ends the turn."""

    def fault_of(self, position: Position, move: Move) -> Fault | None:
        """The rule that the move breaks; nothing if it is legal. A game may be more precise."""
        return None if move in self.moves(position) else NOT_POSSIBLE(move=move)

    @abstractmethod
    def perform(self, position: Position, move: Move) -> Position:
        """The position after a legal move, with the points and the state that it leads to."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The move in this notation. Raises BadNotation."""

    def infer_move(self, position: Position, board: Board) -> Move | Fault:
        """The legal move that makes this of the board, or why there is none.

        Where several do, and lead to different positions, a file must name its move as ``last``.
        """
        reached = {move: self.perform(position, move) for move in self.moves(position)}
        none = NO_MOVE_MADE if board == position.board else NO_MOVE_LEADS_THERE
        return move_to(board, reached, none())

    def fault_of_last(self, position: Position, move: Move) -> Fault | None:
        """Why this turn cannot have led to the board, as far as the board alone shows it."""
        return None

    @abstractmethod
    def board_outcomes(self, position: Position) -> Iterator[Outcome]:
        """How the board ends the game, apart from the limit; of the past only passes count."""

    def after_two_passes(self, position: Position) -> Outcome | None:
        """How the game has ended if both have just passed; nothing where they cannot have."""
        return None

    def outcomes(self, position: Position) -> Iterator[Outcome]:
        """Everything that can end the game after a whole turn; the first that applies counts."""
        yield from self.board_outcomes(position)
        if self.limit is not None and position.half_move > self.limit:
            yield self.at_limit(position)

    def at_limit(self, position: Position) -> Outcome:
        """How the game ends at the half-move limit."""
        if self.keeps_points:
            return by_points(position.points, LIMIT_BY_POINTS)
        return Outcome("D", HALF_MOVE_LIMIT)

    def outcome(self, position: Position) -> Outcome | None:
        """How the game has ended; nothing while it goes on."""
        return None if position.steps else next(self.outcomes(position), None)

    def play(self, position: Position, move: Move) -> Position:
        """The opponent's position after the move. Raises IllegalMove."""
        fault = ALREADY_OVER() if self.outcome(position) else self.fault_of(position, move)
        if fault is not None:
            raise IllegalMove(fault)
        return self.perform(position, move)

    def turn_length(self, position: Position) -> int:
        """How many steps the turn has, where that many are possible."""
        return 1

    def marks(self, board: Board) -> Mapping[Cell, Mark]:
        """Cells with something special that a newcomer might overlook."""
        return {}

    def look_of(self, board: Board, cell: Cell) -> Look:
        """How the cell is shown, by what stands there and where it is, whatever is around it."""
        return self.looks[board[cell]]

    def not_a_move(self, text: str) -> BadNotation:
        """The error for a text that is not a move."""
        return BadNotation(NOT_A_MOVE(text=text[:40], example=self.example))


@dataclass(frozen=True)
class OneStepGame(Game[Move, Move]):
    """A game in which every move is one step."""

    def steps(self, position: Position) -> Iterator[Move]:
        """Every legal move."""
        return self.moves(position)

    def step(self, position: Position, step: Move) -> Position:
        return self.perform(position, step)
