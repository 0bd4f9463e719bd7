"""Which bot a name means: an executable file, or a bot of ours, built on the fly; and by what."""

from __future__ import annotations

import hashlib
import os
import shlex
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from arena import texts
from arena.bots import texts as words
from arena.bots.texts import why
from arena.console import plain_console
from arena.parameters import WrongUsage
from bot import executable
from bot.cache import cache_folder
from bot.compiler import Dialect, Target, compilers
from bot.executable import HERE
from bot.trouble import CannotBuild
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
        path = _built(program, speech)
    except CannotBuild as error:
        reason = Text(*(why(error, each) for each in LANGUAGES))
        raise WrongUsage(words.NEITHER, name=name, why=reason) from None
    return NamedBot(Program(program.name, path, arguments), program.kernel.replace("_", "-"))


def styles_of_ours() -> dict[str, list[str]]:
    """The styles of our bots, by the games that they play; a bot is called game-style."""
    styles: dict[str, list[str]] = {}
    for program in executable.programs():
        styles.setdefault(program.kernel.replace("_", "-"), []).append(program.style)
    return styles


def path_of_ours(speech: Language) -> Callable[[str], Path]:
    """A function from the names of our bots to their programs. It raises LookupError."""

    def made(name: str) -> Path:
        try:
            return _built(executable.program_named(name), speech)
        except CannotBuild as error:
            raise LookupError(why(error, speech)) from None

    return made


def build_all(names: Iterable[str], speech: Language) -> None:
    """Builds those bots of ours that are not built yet, those of different games side by side.

    Of what goes wrong nothing is said here: it does so again when one is asked for.
    """
    with suppress(CannotBuild):
        bots = [executable.program_named(name) for name in names]
        lacking = [bot for bot in bots if not _place(bot).exists()]
        kernels = sorted({bot.kernel for bot in lacking})
        if not lacking:
            return
        told = texts.BUILDING.say(speech, {"name": ", ".join(bot.name for bot in lacking)})
        with plain_console(stderr=True).status(told), ThreadPoolExecutor() as pool:
            for done in [pool.submit(_build_styles, kernel, lacking) for kernel in kernels]:
                done.result()


def _build_styles(kernel: str, bots: list[executable.KernelProgram]) -> None:
    """One after the other: the kernel is compiled for the first, and linked for all."""
    for bot in bots:
        if bot.kernel == kernel:
            _build(bot)


def _built(program: executable.KernelProgram, speech: Language) -> Path:
    """Where it is, built if need be. Raises CannotBuild."""
    path = _place(program)
    if not path.exists():
        with plain_console(stderr=True).status(texts.BUILDING.say(speech, {"name": program.name})):
            _build(program)
    return path


def _place(program: executable.KernelProgram) -> Path:
    made = executable.MADE / program.name
    return made if made.exists() else cache_folder() / _version() / program.name


def _build(program: executable.KernelProgram) -> None:
    """Whole at once: another command may build and run the same."""
    path = _place(program)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    executable.build(program, Target.LINUX, unfinished)
    unfinished.replace(path)


def _version() -> str:
    """Another one for each change of what bots are made of."""
    parts = [path for path in sorted(executable.HERE.iterdir()) if path.suffix != ".so"]
    sources = b"".join(path.read_bytes() for path in parts if path.is_file())
    return hashlib.sha256(sources).hexdigest()[:16]


KERNELS = tuple(f"bot.{source.stem}" for source in sorted(HERE.glob("*.pyx")))
"""The modules that each kernel becomes."""
SYSTEMS = tuple(target.value for target in Target)


def compiler_names(system: str) -> list[str]:
    """Those that make programs for that system of C, the one to be preferred first."""
    try:
        return [compiler.name for compiler in compilers(Target(system), Dialect.C)]
    except CannotBuild:
        return []
