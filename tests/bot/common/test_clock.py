"""Programs think by processor time, which is what is charged, however long they wait for a core."""

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

LOOPS = 4
THINK = 0.5
SLACK = {Target.LINUX: 0.05, Target.WINDOWS: 0.1}
"""Seconds for starting and writing, and for ticks of a clock: Wine's are of 10 ms."""


@pytest.fixture(name="busy_core")
def keep_a_core_busy() -> Iterator[None]:
    """The test and what it starts have one core, and share it with others."""
    with on_one_core() as core, busy(LOOPS, {core}):
        yield


def thinking() -> Iterator[Case]:
    """Programs that think for as long as they are given, and in what; others move at once."""
    for case in products():
        _, program = case.values[0]
        found = dict(kernel_games(program.kernel.replace("_", "-"), "THINKING"))
        if program.style in found:
            yield case._replace(values=(*case.values, *found[program.style]))


@pytest.mark.usefixtures("busy_core")
@pytest.mark.parametrize(("built", "text", "least"), present(thinking()), indirect=["built"])
def test_on_a_busy_core_it_thinks_as_long_as_on_a_quiet_one(
    built: Built, text: str, least: float, tmp_path: Path
) -> None:
    # The least differs: alpha-beta begins no depth that it would not come to the end of.
    folder = tmp_path / "turn"
    folder.mkdir()
    (folder / "matrix.txt").write_text(text)
    ran = built.run(folder, "--think", str(THINK))
    assert ran.status == 0
    slack = SLACK[built.target]
    assert least * THINK < ran.seconds < THINK + slack
    before, after = (
        read_matrix(text.encode()).matrix,
        read_matrix((folder / "matrix.txt").read_bytes()).matrix,
    )
    assert before
    assert after
    player = before.position.player
    claimed = before.time_of(player) - after.time_of(player)
    assert abs(claimed - Decimal(ran.seconds)) < slack
