"""Which bot a name means on a command line: an executable file, or a bot of ours."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, replace
from pathlib import Path

from arena.bots import texts as words
from arena.bots.ours import built
from arena.bots.texts import why
from arena.game_request import NO_FOLDER, BotFolder, bot_folder
from arena.option_values import no_such
from arena.parameters import WrongUsage
from bot.builder import executable
from bot.builder.trouble import CannotBuild, Trouble
from formats.names import of_file
from formats.printable import printable
from formats.text import LANGUAGES, Language, Text
from referee.program import Program

_ENDINGS = ("", ".exe", ".py")
"""Of programs."""


@dataclass(frozen=True, slots=True)
class NamedBot:
    """A program, and the game it plays, if that is known."""

    program: Program
    game: str | None = None
    is_ours: bool = False
    """Whether it comes with arena, so that it can be trusted and takes our options."""
    folder: BotFolder = NO_FOLDER


def entrant(text: str, speech: Language) -> NamedBot:
    """The entrant of that name: a path or a bot of ours, perhaps with arguments.

    Its name is that of the file or of the bot, whatever it is run with.
    """
    if Path(text).exists():
        return _of_file(_program_in(Path(text)), ())
    try:
        name, *arguments = shlex.split(text)
    except ValueError:
        raise WrongUsage(words.UNCLOSED, text=text) from None
    if Path(name).exists():
        return _of_file(_program_in(Path(name)), tuple(arguments))
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
    if path.is_dir() and (_built_in(path) or _is_unbuilt(path)):
        path = _program_in(path)
    there = path.exists() or path.is_symlink()
    return _of_file(path, ()) if there else entrant(text, speech)


def game_of(*some: NamedBot) -> str | None:
    """The game they play, if that is known of one."""
    games = {each.game for each in some if each.game}
    if len(games) > 1:
        raise WrongUsage(words.DIFFERENT_GAMES, games=", ".join(sorted(games)))
    return next(iter(games), None)


def _program_in(path: Path) -> Path:
    """The file itself; of a folder that ``arena new`` has made, the program that it is for."""
    if not path.is_dir():
        return path
    if _is_unbuilt(path):
        raise WrongUsage(words.NOT_BUILT, folder=path)
    program = _built_in(path)
    if program is None:
        raise WrongUsage(words.NO_BOT_IN, folder=path, program=path.resolve().name)
    return program


def is_made_by_new(folder: Path) -> bool:
    """Whether it looks like a folder that ``arena new`` has made."""
    return (folder / "Makefile").is_file()


def _is_unbuilt(folder: Path) -> bool:
    return _built_in(folder) is None and is_made_by_new(folder)


def _built_in(folder: Path) -> Path | None:
    """The program that is named like its folder; in one that was renamed, the only one."""
    name = folder.resolve().name
    named = (folder / f"{name}{ending}" for ending in _ENDINGS)
    return next(filter(Path.is_file, named), None) or _only_program_in(folder)


def _only_program_in(folder: Path) -> Path | None:
    if not is_made_by_new(folder):
        return None
    found = [
        path
        for path in folder.iterdir()
        if path.suffix in _ENDINGS
        and path.name != "Makefile"
        and path.is_file()
        and os.access(path, os.X_OK)
    ]
    return found[0] if len(found) == 1 else None


def _of_file(path: Path, arguments: tuple[str, ...]) -> NamedBot:
    folder = bot_folder(path.parent)
    return NamedBot(Program(of_file(path.name), path, arguments), folder.game, folder=folder)


def _of_ours(name: str, arguments: tuple[str, ...], speech: Language) -> NamedBot:
    try:
        program = executable.program_named(name)
        path = built(program, speech)
    except CannotBuild as error:
        if error.trouble is Trouble.NO_PROGRAM:
            raise _no_bot(name) from None
        reason = Text(*(why(error, each) for each in LANGUAGES))
        raise WrongUsage(words.NEITHER, name=name, why=reason) from None
    game = program.kernel.replace("_", "-")
    return NamedBot(Program(program.name, path, arguments), game, is_ours=True)


def _no_bot(name: str) -> WrongUsage:
    """Tells those of ours that play so, if the name is a way of playing, or all that there are."""
    known = [each.name for each in executable.programs()]
    playing_so = [each for each in known if each.endswith(f"-{name}")]
    if playing_so:
        return no_such(words.NO_BOT, name, playing_so)
    return no_such(words.NO_BOT, name, known)
