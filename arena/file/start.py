"""``arena start``: a start position, as the matrix.txt that the first bot reads."""

from __future__ import annotations

from typing import Annotated

from arena.game_request import GameRequest
from arena.option_values import seconds_in, size_in
from arena.options import (
    GAME_NAMES,
    LanguageOption,
    MarksOption,
    PiecesOption,
    RulesOption,
    SizeOption,
    TimeOption,
    naming_games,
    of_games_with,
)
from arena.parameters import Argument, Option
from formats.game import StartRequest
from formats.matrix import write_matrix
from formats.text import Text


def start(
    name: Annotated[
        str,
        Argument(
            metavar="GAME",
            completed=GAME_NAMES,
            help=naming_games(Text("{games}.", "{games}.")),
        ),
    ],
    rules: RulesOption = None,
    size: SizeOption = None,
    seed: Annotated[
        int | None,
        Option(
            help=of_games_with(
                "seed",
                Text(
                    "Draw a random position; the same seed gives the same one ({games}).",
                    "Случайная позиция; при том же seed — та же ({games}).",
                ),
            )
        ),
    ] = None,
    pieces: PiecesOption = None,
    marks: MarksOption = None,
    mirrored: Annotated[
        bool,
        Option(
            "--mirrored",
            help=of_games_with(
                "mirrored",
                Text(
                    "Make the board look the same from both sides ({games}).",
                    "Сделать доску одинаковой для обеих сторон ({games}).",
                ),
            ),
        ),
    ] = False,
    time: TimeOption = "30",
    lang: LanguageOption = None,  # noqa: ARG001 - main has taken it
) -> None:
    request = StartRequest(size_in(size), seed, pieces, marks, mirrored)
    first = GameRequest(name, rules, request, seconds_in(time)).first_matrix()
    print(write_matrix(first), end="")
