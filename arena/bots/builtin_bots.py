"""Built-in bots: their names, and their programs, built when they are needed."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from enum import StrEnum
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TypeAlias

from arena import texts
from arena.bots.texts import why
from arena.console import plain_console
from bot.builder import executable
from bot.builder.build_fault import CannotBuild
from bot.builder.compiler import Dialect, Target, build_cache, compilers
from formats.games import plugin_files
from formats.text import Language

CHAMPION, GREEDY, RANDOM = "champion", "greedy", "random"
_MODERATE_NODES = 200
"""Positions that a champion examines as a moderate opponent."""
THINKING_OPTIONS = frozenset({"--think", "--nodes"})
"""Options of built-in bots that limit thinking; a bot has one of them at most."""


Size: TypeAlias = tuple[int, int]
"""Columns and rows of a board."""


class Level(StrEnum):
    """Strength of an opponent."""

    WEAK = "weak"
    MODERATE = "moderate"
    STRONG = "strong"


def programs() -> tuple[executable.PlayerProgram, ...]:
    """Return every built-in bot, with those of games of other packages."""
    return executable.programs(_players_of_plugins())


def names_to_complete(_values: Mapping[str, object]) -> list[str]:
    """Return the built-in bots, and the programs and folders of bots in the current folder."""
    from arena.game_request import BOT_FILE  # noqa: PLC0415 - for shells alone

    own = []
    with suppress(OSError):  # A folder may not be listed.
        for path in sorted(Path().iterdir()):
            with suppress(OSError):  # A folder in it may not be entered.
                if (path / BOT_FILE).is_file() or (path.is_file() and os.access(path, os.X_OK)):
                    own.append(path.name)
    return [*(program.name for program in programs()), *own]


def program_named(name: str) -> executable.PlayerProgram:
    """Return the built-in bot of that name. Raise CannotBuild if there is none."""
    return executable.program_named(name, _players_of_plugins())


@cache
def _players_of_plugins() -> tuple[Path, ...]:
    """Return the kernels and the Python programs of games of other packages."""
    patterns = (f"bot/{{module}}/{executable.KERNEL}", "bot/{module}/*.py")
    paths_of_plugins = (
        path for pattern in patterns for paths in plugin_files(pattern).values() for path in paths
    )
    return tuple(path for path in paths_of_plugins if path.name != "__init__.py")


def builtin_styles() -> dict[str, list[str]]:
    """Return the styles of the built-in bots, by game; a bot is called game-style."""
    styles: dict[str, list[str]] = {}
    for program in programs():
        styles.setdefault(program.game, []).append(program.style)
    return styles


def best_builtin(game: str) -> str | None:
    """Return the strongest built-in bot for the game: the champion, else its first style."""
    styles = builtin_styles().get(game, [])
    if not styles:
        return None
    if CHAMPION in styles:
        return game
    return f"{game}-{styles[0]}"


def easiest_builtin(game: str) -> str | None:
    """Return the built-in bot for a first match: the random one, else the first style."""
    styles = builtin_styles().get(game, [])
    return f"{game}-{RANDOM if RANDOM in styles else styles[0]}" if styles else None


def builtin_of_level(game: str, level: Level) -> str | None:
    """Return the built-in bot for that level, with its options; None if there is none.

    Moderate is a style between greedy and champion; without one, a champion that thinks little.
    """
    styles = builtin_styles().get(game, [])
    if level is Level.STRONG or CHAMPION not in styles:
        return best_builtin(game)
    if level is Level.WEAK:
        return f"{game}-{GREEDY}" if GREEDY in styles else easiest_builtin(game)
    between = [style for style in styles if style not in (CHAMPION, GREEDY, RANDOM)]
    return f"{game}-{between[0]}" if between else f"{game} --nodes {_MODERATE_NODES}"


def small_board_of(name: str, size: Size) -> Size | None:
    """Return the largest board of the built-in bot if that size is beyond it; else None.

    Return None, too, if no built-in bot has the name.
    """
    with suppress(CannotBuild):
        program = program_named(name)
        return None if program.plays_on(size) else program.largest_board
    return None


def builtin_path(language: Language) -> Callable[[str], Path]:
    """Return a function that builds built-in bots by name, or raises LookupError."""

    def path_of(name: str) -> Path:
        try:
            return ensure_built(program_named(name), language)
        except CannotBuild as error:
            raise LookupError(why(error, language)) from None

    return path_of


def build_all(names: Iterable[str], language: Language) -> None:
    """Build the bots that are not built yet, those of different games in parallel.

    Errors are not reported here: they occur again when the bot is used.
    """
    bots = []
    for name in names:
        with suppress(CannotBuild):
            bots.append(program_named(name))
    with suppress(CannotBuild):
        lacking = [bot for bot in bots if not _path_for(bot).exists()]
        kernels = sorted({bot.kernel for bot in lacking})
        if not lacking:
            return
        values = {"name": ", ".join(bot.name for bot in lacking), "total": len(kernels)}

        def message(number: int) -> str:
            return texts.BUILDING_SOME.say(language, {**values, "number": number})

        console = plain_console(stderr=True)
        with console.status(message(1)) as status, ThreadPoolExecutor() as pool:
            builds = [pool.submit(_build_styles, kernel, lacking) for kernel in kernels]
            for number, build in enumerate(as_completed(builds), 2):
                build.result()
                status.update(message(min(number, len(kernels))))


def _build_styles(kernel: str, bots: list[executable.PlayerProgram]) -> None:
    """Build the bots of a kernel in turn: it is compiled for the first, and linked for all."""
    for bot in bots:
        if bot.kernel == kernel:
            _build(bot)


def ensure_built(program: executable.PlayerProgram, language: Language) -> Path:
    """Build the program if need be, and return its path. Raise CannotBuild if that fails."""
    path = _path_for(program)
    if not path.exists():
        with plain_console(stderr=True).status(
            texts.BUILDING.say(language, {"name": program.name})
        ):
            _build(program)
    return path


@cache
def _compile_lock(_kernel: str) -> Lock:
    """Lock held by the thread that compiles the kernel; other threads need not do it again."""
    return Lock()


def _path_for(program: executable.PlayerProgram) -> Path:
    """Return the path of the program: installed, built before, or yet to be built."""
    prebuilt = executable.MADE / program.name
    if prebuilt.exists():
        return prebuilt
    folders, sources = build_cache() / BUILT, _sources_hash(program.source)
    if program.is_script:
        return folders / sources / program.name
    try:
        compiler = compilers(Target.LINUX, Dialect.C)[0]
    except CannotBuild:
        # A program that another compiler built from the same sources is as good.
        built_before = sorted(folders.glob(f"{sources}-*/{program.name}"))
        return built_before[0] if built_before else folders / sources / program.name
    by_compiler = hashlib.sha256(compiler.identity.encode()).hexdigest()[:8]
    return folders / f"{sources}-{by_compiler}" / program.name


def _build(program: executable.PlayerProgram) -> None:
    """Build the program; another command may build and run it at the same time."""
    path = _path_for(program)
    with _compile_lock(program.kernel):
        if path.exists():
            return
        if program.is_script:
            executable.put_program(program.source, path)
        else:
            executable.build(program, Target.LINUX, path)
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
            # Times of files count, since listing a folder changes its own.
            times = (path.stat().st_atime for path in other.iterdir())
            if other != folder and max(times, default=0) < oldest:
                shutil.rmtree(other, ignore_errors=True)


@cache
def _sources_hash(source: Path) -> str:
    """Return the hash of all sources of built-in bots, and of that of another package."""
    folders = dict.fromkeys((executable.HERE, source.parent.parent))
    paths = [path for folder in folders for path in sorted(folder.rglob("*"))]
    parts = [path for path in paths if path.suffix in _SOURCES]
    sources = b"".join(path.read_bytes() for path in parts)
    return hashlib.sha256(sources).hexdigest()[:16]


KERNELS = tuple(f"bot.{kernel}.kernel" for kernel in executable.kernels())
"""Compiled modules of the kernels."""
ARE_PREBUILT = executable.MADE.exists()
"""True where the built-in bots were installed as programs."""
SYSTEMS = tuple(target.value for target in Target)


def compiler_names(system: str) -> list[str]:
    """Return the C compilers for that system, the preferred one first."""
    try:
        return [compiler.name for compiler in compilers(Target(system), Dialect.C)]
    except CannotBuild:
        return []
