"""``arena bench``: the project's own measurements, each a script in ``benchmarks/``."""

from __future__ import annotations

import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.machine import texts
from arena.option_values import no_such
from arena.options import LangOption
from arena.parameters import Argument, WrongUsage
from formats.text import Text

FOLDER = Path(__file__).parents[2] / "benchmarks"


def bench(
    arguments: Annotated[
        list[str] | None,
        Argument(
            metavar="NAME ... WORD ...",
            help=Text(
                "Names of measurements (default: all), then arguments; put -- before options.",
                "Названия измерений (по умолчанию все), затем их аргументы; перед ключами --.",
            ),
        ),
    ] = None,
    lang: LangOption = None,  # noqa: ARG001 - main has taken it
) -> None:
    known = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem[0] != "_")
    if not known:
        raise WrongUsage(texts.NO_BENCHMARKS)
    names = list(takewhile(lambda word: word in known, arguments or []))
    options = (arguments or [])[len(names) :]
    if options and not names and not options[0].startswith("-"):
        raise no_such(texts.NO_BENCHMARK, options[0], known)
    for name in names or known:
        # As a module: a script's folder would come first in the search for imports.
        command = [sys.executable, "-m", f"benchmarks.{name}", *options]
        if subprocess.run(command, cwd=FOLDER.parent, check=False).returncode:
            raise Exit(ExitStatus.BAD)
