"""Tests that the kernels, a second statement of the rules, agree with the rules.

Both play the same random games, and both are compared with the perft files; the kernels go deeper
there than the rules can.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest

from bot.builder.executable import programs
from formats.game import StartRequest
from formats.games import AnyGame
from formats.matrix import Matrix, read_matrix, write_matrix
from tests.bot.kernels import GAMES, KERNELS, Series, all_series, game_of, kernel_of
from tests.formats.games.game_folders import kernel_games
from tests.formats.perft_files import CountedPosition, all_counted_positions, read
from tests.present import needs


def is_taken(counted: CountedPosition) -> bool:
    """Return whether there is a kernel for the game that takes a board of this size."""
    if counted.game.replace("-", "_") not in KERNELS:
        return False
    matrix = read_matrix(counted.text.encode()).matrix
    board = matrix.position.board if matrix else None
    program = next(program for program in programs() if program.game == counted.game)
    return board is None or program.plays_on((board.width, board.height))


COUNTED = [position for position in all_counted_positions() if is_taken(position)]
PERFT = Path(__file__).parent / "perft"
DEEPER = list(read(PERFT / "deeper.perft", "some game"))
IN_C = [position for position in COUNTED if kernel_games(position.game, "COUNTED_IN_C")]
ALL = all_series()
WITH_KERNEL = [series for series in ALL if series.game.replace("-", "_") in KERNELS]
AT_ONCE = 20
"""Number of games of one test, so that none takes minutes."""


@pytest.mark.parametrize("series", WITH_KERNEL, ids=str)
def test_rules_and_kernel_agree_in_random_games(series: Series) -> None:
    for number in range(series.games):
        pair = series.start(number)
        random = Random(number)
        while pair.assert_agreement():
            pair.go_on(random)


@pytest.mark.parametrize("first", range(0, GAMES, AT_ONCE))
@pytest.mark.parametrize("series", ALL, ids=str)
def test_the_second_opinion_agrees_in_random_games(series: Series, first: int) -> None:
    for number in range(first, min(first + AT_ONCE, GAMES)):
        pair = series.start(number)
        random = Random(number)
        while pair.assert_agreement():
            pair.assert_independent_agreement(random)
            pair.go_on(random)
        pair.assert_independent_agreement(random)


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_the_kernel_counts_as_the_files_do(counted: CountedPosition) -> None:
    kernel = kernel_of(counted.text, counted.game)
    counts = [kernel.perft(depth) for depth in range(1, len(counted.counts) + 1)]
    assert counts == list(counted.counts)


@pytest.mark.parametrize("counted", DEEPER, ids=lambda counted: counted.title)
def test_the_kernel_counts_deeper_than_the_rules(counted: CountedPosition) -> None:
    kernel = kernel_of(counted.text, counted.title.partition(":")[0])
    assert kernel.perft(len(counted.counts)) == counted.counts[-1]
    assert kernel.perft(len(counted.counts) - 1) == counted.counts[-2]


@pytest.fixture(name="counter", scope="module")
def compiled_counter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile ``count.c`` with any C compiler of the machine."""
    program = tmp_path_factory.mktemp("counter") / "count"
    subprocess.run(["cc", "-O2", "-o", program, PERFT / "count.c"], check=True)
    return program


@needs("cc")
@pytest.mark.parametrize("counted", IN_C, ids=str)
def test_a_program_in_c_counts_the_same(counted: CountedPosition, counter: Path) -> None:
    command = [str(counter), str(len(counted.counts))]
    result = subprocess.run(command, input=counted.text, capture_output=True, text=True, check=True)
    assert tuple(map(int, result.stdout.split())) == counted.counts


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("text", [b"", b"rubbish", b"A 1 U\n0 30\n0 30\n", b"\0" * 70000])
def test_a_faulty_file_is_refused(kernel: str, text: bytes) -> None:
    with pytest.raises(ValueError, match=r"file|line|board"):
        kernel_of(text.decode(), kernel)


@pytest.mark.parametrize(
    "kernel", [kernel for kernel in KERNELS if not game_of(kernel).keeps_points]
)
def test_points_in_a_game_that_keeps_none_are_refused(kernel: str) -> None:
    game = game_of(kernel)()
    text = write_matrix(Matrix(game, game.start())).replace("\n0 ", "\n5 ", 1)
    with pytest.raises(ValueError, match="keeps no points"):
        kernel_of(text, game.name)


@pytest.mark.parametrize("name", KERNELS)
def test_the_kernel_plays_on_its_largest_board_and_on_no_larger_one(name: str) -> None:
    game = game_of(name)
    if game.sizes is None:
        return
    program = next(program for program in programs() if program.kernel == name)
    greatest = game.sizes[1]
    largest = program.largest_board or (greatest, greatest)
    assert kernel_of(start_of(game, largest), game.name).steps()
    if program.largest_board is not None:
        for size in ((largest[0] + 2, largest[1]), (largest[0], largest[1] + 2)):
            with pytest.raises(ValueError, match="board"):
                kernel_of(start_of(game, size), game.name)


def start_of(game: type[AnyGame], size: tuple[int, int]) -> str:
    board_game = game.with_rules(next(iter(game.rule_sets), None))
    return write_matrix(Matrix(board_game, board_game.start(StartRequest(size))))
