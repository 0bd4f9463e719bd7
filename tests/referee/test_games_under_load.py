"""Tests of whole games of a champion that uses most of its time, with every core kept busy.

With a fixed number of playouts a move the champion plays the same game each time: so the games
under load must be the same, move for move, as without load, and no player may lose by time. ``make
test-load`` plays 20 games in which the champion takes 20 of its 30 seconds and more; ``make test``
plays two short ones on a small board.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from decimal import Decimal
from itertools import islice
from pathlib import Path

import httpx2
import pytest

from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix
from referee.bot_game import Setting
from referee.match.openings import Openings
from referee.pool import FinishedGame, GameJob, play_all
from referee.program import Program
from referee.verdict import Ending
from tests.arena.site.serving import served_process
from tests.bot.programs import needs_compiler, shipped
from tests.formats.games.example_games import STEPS
from tests.full_load import FULL
from tests.referee.busy import busy
from tests.referee.needs import needs_sandbox

LOOPS = int(os.environ.get("LOOPS", "4"))
GAMES, PLAYOUTS = (20, 560_000) if FULL else (2, 200_000)
"""Number of games, and the number of playouts a move that is tried first."""
SIZE = None if FULL else (6, 6)
"""Size of the board; None is the usual one."""
LEAST, MOST = (Decimal(20), Decimal("23.5")) if FULL else (Decimal("0.1"), Decimal(4))
"""Bounds of the champion's processor time in a game, in which it has 30 s."""
SPARE = GAMES // 2
"""Number of games beside those, since in some no number of playouts takes the right time."""
SITE_GAMES = 4
_PATIENCE = 3600 if FULL else 600

pytestmark = [
    needs_sandbox,
    needs_compiler,
    pytest.mark.xdist_group("load"),
    pytest.mark.timeout(2 * _PATIENCE),
]


@contextmanager
def thinking_site(folder: Path) -> Iterator[None]:
    """Serve a site on which four games of thinking bots go on, beside the games of the test."""
    stop = threading.Event()
    with served_process(folder) as address, httpx2.Client(base_url=address, timeout=60) as browser:
        watchers = [
            threading.Thread(target=_watch, args=(browser, stop)) for _ in range(SITE_GAMES)
        ]
        for watcher in watchers:
            watcher.start()
        try:
            yield
        finally:
            stop.set()
            for watcher in watchers:
                watcher.join()


def _watch(browser: httpx2.Client, stop: threading.Event) -> None:
    """Begin games of two bots that think 2 s a move, one after another, and look at each."""
    fields = {"game": STEPS, f"A-{STEPS}": "champion", f"B-{STEPS}": "champion"}
    while not stop.is_set():
        answer = browser.post("/play", data={**fields, "think": "2"}, files={"file": ("", b"")})
        path = answer.headers["location"]
        while not stop.wait(1):
            if not re.search(r'"winner": ?null', browser.get(path).text):
                break


def champions_games(playouts: Mapping[int, int]) -> list[FinishedGame]:
    """Play the games with these numbers and playouts a move, side by side on all cores."""
    game = all_games()[STEPS].with_rules("last-move")
    starts = list(
        islice(Openings(seed=7).of_game(game, StartRequest(size=SIZE), Decimal(30)), GAMES + SPARE)
    )
    games = (_game(number, starts[number], playouts[number]) for number in playouts)
    return sorted(
        play_all(games, len(os.sched_getaffinity(0))), key=lambda finished: finished.game.number
    )


def _game(number: int, start: Matrix, playouts: int) -> GameJob:
    """Return a game of the champion, with the crosses in even games, against a hasty champion."""
    path = shipped(f"{STEPS}-champion")
    champion = Program("champion", path, ("--nodes", str(playouts), "--seed", "1"))
    hasty = Program("hasty", path, ("--nodes", str(playouts // 20), "--seed", "2"))
    crosses, noughts = (champion, hasty) if number % 2 == 0 else (hasty, champion)
    return GameJob(number, {"A": crosses, "B": noughts}, Setting(start))


@pytest.fixture(name="quiet", scope="module")
def play_in_quiet() -> tuple[dict[int, int], list[FinishedGame]]:
    """Play the games without load; find the playouts with which the champion uses its time."""
    playouts, played = dict.fromkeys(range(GAMES + SPARE), PLAYOUTS), dict[int, FinishedGame]()
    while len(played) < GAMES:
        missing = {number: playouts[number] for number in playouts if number not in played}
        for finished in champions_games(missing):
            number, seconds = finished.game.number, seconds_of_champion(finished)
            if LEAST * Decimal("1.02") < seconds < MOST:
                played[number] = finished
            else:
                playouts[number] = int(playouts[number] * (LEAST + MOST) / 2 / seconds)
    chosen = sorted(played)[:GAMES]
    return {number: playouts[number] for number in chosen}, [played[number] for number in chosen]


def moves(finished: FinishedGame) -> list[str]:
    """Return the moves of the game without their times."""
    return [move.text for move in finished.played.record.moves]


def seconds_of_champion(finished: FinishedGame) -> Decimal:
    """Return the champion's processor time in the game."""
    first = finished.game.number % 2
    return sum((turn.run_result.cpu for turn in finished.played.turns[first::2]), Decimal(0))


@pytest.mark.parametrize("beside_site", [False, True], ids=["loops", "loops and a site"])
def test_games_under_load_are_the_same_as_without_load(
    quiet: tuple[dict[int, int], list[FinishedGame]],
    beside_site: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    playouts, quiet_games = quiet
    with busy(LOOPS), thinking_site(tmp_path) if beside_site else nullcontext():
        loaded = champions_games(playouts)
    seconds = [seconds_of_champion(finished) for finished in loaded]
    waiting = [sum(turn.run_result.waited for turn in each.played.turns) for each in loaded]
    with capsys.disabled():
        print(
            f"\n{len(loaded)} games, {LOOPS} loops on every core{', a site' * beside_site}: "
            f"{min(seconds):.1f} to {max(seconds):.1f} s of processor time of the champion a game, "
            f"{min(waiting):.0f} to {max(waiting):.0f} s waited for a core"
        )
    assert min(seconds) > LEAST * Decimal("0.9")  # a core is not always as quick
    assert [moves(each) for each in loaded] == [moves(each) for each in quiet_games]
    assert [each.played.verdict for each in loaded] == [each.played.verdict for each in quiet_games]
    assert Ending.OUT_OF_TIME not in {each.played.verdict.ending for each in loaded}
    assert [each.voided for each in loaded] == [0] * len(loaded)
