"""A run of many games: its state stays right, and it plays the games that are due."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.pool import FinishedGame, JobResult
from tests.tournaments.filled_ledger import EVENT, Habits, begin, simulate_game
from tournaments.event.reader import read_event
from tournaments.ledger import open_ledger
from tournaments.run.event_run import Run
from tournaments.run.game_run import LedgerJob, ResultBatch, ledger_game
from tournaments.run.setup import OpenEvent
from tournaments.run.tournament import tournament_from_reading
from tournaments.storage import Store

CHEATS = Habits(cheats=frozenset({"kozlov", "nim", "west"}), offence_chance=0.2)


def simulate_job(job: LedgerJob) -> ResultBatch:
    """Return the game as if it had been played."""
    names = {player: program.name for player, program in job.programs.items()}
    played = simulate_game(job.setting.start, names, job.number, CHEATS)
    return [JobResult(job, ledger_game(FinishedGame(job, played)), killed=0)]


@pytest.mark.parametrize("penalty", ["game", "match", "tournament"])
def test_a_run_plays_all_that_is_due_and_knows_how_much_that_is(
    penalty: str, tmp_path: Path
) -> None:
    text = EVENT.replace('disqualification = "tournament"\n', "")
    text = text.replace("time = 30\n", f'time = 30\ndisqualification = "{penalty}"\n')
    event = read_event(text.encode()).event
    assert event is not None
    with open_ledger(tmp_path, writing=True) as ledger:
        begin(ledger, event, text, {})
        run = Run(OpenEvent(ledger, Store(tmp_path / "programs")))
        entered, known = 0, set[int]()
        for job in run:
            entered += len(run.enter(simulate_job(job)))
            assert run.games == sum(
                state.games for state in tournament_from_reading(ledger.read()).sections
            )
            known.add(run.games)
        tournament = tournament_from_reading(ledger.read())
    assert tournament.is_finished
    assert tournament.sections == run.tournament.sections
    assert entered == run.games == sum(len(state.entries) for state in tournament.sections)
    assert (len(known) == 1) is (penalty == "game")


def test_a_game_that_is_lost_alone_changes_nothing_of_what_is_waiting(tmp_path: Path) -> None:
    text = EVENT.replace('disqualification = "tournament"\n', "")
    event = read_event(text.encode()).event
    assert event is not None
    with open_ledger(tmp_path, writing=True) as ledger:
        begin(ledger, event, text, {})
        run = Run(OpenEvent(ledger, Store(tmp_path / "programs")))
        jobs, lost = [next(run) for _ in range(8)], 0
        for job in jobs:
            (entry,) = run.enter(simulate_job(job))
            lost += entry.result.disqualified
        numbers = [job.number for job in jobs] + [job.number for job in run]
    assert lost
    assert numbers == sorted(set(numbers))
