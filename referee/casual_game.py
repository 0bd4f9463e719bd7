"""A game that people play: its position, its moves, and everything that can be done with it.

A game is a value: a move, a step of one or an undo makes another game, and the old one stays as it
was. So a terminal or a page that shows a game only has to keep the one it shows. A person's moves
come as text and are judged by the law; a bot's come as the referee has judged them.
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
from formats.record import MadeMove, Record, after_move, charged
from formats.repetition import REPEATED, is_repeated
from formats.text import Text
from referee.judge import Judged
from referee.verdict import Ending, Verdict

PASS = "pass"
_RESIGNED = Text("the game was given up", "партия сдана")
_OUT_OF_TIME = Text("the time is used up", "время вышло")
_AS_RECORDED = Text("so the record says", "так говорит запись")


@dataclass(frozen=True, slots=True)
class CasualEnd:
    """How a game ended: by the law, or by what a player did."""

    winner: Winner
    reason: str
    """A name for it, as records have it."""
    sentence: Text
    lawful: bool = True
    """Whether it was played out; if not, the sentence is about the one who lost."""

    @classmethod
    def of(cls, verdict: Verdict) -> Self:
        """The end that a referee's verdict is."""
        lawful = not verdict.ending.is_fault
        return cls(verdict.winner, verdict.reason, verdict.sentence, lawful=lawful)


@dataclass(frozen=True)
class CasualGame:
    start: Matrix
    now: Matrix
    """The file as it is before the turn that is being made."""
    pending: tuple[Position, ...] = ()
    """After each step already made of that turn."""
    moves: tuple[MadeMove, ...] = ()
    end: CasualEnd | None = None
    timed: bool = False
    """Whether time is taken off the clocks."""
    before: CasualGame | None = field(default=None, repr=False, compare=False)
    """As it was before the last half-move, or whatever ended the game."""

    @classmethod
    def begun(cls, start: Matrix, *, timed: bool = False) -> Self:
        """A game in which nothing is done yet."""
        return cls(start, start, end=_end_of(start.outcome), timed=timed)

    @classmethod
    def recorded(cls, record: Record, *, timed: bool = False) -> CasualGame:
        """The game of a record, to be looked at or played on."""
        game: CasualGame = cls.begun(record.start, timed=timed)
        for made in record.moves:
            game = game._after(made)
        if record.result and not game.end:
            return game._ended(CasualEnd(record.result, record.termination, _AS_RECORDED))
        return game

    @classmethod
    def resumed(
        cls,
        start: Matrix,
        moves: Iterable[MadeMove],
        *,
        timed: bool,
        clocks: Collection[Player],
        end: CasualEnd | None,
    ) -> CasualGame:
        """Return the game that was played so far, from what its own player has written down.

        The moves are not judged again, which takes ten times as long: only what they lead to is
        worked out. ``clocks`` are the players whose time is taken off. A text that is no move of
        the game raises LawError, and a move that was not legal what the game makes of it.
        """
        game: CasualGame = cls.begun(start, timed=timed)
        for made in moves:
            law, mover = game.law, game.player
            position = law.perform(game.now.position, law.parse(made.text))
            matrix = game.now.followed(position, None)
            if timed and mover in clocks:
                matrix = charged(matrix, mover, made.seconds)
            game = game._at(matrix, made, None)
        if end is None or game.end:
            return game
        if not end.lawful or not game.moves:
            return game._ended(end)
        return replace(game, now=replace(game.now, winner=end.winner), end=end)

    @property
    def law(self) -> AnyGame:
        return self.now.game

    @property
    def player(self) -> Player:
        return self.now.position.player

    @property
    def position(self) -> Position:
        """What is on the board, with the steps already made of the turn."""
        return self.pending[-1] if self.pending else self.now.position

    @property
    def turn(self) -> str:
        """The steps already made of the turn, in notation; empty if there are none."""
        return "-".join(map(str, self.position.steps))

    @property
    def is_whole(self) -> bool:
        """Whether the steps made are a whole turn, to be sent."""
        return self.position.half_move > self.now.position.half_move

    @property
    def texts(self) -> list[str]:
        """The moves made so far, in notation."""
        return [made.text for made in self.moves]

    @property
    def before_last_move(self) -> Position | None:
        """What was on the board before the last move; nothing, if none was made."""
        earlier = self.before
        while earlier and earlier.moves == self.moves:
            earlier = earlier.before
        return earlier.now.position if earlier else None

    @property
    def may_pass(self) -> bool:
        if self.end or self.pending:
            return False
        try:
            return self._why_not(PASS) is None
        except BadNotation:
            return False

    def steps(self) -> list[object]:
        return [] if self.end or self.is_whole else list(self.law.steps(self.position))

    def legal(self) -> Iterator[str]:
        """What may be entered now: every single step, and a pass where it may be."""
        steps = list(map(str, self.steps()))
        yield from steps
        if self.may_pass and PASS not in steps:
            yield PASS

    def enter(self, text: str, seconds: Decimal = Decimal(0)) -> CasualGame:
        """Makes a move that took so long, or some steps of one. Raises LawError."""
        if self.end:
            raise IllegalMove(ALREADY_OVER())
        stepped = self._stepped(text)
        if stepped is not None:
            return stepped.sent(seconds) if stepped.is_whole else stepped
        if self.pending:
            raise self._refusal(text)
        return self._made(text, seconds)

    def step(self, text: str) -> CasualGame:
        """Makes one step; the turn waits to be sent, though it may be whole. Raises LawError."""
        for step in self.steps():
            if str(step) == text:
                return replace(self, pending=(*self.pending, self.law.step(self.position, step)))
        raise self._refusal(text)

    def sent(self, seconds: Decimal = Decimal(0)) -> CasualGame:
        """Makes the move that the steps are, which must be whole."""
        assert self.is_whole, "more steps must be made"
        return self._made(self.position.last or "", seconds)

    def judged(
        self, judged: Judged, *, keep_seconds: bool = False, timed: bool = True
    ) -> CasualGame:
        """What a bot's turn makes of it, as the referee has judged that.

        Where no time is taken off the clocks, in this game or of this bot, what the turn took can
        be kept all the same.
        """
        end = CasualEnd.of(judged.verdict) if judged.verdict else None
        if judged.matrix is None or judged.made is None:
            assert end, "a turn without a move ends the game"
            return self._ended(end)
        matrix, made = judged.matrix, judged.made
        if not (self.timed and timed):
            matrix = replace(matrix, times=self.now.times)
            made = made if keep_seconds else replace(made, seconds=Decimal(0))
        return self._at(matrix, made, end)

    def resigned(self, player: Player) -> CasualGame:
        return self._ended(CasualEnd(other(player), "resigned", _RESIGNED, lawful=False))

    def is_late(self, seconds: Decimal) -> bool:
        """Whether the player to move has less time than that."""
        return self.timed and self.end is None and seconds >= self.now.time_of(self.player)

    def out_of_time(self) -> CasualGame:
        ending = Ending.OUT_OF_TIME.label
        return self._ended(CasualEnd(other(self.player), ending, _OUT_OF_TIME, lawful=False))

    def undone(self, people: Collection[Player] = PLAYERS) -> CasualGame | None:
        """Without the last step; or where the turn has none, as it was at these players' last turn.

        Nothing, if they have had none.
        """
        return self.step_undone() or self.turn_undone(people)

    def step_undone(self) -> CasualGame | None:
        """Without the last step; nothing where the turn has none."""
        return replace(self, pending=self.pending[:-1]) if self.pending else None

    def turn_undone(self, people: Collection[Player] = PLAYERS) -> CasualGame | None:
        """As it was at these players' last turn; nothing, if they have had none."""
        earlier = self.before
        while earlier and earlier.player not in people:
            earlier = earlier.before
        return earlier

    def record(self, tags: Mapping[str, str]) -> Record:
        """The game written down, with these tags beside its own."""
        winner = self.end.winner if self.end else None
        reason = self.end.reason if self.end else "unfinished"
        return Record(self.start, self.moves, winner, reason, tags)

    def _stepped(self, text: str) -> CasualGame | None:
        """After the steps that the text names; nothing, if one cannot be made."""
        game = self
        whole = text in map(str, self.steps())
        for word in [text] if whole else text.split("-"):
            if word not in map(str, game.steps()):
                return None
            game = game.step(word)
        return game

    def _refusal(self, text: str) -> IllegalMove | BadNotation:
        fault = self._why_not(text)
        return IllegalMove(fault) if fault else self.law.not_a_move(text)

    def _why_not(self, text: str) -> Fault | None:
        """Which rule it breaks to go on so, and no further. Raises BadNotation."""
        position = self.now.position if self.is_whole else self.position
        fault = self.law.fault_of(position, self.law.parse(text))
        if fault is None and position.steps:
            # A pass is no step, but what was begun is not a turn either.
            fault = self.law.fault_of(self.now.position, self.law.parse(self.turn))
        return fault

    def _made(self, text: str, seconds: Decimal) -> CasualGame:
        return self._after(MadeMove(text, seconds if self.timed else Decimal(0)))

    def _after(self, made: MadeMove) -> CasualGame:
        """After a whole move. Raises LawError."""
        matrix = after_move(self.now, made)
        outcome = matrix.outcome
        if outcome is None and is_repeated([*self.texts, made.text]):
            outcome = REPEATED
            matrix = replace(matrix, winner=outcome.winner)
        return self._at(matrix, made, _end_of(outcome))

    def _at(self, matrix: Matrix, made: MadeMove, end: CasualEnd | None) -> CasualGame:
        moves = (*self.moves, made)
        return replace(self, now=matrix, pending=(), moves=moves, end=end, before=self._untouched)

    def _ended(self, end: CasualEnd) -> CasualGame:
        return replace(self._untouched, end=end, before=self._untouched)

    @property
    def _untouched(self) -> CasualGame:
        """The same without the steps of an unfinished turn."""
        return replace(self, pending=())


def _end_of(outcome: Outcome | None) -> CasualEnd | None:
    return CasualEnd(outcome.winner, outcome.reason.name, outcome.reason.text) if outcome else None
