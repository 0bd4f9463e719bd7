"""The bot that a name on a command line means: an executable file, or a built-in bot."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from arena.bots import texts
from arena.bots.builtin_bots import ensure_built, program_named, programs
from arena.bots.texts import why
from arena.game_request import BOT_FILE, NO_SETTINGS, BotSettings, read_bot_settings
from arena.option_values import game_meant, no_such
from arena.parameters import WrongUsage
from bot.builder.build_fault import BuildFault, CannotBuild
from formats.games import broken_plugins
from formats.names import name_from_file_name
from formats.printable import printable, shell_line, split_shell_line
from formats.text import Language, text_from
from referee.program import Program

_ENDINGS = ("", ".exe", ".py")
"""Endings of programs."""


@dataclass(frozen=True, slots=True)
class NamedBot:
    """A program, and its game, if that is known."""

    program: Program
    game: str | None = None
    is_builtin: bool = False
    """True if the bot is built-in: it is trusted and takes the options of built-in bots."""
    settings: BotSettings = NO_SETTINGS
    largest_board: tuple[int, int] | None = None
    """Most columns and rows that a built-in bot plays on; None for those of the rules."""


def named_bot(text: str, language: Language) -> NamedBot:
    """Return the bot of that name: a path or a built-in bot, perhaps with arguments.

    Its name is that of the file or of the bot, without arguments.
    """
    if _exists(text) and not names_built_in_bot(text):
        return _bot_in_file(_program_in(Path(text)), ())
    try:
        name, *arguments = split_shell_line(text)
    except ValueError:
        raise WrongUsage(texts.UNCLOSED_QUOTE, text=text) from None
    if _exists(name) and not names_built_in_bot(name):
        return _bot_in_file(_program_in(Path(name)), tuple(arguments))
    if Path(name).name != name:
        raise WrongUsage(texts.NO_FILE_HERE, name=name)
    return _built_in_bot(name, tuple(arguments), language)


def _exists(text: str) -> bool:
    """Return whether there is a file of that name; words with arguments may be too long for one."""
    try:
        return Path(text).exists()
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
    return False


def casual_bot(text: str, language: Language) -> NamedBot:
    """Return the bot for a game outside of events: its name includes the arguments."""
    bot = named_bot(text, language)
    full_name = " ".join([bot.program.name, *map(shell_line, bot.program.arguments)])
    return replace(bot, program=replace(bot.program, name=printable(full_name)))


def two_casual_bots(first: str, second: str, language: Language) -> tuple[NamedBot, NamedBot]:
    """Return both bots, with different names."""
    first_bot, second_bot = casual_bot(first, language), casual_bot(second, language)
    if first_bot.program.name == second_bot.program.name:
        program = replace(second_bot.program, name=f"{second_bot.program.name} (2)")
        second_bot = replace(second_bot, program=program)
    return first_bot, second_bot


def named_bot_to_check(text: str, language: Language) -> NamedBot:
    """Return the bot to check: any path that exists, since the first check is for a file."""
    path = Path(text)
    is_path = _exists(text) or os.path.islink(text)  # noqa: PTH114 - pathlib refuses long names
    if not is_path or names_built_in_bot(text):
        return named_bot(text, language)
    if path.is_dir() and (_is_of_bot(path) or _program_of_folder(path)):
        path = _program_in(path)
    return _bot_in_file(path, ())


def game_of(*bots: NamedBot) -> str | None:
    """Return the game of the bots, if it is known of one. Raise WrongUsage if they differ."""
    games = {bot.game for bot in bots if bot.game}
    if len(games) > 1:
        raise WrongUsage(texts.DIFFERENT_GAMES, games=", ".join(sorted(games)))
    return next(iter(games), None)


def asked_game(game: str | None, *bots: NamedBot) -> str | None:
    """Return the game that the option names, or else that of the bots.

    Raise WrongUsage if a built-in bot plays another.
    """
    if game is None:
        return game_of(*bots)
    for bot in bots:
        if bot.is_builtin:
            refuse_other_game(bot, game_meant(game))
    return game


def refuse_other_game(bot: NamedBot, game: str) -> None:
    """Raise WrongUsage if the bot is known to play another game."""
    if bot.game not in (None, game):
        values = {"name": bot.program.name, "game": bot.game, "right": game}
        raise WrongUsage(texts.BOT_OF_OTHER_GAME, **values)


def largest_boards(game: str | None, *bots: NamedBot) -> dict[str, tuple[int, int]]:
    """Return the largest boards of the bots that do not play on all boards, by their names.

    Leave out bots of another game than the named one: that is another fault.
    """
    return {
        bot.program.name: bot.largest_board
        for bot in bots
        if bot.largest_board and game in (None, bot.game)
    }


def _program_in(path: Path) -> Path:
    """Return the path itself; of a folder made by ``arena new``, its program."""
    if not path.is_dir():
        return path
    if _is_unbuilt(path):
        raise WrongUsage(texts.NOT_BUILT, folder=path)
    program = _program_of_folder(path)
    if program is None:
        raise WrongUsage(texts.NO_BOT_IN, folder=path, program=path.resolve().name)
    return program


def names_built_in_bot(text: str) -> bool:
    """Return whether the text is the name of a built-in bot, and of no bot in a file or folder.

    A folder of that name is a bot's only if it looks like one made by ``arena new``.
    """
    try:
        program_named(text)
    except CannotBuild:
        return False
    return not (Path(text).is_file() or _is_of_bot(Path(text)))


def _is_of_bot(folder: Path) -> bool:
    return is_made_by_new(folder) or (folder / BOT_FILE).is_file()


def is_made_by_new(folder: Path) -> bool:
    """Return whether the folder looks like one made by ``arena new``."""
    return (folder / "Makefile").is_file()


def _is_unbuilt(folder: Path) -> bool:
    return _program_of_folder(folder) is None and is_made_by_new(folder)


def _program_of_folder(folder: Path) -> Path | None:
    """Return the program named like its folder; in a renamed folder, the only one."""
    name = folder.resolve().name
    named = (folder / f"{name}{ending}" for ending in _ENDINGS)
    return next(filter(Path.is_file, named), None) or _only_program_in(folder)


def _only_program_in(folder: Path) -> Path | None:
    if not is_made_by_new(folder):
        return None
    paths = [
        path
        for path in folder.iterdir()
        if path.suffix in _ENDINGS
        and path.name != "Makefile"
        and path.is_file()
        and os.access(path, os.X_OK)
    ]
    return paths[0] if len(paths) == 1 else None


def _bot_in_file(path: Path, arguments: tuple[str, ...]) -> NamedBot:
    settings = read_bot_settings(path.parent)
    file_name = path.resolve().name if path.name in ("", "..") else path.name
    program = Program(name_from_file_name(file_name), path, arguments)
    return NamedBot(program, settings.game, settings=settings)


def _built_in_bot(name: str, arguments: tuple[str, ...], language: Language) -> NamedBot:
    try:
        program = program_named(name)
        path = ensure_built(program, language)
    except CannotBuild as error:
        if error.fault is BuildFault.NO_PROGRAM:
            raise _no_bot(name) from None
        reason = text_from(partial(why, error))
        raise WrongUsage(texts.NO_FILE_AND_NO_BOT, name=name, why=reason) from None
    return NamedBot(
        Program(program.name, path, arguments),
        program.game,
        is_builtin=True,
        largest_board=program.largest_board,
    )


def _no_bot(name: str) -> WrongUsage:
    """Return the error: the fault of the plugin that the name begins with, or bots to choose from.

    The bots are those of the style, or all built-in bots if no bot has that style.
    """
    for plugin in broken_plugins():
        if name == plugin.name or name.startswith(f"{plugin.name}-"):
            return WrongUsage(texts.NO_PLUGIN, why=plugin.sentence)
    known = [program.name for program in programs()]
    of_style = [bot for bot in known if bot.endswith(f"-{name}")]
    if of_style:
        return no_such(texts.NO_BOT, name, of_style)
    return no_such(texts.NO_BOT, name, known)
