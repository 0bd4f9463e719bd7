"""A game of the ledger as one of its players sees it, with the turn that lost it.

The turn is reconstructed from the ledger. The record's tag ``LastRun`` says how the program ended.
Files that it left are named in the verdict's sentence alone; so is the end in records of earlier
versions, which lack the tag.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from formats.fault import Fault, FaultKind
from formats.game import Player, other
from formats.matrix import write_matrix
from formats.printable import visible, visible_file
from formats.record import Record, read_record
from formats.text import Language, Text, text_from
from referee.bot_game import LAST_RUN
from referee.diagnosis.lost_turn import LostTurn
from referee.judge import Judgement, JudgingOptions, judge, judge_file
from referee.program import Program
from referee.run_faults import Offence
from referee.sandbox.run_result import (
    FileKind,
    RunEnd,
    RunResult,
    TurnFile,
    run_from_summary,
    run_result_with_end,
)
from referee.turn import Turn
from referee.verdict import Ending, verdict_against
from tournaments.ledger.ledger_game import LedgerGame

_WON = Text("won", "победа")
_DRAWN = Text("drawn", "ничья")
_LOST = Text("lost", "поражение")
_MOST_FILE = 4000
"""Largest number of characters of a file."""
_MOST_PRINTED = 20_000
"""Largest number of characters of a game's output."""
_FAULT_BY_SENTENCE = FaultKind("", Text("{sentence}", "{sentence}"))
"""A fault of which only the sentence is known; it has no code of its own."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game as one of its players sees it."""

    entry: LedgerGame
    name: str
    """Name of the player in the game: an entrant, or a version on a ladder."""

    @property
    def side(self) -> Player:
        return "A" if self.entry.first == self.name else "B"

    @property
    def opponent(self) -> str:
        return self.entry.second if self.side == "A" else self.entry.first

    @property
    def outcome(self) -> Text:
        if self.entry.winner == "D":
            return _DRAWN
        return _WON if self.entry.winner == self.side else _LOST

    @property
    def is_by_fault(self) -> bool:
        """Return whether the player lost the game by an offence of the program."""
        return self.entry.ending.is_fault and self.entry.winner == other(self.side)

    @property
    def seconds(self) -> Decimal:
        """Seconds that the player used."""
        return self.entry.seconds[self.side == "B"]

    @property
    def why(self) -> Text:
        """Title of the ending with the sentence of the verdict, each said once."""
        return text_from(self._why)

    def _why(self, language: Language) -> str:
        title = self.entry.ending.title.say(language)
        sentence = self.entry.sentence.say(language)
        is_plain = self.entry.ending is Ending.WON or sentence.startswith(title)
        return sentence if is_plain else f"{title}: {sentence}"

    @property
    def file_name(self) -> str:
        """Name of the record's file."""
        again = f"-{self.entry.attempt + 1}" if self.entry.attempt else ""
        return f"{self.entry.section}-{self.entry.number}{again}.txt"

    @property
    def before(self) -> str:
        """File that the player's program read last."""
        return write_matrix(list(read_record(self.entry.record).files())[-1].as_written)

    @property
    def after(self) -> str:
        """File that the player's program left, where it lost the game."""
        data = self.entry.evidence
        return visible_file(data, _MOST_FILE) if data is not None else ""

    @property
    def printed(self) -> str:
        """Output of the player's program, by half-move."""
        own = (chunk for chunk in self.entry.printed if chunk.player == self.side)
        text = "".join(f"{chunk.half_move}. {chunk.text.rstrip()}\n" for chunk in own)
        return visible(text, _MOST_PRINTED).rstrip()

    def lost_turn(self, judging: JudgingOptions, program: Path) -> LostTurn | None:
        """Return the turn that lost the game; None if it was not lost by an offence."""
        if not self.is_by_fault:
            return None
        return lost_turn(self.entry, judging, Program(self.name, program))


def lost_turn(entry: LedgerGame, judging: JudgingOptions, program: Program) -> LostTurn | None:
    """Return the losing turn; None if the game was drawn or lost by the rules."""
    if entry.winner == "D" or not entry.ending.is_fault:
        return None
    loser, record = other(entry.winner), read_record(entry.record)
    *_, before = record.files()
    if before.position.player != loser:
        return None  # The game was taken from the loser in another way.
    moves = [move.text for move in record.moves]
    run = run_from_summary(record.tags.get(LAST_RUN, ""))
    run_result = _run_result(
        entry, run or _unknown_run(_seconds_of_lost_turn(entry, loser, record)), record
    )
    # The sleep of earlier turns is not known: a game lost by it has only its sentence.
    offence = judge(before, run_result, judging, moves).offence if run else None
    if offence is None and entry.evidence:
        offence = judge_file(before.as_written, entry.evidence, judging, moves).offence
    if offence is None or offence.ending is not entry.ending:
        offence = Offence(
            entry.ending, Fault(_FAULT_BY_SENTENCE, None, {"sentence": entry.sentence})
        )
    turn = Turn(run_result, Judgement(verdict_against(loser, *offence), offence=offence))
    usual = max(record.seconds_of(loser), default=Decimal(0))
    return LostTurn(before, turn, judging, program, offence, moves, usual)


def _run_result(entry: LedgerGame, run: RunResult, record: Record) -> RunResult:
    """Return the run completed with the file and the output in the ledger."""
    half_move = record.start.position.half_move + len(record.moves)
    printed = "".join(p.text for p in entry.printed if p.half_move == half_move).encode()
    data = entry.evidence or b""
    file = TurnFile(FileKind.REGULAR, 1, len(data), data) if data else run.file
    return replace(run, file=file, printed=printed, printed_size=len(printed))


def _unknown_run(used: Decimal) -> RunResult:
    return replace(run_result_with_end(RunEnd.EXITED), cpu=used, wall=used)


def _seconds_of_lost_turn(entry: LedgerGame, loser: Player, record: Record) -> Decimal:
    """Return the time of the losing turn: the player's time less that of the moves."""
    seconds_of_moves = sum(record.seconds_of(loser), Decimal(0))
    return max(Decimal(0), entry.seconds[loser == "B"] - seconds_of_moves)
