"""``arena new``: a folder to begin a bot in."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

from arena.bots import texts as words
from arena.bots.skeleton import Skeleton, games, languages
from arena.console import plain_console
from arena.files import failed_at
from arena.option_values import name_in, no_such
from arena.options import LangOption, naming_games
from arena.options import language as language_of
from arena.parameters import Argument, Option, WrongUsage
from formats.games import all_games
from formats.matrix.footer import DEFAULT_GAME
from formats.text import Language, Text

_ALSO_CALLED = {"cpp": "c++", "cxx": "c++", "cc": "c++", "py": "python", "pyx": "cython"}
"""What else people call the languages."""


def new(
    name: Annotated[
        str,
        Argument(
            metavar="NAME",
            help=Text("The bot's name (its author's name).", "Имя бота (имя автора)."),
        ),
    ],
    game: Annotated[str, Option(help=naming_games(Text("{games}.", "{games}.")))] = DEFAULT_GAME,
    language: Annotated[
        str,
        Option(
            help=Text(
                "Language to write it in: python, c++ or cython.",
                "На чём писать: python, c++ или cython.",
            )
        ),
    ] = "c++",
    to: Annotated[
        Path,
        Option(
            "--to", metavar="DIR", help=Text("Where to make its folder.", "Где создать его папку.")
        ),
    ] = Path(),
    lang: LangOption = None,
) -> None:
    """Begin a bot: a folder with a program that plays legal moves, to be made better."""
    speech = language_of(lang)
    skeleton = _skeleton(name_in(name), game, language)
    folder = to / skeleton.stem
    try:
        skeleton.make(folder)
    except FileExistsError:
        raise WrongUsage(words.THERE, folder=folder) from None
    except OSError as error:
        raise failed_at(folder, error) from None
    _tell(skeleton, folder, speech)


def _skeleton(name: str, game: str, language: str) -> Skeleton:
    language = _ALSO_CALLED.get(language.lower(), language.lower())
    if language not in languages():
        raise no_such(words.NO_LANGUAGE, language, languages())
    if game not in games(language):
        raise no_such(words.NO_GAME, game, games(language), language=language)
    skeleton = Skeleton(name, game, language)
    if skeleton.is_mistaken:
        raise WrongUsage(words.TAKEN, name=name)
    return skeleton


def _tell(skeleton: Skeleton, folder: Path, speech: Language) -> None:
    """Shows what was made, and the commands to give next."""
    console = plain_console()
    values = {
        "folder": folder,
        "game": all_games()[skeleton.game].title,
        "language": skeleton.language,
        "readme": folder / "README.md",
    }
    console.print(words.MADE.say(speech, values))
    if skeleton.program != skeleton.source:
        console.print(f"  make -C {quote(str(folder))}")
    program = quote(str(folder / skeleton.program))
    console.print(f"  arena check {program} --game {skeleton.game}")
