"""``arena run``: plays an event, from its file or from where it was stopped."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Annotated

from click.exceptions import Exit

from arena.bots.resolve import build_all, path_of_ours
from arena.console import plain_console
from arena.event import texts
from arena.event import texts as words
from arena.event.event_files import event_file
from arena.event.event_folder import tell
from arena.event.game_workers import ClusterOption, GameWorkers, players
from arena.event.progress import RunView
from arena.event.report import NAME, write
from arena.event.table_view import show
from arena.files import make_folder
from arena.options import LangOption, language
from arena.parameters import Argument, Option
from arena.report.page import page
from arena.require_sandbox import must_run
from formats.text import Language
from referee.program_copy import ChangedProgram
from tournaments.cluster.cluster_faults import CannotPlay
from tournaments.entrants.enrolment import CannotEnrol
from tournaments.entrants.entrant_faults import DAMAGED
from tournaments.event.auto_format import period
from tournaments.event.model import Event
from tournaments.run.event_run import Run
from tournaments.run.ledger import Ledger, opened
from tournaments.run.ledger_faults import BadLedger
from tournaments.run.live import feed
from tournaments.run.setup import Setup, claimed, has_begun, store_of

_INTERRUPTED = 130
_BAD = 1
_OWN_FAULT = 3
_CANNOT_PLAY = 2


def run(
    event: Annotated[
        str, Argument(metavar="EVENT", help="Its .toml file, or one that comes with arena.")
    ],
    to: Annotated[
        Path | None,
        Option("--to", metavar="DIR", help="Output folder (default: next to the event file)."),
    ] = None,
    jobs: Annotated[
        int | None, Option(min=1, help="Games at once, each on a core; all cores.")
    ] = None,
    cluster: ClusterOption = None,
    quiet: Annotated[bool, Option("--quiet", help="Only how it ended.")] = False,
    lang: LangOption = None,
) -> None:
    """Play a tournament; started again, it goes on where it was stopped."""
    speech = language(lang)
    found = event_file(event, speech)
    folder = to or found.run
    played = found.event(speech)
    if cluster is None:
        for section in played.sections:
            must_run(speech, section.limits.stage)
    make_folder(folder)
    build_all(_ours(played), speech)
    opening = Setup(played, found.file.data.decode("utf-8-sig"), found.base, path_of_ours(speech))
    try:
        with (
            claimed(folder),
            opened(folder, writing=True) as ledger,
            players(cluster, jobs, lambda fault: tell([fault], speech)) as who,
        ):
            status = _run(opening, ledger, folder, who, speech, quiet=quiet)
    except (OSError, sqlite3.OperationalError) as error:
        said = {"folder": folder, "why": error}
        plain_console(stderr=True).print(words.CANNOT_WRITE.say(speech, said))
        raise Exit(_OWN_FAULT) from None
    except (CannotEnrol, BadLedger) as error:
        tell(error.faults, speech)
        raise Exit(_BAD) from None
    except ChangedProgram as error:
        tell([DAMAGED(name=error.name, file=error.path)], speech)
        raise Exit(_BAD) from None
    except CannotPlay as error:
        tell([error.fault], speech)
        raise Exit(_CANNOT_PLAY) from None
    raise Exit(status)


def _ours(event: Event) -> list[str]:
    """The bots of ours that take part."""
    entrants = (each for section in event.sections for each in section.entrants)
    return [each.bot for each in entrants if each.bot is not None]


def _run(
    opening: Setup,
    ledger: Ledger,
    folder: Path,
    who: GameWorkers,
    speech: Language,
    *,
    quiet: bool,
) -> int:
    store = store_of(folder)
    begun = has_begun(ledger)
    if begun:
        opening.check(ledger, store)
    else:
        opening.begin(ledger, store, who.at_once)
    run = Run(ledger, store)
    view = RunView(run.tournament, speech, quiet)
    if not quiet:
        _announce(view, folder, begun=begun)
    try:
        _play_and_tell(run, view, who, folder)
        _show(run, folder, view)
    except KeyboardInterrupt:
        stopped = {"done": view.done, "games": view.games}
        view.console.print(words.STOPPED.say(speech, stopped))
        return _INTERRUPTED
    return 0


def _play_and_tell(run: Run, view: RunView, who: GameWorkers, folder: Path) -> None:
    """Plays what is left of the event, and tells how long that took."""
    began, before = monotonic(), view.done
    with view.screen():
        _play(run, view, who, folder)
    if view.done > before:
        passed = monotonic() - began
        values = {
            "games": view.done - before,
            "time": period(passed, view.speech),
            "share": f"{100 * view.busy / (who.at_once * passed):.0f}",
        }
        view.console.print(words.OVER.say(view.speech, values))


def _show(run: Run, folder: Path, view: RunView) -> None:
    """The table, and the report with all the games."""
    if not view.quiet:
        view.console.print()
        show(run.event.title, run.tournament.contests, view.console, view.speech, crosstable=False)
        view.console.print()
    path = folder / NAME
    size = write(path, page(run.tournament, view.speech))
    said = {"path": path, "size": size // 1000}
    view.console.print(texts.REPORT.say(view.speech, said))
    head = run.tournament.head
    values = {"games": head.games, "hash": head.hash}
    view.console.print(words.HEAD.say(view.speech, values))


def _announce(view: RunView, folder: Path, *, begun: bool) -> None:
    values = {"title": view.tournament.event.title, "folder": folder, "done": view.done}
    view.console.print((words.GOES_ON if begun else words.BEGINS).say(view.speech, values))
    for contest in view.tournament.contests:
        if contest.picked:
            picked = {"section": contest.section.name, "picked": contest.picked}
            view.console.print(words.SECTION.say(view.speech, picked))


def _play(run: Run, view: RunView, who: GameWorkers, folder: Path) -> None:
    with feed(folder) as told, closing(who.play(run, told.watcher(run))) as games:
        for finished in games:
            entry = run.enter(finished)
            told.ends(finished.game)
            view.take(entry, run.tournament)
