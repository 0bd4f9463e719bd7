"""``arena start``: a start position, as the matrix.txt that the first bot is given."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated

import typer

from arena.language import language
from arena.options import LangOption
from formats.fault import Kind
from formats.game import BadRequest, Start
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, write
from formats.seconds import read_seconds

_SIZE = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3}))?", re.ASCII)


def start(
    name: Annotated[str, typer.Argument(metavar="GAME", help="mmpeshki, virus-war or chomp.")],
    rules: Annotated[
        str | None, typer.Option(help="Rules of Virus War, such as 'classic passing=no'.")
    ] = None,
    size: Annotated[str | None, typer.Option(help="Columns and rows: 7x5, or 10.")] = None,
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
    wish = Start(_size(size), seed, pieces, marks, mirrored)
    try:
        game = _game(name, rules)
        position = game.start(wish)
    except BadRequest as error:
        raise typer.BadParameter(error.fault.sentence(language(lang))) from None
    print(write(Matrix(game, position, times=(_seconds(time),) * 2)), end="")


def _game(name: str, rules: str | None) -> AnyGame:
    known = all_games()
    if name not in known:
        raise typer.BadParameter(f"no game {name}; the games are {', '.join(known)}")
    if rules is not None and "rules" not in known[name].footers:
        raise typer.BadParameter(f"{name} has one set of rules")
    return known[name].ruled(rules)


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = _SIZE.fullmatch(text)
    if match is None:
        raise typer.BadParameter(f"the size is like 7x5 or 10, not {text}")
    return int(match[1]), int(match[2] or match[1])


def _seconds(text: str) -> Decimal:
    seconds = read_seconds(text)
    if isinstance(seconds, Kind):
        raise typer.BadParameter(f"the time is like 30 or 2.5, not {text}")
    return seconds
