"""Which commands there are. Each is imported only when it is run, so that the small ones are quick.

What their list in the help says of them stands here, since to read it there would load them all.
"""

from __future__ import annotations

from enum import IntEnum
from importlib import import_module
from typing import Any

import click


class ExitStatus(IntEnum):
    """How a command ends that does not end well."""

    BAD = 1
    """What was asked about is bad."""
    WRONG_USAGE = 2
    """Or what was asked for cannot be done here."""
    OWN_FAULT = 3
    INTERRUPTED = 130


COMMANDS = {
    "validate": (
        "file.validate:validate",
        "Check files; of two, also whether the second is what one legal move makes of the first.",
    ),
    "show": (
        "file.position:show",
        "Draw a position: in colours in a terminal, as plain text elsewhere.",
    ),
    "moves": (
        "file.position:moves",
        "List the legal moves, one a line; none if the game is over.",
    ),
    "perft": (
        "file.position:perft",
        "Count the move sequences of exactly that length; in Virus War, of single steps.",
    ),
    "solve": (
        "file.solve:solve",
        "Tell what a position is worth: who wins it, how soon, and what each move makes of it.",
    ),
    "start": ("file.start:start", "Print a start position."),
    "replay": (
        "file.replay:replay",
        "Step through a game with the keyboard; elsewhere than in a terminal, print all of it.",
    ),
    "new": (
        "bots.new:new",
        "Begin a bot: a folder with a program that plays legal moves, to be made better.",
    ),
    "build": ("bots.build:command", "Build a program that is one file and needs no other."),
    "check": (
        "bots.check:check",
        "Check all that a submitted bot is judged by: exit status 1 if it fails.",
    ),
    "match": (
        "match:match",
        "Let two bots play pairs of games, with sides swapped, and tell how much stronger one is.",
    ),
    "play": (
        "play:play",
        "Play against a bot or a person, in the terminal; help, once in it, tells the rest.",
    ),
    "submit": (
        "event.submit:submit",
        "Check a bot and enter it in an event: the newest version that passes is what plays.",
    ),
    "run": (
        "event.run:run",
        "Play a tournament; started again, it goes on where it was stopped.",
    ),
    "table": ("event.table:table", "Print the standings of an event, as far as it was played."),
    "report": (
        "event.report:report",
        "Write an event, with every game to be stepped through, into one HTML file.",
    ),
    "rejudge": (
        "event.rejudge:rejudge",
        "Judge an event again: confirm each verdict and the table, or show the first difference.",
    ),
    "serve": (
        "serve:serve",
        "Open the arena in a browser: play, watch an event, submit a bot, validate a file.",
    ),
    "doctor": (
        "machine.doctor:doctor",
        "Tell what this machine can do, what is missing, and the command that brings it.",
    ),
    "bench": (
        "bench:bench",
        "Measure: figures are ratios within one run, since machines differ and are noisy.",
    ),
}
"""Where its function is, and the first line of that function's docstring."""


class Command(click.Command):
    """A command that is not imported yet."""

    def __init__(self, name: str) -> None:
        self._home, line = COMMANDS[name]
        super().__init__(name, short_help=line)

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **extra: Any) -> Any:
        """The context of the command itself, by which click goes on."""
        return self.loaded().make_context(info_name, args, *more, **extra)

    def loaded(self) -> click.Command:
        """The command itself."""
        from arena.parameters import command  # noqa: PLC0415 - the list of commands can do without

        module, function = self._home.split(":")
        return command(str(self.name), getattr(import_module(f"arena.{module}"), function))


class Commands(click.Group):
    """All of them, listed in the order in which they stand above: from a file to a tournament."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Click would sort them by their letters."""
        return list(self.commands)
