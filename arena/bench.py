"""``arena bench``: the project's own measurements, each a script in ``benchmarks/``."""

from __future__ import annotations

import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from typing import Annotated

from click.exceptions import BadParameter, Exit

from arena import texts
from arena.commands import ExitStatus
from arena.options import language
from arena.parameters import Argument

FOLDER = Path(__file__).parent.parent / "benchmarks"


def bench(
    wanted: Annotated[
        list[str] | None,
        Argument(
            metavar="NAME ... WORD ...",
            help="Which, all unless named, and what they take; before an option of theirs write --",
        ),
    ] = None,
) -> None:
    """Measure: figures are ratios within one run, since machines differ and are noisy."""
    known = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem[0] != "_")
    if not known:
        raise BadParameter(texts.NO_BENCHMARKS.say(language(None)))
    names = list(takewhile(lambda word: word in known, wanted or []))
    options = (wanted or [])[len(names) :]
    if options and not names and not options[0].startswith("-"):
        raise BadParameter(f"no benchmark {options[0]}; there are {', '.join(known)}")
    for name in names or known:
        # Not by its path: in that folder are names of ours.
        command = [sys.executable, "-m", f"benchmarks.{name}", *options]
        if subprocess.run(command, cwd=FOLDER.parent, check=False).returncode:
            raise Exit(ExitStatus.BAD)
