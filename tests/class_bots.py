"""A class of bots as students write them, found by listing ``class/``.

A folder in ``class/honest`` is a way to write a bot that nobody may be blamed for, one in
``class/mistaken`` a bot with one natural mistake. There is its program (``bot.c``, ``bot.py``,
``Bot.java`` ...), what else it is made of, and ``bot.toml``:

    shows       of an honest bot: in one sentence what is special about it
    says        of a mistaken one: a piece of what the check says first, be it a warning
    says_ru     the same in Russian
    games       of a mistaken one: how 100 games end: "good" if it loses none by a fault, the name
                of an ending, or "unplayed" if it is no program that a game can be played with
    game        that of a file which names none, unless said otherwise
    rules       of the game, where it has a choice of them
    size        of the board: columns and rows
    pieces      a side in MMPeshki: where they are few, a game is short
    left        seconds for a whole game
    build       how the program is made of its source, if not as its language always is
    named       what the program is called when it is handed in, if that matters
    needs       commands that it is made or run by
    not_on      stages of the sandbox on which it cannot play, and why: a table
    sandboxed   true for a mistake that only a sandbox sees

It is made in a folder of its own by what its author would type there, and is ``bot`` or
``bot.exe`` then (``$OUT``). A script that names what runs it needs no making. Those in C that are
mistaken are the same plain bot, ``bot.h``, with one thing amiss.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from itertools import product
from pathlib import Path

from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix
from referee.program import Program
from referee.sandbox.isolation_levels import IsolationLevel
from tests.formats.games.example_games import DEFAULT
from tests.present import Case, not_here
from tests.referee.needs import WHY_NOT

CLASS = Path(__file__).parent / "class"
HONEST, MISTAKEN = CLASS / "honest", CLASS / "mistaken"
_SHARED = (HONEST / "peshki.h", MISTAKEN / "bot.h")
_CACHE = CLASS.parents[1] / "build" / "class"
UNPLAYED = "unplayed"

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
_MISTAKEN_BUILDS = {".c": "$(command -v musl-gcc || echo gcc) -static -O1 -o $OUT bot.c"}
"""A mistake such as a wait for a key is seen in a program that keeps the names of what it calls."""
_RUNS_ON = {".cs": ("mono",), ".java": ("java", "jar")}
"""What more it takes than the compiler."""


@dataclass(frozen=True)
class ClassBot:
    """One way to write a bot, or to write it wrongly."""

    folder: Path
    shows: str = ""
    says: str = ""
    says_ru: str = ""
    games: str = ""
    game: str = DEFAULT
    rules: str | None = None
    size: tuple[int, int] | None = None
    pieces: int = 3
    left: Decimal = Decimal(30)
    build: str = ""
    named: str = ""
    needs: tuple[str, ...] = ()
    sandboxed: bool = False
    not_on: Mapping[IsolationLevel, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """How a test names it."""
        return self.name

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def is_mistaken(self) -> bool:
        """Whether one thing is amiss with it."""
        return bool(self.says)

    @property
    def source(self) -> Path:
        """The program as it was written."""
        return next(path for path in sorted(self.folder.iterdir()) if _is_source(path))

    @property
    def commands(self) -> list[str]:
        """What it takes to make it and to run it."""
        if making := self.making():
            return [*self.needs, _compiler(making), *_RUNS_ON.get(self.source.suffix, ())]
        return [*self.needs, *_interpreter(self.source)]

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
        """Return the program, ready to be run. Made once, and found again by what went into it."""
        folder = _CACHE / f"{self.name}-{self._digest()}"
        if not folder.exists():
            _make(self, folder)
        (built,) = folder.iterdir()
        return Program("ivanov" if self.is_mistaken else self.name, built)

    def making(self) -> str:
        """What its author types to make it; nothing where it is a script."""
        is_script = self.source.read_bytes().startswith(b"#!")
        builds = _BUILDS | _MISTAKEN_BUILDS if self.is_mistaken else _BUILDS
        return self.build or ("" if is_script else builds.get(self.source.suffix, ""))

    @property
    def parts(self) -> list[Path]:
        """The files that it is made of."""
        own = (path for path in self.folder.iterdir() if path.name != "bot.toml")
        return [*sorted(own), *_SHARED]

    def _digest(self) -> str:
        parts = [*(path.read_bytes() for path in self.parts), self.making().encode()]
        return hashlib.sha256(b"\0".join([*parts, self.named.encode()])).hexdigest()[:16]


@cache
def honest_bots() -> list[ClassBot]:
    """Return the bots of which nothing is to be said."""
    return _bots_in(HONEST)


@cache
def mistaken_bots() -> list[ClassBot]:
    """Return the bots with one mistake each."""
    return _bots_in(MISTAKEN)


def _bots_in(folder: Path) -> list[ClassBot]:
    found = []
    for path in sorted(folder.glob("*/bot.toml")):
        values = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        values |= {name: tuple(values[name]) for name in {"size", "needs"} & set(values)}
        values |= {"left": Decimal(values.get("left", 30))}
        values |= {
            "not_on": {IsolationLevel(on): why for on, why in values.get("not_on", {}).items()}
        }
        if "wine" in values.get("needs", ()):
            values["not_on"] |= {IsolationLevel.LANDLOCK: "Wine's parts speak over sockets"}
        found.append(ClassBot(path.parent, **values))
    return found


def _compiler(making: str) -> str:
    """Return the first command of these lines."""
    return "gcc" if making.startswith("$(") else making.split(maxsplit=1)[0]


def _is_source(path: Path) -> bool:
    return path.stem.lower() == "bot" and path.suffix != ".toml"


def _interpreter(script: Path) -> list[str]:
    """Return the command that the first line of a script names, if it does."""
    first, *_ = script.read_bytes().split(b"\n")
    words = [Path(word).name for word in first.decode("utf-8", "replace")[2:].split()]
    if not first.startswith(b"#!") or not words:
        return []
    return [words[1] if words[0] == "env" else words[0]]


def playing_on(
    some: Iterable[ClassBot], isolation_levels: Iterable[IsolationLevel]
) -> Iterator[Case]:
    """Each of them on each of the stages that it can play on.

    One worker of the tests builds it; those of Wine go to the same one, since they share Wine.
    """
    for bot, isolation in product(some, isolation_levels):
        if isolation in bot.not_on:
            continue
        why_not = WHY_NOT.get(isolation, "") or not_here(*bot.commands)
        group = "class-wine" if "wine" in bot.needs else bot.name
        yield Case(f"{bot}-{isolation}", (bot, isolation), why_not, group)


def _make(bot: ClassBot, out: Path) -> None:
    """Make its program, alone in a folder; two that do it at once do not disturb each other."""
    _CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=_CACHE) as name:
        folder, unready = Path(name), Path(name, "out")
        for path in bot.parts:
            shutil.copy(path, folder)
        made = folder / bot.source.name
        made.chmod(0o755)
        if making := bot.making():
            environment = {"HOME": name, **os.environ, "GOCACHE": str(_CACHE / "go"), "OUT": "bot"}
            subprocess.run(["sh", "-euc", making], cwd=folder, env=environment, check=True)
            made = next(path for path in (folder / "bot", folder / "bot.exe") if path.exists())
            if not bot.is_mistaken:  # a command that joins files makes none that can be run
                made.chmod(0o755)
        unready.mkdir()
        made.rename(unready / (bot.named or ("ivanov" if bot.is_mistaken else bot.name)))
        with suppress(OSError):  # another process has made it meanwhile
            unready.rename(out)
