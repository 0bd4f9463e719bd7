"""``arena run``: plays an event, from its file or from where it was stopped."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from arena import event_words as words
from arena.build_entrants import path_of_ours
from arena.event_files import event_file
from arena.language import language
from arena.options import LangOption
from arena.reading import plain_console
from arena.run_view import RunView
from arena.sandbox import must_run
from formats.text import Language
from referee.jobs import cores, play_all
from tournaments.beginning import Opening, claimed, has_begun, store_of
from tournaments.enrolment import CannotEnrol
from tournaments.formula import period
from tournaments.ledger import Ledger, opened
from tournaments.run import Run

_INTERRUPTED = 130
_BAD = 1


def run(
    event: Annotated[
        str, typer.Argument(metavar="EVENT", help="Its .toml file, or one that comes with arena.")
    ],
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="DIR", help="Where it is kept; beside its file by itself."),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Games at once, each on a core; all cores.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only how it ended.")] = False,
    lang: LangOption = None,
) -> None:
    """Play a tournament; started again, it goes on where it was stopped."""
    speech = language(lang)
    found = event_file(event, speech)
    folder = to or found.run
    read_event = found.event(speech)
    if any(section.limits.sandbox for section in read_event.sections):
        must_run(speech, isolated=True)
    opening = Opening(
        read_event, found.file.data.decode("utf-8-sig"), found.base, path_of_ours(speech)
    )
    try:
        with claimed(folder), opened(folder, writing=True) as ledger:
            status = _run(opening, ledger, folder, jobs or len(cores()), speech, quiet=quiet)
    except CannotEnrol as error:
        errors = plain_console(stderr=True)
        for fault in error.faults:
            values = {"sentence": fault.sentence(speech), "code": fault.kind.code}
            errors.print(words.CANNOT.say(speech, values))
        raise typer.Exit(_BAD) from None
    raise typer.Exit(status)


def _run(
    opening: Opening, ledger: Ledger, folder: Path, jobs: int, speech: Language, *, quiet: bool
) -> int:
    store = store_of(folder)
    begun = has_begun(ledger)
    if begun:
        opening.check(ledger, store)
    else:
        opening.begin(ledger, store, jobs)
    run = Run(ledger, store)
    view = RunView(run.tournament, speech, quiet)
    if not quiet:
        _announce(view, folder, begun=begun)
    began, before = monotonic(), view.done
    try:
        with view.screen():
            _play(run, view, jobs)
    except KeyboardInterrupt:
        stopped = {"done": view.done, "games": view.games}
        view.console.print(words.STOPPED.say(speech, stopped))
        return _INTERRUPTED
    if view.done > before:
        busy = sum(e.busy for c in run.tournament.contests for e in c.entries.values())
        passed = monotonic() - began
        values = {
            "games": view.done - before,
            "time": period(passed, speech),
            "share": f"{100 * busy / (jobs * passed):.0f}",
        }
        view.console.print(words.OVER.say(speech, values))
    return 0


def _announce(view: RunView, folder: Path, *, begun: bool) -> None:
    values = {"title": view.tournament.event.title, "folder": folder, "done": view.done}
    view.console.print((words.GOES_ON if begun else words.BEGINS).say(view.speech, values))
    for contest in view.tournament.contests:
        if contest.picked:
            picked = {"section": contest.section.name, "picked": contest.picked}
            view.console.print(words.SECTION.say(view.speech, picked))


def _play(run: Run, view: RunView, jobs: int) -> None:
    with closing(play_all(run, jobs)) as games:
        for finished in games:
            entry = run.enter(finished)
            view.take(entry, run.tournament)
