"""Each innocent plays whole games, in every stage of the sandbox, and nothing is held against it.

``make test-load`` lets more games be played, and checks every innocent before it is entered; the
tests of every day take one game of each, and check some.
"""

from __future__ import annotations

import os
import re
from decimal import Decimal
from pathlib import Path

import pytest

from formats.game import StartRequest
from referee.bot_game import Setting, play_game
from referee.check import examine
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Grade
from referee.program import MIB
from referee.sandbox.isolation_levels import IsolationLevel
from referee.verdict import Ending
from tests.class_bots import HONEST, ClassBot, honest_bots, playing_on
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.places import ROOT
from tests.present import present
from tests.referee.needs import WHY_NOT, strongest_here

FULL = bool(os.environ.get("FULL_LOAD"))
GAMES = 10 if FULL else 1
CHECKED = {
    *("awk", "c-two-digits", "c-update", "cpp-streams", "cpp-no-footer", "pascal-exponent"),
    *("perl-in-place", "python-perf-counter", "rust-threads"),
}
BY_RULES = {
    *(Ending.WON, Ending.NO_MOVES, Ending.HALF_MOVE_LIMIT),
    *(Ending.REPETITION, Ending.TWO_PASSES),
}
SIZE = 16 * MIB
"""What is large is not guilty: runtimes of some languages are."""
CI = ROOT / ".ci" / "run"
EVERYWHERE = {"awk", "bash", "gcc", "perl", "python3"}
"""On every Debian with what the project itself needs."""
BROUGHT = {"jar", "java", "ocaml"}
"""By javac and ocamlopt."""
ALL = honest_bots()


def play_games(innocent: ClassBot, *, isolation: IsolationLevel, games: int = GAMES) -> None:
    """It plays against itself, and every game ends as the rules of the game say."""
    program = innocent.program()
    for number in range(1, games + 1):
        setting = Setting(start=innocent.start(number), isolation=isolation)
        played = play_game({"A": program, "B": program}, setting)
        verdict, last = played.verdict, played.turns[-1].run_result
        printed = last.printed.decode(errors="replace")
        assert verdict.ending in BY_RULES, f"game {number}: {verdict.say()}\n{printed}"


@pytest.mark.parametrize(("innocent", "isolation"), present(playing_on(ALL, IsolationLevel)))
def test_an_innocent_plays_to_the_end(innocent: ClassBot, isolation: IsolationLevel) -> None:
    play_games(innocent, isolation=isolation)


@pytest.mark.parametrize(
    ("innocent", "isolation"),
    present(
        playing_on(ALL, WHY_NOT)
        if FULL
        else playing_on((each for each in ALL if each.name in CHECKED), [strongest_here()])
    ),
)
def test_an_innocent_may_be_entered(innocent: ClassBot, isolation: IsolationLevel) -> None:
    program, start = innocent.program(), innocent.start(1)
    request = StartRequest(size=innocent.size)
    time = max(innocent.left, Decimal(30))
    checked_bot = CheckedBot(
        program, start.game, request, time, size_limit=SIZE, isolation=isolation
    )
    failed = [finding for finding in examine(checked_bot) if finding.grade is Grade.FAILED]
    assert not failed, "\n".join(f"{each.sentence.en}\n{each.exhibit}" for each in failed)


def test_there_are_innocents_of_every_sort() -> None:
    endings = {each.source.suffix for each in ALL}
    assert len(ALL) >= 40
    assert len(endings - {".c", ".cpp"}) + 1 >= 10
    assert {each.start(1).game.name for each in ALL} == {DEFAULT, STEPS, SHORT}
    assert any(each.source.suffix == ".exe" or "wine" in each.needs for each in ALL)
    assert {path.name for path in HONEST.iterdir() if path.is_dir()} == {str(each) for each in ALL}


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
