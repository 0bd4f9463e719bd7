"""Each innocent plays whole games, in every stage of the sandbox, and nothing is held against it.

``make test-load`` lets more games be played, and checks every innocent before it is entered; the
tests of every day take two games of each, and check some.
"""

from __future__ import annotations

import os
import re
from decimal import Decimal
from pathlib import Path

import pytest

from formats.game import Start
from referee.check import examine
from referee.check.candidate import Candidate
from referee.check.finding import Grade
from referee.ending import Ending
from referee.game import Setting, play
from referee.limits import MIB
from referee.program import Program
from tests.referee.innocent_bots import FOLDER, Innocent, innocents
from tests.referee.needs import needs_sandbox

FULL = bool(os.environ.get("FULL_LOAD"))
GAMES = 10 if FULL else 2
STAGES = {"bubblewrap": True, "none": False}
CHECKED = {
    *("awk", "c-two-digits", "c-update", "cpp-streams", "cpp-virus-war", "pascal-exponent"),
    *("perl-in-place", "python-perf-counter", "rust-threads"),
}
BY_LAW = {
    *(Ending.WON, Ending.NO_MOVES, Ending.HALF_MOVE_LIMIT),
    *(Ending.REPETITION, Ending.TWO_PASSES),
}
SIZE = 16 * MIB
"""What is large is not guilty: runtimes of some languages are."""
CI = Path(__file__).parents[2] / ".ci" / "run"
EVERYWHERE = {"awk", "bash", "gcc", "perl", "python3"}
"""On every Debian with what the project itself needs."""
BROUGHT = {"jar", "java", "ocaml"}
"""By javac and ocamlopt."""
ALL = innocents()


def grouped(some: list[Innocent]) -> list[object]:
    """Each for one worker, which builds it; those of Wine for the same one, which measures Wine."""
    groups = {each.name: "innocents-wine" if "wine" in each.needs else each.name for each in some}
    return [
        pytest.param(each, id=each.name, marks=pytest.mark.xdist_group(groups[each.name]))
        for each in some
    ]


def program_of(innocent: Innocent) -> Program:
    """Its program; the test is skipped where it cannot be made or run."""
    if missing := innocent.missing:
        pytest.skip(f"not here: {', '.join(missing)}")
    return innocent.program()


def play_games(innocent: Innocent, *, isolated: bool, games: int = GAMES) -> None:
    """It plays against itself, and every game ends as the law of the game says."""
    program = program_of(innocent)
    for number in range(1, games + 1):
        setting = Setting(start=innocent.start(number), isolated=isolated)
        played = play({"A": program, "B": program}, setting)
        verdict, last = played.verdict, played.turns[-1].happened
        printed = last.printed.decode(errors="replace")
        assert verdict.ending in BY_LAW, f"game {number}: {verdict.say()}\n{printed}"


@pytest.mark.parametrize("isolated", [
    pytest.param(isolated, id=stage, marks=needs_sandbox if isolated else ())
    for stage, isolated in STAGES.items()
])  # fmt: skip
@pytest.mark.parametrize("innocent", grouped(ALL))
def test_an_innocent_plays_to_the_end(innocent: Innocent, isolated: bool) -> None:
    play_games(innocent, isolated=isolated)


@needs_sandbox
@pytest.mark.parametrize(
    "innocent", grouped([each for each in ALL if FULL or each.name in CHECKED])
)
def test_an_innocent_may_be_entered(innocent: Innocent) -> None:
    program, start = program_of(innocent), innocent.start(1)
    wish = Start(size=innocent.size)
    time = max(innocent.left, Decimal(30))
    candidate = Candidate(program, start.game, wish, time, size_limit=SIZE)
    failed = [finding for finding in examine(candidate) if finding.grade is Grade.FAILED]
    assert not failed, "\n".join(f"{each.sentence.en}\n{each.exhibit}" for each in failed)


def test_there_are_innocents_of_every_sort() -> None:
    endings = {each.source.suffix for each in ALL}
    assert len(ALL) >= 40
    assert len(endings - {".c", ".cpp"}) + 1 >= 10
    assert {each.start(1).game.name for each in ALL} == {"mmpeshki", "virus-war", "chomp"}
    assert any(each.source.suffix == ".exe" or "wine" in each.needs for each in ALL)
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} == {str(each) for each in ALL}


def test_the_whole_check_installs_what_they_are_written_in() -> None:
    installed = set(re.findall(r"^ *\[(.+)\]=", CI.read_text(encoding="utf-8"), re.MULTILINE))
    wanted = {command for each in ALL for command in each.commands}
    assert wanted - installed <= EVERYWHERE | BROUGHT


def test_each_innocent_is_read_at_a_glance() -> None:
    for innocent in ALL:
        lines = Path(innocent.source).read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 100, innocent
        assert max(map(len, lines)) <= 110, innocent
        assert innocent.shows.endswith("."), innocent
