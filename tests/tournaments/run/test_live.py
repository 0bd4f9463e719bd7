"""Games in play of a running event, and of an event that was killed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.formats.games.example_games import SHORT
from tests.tournaments.events import running, slow_event
from tournaments.entrants.enrolment import CannotEnrol
from tournaments.run.event_run import Run
from tournaments.run.live import NAME, InPlay, Live, feed, is_running
from tournaments.run.setup import open_event

PATIENCE = 60


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return slow_event(tmp_path)


def looks(folder: Path) -> Iterator[list[InPlay]]:
    """Return the games in play at repeated looks."""
    live = Live(folder, {SHORT: None})
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        yield live.look()
        time.sleep(0.02)


def test_games_are_seen_move_by_move(event: Path) -> None:
    folder = event.parent / "slow"
    positions: set[tuple[int, int]] = set()
    with running("run", str(event), "--jobs", "1") as process:
        for games in looks(folder):
            # A game that has ended is seen until it is entered, and the next has begun by then.
            assert len(games) <= 2
            for game in games:
                position = game.matrix.position
                positions.add((game.number, position.half_move))
                assert game.first != game.second
                assert (position.last is None) == (position.half_move == 1)
            if process.poll() is not None:
                break
    # The games are played to the last chip but one at least. A busy machine may miss some of it.
    assert len({half_move for number, half_move in positions if number == 1}) > 6
    assert {number for number, _ in positions} == {1, 2, 3, 4, 5, 6}
    assert not is_running(folder)
    assert list((folder / NAME).glob("*.json*")) == []


def test_files_of_a_killed_run_are_not_shown(event: Path) -> None:
    folder = event.parent / "slow"
    with running("run", str(event), "--jobs", "2") as process:
        next(games for games in looks(folder) if len(games) == 2)
        process.kill()
        process.wait()
    assert not is_running(folder)
    assert Live(folder, {SHORT: None}).look() == []
    assert list((folder / NAME).glob("*.json"))
    with feed(folder):
        assert is_running(folder)
        assert Live(folder, {SHORT: None}).look() == []


def test_a_half_move_is_seen_soon(event: Path) -> None:
    """The file of a position appears a moment after its time."""
    folder = event.parent / "slow"
    late = []
    with running("run", str(event), "--jobs", "1") as process:
        before = None
        for games in looks(folder):
            if games and games[0] is not before:
                before = games[0]
                late.append(time.time() - before.updated)
            if len(late) > 20 or process.poll() is not None:
                break
    assert sorted(late)[len(late) // 2] < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        "{}",
        json.dumps({"section": "other", "file": "", "last": None}),
        json.dumps({"section": SHORT, "file": "A 1 U", "last": None}),
        json.dumps({"section": [SHORT], "file": 7, "last": {}}),
    ],
)
def test_a_foreign_file_is_passed_over(tmp_path: Path, text: str) -> None:
    with feed(tmp_path):
        (tmp_path / NAME / "1.json").write_text(text)
        assert Live(tmp_path, {SHORT: None}).look() == []


def test_a_feed_that_cannot_be_written_stops_no_game(event: Path) -> None:
    folder = event.parent / "slow"
    with running("run", str(event), "--quiet", "--jobs", "1") as process:
        next(games for games in looks(folder) if games)
        process.terminate()
        process.wait()
    with open_event(folder) as ledger_folder:
        run = Run(ledger_folder)
        game = next(run)
        with feed(folder) as send:
            for path in (folder / NAME).iterdir():
                path.unlink()
            (folder / NAME).rmdir()
            send.watch(game, game.setting.start)
            send.remove(game)
            (folder / NAME).mkdir()


def test_a_feed_that_another_run_has_is_not_waited_for_in_vain(tmp_path: Path) -> None:
    with feed(tmp_path), pytest.raises(CannotEnrol, match="is already running"), feed(tmp_path):
        pass
