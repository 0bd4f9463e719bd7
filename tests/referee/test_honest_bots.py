"""Tests that each honest bot plays whole games at every isolation level without a fault.

``make test-load`` plays more games, and runs the check on every honest bot; ``make test`` plays one
game of each, at one isolation level if its turns are slow, and checks some in fewer positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path

import pytest

from formats.game import StartRequest
from referee.bot_game import Setting, play_game
from referee.check import examine
from referee.check.checked_bot import CheckedBot
from referee.check.finding import CheckResult
from referee.program import MIB
from referee.sandbox.isolation_levels import IsolationLevel
from referee.verdict import Ending
from tests.class_bots import HONEST, ClassBot, bot_cases, honest_bots
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.full_load import FULL
from tests.places import ROOT
from tests.present import Case, present
from tests.referee.check.short_checks import shorten_checks
from tests.referee.needs import WHY_NOT, strongest_here

GAMES = 10 if FULL else 1
CHECKED = {
    *("awk", "c-two-digits", "c-update", "cpp-streams", "cpp-no-footer", "pascal-exponent"),
    *("perl-in-place", "python-perf-counter", "rust-threads"),
}
SLOW = {
    *("java-garbage", "java-jar", "java-script", "python-sleeps", "python-sleeps-and-counts"),
    *("windows-process-times", "windows-threads", "windows-tick-count", "windows-update"),
}
"""Bots whose games take seconds; each plays at one isolation level, and every level has some."""
BY_RULES = {
    *(Ending.WON, Ending.NO_MOVES, Ending.HALF_MOVE_LIMIT),
    *(Ending.REPETITION, Ending.TWO_PASSES),
}
SIZE = 16 * MIB
"""Largest program allowed: runtimes of some languages are large."""
CI = ROOT / ".ci" / "run"
OF_THE_SYSTEM = {"awk", "bash", "gcc", "perl", "python3"}
"""Commands of every Debian with the packages that the project itself needs."""
OF_COMPILERS = {"jar", "java", "ocaml"}
"""Commands that come with javac and ocamlopt."""
ALL = honest_bots()


def covering(bots: Sequence[ClassBot]) -> Iterator[Case]:
    """Yield a case for each quick bot at each isolation level, and for each slow one at one."""
    slow = [bot for bot in bots if bot.name in SLOW and not FULL]
    yield from bot_cases((bot for bot in bots if bot not in slow), IsolationLevel)
    usable = [level for level in IsolationLevel if not WHY_NOT.get(level)]
    for number, bot in enumerate(slow):
        levels = [level for level in usable if level not in bot.not_on]
        yield from bot_cases([bot], [levels[number % len(levels)]])


def play_games(bot: ClassBot, *, isolation: IsolationLevel, games: int = GAMES) -> None:
    """Let the bot play against itself; assert that every game ends by the rules of the game."""
    program = bot.program()
    for number in range(1, games + 1):
        setting = Setting(start=bot.start(number), isolation=isolation)
        played = play_game({"A": program, "B": program}, setting)
        verdict, last_run = played.verdict, played.turns[-1].run_result
        printed = last_run.printed.decode(errors="replace")
        assert verdict.ending in BY_RULES, f"game {number}: {verdict.say()}\n{printed}"


@pytest.mark.parametrize(("bot", "isolation"), present(covering(ALL)))
def test_an_honest_bot_plays_to_the_end(bot: ClassBot, isolation: IsolationLevel) -> None:
    play_games(bot, isolation=isolation)


@pytest.mark.parametrize(
    ("bot", "isolation"),
    present(
        bot_cases(ALL, WHY_NOT)
        if FULL
        else bot_cases((each for each in ALL if each.name in CHECKED), [strongest_here()])
    ),
)
def test_an_honest_bot_passes_the_check(
    bot: ClassBot, isolation: IsolationLevel, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorten_checks(monkeypatch, positions=40)
    program, start = bot.program(), bot.start(1)
    request = StartRequest(size=bot.size)
    time = max(bot.left, Decimal(30))
    checked_bot = CheckedBot(
        program, start.game, request, time, size_limit=SIZE, isolation=isolation
    )
    failed = [finding for finding in examine(checked_bot) if finding.result is CheckResult.FAILED]
    assert not failed, "\n".join(f"{each.sentence.en}\n{each.exhibit}" for each in failed)


def test_there_are_honest_bots_of_many_languages_and_every_game() -> None:
    endings = {each.source.suffix for each in ALL}
    assert len(ALL) >= 40
    assert len(endings - {".c", ".cpp"}) + 1 >= 10
    assert {each.start(1).game.name for each in ALL} == {DEFAULT, STEPS, SHORT}
    assert any(each.source.suffix == ".exe" or "wine" in each.needs for each in ALL)
    assert {path.name for path in HONEST.iterdir() if path.is_dir()} == {str(each) for each in ALL}


def test_the_ci_script_installs_what_honest_bots_need() -> None:
    installed = set(re.findall(r"^ *\[(.+)\]=", CI.read_text(encoding="utf-8"), re.MULTILINE))
    commands = {command for each in ALL for command in each.commands}
    assert commands - installed <= OF_THE_SYSTEM | OF_COMPILERS


def test_each_honest_bot_is_short() -> None:
    for bot in ALL:
        lines = Path(bot.source).read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 100, bot
        assert max(map(len, lines)) <= 110, bot
        assert bot.shows.endswith("."), bot
