"""``arena ladder``: the newest versions of all bots play each other until the event begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit
from rich.console import Console

from arena.bots.builtin_bots import build_all, builtin_path, builtin_styles, small_board_of
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.event import texts
from arena.event.entrants import board_sizes
from arena.event.event_folder import print_faults, report_ledger_faults
from arena.event.game_workers import ClusterOption, open_workers, refuse_jobs_of_cluster
from arena.event.progress import QuietOption, game_values
from arena.event.run import report_faults
from arena.event.table_view import TablePrinter
from arena.event_files import EventFile, EventName, event_file
from arena.options import LanguageOption, reader_language
from arena.parameters import Option
from arena.require_sandbox import IN_EVENT, require_isolation
from formats.printable import printable
from formats.text import Language, Text
from referee.machine import cores
from referee.program import RefereeError
from tournaments.entrants.enrolment import Builder, program_names
from tournaments.event.model import Event, Ladder
from tournaments.ladder import ladder_faults as faults
from tournaments.ladder.ladder_players import milestone_names
from tournaments.ladder.ladder_run import LadderRun, ladder_folder, play_ladder
from tournaments.ladder.ladder_table import SectionLadder, ladders_in
from tournaments.ledger import is_begun
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.game_run import GameWorkers, workers_on_idle_cores
from tournaments.run.setup import EventSource, open_event


def ladder(
    event: EventName,
    show: Annotated[
        bool,
        Option(
            "--show",
            help=Text(
                "Show the ladder's tables without playing.", "Показать таблицы лестницы, не играя."
            ),
        ),
    ] = False,
    once: Annotated[
        bool,
        Option(
            "--once",
            help=Text(
                "End when every pair has played all its games; do not wait for new versions.",
                "Закончить, когда каждая пара сыграла все свои партии; новых версий не ждать.",
            ),
        ),
    ] = False,
    games: Annotated[
        int | None,
        Option(
            min=1,
            help=Text(
                "End after this many games, or when every pair has played all its games.",
                "Закончить после стольких партий или когда каждая пара сыграла все свои партии.",
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
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    refuse_jobs_of_cluster(cluster, jobs)
    file = event_file(event)
    if show:
        _show(file, language)
        return
    source, folder = file.source(language), ladder_folder(file.run)
    _check(source.event, file, language, here=cluster is None)
    console = plain_console()
    most = jobs or (source.event.ladder and source.event.ladder.jobs) or len(cores())
    with (
        report_faults(folder, language),
        _workers(cluster, most, language) as workers,
        open_event(folder, faults.LADDER) as open_folder,
    ):
        ladder_run = LadderRun(
            source, open_folder, file.run, ladder_builder(source, language), games
        )
        if not quiet:
            values = {
                "title": source.event.title,
                "folder": folder,
                "versions": ladder_run.count_of_versions,
            }
            console.print(texts.LADDER_BEGINS.say(language, values))
        with _report_interruption(console, ladder_run, language):
            ends = once or games is not None
            games_played = play_ladder(
                ladder_run, file.run, workers, _error_printer(language), once=ends
            )
            last = None
            for item in games_played:
                if not quiet and item != last:
                    console.print(_line(item, language))
                last = item
    _print(source.event.title, ladders_in(folder, source.event), console, language)


def ladder_builder(source: EventSource, language: Language) -> Builder:
    """Return a builder of the built-in bots that play on all boards of their sections."""
    path_of, unfit = builtin_path(language), set[str]()
    for section in source.event.sections:
        listed = [entrant.bot for entrant in section.entrants if entrant.bot]
        bots = [*milestone_names(source.event, section), *listed]
        sizes = board_sizes(section, source.folder)
        unfit |= {bot for bot in bots for size in sizes if small_board_of(bot, size)}

    def fit_path(name: str) -> Path:
        if name in unfit:
            raise LookupError(name)
        return path_of(name)

    return fit_path


def _check(event: Event, file: EventFile, language: Language, *, here: bool) -> None:
    """Raise Exit if there is no ladder to be played; build the milestones."""
    fault = faults.NO_LADDER() if event.ladder is None else None
    if fault is None and is_begun(file.run):
        fault = faults.BEGUN()
    if fault:
        print_faults([fault], language)
        raise Exit(ExitStatus.BAD)
    for section in event.sections if here else ():
        require_isolation(language, section.limits.isolation, IN_EVENT)
    _warn_of_unknown_milestones(event, language)
    milestones = [name for section in event.sections for name in milestone_names(event, section)]
    build_all(dict.fromkeys([*milestones, *program_names(event)]), language)


def _warn_of_unknown_milestones(event: Event, language: Language) -> None:
    """Print the milestones of the event file that no game of the event has.

    Those of an event that names none are for all games, and not every game has each.
    """
    milestones = event.ladder.milestones if event.ladder else ()
    if milestones == Ladder().milestones:
        return
    by_game = builtin_styles()
    styles = {style for section in event.sections for style in by_game.get(section.game.name, ())}
    for milestone in milestones:
        if milestone not in styles:
            values = {"style": printable(milestone), "known": ", ".join(sorted(styles))}
            plain_console(stderr=True).print(texts.NO_MILESTONE.say(language, values))


def _workers(
    cluster: str | None, parallel_games: int, language: Language
) -> AbstractContextManager[GameWorkers]:
    """Return the workers: this machine's idle cores, or a cluster."""
    if cluster is None:
        return nullcontext(workers_on_idle_cores(parallel_games))
    return open_workers(cluster, parallel_games, lambda fault: print_faults([fault], language))


@contextmanager
def _report_interruption(
    console: Console, ladder_run: LadderRun, language: Language
) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        done = sum(len(state.games) for state in ladder_run.states.values())
        console.print(texts.LADDER_STOPPED.say(language, {"done": done}))
        raise Exit(ExitStatus.INTERRUPTED) from None


def _error_printer(language: Language) -> Callable[[RefereeError], None]:
    errors = plain_console(stderr=True)
    return lambda error: errors.print(texts.LADDER_RESTS.say(language, {"why": error.text}))


def _line(item: LedgerGame | Text, language: Language) -> str:
    """Return the line about a game, or what the ladder waits for."""
    if isinstance(item, Text):
        return item.say(language)
    return texts.LADDER_GAME.say(language, game_values(item))


def _show(file: EventFile, language: Language) -> None:
    event, folder = file.event(language), ladder_folder(file.run)
    with report_ledger_faults(folder, language):
        ladders = ladders_in(folder, event)
    if event.ladder is None and not any(ladder.rows for ladder in ladders):
        print_faults([faults.NO_LADDER()], language)
        raise Exit(ExitStatus.BAD)
    _print(event.title, ladders, plain_console(), language)


def _print(
    title: str, ladders: Sequence[SectionLadder], console: Console, language: Language
) -> None:
    if not any(ladder.rows for ladder in ladders):
        console.print(texts.LADDER_EMPTY.say(language, {"title": title}))
    for ladder in ladders:
        if ladder.rows:
            values = {"title": title, "section": ladder.section, "games": len(ladder.state.games)}
            console.print(texts.LADDER_HEADING.say(language, values), style="bold")
            console.print()
            TablePrinter(console, language, {}).show(ladder.table)
            console.print()
