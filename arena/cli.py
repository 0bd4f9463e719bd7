"""The ``arena`` command."""

from __future__ import annotations

import io
import os
import sys
import traceback

import click

from arena.commands import COMMANDS, Command, Commands, ExitStatus
from arena.files import Unreadable
from referee.program import RefereeError


@click.group(
    "arena",
    cls=Commands,
    commands={name: Command(name) for name in COMMANDS},
    help="Bots that play board games through matrix.txt: check files, see positions, know the law.",
)
@click.version_option(
    package_name="matrix-arena", message="arena %(version)s", help="Say which arena this is."
)
def app() -> None:
    """What stands before the command's name: nothing that the command would have to know of."""


def main() -> None:
    """Runs the command, and ends with its exit status."""
    _work_in_one_file()
    _print_anywhere()
    try:
        try:
            sys.exit(app.main(standalone_mode=False))
        finally:
            sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        sys.exit(ExitStatus.INTERRUPTED)
    except Unreadable as error:
        _complain(f"{error}")
        sys.exit(ExitStatus.WRONG_USAGE)
    except RefereeError as error:
        _complain(f"a game could not be played, and that is no bot's fault: {error}")
        sys.exit(ExitStatus.OWN_FAULT)
    except BrokenPipeError:
        # Who reads us has seen enough; Python must not complain of it when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception:
        traceback.print_exc()
        _complain("this is a fault of arena itself: please report the lines above")
        sys.exit(ExitStatus.OWN_FAULT)


def _complain(text: str) -> None:
    print(f"arena: {text}", file=sys.stderr)


def _work_in_one_file() -> None:
    """In the program that is one file, workers are started by this very command."""
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support  # noqa: PLC0415 - of no use elsewhere, and slow

        freeze_support()


def _print_anywhere() -> None:
    """A terminal that lacks a character shows a question mark; the command goes on."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
