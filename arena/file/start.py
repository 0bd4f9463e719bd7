"""``arena start``: a start position, as the matrix.txt that the first bot is given."""

from __future__ import annotations

from typing import Annotated

from arena.option_values import game_named, refused, seconds_in, size_in
from arena.options import LangOption, RulesOption, SizeOption, language
from arena.parameters import Argument, Option
from formats.game import BadRequest, StartRequest
from formats.matrix import Matrix, write_matrix


def start(
    name: Annotated[str, Argument(metavar="GAME", help="mmpeshki, virus-war or chomp.")],
    rules: RulesOption = None,
    size: SizeOption = None,
    seed: Annotated[
        int | None, Option(help="Draw the position by lot, the same for the same seed.")
    ] = None,
    pieces: Annotated[int | None, Option(help="Pieces a side in MMPeshki.")] = None,
    marks: Annotated[int | None, Option(help="Cells that are no board in MMPeshki.")] = None,
    mirrored: Annotated[
        bool, Option("--mirrored", help="Each side of MMPeshki sees the same board.")
    ] = False,
    time: Annotated[str, Option(help="Seconds that each side has for the game.")] = "30",
    lang: LangOption = None,
) -> None:
    """Print a start position."""
    wish = StartRequest(size_in(size), seed, pieces, marks, mirrored)
    try:
        game = game_named(name, rules)
        position = game.start(wish)
    except BadRequest as error:
        raise refused(error, language(lang)) from None
    print(write_matrix(Matrix(game, position, times=(seconds_in(time),) * 2)), end="")
