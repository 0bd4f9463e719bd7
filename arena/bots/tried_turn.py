"""Display of a turn for its author: the boards before and after, measurements, faults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arena.bots import texts
from arena.console import Styled, can_show_colours, plain_console
from arena.diagnostics import as_text, fault_as_text
from arena.drawing.terminal_board import can_draw, view
from formats.fault import Diagnostic, Fault
from formats.matrix import Matrix, write_matrix
from formats.printable import visible_file
from formats.text import Language
from formats.transition import TIME_NOT_LOWERED
from referee.clock import CLOCK_TICK
from referee.diagnosis import cause_of_fault
from referee.diagnosis.lost_turn import LostTurn
from referee.judge import JudgingOptions, WrittenFile, judge_file
from referee.numbers import BYTES, count_text, number, seconds
from referee.program import MIB, Program
from referee.run_faults import FALSE_CLAIM
from referee.turn import Turn

FILE = "matrix.txt"
_MOST_PRINTED, _MOST_PRINTED_BESIDE = 4000, 1000


@dataclass(frozen=True, slots=True)
class TriedTurn:
    """A turn of a bot, and the options by which it was judged."""

    program: Program
    before: Matrix
    turn: Turn
    judging: JudgingOptions
    earlier: Sequence[str] = ()
    """Moves of the game before it."""

    @property
    def name(self) -> str:
        return self.program.name

    @property
    def cause(self) -> Fault | None:
        """Cause of the offence, if one is found."""
        offence = self.turn.judgement.offence
        if offence is None:
            return None
        lost = (self.before, self.turn, self.judging, self.program, offence, self.earlier)
        return cause_of_fault(LostTurn(*lost))

    @property
    def is_good(self) -> bool:
        """Return whether the turn loses no game by an offence."""
        return self.turn.judgement.move is not None

    @property
    def written(self) -> WrittenFile | None:
        """File that the bot left, if it has changed it."""
        data = self.turn.run_result.file.data
        if not data or self.is_untouched:
            return None
        return judge_file(self.before.as_written, data, self.judging, self.earlier)

    @property
    def is_untouched(self) -> bool:
        """Return whether the bot left the file unchanged."""
        return self.turn.run_result.file.data == write_matrix(self.before).encode()

    def lines(self, language: Language, *, drawn: bool) -> Iterator[Styled]:
        """Yield the whole display, from the board that the bot read to the verdict."""
        yield from view(self.before, language, drawn=drawn)
        yield Styled()
        yield from self._after(language, drawn=drawn)
        yield from self._measurements(language)
        yield from self._output(language)
        if self._located_faults() or not self.is_good:
            yield Styled()
        yield from self._faults(language)
        yield self._verdict(language)

    def complaint(self, language: Language) -> Iterator[Styled]:
        """Yield only faults and output."""
        yield from self._faults(language)
        if self.turn.run_result.printed:
            yield from self._output(language, _MOST_PRINTED_BESIDE)

    def _after(self, language: Language, *, drawn: bool) -> Iterator[Styled]:
        written, next_file = self.written, self.turn.judgement.matrix
        move = written.change.move if written else None
        if next_file:
            yield from view(next_file, language, drawn=drawn)
        elif self.is_untouched:
            yield Styled(texts.FILE_UNCHANGED.say(language, {"name": self.name}), "bold")
        elif written and (matrix := _board_of(self.before, written)):
            heading = texts.WRITTEN_FILE.say(language, {"name": self.name})
            yield from view(matrix, language, drawn=drawn, heading=heading, timed=False)
        yield Styled()
        if move is not None:
            yield Styled(texts.MOVE.say(language, {"move": move}))

    def _measurements(self, language: Language) -> Iterator[Styled]:
        run_result = self.turn.run_result
        times = {
            "cpu": seconds(run_result.cpu, 3),
            "wall": seconds(run_result.wall, 3),
            "own": seconds(run_result.own_time, 3),
        }
        yield Styled(texts.TIMES[self.judging.timing.clock].say(language, times))
        if run_result.memory:  # Without the keeper it is not always known.
            allowed = number(self.judging.limits.memory // MIB)
            values = {"used": number(run_result.memory / MIB, 1), "allowed": allowed}
            yield Styled(texts.MEMORY.say(language, values))

    def _output(self, language: Language, most: int = _MOST_PRINTED) -> Iterator[Styled]:
        """Yield the output, line by line, as far as a person would read."""
        run_result = self.turn.run_result
        if not run_result.printed:
            yield Styled(texts.NOTHING_PRINTED.say(language))
            return
        size = count_text(run_result.printed_size, BYTES)
        yield Styled(texts.PRINTED_SIZE.say(language, {"size": size}))
        text = run_result.printed.replace(b"\r\n", b"\n")
        for line in visible_file(text, most).removesuffix("\n").split("\n"):
            yield Styled.assemble(("  | ", "dim"), line)
        if len(text) > most or run_result.printed_size > len(run_result.printed):
            kept_size = count_text(len(run_result.printed), BYTES)
            yield Styled(texts.PRINTED_OUTPUT_CUT.say(language, {"kept": kept_size}), "dim")

    def _faults(self, language: Language) -> Iterator[Styled]:
        """Yield faults as ``arena validate`` prints them, without a place where they have none."""
        located, offence = self._located_faults(), self.turn.judgement.offence
        source = self.written.reading.source if self.written else ()
        if self.cause:
            yield from fault_as_text(self.cause, language)
        for diagnostic in located:
            yield from as_text(FILE, source, diagnostic, language)
        if offence and not self.cause and not _is_among(offence.fault, located):
            yield from fault_as_text(offence.fault, language)

    def _located_faults(self) -> list[Diagnostic]:
        """Return the faults with a place in the file; a false claim of time has one, too."""
        judgement, written = self.turn.judgement, self.written
        if written is None:
            return []
        claims = [judgement.offence.fault] if judgement.offence else []
        located = [written.reading.locate(fault) for fault in claims if fault.kind is FALSE_CLAIM]
        is_below_tick = self.turn.run_result.cpu < CLOCK_TICK and self.program.is_windows
        diagnostics = [
            diagnostic
            for diagnostic in judgement.diagnostics
            if not (is_below_tick and diagnostic.fault.kind is TIME_NOT_LOWERED)
        ]
        return [*diagnostics, *located]

    def _verdict(self, language: Language) -> Styled:
        verdict = self.turn.judgement.verdict
        if self.is_good or verdict is None:
            return Styled(texts.GOOD_TURN.say(language, {"name": self.name}), "bold green")
        # The sentence of the only fault has just been printed.
        is_printed = len(self._located_faults()) <= 1 and not self.cause
        text = texts.LOST_TURN if is_printed else texts.LOST_BY_ONE_OF
        values = {"ending": verdict.ending.title, "sentence": verdict.sentence}
        return Styled(text.say(language, {"name": self.name, **values}), "bold red")


def tried_turn_from_lost_turn(lost_turn: LostTurn) -> TriedTurn:
    """Return the display of a turn that a check has found."""
    return TriedTurn(
        lost_turn.program, lost_turn.before, lost_turn.turn, lost_turn.judging, lost_turn.earlier
    )


def _is_among(fault: Fault, located: Sequence[Diagnostic]) -> bool:
    return any(diagnostic.fault == fault for diagnostic in located)


def _board_of(before: Matrix, written: WrittenFile) -> Matrix | None:
    """Return the position to draw of a faulty file, if at least its board can be read."""
    reading = written.reading
    if reading.matrix or reading.board is None or reading.game != before.game:
        return reading.matrix
    return replace(before, position=replace(before.position, board=reading.board, last=None))


def show(tried: TriedTurn, language: Language) -> None:
    console = plain_console()
    for line in tried.lines(language, drawn=can_show_colours() and can_draw(console)):
        console.print(line)
