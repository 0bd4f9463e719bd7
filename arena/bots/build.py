"""``arena build``: a program that is one file, of a kernel, of C or C++, or of a Python bot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from click.exceptions import BadParameter, Exit

from arena.bots import texts as words
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.files import failed_at, make_folder
from arena.option_values import name_in
from arena.options import LangOption, language
from arena.parameters import Argument, Option
from bot.builder.bundle import bundle
from bot.builder.compiler import Compiler, Target
from bot.builder.executable import build, program_named, programs
from bot.builder.source_program import build_source, is_source
from bot.builder.trouble import CannotBuild, Trouble
from formats.names import file_name
from formats.text import Language, Text

LARGEST = 500_000
"""The size that the class allows."""
_STREAMS = ("<iostream>", "<fstream>", "<sstream>", "<iomanip>")


def command(
    bot: Annotated[
        str | None,
        Argument(
            metavar="BOT", help="A bot of ours, such as virus-war-uct, or your mybot.cpp or .c."
        ),
    ] = None,
    target: Annotated[Target, Option(help="The system it is for.")] = Target.LINUX,
    name: Annotated[str | None, Option(help="What to call it: its author's name.")] = None,
    out: Annotated[Path, Option(help="The folder to put it in.")] = Path("bots"),
    from_python: Annotated[
        Path | None,
        Option("--from-python", metavar="FILE", help="Bundle this Python bot instead."),
    ] = None,
    names: Annotated[bool, Option("--list", help="List the bots that can be built.")] = False,
    lang: LangOption = None,
) -> None:
    """Build a program that is one file and needs no other."""
    if names:
        print("\n".join(program.name for program in programs()))
        return
    speech = language(lang)
    called = file_name(name_in(name, speech)) if name is not None else None
    _refuse_confusion(bot, from_python, speech)
    make_folder(out)
    try:
        if from_python is not None:
            _bundle(from_python, out / (called or from_python.stem), speech)
        elif is_source(bot or ""):
            source = Path(bot or "")
            path = out / f"{called or source.stem}{target.ending}"
            _build_source(source, target, path, speech)
        else:
            program = program_named(bot or "")
            path = out / f"{called or file_name(program.name)}{target.ending}"
            _tell(path, build(program, target, path), speech)
    except CannotBuild as error:
        raise _told(error, speech) from None
    except OSError as error:
        raise failed_at(out, error) from None


def _refuse_confusion(bot: str | None, from_python: Path | None, speech: Language) -> None:
    if (bot is None) == (from_python is None):
        raise BadParameter(words.NAME_ONE.say(speech))
    if bot is not None and bot.endswith(".py"):
        raise BadParameter(words.USE_FROM_PYTHON.say(speech, {"file": bot}))


def _bundle(source: Path, path: Path, speech: Language) -> None:
    made = bundle(source, path)
    _say_size(path, "PyInstaller", speech)
    _say(words.START_COSTS, speech, {"seconds": f"{made.seconds:.2f}"})
    _say(words.UNPACKS, speech)


def _build_source(source: Path, target: Target, path: Path, speech: Language) -> None:
    errors = plain_console(stderr=True)
    with errors.status(words.TAKES_TIME.say(speech, {"name": path.name})):
        made = build_source(source, target, path, LARGEST)
    errors.print(made.said, end="")
    _tell(path, made.compiler, speech)
    streams = any(name in source.read_text("utf-8", "replace") for name in _STREAMS)
    if made.size > LARGEST and streams:
        _say(words.PRINT_SMALL, speech)


def _tell(path: Path, compiler: Compiler, speech: Language) -> None:
    """What was made, whether it may be submitted, and how to have it smaller."""
    size = _say_size(path, compiler.name, speech)
    if compiler.needs_system:
        _say(words.NEEDS_SYSTEM, speech)
    if compiler.needs_system or (size > LARGEST and compiler.name != "zig"):
        _say(words.TAKE_ZIG, speech)


def _say_size(path: Path, maker: str, speech: Language) -> int:
    size = path.stat().st_size
    values = {"size": _number(size, speech), "limit": _number(LARGEST, speech)}
    text = words.WITHIN if size <= LARGEST else words.TOO_LARGE
    _say(text, speech, {"path": path, "compiler": maker, **values})
    return size


def _number(number: int, speech: Language) -> str:
    """With its thousands apart, as that language does it."""
    return f"{number:,}".replace(",", "\N{NO-BREAK SPACE}" if speech == "ru" else ",")


def _say(text: Text, speech: Language, values: Mapping[str, object] | None = None) -> None:
    print(text.say(speech, values))


def _told(error: CannotBuild, speech: Language) -> Exit:
    """Tells why it could not be built; what a compiler says stands alone, as it says it."""
    errors = plain_console(stderr=True)
    if error.trouble is Trouble.FAILED:
        errors.print(error.values["said"].rstrip("\n"))
    else:
        errors.print(f"arena build: {words.why(error, speech)}")
    return Exit(ExitStatus.BAD)
