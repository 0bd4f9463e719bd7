"""``arena new``: make a folder to begin a bot in, or a file to begin an event with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import click
from click.core import ParameterSource

from arena.bots import texts
from arena.bots.skeleton import (
    Skeleton,
    SkeletonLanguage,
    all_languages,
    languages_of,
    other_names,
)
from arena.console import plain_console
from arena.files import FileFailure
from arena.option_values import game_meant, name_in, no_such, no_such_game
from arena.options import GAME_NAMES, LanguageOption, naming_games, one_of
from arena.options import reader_language as language_of
from arena.parameters import Argument, Option, WrongUsage
from formats.games import DEFAULT_GAME, all_games
from formats.printable import shell_line
from formats.text import Language, Text

_WRITE_IT_IN = Text(
    "Language to write it in: {languages}.", "Язык, на котором писать: {languages}."
)


def _naming_languages() -> Text:
    return _WRITE_IT_IN.filled({"languages": one_of(list(all_languages()))})


def new(
    name: Annotated[
        str,
        Argument(
            metavar="NAME",
            help=Text(
                "The bot's name (its author's name), or the event's.",
                "Имя бота (имя автора) или название турнира.",
            ),
        ),
    ],
    game: Annotated[
        str, Option(help=naming_games(Text("{games}.", "{games}.")), completed=GAME_NAMES)
    ] = DEFAULT_GAME,
    language: Annotated[str, Option(help=_naming_languages)] = "c++",
    to: Annotated[
        Path,
        Option(
            "--to",
            metavar="DIR",
            help=Text("Where to make its folder or file.", "Где создать папку или файл."),
        ),
    ] = Path(),
    event: Annotated[
        bool,
        Option(
            "--event",
            help=Text(
                "Write an event file with each usual key, in which built-in bots play at first.",
                "Создать файл турнира со всеми обычными ключами; вначале в нём играют"
                " встроенные боты.",
            ),
        ),
    ] = False,
    lang: LanguageOption = None,
) -> None:
    text_language = language_of(lang)
    if event:
        _begin_event(name_in(name), game_meant(game), to, text_language)
        return
    skeleton = replace(_skeleton(name_in(name), game_meant(game), language), comments=text_language)
    folder = to / skeleton.stem
    try:
        skeleton.make(folder)
    except FileExistsError:
        raise WrongUsage(texts.FOLDER_EXISTS, folder=folder) from None
    except OSError as error:
        raise FileFailure.at(folder, error) from None
    except ValueError as error:
        raise WrongUsage(texts.BAD_SKELETON, game=game, why=error) from None
    _print_next_steps(skeleton, folder, text_language)


def _begin_event(name: str, game: str, folder: Path, language: Language) -> None:
    """Write an event file, and print the commands to give next."""
    from arena.bots.event_skeleton import EventSkeleton  # noqa: PLC0415 - a bot needs none

    source = click.get_current_context().get_parameter_source("language")
    if source is not ParameterSource.DEFAULT:
        raise WrongUsage(texts.EVENT_WITHOUT_LANGUAGE)
    if game not in all_games():
        raise no_such_game(game)
    skeleton = EventSkeleton(name, game, language)
    try:
        path = skeleton.make(folder)
    except FileExistsError:
        raise WrongUsage(texts.FOLDER_EXISTS, folder=folder / skeleton.file_name) from None
    except OSError as error:
        raise FileFailure.at(folder, error) from None
    console, values = plain_console(), {"file": path, "game": all_games()[game].title}
    console.print(texts.NEW_EVENT.say(language, values))
    for command in ("entrants", "run"):
        console.print(f"  arena {command} {shell_line(str(path))}")


def _skeleton(name: str, game: str, language: str) -> Skeleton:
    chosen = _language_from_word(language)
    if game not in chosen.games:
        raise _no_skeleton(game, chosen)
    skeleton = Skeleton(name, game, chosen)
    if skeleton.has_reserved_name:
        raise WrongUsage(texts.NAME_TAKEN, name=name)
    return skeleton


def _language_from_word(name: str) -> SkeletonLanguage:
    languages, others = all_languages(), other_names()
    lower = name.lower()
    language = languages.get(others.get(lower, lower))
    if language is None:
        raise no_such(texts.NO_LANGUAGE, name, languages, others)
    return language


def _no_skeleton(game: str, language: SkeletonLanguage) -> WrongUsage:
    if languages := languages_of(game):
        names = ", ".join(languages)
        return WrongUsage(texts.OTHER_LANGUAGES, game=game, language=language.title, known=names)
    if game in all_games():
        return WrongUsage(texts.NO_SKELETON, game=game)
    return no_such_game(game)


def _print_next_steps(skeleton: Skeleton, folder: Path, text_language: Language) -> None:
    """Print what was made, and the commands to give next."""
    console, language = plain_console(), skeleton.language
    values = {
        "folder": folder,
        "game": all_games()[skeleton.game].title,
        "language": language.title,
        "readme": folder / "README.md",
    }
    console.print(texts.NEW_BOT.say(text_language, values))
    if missing := language.missing:
        tools = {"tools": ", ".join(missing), "remedy": language.remedy}
        console.print(texts.NO_TOOLS.say(text_language, tools))
    if skeleton.program != skeleton.source:
        console.print(f"  make -C {shell_line(str(folder))}")
    console.print(f"  arena check {shell_line(str(folder))}")
