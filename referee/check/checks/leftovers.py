"""Check whether the bot leaves anything behind: running processes, files beside matrix.txt."""

from __future__ import annotations

from collections.abc import Iterator

from formats.text import Text
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding, passed, warned
from referee.check.ways_to_lose import ways_to_lose
from referee.sandbox.run_result import RunEnd
from referee.verdict import Ending

TITLE = Text("leftovers", "остатки")
ORDER = 100
_GOOD = Text("leaves nothing behind", "ничего после себя не оставляет")
_FILES_ADVICE = Text(
    "write only matrix.txt there; your own files go to the folder $TMPDIR, or to /tmp if it is not "
    "set; it is emptied after each turn",
    "пишите там только matrix.txt; свои файлы — в папку $TMPDIR, а если она не задана, в /tmp; "
    "после каждого запуска она очищается",
)
_PROCESSES = Text(
    "some of its processes keep running after it has ended",
    "после её завершения остались работать её процессы",
)
_PROCESSES_ADVICE = Text(
    "wait for every process that you start; the referee kills any that are left",
    "дождитесь каждого запущенного процесса; оставшиеся судья завершает",
)


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Yield a finding for each kind of file left behind, and a warning about processes.

    Processes that are left lose no game: on a busy machine they may be about to end. Wine leaves
    processes of its own, so programs for Windows get no warning.
    """
    trials = checked_bot.trials.all
    run_results = [trial.turn.run_result for trial in trials]
    has_left_any = any(
        run_result.left_processes and run_result.end is RunEnd.EXITED for run_result in run_results
    )
    has_left_processes = has_left_any and not checked_bot.program.is_windows
    yield from ways_to_lose(
        checked_bot, checked_bot.trials.played, [Ending.OTHER_FILES], _FILES_ADVICE
    )
    if has_left_processes:
        yield warned(_PROCESSES, _PROCESSES_ADVICE)
    # A turn that is lost by something else may have left files, too.
    has_left_files = any(run_result.other_names for run_result in run_results)
    if not has_left_files and not has_left_processes:
        yield passed(_GOOD)
