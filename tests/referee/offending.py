"""Offenders: bots that misbehave, found by listing ``offenders/``, and the verdict on each.

A folder is a misbehaviour: its program (``bot.c``, which is compiled; a script; whatever is called
``bot``, as it is) and ``expected.toml``:

    ending      the label of the ending (``referee/verdict.py``)
    loser       "A" unless said otherwise: the offender plays A
    sentence    a piece of the English sentence
    turns       how many half-moves are played, 1 unless said otherwise
    bare        whether the verdict is the same without a sandbox (and it is safe to try)
    needs       what the machine must have: "group", where only a control group can tell;
                "huge-pages", to take some
    left, patience, startup, clock, memory, file_size, temporary_files: what it is played under
    machine     the number of another machine to write into the ELF header
    mode        of the program file, 0o755 unless said otherwise
    landlock    a table of what is otherwise on that stage; with ``why``, for the documents
"""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import subprocess
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
from referee.bot_game import Played, Setting, play_game
from referee.clock import Clock, Timing
from referee.judge import Rules
from referee.program import MIB, Limits, Program
from referee.sandbox.isolation_levels import IsolationLevel
from tests.present import Case
from tests.referee.needs import WHY_NOT, why_not_told

HERE = Path(__file__).parent
FOLDER = HERE / "offenders"
_LOCKED = Path("/usr/lib/os-release")
_LEFT = Decimal("0.5")
_PATIENCE = Decimal(10)
_MACHINE = slice(18, 20)
"""Where an ELF header names the machine."""

# A wins with the third move of the piece in the middle, if nobody does anything wrong.
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
    """One misbehaviour."""

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
        """How a test names it."""
        return self.name

    def on(self, isolation: IsolationLevel) -> Offender:
        """What is expected of it on that stage."""
        other = self.landlock if isolation is IsolationLevel.LANDLOCK else {}
        return replace(self, **{name: value for name, value in other.items() if name != "why"})

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return FOLDER / self.name

    @property
    def setting(self) -> dict[str, Any]:
        """What the game is played under."""
        timing = Timing(Clock(self.clock), startup=self.startup, patience=self.patience)
        limits = Limits(
            memory=self.memory * MIB,
            file_size=self.file_size * MIB,
            temporary_files=self.temporary_files,
        )
        return {"start": start(self.left), "rules": Rules(timing, limits)}


def offenders() -> list[Offender]:
    """All of them."""
    found = []
    for path in sorted(FOLDER.glob("*/expected.toml")):
        values = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        for name in {"left", "patience", "startup"} & set(values):
            values[name] = Decimal(values[name])
        found.append(Offender(path.parent.name, **values))
    return found


def on_isolation_levels(
    some: Iterable[Offender], isolation_levels: Iterable[IsolationLevel]
) -> Iterator[Case]:
    """Each of them on each of the stages."""
    for offender, isolation in product(some, isolation_levels):
        why_not = WHY_NOT[isolation] or why_not_told(offender.needs)
        yield Case(f"{offender}-{isolation}", (offender, isolation), why_not)


def start(left: Decimal) -> Matrix:
    """Where a game of an offender starts, and with so much time."""
    text = f"A 1 U\n0 {left}\n0 {left}\n{BOARD}"
    matrix = read_matrix(text.encode()).matrix
    assert matrix
    return matrix


@contextmanager
def listening() -> Iterator[int]:
    """A port of this machine on which somebody listens, and so does a name after it.

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


def against_honest(bot: Program, isolation: IsolationLevel, **setting: Any) -> Played:
    """A game of a bot that plays A."""
    honest = Program("honest", built_c(HERE / "honest.c"))
    return play_game({"A": bot, "B": honest}, Setting(isolation=isolation, **setting))


def program_of(offender: Offender, place: Path, port: int = 0) -> Program:
    """Its program in that folder, under a name by which its processes can be found.

    It is told of a port and of a folder that it must not reach.
    """
    path = place / f"offender-{offender.name}-{os.getpid()}"
    source = next(each for each in offender.folder.iterdir() if each.stem == "bot")
    if source.is_dir():
        shutil.copytree(source, path)
    elif source.suffix == ".c":
        shutil.copy(built_c(source), path)
    else:
        shutil.copy(source, path)
    if offender.machine:
        data = bytearray(path.read_bytes())
        data[_MACHINE] = offender.machine.to_bytes(2, "little")
        path.write_bytes(data)
    path.chmod(offender.mode)
    return Program(offender.name, path, (str(port), str(place)))


@cache
def built_c(source: Path) -> Path:
    """The program made of C or C++: made once, and found again by what went into it."""
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
    """The children of a process that are a keeper, or hold one."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    words = {int(child): Path(f"/proc/{child}/cmdline").read_bytes() for child in listed}
    return [child for child in words if b"keeper" in words[child]]


def _cache() -> Path:
    folder = HERE.parents[1] / "build" / "offenders"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _compiler(source: Path) -> str:
    """Whichever is here: what musl makes is ten times smaller."""
    if source.suffix == ".cpp":
        return "g++"
    return "musl-gcc" if shutil.which("musl-gcc") else "gcc"


def left_of(program: Program) -> list[str]:
    """Processes of this machine that run that program, or hold the stage for it."""
    marker, found = os.fsencode(program.path.name), []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes()
        except OSError:  # it has ended meanwhile
            continue
        if marker in words:
            found.append(words.replace(b"\0", b" ").decode(errors="replace"))
    return found


def notes() -> list[Path]:
    """Files that an offender left for its next turn where they can be seen outside."""
    places = (Path("/tmp"), Path("/dev/shm"), Path("/dev"), Path("/"), Path("/dev/mqueue"))
    return [path for place in places if place.is_dir() for path in place.glob("*offender-note*")]
