"""Every fault that a bot can commit reaches the pages that show faults.

The check of a submission sends its findings from another process; the page of a game and the watch
page send theirs as JSON. Each is tested with a turn for each fault of each game.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread

import pytest
from starlette.requests import Request

from arena.drawing.frames import Looks
from arena.report.loss import loss_of
from arena.site.play.game_view import game_view
from arena.site.play.watched_game import Play, Seat
from arena.site.settings import Settings
from arena.site.site import Site
from arena.site.submit import texts
from arena.site.submit.check_queue import QueuedCheck
from arena.site.submit.check_worker import CheckOrder, send_findings
from arena.site.traffic.event_stream import message
from arena.texts import HINT
from formats.game import Player
from formats.games import all_games
from formats.printable import visible
from formats.text import LANGUAGES
from referee import run_faults
from referee.casual_game import CasualGame
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding
from referee.check.trials import Trial, Trials
from referee.check.ways_to_lose import ways_to_lose
from referee.diagnosis import cause
from referee.diagnosis.lost_turn import LostTurn
from referee.pool import FinishedGame
from referee.program import Program
from referee.sandbox import Background
from referee.verdict import Ending
from tests.arena.site.asking import browser_at
from tests.arena.site.test_submit import EVENT, checked, send, write_tokens
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.referee.faulty_turns import JUDGING, FaultyTurn, faulty_turns, game_jobs
from tests.tournaments.events import needs_arena
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.game_run import entry_from_game
from tournaments.run.own_game import lost_turn
from tournaments.standings.match import ScheduledGame, ScheduledMatch
from tournaments.storage import Store

BOT = Program("ivanov", Path("ivanov"))
NOT_IN_A_LEDGER = {
    run_faults.SECOND_NAME.code,
    run_faults.OTHER_FILES.code,
    run_faults.SLEPT_IN_GAME.code,
}
"""Faults of which a ledger keeps only the sentence: other names, and sleep of earlier turns."""


def findings_of(turns: list[FaultyTurn]) -> Iterator[Finding]:
    """Yield the findings of a check of those turns."""
    for number, turn in enumerate(turns, start=1):
        checked_bot = CheckedBot(BOT, turn.before.game, judging=JUDGING)
        trial = Trial(number, turn.before, turn.turn)
        # The turn is made up: no bot is to be run for it.
        vars(checked_bot)["trials"] = Trials((trial,))
        advice = texts.OUR_FAULT
        for finding in ways_to_lose(checked_bot, [trial], list(Ending), advice):
            yield replace(finding, check="moves", title=texts.CHECK)


def send_and_close(link: Connection, turns: list[FaultyTurn]) -> None:
    """Send the findings, and close the link."""
    with link:
        send_findings(link.send, findings_of(turns))


@pytest.mark.parametrize("game", all_games())
def test_every_fault_comes_through_the_upload_check(game: str) -> None:
    turns = faulty_turns(game)
    order = CheckOrder("ivanov", Path("cup.toml"), game, b"", "Cup", Background())
    queued = QueuedCheck(order, begun=True)
    receiver, sending_end = Pipe()
    with receiver:
        sender = Thread(target=send_and_close, args=(sending_end, turns))
        sender.start()
        for _ in turns:
            queued.take(receiver.recv())
        sender.join()
    assert len(queued.findings) == len(turns)
    assert check_page(queued).count('<li class="failed"') == len(turns)


@pytest.mark.parametrize("game", all_games())
def test_a_finding_can_be_sent_with_its_turn(game: str) -> None:
    for finding in findings_of(faulty_turns(game)):
        assert finding.lost_turn
        copy = pickle.loads(pickle.dumps(finding))
        assert copy.lost_turn.turn == finding.lost_turn.turn


def check_page(queued: QueuedCheck) -> str:
    """Return the part of the page of submissions about the check."""
    request = Request({"type": "http", "method": "GET", "headers": [], "query_string": b""})
    values = {"before": 0, "hint": HINT, "visible": partial(visible, most=4000), "words": texts}
    page = Site(Settings()).render(request, "submit_check.html", 200, check=queued, **values)
    return bytes(page.body).decode()


@pytest.mark.parametrize("game", all_games())
def test_every_fault_reaches_those_who_watch_a_game(game: str) -> None:
    seats: dict[Player, Seat] = {"A": Seat("bot"), "B": Seat("bot")}
    for turn in faulty_turns(game):
        play = Play(CasualGame(turn.before, turn.before), seats)
        play.take_bot_turn(turn.turn.judgement, "depth 7")
        for language in LANGUAGES:
            data = json.loads(message(game_view(play, language)).removeprefix(b"data: "))
            assert turn.turn.judgement.verdict
            assert data["winner"] == turn.turn.judgement.verdict.winner, turn
            assert data["status"], turn


@pytest.mark.parametrize("game", all_games())
def test_every_fault_reaches_the_pages_of_an_event(game: str, tmp_path: Path) -> None:
    turns = faulty_turns(game)
    jobs = game_jobs(turns, Store(tmp_path))
    for number, (job, turn) in enumerate(zip(jobs, turns, strict=True), start=1):
        match = ScheduledMatch(number, 1, "north", "south")
        entry = entry_from_game(
            "main", ScheduledGame(number, match, 0, swapped=False), FinishedGame(job, turn.played)
        )
        assert_stated(turn, entry)


def assert_stated(turn: FaultyTurn, entry: LedgerGame) -> None:
    """Assert that the page states the verdict and each fault in all languages, sent as JSON."""
    lost = lost_turn(entry, JUDGING, BOT)
    assert lost, turn
    judgement = turn.turn.judgement.offence
    assert judgement
    if turn.code not in NOT_IN_A_LEDGER:
        at_once = LostTurn(turn.before, turn.turn, JUDGING, BOT, judgement)
        assert cause(lost) == cause(at_once), turn
    data = json.loads(
        message(loss_of(lost).as_data(Looks(turn.before.game))).removeprefix(b"data: ")
    )
    assert data["before"], turn
    shown_faults = [*data["faults"], *([data["cause"]] if "cause" in data else [])]
    verdict = [entry.sentence.say(language) for language in LANGUAGES]
    for sentences in (verdict, *(fault["text"] for fault in shown_faults)):
        assert len(set(sentences)) == len(LANGUAGES), turn
        assert all(sentences), turn


@needs_arena
@pytest.mark.xdist_group("run")
def test_a_wrong_file_is_told_and_the_version_kept(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(EVENT.replace(SHORT, DEFAULT).replace("size = [4, 3]\n", ""))
    write_tokens(tmp_path, "ivanov right-token\n")
    with browser_at(tmp_path) as browser:
        send(browser, b"#!/bin/sh\nsed -i 1s/A/C/ matrix.txt\n", event=f"cup/{DEFAULT}")
        page = checked(browser)
    assert texts.OUR_FAULT.en not in page
    assert "the player to move is A or B" in page
    assert "version 1" in page
