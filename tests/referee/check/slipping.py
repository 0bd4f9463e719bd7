"""Slips: bots that know one rule wrongly, and how soon it shows.

Each is the skeleton of a game in Python with one piece of it replaced. A game that has one brings
its slips in ``slips.toml``, among the files that it is tested by; those in ``slips/`` are slips in
what all games have in common. A table is a slip:

    right       a piece of the skeleton, which is there once
    wrong       what stands there instead
    also        more such pairs
    rules       the rule sets under which it loses games; all, unless said otherwise
    harmless    the choices of a move with which it loses none

A program is slow to start, and these are many: so they are run here, in one process, each turn by
its ``main`` in a folder with a ``matrix.txt``, and their files are judged as the referee judges
them. ``python -m tests.referee.check.slipping`` tells after how many games against itself each slip
has lost one, and how many of ten checks see it, of bots that choose their moves in different ways.
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
from referee.check.checked_bot import POSITIONS
from referee.check.positions import some_cases
from tests.formats.games.example_games import DEFAULT
from tests.formats.games.game_folders import needed

FOLDER = Path(__file__).parent / "slips"
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
"""What stands in the skeleton's ``choose``: the first is its own."""


@dataclass(frozen=True)
class WeakMove:
    """One slip, in a game under some rules."""

    name: str
    game: AnyGame
    changes: tuple[tuple[str, str], ...] = ()
    harmless: tuple[str, ...] = ()

    def __str__(self) -> str:
        """How a test names it."""
        return f"{self.name} in {self.game.name} {self.game.rules_line or ''}".strip()

    @property
    def choices(self) -> list[str]:
        """The ways to choose a move with which it loses games."""
        return [choice for name, choice in CHOICES.items() if name not in self.harmless]

    def source(self, choice: str = _CHOICE) -> str:
        """The bot's program."""
        skeleton = Skeleton("ivanov", self.game.name, all_languages()["python"])
        text = next(text for name, text, _ in skeleton.files() if name == skeleton.source)
        for right, wrong in (*self.changes, (_CHOICE, choice)):
            assert text.count(right) == 1, f"{self.name}: «{right}» is there {text.count(right)}"
            text = text.replace(right, wrong.removeprefix("\n") if wrong != choice else wrong)
        return text


def slips() -> list[WeakMove]:
    """All that can be seen without a clock."""
    return [
        slip
        for game_type in _with_skeleton()
        for path in (needed(game_type.name, "slips.toml"), FOLDER / "every-game.toml")
        for slip in _slips_in(path, game_type)
    ]


def time_slips() -> list[WeakMove]:
    """Those in the times, which are alike in all games."""
    return list(_slips_in(FOLDER / "times.toml", all_games()[DEFAULT]))


def _with_skeleton() -> Iterator[type[AnyGame]]:
    return (
        game_type
        for name, game_type in all_games().items()
        if name in all_languages()["python"].games
    )


def _slips_in(path: Path, game_type: type[AnyGame]) -> Iterator[WeakMove]:
    for name, values in tomllib.loads(path.read_text(encoding="utf-8")).items():
        for rules in values.get("rules") or game_type.rule_sets or (None,):
            changes = ((values["right"], values["wrong"]), *values.get("also", ()))
            yield WeakMove(
                name, game_type.with_rules(rules), changes, tuple(values.get("harmless", ()))
            )


def honest() -> list[WeakMove]:
    """The skeletons as they are, under each rule set."""
    return [
        WeakMove("none", game)
        for game_type in _with_skeleton()
        for game in map(game_type.with_rules, game_type.rule_sets or (None,))
    ]


class Bot:
    """A bot's program, run in this process. It thinks that each move takes it 0.01 s."""

    def __init__(self, source: str, seed: int) -> None:
        """``seed`` is that of its chance."""
        self._names: dict[str, Any] = {"__name__": "bot"}
        exec(compile(source, "bot", "exec"), self._names)
        self._names["random"] = Random(seed)
        self._names["time"] = SimpleNamespace(process_time=lambda: 0.01)

    def answer(self, before: Matrix) -> bytes:
        """What it makes of the file: what it was, if it fails."""
        path = Path("matrix.txt")
        path.write_text(write_matrix(before), encoding="ascii")
        try:
            with redirect_stderr(None):
                self._names["main"]()
        except (IndexError, KeyError, ValueError):
            return b""
        return path.read_bytes()

    def turn(self, before: Matrix) -> Matrix | None:
        """The next file, if its move and all that it wrote is right."""
        made = change_of(before, read_matrix(self.answer(before), limit=before.game.limit))
        return replace(before, position=made.position) if made.good and made.position else None


def lost_game(slip: WeakMove, choice: str, games: int = GAMES) -> int | None:
    """In which game it first wrote what loses one: against itself, or an honest bot, by turns."""
    bot = Bot(slip.source(choice), 0)
    other = Bot(WeakMove("none", slip.game).source(), 1)
    for number in range(games):
        few = StartRequest(seed=number, pieces=2 + number % 8, marks=2 + number % 12 * 2)
        start = slip.game.start(few if number % 4 > 1 else StartRequest())
        players = ((bot, bot), (bot, other), (bot, bot), (other, bot))[number % 4]
        now: Matrix | None = Matrix(slip.game, start)
        while now and now.outcome is None:
            now = players[now.position.player == "B"].turn(now)
        if now is None:
            return number + 1
    return None


def is_seen(slip: WeakMove, choice: str, positions: Iterable[Matrix], seed: int) -> bool:
    """Whether it loses a game in one of the positions."""
    bot = Bot(slip.source(choice), seed)
    return any(bot.turn(before) is None for before in positions)


@cache
def positions_of(game: AnyGame) -> list[Matrix]:
    """Those of a check."""
    return [case.matrix for case in some_cases(game, StartRequest(), Decimal(30), POSITIONS)]


def table(positions: Callable[[AnyGame], list[Matrix]], games: int) -> Iterator[str]:
    """For each slip and choice when it first lost, and how many checks of ten saw it."""
    for slip in (*slips(), *honest()):
        for name, choice in CHOICES.items():
            lost = lost_game(slip, choice, games)
            seen = sum(is_seen(slip, choice, positions(slip.game), seed) for seed in range(RUNS))
            yield f"{slip!s:70} {name:16} {lost or '-':>4} {seen:>3}"


def main() -> None:
    """Prints the table."""
    games = int(sys.argv[1]) if sys.argv[1:] else GAMES
    with TemporaryDirectory() as folder, chdir(folder):
        for line in table(positions_of, games):
            print(line, flush=True)


if __name__ == "__main__":
    main()
