"""The program of MMPeshki's champion fetches its table ahead of the search."""

from __future__ import annotations

import subprocess

from tests.bot.programs import needs_compiler, shipped


@needs_compiler
def test_the_table_is_read_ahead() -> None:
    """Compilers leave out what they take for doing nothing, and then the search waits instead."""
    command = ["objdump", "-d", str(shipped("mmpeshki-champion"))]
    listing = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "prefetch" in listing.stdout
