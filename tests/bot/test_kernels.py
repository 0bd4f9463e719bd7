"""A kernel states the rules a second time, and must say what the rules say.

Both play the same random games, and both are held against the perft files; the kernels go deeper
there than the rules can.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest

from formats.matrix import Matrix, read_matrix, write_matrix
from tests.bot.kernels import GAMES, KERNELS, Series, all_series, game_of, kernel_of
from tests.formats.games.game_folders import kernel_games
from tests.formats.perft_files import Counted, all_counted, read
from tests.present import needs


def is_taken(counted: Counted) -> bool:
    """Return whether there is a kernel for the game, and it takes a board of that size."""
    if counted.game.replace("-", "_") not in KERNELS:
        return False
    matrix = read_matrix(counted.text.encode()).matrix
    largest = kernel_games(counted.game, "LARGEST")
    board = matrix.position.board if matrix else None
    return board is None or not largest or max(board.width, board.height) <= max(largest)


COUNTED = [one for one in all_counted() if is_taken(one)]
PERFT = Path(__file__).parent / "perft"
DEEPER = list(read(PERFT / "deeper.perft", "some game"))
IN_C = [one for one in COUNTED if kernel_games(one.game, "COUNTED_IN_C")]
ALL = all_series()
WITH_KERNEL = [one for one in ALL if one.game.replace("-", "_") in KERNELS]
AT_ONCE = 20
"""Games of one test, so that none takes minutes."""


@pytest.mark.parametrize("series", WITH_KERNEL, ids=str)
def test_the_same_games_are_the_same_in_both(series: Series) -> None:
    for number in range(series.games):
        pair = series.start(number)
        lot = Random(number)
        while pair.agree():
            pair.go_on(lot)


@pytest.mark.parametrize("first", range(0, GAMES, AT_ONCE))
@pytest.mark.parametrize("series", ALL, ids=str)
def test_the_second_opinion_says_so_too(series: Series, first: int) -> None:
    for number in range(first, min(first + AT_ONCE, GAMES)):
        pair = series.start(number)
        lot = Random(number)
        while pair.agree():
            pair.ask_again(lot)
            pair.go_on(lot)
        pair.ask_again(lot)


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_the_kernel_counts_what_the_files_say(counted: Counted) -> None:
    kernel = kernel_of(counted.text, counted.game)
    counts = [kernel.perft(depth) for depth in range(1, len(counted.counts) + 1)]
    assert counts == list(counted.counts)


@pytest.mark.parametrize("counted", DEEPER, ids=lambda counted: counted.title)
def test_the_kernel_counts_deeper_than_the_rules(counted: Counted) -> None:
    kernel = kernel_of(counted.text, counted.title.partition(":")[0])
    assert kernel.perft(len(counted.counts)) == counted.counts[-1]
    assert kernel.perft(len(counted.counts) - 1) == counted.counts[-2]


@pytest.fixture(name="counter", scope="module")
def compiled_counter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``count.c``, made by whatever C compiler is here."""
    program = tmp_path_factory.mktemp("counter") / "count"
    subprocess.run(["cc", "-O2", "-o", program, PERFT / "count.c"], check=True)
    return program


@needs("cc")
@pytest.mark.parametrize("counted", IN_C, ids=str)
def test_a_program_in_c_counts_the_same(counted: Counted, counter: Path) -> None:
    command = [str(counter), str(len(counted.counts))]
    done = subprocess.run(command, input=counted.text, capture_output=True, text=True, check=True)
    assert tuple(map(int, done.stdout.split())) == counted.counts


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("text", [b"", b"rubbish", b"A 1 U\n0 30\n0 30\n", b"\0" * 70000])
def test_a_file_that_is_none_is_refused(kernel: str, text: bytes) -> None:
    with pytest.raises(ValueError, match=r"file|line|board"):
        kernel_of(text.decode(), kernel)


@pytest.mark.parametrize("kernel", [one for one in KERNELS if not game_of(one).keeps_points])
def test_points_in_a_game_that_keeps_none_are_refused(kernel: str) -> None:
    game = game_of(kernel)()
    text = write_matrix(Matrix(game, game.start())).replace("\n0 ", "\n5 ", 1)
    with pytest.raises(ValueError, match="keeps no points"):
        kernel_of(text, game.name)
