"""``arena ladder``: the newest versions of all bots play each other until the event begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

from click.exceptions import Exit
from rich.console import Console

from arena.bots.ours import build_all, path_of_ours
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.event import texts as words
from arena.event.event_folder import ledger_faults_told, tell
from arena.event.game_workers import ClusterOption, players
from arena.event.progress import QuietOption
from arena.event.run import faults_told
from arena.event.table_view import TablePrinter
from arena.event_files import EventFile, EventName, event_file
from arena.options import LangOption, language
from arena.parameters import Option
from arena.require_sandbox import IN_EVENT, must_run
from formats.text import Language, Text
from referee.machine import cores
from referee.program import RefereeError
from tournaments.entrants.enrolment import program_names
from tournaments.event.model import Event
from tournaments.ladder import ladder_faults as faults
from tournaments.ladder.climbing import Players, climb, on_idle_cores
from tournaments.ladder.ladder_players import milestone_names
from tournaments.ladder.ladder_run import LadderRun, ladder_folder
from tournaments.ladder.ladder_table import SectionLadder, ladders_in
from tournaments.ledger import is_begun
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.setup import event_folder


def ladder(
    event: EventName,
    show: Annotated[
        bool,
        Option("--show", help=Text("Only show how it stands.", "Только показать, как дела.")),
    ] = False,
    once: Annotated[
        bool,
        Option(
            "--once",
            help=Text(
                "End when all have met as often as they may; do not wait for new versions.",
                "Закончить, когда все сыграли сколько можно; новых версий не ждать.",
            ),
        ),
    ] = False,
    games: Annotated[
        int | None,
        Option(
            min=1,
            help=Text(
                "End after this many games, or when all have met as often as they may.",
                "Закончить после стольких партий или когда все сыграли сколько можно.",
            ),
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        Option(
            min=1,
            help=Text(
                "Games to play at once (default: as the event says, or all cores).",
                "Сколько партий играть сразу (по умолчанию как в турнире или на всех ядрах).",
            ),
        ),
    ] = None,
    cluster: ClusterOption = None,
    quiet: QuietOption = False,
    lang: LangOption = None,
) -> None:
    """Let the newest versions play each other on idle cores until the event begins."""
    speech = language(lang)
    found = event_file(event)
    if show:
        _show(found, speech)
        return
    source, folder = found.source(speech), ladder_folder(found.run)
    _check(source.event, found, speech, here=cluster is None)
    console = plain_console()
    with faults_told(folder, speech), event_folder(folder) as kept:
        climbing = LadderRun(source, kept, found.run, path_of_ours(speech), games)
        most = jobs or (source.event.ladder and source.event.ladder.jobs) or len(cores())
        with (
            _played_by(cluster, most, speech) as workers,
            _interruption_told(console, climbing, speech),
        ):
            ends = once or games is not None
            told = climb(climbing, found.run, workers, _teller(speech), once=ends)
            for game in told:
                if not quiet:
                    console.print(words.LADDER_GAME.say(speech, _values(game)))
    _print(source.event.title, ladders_in(folder, source.event), console, speech)


def _check(event: Event, found: EventFile, speech: Language, *, here: bool) -> None:
    """Whether there is a ladder to be played; the milestones are built."""
    wrong = faults.NO_LADDER() if event.ladder is None else None
    if wrong is None and is_begun(found.run):
        wrong = faults.BEGUN()
    if wrong:
        tell([wrong], speech)
        raise Exit(ExitStatus.BAD)
    for section in event.sections if here else ():
        must_run(speech, section.limits.stage, IN_EVENT)
    ours = [name for section in event.sections for name in milestone_names(event, section)]
    for name in {*ours, *program_names(event)}:
        build_all([name], speech)


@contextmanager
def _played_by(cluster: str | None, jobs: int, speech: Language) -> Iterator[Players]:
    """Who plays: this machine's idle cores, or a cluster."""
    if cluster is None:
        yield on_idle_cores(jobs)
        return
    with players(cluster, jobs, lambda fault: tell([fault], speech)) as workers:
        # What is played on this machine does not take the cores of those.
        yield Players(lambda games: workers.play(games, None), lambda: False)


@contextmanager
def _interruption_told(console: Console, climbing: LadderRun, speech: Language) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        done = sum(len(state.games) for state in climbing.states.values())
        console.print(words.LADDER_STOPPED.say(speech, {"done": done}))
        raise Exit(ExitStatus.INTERRUPTED) from None


def _teller(speech: Language) -> Callable[[RefereeError], None]:
    errors = plain_console(stderr=True)
    return lambda error: errors.print(words.LADDER_RESTS.say(speech, {"why": error}))


def _values(game: LedgerGame) -> dict[str, object]:
    result = {"A": "1:0", "B": "0:1", "D": "1/2"}[game.winner]
    return {
        "section": game.section,
        "number": game.number,
        "a": game.first,
        "b": game.second,
        "result": result,
        "ending": game.ending.title,
        "sentence": game.sentence,
    }


def _show(found: EventFile, speech: Language) -> None:
    event, folder = found.event(speech), ladder_folder(found.run)
    with ledger_faults_told(folder, speech):
        ladders = ladders_in(folder, event)
    _print(event.title, ladders, plain_console(), speech)


def _print(
    title: str, ladders: Sequence[SectionLadder], console: Console, speech: Language
) -> None:
    if not any(one.rows for one in ladders):
        console.print(words.LADDER_EMPTY.say(speech, {"title": title}))
    for one in ladders:
        if one.rows:
            values = {"title": title, "section": one.section, "games": len(one.state.games)}
            console.print(words.LADDER_HEADING.say(speech, values), style="bold")
            console.print()
            TablePrinter(console, speech, {}).show(one.table)
            console.print()
