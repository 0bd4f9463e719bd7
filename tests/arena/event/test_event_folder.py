"""``arena replay EVENT GAME``: a game of an event by its number."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from formats.text import LANGUAGES, Text
from tests.arena.conftest import Run
from tests.formats.games.example_games import SHORT
from tests.tournaments.filled_ledger import fill
from tournaments.ledger import open_ledger
from tournaments.ledger.decision import Verb
from tournaments.run.decisions import DecisionWriter
from tournaments.run.setup import open_event


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an event that was played to its end."""
    return fill(tmp_path_factory.mktemp("event"))


def test_a_game_of_an_event_is_shown(run: Run, event: Path) -> None:
    result = run("replay", str(event), "1", "--section", SHORT)
    assert result.status == 0, result.err
    assert ": the start" in result.out
    assert "result " in result.out


def test_a_loss_is_told_in_the_readers_language(run: Run, event: Path) -> None:
    with open_ledger(event) as ledger:
        lost = next(game for game in ledger.read().games if game.ending.is_fault)
    where = (str(event), str(lost.number), "--section", lost.section)
    for language in LANGUAGES:
        result = run("replay", *where, "--lang", language)
        assert f", {lost.ending.title.say(language)}\n{lost.sentence.say(language)}\n" in result.out


def test_a_number_of_several_sections_is_asked_about(run: Run, event: Path) -> None:
    result = run("replay", str(event), "1")
    assert result.status == 2
    assert "game 1 is in several sections: choose with --section: " in " ".join(result.err.split())


def test_the_game_that_counts_is_shown_or_it_is_told_that_none_does(
    run: Run, tmp_path: Path
) -> None:
    event = fill(tmp_path / "event")
    number = first_number(event)
    where = ("replay", str(event), str(number), "--section", SHORT)
    before = run(*where).out
    decide(event, Verb.ANNUL, number)
    assert f"game {number} does not count: it was annulled" in run(*where).err
    assert f"партия {number} не считается: она аннул" in run(*where, "--lang", "ru").err
    review = run("review", *where[1:], "--seconds", "0")
    assert (review.status, f"game {number} does not count" in review.err) == (0, True)
    decide(event, Verb.RESTORE, number)
    assert (run(*where).out, run(*where).err) == (before, "")
    decide(event, Verb.REPLAY, number)
    play_again(event, number)
    again = run(*where).out
    assert again != before
    decide(event, Verb.RESTORE, number)
    assert run(*where).out == before, "the first attempt counts again"
    decide(event, Verb.RESTORE, number)
    assert run(*where).out == again


def first_number(event: Path) -> int:
    with open_ledger(event) as ledger:
        return next(game.number for game in ledger.read().games if game.section == SHORT)


def decide(event: Path, verb: Verb, number: int) -> None:
    with open_event(event) as ledger_folder:
        DecisionWriter(ledger_folder, "because").decide_game(verb, number, SHORT)


def play_again(event: Path, number: int) -> None:
    """Enter the game once more, with another sentence of its verdict."""
    with open_ledger(event, writing=True) as ledger:
        games = ledger.resume().games
        game = next(g for g in games if (g.section, g.number) == (SHORT, number))
        ledger.enter(replace(game, attempt=1, sentence=Text("again", "ещё раз")))


def test_a_game_that_was_not_played(run: Run, event: Path) -> None:
    result = run("replay", str(event), "999", "--section", SHORT)
    assert result.status == 2
    assert "no game 999 was played" in " ".join(result.err.split())


def test_a_folder_without_an_event_is_refused(run: Run, tmp_path: Path) -> None:
    result = run("replay", str(tmp_path), "1")
    assert result.status == 2
    assert "no event has begun in this folder" in " ".join(result.err.split())
