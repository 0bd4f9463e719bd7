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
from arena.parameters import Argument, WrongUsage
from formats.text import Text

FOLDER = Path(__file__).parents[2] / "benchmarks"


def bench(
    wanted: Annotated[
        list[str] | None,
        Argument(
            metavar="NAME ... WORD ...",
            help=Text(
                "Which ones (default: all), then words for them; put -- before options.",
                "Какие (по умолчанию все), затем слова для них; перед ключами --.",
            ),
        ),
    ] = None,
) -> None:
    """Measure: figures are ratios within one run, since machines differ and are noisy."""
    known = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem[0] != "_")
    if not known:
        raise WrongUsage(texts.NO_BENCHMARKS)
    names = list(takewhile(lambda word: word in known, wanted or []))
    options = (wanted or [])[len(names) :]
    if options and not names and not options[0].startswith("-"):
        raise WrongUsage(texts.NO_BENCHMARK, name=options[0], known=", ".join(known))
    for name in names or known:
        # Not by its path: in that folder are names of ours.
        command = [sys.executable, "-m", f"benchmarks.{name}", *options]
        if subprocess.run(command, cwd=FOLDER.parent, check=False).returncode:
            raise Exit(ExitStatus.BAD)
