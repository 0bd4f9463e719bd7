"""Judges an event again: every record is played through the law alone, no bot and no clock.

What a bot did to its file is judged again by the file, which the ledger keeps. What it did beside
that (it crashed, slept, left files) cannot be seen again: of such a game it is confirmed that it
was still going on, and that the one who was to move lost it. Last, the table is made anew of what
the records say, and compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from formats.game import other
from formats.matrix import Matrix, write_exactly
from formats.record import BadRecord, Record, read_played
from formats.repetition import outcome_of
from formats.text import Text
from referee.judge import judge_file
from referee.verdict import Ending, by_law
from tournaments.ledger.ledger_faults import GAME
from tournaments.ledger.ledger_game import LedgerGame, who_moved
from tournaments.ledger.ledger_reading import Entry
from tournaments.run.setup import starts
from tournaments.run.tournament import SectionState, Tournament
from tournaments.standings.meeting import GameResult
from tournaments.standings.places import Standing, standings

UNREADABLE = Text("the record is wrong: {why}", "запись неверна: {why}")
OTHER_START = Text(
    "the record does not begin from the event's start position",
    "запись начинается не с позиции турнира",
)
OTHER_GAME = Text(
    "the players or the number of half-moves in the record differ from the ledger",
    "в записи другие игроки или другое число полуходов, чем в журнале",
)
OTHER_VERDICT = Text(
    "by the rules it is {right}, but the ledger says {written}",
    "по правилам это {right}, а в журнале {written}",
)
OTHER_TIMES = Text(
    "the times are {right} in the record, but {written} in the ledger",
    "время в записи {right}, а в журнале {written}",
)
OTHER_STARTS = Text(
    "{section}: the start positions are not those that the seed gives",
    "{section}: начальные позиции — не те, что даёт зерно жребия",
)
OTHER_SEEDING = Text(
    "{section}: the order of the seeds is not the one that was drawn",
    "{section}: порядок посева — не тот, что даёт жребий",
)
UNDUE = Text(
    "it was not to be played when it was entered",
    "когда она была записана, играть её было не нужно",
)
NOT_PLAYED = Text("the schedule has no such game", "такой партии в расписании нет")
_BY_FILE = (
    Ending.MALFORMED_FILE,
    Ending.ILLEGAL_MOVE,
    Ending.NO_MOVE,
    Ending.FALSE_POINTS,
    Ending.FALSE_HEADER,
)
"""Endings that the file alone shows; a false time in part."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that the ledger tells otherwise than the law."""

    entry: Entry
    sentence: Text

    @property
    def what(self) -> Text:
        """Which entry that is."""
        if isinstance(self.entry, LedgerGame):
            return GAME.filled({"number": self.entry.number, "id": self.entry.id})
        return self.entry.said()


@dataclass
class Rejudged:
    games: int = 0
    """How many the ledger has whole."""
    differences: list[Difference] = field(default_factory=list)
    other_tables: list[SectionState] = field(default_factory=list)
    """Sections whose table is another when it is made of the records and nothing else; a table can
    be made of sound records only."""
    not_drawn: list[Text] = field(default_factory=list)
    """Parts of the event that do not follow from the secret seed."""


def rejudged(tournament: Tournament) -> Rejudged:
    """Judges all of it again, each record read once."""
    whole, results = Rejudged(), list[list[GameResult]]()
    for state in tournament.sections:
        counting = [_judged(entry, state, whole) for entry in state.entries.values()]
        aside = [_judged(entry, state, whole) for entry in state.rulings.aside]
        sound = [one for one in counting if one is not None]
        results.append(sound)
        if len(sound) == len(counting) and None not in aside:
            # The schedule can be followed only through sound results.
            whole.differences += (Difference(entry, NOT_PLAYED) for entry in state.unscheduled)
        whole.differences += (Difference(game, UNDUE) for game in state.rulings.undue)
        for decision, wrong in state.rulings.impossible:
            sentence = Text(wrong.sentence("en"), wrong.sentence("ru"))
            whole.differences.append(Difference(decision, sentence))
    whole.not_drawn += _not_drawn(tournament)
    if not whole.differences:
        states = zip(tournament.sections, results, strict=True)
        whole.other_tables += (state for state, some in states if not _is_same_table(state, some))
    return whole


def _not_drawn(tournament: Tournament) -> Iterator[Text]:
    """Draw all of an event with a secret seed again; name what is not as it was drawn."""
    event = tournament.event
    for state in tournament.sections if event.secret_seed else ():
        section = state.section
        if not section.starts.files:
            drawn = list(starts(section, Path()))
            if drawn != [write_exactly(start) for start in state.starts]:
                yield OTHER_STARTS.filled({"section": section.name})
        names = [one.name for one in state.enrolled if one not in state.rulings.late]
        if section.by_lot and names != list(section.seeded(names, event.seed)):
            yield OTHER_SEEDING.filled({"section": section.name})


def _judged(entry: LedgerGame, state: SectionState, whole: Rejudged) -> GameResult | None:
    """The result as the record has it, unless something is wrong with it, which is told."""
    whole.games += 1
    try:
        record, files = read_played(entry.record)
    except BadRecord as error:
        whole.differences.append(Difference(entry, _said(UNREADABLE, why=str(error))))
        return None
    fault = _fault_of(entry, record, files, state)
    if fault is not None:
        whole.differences.append(Difference(entry, fault))
        return None
    return _result_of(entry, record)


def _fault_of(
    entry: LedgerGame, record: Record, files: Sequence[Matrix], state: SectionState
) -> Text | None:
    start = state.start_of(entry.start) if entry.start <= len(state.starts) else None
    if start is None or write_exactly(record.start) != write_exactly(start):
        return OTHER_START
    named = (record.tags.get("A"), record.tags.get("B"), len(record.moves))
    if named != (entry.first, entry.second, entry.half_moves) or not entry.is_of_its_id:
        return OTHER_GAME
    return _fault_of_end(entry, record, files[-1], state)


def _fault_of_end(
    entry: LedgerGame, record: Record, last: Matrix, state: SectionState
) -> Text | None:
    """Whether the law comes to the same verdict, as far as it can be seen again."""
    moves = [made.text for made in record.moves]
    outcome = outcome_of(last.game, last.position, moves)
    written = f"{entry.winner}, {entry.ending.label}"
    if outcome is not None:
        verdict = by_law(outcome)
        right = f"{verdict.winner}, {verdict.ending.label}"
    else:
        right = f"{other(last.position.player)}, {_offence(entry, last, moves, state)}"
    if right != written:
        return _said(OTHER_VERDICT, right=right, written=written)
    return _fault_of_times(entry, record)


def _offence(entry: LedgerGame, last: Matrix, moves: Sequence[str], state: SectionState) -> str:
    """How a game ended that was not over: by the file, or else as the ledger says."""
    ending = entry.ending
    if entry.evidence is not None and ending in _BY_FILE:
        rules = state.section.limits.rules
        offence = judge_file(last.as_written, entry.evidence, rules, moves).offence
        return offence.ending.label if offence else "-"
    return ending.label if ending.is_fault else "-"


def _fault_of_times(entry: LedgerGame, record: Record) -> Text | None:
    """Whether the winner used what the moves say; a loser's last turn is in no record."""
    used = [Decimal(0), Decimal(0)]
    for half_move, made in enumerate(record.moves, start=record.start.position.half_move):
        used[half_move % 2 == 0] += made.seconds
    for side, right, written in zip("AB", used, entry.seconds, strict=True):
        if right > written or (right < written and side == entry.winner):
            return _said(OTHER_TIMES, right=right, written=written)
    return None


def _is_same_table(state: SectionState, results: Sequence[GameResult]) -> bool:
    again = standings(state.schedule, state.progress_of(results), state.bonuses)
    return [_line(one) for one in again] == [_line(one) for one in state.standings]


def _line(one: Standing) -> tuple[object, ...]:
    return one.place, one.entrant, one.row.points, one.bonus, one.departure


def _result_of(entry: LedgerGame, record: Record) -> GameResult:
    """As the record has it; the times it cannot have are the ledger's."""
    ended_by = next((e for e in Ending if e.label == record.termination), Ending.WON)
    assert record.result is not None, "only games that ended are entered"
    return GameResult(
        entry.id,
        record.tags["A"],
        record.tags["B"],
        record.result,
        ended_by.disqualifies and record.result != "D",
        entry.seconds,
        who_moved(len(record.moves), b_began=record.start.position.player == "B"),
    )


def _said(text: Text, **values: object) -> Text:
    return Text(text.say("en", values), text.say("ru", values))
