"""Innocents: bots as students write them, found by listing ``innocents/``.

A folder is a way to write a bot that nobody may be blamed for: its program (``bot.c``, ``bot.py``,
``Bot.java`` ...) and ``innocent.toml``:

    shows       in one sentence what is special about it
    game        that of a file which names none, unless said otherwise
    rules       of the game, where it has a choice of them
    size        of the board: columns and rows
    pieces      a side in MMPeshki: where they are few, a game is short
    left        seconds for a whole game
    build       how the program is made of its source, if not as its language always is
    needs       commands that it is run by
    not_on      stages of the sandbox on which it cannot play, and why: a table

It is made in a folder of its own by what its author would type there, and is ``bot`` or
``bot.exe`` then. A script that names what runs it needs no making.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from itertools import product
from pathlib import Path

from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix
from referee.program import Program
from referee.sandbox.stages import Stage
from tests.formats.games.example_games import DEFAULT
from tests.present import Case, not_here
from tests.referee.needs import WHY_NOT

HERE = Path(__file__).parent
FOLDER = HERE / "innocents"
_SHARED = FOLDER / "peshki.h"
_CACHE = HERE.parents[1] / "build" / "innocents"

# A Java archive and a Mono program are no programs for Linux. A line or two before them are one:
# archives are read from their end, and a shell can cut the rest of its own file off.
_JAR = "jar -c -f bot.jar -e Bot *.class && { echo '#!/usr/bin/java -jar'; cat bot.jar; } >bot"
_MONO = r"""{ cat <<'SHELL'; cat bot.exe; } >bot && rm bot.exe
#!/bin/sh
tail -n +4 "$0" >"${TMPDIR:-/tmp}/bot.exe"
exec mono "${TMPDIR:-/tmp}/bot.exe"
SHELL
"""
_BUILDS = {
    ".c": "gcc -O2 -pthread -o bot bot.c",
    ".cpp": "g++ -O2 -pthread -o bot bot.cpp",
    ".cs": f"mcs -nologo -out:bot.exe bot.cs && {_MONO}",
    ".go": "go build -ldflags=-s -o bot bot.go",
    ".java": f"javac --release 17 Bot.java && {_JAR}",
    ".ml": "ocamlopt -o bot unix.cmxa bot.ml",
    ".pas": "fpc -O2 -v0 bot.pas",
    ".rs": "rustc -O -C strip=symbols -o bot bot.rs",
}
"""What makes a program of a source, by the ending of the source's name."""
_RUNS_ON = {".cs": ("mono",), ".java": ("java", "jar")}
"""What more it takes than the compiler."""


@dataclass(frozen=True)
class Innocent:
    """One way to write a bot."""

    name: str
    shows: str
    game: str = DEFAULT
    rules: str | None = None
    size: tuple[int, int] | None = None
    pieces: int = 3
    left: Decimal = Decimal(30)
    build: str = ""
    needs: tuple[str, ...] = ()
    not_on: Mapping[Stage, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """How a test names it."""
        return self.name

    @property
    def source(self) -> Path:
        """The program as it was written."""
        return next(path for path in (FOLDER / self.name).iterdir() if path.stem.lower() == "bot")

    @property
    def commands(self) -> list[str]:
        """What it takes to make it and to run it."""
        if making := self.making():
            return [*self.needs, making.split()[0], *_RUNS_ON.get(self.source.suffix, ())]
        return [*self.needs, _interpreter(self.source)]

    @property
    def missing(self) -> list[str]:
        """The commands that it takes and that are not here."""
        return [each for each in self.commands if shutil.which(each) is None]

    def start(self, number: int) -> Matrix:
        """Where its game of that number starts."""
        game = all_games()[self.game].with_rules(self.rules)
        pieces = self.pieces if self.game == DEFAULT else None
        position = game.start(StartRequest(size=self.size, seed=number, pieces=pieces))
        return Matrix(game, position, times=(self.left, self.left))

    def program(self) -> Program:
        """It, ready to be run. Made once, and found again by what went into it."""
        built = _CACHE / f"{self._digest()}-{self.name}"
        if not built.exists():
            _make(self, built)
        return Program(self.name, built)

    def making(self) -> str:
        """What its author types to make it; nothing where it is a script."""
        is_script = self.source.read_bytes().startswith(b"#!")
        return self.build or ("" if is_script else _BUILDS[self.source.suffix])

    def _digest(self) -> str:
        parts = [self.source.read_bytes(), _SHARED.read_bytes(), self.making().encode()]
        return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


@cache
def innocents() -> list[Innocent]:
    """All of them."""
    found = []
    for path in sorted(FOLDER.glob("*/innocent.toml")):
        values = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        values |= {name: tuple(values[name]) for name in {"size", "needs"} & set(values)}
        values |= {"left": Decimal(values.get("left", 30))}
        values |= {"not_on": {Stage(on): why for on, why in values.get("not_on", {}).items()}}
        if "wine" in values.get("needs", ()):
            values["not_on"] |= {Stage.LANDLOCK: "Wine's parts speak over sockets"}
        found.append(Innocent(path.parent.name, **values))
    return found


def _interpreter(script: Path) -> str:
    """The command that the first line of a script names."""
    with script.open(encoding="utf-8") as file:
        words = [Path(word).name for word in file.readline().removeprefix("#!").split()]
    return words[1] if words[0] == "env" else words[0]


def playing_on(some: Iterable[Innocent], stages: Iterable[Stage]) -> Iterator[Case]:
    """Each of them on each of the stages that it can play on.

    One worker of the tests builds it; those of Wine go to the same one, since they share Wine.
    """
    for innocent, stage in product(some, stages):
        if stage in innocent.not_on:
            continue
        why_not = WHY_NOT.get(stage, "") or not_here(*innocent.commands)
        group = "innocents-wine" if "wine" in innocent.needs else innocent.name
        yield Case(f"{innocent}-{stage}", (innocent, stage), why_not, group)


def _make(innocent: Innocent, built: Path) -> None:
    """Makes its program; two who do it at once do not disturb each other."""
    _CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=_CACHE) as name:
        folder = Path(name)
        for path in (innocent.source, _SHARED):
            shutil.copy(path, folder)
        made = folder / innocent.source.name
        if making := innocent.making():
            environment = {"HOME": name, **os.environ, "GOCACHE": str(_CACHE / "go")}
            subprocess.run(["sh", "-euc", making], cwd=folder, env=environment, check=True)
            made = next(path for path in (folder / "bot", folder / "bot.exe") if path.exists())
        made.chmod(0o755)
        made.rename(built)
