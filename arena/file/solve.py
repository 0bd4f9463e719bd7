"""``arena solve``: the worth of a position, proven or estimated, move by move.

The kernel of the game computes it, if it can: see ``bot/solution.py``. This module finds the kernel
and prints its results.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import Annotated, Protocol, TypedDict, cast

from click.exceptions import Exit

from arena import texts
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.diagnostics import matrix_of
from arena.drawing.position import summary
from arena.options import FileArgument, LanguageOption, LimitOption, reader_language
from arena.parameters import Option
from bot.builder.executable import kernels
from bot.solution import Progress, Solution, Tell, Value
from formats.game import Player
from formats.matrix import Matrix, write_matrix
from formats.text import Language, Text
from referee import machine
from referee.numbers import count_text, number


class SolutionFormat(StrEnum):
    TEXT = "text"
    JSON = "json"


class SolvablePosition(Protocol):
    """A kernel's position that can be solved."""

    def solve(
        self, seconds: float, limit: int | None = None, tell: Tell | None = None, *, cores: int = 1
    ) -> Solution:
        """Return the position's value and its moves."""


def solve(
    file: FileArgument,
    seconds: Annotated[
        float,
        Option(
            min=0,
            max=1_000_000,
            help=Text(
                "Longest search, in seconds of real time.",
                "Предел поиска, в секундах реального времени.",
            ),
        ),
    ] = 10.0,
    output_format: Annotated[
        SolutionFormat,
        Option(
            "--format",
            help=Text(
                "Output format: text for people, json for programs.",
                "Вид вывода: text для людей, json для программ.",
            ),
        ),
    ] = (SolutionFormat.TEXT),
    cores: Annotated[
        int | None,
        Option(
            min=1,
            help=Text(
                "How many cores to use (default: all).", "Сколько ядер занять (по умолчанию все)."
            ),
        ),
    ] = None,
    lang: LanguageOption = None,
    limit: LimitOption = None,
) -> None:
    language = reader_language(lang)
    matrix = matrix_of(file, language, limit)
    outcome = matrix.game.outcome(matrix.position)
    cpu = 0.0
    if outcome is not None:
        plain_console(stderr=True).print(texts.NO_MOVES.say(language))
        solution = Solution(Value(outcome.winner, 0, shortest=True), "", {}, 0, 0.0)
    else:
        before = time.process_time()
        most = len(machine.cores())
        solution = _solution(matrix, seconds, min(cores or most, most), language)
        cpu = time.process_time() - before
    if output_format is SolutionFormat.JSON:
        print(json.dumps(_as_data(solution, cpu), indent=2))
    elif outcome is None:
        print("\n".join(_as_text(matrix, solution, cpu, language)))


def _solution(matrix: Matrix, seconds: float, cores: int, language: Language) -> Solution:
    """Return the kernel's solution; end the command if there is none."""
    values: dict[str, object] = {"game": matrix.game.title}
    text = texts.NOT_SOLVED
    try:
        position = _kernel_position(matrix)
    except ImportError:
        position, text = None, texts.NOT_COMPILED
    except ValueError as error:
        position, text = None, texts.NOT_TAKEN
        values["why"] = error
    if position is None:
        plain_console(stderr=True).print(text.say(language, values))
        raise Exit(ExitStatus.BAD)
    with _ProgressLine(language) as line:
        return position.solve(seconds, matrix.game.limit, line.tell, cores=cores)


def solution_of(matrix: Matrix, seconds: float, limit: int | None) -> Solution | None:
    """Return the solution of the game's kernel, on one core; None if it has none.

    Raise ValueError and ImportError as ``_kernel_position`` does.
    """
    position = _kernel_position(matrix)
    return None if position is None else position.solve(seconds, limit)


@cache
def can_be_solved(game: str) -> bool:
    """Return whether there is a kernel that values positions of the game."""
    name = game.replace("-", "_")
    try:
        return name in kernels() and hasattr(import_module(f"bot.{name}.kernel").Position, "solve")
    except ImportError:
        return False


def _kernel_position(matrix: Matrix) -> SolvablePosition | None:
    """Return the position in the kernel of its game, if that kernel solves positions.

    Raise ValueError for a legal position that is too large for the kernel, and ImportError where
    the kernel was not compiled.
    """
    name = matrix.game.name.replace("-", "_")
    if name not in kernels():
        return None
    module = import_module(f"bot.{name}.kernel")
    position_class = cast("Callable[[bytes], SolvablePosition]", module.Position)
    return (
        position_class(write_matrix(matrix).encode()) if hasattr(position_class, "solve") else None
    )


class _ProgressLine:
    """The line that shows the progress of the search on a terminal; it is erased at the end."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._console = plain_console(stderr=True)
        self._next = 0.0
        self.tell: Tell | None = self._tell if self._console.is_terminal else None

    def __enter__(self) -> _ProgressLine:
        return self

    def __exit__(self, *error: object) -> None:
        if self.tell is not None:
            print("\r\x1b[K", end="", file=self._console.file, flush=True)

    def _tell(self, progress: Progress) -> None:
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + 0.2
        thinking = texts.THINKING if progress.depth else texts.THINKING_BEST_FIRST
        text = thinking.say(
            self._language,
            {
                "seconds": number(progress.seconds, 1),
                "nodes": count_text(progress.nodes, texts.NODES),
                "depth": progress.depth,
                "best": progress.best,
            },
        )
        print(f"\r{text}\x1b[K", end="", file=self._console.file, flush=True)


def _as_text(matrix: Matrix, solution: Solution, cpu: float, language: Language) -> Iterator[str]:
    """Yield the position, its value, its moves with the best one first, and the search's cost."""
    player = matrix.position.player
    yield summary(matrix, language)
    yield _value_in_words(matrix, solution.value, language)
    width = max(map(len, solution.moves), default=0)
    best_first = sorted(
        solution.moves.items(),
        key=lambda item: (item[0] != solution.best, -_preference(item[1], player)),
    )
    for move, value in best_first:
        mark = "*" if move == solution.best else " "
        yield f"{mark} {move:{width}}  {_value_in_words(matrix, value, language)}"
    yield texts.TOOK.say(
        language,
        {
            "nodes": count_text(solution.nodes, texts.NODES),
            "seconds": number(solution.seconds, 2),
            "cpu": number(cpu, 2),
        },
    )


def _value_in_words(matrix: Matrix, value: Value, language: Language) -> str:
    if not value.proven:
        if value.chance is None:
            return texts.UNKNOWN.say(language)
        return texts.UNPROVEN.say(language, {"chance": percent(unproven_chance(value.chance))})
    if value.winner == "D":
        return texts.PROVEN_DRAW.say(language)
    winner = cast("Player", value.winner)
    values: dict[str, object] = {"side": matrix.game.sides[winner], "winner": winner}
    if value.half_moves is None:
        return texts.PROVEN_WIN.say(language, values)
    text = texts.PROVEN_WIN_IN if value.shortest else texts.PROVEN_WIN_WITHIN
    return text.say(language, {**values, "count": texts.half_moves(value.half_moves)})


def unproven_chance(chance: float) -> float:
    """Return the chance within 0.01 and 0.99: only a proven value is certain."""
    return min(max(chance, 0.01), 0.99)


def percent(chance: float) -> str:
    return f"{chance:.0%}".replace("%", "\u00a0%")


def _preference(value: Value, player: Player) -> float:
    """Return the sort key of moves for the player: soonest wins, chances, latest losses."""
    soonness = 1 / (2 + (value.half_moves or 0))
    if value.winner == player:
        return 1 + soonness
    if value.winner == "D":
        return 0.5
    return -soonness if value.proven else value.chance or 0.0


class ValueData(TypedDict):
    winner: str
    proven: bool
    half_moves: int | None
    shortest: bool
    chance: float | None


class MoveData(ValueData):
    move: str


class SolveReport(ValueData):
    """Data that ``arena solve --format json`` prints."""

    best: str | None
    moves: list[MoveData]
    nodes: int
    seconds: float
    cpu_seconds: float


def _as_data(solution: Solution, cpu: float) -> SolveReport:
    return {
        **_value_as_data(solution.value),
        "best": solution.best or None,
        "moves": [
            {"move": move, **_value_as_data(worth)} for move, worth in solution.moves.items()
        ],
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
        "cpu_seconds": round(cpu, 3),
    }


def _value_as_data(value: Value) -> ValueData:
    return {
        "winner": value.winner,
        "proven": value.proven,
        "half_moves": value.half_moves,
        "shortest": value.shortest,
        "chance": None if value.chance is None else round(value.chance, 4),
    }
