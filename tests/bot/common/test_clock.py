"""Tests that programs think by processor time, however long they wait for a core."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from bot.builder.compiler import Target
from formats.matrix import read_matrix
from tests.bot.programs import Built, products
from tests.formats.games.game_folders import kernel_games
from tests.present import Case, present
from tests.referee.busy import busy, on_one_core

LOOPS = 2
THINK = 0.4
SLACK = {Target.LINUX: 0.05, Target.WINDOWS: 0.1}
"""Seconds for starting, writing and ticks of a clock, which are 10 ms under Wine."""


@pytest.fixture(name="busy_core")
def keep_a_core_busy() -> Iterator[None]:
    """Keep the test and its programs to one core that endless loops share."""
    with on_one_core() as core, busy(LOOPS, {core}):
        yield


def thinking() -> Iterator[Case]:
    """Yield the programs that think for as long as they may, with their positions."""
    for case in products():
        _, program = case.values[0]
        thinking_styles = dict(kernel_games(program.kernel.replace("_", "-"), "THINKING"))
        if program.style in thinking_styles:
            yield case._replace(values=(*case.values, *thinking_styles[program.style]))


@pytest.mark.usefixtures("busy_core")
@pytest.mark.parametrize(("built", "text", "least"), present(thinking()), indirect=["built"])
def test_a_program_thinks_as_long_on_a_busy_core(
    built: Built, text: str, least: float, tmp_path: Path
) -> None:
    # The least time differs: alpha-beta begins no depth that it would not finish.
    folder = tmp_path / "turn"
    folder.mkdir()
    (folder / "matrix.txt").write_text(text)
    run = built.run(folder, "--think", str(THINK))
    assert run.status == 0
    slack = SLACK[built.target]
    assert least * THINK < run.seconds < THINK + slack
    before, after = (
        read_matrix(text.encode()).matrix,
        read_matrix((folder / "matrix.txt").read_bytes()).matrix,
    )
    assert before
    assert after
    player = before.position.player
    claimed = before.time_of(player) - after.time_of(player)
    assert abs(claimed - Decimal(run.seconds)) < slack
