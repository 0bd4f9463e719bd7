"""Files of a turn, kept in a folder, and the command that repeats it."""

from __future__ import annotations

from pathlib import Path

from arena.bots import texts
from arena.bots.tried_turn import TriedTurn
from arena.console import plain_console
from arena.files import FileFailure, make_folder
from formats.matrix import write_matrix
from formats.printable import shell_line
from formats.text import Language
from referee.clock import Clock, Timing
from referee.judge import JudgingOptions
from referee.program import MIB, Limits
from referee.sandbox.isolation_levels import IsolationLevel

BEFORE, AFTER, PRINTED = "before.txt", "after.txt", "printed.txt"
USUAL_MEMORY = Limits().memory // MIB


def keep(
    tried: TriedTurn,
    folder: Path,
    command: str,
    isolation: IsolationLevel,
    language: Language,
    *,
    stderr: bool = False,
) -> None:
    """Save the files of the turn, and print how to repeat it with the bot ``command``.

    A turn that was judged by settings of an event that ``arena try`` lacks is not repeated.
    """
    make_folder(folder)
    files = _files(tried)
    try:
        for name in (BEFORE, AFTER, PRINTED):
            (folder / name).unlink(missing_ok=True)
        for name, data in files.items():
            (folder / name).write_bytes(data)
    except OSError as error:
        raise FileFailure.at(folder, error) from None
    values = {"folder": folder, "files": ", ".join(files)}
    console = plain_console(stderr=stderr)
    console.print(texts.KEPT_FILES.say(language, values))
    if tried.judging == _usual_judging(tried):
        again = _command_line(tried, folder / BEFORE, command, isolation)
        console.print(texts.REPEAT_COMMAND.say(language, {"command": again}))


def _usual_judging(tried: TriedTurn) -> JudgingOptions:
    """Return the options by which ``arena try`` judges with the turn's clock and memory."""
    judging = tried.judging
    return JudgingOptions(Timing(judging.timing.clock), Limits(memory=judging.limits.memory))


def _files(tried: TriedTurn) -> dict[str, bytes]:
    """Return the files to keep, by name; empty ones are left out."""
    run_result = tried.turn.run_result
    files = {
        BEFORE: write_matrix(tried.before).encode(),
        AFTER: run_result.file.data,
        PRINTED: run_result.printed,
    }
    return {name: data for name, data in files.items() if data}


def _command_line(tried: TriedTurn, before: Path, command: str, isolation: IsolationLevel) -> str:
    """Return the command line that repeats the turn."""
    memory, clock = tried.judging.limits.memory // MIB, tried.judging.timing.clock
    parts = ["arena", "try", command, str(before)]
    game = tried.before.game
    parts += [] if game.limit == type(game).limit else ["--limit", str(game.limit)]
    parts += [] if clock is Clock.CPU else ["--clock", clock.value]
    parts += [] if memory == USUAL_MEMORY else ["--memory", str(memory)]
    parts += [] if isolation.isolates else ["--no-sandbox"]
    return shell_line(*parts)
