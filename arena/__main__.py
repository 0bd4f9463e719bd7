"""Entry point of ``python -m arena``, the same as ``arena``."""

import sys
from pathlib import Path

# With "-m" Python searches the current folder first, where a student's bot.py may be.
if not sys.flags.safe_path and Path(sys.path[0]).resolve() != Path(__file__).resolve().parents[1]:
    del sys.path[0]

from arena.cli import main

main()
