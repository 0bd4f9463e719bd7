"""Older kernels beside the present one, in one process.

A player is a style, ``champion``, or a style from other sources: of a commit or tag,
``champion@v1``, or of a folder that has ``bot/``, ``champion@/tmp/mine``. These kernels are
compiled once and cached in the arena's cache folder by the hash of their sources.
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
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Protocol, cast

from bot.builder.compiler import SINCE_2009
from bot.builder.executable import KERNEL, kernel_sources
from referee.machine import cache_folder

ROOT = Path(__file__).parent.parent
_OPTIONS = ("-O3", *SINCE_2009, "-w", "-fPIC", "-shared")


class KernelPosition(Protocol):
    """The part of a kernel's class that games and training use."""

    def step(self, name: str) -> None:
        """Make a step or pass."""

    def steps(self) -> list[str]:
        """Return the cells that can be stepped on now."""

    def made(self) -> int:
        """Return the number of steps made in an unfinished turn."""

    def outcome(self) -> str:
        """Return the winner; U while the game goes on."""

    def choose(self, style: str, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> str:
        """Return the turn that a style chooses."""

    def sample(
        self, style: str, seed: int = 0, nodes: int = 0, least: int = 0
    ) -> tuple[str, bytes]:
        """Return the champion's turn and its values of positions."""


@dataclass(frozen=True)
class KernelPlayer:
    """A style and the source of its kernel; an empty source is the present one."""

    style: str
    source: str = ""

    @classmethod
    def named(cls, text: str) -> KernelPlayer:
        """Return the player that ``style`` or ``style@source`` names."""
        style, _, source = text.partition("@")
        return cls(style, source)

    def __str__(self) -> str:
        return f"{self.style}@{self.source}" if self.source else self.style

    def position_from(self, text: bytes) -> KernelPosition:
        """Return a position of the player's own kernel from a file."""
        return positions_of(self.source)(text)


@cache
def positions_of(source: str) -> Callable[[bytes], KernelPosition]:
    """Return the position class of a kernel of Virus War, loaded beside others with its name."""
    with TemporaryDirectory() as folder:
        path = _cached_kernel(_sources_of(source, Path(folder)), "virus_war")
    return cast("Callable[[bytes], KernelPosition]", load_kernel(path).Position)


def compile_present(name: str, *flags: str) -> Path:
    """Compile a kernel of the present sources with additional flags, and return its path."""
    return _cached_kernel(ROOT, name, *flags)


def load_kernel(path: Path) -> ModuleType:
    """Load the kernel in a file, which has the name of its source."""
    loader = ExtensionFileLoader(path.stem, str(path))
    spec = spec_from_loader(path.stem, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def _sources_of(source: str, folder: Path) -> Path:
    """Return a folder with the ``bot`` of a source."""
    if not source:
        return ROOT
    if Path(source).is_dir():
        return Path(source)
    archive = subprocess.run(
        ["git", "archive", source, "bot"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    subprocess.run(["tar", "x"], cwd=folder, input=archive, check=True)
    return folder


def kernel_parts(folder: Path, name: str) -> list[Path]:
    """Return the sources of a kernel in a folder of players, ``kernel.pyx`` last."""
    if (folder / name / KERNEL).exists():
        source = folder / name / KERNEL
        parts = kernel_sources(folder, name)
    else:  # In older sources all players are in one folder.
        source = folder / f"{name}.pyx"
        parts = [*sorted(folder.glob("*.pxd")), folder / "__init__.py"]
    return [*(path for path in parts if path != source), source]


def _cached_kernel(sources: Path, name: str, *flags: str) -> Path:
    """Return the kernel compiled from sources, from the cache if there is one."""
    parts = kernel_parts(sources / "bot", name)
    words = [*flags, sys.implementation.cache_tag or ""]  # another Python cannot load it
    inputs = [path.read_bytes() for path in parts] + [word.encode() for word in words]
    digest = sha256(b"".join(inputs)).hexdigest()[:16]
    library = cache_folder() / "kernels" / digest / f"{parts[-1].stem}.so"
    if not library.exists():
        library.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as folder:
            compiled = _compile(sources, parts, Path(folder), *flags)
            # The file is moved atomically, since another worker may need the same one.
            partial = library.with_suffix(f".{Path(folder).name}")
            partial.write_bytes(compiled.read_bytes())
            partial.replace(library)
    return library


def _compile(sources: Path, parts: list[Path], work: Path, *flags: str) -> Path:
    """Compile a copy of the sources, so that the kernel contains no path of them."""
    copies = [work / path.relative_to(sources) for path in parts]
    for path, copy in zip(parts, copies, strict=True):
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    source, name = copies[-1].relative_to(work), copies[-1].stem
    cython = [sys.executable, "-m", "cython", "-3", str(source), "-o", f"{name}.c"]
    subprocess.run(cython, cwd=work, check=True, capture_output=True)
    include = sysconfig.get_path("include")
    compiler = ["gcc", *_OPTIONS, *flags, f"-I{include}", f"{name}.c", "-o", f"{name}.so"]
    subprocess.run(compiler, cwd=work, check=True, capture_output=True)
    return work / f"{name}.so"


_HEADER = "A 1 U\n0 30\n0 30\n"


def start(rules: str, size: int) -> bytes:
    """Return the file of a game's first position."""
    rows = [["-"] * size for _ in range(size)]
    if rules.startswith("petersburg"):
        rows[0][-1], rows[-1][0] = "B", "A"
    board = "".join("".join(row) + "\n" for row in rows)
    return f"{_HEADER}{board}game virus-war\nrules {rules}\n".encode()


def play_random_opening(position: KernelPosition, turns: int, random: Random) -> list[str]:
    """Make random turns and return their steps."""
    opening: list[str] = []
    while turns and position.outcome() == "U":
        steps = position.steps()
        opening.append(random.choice(steps) if steps else "pass")
        position.step(opening[-1])
        turns -= position.made() == 0
    return opening
