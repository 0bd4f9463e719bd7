"""``arena run``: plays an event, from its file or from where it was stopped."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from importlib import resources
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from arena import event_words as words
from arena.build_entrants import path_of_ours
from arena.diagnostics import as_text
from arena.event_players import ClusterOption, Players, players
from arena.files import NamedFile, read_one
from arena.language import language
from arena.options import LangOption
from arena.reading import plain_console
from arena.run_view import RunView
from arena.sandbox import must_run
from formats.fault import Fault, Severity
from formats.text import Language
from tournaments.beginning import Opening, claimed, has_begun, store_of
from tournaments.cluster_faults import CannotPlay
from tournaments.enrolment import CannotEnrol
from tournaments.event import Event
from tournaments.event_reader import read
from tournaments.formula import period
from tournaments.ledger import Ledger, opened
from tournaments.run import Run

_INTERRUPTED = 130
_BAD = 1
_CANNOT_PLAY = 2
_ENDING = ".toml"


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
    cluster: ClusterOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only how it ended.")] = False,
    lang: LangOption = None,
) -> None:
    """Play a tournament; started again, it goes on where it was stopped."""
    speech = language(lang)
    file, base, folder = _place(event, to, speech)
    read_event = _read(file, speech)
    if cluster is None and any(section.limits.sandbox for section in read_event.sections):
        must_run(speech, isolated=True)
    opening = Opening(read_event, file.data.decode("utf-8-sig"), base, path_of_ours(speech))
    try:
        with (
            claimed(folder),
            opened(folder, writing=True) as ledger,
            players(cluster, jobs) as who,
        ):
            status = _run(opening, ledger, folder, who, speech, quiet=quiet)
    except CannotEnrol as error:
        _tell(error.faults, speech)
        raise typer.Exit(_BAD) from None
    except CannotPlay as error:
        _tell([error.fault], speech)
        raise typer.Exit(_CANNOT_PLAY) from None
    raise typer.Exit(status)


def _tell(faults: Iterable[Fault], speech: Language) -> None:
    for fault in faults:
        values = {"sentence": fault.sentence(speech), "code": fault.kind.code}
        plain_console(stderr=True).print(words.CANNOT.say(speech, values))


def _place(name: str, to: Path | None, speech: Language) -> tuple[NamedFile, Path, Path]:
    """The event file, the folder that its paths start from, and where the event is kept."""
    path = Path(name)
    if path.is_file():
        return read_one(name), path.parent, to or path.parent / path.stem
    shipped = resources.files("tournaments") / "events"
    known = sorted(one.name for one in shipped.iterdir() if one.name.endswith(_ENDING))
    found = name if name.endswith(_ENDING) else name + _ENDING
    if found not in known:
        values = {"name": name, "known": ", ".join(known)}
        raise typer.BadParameter(words.NO_EVENT.say(speech, values))
    data = (shipped / found).read_bytes()
    return NamedFile(found, data), Path(), to or Path(found.removesuffix(_ENDING))


def _read(file: NamedFile, speech: Language) -> Event:
    """The event; what is wrong with its file is told, and ends the command if it is an error."""
    reading = read(file.data)
    errors = plain_console(stderr=True)
    for diagnostic in reading.diagnostics:
        for line in as_text(file.name, reading.source, diagnostic, speech):
            errors.print(line)
    if reading.event is None:
        raise typer.Exit(_BAD)
    assert all(d.severity is Severity.WARNING for d in reading.diagnostics)
    return reading.event


def _run(
    opening: Opening,
    ledger: Ledger,
    folder: Path,
    who: Players,
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
    began, before = monotonic(), view.done
    try:
        with view.screen():
            _play(run, view, who)
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
            "share": f"{100 * busy / (who.at_once * passed):.0f}",
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


def _play(run: Run, view: RunView, who: Players) -> None:
    with closing(who.play(run)) as games:
        for finished in games:
            entry = run.enter(finished)
            view.take(entry, run.tournament)
