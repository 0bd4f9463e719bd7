"""Bots as a class of students writes them, found by listing ``class/``.

A folder in ``class/honest`` holds a bot that is written in an unusual but correct way, a folder in
``class/mistaken`` a bot with one natural mistake. It contains the program (``bot.c``, ``bot.py``,
``Bot.java`` ...), other sources, and ``bot.toml``:

    shows       honest bots only: one sentence on what is special about the bot
    says        mistaken bots only: a part of the first fault or warning of the check
    says_ru     the same part in Russian
    games       mistaken bots only: the end of 100 games: "good" if no game is lost by a fault, the
                name of an ending, or "unplayed" if the file is no program that can play
    game        name of the game; by default, that of a file which names none
    rules       rule set of the game
    size        size of the board: columns and rows
    pieces      number of pieces of each side in MMPeshki; with few, a game is short
    left        seconds for a whole game
    build       command that builds the program, if not the usual one of the language
    named       file name of the submitted program, if it matters
    needs       commands that building or running the bot needs
    not_on      table of isolation levels at which the bot cannot play, and why
    sandboxed   true for a mistake that only a sandbox sees

The bot is built in a folder of its own by the command that its author would type there; the result
is ``bot`` or ``bot.exe`` (``$OUT``). A script whose first line names its interpreter is not built.
All mistaken bots in C are the same plain bot, ``bot.h``, with one mistake each.
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
from tests.present import Case, why_missing
from tests.referee.needs import WHY_NOT

CLASS = Path(__file__).parent / "class"
HONEST, MISTAKEN = CLASS / "honest", CLASS / "mistaken"
_SHARED = (HONEST / "peshki.h", MISTAKEN / "bot.h")
_CACHE = CLASS.parents[1] / "build" / "class"
UNPLAYED = "unplayed"

# Linux does not run a Java archive or a Mono program by itself. A line or two in front make it
# run: archives are read from their end, and a shell can copy the rest of its own file.
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
"""Command that builds a program, by the suffix of its source."""
_MISTAKEN_BUILDS = {".c": "$(command -v musl-gcc || echo gcc) -static -O1 -o $OUT bot.c"}
"""Command that builds a mistaken program in C.

The program keeps the names of the functions that it calls, by which the check sees a mistake such
as a wait for a key.
"""
_RUNS_ON = {".cs": ("mono",), ".java": ("java", "jar")}
"""Commands that running the program needs, beside the compiler, by the suffix of its source."""


@dataclass(frozen=True)
class ClassBot:
    """A bot of the test class: written in an unusual way, or with one mistake."""

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
        return self.name

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def is_mistaken(self) -> bool:
        """Return whether the bot has a mistake."""
        return bool(self.says)

    @property
    def source(self) -> Path:
        """Path of the program's source."""
        return next(path for path in sorted(self.folder.iterdir()) if _is_source(path))

    @property
    def commands(self) -> list[str]:
        """Commands that building and running the bot needs."""
        if build_command := self.build_command():
            return [*self.needs, _compiler(build_command), *_RUNS_ON.get(self.source.suffix, ())]
        return [*self.needs, *_interpreter(self.source)]

    @property
    def missing(self) -> list[str]:
        """Commands that the bot needs and the machine lacks."""
        return [command for command in self.commands if shutil.which(command) is None]

    def start(self, number: int) -> Matrix:
        """Return the start of the bot's game of this number."""
        game = all_games()[self.game].with_rules(self.rules)
        pieces = self.pieces if self.game == DEFAULT else None
        position = game.start(StartRequest(size=self.size, seed=number, pieces=pieces))
        return Matrix(game, position, times=(self.left, self.left))

    def program(self) -> Program:
        """Return the program, ready to be run; build it unless its sources were built before."""
        folder = _CACHE / f"{self.name}-{self._digest()}"
        if not folder.exists():
            _make(self, folder)
        (path,) = folder.iterdir()
        return Program("ivanov" if self.is_mistaken else self.name, path)

    def build_command(self) -> str:
        """Return the command that builds the bot, or an empty string for a script."""
        is_script = self.source.read_bytes().startswith(b"#!")
        builds = _BUILDS | _MISTAKEN_BUILDS if self.is_mistaken else _BUILDS
        return self.build or ("" if is_script else builds.get(self.source.suffix, ""))

    @property
    def parts(self) -> list[Path]:
        """Paths of the files that the bot is built from."""
        own = (path for path in self.folder.iterdir() if path.name != "bot.toml")
        return [*sorted(own), *_SHARED]

    def _digest(self) -> str:
        parts = [*(path.read_bytes() for path in self.parts), self.build_command().encode()]
        return hashlib.sha256(b"\0".join([*parts, self.named.encode()])).hexdigest()[:16]


@cache
def honest_bots() -> list[ClassBot]:
    """Return the bots that make no mistake."""
    return _bots_in(HONEST)


@cache
def mistaken_bots() -> list[ClassBot]:
    """Return the bots with one mistake each."""
    return _bots_in(MISTAKEN)


def _bots_in(folder: Path) -> list[ClassBot]:
    """Read every bot of the folder."""
    bots = []
    for path in sorted(folder.glob("*/bot.toml")):
        values = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        values |= {name: tuple(values[name]) for name in {"size", "needs"} & set(values)}
        values |= {"left": Decimal(values.get("left", 30))}
        values |= {
            "not_on": {
                IsolationLevel(level): why for level, why in values.get("not_on", {}).items()
            }
        }
        if "wine" in values.get("needs", ()):
            values["not_on"] |= {IsolationLevel.LANDLOCK: "Wine's parts speak over sockets"}
        bots.append(ClassBot(path.parent, **values))
    return bots


def _compiler(build_command: str) -> str:
    """Return the command that compiles, the first word of the build command."""
    return "gcc" if build_command.startswith("$(") else build_command.split(maxsplit=1)[0]


def _is_source(path: Path) -> bool:
    return path.stem.lower() == "bot" and path.suffix != ".toml"


def _interpreter(script: Path) -> list[str]:
    """Return the interpreter named in the first line of a script, in a list; or no item."""
    first, *_ = script.read_bytes().split(b"\n")
    words = [Path(word).name for word in first.decode("utf-8", "replace")[2:].split()]
    if not first.startswith(b"#!") or not words:
        return []
    return [words[1] if words[0] == "env" else words[0]]


def bot_cases(
    bots: Iterable[ClassBot], isolation_levels: Iterable[IsolationLevel]
) -> Iterator[Case]:
    """Yield a case for each bot at each isolation level at which it can play.

    One worker of the tests builds a bot; all bots that need Wine go to the same worker, since they
    share Wine.
    """
    for bot, isolation in product(bots, isolation_levels):
        if isolation in bot.not_on:
            continue
        why_not = WHY_NOT.get(isolation, "") or why_missing(*bot.commands)
        group = "class-wine" if "wine" in bot.needs else bot.name
        yield Case(f"{bot}-{isolation}", (bot, isolation), why_not, group)


def _make(bot: ClassBot, out: Path) -> None:
    """Build the bot's program alone in a folder; two processes may build it at the same time."""
    _CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=_CACHE) as name:
        folder, unready = Path(name), Path(name, "out")
        for path in bot.parts:
            shutil.copy(path, folder)
        program = folder / bot.source.name
        program.chmod(0o755)
        if build_command := bot.build_command():
            environment = {"HOME": name, **os.environ, "GOCACHE": str(_CACHE / "go"), "OUT": "bot"}
            subprocess.run(["sh", "-euc", build_command], cwd=folder, env=environment, check=True)
            program = next(path for path in (folder / "bot", folder / "bot.exe") if path.exists())
            if not bot.is_mistaken:  # a file that a command has joined has no execute bit
                program.chmod(0o755)
        unready.mkdir()
        program.rename(unready / (bot.named or ("ivanov" if bot.is_mistaken else bot.name)))
        with suppress(OSError):  # another process has built it meanwhile
            unready.rename(out)
