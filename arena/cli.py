"""The ``arena`` command."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Callable
from importlib.metadata import version
from multiprocessing import freeze_support
from typing import Annotated

import typer

from arena import (
    bench,
    build,
    build_run,
    check,
    match,
    new,
    play,
    position,
    rejudge,
    replay,
    report,
    serve,
    solve,
    start,
    submit,
    table,
    validate,
)
from arena.files import Unreadable
from arena.reading import plain_console
from referee.error import RefereeError

WRONG_USAGE = 2
OWN_FAULT = 3

app = typer.Typer(
    help="Bots that play board games through matrix.txt: check files, see positions, know the law.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
COMMANDS: dict[str, Callable[..., None]] = {
    "validate": validate.validate,
    "show": position.show,
    "moves": position.moves,
    "perft": position.perft,
    "solve": solve.solve,
    "start": start.start,
    "replay": replay.replay,
    "new": new.new,
    "build": build.command,
    "check": check.check,
    "match": match.match,
    "play": play.play,
    "submit": submit.submit,
    "run": build_run.run,
    "table": table.table,
    "report": report.report,
    "rejudge": rejudge.rejudge,
    "serve": serve.serve,
    "bench": bench.bench,
}
for name, command in COMMANDS.items():
    app.command(name)(command)


def _tell_version(asked: bool) -> None:
    if asked:
        print(f"arena {version('matrix-arena')}")
        raise typer.Exit


@app.callback()
def _before_all(
    _: Annotated[
        bool,
        typer.Option(
            "--version", callback=_tell_version, is_eager=True, help="Say which arena this is."
        ),
    ] = False,
) -> None:
    """What stands before the command's name: nothing that the command would have to know of."""


def main() -> None:
    """Runs the command. Exit status: 0 all well, 1 bad, 2 wrong usage, 3 our own fault."""
    freeze_support()  # in the program that is one file, workers are started by this very command
    _print_anywhere()
    errors = plain_console(stderr=True)
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except Unreadable as error:
        errors.print(f"arena: {error}")
        sys.exit(WRONG_USAGE)
    except RefereeError as error:
        errors.print(f"arena: a game could not be played, and that is no bot's fault: {error}")
        sys.exit(OWN_FAULT)
    except BrokenPipeError:
        # Who reads us has seen enough; Python must not complain of it when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception:
        traceback.print_exc()
        errors.print("arena: this is a fault of arena itself: please report the lines above")
        sys.exit(OWN_FAULT)


def _print_anywhere() -> None:
    """A terminal that lacks a character shows a question mark; the command goes on."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
