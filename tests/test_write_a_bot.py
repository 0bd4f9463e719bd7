"""The page on writing a bot: its programs play by the rules, its commands print what is shown.

That both languages say the same, and that the programs play from all files of the documents, is
seen to in test_documents.py. Here every program, the one in Cython too, meets what a bot meets:
positions drawn by lot, whole games, files that are spelled otherwise, malformed or finished.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from bot.builder import executable
from bot.builder.compiler import Target
from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from tests.bot.programs import why_not_built
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.places import ROOT
from tests.present import Case, needs, not_here, present
from tests.referee.needs import needs_sandbox
from tests.test_documents import ENGLISH, POSITIONS, Block, blocks_of, known, move, name_of
from tests.test_readme import commands

PAGE = ENGLISH / "write-a-bot.md"
BLOCKS = list(blocks_of(PAGE))
SOURCES = {"cpp": "ivanov.cpp", "python": "petrova.py", "cython": "sidorov/kernel.pyx"}
EXAMPLE = (ROOT / "docs/positions/example-1.txt").read_text(encoding="ascii")
WIN_IN_ONE = (ROOT / "docs/positions/example-2.txt").read_text(encoding="ascii")

MALFORMED = {
    "empty": "",
    "no board": "A 21 U\n0 2.01\n0 1.9\n",
    "too few rows": EXAMPLE.removesuffix("-A------\n"),
    "too many rows": f"{EXAMPLE}--------\n",
    "a short row": EXAMPLE.replace("--B-----", "--B----"),
    "a long row": EXAMPLE.replace("--B-----", "--B------"),
    "a footer": f"{EXAMPLE}game {SHORT}\n",
    "an unknown cell": EXAMPLE.replace("--B-----", "--x-----"),
    "a Cyrillic cell": EXAMPLE.replace("--B-----", "--В-----"),
    "a Cyrillic player": EXAMPLE.replace("A 21 U", "А 21 U"),
    "the other player": EXAMPLE.replace("A 21 U", "B 21 U"),
    "half-move 0": EXAMPLE.replace("A 21 U", "B 0 U"),
    "no number": EXAMPLE.replace("A 21 U", "A x U"),
    "no winner": EXAMPLE.replace("A 21 U", "A 21"),
    "an unknown winner": EXAMPLE.replace("A 21 U", "A 21 X"),
    "a field too many": EXAMPLE.replace("A 21 U", "A 21 U U"),
    "a decimal comma": EXAMPLE.replace("1.9", "1,9"),
    "a negative time": EXAMPLE.replace("1.9", "-1.9"),
    "no time": EXAMPLE.replace("0 1.9", "0"),
    "an infinite time": EXAMPLE.replace("1.9", "inf"),
    "points": EXAMPLE.replace("0 1.9", "7 1.9"),
}
SPELLINGS = {
    "CR LF": EXAMPLE.replace("\n", "\r\n"),
    "a byte-order mark": f"\ufeff{EXAMPLE}",
    "no last line end": EXAMPLE.removesuffix("\n"),
    "blank lines": f"\n{EXAMPLE}".replace("\n", "\n \n"),
    "many blanks": EXAMPLE.replace("A 21 U", " A   021\tU "),
    "other times": EXAMPLE.replace("1.9", "1.89999999999999").replace("2.01", "201e-2"),
}


def lines_of(kind: str, *words: str) -> list[str]:
    """The lines of the blocks that begin so."""
    found = [block for block in BLOCKS if (block.kind, block.words) == (kind, words)]
    return [line for block in found for line in block.text.splitlines()]


def save(kind: str, folder: Path) -> Path:
    """Puts the page's program in that language where the page says."""
    (block,) = [block for block in BLOCKS if block.kind == kind]
    path = folder / SOURCES[kind]
    path.parent.mkdir(exist_ok=True)
    path.write_text(block.text, encoding="utf-8")
    return path


def cpp_bot(folder: Path) -> list[str]:
    source, program = save("cpp", folder), folder / "ivanov"
    subprocess.run(["g++", "-O2", "-o", str(program), str(source)], check=True, timeout=120)
    return [str(program)]


def python_bot(folder: Path) -> list[str]:
    return [sys.executable, str(save("python", folder))]


def cython_bot(folder: Path) -> list[str]:
    """Built as ``arena build`` does, in a copy of the folder of the kernels."""
    kernels = folder / "bot"
    ignored = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(executable.HERE, kernels, ignore=ignored)
    save("cython", kernels)
    program = folder / "bots" / "sidorov"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(executable, "HERE", kernels)
        named = executable.program_named("sidorov-first")
        executable.build(named, Target.LINUX, program)
    return [str(program)]


def why_no_cython() -> str:
    return why_not_built() or ("" if find_spec("Cython") else "there is no Cython here")


BOTS = {"cpp": cpp_bot, "python": python_bot, "cython": cython_bot}
WHY_NOT = {"cpp": not_here("g++"), "cython": why_no_cython()}


def bots(*names: str) -> list[Any]:
    """Those of the page's programs, as parameters."""
    return present(Case(name, (name,), WHY_NOT.get(name, "")) for name in names)


@pytest.fixture(name="bot", scope="module", params=bots(*BOTS))
def make_bot(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command of each of the page's programs."""
    return BOTS[request.param](tmp_path_factory.mktemp(request.param))


@pytest.fixture(name="folder")
def make_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    folder.mkdir()
    return folder


def put(text: str, folder: Path) -> None:
    (folder / "matrix.txt").write_bytes(text.encode())


# Moves


def starts() -> Iterator[tuple[str, str]]:
    """The shipped positions in which somebody is to move, and twenty starts drawn by lot."""
    for path in POSITIONS:
        matrix = known(read_matrix(path.read_bytes()))
        if matrix.game.name == DEFAULT and matrix.winner is None:
            yield path.name, write_matrix(matrix)
    for seed in range(20):
        yield f"seed {seed}", start(seed)


def start(seed: int) -> str:
    game = all_games()[DEFAULT]()
    return write_matrix(Matrix(game, game.start(StartRequest(seed=seed, mirrored=seed % 2 == 0))))


STARTS = dict(starts())


@pytest.mark.parametrize("text", STARTS.values(), ids=STARTS.keys())
def test_bot_makes_a_legal_move(bot: list[str], text: str, folder: Path) -> None:
    put(text, folder)
    move(bot, folder)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bot_plays_a_game_to_its_end(bot: list[str], seed: int, folder: Path) -> None:
    put(start(seed), folder)
    while move(bot, folder).winner is None:
        pass


def test_bot_writes_the_draw_of_half_move_60(bot: list[str], folder: Path) -> None:
    put(EXAMPLE.replace("A 21 U", "B 60 U"), folder)
    assert move(bot, folder).winner == "D"


def test_bot_knows_that_rule_9_comes_first(bot: list[str], folder: Path) -> None:
    """The only move captures the last red piece, and reaches the far row."""
    board = ["-" * 8] * 5 + ["B" + "*" * 7, "*A" + "*" * 6, "**-" + "*" * 5]
    put("\n".join(["B 22 U", "0 2", "0 2", *board, ""]), folder)
    assert move(bot, folder).winner == "A"


@pytest.mark.parametrize("text", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_bot_reads_what_is_forgiven(bot: list[str], text: str, folder: Path) -> None:
    put(text, folder)
    move(bot, folder)


def test_bot_copies_the_clock_of_the_other_as_it_stands(bot: list[str], folder: Path) -> None:
    put(EXAMPLE.replace("0 1.9", "0  01.9000000001"), folder)
    move(bot, folder)
    clocks = (folder / "matrix.txt").read_text(encoding="ascii").splitlines()[1:3]
    assert clocks[1].split() == ["0", "01.9000000001"]


def test_bot_never_writes_a_negative_time(bot: list[str], folder: Path) -> None:
    put(EXAMPLE.replace("2.01", "0.000001"), folder)
    assert move(bot, folder).times[0] == 0


@pytest.mark.parametrize("kind", bots("cpp", "python"))
def test_bot_wins_if_it_can(kind: str, tmp_path: Path, folder: Path) -> None:
    command = BOTS[kind](tmp_path)
    put(WIN_IN_ONE, folder)
    assert move(command, folder).winner == "B"


@pytest.mark.parametrize("kind", bots("cpp", "python"))
def test_bot_counts_as_the_page_says(kind: str, tmp_path: Path, folder: Path) -> None:
    command = BOTS[kind](tmp_path)
    put(EXAMPLE, folder)
    done = subprocess.run([*command, "4"], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout == "1638\n"


# Files that are left alone


def ends(bot: list[str], text: str, folder: Path) -> int:
    """The status that it ends with, a word having been said and the file left as it was."""
    put(text, folder)
    done = subprocess.run(bot, cwd=folder, capture_output=True, timeout=60, check=False)
    assert done.stderr
    assert not done.stdout
    assert (folder / "matrix.txt").read_bytes() == text.encode()
    return done.returncode


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED.keys())
def test_bot_leaves_a_malformed_file_alone(bot: list[str], text: str, folder: Path) -> None:
    assert read_matrix(text.encode()).diagnostics
    assert ends(bot, text, folder) == 2


@pytest.mark.parametrize("winner", "ABD")
def test_bot_leaves_a_finished_game_alone(bot: list[str], winner: str, folder: Path) -> None:
    assert ends(bot, EXAMPLE.replace("A 21 U", f"A 21 {winner}"), folder) == 0


def test_bot_says_that_there_is_no_file(bot: list[str], folder: Path) -> None:
    done = subprocess.run(bot, cwd=folder, capture_output=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr
    assert not list(folder.iterdir())


# Commands


def ran(command: str, folder: Path) -> str:
    """What it prints when typed in that folder, errors included."""
    search = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": search, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(name="workshop")
def make_workshop(tmp_path: Path) -> Path:
    """The folder that the page tells to make, beside the documents."""
    (tmp_path / "docs").symlink_to(ROOT / "docs", target_is_directory=True)
    folder = tmp_path / "mine"
    folder.mkdir()
    save("cpp", folder)
    return folder


@needs("g++")
def test_commands_print_what_is_shown(workshop: Path) -> None:
    """One after another, in one folder, as somebody would who follows the page."""
    consoles = [block.text for block in BLOCKS if block.kind == "console"]
    assert consoles
    for text in consoles:
        printed = [f"$ {command}\n{ran(command, workshop)}" for command in commands(text)]
        assert "".join(printed) == text


@needs("g++")
@needs_sandbox
def test_new_bot_is_fit_to_be_entered(tmp_path: Path) -> None:
    """The page's first commands, from nothing to a bot that passes the check."""
    commands = lines_of("sh", "begin")
    *_, last = [ran(command, tmp_path) for command in commands]
    assert len(commands) == 4
    assert last.endswith("ivanov can be submitted\n")


def loops() -> list[Block]:
    return [block for block in BLOCKS if (block.kind, block.words) == ("sh", ("loop",))]


@needs("g++")
@pytest.mark.parametrize("block", loops(), ids=name_of)
def test_loop_plays_to_the_end_of_the_game(block: Block, workshop: Path) -> None:
    cpp_bot(workshop)
    *turns, _ = ran(block.text, workshop).split("before.txt -> matrix.txt: legal:")
    assert len(turns) > 4
    assert known(read_matrix((workshop / "matrix.txt").read_bytes())).winner is not None


def compilations() -> Iterator[Case]:
    for command in lines_of("sh", "compile"):
        compiler = command.split(maxsplit=1)[0]
        yield Case(command, (command,), not_here("g++", compiler))


@pytest.mark.parametrize("command", present(compilations()))
def test_compilers_take_the_program_as_told(command: str, workshop: Path) -> None:
    assert not ran(command, workshop)
    assert len(list(workshop.glob("ivanov*"))) == 2
