"""Runs of the built programs as a referee runs them: in a folder with a matrix.txt."""

from __future__ import annotations

import atexit
import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from shutil import rmtree, which
from tempfile import mkdtemp
from typing import NamedTuple

import pytest

from bot.builder.build_fault import CannotBuild
from bot.builder.compiler import Dialect, Target, compilers
from bot.builder.executable import PlayerProgram, build, program_named, programs
from formats.game import Position, StartRequest
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, write_matrix
from tests.formats.games.game_folders import kernel_games
from tests.present import Case


def can_build(target: Target) -> bool:
    """Return whether a compiler for the system is installed."""
    try:
        return bool(compilers(target, Dialect.C))
    except CannotBuild:
        return False


def why_not_built() -> str:
    """Return why built-in bots cannot be built here, or an empty string."""
    return "" if can_build(Target.LINUX) else "there is no compiler here (pip install ziglang)"


needs_compiler = pytest.mark.skipif(bool(why_not_built()), reason=why_not_built() or "-")


@cache
def _why_not(target: Target) -> str:
    """Return why programs for the system cannot be built or run here, or an empty string."""
    if target is Target.WINDOWS and which("wine") is None:
        return "wine is not here (apt-get install wine64)"
    return "" if can_build(target) else f"no compiler for {target} is here (pip install ziglang)"


def products(targets: Iterable[Target] = Target) -> Iterator[Case]:
    """Yield every program for every system; one worker compiles a kernel for a system."""
    for target, program in product(targets, programs()):
        name, group = f"{target}-{program.name}", f"{target}-{program.kernel}"
        yield Case(name, ((target, program),), _why_not(target), group)


_OF_WINE = re.compile(r"^wine: .*\n", re.MULTILINE)
_TRIES_WITH_WINE = 5


@cache
def shipped(name: str) -> Path:
    """Return the path of a built-in bot, built once for all tests that need it."""
    path = _folder() / name
    build(program_named(name), Target.LINUX, path)
    return path


@cache
def _folder() -> Path:
    folder = mkdtemp(prefix="matrix-arena-bots-")
    atexit.register(rmtree, folder)
    return Path(folder)


class ProgramRun(NamedTuple):
    """Result of a turn of a program."""

    status: int
    errors: str
    seconds: float
    """Processor seconds, measured by the system."""
    peak: int
    """Largest memory in bytes."""


@dataclass(frozen=True)
class Built:
    """A program built for a system."""

    target: Target
    program: PlayerProgram
    path: Path

    @property
    def game(self) -> str:
        """Name of the game in files."""
        return self.program.kernel.replace("_", "-")

    def run(self, folder: Path, *options: str) -> ProgramRun:
        """Play one turn in the folder; repeat it if Wine failed."""
        result = self._run_once(folder, options)
        tries = _TRIES_WITH_WINE if self.target is Target.WINDOWS else 1
        while _wine_failed(result) and (tries := tries - 1):
            result = self._run_once(folder, options)
        return result

    def _run_once(self, folder: Path, options: Sequence[str]) -> ProgramRun:
        runner = ["wine"] if self.target is Target.WINDOWS else []
        errors = folder.parent / "errors"
        with errors.open("wb") as log:
            program = subprocess.Popen(
                [*runner, str(self.path), *options],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, "WINEDEBUG": "-all"},
            )
            _, status, usage = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
        text = errors.read_text(encoding="utf-8", errors="replace")
        if program.returncode == 0:  # then only a service of Wine crashed, on a busy machine
            text = _OF_WINE.sub("", text)
        seconds = usage.ru_utime + usage.ru_stime
        return ProgramRun(program.returncode, text, seconds, usage.ru_maxrss * 1024)


def _wine_failed(run: ProgramRun) -> bool:
    """Return whether Wine failed and not the program, which always prints an error.

    Wine's server ends when it is idle, sometimes just as a program needs it.
    """
    return run.errors.startswith("wine client error") or (run.status != 0 and not run.errors)


@cache
def some_positions(game_name: str, count: int) -> Sequence[Matrix]:
    """Return positions of random games, early and late, under all rules."""
    matrices: list[Matrix] = []
    number = 0
    while len(matrices) < count:
        random = Random(number)
        game = _some_rules(game_name, number)
        position = game.start(_some_start(game, number))
        stop = random.randint(1, 30)
        while game.outcome(position) is None and position.half_move < stop:
            position = random_turn(game, position, random)
        if game.outcome(position) is None:
            matrices.append(Matrix(game, position))
        number += 1
    return matrices


def _some_rules(game_name: str, number: int) -> AnyGame:
    game = all_games()[game_name]
    rules = (*game.rule_sets, *kernel_games(game_name, "MORE_RULES")) or (None,)
    return game.with_rules(rules[number % len(rules)])


def _some_start(game: AnyGame, number: int) -> StartRequest:
    if sizes := kernel_games(game.name, "PROGRAM_SIZES"):
        return StartRequest(size=sizes[number % len(sizes)])
    if game.keeps_points:
        return StartRequest(seed=number, mirrored=number % 4 == 0)
    return StartRequest(
        seed=number, mirrored=number % 2 == 0 and number % 4 == 0, marks=number % 5 * 2
    )


def random_turn(game: AnyGame, position: Position, random: Random) -> Position:
    """Return the position after a random turn in an unfinished game."""
    player = position.player
    while position.player == player:
        steps = list(game.steps(position))
        if not steps:
            return game.perform(position, game.parse("pass"))
        position = game.step(position, random.choice(steps))
    return position


def write_turn(matrix: Matrix, folder: Path) -> bytes:
    """Write the matrix.txt of a turn; return its bytes."""
    folder.mkdir(exist_ok=True)
    data = write_matrix(matrix).encode()
    (folder / "matrix.txt").write_bytes(data)
    return data
