"""Our own bots: which there are, and where each is, built on the fly; and by what."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import StrEnum
from functools import cache
from pathlib import Path
from threading import Lock

from arena import texts
from arena.bots.texts import why
from arena.console import plain_console
from bot.builder import executable
from bot.builder.compiler import Dialect, Target, build_cache, compilers
from bot.builder.trouble import CannotBuild
from formats.text import Language

CHAMPION, GREEDY, RANDOM = "champion", "greedy", "random"
_FEW_NODES = 200
"""Positions that a champion looks at where it is to be a moderate opponent."""
THINKING_OPTIONS = frozenset({"--think", "--nodes"})
"""Options of our bots that say how long a bot thinks; a bot has one of them at most."""


class Level(StrEnum):
    """How strong an opponent a person wants."""

    WEAK = "weak"
    MODERATE = "moderate"
    STRONG = "strong"


def styles_of_ours() -> dict[str, list[str]]:
    """The styles of our bots, by the games that they play; a bot is called game-style."""
    styles: dict[str, list[str]] = {}
    for program in executable.programs():
        styles.setdefault(program.kernel.replace("_", "-"), []).append(program.style)
    return styles


def best_of_ours(game: str) -> str | None:
    """The bot of ours to play that game against: the champion, else the first of its styles."""
    styles = styles_of_ours().get(game, [])
    if CHAMPION in styles or not styles:
        return game if styles else None
    return f"{game}-{styles[0]}"


def easiest_of_ours(game: str) -> str | None:
    """The bot of ours for a first match of it: the one by chance, else the first of its styles."""
    styles = styles_of_ours().get(game, [])
    return f"{game}-{RANDOM if RANDOM in styles else styles[0]}" if styles else None


def of_level(game: str, level: Level) -> str | None:
    """Return the bot of ours for that level, with its options; None if there is none.

    Moderate is a style between greed and the champion; without one, a champion that thinks little.
    """
    styles = styles_of_ours().get(game, [])
    if level is Level.STRONG or CHAMPION not in styles:
        return best_of_ours(game)
    if level is Level.WEAK:
        return f"{game}-{GREEDY}" if GREEDY in styles else easiest_of_ours(game)
    between = [style for style in styles if style not in (CHAMPION, GREEDY, RANDOM)]
    return f"{game}-{between[0]}" if between else f"{game} --nodes {_FEW_NODES}"


def path_of_ours(speech: Language) -> Callable[[str], Path]:
    """Who makes bots of ours by their names. It raises LookupError."""

    def made(name: str) -> Path:
        try:
            return built(executable.program_named(name), speech)
        except CannotBuild as error:
            raise LookupError(why(error, speech)) from None

    return made


def build_all(names: Iterable[str], speech: Language) -> None:
    """Builds those bots of ours that are not built yet, those of different games side by side.

    Of what goes wrong nothing is said here: it does so again when one is asked for.
    """
    with suppress(CannotBuild):
        bots = [executable.program_named(name) for name in names]
        lacking = [bot for bot in bots if not _place(bot).exists()]
        kernels = sorted({bot.kernel for bot in lacking})
        if not lacking:
            return
        told = texts.BUILDING.say(speech, {"name": ", ".join(bot.name for bot in lacking)})
        with plain_console(stderr=True).status(told), ThreadPoolExecutor() as pool:
            for done in [pool.submit(_build_styles, kernel, lacking) for kernel in kernels]:
                done.result()


def _build_styles(kernel: str, bots: list[executable.KernelProgram]) -> None:
    """One after the other: the kernel is compiled for the first, and linked for all."""
    for bot in bots:
        if bot.kernel == kernel:
            _build(bot)


def built(program: executable.KernelProgram, speech: Language) -> Path:
    """Where it is, built if need be. Raises CannotBuild."""
    path = _place(program)
    if not path.exists():
        with plain_console(stderr=True).status(texts.BUILDING.say(speech, {"name": program.name})):
            _build(program)
    return path


@cache
def _compiling(_kernel: str) -> Lock:
    """Held by the thread that compiles that kernel; the others need not do it again."""
    return Lock()


def _place(program: executable.KernelProgram) -> Path:
    """Return where the program is or will be: made beforehand, built before, or to be built."""
    made = executable.MADE / program.name
    if made.exists():
        return made
    folders = build_cache() / BUILT
    try:
        compiler = compilers(Target.LINUX, Dialect.C)[0]
    except CannotBuild:
        # What another compiler has built of the same sources is as good.
        built_before = sorted(folders.glob(f"{_sources_hash()}-*/{program.name}"))
        return built_before[0] if built_before else folders / _sources_hash() / program.name
    by_compiler = hashlib.sha256(compiler.identity.encode()).hexdigest()[:8]
    return folders / f"{_sources_hash()}-{by_compiler}" / program.name


def _build(program: executable.KernelProgram) -> None:
    """Whole at once: another command may build and run the same."""
    path = _place(program)
    with _compiling(program.kernel):
        if path.exists():
            return
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")
        executable.build(program, Target.LINUX, unfinished)
        unfinished.replace(path)
        _remove_outdated(path.parent)


BUILT = "bots"
"""Folder of the cache with a folder for each version of the sources and of the compiler."""
_KEPT_DAYS = 30
_SOURCES = {".pyx", ".pxd", ".pxi", ".py", ".c", ".h"}


def _remove_outdated(folder: Path) -> None:
    """Remove other versions of built bots that have not been used for a month."""
    oldest = time.time() - _KEPT_DAYS * 86400
    for other in folder.parent.iterdir():
        with suppress(OSError):
            # Of its files: to list a folder is to use it.
            times = (path.stat().st_atime for path in other.iterdir())
            if other != folder and max(times, default=0) < oldest:
                shutil.rmtree(other, ignore_errors=True)


@cache
def _sources_hash() -> str:
    """Hash of all that bots are made of."""
    parts = [path for path in sorted(executable.HERE.rglob("*")) if path.suffix in _SOURCES]
    sources = b"".join(path.read_bytes() for path in parts)
    return hashlib.sha256(sources).hexdigest()[:16]


KERNELS = tuple(f"bot.{kernel}.kernel" for kernel in executable.kernels())
"""The modules that each kernel becomes."""
SYSTEMS = tuple(target.value for target in Target)


def compiler_names(system: str) -> list[str]:
    """Those that make programs for that system of C, the one to be preferred first."""
    try:
        return [compiler.name for compiler in compilers(Target(system), Dialect.C)]
    except CannotBuild:
        return []
