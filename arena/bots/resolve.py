"""Which bot a name means on a command line: an executable file, or a bot of ours."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path

from click.exceptions import BadParameter

from arena.bots.ours import built
from arena.bots.texts import why
from bot.builder import executable
from bot.builder.trouble import CannotBuild
from formats.names import of_file
from formats.printable import printable
from formats.text import Language
from referee.program import Program


@dataclass(frozen=True, slots=True)
class NamedBot:
    """A program, and the game it plays, if that is known."""

    program: Program
    game: str | None = None


def entrant(text: str, speech: Language) -> NamedBot:
    """The entrant so named: a path or a bot of ours, perhaps with arguments for it.

    Its name is that of the file or of the bot, whatever it is run with.
    """
    if Path(text).is_file():
        return _of_file(Path(text), ())
    try:
        name, *arguments = shlex.split(text)
    except ValueError:
        raise BadParameter(
            f"there is no file {text}, and as a command it has a quotation mark that is not closed"
        ) from None
    if Path(name).is_file():
        return _of_file(Path(name), tuple(arguments))
    if "/" in name:
        raise BadParameter(f"there is no file {name}")
    return _of_ours(name, tuple(arguments), speech)


def casual_entrant(text: str, speech: Language) -> NamedBot:
    """The same for a game outside of events: there it is called by what it is run with, too."""
    found = entrant(text, speech)
    called = " ".join([found.program.name, *map(shlex.quote, found.program.arguments)])
    return replace(found, program=replace(found.program, name=printable(called)))


def entrants(first: str, second: str, speech: Language) -> tuple[NamedBot, NamedBot]:
    """Both, with names that tell one from the other."""
    one, other = casual_entrant(first, speech), casual_entrant(second, speech)
    if one.program.name == other.program.name:
        program = replace(other.program, name=f"{other.program.name} (2)")
        other = replace(other, program=program)
    return one, other


def candidate(text: str, speech: Language) -> NamedBot:
    """What is to be checked: anything that is there, since that it is a file is checked first."""
    path = Path(text)
    there = path.exists() or path.is_symlink()
    return _of_file(path, ()) if there else entrant(text, speech)


def game_of(*some: NamedBot) -> str | None:
    """The game they play, if that is known of one."""
    games = {each.game for each in some if each.game}
    if len(games) > 1:
        raise BadParameter(f"they play different games: {', '.join(sorted(games))}")
    return next(iter(games), None)


def _of_file(path: Path, arguments: tuple[str, ...]) -> NamedBot:
    return NamedBot(Program(of_file(path.name), path, arguments))


def _of_ours(name: str, arguments: tuple[str, ...], speech: Language) -> NamedBot:
    try:
        program = executable.program_named(name)
        path = built(program, speech)
    except CannotBuild as error:
        raise BadParameter(f"{name} is no file, and: {why(error, speech)}") from None
    return NamedBot(Program(program.name, path, arguments), program.kernel.replace("_", "-"))
