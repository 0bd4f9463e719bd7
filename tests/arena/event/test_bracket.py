"""The bracket as people see it, of events that were played by the rules alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.arena.conftest import Run
from tests.formats.games.example_games import SHORT
from tests.tournaments.events import run as play
from tests.tournaments.events import tournament_in
from tests.tournaments.filled_ledger import fill
from tests.tournaments.ledger.edited import SMALL
from tests.tournaments.submission.submitting import BOT
from tournaments.run.bracket import bracket, tied_matches
from tournaments.run.result_tables import standings_table

EVENT = f"""\
title = "Cup"
seed = 5
game = "{SHORT}"
size = [4, 3]
entrants = "bots"
sandbox = false
time = 20
bonuses = [10, 5, 3]
format = "knockout"
"""
NAMES = ("anna", "boris", "vera", "gleb", "dina")


@pytest.fixture(scope="module", name="folder")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a knockout of the same bot under five names, in which A wins and every match is tied."""
    folder = tmp_path_factory.mktemp("knockout")
    (folder / "bots").mkdir()
    for number, name in enumerate(NAMES):
        (folder / "bots" / name).write_text(f"{BOT}# {number}\n")
        (folder / "bots" / name).chmod(0o755)
    (folder / "cup.toml").write_text(EVENT, encoding="utf-8")
    play(folder / "cup.toml", "--quiet")
    return folder / "cup"


def test_every_tie_is_played_off_on_a_start_of_its_own_and_told(folder: Path) -> None:
    (state,) = tournament_in(folder).sections
    assert state.is_finished
    assert len(state.entries) == state.games == 4 * 5
    assert state.play_off is not None
    assert state.play_off.position not in [start.position for start in state.starts]
    rounds = bracket(state)
    assert [len(round_.lines) for round_ in rounds] == [4, 2, 1, 1]
    sentences = [text.en for text in tied_matches(state)]
    assert len(sentences) == 5
    assert all("1 : 1, play-off " in text for text in sentences)
    assert {line.winner for line in rounds[-1].lines} == {state.standings[0].entrant}
    for name in NAMES:
        own = [text.en for text in tied_matches(state, name)]
        assert own == [text for text in sentences if name in re.split("[, ]", text)]


def test_table_report_and_feedback_show_it(folder: Path, tmp_path: Path, run: Run) -> None:
    shown = run("table", str(folder))
    assert "match for third place:" in shown.out
    assert " bye" in shown.out
    assert "1 : 1, play-off" in shown.out
    assert "матч за третье место:" in run("table", str(folder), "--lang", "ru").out
    notes = json.loads(run("table", str(folder), "--format", "json").out)["sections"][0]["notes"]
    assert sum("play-off" in note for note in notes) == 5
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert '<ol class="bracket">' in page
    assert page.count('<span class="winner">') == 3 + 5
    run("feedback", str(folder), "--to", str(tmp_path))
    assert "1 : 1, play-off" in (tmp_path / "anna.en.txt").read_text(encoding="utf-8")
    assert "confirmed" in run("rejudge", str(folder)).out


def test_a_withdrawal_after_the_last_game_says_what_it_changes(folder: Path, run: Run) -> None:
    (state,) = tournament_in(folder).sections
    first, second, *_, last = (standing.entrant for standing in state.standings)
    words = (str(folder), first, "--reason", "ill")
    sentence, places, bonuses, due = run("withdraw", *words).out.splitlines()
    assert sentence.endswith(
        f"{first} withdraws (ill); what {first} played stands, the rest is lost"
    )
    assert f"places that change: {first}: was 1, is 5; {second}: was 2, is 1; " in places
    assert f"bonuses that change: {first}: was 10, is 0; {second}: was 5, is 10; " in bonuses
    assert due == "no game is due now"
    assert run("reinstate", *words).status == 0
    assert "места не меняются" in run("withdraw", *words[:1], last, *words[2:], "--lang", "ru").out
    assert run("reinstate", *words[:1], last, *words[2:]).status == 0


def test_the_column_of_offences_counts_a_disqualification_by_the_teacher(
    folder: Path, run: Run
) -> None:
    (state,) = tournament_in(folder).sections
    last = state.standings[-1].entrant
    assert run("disqualify", str(folder), last, "--reason", "copied").status == 0
    (state,) = tournament_in(folder).sections
    table = standings_table(state)
    column = [column.key for column in table.columns].index("disqualifications")
    assert table.columns[column].title.ru == "нарушения"
    assert [row[column] for row in table.rows] == [0, 0, 0, 0, 1]
    assert run("reinstate", str(folder), last, "--reason", "no").status == 0


def test_an_event_of_a_former_version_is_decided_as_it_was(folder: Path, tmp_path: Path) -> None:
    """The ledger of such an event has no start of a play-off, and names no tie-breaks."""
    old = fill(tmp_path / "old", SMALL)
    (state,) = tournament_in(old).sections
    assert state.play_off is None
    assert state.section.scoring.tie_breaks[-1] == "time-used"
    (new,) = tournament_in(folder).sections
    assert "time-used" not in new.section.scoring.tie_breaks
