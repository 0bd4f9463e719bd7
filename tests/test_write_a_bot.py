"""Tests of the page on writing a bot: programs play by the rules, commands print as shown.

test_documents.py compares the languages of the page and lets the programs play from all files of
the documents. Here every program, the one in Cython too, plays from random positions, plays whole
games, and reads files that are spelled otherwise, malformed or finished.
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
from tests.present import Case, needs, present, why_missing
from tests.referee.needs import needs_sandbox
from tests.test_documents import ENGLISH, POSITIONS, Block, blocks_of, matrix_of, move, name_of
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
    """Return the lines of the blocks with this kind and these words."""
    blocks = [block for block in BLOCKS if (block.kind, block.words) == (kind, words)]
    return [line for block in blocks for line in block.text.splitlines()]


def save(kind: str, folder: Path) -> Path:
    """Write the page's program in this language to the path that the page gives."""
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
    """Build the page's Cython program as ``arena build`` does, in a copy of the kernels' folder."""
    kernels = folder / "bot"
    ignored = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(executable.HERE, kernels, ignore=ignored)
    save("cython", kernels)
    program = folder / "bots" / "sidorov"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(executable, "HERE", kernels)
        program_to_build = executable.program_named("sidorov-first")
        executable.build(program_to_build, Target.LINUX, program)
    return [str(program)]


def why_no_cython() -> str:
    return why_not_built() or ("" if find_spec("Cython") else "there is no Cython here")


BOTS = {"cpp": cpp_bot, "python": python_bot, "cython": cython_bot}
WHY_NOT = {"cpp": why_missing("g++"), "cython": why_no_cython()}


def bot_parameters(*names: str) -> list[Any]:
    """Return these programs of the page as parameters."""
    return present(Case(name, (name,), WHY_NOT.get(name, "")) for name in names)


@pytest.fixture(name="bot", scope="module", params=bot_parameters(*BOTS))
def make_bot(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Build each of the page's programs; return its command."""
    return BOTS[request.param](tmp_path_factory.mktemp(request.param))


@pytest.fixture(name="folder")
def make_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    folder.mkdir()
    return folder


def write_matrix_file(text: str, folder: Path) -> None:
    (folder / "matrix.txt").write_bytes(text.encode())


# Moves


def starts() -> Iterator[tuple[str, str]]:
    """Yield the shipped positions of unfinished games, and twenty random starts."""
    for path in POSITIONS:
        matrix = matrix_of(read_matrix(path.read_bytes()))
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
    write_matrix_file(text, folder)
    move(bot, folder)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bot_plays_a_game_to_its_end(bot: list[str], seed: int, folder: Path) -> None:
    write_matrix_file(start(seed), folder)
    while move(bot, folder).winner is None:
        pass


def test_bot_writes_the_draw_of_half_move_60(bot: list[str], folder: Path) -> None:
    write_matrix_file(EXAMPLE.replace("A 21 U", "B 60 U"), folder)
    assert move(bot, folder).winner == "D"


def test_bot_applies_rule_9_before_the_far_row(bot: list[str], folder: Path) -> None:
    """The only move captures the last red piece and reaches the far row."""
    board = ["-" * 8] * 5 + ["B" + "*" * 7, "*A" + "*" * 6, "**-" + "*" * 5]
    write_matrix_file("\n".join(["B 22 U", "0 2", "0 2", *board, ""]), folder)
    assert move(bot, folder).winner == "A"


@pytest.mark.parametrize("text", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_bot_reads_every_allowed_spelling(bot: list[str], text: str, folder: Path) -> None:
    write_matrix_file(text, folder)
    move(bot, folder)


def test_bot_copies_the_clock_of_the_other_as_it_stands(bot: list[str], folder: Path) -> None:
    write_matrix_file(EXAMPLE.replace("0 1.9", "0  01.9000000001"), folder)
    move(bot, folder)
    clocks = (folder / "matrix.txt").read_text(encoding="ascii").splitlines()[1:3]
    assert clocks[1].split() == ["0", "01.9000000001"]


def test_bot_never_writes_a_negative_time(bot: list[str], folder: Path) -> None:
    write_matrix_file(EXAMPLE.replace("2.01", "0.000001"), folder)
    assert move(bot, folder).times[0] == 0


@pytest.mark.parametrize("kind", bot_parameters("cpp", "python"))
def test_bot_wins_if_it_can(kind: str, tmp_path: Path, folder: Path) -> None:
    command = BOTS[kind](tmp_path)
    write_matrix_file(WIN_IN_ONE, folder)
    assert move(command, folder).winner == "B"


@pytest.mark.parametrize("kind", bot_parameters("cpp", "python"))
def test_bot_counts_positions_as_the_page_says(kind: str, tmp_path: Path, folder: Path) -> None:
    command = BOTS[kind](tmp_path)
    write_matrix_file(EXAMPLE, folder)
    result = subprocess.run([*command, "4"], cwd=folder, capture_output=True, text=True, check=True)
    assert result.stdout == "1638\n"


# Files that are left alone


def exit_status(bot: list[str], text: str, folder: Path) -> int:
    """Return the bot's exit status; assert that it reports an error and changes no file."""
    write_matrix_file(text, folder)
    result = subprocess.run(bot, cwd=folder, capture_output=True, timeout=60, check=False)
    assert result.stderr
    assert not result.stdout
    assert (folder / "matrix.txt").read_bytes() == text.encode()
    return result.returncode


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED.keys())
def test_bot_leaves_a_malformed_file_alone(bot: list[str], text: str, folder: Path) -> None:
    assert read_matrix(text.encode()).diagnostics
    assert exit_status(bot, text, folder) == 2


@pytest.mark.parametrize("winner", "ABD")
def test_bot_leaves_a_finished_game_alone(bot: list[str], winner: str, folder: Path) -> None:
    assert exit_status(bot, EXAMPLE.replace("A 21 U", f"A 21 {winner}"), folder) == 0


def test_bot_reports_a_missing_file(bot: list[str], folder: Path) -> None:
    result = subprocess.run(bot, cwd=folder, capture_output=True, timeout=60, check=False)
    assert result.returncode == 2
    assert result.stderr
    assert not list(folder.iterdir())


# Commands


def run_command(command: str, folder: Path) -> str:
    """Return the output of a command in the folder, errors included."""
    search = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    result = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": search, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stdout
    return result.stdout


@pytest.fixture(name="workshop")
def make_workshop(tmp_path: Path) -> Path:
    """Make the folder that the page asks for, beside the documents."""
    (tmp_path / "docs").symlink_to(ROOT / "docs", target_is_directory=True)
    folder = tmp_path / "mine"
    folder.mkdir()
    save("cpp", folder)
    return folder


@needs("g++")
def test_commands_print_the_shown_output(workshop: Path) -> None:
    """The commands run one after another in one folder, as a reader of the page runs them."""
    consoles = [block.text for block in BLOCKS if block.kind == "console"]
    assert consoles
    for text in consoles:
        printed = [f"$ {command}\n{run_command(command, workshop)}" for command in commands(text)]
        assert "".join(printed) == text


@needs("g++")
@needs_sandbox
def test_new_bot_passes_the_check(tmp_path: Path) -> None:
    """The page's first commands make a new bot and check it."""
    commands = lines_of("sh", "begin")
    *_, last = [run_command(command, tmp_path) for command in commands]
    assert len(commands) == 4
    assert last.endswith("ivanov can be submitted\n")


def loops() -> list[Block]:
    return [block for block in BLOCKS if (block.kind, block.words) == ("sh", ("loop",))]


@needs("g++")
@pytest.mark.parametrize("block", loops(), ids=name_of)
def test_loop_plays_to_the_end_of_the_game(block: Block, workshop: Path) -> None:
    cpp_bot(workshop)
    *turns, _ = run_command(block.text, workshop).split("before.txt -> matrix.txt: legal:")
    assert len(turns) > 4
    assert matrix_of(read_matrix((workshop / "matrix.txt").read_bytes())).winner is not None


def compilations() -> Iterator[Case]:
    for command in lines_of("sh", "compile"):
        compiler = command.split(maxsplit=1)[0]
        yield Case(command, (command,), why_missing("g++", compiler))


@pytest.mark.parametrize("command", present(compilations()))
def test_compilers_accept_the_program(command: str, workshop: Path) -> None:
    assert not run_command(command, workshop)
    assert len(list(workshop.glob("ivanov*"))) == 2
