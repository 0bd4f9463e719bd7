"""The ways in which a bot has lost, each told by its cause and shown by one turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from formats.text import Text
from referee.check.candidate import Candidate
from referee.check.finding import Finding, Grade
from referee.check.trials import Trial, exhibit
from referee.diagnosis import cause
from referee.diagnosis.lost_turn import LostTurn
from referee.numbers import counted
from referee.verdict import Ending

_BAD = Text("{cause} (in {bad} of {positions})", "{cause} (в {bad} из {positions})")
_BAD_WHERE = Text(
    "{cause} (in {bad} of {positions}; in this one {about})",
    "{cause} (в {bad} из {positions}; в этой {about})",
)
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
    for way in ways.values():
        trial, lost = next(((trial, lost) for trial, lost in way if trial.about), way[0])
        yield _finding(trial, lost, len(way), len(trials), advice)


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
