"""Offenders: bots that misbehave, found by listing ``offenders/``, with the verdict on each.

A folder is a misbehaviour: its program (``bot.c``, which is compiled; a script or another file
called ``bot``, which is used unchanged) and ``expected.toml``:

    ending      label of the ending (``referee/verdict.py``)
    loser       player who loses; "A", the offender, by default
    sentence    part of the English sentence of the verdict
    turns       number of half-moves played; 1 by default
    bare        true if the verdict is the same without a sandbox (and the bot is safe to run)
    needs       feature that the machine must have: "group" if only a control group detects the
                offence; "huge-pages" if the bot takes some
    left, patience, startup, clock, memory, file_size, temporary_files: settings of the game
    machine     number of another machine, which is written into the ELF header
    mode        mode of the program file; 0o755 by default
    landlock    table of the keys that differ on that isolation level; ``why`` is for the documents
"""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import subprocess
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from formats.matrix import Matrix, read_matrix
from referee.bot_game import PlayedGame, Setting, play_game
from referee.clock import Clock, Timing
from referee.judge import JudgingOptions
from referee.program import MIB, Limits, Program
from referee.sandbox.isolation_levels import IsolationLevel
from tests.present import Case
from tests.referee.needs import WHY_NOT, why_undetectable

HERE = Path(__file__).parent
FOLDER = HERE / "offenders"
_LOCKED = Path("/usr/lib/os-release")
_LEFT = Decimal("0.5")
_PATIENCE = Decimal(10)
_MACHINE = slice(18, 20)
"""Bytes of an ELF header that name the machine."""

# A wins with the third move of the piece in the middle, if neither bot commits a fault.
BOARD = """\
--------
B------B
--------
---A----
--------
--------
--------
--------
"""


@dataclass(frozen=True)
class Offender:
    """A bot that misbehaves, with the expected verdict and the settings of its game."""

    name: str
    ending: str
    sentence: str = ""
    loser: str = "A"
    turns: int = 1
    bare: bool = False
    needs: str = ""
    left: Decimal = _LEFT
    patience: Decimal = _PATIENCE
    startup: Decimal | None = None
    clock: str = "cpu"
    memory: int = 256
    file_size: int = 64
    temporary_files: bool = True
    machine: int = 0
    mode: int = 0o755
    landlock: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name

    def on(self, isolation: IsolationLevel) -> Offender:
        """Return the offender with the expectations of this isolation level."""
        differences = self.landlock if isolation is IsolationLevel.LANDLOCK else {}
        return replace(
            self, **{name: value for name, value in differences.items() if name != "why"}
        )

    @property
    def folder(self) -> Path:
        return FOLDER / self.name

    @property
    def setting(self) -> dict[str, Any]:
        """Start of the offender's game, and the options by which it is judged."""
        timing = Timing(Clock(self.clock), startup=self.startup, patience=self.patience)
        limits = Limits(
            memory=self.memory * MIB,
            file_size=self.file_size * MIB,
            temporary_files=self.temporary_files,
        )
        return {"start": start(self.left), "judging": JudgingOptions(timing, limits)}


def offenders() -> list[Offender]:
    """Read every offender."""
    all_offenders = []
    for path in sorted(FOLDER.glob("*/expected.toml")):
        values = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        for name in {"left", "patience", "startup"} & set(values):
            values[name] = Decimal(values[name])
        all_offenders.append(Offender(path.parent.name, **values))
    return all_offenders


def offender_cases(
    bots: Iterable[Offender], isolation_levels: Iterable[IsolationLevel]
) -> Iterator[Case]:
    """Yield a case for each offender at each isolation level."""
    for offender, isolation in product(bots, isolation_levels):
        why_not = WHY_NOT[isolation] or why_undetectable(offender.needs)
        yield Case(f"{offender}-{isolation}", (offender, isolation), why_not)


def start(left: Decimal) -> Matrix:
    """Return the start of an offender's game, with this time left for both players."""
    text = f"A 1 U\n0 {left}\n0 {left}\n{BOARD}"
    matrix = read_matrix(text.encode()).matrix
    assert matrix
    return matrix


@contextmanager
def listening_sockets() -> Iterator[int]:
    """Listen on a TCP port and on an abstract socket named after it; yield the port.

    Meanwhile a file of the system is locked.
    """
    from fcntl import LOCK_SH, flock  # noqa: PLC0415 - other tests import this module on Windows

    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as named,
        _LOCKED.open() as file,
    ):
        flock(file, LOCK_SH)
        port: int = tcp.getsockname()[1]
        named.bind(f"\0offender-{port}")
        named.listen()
        yield port


def game_against_honest(bot: Program, isolation: IsolationLevel, **setting: Any) -> PlayedGame:
    """Play a game of the bot, as A, against an honest bot."""
    honest = Program("honest", compiled_c(HERE / "honest.c"))
    return play_game({"A": bot, "B": honest}, Setting(isolation=isolation, **setting))


def program_of(offender: Offender, folder: Path, port: int = 0) -> Program:
    """Put the offender's program into the folder, under a name that its processes can be found by.

    Its arguments are a port and a folder that it must not reach.
    """
    path = folder / f"offender-{offender.name}-{os.getpid()}"
    source = next(each for each in offender.folder.iterdir() if each.stem == "bot")
    if source.is_dir():
        shutil.copytree(source, path)
    elif source.suffix == ".c":
        shutil.copy(compiled_c(source), path)
    else:
        shutil.copy(source, path)
    if offender.machine:
        data = bytearray(path.read_bytes())
        data[_MACHINE] = offender.machine.to_bytes(2, "little")
        path.write_bytes(data)
    path.chmod(offender.mode)
    return Program(offender.name, path, (str(port), str(folder)))


@cache
def compiled_c(source: Path) -> Path:
    """Compile a C or C++ program, unless the same sources were compiled before; return its path."""
    header = (FOLDER / "offender.h").read_bytes()
    digest = hashlib.sha256(header + source.read_bytes()).hexdigest()[:16]
    program = _cache() / f"{digest}-{source.parent.name}"
    if not program.exists():
        unready = program.with_suffix(f".{os.getpid()}")
        command = [_compiler(source), "-static", "-O1", "-Wall", "-Werror", "-pthread", "-o"]
        subprocess.run([*command, unready, source], check=True)
        unready.rename(program)
    return program


def keepers(process: int) -> list[int]:
    """Return the children of a process that are a keeper, or contain one."""
    child_numbers = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    words = {int(child): _command_line(int(child)) for child in child_numbers}
    return [child for child in words if b"keeper" in words[child]]


def _command_line(process: int) -> bytes:
    """Return the words of a process; they are empty for a moment while it becomes a program."""
    deadline = time.monotonic() + 1
    path = Path(f"/proc/{process}/cmdline")
    while not (words := path.read_bytes()) and time.monotonic() < deadline:
        time.sleep(0.001)
    return words


def _cache() -> Path:
    folder = HERE.parents[1] / "build" / "offenders"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _compiler(source: Path) -> str:
    """Return an installed compiler, musl's if possible: its programs are ten times smaller."""
    if source.suffix == ".cpp":
        return "g++"
    return "musl-gcc" if shutil.which("musl-gcc") else "gcc"


def leftover_processes(program: Program) -> list[str]:
    """Return the command lines of processes that run the program or sandbox it."""
    marker, commands = os.fsencode(program.path.name), []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes()
        except OSError:  # the process has ended meanwhile
            continue
        if marker in words:
            commands.append(words.replace(b"\0", b" ").decode(errors="replace"))
    return commands


def leftover_notes() -> list[Path]:
    """Return the files outside the sandbox that an offender left for its next turn."""
    places = (Path("/tmp"), Path("/dev/shm"), Path("/dev"), Path("/"), Path("/dev/mqueue"))
    return [path for place in places if place.is_dir() for path in place.glob("*offender-note*")]
