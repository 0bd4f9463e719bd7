"""Virus War, «Война вирусов»: two colonies that grow and kill each other.

The board is square, 4 x 4 to 16 x 16. Columns are a b c d e f g h i k l m ... (no j), rows are
numbered from 1 at the bottom. The crosses (A) begin, the noughts (B) follow. A killed symbol
stays on its cell for ever, as a small letter: ``a`` a killed cross, ``b`` a killed nought.

A turn is three steps. A step puts a live symbol on an accessible empty cell, or kills a live enemy
symbol on an accessible cell. A cell is accessible if it touches (8 ways) a live own symbol, or a
chain of enemy symbols killed by the player that touches a live own symbol. Accessibility only grows
within a turn, so any order of the same legal steps is the same turn. It is written ``a1-b2-c3``, or
``pass``.

The other rules are a choice of options (``RuleOptions``). Opening ``corner``: the crosses' very
first step is a1, the noughts' the opposite corner; ``occupied``: both stand there from the start.
The first turn of the game has ``first-turn`` steps. ``passing`` lets a player who could move
pass. A turn has fewer steps than it should, down to none at all, only where no more are
possible. Ending:

- ``kill-all``: a player who kills the last live enemy symbol (of an enemy who has entered the
  board) wins at once, even in mid-turn. Two passes in a row are a draw.
- ``last-turn``: like ``kill-all``, but when both pass in a row, the one who passed first loses.
- ``full-turn``: a player who at the start of a turn cannot make all its steps loses at once, and
  nothing else wins. Two passes in a row, where passing is allowed, are a draw.

The rule sets are ``classic`` (corner, 3 steps, passing, kill-all), ``sesc`` (like classic, with
last-turn), ``petersburg`` (occupied, 1 step, no passing, full-turn, 11 x 11) and ``last-move``
(corner, 3 steps, no passing, full-turn). Every turn but a pass changes the board for good, and a
player cannot pass twice while the other stands still, so that repetition cannot occur.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import ClassVar, Self

from formats.board import Board, Cell, Look, Mark
from formats.fault import Fault
from formats.game import BadRequest, Game, Player, Position, StartRequest, other
from formats.games.virus_war import faults
from formats.games.virus_war.board import (
    LOOKS,
    SIDES,
    accessible_cells,
    character_after_step,
    entry_cells,
    fault_of_access,
    fault_of_change,
    fault_of_entry,
    fault_of_last_turn,
    final_kill,
    is_entering,
    is_wiped_out,
    start_board,
    unlikely_features,
)
from formats.games.virus_war.life import marks
from formats.games.virus_war.rules import (
    CUT_TURN,
    IN_SHORT,
    KILLED_ALL,
    PASSED_FIRST,
    RULE_SETS,
    SIZES,
    STEPS,
    TWO_PASSES,
    RuleOptions,
    rules_from_line,
)
from formats.games.virus_war.turn import PASS, StepTurn, order_steps, turn_from_name
from formats.outcome import Outcome
from formats.text import Text


@dataclass(frozen=True)
class VirusWar(Game[StepTurn, Cell]):
    """The rules of Virus War with a choice of options."""

    name: ClassVar[str] = "virus-war"
    title: ClassVar[Text] = Text("Virus War", "Война вирусов")
    summary: ClassVar[Text] = Text(
        "Two colonies grow and kill each other, three steps a turn.",
        "Две колонии растут и убивают друг друга, по три ходика за ход.",
    )
    cells: ClassVar[str] = "-ABab"
    counterparts: ClassVar[Mapping[str, str]] = {"A": "B", "B": "A", "a": "b", "b": "a"}
    looks: ClassVar[Mapping[str, Look]] = LOOKS
    sides: ClassVar[Mapping[Player, Text]] = SIDES
    footers: ClassVar[tuple[str, ...]] = ("rules", "last")
    rule_sets: ClassVar[tuple[str, ...]] = tuple(RULE_SETS)
    can_repeat: ClassVar[bool] = False
    sizes: ClassVar[tuple[int, int] | None] = (SIZES[0], SIZES[-1])
    example: ClassVar[str] = "a1-b2-c3, pass"
    in_short: ClassVar[Text | None] = IN_SHORT

    rules: RuleOptions = RULE_SETS["classic"]

    @classmethod
    def with_rules(cls, rules: str | None = None) -> Self:
        """Return the game with these rules; classic if none are named."""
        return cls(rules=rules_from_line(rules)) if rules is not None else cls()

    @property
    def rules_line(self) -> str:
        return str(self.rules)

    def start(self, request: StartRequest = StartRequest()) -> Position:  # noqa: B008  # frozen
        """Return an empty board, or one with the two corners occupied."""
        columns, rows = request.size or (self.rules.size, self.rules.size)
        if columns != rows or columns not in SIZES:
            raise BadRequest(faults.BAD_SIZE(width=columns, height=rows))
        return Position(start_board(columns, self.rules))

    def size_of(self, rows: Sequence[str]) -> tuple[int, int] | Fault:
        """Return the size of a square as wide as most rows."""
        widths = Counter(map(len, rows)) or Counter([self.rules.size])
        size = max(widths, key=lambda width: (widths[width], width == len(rows), width))
        return (size, size) if size in SIZES else faults.BAD_SIZE(width=size, height=len(rows))

    def faults(self, position: Position) -> Iterator[Fault]:
        if position.half_move > 1:
            yield from unlikely_features(position, self.rules)
            return
        start = start_board(position.board.width, self.rules)
        yield from (faults.NOT_A_START(cell) for cell in position.board.differences(start)[:1])

    def turn_length(self, position: Position) -> int:
        return self.rules.first_turn if position.half_move == 1 else STEPS

    def steps(self, position: Position) -> Iterator[Cell]:
        yield from sorted(self._any_steps(position))

    def _any_steps(self, position: Position) -> Iterator[Cell]:
        """Yield the cells of the possible steps in no particular order.

        They are the accessible cells; for a player who enters the board, the entry cells.
        """
        board, own = position.board, position.player
        yield from (entry_cells if is_entering(board, own, self.rules) else accessible_cells)(
            board, own
        )

    def step(self, position: Position, step: Cell) -> Position:
        """Return the position after a legal step; if it ends the turn, the opponent is to move."""
        after = self._after_steps(position, [step])
        if self._is_full(after) or next(self._any_steps(after), None) is None:
            return position.after(after.board, str(StepTurn(after.steps)))
        return after

    def _after_steps(self, position: Position, steps: Sequence[Cell]) -> Position:
        """Return the position after further steps of the turn, all of them legal."""
        before = position.board
        changes = {step: character_after_step(before[step], position.player) for step in steps}
        return Position(
            before.with_changes(changes),
            position.player,
            position.half_move,
            position.last,
            position.passes,
            (*position.steps, *steps),
            position.points,
            position.state,
        )

    def _is_full(self, position: Position) -> bool:
        """Return whether the rules allow the turn no more steps, even if more are possible."""
        enough = len(position.steps) >= self.turn_length(position)
        return enough or is_wiped_out(position.board, other(position.player), self.rules)

    def moves(self, position: Position) -> Iterator[StepTurn]:
        yield from self._turns(position, frozenset(), set())
        if not position.steps and not self._fault_of_pass(position):
            yield PASS

    def _turns(
        self, position: Position, barred: frozenset[Cell], winning_turns: set[StepTurn]
    ) -> Iterator[StepTurn]:
        """Yield the turns that go on from here without the barred steps.

        Once the turns with a step are listed, the step is barred from later ones, which leaves one
        order of each turn. The kill that ends the game must come last and is not barred:
        ``winning_turns`` has the turns with it.
        """
        final = final_kill(position.board, other(position.player), self.rules)
        for step in self.steps(position):
            if step == final:
                turn = StepTurn((*position.steps, step))
                if turn not in winning_turns:
                    winning_turns.add(turn)
                    yield turn
            elif step not in barred:
                following = self.step(position, step)
                if following.steps:
                    yield from self._turns(following, barred, winning_turns)
                    barred |= {step}
                else:
                    yield StepTurn((*position.steps, step))

    def fault_of(self, position: Position, move: StepTurn) -> Fault | None:
        if not move.steps:
            return self._fault_of_pass(position)
        length, count = self.turn_length(position), len(move.steps)
        if count > length:
            return faults.TOO_MANY_STEPS(move.steps[length], made=count, length=length)
        return self._progress(position, move.steps)[1]

    def _fault_of_pass(self, position: Position) -> Fault | None:
        if self.rules.passing or next(self._any_steps(position), None) is None:
            return None
        return faults.MAY_NOT_PASS(None, side=faults.SIDE[position.player])

    def _progress(self, position: Position, steps: Sequence[Cell]) -> tuple[int, Fault | None]:
        """Return how many of the steps can be made in this order, and the fault of the next one."""
        now = position
        for count, step in enumerate(steps):
            fault = self.fault_of_step(now, step)
            if fault is None and count and self._is_full(now):
                fault = faults.STEP_AFTER_THE_END(step)
            if fault:
                return count, fault
            now = self._after_steps(now, [step])
        more = None if self._is_full(now) else next(self.steps(now), None)
        if more is None:
            return len(steps), None
        length = self.turn_length(position)
        return len(steps), faults.TOO_FEW_STEPS(more, made=len(steps), length=length)

    def fault_of_step(self, position: Position, step: Cell) -> Fault | None:
        board, own = position.board, position.player
        if step not in board:
            return faults.OFF_BOARD(step)
        if board[step] == own:
            return faults.OWN_SYMBOL(step, side=faults.SIDE[own])
        if board[step] in "ab":
            return faults.KILLED_AGAIN(step)
        if is_entering(board, own, self.rules):
            return fault_of_entry(board, own, step)
        return fault_of_access(board, own, step)

    def perform(self, position: Position, move: StepTurn) -> Position:
        if not move.steps:
            return position.after(position.board, str(PASS), passes=position.passes + 1)
        after = self._after_steps(position, move.steps)
        return position.after(after.board, str(StepTurn(after.steps)))

    def parse(self, text: str) -> StepTurn:
        turn = turn_from_name(text)
        if turn is None:
            raise self.not_a_move(text)
        return turn

    def infer_move(self, position: Position, board: Board) -> StepTurn | Fault:
        """Return the legal turn that leads to this board, or why there is none."""
        changed = sorted(position.board.differences(board))
        for cell in changed:
            kind = fault_of_change(position.board[cell], board[cell], position.player)
            if kind:
                return kind(cell)
        if not 0 < len(changed) <= self.turn_length(position):
            turn = StepTurn(tuple(changed))
            return self.fault_of(position, turn) or turn
        return order_steps(changed, partial(self._progress, position))

    def fault_of_last(self, position: Position, move: StepTurn) -> Fault | None:
        """Return the fault of a cell that contradicts the last turn; None if there is none."""
        length = self.rules.first_turn if position.half_move == 2 else STEPS
        return fault_of_last_turn(position, move, length)

    def marks(self, board: Board) -> Mapping[Cell, Mark]:
        """Return the cells that are cut off, and those that are safe for ever."""
        return marks(board)

    def board_outcomes(self, position: Position) -> Iterator[Outcome]:
        """Yield the outcomes of a wiped-out colony, a cut turn and two passes."""
        own, foe = position.player, other(position.player)
        for winner, loser in ((foe, own), (own, foe)):
            if is_wiped_out(position.board, loser, self.rules):
                yield Outcome(winner, KILLED_ALL)
        if self.rules.ending == "full-turn" and not self._can_complete(position):
            yield Outcome(foe, CUT_TURN)
        if position.passes >= 2:
            last_wins = self.rules.ending == "last-turn"
            yield Outcome(foe, PASSED_FIRST) if last_wins else Outcome("D", TWO_PASSES)

    def after_two_passes(self, position: Position) -> Outcome | None:
        """Return the outcome if the last two turns were passes; None if they cannot have been.

        Passes do not change the board, so it shows whether both players could pass.
        """
        before = replace(position, player=other(position.player))
        if position.half_move < 3 or any(map(self._fault_of_pass, (position, before))):
            return None
        return self.outcome(replace(position, passes=2))

    def _can_complete(self, position: Position) -> bool:
        """Return whether the player can make all steps of a turn.

        A step prevents no other step, so trying one order of the steps is enough.
        """
        missing = self.turn_length(position)
        while missing and (steps := list(islice(self._any_steps(position), missing))):
            missing -= len(steps)
            position = self._after_steps(position, steps)
        return not missing
