"""``arena run``: play an event from its beginning, or from where it was stopped.

``run`` takes the steps one after the other: it reads the event, finds its entrants, sets it up,
plays and reports it.

With ``--try``, it plays a dry run instead (``dry_run.py``).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated

from click.exceptions import Exit

from arena.bots.builtin_bots import build_all, builtin_path
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.diagnostics import print_diagnostics
from arena.event import texts
from arena.event.dry_run import play_dry_run
from arena.event.entrants import print_roster, small_board_faults
from arena.event.event_folder import print_faults, reason_of_failure
from arena.event.game_workers import ClusterOption, open_workers, refuse_jobs_of_cluster
from arena.event.plan import plan
from arena.event.progress import QuietOption, RunView
from arena.event.report import REPORT_FILE, write_page
from arena.event.table_view import print_seed, show
from arena.event_files import EventFile, EventName, event_file
from arena.files import make_folder
from arena.options import LanguageOption, reader_language
from arena.parameters import Option
from arena.report.page import page
from arena.require_sandbox import IN_EVENT, require_isolation
from formats.text import Language, Text
from referee.numbers import GAMES, count_text
from referee.program import RefereeError
from referee.program_copy import ChangedProgram
from tournaments.cluster.cluster_faults import CannotPlay
from tournaments.entrants.enrolment import (
    CannotEnrol,
    program_names,
)
from tournaments.entrants.entrant_faults import DAMAGED
from tournaments.event.auto_format import duration_text
from tournaments.event.model import Event
from tournaments.event.toml_places import lines_of
from tournaments.ledger import is_begun
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.ledger.ledger_game import may_see_no_output
from tournaments.run.event_run import Run
from tournaments.run.game_run import GameWorkers
from tournaments.run.live import feed
from tournaments.run.setup import (
    EventSource,
    beginning_faults,
    find_programs,
    open_event,
    set_up,
)
from tournaments.submission import Submissions, submissions


def run(
    event: EventName,
    to: Annotated[
        Path | None,
        Option(
            "--to",
            metavar="DIR",
            help=Text(
                "Output folder (default: next to the event file).",
                "Куда записывать (по умолчанию рядом с файлом турнира).",
            ),
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        Option(
            min=1,
            help=Text(
                "Games to play at once, each on its own core (default: all cores).",
                "Сколько партий играть сразу, каждую на своём ядре (по умолчанию на всех).",
            ),
        ),
    ] = None,
    cluster: ClusterOption = None,
    dry_run: Annotated[
        bool,
        Option(
            "--try",
            help=Text(
                "Only try it: two games of each entrant; nothing is kept.",
                "Только проба: по две партии каждого участника; ничего не сохраняется.",
            ),
        ),
    ] = False,
    quiet: QuietOption = False,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    refuse_jobs_of_cluster(cluster, jobs)
    file = event_file(event)
    source, folder = file.source(language), to or file.run
    if dry_run:
        _dry_run(source, file, folder, cluster, jobs, language)
        return
    with report_faults(folder, language):
        _make_ready(source.event, language, here=cluster is None)
        if not is_begun(folder):
            _refuse_to_begin(source, file, folder, language)
        with open_workers(cluster, jobs, lambda fault: print_faults([fault], language)) as workers:
            make_folder(folder)  # after the workers: a refused run leaves no folder
            with open_event(folder) as open_folder:
                is_resumed = open_folder.has_begun
                programs = find_programs(source, open_folder, builtin_path(language))
                set_up(source, open_folder, programs, workers.parallel_games)
                _warn_of_other_folder(source.event, file, folder, language)
                event_run = Run(open_folder)
                view = RunView(event_run.tournament, event_run.games, language, quiet)
                with _report_interruption(view):
                    if not quiet:
                        _announce(view, folder, is_resumed=is_resumed)
                        if not is_resumed:
                            print_roster(source.event, file, language)
                        for line in plan(event_run.tournament, workers.parallel_games, language):
                            view.console.print(line)
                    _play(event_run, view, workers, folder)
                    _report(view, folder)


def _dry_run(
    source: EventSource,
    file: EventFile,
    folder: Path,
    cluster: str | None,
    parallel_games: int | None,
    language: Language,
) -> None:
    """Play two games of each entrant, and keep nothing."""
    with report_faults(folder, language, is_dry_run=True):
        _make_ready(source.event, language, here=cluster is None)
        _refuse_to_begin(source, file, folder, language)
        with open_workers(
            cluster, parallel_games, lambda fault: print_faults([fault], language)
        ) as workers:
            play_dry_run(source, builtin_path(language), workers, language)


def _refuse_to_begin(
    source: EventSource, file: EventFile, folder: Path, language: Language
) -> None:
    """Print all faults that keep the event from beginning in the folder; raise Exit if any do."""
    small_boards = small_board_faults(source.event, source.folder).values()
    faults = [*small_boards, *beginning_faults(source, folder, builtin_path(language))]
    if faults:
        lines = lines_of(source.text)
        print_diagnostics(file.file.name, lines, source.diagnostics(faults), language)
        raise Exit(ExitStatus.BAD)


def _make_ready(event: Event, language: Language, *, here: bool) -> None:
    """Check that bots can run here, if ``here``, and build the built-in bots."""
    for section in event.sections if here else ():
        require_isolation(language, section.limits.isolation, IN_EVENT)
    build_all(program_names(event), language)


@contextmanager
def report_faults(folder: Path, language: Language, *, is_dry_run: bool = False) -> Iterator[None]:
    """Report faults that keep an event, or its dry run, from being played, and raise Exit."""
    try:
        yield
    except BrokenPipeError:
        raise  # the reader of the output has gone, which is no fault of the event
    except (OSError, MemoryError, sqlite3.OperationalError) as error:
        values = {"folder": folder, "why": reason_of_failure(error)}
        text = texts.DRY_RUN_FAILED if is_dry_run else texts.CANNOT_GO_ON
        plain_console(stderr=True).print(text.say(language, values))
        raise Exit(ExitStatus.OWN_FAULT) from None
    except (CannotEnrol, BadLedger) as error:
        print_faults(error.faults, language)
        raise Exit(ExitStatus.BAD) from None
    except ChangedProgram as error:
        print_faults([DAMAGED(name=error.name, file=error.path)], language)
        raise Exit(ExitStatus.BAD) from None
    except RefereeError as error:
        text = texts.DRY_RUN_FAILED if is_dry_run else texts.NOT_PLAYED
        plain_console(stderr=True).print(text.say(language, {"why": error.text}))
        raise Exit(ExitStatus.OWN_FAULT) from None
    except CannotPlay as error:
        print_faults([error.fault], language)
        raise Exit(ExitStatus.WRONG_USAGE) from None


def _warn_of_other_folder(event: Event, file: EventFile, folder: Path, language: Language) -> None:
    """Print what does not see the event in the folder, if its submissions or games are elsewhere.

    The site and most commands know the event file alone, and the folder beside it.
    """
    if folder.resolve() == file.run.resolve():
        return
    has_begun = is_begun(file.run)
    if has_begun or any(_has_submissions(event, file, section.name) for section in event.sections):
        state = texts.OTHER_BEGUN if has_begun else texts.NONE_BEGUN
        values = {"folder": folder, "own": file.run, "state": state}
        sentence = texts.ELSEWHERE.say(language, values)
        plain_console(stderr=True).print(sentence, style="yellow")


def _has_submissions(event: Event, file: EventFile, section: str) -> bool:
    section_submissions = submissions(event, file.folder, file.run, section)
    return isinstance(section_submissions, Submissions) and bool(section_submissions.versions())


def _announce(view: RunView, folder: Path, *, is_resumed: bool) -> None:
    values = {"title": view.tournament.event.title, "folder": folder, "done": view.done}
    view.console.print(
        (texts.EVENT_GOES_ON if is_resumed else texts.EVENT_BEGINS).say(view.language, values)
    )
    if sentence := view.tournament.seed_sentence:
        view.console.print(sentence.say(view.language))
    for state in view.tournament.sections:
        if state.picked:
            values = {"section": state.section.name, "sentence": state.picked}
            view.console.print(texts.SECTION.say(view.language, values))


@contextmanager
def _report_interruption(view: RunView) -> Iterator[None]:
    """Print the progress if the run is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        values = {"done": view.done, "games": view.games}
        view.console.print(texts.EVENT_STOPPED.say(view.language, values))
        raise Exit(ExitStatus.INTERRUPTED) from None


def _play(event_run: Run, view: RunView, workers: GameWorkers, folder: Path) -> None:
    """Play the rest of the event, and print how long that took."""
    began, before = monotonic(), view.done
    with view.screen(), feed(folder) as live, closing(event_run.play(workers, live)) as entries:
        for entry in entries:
            view.take(entry, event_run.tournament, event_run.games)
    if view.done > before:
        seconds = monotonic() - began
        values = {
            "games": count_text(view.done - before, GAMES),
            "time": duration_text(seconds, view.language),
            "share": f"{100 * view.busy / (workers.parallel_games * seconds):.0f}",
        }
        view.console.print(texts.GAMES_PLAYED.say(view.language, values))


def _report(view: RunView, folder: Path) -> None:
    """Print the table, and write the report with all games."""
    tournament = view.tournament
    if not view.quiet:
        view.console.print()
        show(
            tournament.event.title,
            tournament.sections,
            view.console,
            view.language,
            crosstable=False,
        )
        print_seed(tournament, view.console, view.language)
        view.console.print()
    path = folder / REPORT_FILE
    size = write_page(path, page(tournament.visible_to(may_see_no_output), view.language))
    values = {"path": path, "size": size // 1000}
    view.console.print(texts.REPORT.say(view.language, values))
    head = tournament.head
    values = {"entries": head.entries, "hash": head.hash}
    view.console.print(texts.HEAD.say(view.language, values))
