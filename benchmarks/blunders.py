"""Rate at which the champion of MMPeshki gives away a proven result.

Run by ``arena bench blunders``, or ``arena bench blunders -- --games 40 --clock 2``. The champion
plays, on a clock as a referee keeps it, against ``greedy``, against itself, and with ``--against``
against the champion of an earlier revision, built from git. Then every position in which it moved,
and the position after its move, is solved with ten times the time that the move took: a move from a
proven win to a proven draw or loss, or from a draw to a loss, is a blunder. Starts are seeded; half
of them are openings, half are sparse. A long series can be done in parts: ``--first 11 --games 10``
plays the second ten games.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks._mmpeshki_positions import openings, sparse
from bot.mmpeshki import kernel as mmpeshki
from formats.game import Player
from formats.matrix import Matrix, read_matrix, write_matrix

ROOT = Path(__file__).parent.parent
TIMES_MORE = 10
LEAST_SECONDS = 0.05
BUILD = """
import sys
from pathlib import Path
try:
    from bot.builder.compiler import Target
    from bot.builder.executable import build, program_named
except ImportError:  # a revision from before bot/ had packages
    from bot.compiler import Target
    from bot.executable import build, program_named
build(program_named("mmpeshki"), Target.LINUX, Path(sys.argv[1]))
"""

Chooser = Callable[[Matrix], str]
"""Function that chooses a move in a position."""


@dataclass(frozen=True)
class ChampionMove:
    """A move of the champion: the positions before and after it, and its processor time."""

    before: Matrix
    after: Matrix
    seconds: float


@dataclass
class Tally:
    results: Counter[str] = field(default_factory=Counter)
    solved: int = 0
    unsolved: int = 0
    blunders: list[str] = field(default_factory=list)


def style_chooser(name: str) -> Chooser:
    """Return a chooser that plays a style of the present kernel, on the time of the file."""
    return lambda matrix: mmpeshki.Position(write_matrix(matrix).encode()).choose(name, seed=1)


CHAMPION = style_chooser("champion")


def program_chooser(path: Path, folder: Path) -> Chooser:
    """Return a chooser that runs a program in `folder` as a referee does."""

    def choose(matrix: Matrix) -> str:
        (folder / "matrix.txt").write_text(write_matrix(matrix))
        subprocess.run([path], cwd=folder, check=True)
        after = read_matrix((folder / "matrix.txt").read_bytes()).matrix
        assert after is not None
        move = matrix.game.infer_move(matrix.position, after.position.board)
        return str(move)

    return choose


def build_revision(revision: str, folder: Path) -> Path:
    """Build the champion of an earlier revision from its own sources."""
    archive = subprocess.run(
        ["git", "archive", revision, "bot"], cwd=ROOT, check=True, capture_output=True
    )
    subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
    path = folder / "earlier"
    subprocess.run([sys.executable, "-c", BUILD, path], cwd=folder, check=True)
    return path


def processor_seconds() -> float:
    """Return the processor seconds of this process and of the programs that it has run."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def game(
    text: str, clock: float, players: dict[Player, Chooser], own: str
) -> tuple[str, list[ChampionMove]]:
    """Play a game; return the winner and the moves of the sides in ``own``."""
    start_matrix = read_matrix(text.encode()).matrix
    assert start_matrix is not None
    matrix = replace(start_matrix, times=(Decimal(str(clock)),) * 2)
    moves = []
    while (outcome := matrix.game.outcome(matrix.position)) is None:
        player = matrix.position.player
        start = processor_seconds()
        move = players[player](matrix)
        used = processor_seconds() - start
        position = matrix.game.play(matrix.position, matrix.game.parse(move))
        left = {side: matrix.time_of(side) for side in ("A", "B")}
        left[player] = max(Decimal("0.01"), left[player] - Decimal(f"{used:.6f}"))
        after = replace(matrix, position=position, times=(left["A"], left["B"]))
        if player in own:
            moves.append(ChampionMove(matrix, after, used))
        matrix = after
    return outcome.winner, moves


def judge(move: ChampionMove, tally: Tally) -> None:
    """Solve the positions before and after the move; count a blunder if value was given away."""
    player = move.before.position.player
    seconds = max(LEAST_SECONDS, TIMES_MORE * move.seconds)
    value = worth(move.before, player, seconds)
    if value is None:
        tally.unsolved += 1
        return
    tally.solved += 1
    left = worth(move.after, player, seconds) if value > -1 else value
    if left is not None and left < value:
        text = move.after.position.last
        tally.blunders.append(f"{text} from {value} to {left} in\n{write_matrix(move.before)}")


def worth(matrix: Matrix, player: Player, seconds: float) -> int | None:
    """Return 1, 0 or -1 for a proven win, draw or loss of the player; None if nothing is proven."""
    outcome = matrix.game.outcome(matrix.position)
    if outcome is not None:
        winner: str = outcome.winner
    else:
        kernel = mmpeshki.Position(write_matrix(matrix).encode())
        winner = kernel.solve(seconds, matrix.game.limit, all_moves=False).value.winner
    return None if winner == "U" else 0 if winner == "D" else 1 if winner == player else -1


def series(name: str, rival: Chooser, numbers: range, clock: float) -> Tally:
    """Play games with these numbers against the rival, the champion on either side in turn."""
    tally = Tally()
    pairs = zip(openings(numbers.stop), sparse(numbers.stop), strict=True)
    starts = [start for pair in pairs for start in pair]
    for number in numbers:
        own: Player = "A" if number // 2 % 2 == 0 else "B"
        players: dict[Player, Chooser] = {"A": rival, "B": rival, own: CHAMPION}
        winner, moves = game(starts[number], clock, players, "AB" if rival is CHAMPION else own)
        result = "drawn" if winner == "D" else "won" if winner == own else "lost"
        tally.results[winner if rival is CHAMPION else result] += 1
        for move in moves:
            judge(move, tally)
        if sys.stderr.isatty():
            print(f"\r{name} {number + 1}\x1b[K\r", end="", file=sys.stderr, flush=True)
    return tally


def report(name: str, games: int, tally: Tally) -> None:
    results = ", ".join(f"{result} {count}" for result, count in sorted(tally.results.items()))
    print(f"against {name}, {games} games: {results}; of the positions {tally.solved} were solved,")
    print(f"  {tally.unsolved} were not; proven results given away: {len(tally.blunders)}")
    print("".join(tally.blunders), end="", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4, help="against each rival")
    parser.add_argument("--first", type=int, default=1, help="the number of the first game")
    parser.add_argument("--clock", type=float, default=1.0, help="seconds a side for a game")
    parser.add_argument("--against", metavar="REVISION", help="an earlier champion, from git")
    request = parser.parse_args()
    with TemporaryDirectory() as name:
        rivals = {"greedy": style_chooser("greedy"), "itself": CHAMPION}
        if request.against:
            rivals[request.against] = program_chooser(
                build_revision(request.against, Path(name)), Path(name)
            )
        numbers = range(request.first - 1, request.first - 1 + request.games)
        for rival, player in rivals.items():
            report(rival, request.games, series(rival, player, numbers, request.clock))


if __name__ == "__main__":
    main()
