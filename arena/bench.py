"""``arena bench``: the project's own measurements, each a script in ``benchmarks/``."""

from __future__ import annotations

import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from typing import Annotated

import typer

FOLDER = Path(__file__).parent.parent / "benchmarks"


def bench(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME] ... [OPTION] ...", help="Which, all unless named; and what they take."
        ),
    ] = None,
) -> None:
    """Measure: figures are ratios within one run, since machines differ and are noisy."""
    names = list(takewhile(lambda word: not word.startswith("-"), words or []))
    options = (words or [])[len(names) :]
    known = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem[0] != "_")
    for name in names or known:
        if name not in known:
            raise typer.BadParameter(f"no benchmark {name}; there are {', '.join(known) or 'none'}")
    for name in names or known:
        command = [sys.executable, "-m", f"benchmarks.{name}", *options]  # not by path:
        done = subprocess.run(
            command, cwd=FOLDER.parent, check=False
        )  # its folder has names of ours
        if done.returncode:
            raise typer.Exit(1)
