"""``arena new``: a folder to begin a bot in."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

from click.exceptions import BadParameter

from arena.bots import texts as words
from arena.bots.skeleton import Skeleton, games, languages
from arena.console import plain_console
from arena.files import failed_at
from arena.option_values import name_in
from arena.options import LangOption
from arena.options import language as language_of
from arena.parameters import Argument, Option
from formats.games import all_games
from formats.text import Language


def new(
    name: Annotated[str, Argument(metavar="NAME", help="The bot's name: its author's.")],
    game: Annotated[str, Option(help="mmpeshki, virus-war or chomp.")] = "mmpeshki",
    language: Annotated[str, Option(help="What it is written in: python, c++ or cython.")] = "c++",
    to: Annotated[Path, Option("--to", metavar="DIR", help="Where its folder is made.")] = Path(),
    lang: LangOption = None,
) -> None:
    """Begin a bot: a folder with a program that plays legal moves, to be made better."""
    speech = language_of(lang)
    skeleton = _skeleton(name_in(name, speech), game, language, speech)
    folder = to / skeleton.stem
    try:
        skeleton.make(folder)
    except FileExistsError:
        raise BadParameter(words.THERE.say(speech, {"folder": folder})) from None
    except OSError as error:
        raise failed_at(folder, error) from None
    _tell(skeleton, folder, speech)


def _skeleton(name: str, game: str, language: str, speech: Language) -> Skeleton:
    known = languages()
    if language not in known:
        values = {"language": language, "known": ", ".join(known)}
        raise BadParameter(words.NO_LANGUAGE.say(speech, values))
    known = games(language)
    if game not in known:
        values = {"game": game, "language": language, "known": ", ".join(known)}
        raise BadParameter(words.NO_GAME.say(speech, values))
    skeleton = Skeleton(name, game, language)
    if skeleton.is_mistaken:
        raise BadParameter(words.TAKEN.say(speech, {"name": name}))
    return skeleton


def _tell(skeleton: Skeleton, folder: Path, speech: Language) -> None:
    """What was made, and the commands that come next."""
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
