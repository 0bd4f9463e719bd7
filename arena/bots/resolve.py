"""Which bot a name means on a command line: an executable file, or a bot of ours."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path

from arena.bots import texts as words
from arena.bots.ours import built
from arena.bots.texts import why
from arena.parameters import WrongUsage
from bot.builder import executable
from bot.builder.trouble import CannotBuild
from formats.names import of_file
from formats.printable import printable
from formats.text import LANGUAGES, Language, Text
from referee.program import Program


@dataclass(frozen=True, slots=True)
class NamedBot:
    """A program, and the game it plays, if that is known."""

    program: Program
    game: str | None = None


def entrant(text: str, speech: Language) -> NamedBot:
    """The entrant of that name: a path or a bot of ours, perhaps with arguments.

    Its name is that of the file or of the bot, whatever it is run with.
    """
    if Path(text).is_file():
        return _of_file(Path(text), ())
    try:
        name, *arguments = shlex.split(text)
    except ValueError:
        raise WrongUsage(words.UNCLOSED, text=text) from None
    if Path(name).is_file():
        return _of_file(Path(name), tuple(arguments))
    if "/" in name:
        raise WrongUsage(words.NO_FILE_HERE, name=name)
    return _of_ours(name, tuple(arguments), speech)


def casual_entrant(text: str, speech: Language) -> NamedBot:
    """The same for a game outside of events: there the name includes its arguments."""
    found = entrant(text, speech)
    called = " ".join([found.program.name, *map(shlex.quote, found.program.arguments)])
    return replace(found, program=replace(found.program, name=printable(called)))


def entrants(first: str, second: str, speech: Language) -> tuple[NamedBot, NamedBot]:
    """Both, with different names."""
    one, other = casual_entrant(first, speech), casual_entrant(second, speech)
    if one.program.name == other.program.name:
        program = replace(other.program, name=f"{other.program.name} (2)")
        other = replace(other, program=program)
    return one, other


def candidate(text: str, speech: Language) -> NamedBot:
    """The bot to check: anything that exists, since the first check is whether it is a file."""
    path = Path(text)
    there = path.exists() or path.is_symlink()
    return _of_file(path, ()) if there else entrant(text, speech)


def game_of(*some: NamedBot) -> str | None:
    """The game they play, if that is known of one."""
    games = {each.game for each in some if each.game}
    if len(games) > 1:
        raise WrongUsage(words.DIFFERENT_GAMES, games=", ".join(sorted(games)))
    return next(iter(games), None)


def _of_file(path: Path, arguments: tuple[str, ...]) -> NamedBot:
    return NamedBot(Program(of_file(path.name), path, arguments))


def _of_ours(name: str, arguments: tuple[str, ...], speech: Language) -> NamedBot:
    try:
        program = executable.program_named(name)
        path = built(program, speech)
    except CannotBuild as error:
        reason = Text(*(why(error, each) for each in LANGUAGES))
        raise WrongUsage(words.NEITHER, name=name, why=reason) from None
    return NamedBot(Program(program.name, path, arguments), program.kernel.replace("_", "-"))
