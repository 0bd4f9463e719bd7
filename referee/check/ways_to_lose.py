"""The ways in which a bot has lost, each told by its cause and shown by one turn; and warnings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from formats.fault import Fault, FaultKind, Severity
from formats.text import Text
from formats.transition.change_faults import TIME_NOT_LOWERED
from referee.check.candidate import Candidate
from referee.check.finding import Finding, Grade, warned
from referee.check.trials import Trial, exhibit
from referee.diagnosis import cause
from referee.diagnosis.lost_turn import LostTurn
from referee.diagnosis.wrong_place import UNTOUCHED
from referee.judge import judge_file
from referee.numbers import counted, seconds
from referee.verdict import Ending

_BAD = Text("{cause} (in {bad} of {positions})", "{cause} (в {bad} из {positions})")
_BAD_WHERE = Text(
    "{cause} (in {bad} of {positions}; in this one {about})",
    "{cause} (в {bad} из {positions}; в этой {about})",
)
UNDERSTATED = FaultKind(
    "V122",
    Text(
        "you wrote {claimed} s as used, {measured} s was measured",
        "записано потраченных {claimed} с, измерено {measured} с",
    ),
    Text(
        "subtract the processor time of the whole move from the time that you read",
        "вычитайте из прочитанного времени процессорное время всего хода",
    ),
    Severity.WARNING,
)
_SYMPTOMS = (UNTOUCHED,)
_OF_TIME = (TIME_NOT_LOWERED, UNDERSTATED)
"""Warnings about the bot's time."""
_BUT_LEGAL = Text("{move} is legal; {cause}", "ход {move} допустимый; {cause}")
OF_POSITIONS = Text("position|positions", "позиции|позиций|позиций")
_OF_A_GOOD_MOVE = (
    Ending.FALSE_TIME,
    Ending.FALSE_HEADER,
    Ending.FALSE_POINTS,
    Ending.MALFORMED_FILE,
)


def ways_to_lose(
    candidate: Candidate, trials: Sequence[Trial], endings: Iterable[Ending], advice: Text
) -> Iterator[Finding]:
    """A finding for each cause of one of these endings; the advice is for those that have none."""
    ways: dict[str, list[tuple[Trial, LostTurn]]] = {}
    for trial in trials:
        if trial.lost_by(*endings):
            lost = candidate.lost_turn(trial)
            ways.setdefault(cause(lost).kind.code, []).append((trial, lost))
    # That nothing was written is a symptom: what it does in other positions tells more.
    for way in sorted(
        ways.values(), key=lambda way: (cause(way[0][1]).kind in _SYMPTOMS, -len(way))
    ):
        trial, lost = next(((trial, lost) for trial, lost in way if trial.about), way[0])
        yield _finding(trial, lost, len(way), len(trials), advice)


def warnings(candidate: Candidate, trials: Sequence[Trial], *, of_time: bool) -> Iterator[Finding]:
    """Yield each warning about the files that the bot wrote once, with the number of positions.

    ``of_time`` selects those about the bot's time; the others are about all else.
    """
    told: dict[str, list[Fault]] = {}
    for trial in trials:
        if trial.move is None:
            continue
        faults = [d.fault for d in trial.turn.judged.diagnostics]
        if claim := understated(candidate, trial):
            faults.append(claim)
        for fault in faults:
            if (fault.kind in _OF_TIME) == of_time and fault.kind.severity is Severity.WARNING:
                told.setdefault(fault.kind.code, []).append(fault)
    positions = counted(len(trials), OF_POSITIONS)
    for faults in sorted(told.values(), key=lambda faults: faults[0].kind is not UNDERSTATED):
        first, bad = faults[0], len(faults)
        cause = first.kind.text.filled(first.values)
        hint = first.kind.hint.filled(first.values) if first.kind.hint else None
        yield warned(_BAD, hint, cause=cause, bad=bad, positions=positions)


def understated(candidate: Candidate, trial: Trial) -> Fault | None:
    """Return the warning that a bot used more time than it wrote, beyond margin and start."""
    happened, before = trial.turn.happened, trial.before.as_told
    player = before.position.player
    written = judge_file(before, happened.file.data, candidate.rules).reading.matrix
    if written is None:
        return None
    claimed = before.time_of(player) - written.time_of(player)
    measured = min(happened.cpu, happened.wall)
    if measured - claimed <= candidate.rules.timing.margin + candidate.trials.start:
        return None
    return UNDERSTATED(
        f"time {player}", claimed=seconds(max(claimed, Decimal(0))), measured=seconds(measured)
    )


def _finding(trial: Trial, lost: LostTurn, bad: int, count: int, advice: Text) -> Finding:
    told, why = told_cause(lost), cause(lost)
    hint = why.kind.hint.filled(why.values) if why.kind.hint else advice
    positions = counted(count, OF_POSITIONS)
    values = {"cause": told, "bad": bad, "positions": positions, "about": trial.about}
    sentence = (_BAD_WHERE if trial.about else _BAD).filled(values)
    return Finding(Grade.FAILED, sentence, hint, exhibit(trial), told, lost, trial.number)


def told_cause(lost: LostTurn) -> Text:
    """Why it is lost in one sentence, which names the move if that is legal."""
    why = cause(lost)
    told = why.kind.text.filled(why.values)
    if lost.move is None or lost.offence.ending not in _OF_A_GOOD_MOVE:
        return told
    return _BUT_LEGAL.filled({"move": lost.move, "cause": told})
