"""``arena build``: a program that is one file, of a kernel or of a Python bot."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arena.files import failed_at, make_folder
from arena.language import language
from arena.reading import plain_console
from arena.wishes import name_in
from bot.bundle import bundle
from bot.executable import CannotBuild, Target, build, program_named, programs
from formats.names import file_name

LARGEST = 500_000
"""The size that the class allows."""


def command(
    bot: Annotated[
        str | None, typer.Argument(metavar="BOT", help="Such as virus-war-uct, or chomp.")
    ] = None,
    target: Annotated[Target, typer.Option(help="The system it is for.")] = Target.LINUX,
    name: Annotated[str | None, typer.Option(help="What to call it: its author's name.")] = None,
    out: Annotated[Path, typer.Option(help="The folder to put it in.")] = Path("bots"),
    from_python: Annotated[
        Path | None,
        typer.Option("--from-python", metavar="FILE", help="Bundle this Python bot instead."),
    ] = None,
    names: Annotated[bool, typer.Option("--list", help="List the bots that can be built.")] = False,
) -> None:
    """Build a program that is one file and needs no other."""
    if names:
        print("\n".join(program.name for program in programs()))
        return
    if (bot is None) == (from_python is None):
        raise typer.BadParameter("name one BOT, or a file with --from-python")
    if name is not None:
        name = name_in(name, language(None))
    make_folder(out)
    try:
        if from_python is not None:
            _bundle(from_python, out / (file_name(name) if name else from_python.stem))
        else:
            program = program_named(bot or "")
            path = out / f"{file_name(name or program.name)}{target.ending}"
            build(program, target, path)
            _tell(path)
    except CannotBuild as error:
        plain_console(stderr=True).print(f"arena build: {error}")
        raise typer.Exit(1) from None
    except OSError as error:
        raise failed_at(out, error) from None


def _bundle(source: Path, path: Path) -> None:
    made = bundle(source, path)
    _tell(path)
    print(f"  each turn starts with {made.seconds:.2f} s of processor time before your own code")
    print("  at each start it unpacks itself into a temporary folder, which a class may forbid")


def _tell(path: Path) -> None:
    size = path.stat().st_size
    within = "within" if size <= LARGEST else "more than"
    print(f"{path}: {size:,} bytes, {within} the class's {LARGEST:,}")
