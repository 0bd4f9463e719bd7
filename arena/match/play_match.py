"""Plays the match that was asked for, shows it, and keeps its records."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from arena.commands import ExitStatus
from arena.console import plain_console
from arena.files import Unreadable, failed_at
from arena.match import texts as words
from arena.match.scoreboard import MatchView
from arena.require_sandbox import STAGES
from formats.matrix import Matrix
from formats.names import file_part
from formats.seconds import write_seconds
from formats.text import Language
from referee.match import Match, saved_files
from referee.match.sprt import Sprt
from referee.pool import Finished, play_all
from referee.sandbox.stage_choice import chosen


@dataclass(frozen=True, slots=True)
class Plan:
    """A match as it was asked for."""

    match: Match
    starts: Iterator[Matrix]
    games: int | None
    """How many; as many as the test takes, if there is no number."""
    jobs: int = 1
    sprt: Sprt | None = None
    records: Path | None = None
    before: int = 0
    """The last number of a record that was in that folder before."""
    seed: int = 0


def records_before(folder: Path) -> int:
    """Make the folder for records if need be; return the last number of a record in it.

    The records of this match are numbered on from there: none is lost, and none replaced.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        numbers = [path.name.partition("-")[0] for path in folder.iterdir()]
    except OSError as error:
        raise failed_at(folder, error) from None
    return max((int(number) for number in numbers if number.isdecimal()), default=0)


def run(plan: Plan, speech: Language, *, quiet: bool) -> int:
    """Plays the match; the exit status. Raises RefereeError, or Unreadable."""
    view = MatchView(plan.match, speech, plan.sprt, quiet)
    first = next(plan.starts)
    if not quiet:
        view.console.print(_heading(plan, first, speech), style="dim")
    interrupted, not_kept = False, None
    try:
        with view.screen():
            _play(plan, chain([first], plan.starts), view)
    except Unreadable as error:
        not_kept = error
    except KeyboardInterrupt:
        interrupted = True
        plain_console(stderr=True).print(words.INTERRUPTED.say(speech))
    for line in view.lines():
        view.console.print(line, style="bold")
    if not_kept is not None:
        raise not_kept
    if interrupted:
        return ExitStatus.INTERRUPTED
    shown = plan.sprt is None or plan.sprt.accepted(view.score.pairs) == plan.sprt.elo1
    return 0 if shown else ExitStatus.BAD


def _play(plan: Plan, starts: Iterator[Matrix], view: MatchView) -> None:
    games = islice(plan.match.games(starts), plan.games)
    watcher = view.watch if view.watches else None
    with closing(play_all(games, plan.jobs, watcher)) as finished_games:
        for finished in finished_games:
            view.finish(finished)
            if plan.records:
                _keep(finished, plan.records, plan.before)
            if plan.sprt and plan.sprt.accepted(view.score.pairs) is not None:
                return


def _heading(plan: Plan, start: Matrix, speech: Language) -> str:
    game, board = start.game, start.position.board
    parts = [game.title.say(speech), game.rules_line, f"{board.width} x {board.height}"]
    values: dict[str, object] = {
        "game": ", ".join(part for part in parts if part),
        "seconds": write_seconds(start.times[0]),
        "clock": words.CLOCKS[plan.match.rules.timing.clock],
        "seed": plan.seed,
        "isolation": STAGES[chosen(plan.match.stage)],
    }
    return words.MATCH.say(speech, values)


def _keep(finished: Finished, folder: Path, before: int) -> None:
    programs = finished.game.programs
    names = "-".join(file_part(programs[side].name) for side in ("A", "B"))
    stem = f"{before + finished.game.number + 1:03}-{names}"
    for exhibit in saved_files(finished.played):
        path = folder / f"{stem}{exhibit.ending}"
        try:
            path.write_bytes(exhibit.data)
        except OSError as error:
            raise failed_at(path, error) from None
