"""A file that does not say of which game it is, and cannot be of the one that is assumed.

Then its first fault is told as what it may be: that of the wrong game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from formats.fault import Diagnostic, FaultKind, Severity
from formats.games import AnyGame, all_games
from formats.matrix.board_lines import has_size_of
from formats.matrix.layout import Form
from formats.text import Text

READ_AS_DEFAULT = FaultKind(
    "M411",
    Text(
        "no «game» line; read as {assumed}, where {sentence}",
        "нет строки «game»; читаем как «{assumed}», а там: {sentence}",
    ),
    Text(
        "a board like this can be of {games}: then write «game» and the name below it",
        "такая доска бывает в игре {games}: тогда напишите под ней «game» и название",
    ),
)


def doubted(found: Sequence[Diagnostic], form: Form) -> tuple[Diagnostic, ...]:
    """What is wrong, the first fault of the position put so that the game may be wrong instead."""
    first = next((n for n, diagnostic in enumerate(found) if _is_of_position(diagnostic)), None)
    if first is None:
        return tuple(found)
    assumed = form.footer.game
    games = [game.name for game in _games_with_board(form.row_texts) if game != assumed]
    if assumed is None or not games:
        return tuple(found)
    fault = found[first].fault
    sentence = Text(fault.sentence("en"), fault.sentence("ru"))
    doubt = READ_AS_DEFAULT(
        fault.place, assumed=assumed.title, sentence=sentence, games=", ".join(games)
    )
    return (*found[:first], replace(found[first], fault=doubt), *found[first + 1 :])


def _is_of_position(diagnostic: Diagnostic) -> bool:
    """Whether the board has what the game forbids, whatever was played."""
    is_error = diagnostic.severity is Severity.ERROR
    return is_error and diagnostic.code.startswith(("M3", *(f"M5{n}" for n in range(1, 10))))


def _games_with_board(rows: Sequence[str]) -> list[AnyGame]:
    """The games that have boards of just such rows."""
    found = (law() for law in all_games().values() if set("".join(rows)) <= set(law.cells))
    return [game for game in found if has_size_of(rows, game)]
