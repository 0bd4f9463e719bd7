"""``arena start``: a start position, as the matrix.txt that the first bot is given."""

from __future__ import annotations

from typing import Annotated

from arena.option_values import game_named, refused, seconds_in, size_in
from arena.options import LangOption, RulesOption, SizeOption
from arena.parameters import Argument, Option
from formats.game import BadRequest, StartRequest
from formats.matrix import Matrix, write_matrix
from formats.text import Text


def start(
    name: Annotated[
        str,
        Argument(
            metavar="GAME",
            help=Text("mmpeshki, virus-war or chomp.", "mmpeshki, virus-war или chomp."),
        ),
    ],
    rules: RulesOption = None,
    size: SizeOption = None,
    seed: Annotated[
        int | None,
        Option(
            help=Text(
                "Draw a random position; the same seed gives the same one.",
                "Случайная позиция; при том же зерне — та же.",
            )
        ),
    ] = None,
    pieces: Annotated[
        int | None,
        Option(help=Text("Pieces per side, in MMPeshki.", "Фишек у стороны, в ММПешках.")),
    ] = None,
    marks: Annotated[
        int | None,
        Option(
            help=Text(
                "Cells that are not part of the board, in MMPeshki.", "Клеток вне поля, в ММПешках."
            )
        ),
    ] = None,
    mirrored: Annotated[
        bool,
        Option(
            "--mirrored",
            help=Text(
                "Make the board look the same from both sides, in MMPeshki.",
                "Доска одинакова с обеих сторон, в ММПешках.",
            ),
        ),
    ] = False,
    time: Annotated[
        str,
        Option(
            help=Text(
                "Seconds per side for the whole game.", "Секунд у каждой стороны на всю партию."
            )
        ),
    ] = "30",
    lang: LangOption = None,  # noqa: ARG001 - main has taken it
) -> None:
    """Print a start position."""
    wish = StartRequest(size_in(size), seed, pieces, marks, mirrored)
    try:
        game = game_named(name, rules)
        position = game.start(wish)
    except BadRequest as error:
        raise refused(error) from None
    print(write_matrix(Matrix(game, position, times=(seconds_in(time),) * 2)), end="")
