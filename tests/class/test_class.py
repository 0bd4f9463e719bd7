"""The class: what a check says first of each bot, what its games say, and that the two agree.

A mistaken bot plays against an honest one until it has lost by a fault, as it does in its first
games, or in none of a hundred. ``make test-class`` plays all of them, and checks each bot five
times, alone and beside four busy loops; the tests of every day play a few games and check once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from decimal import Decimal
from shutil import which

import pytest

from formats.game import StartRequest
from formats.matrix import Matrix
from referee.bot_game import Setting, play_game
from referee.check import examine
from referee.check.checked_bot import CheckedBot
from referee.check.finding import CheckResult, Finding
from referee.program import MIB, SIZE_LIMIT
from referee.sandbox.isolation_levels import IsolationLevel
from referee.verdict import Ending
from tests.class_bots import UNPLAYED, ClassBot, honest_bots, mistaken_bots
from tests.full_load import FULL
from tests.present import Case, present, why_missing
from tests.referee.busy import busy
from tests.referee.check.short_checks import shorten_checks
from tests.referee.needs import WHY_NOT, strongest_here

pytestmark = pytest.mark.xdist_group("class")

TIMES = 5 if FULL else 1
GAMES = 100
GAMES_OF_GOOD = 100 if FULL else 6
"""Games of a bot that loses none by a fault."""
LOOPS = 2
"""Busy loops on each of two cores."""
SIZE = SIZE_LIMIT if which("musl-gcc") else 2 * MIB
"""Without musl a static program takes nearly one."""
SIZE_OF_HONEST = 16 * MIB
"""A large program is not at fault: runtimes of some languages are large."""
GOOD = "good"
MOST_TIME = 60
"""Seconds that a bot may run and sleep while it is checked; waiting for a core is not its doing."""
EVERY_DAY = {"c-lines", "c-two-digits", "cpp-streams", "lua", "perl", "python-rounds", "tcl"}
"""Honest bots that are checked at each test; the others are by ``make test-class``."""
LOADS = [pytest.param(False, id="alone"), pytest.param(True, id="busy")]


def isolation_for(bot: ClassBot) -> IsolationLevel:
    """The stage that the bot is run on."""
    return strongest_here() if bot.sandboxed or not bot.is_mistaken else IsolationLevel.NONE


def checked_bot(bot: ClassBot) -> CheckedBot:
    """The bot as it is checked, with the clock of its games."""
    start = bot.start(1)
    request = StartRequest(size=bot.size)
    left = bot.left if bot.is_mistaken else max(bot.left, Decimal(30))
    size = SIZE if bot.is_mistaken else SIZE_OF_HONEST
    return CheckedBot(
        bot.program(), start.game, request, left, size_limit=size, isolation=isolation_for(bot)
    )


def cases(bots: list[ClassBot]) -> Iterator[Case]:
    """The bots that can be made here; those of Wine go to one worker."""
    for bot in bots:
        why_not = why_missing(*bot.commands)
        if bot.sandboxed and strongest_here() is IsolationLevel.NONE:
            why_not = " and ".join(WHY_NOT.values())
        yield Case(bot.name, (bot,), why_not)


def first_finding(findings: list[Finding]) -> Finding | None:
    """Return the gravest finding that comes first, if something is amiss."""
    for result in (CheckResult.FAILED, CheckResult.WARNED):
        if finding := next((each for each in findings if each.result is result), None):
            return finding
    return None


def end_of_games(bot: ClassBot) -> str:
    """Play games against an honest bot; return how the first is lost by a fault, or "good"."""
    honest = next(each for each in honest_bots() if each.name == "c-lines").program()
    program = bot.program()
    games = GAMES_OF_GOOD if bot.games == GOOD else GAMES
    for number in range(1, games + 1):
        start = start_of_game(bot, number)
        players = {"A": program, "B": honest} if number % 2 else {"A": honest, "B": program}
        own = "A" if number % 2 else "B"
        played = play_game(players, Setting(start, isolation=isolation_for(bot)))  # type: ignore[arg-type]
        verdict = played.verdict
        if verdict.winner not in (own, "D") and verdict.ending.is_fault:
            return verdict.ending.label
    return GOOD


def start_of_game(bot: ClassBot, number: int) -> Matrix:
    """The start of the game of that number: with all pieces, or with few."""
    game = bot.start(1).game
    few = StartRequest(seed=number, pieces=2 + number % 3, marks=0)
    position = game.start(few if number % 4 == 0 else StartRequest(seed=number))
    return Matrix(game, position, times=(bot.left, bot.left))


@pytest.mark.parametrize("is_busy", LOADS if FULL else LOADS[:1])
@pytest.mark.parametrize("bot", present(cases(mistaken_bots())))
def test_the_check_says_the_mistake_first(
    bot: ClassBot, monkeypatch: pytest.MonkeyPatch, *, is_busy: bool
) -> None:
    shorten_checks(monkeypatch)
    for _ in range(TIMES):
        checked = checked_bot(bot)
        with busy(LOOPS) if is_busy else nullcontext():
            findings = list(examine(checked))
        first = first_finding(findings)
        assert first is not None
        sentence = first.cause or first.sentence
        assert bot.says in sentence.en
        assert bot.says_ru in sentence.ru
        assert bot.says, "an empty sentence would be found in any"
        fails = any(finding.result is CheckResult.FAILED for finding in findings)
        if bot.games == UNPLAYED:
            assert first.lost_turn is None, "what no game can be played with is not run"
        else:
            assert fails == (bot.games != GOOD)
        if "trials" in vars(checked):
            spent = sum(
                (trial.turn.run_result.own_time for trial in checked.trials.all), Decimal(0)
            )
            assert spent < MOST_TIME


@pytest.mark.parametrize(
    "bot", present(cases([bot for bot in mistaken_bots() if bot.games != UNPLAYED]))
)
def test_a_hundred_games_agree_with_the_check(bot: ClassBot) -> None:
    assert end_of_games(bot) == bot.games


@pytest.mark.parametrize("is_busy", LOADS if FULL else LOADS[:1])
@pytest.mark.parametrize(
    "bot", present(cases([bot for bot in honest_bots() if FULL or bot.name in EVERY_DAY]))
)
def test_an_honest_bot_may_be_entered(bot: ClassBot, *, is_busy: bool) -> None:
    """The same answer each time; that its games are good is tested with the referee."""
    if isolation_for(bot) in bot.not_on:
        pytest.skip(bot.not_on[isolation_for(bot)])
    for _ in range(4 * TIMES if FULL else 1):
        with busy(LOOPS) if is_busy else nullcontext():
            findings = list(examine(checked_bot(bot)))
        failed = [finding for finding in findings if finding.result is CheckResult.FAILED]
        assert not failed, "\n".join(f"{each.sentence.en}\n{each.exhibit}" for each in failed)


def test_the_class_is_large_enough() -> None:
    assert len(mistaken_bots()) >= 40
    assert len(honest_bots()) >= 20
    assert len({bot.source.suffix for bot in honest_bots()}) >= 10
    endings = {UNPLAYED, GOOD, *(ending.label for ending in Ending)}
    assert all(bot.games in endings and bot.says_ru for bot in mistaken_bots())
