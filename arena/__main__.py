"""``python -m arena`` is the same as ``arena``."""

from arena.cli import main

main()
