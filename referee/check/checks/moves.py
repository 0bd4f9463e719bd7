"""Does it make legal moves: in beginnings, middles and ends, for both sides."""

from __future__ import annotations

from collections.abc import Iterator

from formats.text import Text
from referee.check.candidate import Candidate
from referee.check.finding import Finding, failed, passed
from referee.check.trials import Trial, exhibit
from referee.verdict import Ending

TITLE = Text("moves", "ходы")
ORDER = 70
_GOOD = Text("legal moves in {count} positions", "верные ходы, позиций: {count}")
_BAD = Text(
    "{title}: {sentence} (in {bad} of {count} positions)",
    "{title}: {sentence} (позиций: {bad} из {count})",
)
_BAD_WHERE = Text(
    "{title}: {sentence} (in {bad} of {count} positions; in this one {about})",
    "{title}: {sentence} (позиций: {bad} из {count}; в этой {about})",
)
_ADVICE = Text(
    "put this matrix.txt beside your bot, run it, and ask arena validate about the file",
    "положите этот matrix.txt рядом с ботом, запустите его и проверьте файл: arena validate",
)
_OF_OTHER_CHECKS = (
    Ending.NOT_STARTED,
    Ending.OUT_OF_TIME,
    Ending.FALSE_TIME,
    Ending.OUT_OF_MEMORY,
    Ending.OTHER_FILES,
)


def look(candidate: Candidate) -> Iterator[Finding]:
    """A finding for each way in which a turn was lost, with a turn that shows it well."""
    made = candidate.trials.made
    bad = [trial for trial in made if trial.lost and not trial.lost_by(*_OF_OTHER_CHECKS)]
    ways: dict[Ending, list[Trial]] = {}
    for trial in bad:
        assert trial.lost
        ways.setdefault(trial.lost.ending, []).append(trial)
    for ending, trials in ways.items():
        yield _bad(ending, trials, len(made))
    if not bad and all(trial.lost is None for trial in made):
        yield passed(_GOOD, count=len(made))


def _bad(ending: Ending, trials: list[Trial], count: int) -> Finding:
    first = next((trial for trial in trials if trial.about), trials[0])
    assert first.lost
    return failed(
        _BAD_WHERE if first.about else _BAD,
        _ADVICE,
        exhibit(first),
        title=ending.title,
        sentence=first.lost.sentence,
        bad=len(trials),
        count=count,
        about=first.about,
    )
