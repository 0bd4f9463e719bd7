"""Runs a program as a referee would: in a folder with a matrix.txt, watching what it does."""

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
from bot.builder.executable import KernelProgram, build, program_named, programs
from formats.game import Position, StartRequest
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, write_matrix
from tests.formats.games.game_folders import kernel_games
from tests.present import Case


def can_build(target: Target) -> bool:
    """Whether a compiler for that system is here."""
    try:
        return bool(compilers(target, Dialect.C))
    except CannotBuild:
        return False


def why_not_built() -> str:
    """Why bots of ours cannot be built here, or nothing."""
    return "" if can_build(Target.LINUX) else "there is no compiler here (pip install ziglang)"


needs_compiler = pytest.mark.skipif(bool(why_not_built()), reason=why_not_built() or "-")


@cache
def _why_not(target: Target) -> str:
    """Why programs for that system cannot be made or run here, or nothing."""
    if target is Target.WINDOWS and which("wine") is None:
        return "wine is not here (apt-get install wine64)"
    return "" if can_build(target) else f"no compiler for {target} is here (pip install ziglang)"


def products(targets: Iterable[Target] = Target) -> Iterator[Case]:
    """Programs of ours. One worker of the tests compiles a kernel for a system, and links all."""
    for target, program in product(targets, programs()):
        name, group = f"{target}-{program.name}", f"{target}-{program.kernel}"
        yield Case(name, ((target, program),), _why_not(target), group)


_OF_WINE = re.compile(r"^wine: .*\n", re.MULTILINE)
_TRIES_WITH_WINE = 5


@cache
def shipped(name: str) -> Path:
    """The bot of that name, built once for all tests that need it."""
    path = _folder() / name
    build(program_named(name), Target.LINUX, path)
    return path


@cache
def _folder() -> Path:
    folder = mkdtemp(prefix="matrix-arena-bots-")
    atexit.register(rmtree, folder)
    return Path(folder)


class Ran(NamedTuple):
    """What came of a turn."""

    status: int
    errors: str
    seconds: float
    """Processor time, of the system's own count."""
    peak: int
    """Bytes of memory, at the most."""


@dataclass(frozen=True)
class Built:
    """A program made for a system."""

    target: Target
    program: KernelProgram
    path: Path

    @property
    def game(self) -> str:
        """The game it plays, as files name it."""
        return self.program.kernel.replace("_", "-")

    def run(self, folder: Path, *options: str) -> Ran:
        """One turn in that folder."""
        ran = self._run_once(folder, options)
        tries = _TRIES_WITH_WINE if self.target is Target.WINDOWS else 1
        while _wine_failed(ran) and (tries := tries - 1):
            ran = self._run_once(folder, options)
        return ran

    def _run_once(self, folder: Path, options: Sequence[str]) -> Ran:
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
        if program.returncode == 0:  # then what crashed is a service of Wine's, on a busy machine
            text = _OF_WINE.sub("", text)
        seconds = usage.ru_utime + usage.ru_stime
        return Ran(program.returncode, text, seconds, usage.ru_maxrss * 1024)


def _wine_failed(ran: Ran) -> bool:
    """Whether it was not the program that failed, which always says why.

    Wine's server ends when it is idle, and now and then just as a program wants it.
    """
    return ran.errors.startswith("wine client error") or (ran.status != 0 and not ran.errors)


def some_positions(game_name: str, count: int) -> list[Matrix]:
    """Positions from the beginnings, middles and ends of random games, under all rules."""
    found: list[Matrix] = []
    number = 0
    while len(found) < count:
        lot = Random(number)
        game = _some_rules(game_name, number)
        position = game.start(_some_start(game, number))
        stop = lot.randint(1, 30)
        while game.outcome(position) is None and position.half_move < stop:
            position = random_turn(game, position, lot)
        if game.outcome(position) is None:
            found.append(Matrix(game, position))
        number += 1
    return found


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


def random_turn(game: AnyGame, position: Position, lot: Random) -> Position:
    """A turn by lot, in a game that goes on."""
    player = position.player
    while position.player == player:
        steps = list(game.steps(position))
        if not steps:
            return game.perform(position, game.parse("pass"))
        position = game.step(position, lot.choice(steps))
    return position


def put(matrix: Matrix, folder: Path) -> bytes:
    """Writes the matrix.txt of a turn; its bytes."""
    folder.mkdir(exist_ok=True)
    data = write_matrix(matrix).encode()
    (folder / "matrix.txt").write_bytes(data)
    return data
