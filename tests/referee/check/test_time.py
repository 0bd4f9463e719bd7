"""Tests of the check that a bot's time lasts for the longest game."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from formats.game import StartRequest
from formats.games import AnyGame, all_games
from referee.check import examine
from referee.check.checked_bot import CheckedBot
from referee.check.checks import all_checks
from referee.check.finding import CheckResult, Finding
from referee.check.long_game import long_game
from referee.check.positions import POSITIONS
from referee.program import Program
from referee.sandbox.isolation_levels import IsolationLevel
from tests.class_bots import MISTAKEN
from tests.formats.games.example_games import DEFAULT
from tests.full_load import FULL
from tests.present import needs
from tests.referee.check.short_checks import shorten_checks

pytestmark = [needs("gcc"), pytest.mark.xdist_group("checks")]

GAME = all_games()[DEFAULT].with_rules(None)
GAMES = [
    game.with_rules(rules) for game in all_games().values() for rules in game.rule_sets or (None,)
]
HEAD = """
#include "bot.h"
#include <unistd.h>

int main(void) {
    read_from("matrix.txt");
    double left = player == 'A' ? time_a : time_b;
    if (winner != 'U') return 0;
"""
TAIL = """
    move(player, 1);
    decide();
    hand_over();
    write_to("matrix.txt");
    return 0;
}
"""
LASTS = {
    "a twentieth of what is left": "think(left / 20);",
    "a fifth of what is left": "think(left / 5);",
    "a time that lasts": "think(0.06);",
    "long in the beginning": "think(number < 9 ? 0.4 : 0.01);",
    "as long as it can afford": "think(left / (31 - (number + 1) / 2) * 0.8);",
    "short sleeps": "usleep(100000);",
}
FAILS_TO_LAST = {
    "a fixed time": ("think(0.3);", 10),
    "a third of the clock": ("think(1);", 3),
    "nearly a time that lasts": ("think(0.15);", 20),
    "at least half a second": ("think(left / 8 > 0.5 ? left / 8 : 0.5);", 6),
    "half of what is left, and soon nothing": ("think(left / 2);", 13),
    # Sleep beyond the ten seconds of a game is charged to the clock.
    "long sleeps": ("usleep(700000);", 19),
}
CLOCK = Decimal(3)


@pytest.fixture(autouse=True)
def use_short_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try slow bots for a few seconds."""
    shorten_checks(monkeypatch)


def build_checked_bot(
    folder: Path, statement: str, clock: Decimal = CLOCK, before: str = ""
) -> CheckedBot:
    """Build a bot that spends its time by this statement; ``before`` is text before its source."""
    source, program = folder / "bot.c", folder / "ivanov"
    source.write_text(before + HEAD + f"    {statement}\n    (void)left;" + TAIL)
    words = ("gcc", "-O1", f"-I{MISTAKEN}", "-o", str(program), str(source))
    subprocess.run(words, check=True)
    return CheckedBot(Program("ivanov", program), GAME, time=clock, isolation=IsolationLevel.NONE)


def failed_findings(checked_bot: CheckedBot) -> list[Finding]:
    return [finding for finding in examine(checked_bot) if finding.result is CheckResult.FAILED]


@pytest.mark.parametrize("statement", LASTS.values(), ids=LASTS)
def test_a_bot_whose_time_lasts_passes(tmp_path: Path, statement: str) -> None:
    assert failed_findings(build_checked_bot(tmp_path, statement)) == []


@pytest.mark.parametrize(("statement", "moves"), FAILS_TO_LAST.values(), ids=FAILS_TO_LAST)
def test_a_bot_whose_time_does_not_last_fails(tmp_path: Path, statement: str, moves: int) -> None:
    (finding,) = failed_findings(build_checked_bot(tmp_path, statement))
    assert finding.check == "clock"
    assert finding.cause
    match = re.fullmatch(r"at .* s.* a move it has .* after (\d+) of 30 moves", finding.cause.en)
    assert match, finding.cause.en
    assert abs(int(match[1]) - moves) <= 2
    if spent := re.match(r"at ([\d.]+) s a move it has used its ([\d.]+) s", finding.cause.en):
        each, clock = map(float, spent.groups())
        assert each * int(match[1]) == pytest.approx(clock, rel=0.05)
    if spent := re.match(r"at ([\d.]+) s .* its ([\d.]+) s and the (\d+) s", finding.cause.en):
        each, clock, idle = map(float, spent.groups())
        assert each * int(match[1]) == pytest.approx(clock + idle, rel=0.05)
    assert ("sleep" in finding.cause.en) is ("usleep" in statement)
    assert finding.lost_turn


def test_a_move_that_sleeps_too_long_is_not_said_to_have_slept_the_game(tmp_path: Path) -> None:
    (finding,) = failed_findings(
        build_checked_bot(tmp_path, "if (left < 1) usleep(4000000); else think(0.9);")
    )
    assert finding.cause
    assert "slept 2.3" in finding.cause.en.replace("2.2", "2.3")
    assert "and had 0.2" in finding.cause.en


@pytest.mark.parametrize(("moves", "sentence"), [(1, "на 1 ход "), (34, "на 34 хода ")])
def test_the_number_of_moves_has_the_form_of_its_noun(
    tmp_path: Path, moves: int, sentence: str
) -> None:
    checked_bot = build_checked_bot(tmp_path, "think(0.01);")
    time_use = replace(checked_bot.trials.time_use, moves=moves)  # type: ignore[type-var]  # it was measured
    checked_bot.__dict__["trials"] = replace(checked_bot.trials, time_use=time_use)
    (finding,) = all_checks()["clock"].run(checked_bot)
    assert sentence in finding.sentence.ru


@pytest.mark.parametrize(("tick", "start"), [(15_625, 0), (10_000, 0), (15_625, 25_000)])
def test_a_clock_may_advance_in_ticks(tmp_path: Path, tick: int, start: int) -> None:
    """A bot that reads a coarse clock, as on Windows, subtracts nothing for a quick move.

    Its clock may begin after its start, as the start of Wine is no part of it.
    """
    coarse = f"""
#include <time.h>
__attribute__((constructor)) static void begin(void) {{ while (clock() < {start}); }}
#define clock() ((clock() - {start}) / {tick} * {tick})
"""
    checked_bot = build_checked_bot(tmp_path, "think(number % 3 ? 0 : 0.03);", before=coarse)
    (finding,) = (each for each in examine(checked_bot) if each.check == "clock")
    assert "writes its time correctly" in finding.sentence.en


def test_a_slow_bot_is_tried_in_fewer_positions(tmp_path: Path) -> None:
    """A slow bot whose time lasts: nothing fails, and the check takes at most a minute.

    It moves in two seconds; without ``FULL_LOAD`` everything takes a fifth of that.
    """
    unit = Decimal(1) if FULL else Decimal("0.2")
    checked_bot = build_checked_bot(tmp_path, f"think({2 * unit});", 90 * unit)
    findings = {finding.check: finding for finding in examine(checked_bot)}
    assert all(finding.result is not CheckResult.FAILED for finding in findings.values())
    assert 0 < checked_bot.trials.unplayed < POSITIONS
    unplayed, spent = checked_bot.trials.unplayed, checked_bot.trials.spent
    assert 30 * unit < spent < 50 * unit
    assert f"since its turns took {spent:.1f} s in all" in findings["moves"].sentence.en
    words = f"{unplayed} other{' was' if unplayed == 1 else 's were'} not tried, since its turns"
    assert words in findings["moves"].sentence.en
    assert sum(trial.turn.run_result.own_time for trial in checked_bot.trials.all) < 50 * unit


def test_progress_is_reported(tmp_path: Path) -> None:
    reported: list[tuple[int, int]] = []
    checked_bot = build_checked_bot(tmp_path, "think(0.01);")
    quick = CheckedBot(
        checked_bot.program,
        GAME,
        time=CLOCK,
        isolation=IsolationLevel.NONE,
        tell=lambda *progress: reported.append(progress),
    )
    assert len(quick.trials.played) == POSITIONS
    assert [number for number, _ in reported] == list(range(1, POSITIONS + 1))
    assert {count for _, count in reported} == {POSITIONS}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rules_line or game.name)
def test_the_longest_game_is_a_game(game: AnyGame) -> None:
    longest = long_game(game, StartRequest())
    assert longest.moves >= len(longest.positions) // 2 > 0
    if game.limit:
        assert longest.moves == -(-game.limit // 2)
    assert game.outcome(longest.end)
    players = set()
    for move in range(longest.moves):
        position = longest.position(move)
        assert game.outcome(position) is None
        players.add(position.player)
    assert players == {"A", "B"}
    assert len(range(0, longest.moves, longest.step)) == longest.timed_move_count
