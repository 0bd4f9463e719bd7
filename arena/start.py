"""``arena start``: a start position, as the matrix.txt that the first bot is given."""

from __future__ import annotations

from typing import Annotated

import typer

from arena.language import language
from arena.options import LangOption, RulesOption, SizeOption
from arena.wishes import game_named, refused, seconds_in, size_in
from formats.game import BadRequest, Start
from formats.matrix import Matrix, write


def start(
    name: Annotated[str, typer.Argument(metavar="GAME", help="mmpeshki, virus-war or chomp.")],
    rules: RulesOption = None,
    size: SizeOption = None,
    seed: Annotated[
        int | None, typer.Option(help="Draw the position by lot, the same for the same seed.")
    ] = None,
    pieces: Annotated[int | None, typer.Option(help="Pieces a side in MMPeshki.")] = None,
    marks: Annotated[int | None, typer.Option(help="Cells that are no board in MMPeshki.")] = None,
    mirrored: Annotated[
        bool, typer.Option("--mirrored", help="Each side of MMPeshki sees the same board.")
    ] = False,
    time: Annotated[str, typer.Option(help="Seconds that each side has for the game.")] = "30",
    lang: LangOption = None,
) -> None:
    """Print a start position."""
    wish = Start(size_in(size), seed, pieces, marks, mirrored)
    try:
        game = game_named(name, rules)
        position = game.start(wish)
    except BadRequest as error:
        raise refused(error, language(lang)) from None
    print(write(Matrix(game, position, times=(seconds_in(time),) * 2)), end="")
