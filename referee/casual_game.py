"""A game of people, with or without bots: its position, its moves, and what can be done with it.

A game is a value: a move, a step or an undo makes another game, and the old one stays as it was. So
a terminal or a page only has to keep the game that it shows. A person's moves come as text and are
judged by the rules; a bot's moves come as the referee has judged them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Self

from formats.fault import Fault
from formats.game import ALREADY_OVER, PLAYERS, BadNotation, IllegalMove, Player, Position, other
from formats.games import AnyGame
from formats.matrix import Matrix
from formats.outcome import Outcome, Winner
from formats.record import Record, RecordedMove, after_move, charge_clock
from formats.repetition import repetition_in
from formats.text import Text
from referee.judge import Judgement
from referee.verdict import Ending, Verdict

PASS = "pass"
_RESIGNED = Text("the game was given up", "партия сдана")
_OUT_OF_TIME = Text("the time is used up", "время вышло")
_AS_RECORDED = Text("so the record says", "так говорит запись")


@dataclass(frozen=True, slots=True)
class CasualEnd:
    """The end of a game: by the rules, or by what a player did."""

    winner: Winner
    reason: str
    """Name of the reason, as records have it."""
    sentence: Text
    legal: bool = True
    """True if the rules ended the game; if not, the sentence is about the loser."""

    @classmethod
    def of(cls, verdict: Verdict) -> Self:
        """Return the end that corresponds to a referee's verdict."""
        legal = not verdict.ending.is_fault
        return cls(verdict.winner, verdict.reason, verdict.sentence, legal=legal)


@dataclass(frozen=True)
class CasualGame:
    start: Matrix
    now: Matrix
    """The matrix before the turn that is being made."""
    pending: tuple[Position, ...] = ()
    """The positions after each step of that turn so far."""
    moves: tuple[RecordedMove, ...] = ()
    end: CasualEnd | None = None
    timed: bool = False
    """True if time is taken off the clocks."""
    before: CasualGame | None = field(default=None, repr=False, compare=False)
    """The game before the last half-move, or before whatever ended it."""

    @classmethod
    def at_start(cls, start: Matrix, *, timed: bool = False) -> Self:
        """Return a game without moves."""
        return cls(start, start, end=_end_of(start.outcome), timed=timed)

    @classmethod
    def from_record(cls, record: Record, *, timed: bool = False) -> CasualGame:
        """Return the game of a record, to be shown or continued."""
        game: CasualGame = cls.at_start(record.start, timed=timed)
        for move in record.moves:
            game = game._after_move(move)
        if record.result and not game.end:
            return game._with_end(CasualEnd(record.result, record.termination, _AS_RECORDED))
        return game

    @classmethod
    def from_stored_moves(
        cls,
        start: Matrix,
        moves: Iterable[RecordedMove],
        *,
        timed: bool,
        clocks: Collection[Player],
        end: CasualEnd | None,
    ) -> CasualGame:
        """Return the game with the moves that its own player has stored.

        The moves are not judged again, which would take ten times as long: only their positions are
        computed. ``clocks`` are the players whose time is taken off. Raise RuleError for a text
        that is no move of the game; the result of a move that was not legal is undefined.
        """
        game: CasualGame = cls.at_start(start, timed=timed)
        for move in moves:
            board_game, mover = game.board_game, game.player
            position = board_game.perform(game.now.position, board_game.parse(move.text))
            matrix = game.now.followed_by(position, None)
            if timed and mover in clocks:
                matrix = charge_clock(matrix, mover, move.seconds)
            game = game._at_matrix(matrix, move, None)
        if end is None or game.end:
            return game
        if not end.legal or not game.moves:
            return game._with_end(end)
        return replace(game, now=replace(game.now, winner=end.winner), end=end)

    @property
    def board_game(self) -> AnyGame:
        return self.now.game

    @property
    def player(self) -> Player:
        return self.now.position.player

    @property
    def position(self) -> Position:
        """The position on the board, with the steps of the turn so far."""
        return self.pending[-1] if self.pending else self.now.position

    @property
    def turn(self) -> str:
        """The steps of the turn so far, in notation; empty if there are none."""
        return "-".join(map(str, self.position.steps))

    @property
    def is_whole(self) -> bool:
        """True if the steps so far are a whole turn, ready to be sent."""
        return self.position.half_move > self.now.position.half_move

    @property
    def texts(self) -> list[str]:
        """The moves so far, in notation."""
        return [move.text for move in self.moves]

    @property
    def before_last_move(self) -> Position | None:
        """The position before the last move; None if there is no move."""
        earlier = self.before
        while earlier and earlier.moves == self.moves:
            earlier = earlier.before
        return earlier.now.position if earlier else None

    @property
    def may_pass(self) -> bool:
        if self.end or self.pending:
            return False
        try:
            return self._fault_of(PASS) is None
        except BadNotation:
            return False

    def steps(self) -> list[object]:
        return [] if self.end or self.is_whole else list(self.board_game.steps(self.position))

    def legal(self) -> Iterator[str]:
        """Yield what can be entered now: every single step, and a pass if it is legal."""
        steps = list(map(str, self.steps()))
        yield from steps
        if self.may_pass and PASS not in steps:
            yield PASS

    def enter(self, text: str, seconds: Decimal = Decimal(0)) -> CasualGame:
        """Make a move that took so many seconds, or some steps of one. Raise RuleError."""
        if self.end:
            raise IllegalMove(ALREADY_OVER())
        stepped = self._after_steps(text)
        if stepped is not None:
            return stepped.with_turn_made(seconds) if stepped.is_whole else stepped
        if self.pending:
            raise self._refusal(text)
        return self._after_text(text, seconds)

    def step(self, text: str) -> CasualGame:
        """Make one step; even a whole turn waits to be sent. Raise RuleError."""
        for step in self.steps():
            if str(step) == text:
                return replace(
                    self, pending=(*self.pending, self.board_game.step(self.position, step))
                )
        raise self._refusal(text)

    def with_turn_made(self, seconds: Decimal = Decimal(0)) -> CasualGame:
        """Make the move that consists of the steps, which must be a whole turn."""
        assert self.is_whole, "more steps must be made"
        return self._after_text(self.position.last or "", seconds)

    def after_turn(
        self, judgement: Judgement, *, keep_seconds: bool = False, timed: bool = True
    ) -> CasualGame:
        """Return the game after a bot's turn that the referee has judged.

        The time is taken off the clocks if the game and this turn are timed; ``keep_seconds``
        stores it with the move in any case.
        """
        end = CasualEnd.of(judgement.verdict) if judgement.verdict else None
        if judgement.matrix is None or judgement.move is None:
            assert end, "a turn without a move ends the game"
            return self._with_end(end)
        matrix, move = judgement.matrix, judgement.move
        if not (self.timed and timed):
            matrix = replace(matrix, times=self.now.times)
            move = move if keep_seconds else replace(move, seconds=Decimal(0))
        return self._at_matrix(matrix, move, end)

    def resigned(self, player: Player) -> CasualGame:
        return self._with_end(CasualEnd(other(player), "resigned", _RESIGNED, legal=False))

    def is_late(self, seconds: Decimal) -> bool:
        """Return whether the player to move has no more time left than that."""
        return self.timed and self.end is None and seconds >= self.now.time_of(self.player)

    def out_of_time(self) -> CasualGame:
        ending = Ending.OUT_OF_TIME.label
        return self._with_end(CasualEnd(other(self.player), ending, _OUT_OF_TIME, legal=False))

    def undone(self, people: Collection[Player] = PLAYERS) -> CasualGame | None:
        """Undo the last step; if the turn has none, go back to the last turn of these players.

        None if they have had no turn.
        """
        return self.step_undone() or self.turn_undone(people)

    def step_undone(self) -> CasualGame | None:
        """Undo the last step; None if the turn has no steps."""
        return replace(self, pending=self.pending[:-1]) if self.pending else None

    def turn_undone(self, people: Collection[Player] = PLAYERS) -> CasualGame | None:
        """Go back to the last turn of these players; None if they have had none."""
        earlier = self.before
        while earlier and earlier.player not in people:
            earlier = earlier.before
        return earlier

    def record(self, tags: Mapping[str, str]) -> Record:
        """Return the record of the game, with these tags beside its own.

        The moves of a player whose time is not taken off have no time there, since a reader of the
        record takes it off.
        """
        winner = self.end.winner if self.end else None
        reason = self.end.reason if self.end else "unfinished"
        moves = list(self.moves)
        for first, player in enumerate(
            (self.start.position.player, other(self.start.position.player))
        ):
            turns = slice(first, None, 2)
            used = sum((move.seconds for move in moves[turns]), Decimal(0))
            if self.start.time_of(player) - used != self.now.time_of(player):
                moves[turns] = [replace(move, seconds=Decimal(0)) for move in moves[turns]]
        return Record(self.start, tuple(moves), winner, reason, tags)

    def _after_steps(self, text: str) -> CasualGame | None:
        """Return the game after the steps in the text; None if one of them is not legal."""
        game = self
        is_one_step = text in map(str, self.steps())
        for word in [text] if is_one_step else text.split("-"):
            if word not in map(str, game.steps()):
                return None
            game = game.step(word)
        return game

    def _refusal(self, text: str) -> IllegalMove | BadNotation:
        fault = self._fault_of(text)
        return IllegalMove(fault) if fault else self.board_game.not_a_move(text)

    def _fault_of(self, text: str) -> Fault | None:
        """Return the rule that the continuation breaks; None if it is legal. Raise BadNotation."""
        position = self.now.position if self.is_whole else self.position
        fault = self.board_game.fault_of(position, self.board_game.parse(text))
        if fault is None and position.steps:
            # A pass is no step, but the steps so far are no whole turn either.
            fault = self.board_game.fault_of(self.now.position, self.board_game.parse(self.turn))
        return fault

    def _after_text(self, text: str, seconds: Decimal) -> CasualGame:
        return self._after_move(RecordedMove(text, seconds if self.timed else Decimal(0)))

    def _after_move(self, move: RecordedMove) -> CasualGame:
        """Return the game after a whole move. Raise RuleError."""
        matrix = after_move(self.now, move)
        outcome = matrix.outcome
        if outcome is None and (outcome := repetition_in(matrix.game, [*self.texts, move.text])):
            matrix = replace(matrix, winner=outcome.winner)
        return self._at_matrix(matrix, move, _end_of(outcome))

    def _at_matrix(self, matrix: Matrix, move: RecordedMove, end: CasualEnd | None) -> CasualGame:
        moves = (*self.moves, move)
        return replace(
            self, now=matrix, pending=(), moves=moves, end=end, before=self._without_steps
        )

    def _with_end(self, end: CasualEnd) -> CasualGame:
        return replace(self._without_steps, end=end, before=self._without_steps)

    @property
    def _without_steps(self) -> CasualGame:
        """The game without the steps of an unfinished turn."""
        return replace(self, pending=())


def _end_of(outcome: Outcome | None) -> CasualEnd | None:
    return CasualEnd(outcome.winner, outcome.reason.name, outcome.reason.text) if outcome else None
