"""Does it make legal moves: in beginnings, middles and ends, for both sides."""

from __future__ import annotations

from collections.abc import Iterator

from formats.text import Text
from referee.check.candidate import Candidate
from referee.check.finding import Finding, failed, passed
from referee.check.trials import Trial, exhibit
from referee.numbers import counted
from referee.verdict import Ending

TITLE = Text("moves", "ходы")
ORDER = 70
_GOOD = Text("legal moves in {positions}", "допустимые ходы в {positions}")
_BAD = Text(
    "{title}: {sentence} (in {bad} of {positions})",
    "{title}: {sentence} (в {bad} из {positions})",
)
_BAD_WHERE = Text(
    "{title}: {sentence} (in {bad} of {positions}; in this one {about})",
    "{title}: {sentence} (в {bad} из {positions}; в этой {about})",
)
_ADVICE = Text(
    "save this matrix.txt next to your bot, run the bot, and check the file: arena validate",
    "положите этот matrix.txt рядом с ботом, запустите бота и проверьте файл: arena validate",
)
_CRASH_ADVICE = Text(
    "save this matrix.txt next to your bot and run it; then `echo $?` tells how it ended",
    "положите этот matrix.txt рядом с ботом и запустите его; как он завершился, скажет `echo $?`",
)
IN_POSITIONS = Text("position|positions", "позиции|позициях|позициях")
OF_POSITIONS = Text("position|positions", "позиции|позиций|позиций")
_OF_OTHER_CHECKS = (
    Ending.NOT_STARTED,
    Ending.OUT_OF_TIME,
    Ending.FALSE_TIME,
    Ending.OUT_OF_MEMORY,
    Ending.OTHER_FILES,
)


def run(candidate: Candidate) -> Iterator[Finding]:
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
        yield passed(_GOOD, positions=counted(len(made), IN_POSITIONS))


def _bad(ending: Ending, trials: list[Trial], count: int) -> Finding:
    first = next((trial for trial in trials if trial.about), trials[0])
    assert first.lost
    return failed(
        _BAD_WHERE if first.about else _BAD,
        _CRASH_ADVICE if ending is Ending.CRASH else _ADVICE,
        exhibit(first),
        title=ending.title,
        sentence=first.lost.sentence,
        bad=len(trials),
        positions=counted(count, OF_POSITIONS),
        about=first.about,
    )
