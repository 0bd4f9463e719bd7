"""Broken bots: slips that students make, found by listing ``broken/``, and what must be said.

A folder is a slip: its program (``bot.c``, ``bot.py`` ...) and ``broken.toml``:

    says        a piece of the first line of the report
    says_ru     the same in Russian
    build       how the program, ``$OUT``, is made in that folder, if not as its language always is
    named       what it is called, "ivanov" unless said otherwise
    needs       commands that it is made or run by
    sandboxed   true for a slip that only a sandbox sees

Those in C are the same plain bot, ``bot.h``, with one thing amiss.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

from referee.program import Program

FOLDER = Path(__file__).parent / "broken"
_CACHE = Path(__file__).parents[3] / "build" / "broken"
_C = "$(command -v musl-gcc || echo gcc) -static -O1 -o $OUT bot.c"
_BUILDS = {".c": _C, ".cpp": "g++ -O1 -s -o $OUT bot.cpp"}
_COPY = "cp bot.* $OUT && chmod 755 $OUT"


@dataclass(frozen=True)
class BrokenBot:
    """One slip."""

    name: str
    says: str
    says_ru: str
    build: str = ""
    named: str = "ivanov"
    needs: tuple[str, ...] = ()
    sandboxed: bool = False

    def __str__(self) -> str:
        """How a test names it."""
        return self.name

    @property
    def commands(self) -> list[str]:
        """What it takes to make it and to run it."""
        compiler = {".c": ["gcc"], ".cpp": ["g++"]}.get(self._source.suffix, [])
        return [*self.needs, *compiler]

    def program(self) -> Program:
        """It, as it is handed in. Made once, and found again by what went into it."""
        folder = _CACHE / f"{self.name}-{self._digest()}"
        if not folder.exists():
            unready = folder.with_suffix(f".{os.getpid()}")
            unready.mkdir(parents=True)
            self._make(unready / self.named)
            unready.rename(folder)
        return Program("ivanov", folder / self.named)

    def _make(self, out: Path) -> None:
        subprocess.run(
            ["sh", "-ec", self._command],
            cwd=FOLDER / self.name,
            env={**os.environ, "OUT": str(out)},
            check=True,
        )

    @property
    def _source(self) -> Path:
        return next(path for path in (FOLDER / self.name).iterdir() if path.stem == "bot")

    @property
    def _command(self) -> str:
        return self.build or _BUILDS.get(self._source.suffix, _COPY)

    def _digest(self) -> str:
        sources = [*sorted((FOLDER / self.name).iterdir()), FOLDER / "bot.h"]
        parts = [*(path.read_bytes() for path in sources), self._command.encode()]
        return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def broken_bots() -> list[BrokenBot]:
    """All of them."""
    found = []
    for path in sorted(FOLDER.glob("*/broken.toml")):
        values = tomllib.loads(path.read_text(encoding="utf-8"))
        values |= {"needs": tuple(values.get("needs", ()))}
        found.append(BrokenBot(path.parent.name, **values))
    return found
