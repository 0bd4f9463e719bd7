"""Programs think by processor time, which is what is charged, however long they wait for a core."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from bot.builder.compiler import Target
from formats.matrix import read_matrix
from tests.bot.programs import Built
from tests.referee.busy import busy, on_one_core

LOOPS = 4
THINK = 0.5
SLACK = {Target.LINUX: 0.05, Target.WINDOWS: 0.1}
"""Seconds for starting and writing, and for ticks of a clock: Wine's are of 10 ms."""

FULL_ROWS = """\
A 1 U
0 30
0 30
BBBBBBBB
--------
--------
--------
--------
--------
--------
AAAAAAAA
"""
UNSETTLED = """\
B 6 U
0 30
0 30
------BBBB
--------BB
----------
----------
----------
----------
A---------
AAA-------
AA-A------
A---A-----
game virus-war
rules sesc
last e1-a2-a3
"""
"""Here the champion doubts to the end which steps are best, and has no time to save."""

KNIGHTS = """\
A 1 U
0 30
0 30
BBBB--11
22---AAA
22------
--------
--------
------22
BBB---22
11--AAAA
game knights
"""
FIGHT = """\
A 1 U
0 30
0 30
ABAB---*
--------
--------
-*------
------*-
--------
--------
*---BABA
game fight
"""

POSITIONS = {
    "fight-champion": (FIGHT, 0.5),
    "knights-champion": (KNIGHTS, 0.5),
    "mmpeshki-champion": (FULL_ROWS, 0.5),
    "virus-war-champion": (UNSETTLED, 0.8),
    "virus-war-uct": (UNSETTLED, 0.9),
}
"""Where each thinks, and how much of its time it uses at least: alpha-beta begins no depth that it
would not come to the end of."""


@pytest.fixture(name="busy_core")
def keep_a_core_busy() -> Iterator[None]:
    """The test and what it starts have one core, and share it with others."""
    with on_one_core() as core, busy(LOOPS, {core}):
        yield


@pytest.mark.usefixtures("busy_core")
def test_on_a_busy_core_it_thinks_as_long_as_on_a_quiet_one(built: Built, tmp_path: Path) -> None:
    if built.program.name not in POSITIONS:
        pytest.skip("it moves at once")
    text, least = POSITIONS[built.program.name]
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
