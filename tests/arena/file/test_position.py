"""``arena show``, ``moves``, ``perft`` and ``start``."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from rich.console import Console

from arena.drawing.terminal_board import view
from formats.games import all_games
from formats.matrix import read_matrix
from tests.arena.conftest import EXAMPLE, Run
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS

pytestmark = pytest.mark.usefixtures("folder")

DRAWN = """\
MMPeshki, 8 x 8, half-move 21; red (A) to move
  a b c d e f g h
8 - - - - - - - - 8
7 - - B - - - - - 7
6 - B - - - - - - 6
5 B - - * - - - - 5
4 - - - - * - - - 4
3 B - - - - A - - 3
2 - - - - - - - - 2
1 - A - - - - - - 1
  a b c d e f g h
red (A) 2.010 s, blue (B) 1.900 s
"""
OF_STEPS = f"""\
B 2 U
0 30
0 30
----
--A-
-A--
A---
game {STEPS}
rules last-move
last a1-b2-c3
"""


def test_show_draws_plain_text_when_piped(run: Run) -> None:
    assert run("show", "1.txt") == (0, DRAWN, "")


def test_show_draws_colours_in_a_terminal() -> None:
    matrix = read_matrix(OF_STEPS.encode()).matrix
    assert matrix is not None
    console = Console(force_terminal=True, color_system="standard", width=80)
    with console.capture() as capture:
        for line in view(matrix, "en", drawn=True):
            console.print(line)
    picture = capture.get()
    assert "\x1b[7;31mX\x1b[0m" in picture, "the last turn is marked"
    assert "·" in picture
    assert "last move a1-b2-c3" in picture


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "half-move 21; a draw: the half-move limit is reached"),
        ("ru", "полуход 21; ничья: достигнут предел полуходов"),
    ],
)
def test_a_draw_is_called_so_once(run: Run, language: str, sentence: str) -> None:
    shown = run("show", "1.txt", "--limit", "20", "--lang", language).out
    assert shown.splitlines()[0].endswith(sentence)


@pytest.mark.parametrize("encoding", ["ascii", "cp1251", "cp866"])
def test_a_terminal_that_lacks_characters_shows_the_rest(encoding: str) -> None:
    command = [sys.executable, "-m", "arena", "validate", "--lang", "ru", "-"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    file = EXAMPLE.replace("B----A--", "B--x-A棋-")
    result = subprocess.run(
        command, input=file.encode(), env=environment, check=False, capture_output=True
    )
    assert result.returncode == 1
    assert b"[M311]" in result.stdout
    assert result.stderr == b""


def test_show_draws_what_it_can_and_tells_what_is_wrong(run: Run) -> None:
    result = run("show", "-", stdin=EXAMPLE.replace("A 21 U", "A 21 B").encode())
    assert result.status == 1
    assert result.out == DRAWN
    assert "M503" in result.err
    nothing = run("show", "-", stdin=b"rubbish")
    assert (nothing.status, nothing.out) == (1, "")


def test_moves(run: Run) -> None:
    assert run("moves", "1.txt").out.split() == ["b1-a2", "b1-b2", "b1-c2", "f3-f4", "f3-g4"]


def test_moves_are_whole_turns_or_steps(run: Run) -> None:
    turns = run("moves", "-", stdin=OF_STEPS.encode()).out.split()
    steps = run("moves", "--steps", "-", stdin=OF_STEPS.encode()).out.split()
    assert steps == ["d4"]
    assert "d4-c4-b4" in turns
    assert len(turns) == len(set(turns))


def test_a_finished_game_has_no_moves(run: Run) -> None:
    result = run("moves", "3.txt")
    assert (result.status, result.out) == (0, "")
    assert "the game is over" in result.err


def test_perft(run: Run) -> None:
    assert run("perft", "1.txt", "0").out == "1\n"
    assert run("perft", "1.txt", "3").out == "190\n"
    assert run("perft", "3.txt", "1").out == "0\n"
    divided = run("perft", "--divide", "1.txt", "2").out.splitlines()
    assert sum(int(line.split()[1]) for line in divided[:-1]) == int(divided[-1])


@pytest.mark.parametrize("command", [("moves",), ("perft", "2")])
def test_a_bad_file_is_refused(run: Run, command: tuple[str, ...]) -> None:
    result = run(command[0], "-", *command[1:], stdin=b"A 1 U\n")
    assert (result.status, result.out) == (1, "")
    assert "error:" in result.err


@pytest.mark.parametrize(
    "words",
    [
        (DEFAULT,),
        (DEFAULT, "--seed", "7"),
        (DEFAULT, "--seed", "7", "--mirrored", "--pieces", "5", "--marks", "4"),
        (STEPS,),
        (STEPS, "--rules", "petersburg", "--size", "7"),
        (STEPS, "--rules", "classic passing=no"),
        (SHORT, "--size", "3x12", "--time", "2.5"),
    ],
)
def test_a_start_is_a_good_file_and_the_same_again(run: Run, words: tuple[str, ...]) -> None:
    first, second = run("start", *words), run("start", *words)
    assert first == second
    assert run("validate", "-", stdin=first.out.encode()).status == 0


def test_a_size_and_a_time_may_be_written_as_in_russian(run: Run) -> None:
    russian = run("start", SHORT, "--size", "5\N{CYRILLIC SMALL LETTER HA}4", "--time", "0,5")
    assert russian == run("start", SHORT, "--size", "5x4", "--time", "0.5")
    assert russian.status == 0


@pytest.mark.parametrize(
    "words",
    [
        ("checkers",),
        (DEFAULT, "--size", "9"),
        (DEFAULT, "--pieces", "9"),
        (DEFAULT, "--rules", "classic"),
        (STEPS, "--rules", "nonsense"),
        (STEPS, "--rules", ""),
        (STEPS, "--size", "3"),
        (STEPS, "--size", "x"),
        (SHORT, "--size", "0"),
        (SHORT, "--time", "-1"),
    ],
)
def test_a_start_that_does_not_exist(run: Run, words: tuple[str, ...]) -> None:
    result = run("start", *words)
    assert result.status == 2
    assert result.err.startswith("arena: ")
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    "name", [n for n, g in all_games().items() if "seed" not in g.start_options]
)
@pytest.mark.parametrize("seed", ["0", "5"])
def test_a_game_with_one_start_takes_no_seed(run: Run, name: str, seed: str) -> None:
    result = run("start", name, "--seed", seed)
    assert result.status == 2
    assert "--seed is not for the game" in result.err


@pytest.mark.parametrize("words", [("start", STEPS), ("play", "--game", STEPS)])
@pytest.mark.parametrize(
    ("rules", "there_are"),
    [
        ("classical", "the rule sets are classic, sesc, petersburg, last-move"),
        ("classic passing=maybe", "passing=yes|no"),
    ],
)
def test_rules_that_there_are_not_are_answered_with_those_there_are(
    run: Run, words: tuple[str, ...], rules: str, there_are: str
) -> None:
    result = run(*words, "--rules", rules)
    assert result.status == 2
    assert there_are in " ".join(result.err.replace("│", " ").split())
