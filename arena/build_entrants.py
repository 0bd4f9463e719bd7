"""Who plays, as a command line names it: an executable file, or a bot of ours, built on the fly."""

from __future__ import annotations

import hashlib
import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from arena import words
from arena.reading import plain_console
from bot import executable
from bot.executable import CannotBuild, Target
from formats.names import of_file
from formats.printable import printable
from formats.text import Language
from referee.program import Program


@dataclass(frozen=True, slots=True)
class Entrant:
    """A program, and the game it plays, if that is known."""

    program: Program
    game: str | None = None


def entrant(text: str, speech: Language) -> Entrant:
    """The entrant so named: a path or a bot of ours, perhaps with arguments for it.

    Its name is that of the file or of the bot, whatever it is run with.
    """
    if Path(text).is_file():
        return _of_file(Path(text), ())
    try:
        name, *arguments = shlex.split(text)
    except ValueError:
        raise typer.BadParameter(
            f"there is no file {text}, and as a command it has a quotation mark that is not closed"
        ) from None
    if Path(name).is_file():
        return _of_file(Path(name), tuple(arguments))
    if "/" in name:
        raise typer.BadParameter(f"there is no file {name}")
    return _of_ours(name, tuple(arguments), speech)


def opponent(text: str, speech: Language) -> Entrant:
    """The same for a game outside of events: there it is called by what it is run with, too."""
    found = entrant(text, speech)
    called = " ".join([found.program.name, *map(shlex.quote, found.program.arguments)])
    return replace(found, program=replace(found.program, name=printable(called)))


def entrants(first: str, second: str, speech: Language) -> tuple[Entrant, Entrant]:
    """Both, with names that tell one from the other."""
    one, other = opponent(first, speech), opponent(second, speech)
    if one.program.name == other.program.name:
        program = replace(other.program, name=f"{other.program.name} (2)")
        other = replace(other, program=program)
    return one, other


def candidate(text: str, speech: Language) -> Entrant:
    """What is to be checked: anything that is there, since that it is a file is checked first."""
    path = Path(text)
    there = path.exists() or path.is_symlink()
    return _of_file(path, ()) if there else entrant(text, speech)


def game_of(*some: Entrant) -> str | None:
    """The game they play, if that is known of one."""
    games = {each.game for each in some if each.game}
    if len(games) > 1:
        raise typer.BadParameter(f"they play different games: {', '.join(sorted(games))}")
    return next(iter(games), None)


def _of_file(path: Path, arguments: tuple[str, ...]) -> Entrant:
    return Entrant(Program(of_file(path.name), path, arguments))


def _of_ours(name: str, arguments: tuple[str, ...], speech: Language) -> Entrant:
    try:
        program = executable.program_named(name)
        path = _built(program, speech)
    except CannotBuild as error:
        raise typer.BadParameter(f"{name} is no file, and: {error}") from None
    return Entrant(Program(program.name, path, arguments), program.kernel.replace("_", "-"))


def styles_of_ours() -> dict[str, list[str]]:
    """The styles of our bots, by the games that they play; a bot is called game-style."""
    styles: dict[str, list[str]] = {}
    for program in executable.programs():
        styles.setdefault(program.kernel.replace("_", "-"), []).append(program.style)
    return styles


def path_of_ours(speech: Language) -> Callable[[str], Path]:
    """Who makes bots of ours by their names. It raises LookupError."""

    def made(name: str) -> Path:
        try:
            return _built(executable.program_named(name), speech)
        except CannotBuild as error:
            raise LookupError(str(error)) from None

    return made


def _built(program: executable.Program, speech: Language) -> Path:
    """Where it is, built if need be. Raises CannotBuild."""
    made = executable.MADE / program.name
    if made.exists():
        return made
    path = _cache() / _version() / program.name
    if not path.exists():
        # Whole at once: another command may build and run the same.
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")
        with plain_console(stderr=True).status(words.BUILDING.say(speech, {"name": program.name})):
            executable.build(program, Target.LINUX, unfinished)
        unfinished.replace(path)
    return path


def _cache() -> Path:
    """Where programs that can be made again may lie."""
    default = Path.home() / ".cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or default) / "matrix-arena"


def _version() -> str:
    """Another one for each change of what bots are made of."""
    parts = [path for path in sorted(executable.HERE.iterdir()) if path.suffix != ".so"]
    sources = b"".join(path.read_bytes() for path in parts if path.is_file())
    return hashlib.sha256(sources).hexdigest()[:16]
