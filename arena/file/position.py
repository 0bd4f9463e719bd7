"""``arena show``, ``moves`` and ``perft``: draw a position, list and count its moves."""

from __future__ import annotations

from typing import Annotated

from click.exceptions import Exit

from arena import texts
from arena.commands import ExitStatus
from arena.console import can_show_colours, plain_console, say
from arena.diagnostics import matrix_of, read_matrix_file
from arena.drawing.terminal_board import can_draw, view
from arena.options import FileArgument, LanguageOption, LimitOption, reader_language
from arena.parameters import Argument, Option
from formats import game_tree
from formats.text import Text


def show(file: FileArgument, lang: LanguageOption = None, limit: LimitOption = None) -> None:
    language = reader_language(lang)
    reading = read_matrix_file(file, language, limit)
    if reading.matrix is not None:
        drawn = can_show_colours() and can_draw(plain_console())
        for line in view(reading.matrix, language, drawn=drawn):
            say(line)
    if not reading.good:
        raise Exit(ExitStatus.BAD)


def moves(
    file: FileArgument,
    steps: Annotated[
        bool,
        Option(
            "--steps",
            help=Text(
                "List single steps, not whole half-moves.", "Перечислить ходики, а не целые ходы."
            ),
        ),
    ] = False,
    lang: LanguageOption = None,
    limit: LimitOption = None,
) -> None:
    matrix = matrix_of(file, reader_language(lang), limit)
    game, position = matrix.game, matrix.position
    if game.outcome(position) is not None:
        say(texts.NO_MOVES.say(reader_language(lang)), stderr=True)
        return
    for move in game.steps(position) if steps else game.moves(position):
        print(move)


def perft(
    file: FileArgument,
    depth: Annotated[
        int,
        Argument(
            metavar="DEPTH",
            min=0,
            help=Text("Length of each sequence, in steps.", "Длина последовательности в ходиках."),
        ),
    ],
    divide: Annotated[
        bool,
        Option(
            "--divide",
            help=Text(
                "Also count each first step separately.",
                "Показать и отдельный счёт для каждого первого ходика.",
            ),
        ),
    ] = False,
    lang: LanguageOption = None,
    limit: LimitOption = None,
) -> None:
    matrix = matrix_of(file, reader_language(lang), limit)
    game, position = matrix.game, matrix.position
    if divide and depth and game.outcome(position) is None:
        for step in game.steps(position):
            following = game.step(position, step)
            print(f"{step} {game_tree.perft(game, following, depth - 1)}")
    print(game_tree.perft(game, position, depth))
