"""No bot of ours fails on a file that is good, however small, large, late or poor the game is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bot.builder.compiler import Target
from formats.game import Position, StartRequest
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.transition import change
from tests.bot.kernels import KERNELS
from tests.bot.programs import Built, random_turn
from tests.formats.games.game_folders import kernel_games

QUICK = ("--nodes", "20")
FEW = 5
"""Wine takes so long to start."""
SIZES: dict[str, Sequence[tuple[int, int] | None]] = {
    game: kernel_games(game, "FILE_SIZES") or (None,)
    for game in all_games()
    if game.replace("-", "_") in KERNELS
}
TIMES = ("0", "0.000001", "1e-05", "0.05", "105.25", "29.9996", "999999", "999999999.999999")
SPELLINGS = (
    "00 0.000000",
    "+0 1e-05",
    "-0\t.5",
    "0   30.",
    "0 2." + "9" * 400,
    "0" + " " * 300 + "7",
)


def rules_of(name: str) -> tuple[str | None, ...]:
    return (*all_games()[name].rule_sets, *kernel_games(name, "MORE_RULES")) or (None,)


@cache
def games_played(name: str) -> tuple[Matrix, ...]:
    """The beginnings and the last positions of random games: the last of all are finished."""
    found: list[Matrix] = []
    for size in SIZES[name]:
        for rules in rules_of(name):
            game = all_games()[name].with_rules(rules)
            found += played(game, game.start(StartRequest(size=size, seed=len(found))))
    return tuple(found)


def played(game: AnyGame, position: Position) -> Iterator[Matrix]:
    lot = Random(str((game, position.board)))
    passed = [position]
    while (outcome := game.outcome(position)) is None:
        position = random_turn(game, position, lot)
        passed.append(position)
    for late in {0, 1, len(passed) - 3, len(passed) - 2} & set(range(len(passed) - 1)):
        yield Matrix(game, passed[late])
    yield Matrix(game, position, outcome.winner)


def texts(game: str) -> Iterator[bytes]:
    """The files of these games, with all sorts of times."""
    for number, matrix in enumerate(games_played(game)):
        text = write_matrix(matrix)
        header, *clocks, board = text.split("\n", 3)
        points = matrix.position.points
        clocks = [f"{points[n]} {TIMES[(number + n) % len(TIMES)]}" for n in range(2)]
        if number % 3 == 0 and not points[number % 2]:
            clocks[number % 2] = SPELLINGS[number // 3 % len(SPELLINGS)]
        yield "\n".join([header, *clocks, board]).encode()


def test_what_is_written_here_is_good() -> None:
    for game in SIZES:
        for text in texts(game):
            assert read_matrix(text).good, text


def test_every_position_is_played_at_once(built: Built, tmp_path: Path) -> None:
    file = tmp_path / "matrix.txt"
    most = None if built.target is Target.LINUX else FEW
    for text in islice(texts(built.game), most):
        file.write_bytes(text)
        ran = built.run(tmp_path, *QUICK)
        before = read_matrix(text)
        assert before.matrix
        if before.matrix.winner:
            assert (ran.status, file.read_bytes()) == (0, text)
            assert "over" in ran.errors
            continue
        assert (ran.status, ran.errors) == (0, ""), text
        made = change(before, read_matrix(file.read_bytes()))
        assert made.good, [d.sentence() for d in made.diagnostics]


@pytest.mark.parametrize("time", ["0", "0.000001", "1e-05", "0.03"])
def test_next_to_no_time_is_enough_for_a_move(built: Built, tmp_path: Path, time: str) -> None:
    file = tmp_path / "matrix.txt"
    going_on = [one for one in games_played(built.game) if not one.winner]
    for matrix in going_on[:: 7 if built.target is Target.LINUX else 10**6]:
        header, _, _, board = write_matrix(matrix).split("\n", 3)
        clocks = [f"{points} {time}" for points in matrix.position.points]
        text = "\n".join([header, *clocks, board]).encode()
        file.write_bytes(text)
        ran = built.run(tmp_path)
        assert (ran.status, ran.errors) == (0, "")
        assert change(read_matrix(text), read_matrix(file.read_bytes())).good
        assert ran.seconds < 0.1 or built.target is Target.WINDOWS


def test_the_limit_that_is_told_makes_the_draw(built: Built, tmp_path: Path) -> None:
    file = tmp_path / "matrix.txt"
    for matrix in [one for one in games_played(built.game) if not one.winner][-FEW:]:
        limit = matrix.position.half_move
        text = write_matrix(matrix).encode()
        file.write_bytes(text)
        assert built.run(tmp_path, *QUICK, "--limit", str(limit)).status == 0
        reading = read_matrix(file.read_bytes(), limit=limit)
        assert change(read_matrix(text, limit=limit), reading).good
        assert reading.matrix
        assert reading.matrix.winner
        left = file.read_bytes().replace(f" {reading.matrix.winner}\n".encode(), b" U\n", 1)
        file.write_bytes(left)
        ran = built.run(tmp_path, *QUICK, "--limit", str(limit))
        assert (ran.status, file.read_bytes()) == (0, left)
        assert "over" in ran.errors


def test_no_limit_above_the_games_own_is_taken(built: Built, tmp_path: Path) -> None:
    game = all_games()[built.game]()
    text = write_matrix(Matrix(game, game.start())).encode()
    (tmp_path / "matrix.txt").write_bytes(text)
    ran = built.run(tmp_path, *QUICK, "--limit", "61")
    taken = game.limit is None
    assert ran.status == (0 if taken else 2)
    assert taken or "--limit 61: the game has one of its own, 60" in ran.errors
    assert ((tmp_path / "matrix.txt").read_bytes() == text) != taken
