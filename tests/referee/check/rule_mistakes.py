"""Bots that apply one rule wrongly, and the number of games before the mistake shows.

Each bot is the skeleton of a game in Python with one piece of it replaced. A game with a skeleton
has its mistakes in ``mistakes.toml``, among its test files; those in ``mistakes/`` are in code that
all games share. A table of the file is a mistake:

    right       piece of the skeleton, which occurs once
    wrong       its replacement
    also        more such pairs
    rules       rule sets under which the mistake loses games; all by default
    harmless    choices of a move under which the mistake loses no game

A program is slow to start, and there are many mistakes: so the bots run in this process, each turn
by their ``main`` in a folder with a ``matrix.txt``, and their files are judged as the referee
judges them. ``python -m tests.referee.check.rule_mistakes`` prints after how many games each
mistake has lost one, and how many of ten checks detect it, for bots that choose their moves in
different ways.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir, redirect_stderr
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from arena.bots.skeleton import Skeleton, all_languages
from formats.game import StartRequest
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.transition import change_of
from referee.check.positions import POSITIONS, some_cases
from tests.formats.games.example_games import DEFAULT
from tests.formats.games.game_folders import required_path

FOLDER = Path(__file__).parent / "mistakes"
GAMES, RUNS = 100, 10

_CHOICE = """
    for move in moves:
        if play(game, move).winner == game.player:
            return move
    return random.choice(moves)
"""
CHOICES = {
    "wins if it can": _CHOICE,
    "by chance": "\n    return random.choice(moves)\n",
    "the first": "\n    return moves[0]\n",
}
"""Replacements of the skeleton's ``choose``; the first is the original."""


@dataclass(frozen=True)
class RuleMistake:
    """A mistake in the rules, in a game under some rules."""

    name: str
    game: AnyGame
    changes: tuple[tuple[str, str], ...] = ()
    harmless: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the name of the test parameter."""
        return f"{self.name} in {self.game.name} {self.game.rules_line or ''}".strip()

    @property
    def choices(self) -> list[str]:
        """The ways to choose a move under which the mistake loses games."""
        return [choice for name, choice in CHOICES.items() if name not in self.harmless]

    def source(self, choice: str = _CHOICE) -> str:
        """Return the bot's program."""
        skeleton = Skeleton("ivanov", self.game.name, all_languages()["python"])
        text = next(text for name, text, _ in skeleton.files() if name == skeleton.source)
        for right, wrong in (*self.changes, (_CHOICE, choice)):
            assert text.count(right) == 1, f"{self.name}: «{right}» is there {text.count(right)}"
            text = text.replace(right, wrong.removeprefix("\n") if wrong != choice else wrong)
        return text


def rule_mistakes() -> list[RuleMistake]:
    """Return all mistakes that can be detected without a clock."""
    return [
        mistake
        for game_type in _with_skeleton()
        for path in (required_path(game_type.name, "mistakes.toml"), FOLDER / "every-game.toml")
        for mistake in _read_mistakes(path, game_type)
    ]


def time_mistakes() -> list[RuleMistake]:
    """Return the mistakes in the times, which are the same in all games."""
    return list(_read_mistakes(FOLDER / "times.toml", all_games()[DEFAULT]))


def _with_skeleton() -> Iterator[type[AnyGame]]:
    return (
        game_type
        for name, game_type in all_games().items()
        if name in all_languages()["python"].games
    )


def _read_mistakes(path: Path, game_type: type[AnyGame]) -> Iterator[RuleMistake]:
    for name, values in tomllib.loads(path.read_text(encoding="utf-8")).items():
        for rules in values.get("rules") or game_type.rule_sets or (None,):
            changes = ((values["right"], values["wrong"]), *values.get("also", ()))
            yield RuleMistake(
                name, game_type.with_rules(rules), changes, tuple(values.get("harmless", ()))
            )


def correct_skeletons() -> list[RuleMistake]:
    """Return the unchanged skeletons, under each rule set."""
    return [
        RuleMistake("none", game)
        for game_type in _with_skeleton()
        for game in map(game_type.with_rules, game_type.rule_sets or (None,))
    ]


class Bot:
    """A bot's program, run in this process with a clock by which each move takes 0.01 s."""

    def __init__(self, source: str, seed: int) -> None:
        """Load the program; ``seed`` is that of its random choices."""
        self._names: dict[str, Any] = {"__name__": "bot"}
        exec(compile(source, "bot", "exec"), self._names)
        self._names["random"] = Random(seed)
        self._names["time"] = SimpleNamespace(process_time=lambda: 0.01)

    def answer(self, before: Matrix) -> bytes:
        """Return the file that the bot makes of this position; no bytes if it raises."""
        path = Path("matrix.txt")
        path.write_text(write_matrix(before), encoding="ascii")
        try:
            with redirect_stderr(None):
                self._names["main"]()
        except (IndexError, KeyError, ValueError):
            return b""
        return path.read_bytes()

    def turn(self, before: Matrix) -> Matrix | None:
        """Return the next position, or None if anything in the bot's file is wrong."""
        change = change_of(before, read_matrix(self.answer(before), limit=before.game.limit))
        return (
            replace(before, position=change.position) if change.good and change.position else None
        )


def lost_game(mistake: RuleMistake, choice: str, games: int = GAMES) -> int | None:
    """Return the number of the game in which a file of the bot first loses; None if never.

    The bot plays itself and a correct bot by turns.
    """
    bot = Bot(mistake.source(choice), 0)
    other = Bot(RuleMistake("none", mistake.game).source(), 1)
    for number in range(games):
        request = StartRequest(seed=number, pieces=2 + number % 8, marks=2 + number % 12 * 2)
        start = mistake.game.start(request if number % 4 > 1 else StartRequest())
        players = ((bot, bot), (bot, other), (bot, bot), (other, bot))[number % 4]
        matrix: Matrix | None = Matrix(mistake.game, start)
        while matrix and matrix.outcome is None:
            matrix = players[matrix.position.player == "B"].turn(matrix)
        if matrix is None:
            return number + 1
    return None


def is_detected(mistake: RuleMistake, choice: str, positions: Iterable[Matrix], seed: int) -> bool:
    """Return whether the bot loses a game in one of the positions."""
    bot = Bot(mistake.source(choice), seed)
    return any(bot.turn(before) is None for before in positions)


@cache
def positions_of(game: AnyGame) -> list[Matrix]:
    """Return the positions of a check."""
    return [case.matrix for case in some_cases(game, StartRequest(), Decimal(30), POSITIONS)]


def table(positions: Callable[[AnyGame], list[Matrix]], games: int) -> Iterator[str]:
    """Yield a line for each mistake and choice: the first lost game, and the detecting checks."""
    for mistake in (*rule_mistakes(), *correct_skeletons()):
        for name, choice in CHOICES.items():
            game_number = lost_game(mistake, choice, games)
            detections = sum(
                is_detected(mistake, choice, positions(mistake.game), seed) for seed in range(RUNS)
            )
            yield f"{mistake!s:70} {name:16} {game_number or '-':>4} {detections:>3}"


def main() -> None:
    """Print the table."""
    games = int(sys.argv[1]) if sys.argv[1:] else GAMES
    with TemporaryDirectory() as folder, chdir(folder):
        for line in table(positions_of, games):
            print(line, flush=True)


if __name__ == "__main__":
    main()
