"""``arena show``, ``moves`` and ``perft``: what a position is, and what can be done in it."""

from __future__ import annotations

from typing import Annotated

import typer

from arena import words
from arena.board_view import can_draw, view
from arena.language import language
from arena.options import FileArgument, LangOption, LimitOption
from arena.reading import matrix_of, plain_console, read_file
from formats import perft as counting


def show(file: FileArgument, lang: LangOption = None, limit: LimitOption = None) -> None:
    """Draw a position: in colours in a terminal, as plain text elsewhere."""
    speech = language(lang)
    reading = read_file(file, speech, limit)
    if reading.matrix is not None:
        console = plain_console()
        for line in view(reading.matrix, speech, drawn=can_draw(console)):
            console.print(line)
    if not reading.good:
        raise typer.Exit(1)


def moves(
    file: FileArgument,
    steps: Annotated[bool, typer.Option("--steps", help="Single steps, not whole turns.")] = False,
    lang: LangOption = None,
    limit: LimitOption = None,
) -> None:
    """List the legal moves, one a line; none if the game is over."""
    matrix = matrix_of(file, language(lang), limit)
    game, position = matrix.game, matrix.position
    if game.outcome(position) is not None:
        plain_console(stderr=True).print(words.NO_MOVES.say(language(lang)))
        return
    for move in game.steps(position) if steps else game.moves(position):
        print(move)


def perft(
    file: FileArgument,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", min=0, help="How many steps each sequence has.")
    ],
    divide: Annotated[
        bool, typer.Option("--divide", help="Count for each first step by itself, too.")
    ] = False,
    lang: LangOption = None,
    limit: LimitOption = None,
) -> None:
    """Count the move sequences of exactly that length; in Virus War, of single steps."""
    matrix = matrix_of(file, language(lang), limit)
    game, position = matrix.game, matrix.position
    if divide and depth and game.outcome(position) is None:
        for step in game.steps(position):
            following = game.step(position, step)
            print(f"{step} {counting.perft(game, following, depth - 1)}")
    print(counting.perft(game, position, depth))
