"""Does it leave anything behind: processes that go on, files beside matrix.txt."""

from __future__ import annotations

from collections.abc import Iterator

from formats.text import Text
from referee.check.candidate import Candidate
from referee.check.finding import Finding, passed, warned
from referee.check.ways_to_lose import ways_to_lose
from referee.sandbox.run_result import RunEnd
from referee.verdict import Ending

TITLE = Text("leftovers", "остатки")
ORDER = 100
_GOOD = Text("leaves nothing behind", "ничего после себя не оставляет")
_FILES_ADVICE = Text(
    "write only matrix.txt there; your own files go to /tmp, which is emptied after each move",
    "пишите там только matrix.txt; свои файлы — в /tmp, он очищается после каждого хода",
)
_PROCESSES = Text(
    "some of its processes keep running after it has ended",
    "после её завершения остались работать её процессы",
)
_PROCESSES_ADVICE = Text(
    "wait for every process that you start; the referee kills any that are left",
    "дождитесь каждого запущенного процесса; оставшиеся судья завершает",
)


def run(candidate: Candidate) -> Iterator[Finding]:
    """Processes that are left lose no game: they may only just be ending, on a busy machine.

    Wine leaves some of its own, so that of those of a program for Windows nothing is said.
    """
    tried, made = candidate.trials.all, candidate.trials.made
    files = list(ways_to_lose(candidate, made, [Ending.OTHER_FILES], _FILES_ADVICE))
    turns = [trial.turn.happened for trial in tried]
    left = any(turn.left_processes and turn.end is RunEnd.EXITED for turn in turns)
    processes = left and not candidate.program.is_windows
    yield from files
    if processes:
        yield warned(_PROCESSES, _PROCESSES_ADVICE)
    if not files and not processes:
        yield passed(_GOOD)
