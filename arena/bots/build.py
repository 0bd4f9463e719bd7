"""``arena build``: build a program of one file from a kernel, C or C++ sources, or a Python bot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Annotated

from click.exceptions import Exit

from arena.bots import texts
from arena.bots.builtin_bots import program_named, programs
from arena.bots.resolve import is_made_by_new, names_built_in_bot
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.files import FileFailure, make_folder
from arena.game_request import read_bot_settings
from arena.option_values import name_in
from arena.options import BOT_NAMES, LanguageOption, reader_language
from arena.parameters import Argument, Option, WrongUsage
from bot.builder.build_fault import BuildFault, CannotBuild
from bot.builder.bundle import ENDING, bundle
from bot.builder.compiler import Compiler, Dialect, Target
from bot.builder.executable import (
    MADE,
    PlayerProgram,
    build,
    put_program,
)
from bot.builder.source_program import build_source, is_source
from formats.names import file_name
from formats.printable import printable
from formats.text import Language, Text
from referee.check.binary import WINDOWS, read_header
from referee.check.checks.machine import findings_on
from referee.check.examiner_machine import MACHINES
from referee.numbers import BYTES, count_text, number
from referee.program import SIZE_LIMIT
from referee.remedies import extra_install_command

_STREAMS = ("<iostream>", "<fstream>", "<sstream>", "<iomanip>")


def command(
    bot: Annotated[
        str | None,
        Argument(
            metavar="BOT",
            completed=BOT_NAMES,
            help=Text(
                "A built-in bot, such as virus-war-uct, or your own mybot.cpp, mybot.py or their"
                " folder.",
                "Встроенный бот, например virus-war-uct, или ваш mybot.cpp, mybot.py или их папка.",
            ),
        ),
    ] = None,
    target: Annotated[
        Target, Option(help=Text("The system to build for.", "Для какой системы собрать."))
    ] = Target.LINUX,
    name: Annotated[
        str | None,
        Option(
            help=Text(
                "What to call the program (its author's name).",
                "Как назвать программу (имя автора).",
            )
        ),
    ] = None,
    out: Annotated[Path, Option(help=Text("Output folder.", "Куда положить программу."))] = Path(
        "bots"
    ),
    from_python: Annotated[
        Path | None,
        Option(
            "--from-python",
            metavar="FILE",
            help=Text(
                "Bundle this file as a Python bot, whatever it is called.",
                "Собрать этот файл как бота на Python, как бы он ни назывался.",
            ),
        ),
    ] = None,
    list_bots: Annotated[
        bool,
        Option(
            "--list",
            help=Text(
                "List the bots that can be built.", "Перечислить ботов, которых можно собрать."
            ),
        ),
    ] = False,
    lang: LanguageOption = None,
) -> None:
    if list_bots:
        print("\n".join(program.name for program in programs()))
        return
    language = reader_language(lang)
    file_stem = file_name(name_in(name)) if name is not None else None
    if (bot is None) == (from_python is None):
        raise WrongUsage(texts.NAME_ONE_BOT)
    source_or_name = "" if bot is None else _source_of(bot)
    if source_or_name.lower().endswith(".py"):
        from_python = Path(source_or_name)
    with _folder_for_program(out, language):
        if from_python is not None:
            if target is not Target.LINUX:
                raise WrongUsage(texts.ONLY_LINUX, name=from_python.name)
            path = out / f"{file_stem or from_python.stem}{ENDING}"
            _refuse_own_source(from_python, path)
            _bundle(from_python, path, language)
        elif is_source(source_or_name):
            source = Path(source_or_name)
            own_name = read_bot_settings(source.parent).name
            file_stem = file_stem or (file_name(own_name) if own_name else source.stem)
            path = out / f"{file_stem}{target.ending}"
            _refuse_own_source(source, path)
            _build_source(source, target, path, language)
        else:
            program = program_named(source_or_name)
            path = out / f"{file_stem or file_name(program.name)}{target.ending}"
            _build_built_in(program, target, path, language)


def _warn_of_events(program: Path, language: Language) -> None:
    """Print a warning that names the events whose entrants' folder the program is in."""
    # Event files take longer to load than a bot that is in the cache to build.
    from arena.event_files import events_of_entrants  # noqa: PLC0415

    if events := events_of_entrants(program.parent):
        names = ", ".join(map(printable, events))
        values = {"program": program, "events": names, "folder": program.parent}
        plain_console(stderr=True).print(texts.TAKES_PART.say(language, values), style="yellow")


@contextmanager
def _folder_for_program(folder: Path, language: Language) -> Iterator[None]:
    """Make the folder of a program to be built; remove it if it is new and stays empty."""
    is_new = not folder.exists()
    make_folder(folder)
    try:
        yield
    except CannotBuild as error:
        _print_error(error, language)
        raise Exit(ExitStatus.BAD) from None
    except BrokenPipeError:
        raise  # the reader of the output has gone
    except OSError as error:
        raise FileFailure.at(folder, error) from None
    finally:
        if is_new and not any(folder.iterdir()):
            folder.rmdir()


def _refuse_own_source(source: Path, path: Path) -> None:
    """Raise WrongUsage if the program would be written over its source, also through a link."""
    if source.exists() and path.exists() and path.samefile(source):
        raise WrongUsage(texts.OVER_SOURCE, file=source)


def _source_of(bot: str) -> str:
    """Return the source in a bot's folder; any other name as it is.

    A folder named like a built-in bot hides it only if ``arena new`` has made the folder.
    """
    folder = Path(bot)
    if not is_made_by_new(folder):
        script = folder / f"{folder.resolve().name}.py"
        return str(script) if script.is_file() and not names_built_in_bot(bot) else bot
    sources = [str(path) for path in folder.iterdir() if is_source(path.name)]
    if len(sources) != 1 or any(folder.glob("*.pyx")):
        raise WrongUsage(texts.NO_SOURCE_IN, folder=folder)
    return sources[0]


def _bundle(source: Path, path: Path, language: Language) -> None:
    bundled = bundle(source, path)
    _report_program(path, "PyInstaller", language)
    if bundled.seconds is None:
        _print(texts.START_UNKNOWN, language)
    else:
        _print(texts.START_COSTS, language, {"seconds": number(bundled.seconds, 2)})
    _print(texts.UNPACKS, language)


def _build_source(source: Path, target: Target, path: Path, language: Language) -> None:
    errors = plain_console(stderr=True)
    most = read_bot_settings(source.parent).size_limit or SIZE_LIMIT
    with _progress(path.name, target, language) as tell:
        compiled = build_source(source, target, path, most, tell)
    errors.print(compiled.messages, end="")
    _print_result(path, compiled.compiler, most, language)
    streams = any(name in source.read_text("utf-8", "replace") for name in _STREAMS)
    if compiled.size > most:
        if streams:
            _print(texts.PRINT_SMALL, language)
        raise Exit(ExitStatus.BAD)


@dataclass
class _Progress:
    """Line with the compilation and its seconds so far; a terminal draws it again and again."""

    text: str
    start: float = field(default_factory=monotonic)

    def __rich__(self) -> str:
        return f"{self.text} {monotonic() - self.start:.0f}"


@contextmanager
def _progress(
    name: str, target: Target, language: Language
) -> Iterator[Callable[[Compiler, Dialect], None]]:
    """Show what is compiled, and in a terminal for how long already, until it ends."""
    errors = plain_console(stderr=True)
    progress = _Progress(texts.BUILDING_BY.say(language, {"name": name, "compiler": "..."}))

    def tell(compiler: Compiler, dialect: Dialect) -> None:
        values = {"name": name, "compiler": compiler.name}
        progress.text = texts.BUILDING_BY.say(language, values)
        if compiler.compiles_library(dialect):
            values = {
                "compiler": compiler.name,
                "dialect": dialect,
                "target": texts.TARGETS[target],
            }
            progress.text = texts.COMPILES_LIBRARY.say(language, values)
            errors.print(progress.text)

    with errors.status(progress):
        yield tell


def _build_built_in(program: PlayerProgram, target: Target, path: Path, language: Language) -> None:
    """Build a built-in bot, or copy it where it was built beforehand or is a Python program."""
    ready_program = program.source if program.is_script else MADE / program.name
    if target is not Target.LINUX and program.is_script:
        raise WrongUsage(texts.ONLY_LINUX, name=program.name)
    if target is Target.LINUX and ready_program.exists():
        put_program(ready_program, path)
        _report_program(path, "arena", language)
    else:
        _print_result(path, build(program, target, path), SIZE_LIMIT, language)


def _print_result(path: Path, compiler: Compiler, most: int, language: Language) -> None:
    """Print what was built, whether it is small enough, and how to make it smaller."""
    size = _report_program(path, compiler.name, language, most)
    _print_old_machines(path, language)
    if compiler.needs_system:
        _print(texts.NEEDS_SYSTEM, language)
    if compiler.needs_system or (size > most and compiler.name != "zig"):
        command = extra_install_command("build") or texts.NOT_IN_APP
        _print(texts.TAKE_ZIG, language, {"command": command})


def _print_old_machines(path: Path, language: Language) -> None:
    """Print why a program for Windows would not start on an old one, such as a class's."""
    header = read_header(path)
    if header is None or header.format != WINDOWS:
        return
    for finding in findings_on(MACHINES["win7"], header, path):
        values = {"sentence": finding.sentence, "advice": finding.advice}
        _print(texts.NOT_ON_OLD, language, values)


def _report_program(path: Path, maker: str, language: Language, most: int = SIZE_LIMIT) -> int:
    """Print the size of the program and the events it takes part in; return the size."""
    size = path.stat().st_size
    values = {"size": count_text(size, BYTES), "limit": number(most)}
    text = texts.WITHIN_LIMIT if size <= most else texts.TOO_LARGE
    _print(text, language, {"path": path, "compiler": maker, **values})
    _warn_of_events(path, language)
    return size


def _print(text: Text, language: Language, values: Mapping[str, object] | None = None) -> None:
    print(text.say(language, values))


def _print_error(error: CannotBuild, language: Language) -> None:
    """Print why it could not be built; a compiler's own messages are printed as they are."""
    errors = plain_console(stderr=True)
    if error.fault is BuildFault.FAILED:
        errors.print(error.values["said"].rstrip("\n"))
    else:
        errors.print(f"arena: {texts.why(error, language)}")
