"""A file that does not name its game, and cannot be of the game that is assumed.

Its first fault is worded so that the game may be wrong instead.
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


def doubted(diagnostics: Sequence[Diagnostic], form: Form) -> tuple[Diagnostic, ...]:
    """Return the diagnostics, the first one about the position worded as a doubt about the game."""
    first = next((n for n, item in enumerate(diagnostics) if _is_of_position(item)), None)
    if first is None:
        return tuple(diagnostics)
    assumed = form.footer.game
    games = [game.name for game in _games_with_board(form.row_texts) if game != assumed]
    if assumed is None or not games:
        return tuple(diagnostics)
    fault = diagnostics[first].fault
    sentence = Text(fault.sentence("en"), fault.sentence("ru"))
    doubt = READ_AS_DEFAULT(
        fault.place, assumed=assumed.title, sentence=sentence, games=", ".join(games)
    )
    return (
        *diagnostics[:first],
        replace(diagnostics[first], fault=doubt),
        *diagnostics[first + 1 :],
    )


def _is_of_position(diagnostic: Diagnostic) -> bool:
    """Return whether the board has something that the game forbids in every position."""
    is_error = diagnostic.severity is Severity.ERROR
    return is_error and diagnostic.code.startswith(("M3", *(f"M5{n}" for n in range(1, 10))))


def _games_with_board(rows: Sequence[str]) -> list[AnyGame]:
    """Return the games that have boards of just such rows."""
    games = (law() for law in all_games().values() if set("".join(rows)) <= set(law.cells))
    return [game for game in games if has_size_of(rows, game)]
