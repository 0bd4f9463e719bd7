"""A game that people play: where it stands, what was played, and what each thing done makes of it.

A session is a value. What is done with it - a move, a step of one, an undo - makes another
session, and the old one is still what it was; so whoever shows the game, a terminal or a page,
need only keep the one it shows. A person's moves come in as text and are judged by the law; a
bot's come as the referee has judged them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Self

from formats.game import (
    ALREADY_OVER,
    PLAYERS,
    BadNotation,
    IllegalMove,
    Outcome,
    Player,
    Position,
    Winner,
    other,
)
from formats.matrix import Matrix
from formats.record import MadeMove, Record, after_move
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
        lost = verdict.ending.disqualifies or verdict.ending is Ending.OUT_OF_TIME
        return cls(verdict.winner, verdict.reason, verdict.sentence, lawful=not lost)


@dataclass(frozen=True)
class Session:
    """A game as far as it has come."""

    start: Matrix
    now: Matrix
    """The file as it is before the turn that is being made."""
    position: Position
    """What is on the board, with the steps already made of that turn."""
    moves: tuple[MadeMove, ...] = ()
    end: CasualEnd | None = None
    timed: bool = False
    """Whether time is taken off the clocks."""
    before: Session | None = field(default=None, repr=False, compare=False)
    """As it was before the last half-move, or whatever ended the game."""

    @classmethod
    def begun(cls, start: Matrix, *, timed: bool = False) -> Self:
        """A game in which nothing is done yet."""
        end = _end_of(start.outcome)
        return cls(start, start, start.position, end=end, timed=timed)

    @classmethod
    def recorded(cls, record: Record, *, timed: bool = False) -> Session:
        """The game of a record, to be looked at or played on."""
        session: Session = cls.begun(record.start, timed=timed)
        for made in record.moves:
            session = session._after(made)
        if record.result and not session.end:
            end = CasualEnd(record.result, record.termination, _AS_RECORDED)
            return session._ended(end)
        return session

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.now.position.player

    @property
    def turn(self) -> str:
        """The steps already made of the turn, in notation; empty if there are none."""
        return "-".join(map(str, self.position.steps))

    @property
    def texts(self) -> list[str]:
        """The moves made so far, in notation."""
        return [made.text for made in self.moves]

    def legal(self) -> Iterator[str]:
        """What may be entered now: every single step, and a pass where it may be."""
        if self.end:
            return
        yield from map(str, self.now.game.steps(self.position))
        if not self.position.steps and self._may_pass():
            yield PASS

    def enter(self, text: str, seconds: Decimal = Decimal(0)) -> Session:
        """Makes a move that took so long, or some steps of one. Raises LawError."""
        if self.end:
            raise IllegalMove(ALREADY_OVER())
        made = self._stepped(text)
        if made is None:
            return self._moved(text, seconds)
        if made.half_move == self.position.half_move:
            return replace(self, position=made)
        return self._moved(made.last or "", seconds, whole=True)

    def judged(self, judged: Judged) -> Session:
        """What a bot's turn makes of it, as the referee has judged that."""
        end = CasualEnd.of(judged.verdict) if judged.verdict else None
        if judged.matrix is None or judged.made is None:
            assert end, "a turn without a move ends the game"
            return self._ended(end)
        matrix, made = judged.matrix, judged.made
        if not self.timed:
            matrix = replace(matrix, times=self.now.times)
            made = replace(made, seconds=Decimal(0))
        return self._at(matrix, made, end)

    def resigned(self, player: Player) -> Session:
        """The player has given up."""
        return self._ended(CasualEnd(other(player), "resigned", _RESIGNED, lawful=False))

    def is_late(self, seconds: Decimal) -> bool:
        """Whether whoever is to move has less time than that."""
        return self.timed and self.end is None and seconds >= self.now.time_of(self.player)

    def out_of_time(self) -> Session:
        """Whoever is to move has lost by the clock."""
        ending = Ending.OUT_OF_TIME.label
        return self._ended(CasualEnd(other(self.player), ending, _OUT_OF_TIME, lawful=False))

    def undone(self, people: Collection[Player] = PLAYERS) -> Session | None:
        """Without the last step; or where the turn has none, as it was at these players' last turn.

        Nothing, if they have had none.
        """
        if self.position.steps:
            position = self.now.position
            for step in self.position.steps[:-1]:
                position = self.now.game.step(position, step)
            return replace(self, position=position)
        earlier = self.before
        while earlier and earlier.player not in people:
            earlier = earlier.before
        return earlier

    def record(self, tags: Mapping[str, str]) -> Record:
        """The game written down, with these tags beside its own."""
        winner = self.end.winner if self.end else None
        reason = self.end.reason if self.end else "unfinished"
        return Record(self.start, self.moves, winner, reason, tags)

    def _may_pass(self) -> bool:
        game, position = self.now.game, self.position
        try:
            return game.fault_of(position, game.parse(PASS)) is None
        except BadNotation:
            return False

    def _stepped(self, text: str) -> Position | None:
        """The position after the steps that the text names; nothing, if one cannot be made."""
        game, now = self.now.game, self.position
        words = [text] if text in map(str, game.steps(now)) else text.split("-")
        for word in words:
            steps = {str(step): step for step in game.steps(now)}
            if word not in steps or now.half_move != self.position.half_move:
                return None
            now = game.step(now, steps[word])
        return now

    def _moved(self, text: str, seconds: Decimal, *, whole: bool = False) -> Session:
        """After a move of which no step was made yet, unless this is the whole of it."""
        game = self.now.game
        if self.position.steps and not whole:
            begun, more = game.parse(self.turn), game.parse(text)
            # A pass is no step, but what was begun is not a turn either.
            fault = game.fault_of(self.position, more) or game.fault_of(self.now.position, begun)
            assert fault, "otherwise it would have been a step"
            raise IllegalMove(fault)
        return self._after(MadeMove(text, seconds if self.timed else Decimal(0)))

    def _after(self, made: MadeMove) -> Session:
        """After a whole move. Raises LawError."""
        matrix = after_move(self.now, made)
        outcome = matrix.outcome
        if outcome is None and is_repeated([*self.texts, made.text]):
            outcome = REPEATED
            matrix = replace(matrix, winner=outcome.winner)
        return self._at(matrix, made, _end_of(outcome))

    def _at(self, matrix: Matrix, made: MadeMove, end: CasualEnd | None) -> Session:
        moves = (*self.moves, made)
        return Session(self.start, matrix, matrix.position, moves, end, self.timed, self._untouched)

    def _ended(self, end: CasualEnd) -> Session:
        untouched = self._untouched
        return replace(untouched, end=end, before=untouched)

    @property
    def _untouched(self) -> Session:
        """The same without the steps of an unfinished turn."""
        return replace(self, position=self.now.position)


def _end_of(outcome: Outcome | None) -> CasualEnd | None:
    return CasualEnd(outcome.winner, outcome.reason.name, outcome.reason.text) if outcome else None
