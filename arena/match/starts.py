"""Where the games of a match start, as its command line asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from arena.files import NamedFile
from arena.match import texts as words
from arena.option_values import game_named, refused
from arena.parameters import WrongUsage
from arena.start_file import start_in
from formats.game import BadRequest, StartRequest
from formats.matrix import Matrix
from formats.text import Language
from referee.match.openings import Openings

_TIME = Decimal(30)


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked of the starts, beside files of them."""

    game: str | None
    rules: str | None
    wish: StartRequest
    time: Decimal | None
    limit: int | None
    openings: Openings


def starts_of(
    asked: Asked, files: Sequence[NamedFile], speech: Language
) -> tuple[Iterator[Matrix], int]:
    """Start positions without end, and how many there are of different kinds."""
    if files:
        asked_of = (asked.game, asked.time, asked.limit)
        matrices = [start_in(file, speech, *asked_of) for file in files]
        return asked.openings.of_files(matrices), len(matrices)
    if asked.game is None:
        raise WrongUsage(words.WHICH_GAME)
    try:
        game = game_named(asked.game, asked.rules).limited(asked.limit)
        game.start(asked.wish)
    except BadRequest as error:
        raise refused(error) from None
    return asked.openings.of_game(game, asked.wish, asked.time or _TIME), 1
