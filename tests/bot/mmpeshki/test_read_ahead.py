"""Test that the champion of MMPeshki prefetches its table."""

from __future__ import annotations

import subprocess

from tests.bot.programs import needs_compiler, shipped


@needs_compiler
def test_the_program_has_prefetch_instructions() -> None:
    """A compiler may leave out a prefetch; then the search waits for memory."""
    command = ["objdump", "-d", str(shipped("mmpeshki-champion"))]
    listing = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "prefetch" in listing.stdout
