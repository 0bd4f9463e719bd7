"""Kernels of other days beside today's, in one process.

A player is a style, ``champion``, or a style of another state of the sources: of a commit or tag,
``champion@v1``, or of a folder that holds ``bot/``, ``champion@/tmp/mine``. Those are compiled
once and kept in a folder for such things, by what their sources are.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, gettempdir
from types import ModuleType
from typing import Protocol, cast

from bot.builder.executable import KERNEL, kernel_sources

ROOT = Path(__file__).parent.parent.parent
_KEPT = Path(gettempdir()) / "matrix-arena-kernels"
_COMPILED = ("-O3", "-march=x86-64-v2", "-w", "-fPIC", "-shared")


class KernelPosition(Protocol):
    """What the kernel's class offers to games and training."""

    def step(self, name: str) -> None:
        """Makes a step, or passes."""

    def steps(self) -> list[str]:
        """The cells that can be stepped on now."""

    def made(self) -> int:
        """How many steps of an unfinished turn are made."""

    def outcome(self) -> str:
        """Who has won; U while the game goes on."""

    def choose(self, style: str, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> str:
        """The turn that a style makes."""

    def sample(
        self, style: str, seed: int = 0, nodes: int = 0, least: int = 0
    ) -> tuple[str, bytes]:
        """The champion's turn, and what it thought."""


@dataclass(frozen=True)
class KernelPlayer:
    """A style, and where its kernel comes from; today's if nothing is said."""

    style: str
    source: str = ""

    @classmethod
    def named(cls, text: str) -> KernelPlayer:
        """The player that ``style`` or ``style@source`` names."""
        style, _, source = text.partition("@")
        return cls(style, source)

    def __str__(self) -> str:
        return f"{self.style}@{self.source}" if self.source else self.style

    def sit_down(self, text: bytes) -> KernelPosition:
        """This player's own board, in the position of a file."""
        return positions_of(self.source)(text)


@cache
def positions_of(source: str) -> Callable[[bytes], KernelPosition]:
    """The class of a kernel of Virus War, loaded beside others of its name."""
    with TemporaryDirectory() as folder:
        path = _compiled(_sources_of(source, Path(folder)), "virus_war")
    return cast("Callable[[bytes], KernelPosition]", loaded(path).Position)


def compiled_here(name: str, *flags: str) -> Path:
    """A kernel of today's sources, compiled with these flags as well."""
    return _compiled(ROOT, name, *flags)


def loaded(path: Path) -> ModuleType:
    """The kernel in a file, which has the name of its source."""
    loader = ExtensionFileLoader(path.stem, str(path))
    spec = spec_from_loader(path.stem, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def _sources_of(source: str, folder: Path) -> Path:
    """A folder with a ``bot`` in it."""
    if not source:
        return ROOT
    if Path(source).is_dir():
        return Path(source)
    archive = subprocess.run(
        ["git", "archive", source, "bot"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    subprocess.run(["tar", "x"], cwd=folder, input=archive, check=True)
    return folder


def parts_of(folder: Path, name: str) -> list[Path]:
    """The sources of a kernel, which comes last, in a folder of players."""
    if (folder / name / KERNEL).exists():
        source = folder / name / KERNEL
        parts = kernel_sources(folder, name)
    else:  # as it was when all players were in one folder
        source = folder / f"{name}.pyx"
        parts = [*sorted(folder.glob("*.pxd")), folder / "__init__.py"]
    return [*(path for path in parts if path != source), source]


def _compiled(sources: Path, name: str, *flags: str) -> Path:
    """The kernel made of these sources; one made before of the same is taken."""
    parts = parts_of(sources / "bot", name)
    told = [path.read_bytes() for path in parts] + [flag.encode() for flag in flags]
    mark = sha256(b"".join(told)).hexdigest()[:16]
    made = _KEPT / mark / f"{parts[-1].stem}.so"
    if not made.exists():
        made.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as folder:
            made_now = _compile(sources, parts, Path(folder), *flags)
            # Moved at once, since another worker may be waiting for the same.
            half = made.with_suffix(f".{Path(folder).name}")
            half.write_bytes(made_now.read_bytes())
            half.replace(made)
    return made


def _compile(sources: Path, parts: list[Path], work: Path, *flags: str) -> Path:
    """Of a copy, so that the kernel does not know whose sources it is made of."""
    copies = [work / path.relative_to(sources) for path in parts]
    for path, copy in zip(parts, copies, strict=True):
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    source, name = copies[-1].relative_to(work), copies[-1].stem
    cython = [sys.executable, "-m", "cython", "-3", str(source), "-o", f"{name}.c"]
    subprocess.run(cython, cwd=work, check=True, capture_output=True)
    include = sysconfig.get_path("include")
    compiler = ["gcc", *_COMPILED, *flags, f"-I{include}", f"{name}.c", "-o", f"{name}.so"]
    subprocess.run(compiler, cwd=work, check=True, capture_output=True)
    return work / f"{name}.so"


_HEADER = "A 1 U\n0 30\n0 30\n"


def start(rules: str, size: int) -> bytes:
    """The file of a game's first position."""
    rows = [["-"] * size for _ in range(size)]
    if rules.startswith("petersburg"):
        rows[0][-1], rows[-1][0] = "B", "A"
    board = "".join("".join(row) + "\n" for row in rows)
    return f"{_HEADER}{board}game virus-war\nrules {rules}\n".encode()


def open_at_random(position: KernelPosition, turns: int, lot: Random) -> list[str]:
    """Makes that many turns of random steps; which."""
    made: list[str] = []
    while turns and position.outcome() == "U":
        steps = position.steps()
        made.append(lot.choice(steps) if steps else "pass")
        position.step(made[-1])
        turns -= position.made() == 0
    return made
