"""Feeds matrix.txt's reader with what a fuzzer makes of the code that it reaches.

Atheris watches which branches an input takes and goes on from the inputs that took new ones. What
must hold of each is the same as in the tests by hypothesis. See ``README.md`` for how to run it.
"""

from __future__ import annotations

import sys

import atheris  # type: ignore[import-untyped]  # installed apart: the tests do without it

with atheris.instrument_imports(include=["formats", "tests.formats.matrix.properties"]):
    from formats.games import all_games
    from tests.formats.matrix.properties import check_any_input

    all_games()  # imported only when they are asked for


if __name__ == "__main__":
    atheris.Setup(sys.argv, check_any_input)
    atheris.Fuzz()
