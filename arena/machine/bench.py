"""``arena bench``: the project's own measurements, each a script in ``benchmarks/``."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.console import plain_console
from arena.machine import texts
from arena.option_values import no_such
from arena.options import LanguageOption, reader_language
from arena.parameters import Argument, WrongUsage
from formats.text import Text

_NO_MODULE = re.compile(r"^ModuleNotFoundError: No module named '([\w.]+)'", re.MULTILINE)
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
    lang: LanguageOption = None,
) -> None:
    known = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem[0] != "_")
    # Beside an installed package, the folder belongs to somebody else.
    if not known or not (FOLDER.parent / "pyproject.toml").is_file():
        raise WrongUsage(texts.NO_BENCHMARKS)
    names = list(takewhile(lambda word: word in known, arguments or []))
    options = (arguments or [])[len(names) :]
    if options and not names and not options[0].startswith("-"):
        raise no_such(texts.NO_BENCHMARK, options[0], known)
    for name in names or known:
        if module := _missing_module(name):
            values = {"name": name, "module": module}
            sentence = texts.BENCHMARK_NEEDS.say(reader_language(lang), values)
            plain_console(stderr=True).print(sentence, style="red")
            if names:
                raise Exit(ExitStatus.BAD)
            continue
        # As a module: a script's folder would come first in the search for imports.
        command = [sys.executable, "-m", f"benchmarks.{name}", *options]
        if subprocess.run(command, cwd=FOLDER.parent, check=False).returncode:
            raise Exit(ExitStatus.BAD)


def _missing_module(name: str) -> str:
    """Return the library that a measurement lacks here, or an empty string."""
    command = [sys.executable, "-c", f"import benchmarks.{name}"]
    import_result = subprocess.run(
        command, cwd=FOLDER.parent, capture_output=True, text=True, check=False
    )
    missing = _NO_MODULE.search(import_result.stderr)
    is_ours = missing is not None and (FOLDER.parent / missing[1].partition(".")[0]).is_dir()
    return missing[1] if missing and not is_ours else ""
