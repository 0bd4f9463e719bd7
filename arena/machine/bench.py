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
    wanted: Annotated[
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
    """Measure: figures are ratios within one run, since machines differ and are noisy."""
    known = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem[0] != "_")
    if not known:
        raise WrongUsage(texts.NO_BENCHMARKS)
    names = list(takewhile(lambda word: word in known, wanted or []))
    options = (wanted or [])[len(names) :]
    if options and not names and not options[0].startswith("-"):
        raise no_such(texts.NO_BENCHMARK, options[0], known)
    for name in names or known:
        # Not by its path: in that folder are names of ours.
        command = [sys.executable, "-m", f"benchmarks.{name}", *options]
        if subprocess.run(command, cwd=FOLDER.parent, check=False).returncode:
            raise Exit(ExitStatus.BAD)
