"""Entry point of ``python -m arena``, the same as ``arena``."""

import os.path
import sys

# With "-m" Python searches the current folder first, where a student's bot.py may be. To import
# pathlib for this would take as long as Python's start.
if not sys.flags.safe_path:
    home = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # noqa: PTH120
    if os.path.realpath(sys.path[0]) != home:
        del sys.path[0]

from arena.cli import main

main()
