"""Tests that no built-in bot fails on a correct file, whatever its size, half-move or times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
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
from tests.bot.programs import Built, products, random_turn, write_turn
from tests.formats.games.game_folders import kernel_games
from tests.present import present

QUICK = ("--nodes", "20")
LITTLE = 32_000
"""KiB that a bot may allocate; it may be allowed to use half of them."""
FEW = 5
"""Number of files under Wine, which starts slowly."""
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
    """Return early and last positions of random games; the last of each is finished."""
    matrices: list[Matrix] = []
    for size in SIZES[name]:
        for rules in rules_of(name):
            game = all_games()[name].with_rules(rules)
            matrices += positions_of_random_game(
                game, game.start(StartRequest(size=size, seed=len(matrices)))
            )
    return tuple(matrices)


def positions_of_random_game(game: AnyGame, position: Position) -> Iterator[Matrix]:
    random = Random(str((game, position.board)))
    positions = [position]
    while (outcome := game.outcome(position)) is None:
        position = random_turn(game, position, random)
        positions.append(position)
    for index in {0, 1, len(positions) - 3, len(positions) - 2} & set(range(len(positions) - 1)):
        yield Matrix(game, positions[index])
    yield Matrix(game, position, outcome.winner)


def texts(game: str) -> Iterator[bytes]:
    """Yield the files of these games, with times of many forms."""
    for number, matrix in enumerate(games_played(game)):
        text = write_matrix(matrix)
        header, *clocks, board = text.split("\n", 3)
        points = matrix.position.points
        clocks = [f"{points[n]} {TIMES[(number + n) % len(TIMES)]}" for n in range(2)]
        if number % 3 == 0 and not points[number % 2]:
            clocks[number % 2] = SPELLINGS[number // 3 % len(SPELLINGS)]
        yield "\n".join([header, *clocks, board]).encode()


def test_the_files_of_these_tests_are_correct() -> None:
    for game in SIZES:
        for text in texts(game):
            assert read_matrix(text).good, text


def test_every_position_is_played(built: Built, tmp_path: Path) -> None:
    file = tmp_path / "matrix.txt"
    most = None if built.target is Target.LINUX else FEW
    for text in islice(texts(built.game), most):
        file.write_bytes(text)
        run = built.run(tmp_path, *QUICK)
        before = read_matrix(text)
        assert before.matrix
        if before.matrix.winner:
            assert (run.status, file.read_bytes()) == (0, text)
            assert "over" in run.errors
            continue
        assert (run.status, run.errors) == (0, ""), text
        result = change(before, read_matrix(file.read_bytes()))
        assert result.good, [d.sentence() for d in result.diagnostics]


@pytest.mark.parametrize("time", ["0", "0.000001", "1e-05", "0.03"])
def test_a_move_is_made_with_almost_no_time(built: Built, tmp_path: Path, time: str) -> None:
    file = tmp_path / "matrix.txt"
    unfinished = [matrix for matrix in games_played(built.game) if not matrix.winner]
    for matrix in unfinished[:: 7 if built.target is Target.LINUX else 10**6]:
        header, _, _, board = write_matrix(matrix).split("\n", 3)
        clocks = [f"{points} {time}" for points in matrix.position.points]
        text = "\n".join([header, *clocks, board]).encode()
        file.write_bytes(text)
        run = built.run(tmp_path)
        assert (run.status, run.errors) == (0, "")
        assert change(read_matrix(text), read_matrix(file.read_bytes())).good
        assert run.seconds < 0.1 or built.target is Target.WINDOWS


@pytest.mark.parametrize("built", present(products([Target.LINUX])), indirect=True)
def test_a_move_is_made_with_little_memory(built: Built, tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text(f'#!/bin/sh\nulimit -d {LITTLE}\nexec "{built.path}" "$@"\n')
    script.chmod(0o755)
    folder = tmp_path / "turn"
    for matrix in [each for each in games_played(built.game) if not each.winner][:FEW]:
        before = write_turn(matrix.with_times((Decimal(5), Decimal(5))), folder)
        run = replace(built, path=script).run(folder)
        assert (run.status, run.errors) == (0, "")
        assert change(read_matrix(before), read_matrix((folder / "matrix.txt").read_bytes())).good


def test_a_given_limit_makes_a_draw(built: Built, tmp_path: Path) -> None:
    file = tmp_path / "matrix.txt"
    for matrix in [each for each in games_played(built.game) if not each.winner][-FEW:]:
        limit = matrix.position.half_move
        text = write_matrix(matrix).encode()
        file.write_bytes(text)
        assert built.run(tmp_path, *QUICK, "--limit", str(limit)).status == 0
        reading = read_matrix(file.read_bytes(), limit=limit)
        assert change(read_matrix(text, limit=limit), reading).good
        assert reading.matrix
        assert reading.matrix.winner
        text_without_winner = file.read_bytes().replace(
            f" {reading.matrix.winner}\n".encode(), b" U\n", 1
        )
        file.write_bytes(text_without_winner)
        run = built.run(tmp_path, *QUICK, "--limit", str(limit))
        assert (run.status, file.read_bytes()) == (0, text_without_winner)
        assert "over" in run.errors


def test_a_limit_above_that_of_the_game_is_refused(built: Built, tmp_path: Path) -> None:
    game = all_games()[built.game]()
    text = write_matrix(Matrix(game, game.start())).encode()
    (tmp_path / "matrix.txt").write_bytes(text)
    run = built.run(tmp_path, *QUICK, "--limit", "61")
    is_accepted = game.limit is None
    assert run.status == (0 if is_accepted else 2)
    assert is_accepted or "--limit 61: no game is longer than 60 half-moves" in run.errors
    assert ((tmp_path / "matrix.txt").read_bytes() == text) != is_accepted
