"""The ways in which a bot has lost, each with its cause and a turn that shows it; and warnings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from formats.fault import Fault, FaultKind, Severity
from formats.game import PLAYERS, Player, other
from formats.text import Text
from formats.transition import TIME_NOT_LOWERED
from referee.check.checked_bot import CheckedBot
from referee.check.finding import CheckResult, Finding, warned
from referee.check.trials import Trial, exhibit
from referee.clock import CLOCK_TICK
from referee.diagnosis import cause, times
from referee.diagnosis.lost_turn import LostTurn
from referee.diagnosis.wrong_place import UNTOUCHED
from referee.judge import judge_file
from referee.numbers import count_text, seconds
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
        "subtract the processor time of the whole turn from the time that you read",
        "вычитайте из прочитанного времени процессорное время всего запуска",
    ),
    Severity.WARNING,
)
WHOLE_SECONDS = FaultKind(
    "V123",
    Text(
        "the time used is subtracted in whole seconds: {claimed} s of {measured} s",
        "потраченное время вычитается целыми секундами: {claimed} с из {measured} с",
    ),
    Text(
        "clock() / CLOCKS_PER_SEC divides whole numbers; write (double)clock() / CLOCKS_PER_SEC",
        "clock() / CLOCKS_PER_SEC делит целые числа; пишите (double)clock() / CLOCKS_PER_SEC",
    ),
    Severity.WARNING,
)
OFF_THE_OTHER = FaultKind(
    "V124",
    Text(
        "the time of a move is subtracted from the other player's line",
        "время хода вычитается из строки соперника",
    ),
    times.OFF_THE_OTHER.hint,
    Severity.WARNING,
)
_SYMPTOMS = (UNTOUCHED,)
_OF_TIME = (TIME_NOT_LOWERED, UNDERSTATED, WHOLE_SECONDS, OFF_THE_OTHER)
"""Kinds of warnings about the bot's time."""
_ROUNDING = Decimal("0.011")
"""Seconds by which a time that is printed with two decimals may differ."""
_MARGIN = Decimal("0.05")
"""Seconds beyond whole ones that no rounding of a move's time explains."""
_BUT_LEGAL = Text("{move} is legal; {cause}", "ход {move} допустимый; {cause}")
OF_POSITIONS = Text("position|positions", "позиции|позиций|позиций")
_OF_A_GOOD_MOVE = (
    Ending.FALSE_TIME,
    Ending.FALSE_HEADER,
    Ending.FALSE_POINTS,
    Ending.MALFORMED_FILE,
)


def ways_to_lose(
    checked_bot: CheckedBot, trials: Sequence[Trial], endings: Iterable[Ending], advice: Text
) -> Iterator[Finding]:
    """Yield a finding for each cause of the endings; ``advice`` is for causes that have none."""
    ways: dict[str, list[tuple[Trial, LostTurn, Fault]]] = {}
    for trial in trials:
        if trial.loses_by(*endings):
            lost_turn = checked_bot.lost_turn(trial)
            fault = cause(lost_turn)
            ways.setdefault(fault.kind.code, []).append((trial, lost_turn, fault))
    # "Nothing was written" is a symptom: what the bot does in other positions says more.
    for way in sorted(ways.values(), key=lambda way: (way[0][2].kind in _SYMPTOMS, -len(way))):
        yield _finding(way, len(trials), advice)


def warnings(
    checked_bot: CheckedBot, trials: Sequence[Trial], *, of_time: bool
) -> Iterator[Finding]:
    """Yield each warning about the files that the bot wrote once, with the number of positions.

    ``of_time`` selects warnings about the bot's time; otherwise all other warnings are given.
    """
    faults_by_code: dict[str, list[Fault]] = {}
    for fault in _warned_faults(checked_bot, trials, of_time=of_time):
        if (fault.kind in _OF_TIME) == of_time:
            faults_by_code.setdefault(fault.kind.code, []).append(fault)
    positions = count_text(len(trials), OF_POSITIONS)
    for faults in sorted(
        faults_by_code.values(), key=lambda faults: faults[0].kind is not UNDERSTATED
    ):
        first, bad_count = faults[0], len(faults)
        yield warned(_BAD, first.hint_text, cause=first.text, bad=bad_count, positions=positions)


def _warned_faults(
    checked_bot: CheckedBot, trials: Sequence[Trial], *, of_time: bool
) -> Iterator[Fault]:
    """Yield the warnings about each file with a legal move, those of its time summed up in one.

    A fault of a lenient event's letters is a warning there, though it usually is an error.
    """
    moves = [trial for trial in trials if trial.move is not None]
    subtracted = [_subtracted_times(checked_bot, trial) if of_time else None for trial in moves]
    claims = [pair and pair[0] for pair in subtracted]
    whole_seconds_fault = _whole_seconds_fault(moves, claims)
    others_time_faults = {own: _others_time_fault(moves, subtracted, own) for own in PLAYERS}
    subtracts = any(claimed is not None and claimed > 0 for claimed in claims)
    for trial, claimed in zip(moves, claims, strict=True):
        others_time_fault = others_time_faults[trial.before.position.player]
        time_fault = whole_seconds_fault or others_time_fault
        faults = [
            diagnostic.fault
            for diagnostic in trial.turn.judgement.diagnostics
            if diagnostic.severity is Severity.WARNING
        ]
        unseen = CLOCK_TICK + checked_bot.trials.start
        if subtracts and not others_time_fault and _measured_time(trial) < unseen:
            faults = [fault for fault in faults if fault.kind is not TIME_NOT_LOWERED]
        if fault := _understated_time_fault(checked_bot, trial, claimed):
            faults.append(fault)
        if time_fault and any(fault.kind in _OF_TIME for fault in faults):
            faults = [time_fault, *(fault for fault in faults if fault.kind not in _OF_TIME)]
        yield from faults


def _understated_time_fault(
    checked_bot: CheckedBot, trial: Trial, claimed: Decimal | None
) -> Fault | None:
    """Return the warning that a bot used more time than it wrote, beyond margin and start."""
    if claimed is None:
        return None
    if (
        _measured_time(trial) - claimed
        <= checked_bot.judging.timing.margin + checked_bot.trials.start
    ):
        return None
    return _claim_fault(UNDERSTATED, trial, max(claimed, Decimal(0)))


def _whole_seconds_fault(trials: Sequence[Trial], claims: Sequence[Decimal | None]) -> Fault | None:
    """Return the warning that a bot subtracts whole seconds, if its claims prove that it does.

    A claim of a second or more proves it where the time read had decimals: rounding loses those.
    """
    proof = None
    for trial, claimed in zip(trials, claims, strict=True):
        if claimed is None:
            continue
        whole = claimed.to_integral_value()
        if abs(claimed - whole) > _ROUNDING:
            return None
        left = trial.before.as_written.time_of(trial.before.position.player)
        has_decimals = abs(left - left.to_integral_value()) > _ROUNDING
        if has_decimals and whole >= 1 and whole + _MARGIN < _measured_time(trial) < whole + 1:
            proof = _claim_fault(WHOLE_SECONDS, trial, whole)
    return proof


def _others_time_fault(
    trials: Sequence[Trial], subtracted: Sequence[tuple[Decimal, Decimal] | None], own: Player
) -> Fault | None:
    """Return the warning that a bot lowers the other's time, and never its own, as ``own``.

    A bot that lowers the same line for both players does it as one of them. A bot that rounds the
    other's time raises it in some positions.
    """
    pairs = [
        pair
        for trial, pair in zip(trials, subtracted, strict=True)
        if pair and trial.before.position.player == own
    ]
    if any(of_own or of_other < 0 for of_own, of_other in pairs):
        return None
    lowers_other = any(of_other > 0 for _, of_other in pairs)
    return OFF_THE_OTHER(f"time {other(own)}") if lowers_other else None


def _claim_fault(kind: FaultKind, trial: Trial, claimed: Decimal) -> Fault:
    place = f"time {trial.before.position.player}"
    return kind(place, claimed=seconds(claimed), measured=seconds(_measured_time(trial)))


def _subtracted_times(checked_bot: CheckedBot, trial: Trial) -> tuple[Decimal, Decimal] | None:
    """Return the seconds that the bot subtracted from its own time and from the other's.

    None if its file cannot be read.
    """
    before = trial.before.as_written
    data = trial.turn.run_result.file.data
    written = judge_file(before, data, checked_bot.judging).reading.matrix
    if written is None:
        return None
    player = before.position.player
    own, of_other = (before.time_of(p) - written.time_of(p) for p in (player, other(player)))
    return own, of_other


def _measured_time(trial: Trial) -> Decimal:
    return min(trial.turn.run_result.cpu, trial.turn.run_result.wall)


def _finding(way: Sequence[tuple[Trial, LostTurn, Fault]], count: int, advice: Text) -> Finding:
    """Return the finding for the trials that one cause loses."""
    trial, lost_turn, fault = next((example for example in way if example[0].about), way[0])
    sentence = cause_sentence(lost_turn, fault)
    hint = fault.hint_text or advice
    positions = count_text(count, OF_POSITIONS)
    values = {"cause": sentence, "bad": len(way), "positions": positions, "about": trial.about}
    finding_text = (_BAD_WHERE if trial.about else _BAD).filled(values)
    return Finding(
        CheckResult.FAILED, finding_text, hint, exhibit(trial), sentence, lost_turn, trial.number
    )


def cause_sentence(lost_turn: LostTurn, fault: Fault) -> Text:
    """Return the cause of the loss in one sentence, with the move if that is legal."""
    sentence = fault.kind.text.filled(fault.values)
    if lost_turn.move is None or lost_turn.offence.ending not in _OF_A_GOOD_MOVE:
        return sentence
    return _BUT_LEGAL.filled({"move": lost_turn.move, "cause": sentence})
