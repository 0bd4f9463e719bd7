"""The position in which a game begins, as a file on the command line tells it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from click.exceptions import Exit

from arena import texts
from arena.commands import ExitStatus
from arena.diagnostics import tell
from arena.files import NamedFile
from arena.parameters import WrongUsage
from formats.matrix import Matrix, read_matrix
from formats.text import Language


def start_in(
    file: NamedFile, speech: Language, game: str | None, time: Decimal | None, limit: int | None
) -> Matrix:
    """The start position that a file tells; ends the command if it tells none."""
    reading = read_matrix(file.data, limit=limit)
    tell(file.name, reading.source, reading.diagnostics, speech)
    matrix = reading.matrix
    if matrix is None or not reading.good:
        raise Exit(ExitStatus.BAD)
    if game not in (None, matrix.game.name):
        raise WrongUsage(texts.OTHER_GAME, name=file.name, game=matrix.game.title)
    if matrix.game.outcome(matrix.position):
        raise WrongUsage(texts.GAME_IS_OVER, name=file.name)
    return matrix if time is None else replace(matrix, times=(time, time))
