"""The ``arena`` command."""

from __future__ import annotations

import io
import os
import sys
import traceback

import typer

from arena import bench, build, position, replay, solve, start, validate
from arena.files import Unreadable
from arena.reading import plain_console

WRONG_USAGE = 2
OWN_FAULT = 3

app = typer.Typer(
    help="Bots that play board games through matrix.txt: check files, see positions, know the law.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (
    validate.validate,
    position.show,
    position.moves,
    position.perft,
    replay.replay,
    start.start,
    solve.solve,
):
    app.command()(command)
app.command("build")(build.command)
# What follows the name of a benchmark is for the benchmark.
app.command(context_settings={"ignore_unknown_options": True})(bench.bench)


def main() -> None:
    """Runs the command. Exit status: 0 all well, 1 bad, 2 wrong usage, 3 our own fault."""
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
