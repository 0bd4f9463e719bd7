"""Entries of a ledger are only added, and are read as they were entered."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from formats.text import Text
from referee.verdict import Ending
from tournaments.entrants.enrolment import BotVersion
from tournaments.ledger import NAME, Ledger, open_ledger
from tournaments.ledger.decision import Decision, Verb
from tournaments.ledger.heads_file import HeadsFile
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.ledger.ledger_game import LedgerGame, Printed
from tournaments.ledger.ledger_schema import creation

ENTRY = LedgerGame(
    section="main",
    id="1/ivanov/petrov/1a",
    number=1,
    round=1,
    start=0,
    first="ivanov",
    second="petrov",
    winner="B",
    ending=Ending.ILLEGAL_MOVE,
    sentence=Text("red piece moved backwards", "красная фишка пошла назад"),
    seconds=(Decimal("0.25"), Decimal("0.000001")),
    half_moves=3,
    record="the record",
    printed=(Printed(1, "A", 'думаю {"x"}\n'), Printed(2, "B", "</script>")),
    evidence=b"\x00\xff",
    voided=1,
    machine="vm",
    began=1.5,
    ended=2.5,
    busy=0.75,
)
ENROLLED = [
    BotVersion("main", "petrov", "bots/petrov", "ab" * 32, 20, seed=2),
    BotVersion("main", "ivanov", "bots/ivanov", "cd" * 32, 10, ("--seed", "1"), seed=1),
]


def begin(ledger: Ledger) -> None:
    ledger.begin({"event": "title"}, ENROLLED, {"main": ["A 1 U", "B 2 U"]})


def test_entries_are_read_as_they_were_written(tmp_path: Path) -> None:
    other = replace(ENTRY, section="other", evidence=None, printed=())
    with open_ledger(tmp_path, writing=True) as ledger:
        begin(ledger)
        ledger.enter(ENTRY)
        ledger.enter(other)
    with open_ledger(tmp_path) as ledger:
        assert ledger.fact("event") == "title"
        assert ledger.fact("nothing") is None
        reading = ledger.read()
        assert reading.faults == ()
        assert reading.facts == {"event": "title"}
        assert reading.of("main") == ENROLLED[::-1]
        assert reading.starts == {"main": ("A 1 U", "B 2 U")}
        assert reading.games == (ENTRY, other)
        assert ledger.count() == reading.head.entries == 2


def test_a_ledger_of_the_version_before_goes_on(tmp_path: Path) -> None:
    """An event that began before an update of the arena is played to its end."""
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        connection.executescript(creation(3))
    later = replace(ENTRY, id="2/ivanov/petrov/1a", number=2, changes="00A")
    with open_ledger(tmp_path, writing=True) as ledger:
        begin(ledger)
        ledger.enter(ENTRY, later)
    with open_ledger(tmp_path) as ledger:
        reading = ledger.read()
        assert reading.faults == ()
        assert reading.games == (ENTRY, replace(later, changes=None))
        assert list(reading.hashes) == list(HeadsFile(tmp_path).read().values())


def test_games_that_end_together_are_entered_all_or_none(tmp_path: Path) -> None:
    games = [replace(ENTRY, id=f"{number}/ivanov/petrov/1a") for number in (1, 2, 2)]
    with open_ledger(tmp_path, writing=True) as ledger:
        begin(ledger)
        with pytest.raises(sqlite3.IntegrityError):
            ledger.enter(*games)
        assert ledger.read().games == ()
        heads = ledger.enter(*games[:2])
        assert [head.entries for head in heads] == [1, 2]
        assert ledger.read().head == heads[-1]


def test_a_game_is_entered_once(tmp_path: Path) -> None:
    with open_ledger(tmp_path, writing=True) as ledger:
        begin(ledger)
        ledger.enter(ENTRY)
        with pytest.raises(sqlite3.IntegrityError):
            ledger.enter(replace(ENTRY, winner="A"))
        assert ledger.read().games == (ENTRY,)


@pytest.mark.parametrize("table", ["fact", "entrant", "start", "beginning", "game"])
@pytest.mark.parametrize("statement", ["DELETE FROM {}", "UPDATE {} SET rowid = 99"])
def test_nothing_is_changed_or_removed(tmp_path: Path, table: str, statement: str) -> None:
    with open_ledger(tmp_path, writing=True) as ledger:
        begin(ledger)
        ledger.enter(ENTRY)
    column = {"fact": "value", "entrant": "name", "start": "file"}.get(table, "hash")
    command = statement.format(table).replace("rowid = 99", f"{column} = 'A'")
    connection = sqlite3.connect(tmp_path / NAME)
    with closing(connection), pytest.raises(sqlite3.IntegrityError, match="only added to"):
        connection.execute(command)


def test_an_entered_game_is_on_the_disk(tmp_path: Path) -> None:
    with open_ledger(tmp_path, writing=True) as ledger:
        settings = ledger._connection.execute  # as the promise is SQLite's, ask SQLite
        assert settings("PRAGMA journal_mode").fetchone() == ("wal",)
        assert settings("PRAGMA synchronous").fetchone() == (2,)


def test_a_reader_does_not_wait_for_the_writer(tmp_path: Path) -> None:
    with open_ledger(tmp_path, writing=True) as ledger:
        ledger.enter(ENTRY)
        with open_ledger(tmp_path) as reader:
            assert reader.count() == 1
            ledger.enter(replace(ENTRY, id="2"))
            assert reader.count() == 2


def test_a_game_that_was_set_aside_does_not_count(tmp_path: Path) -> None:
    with open_ledger(tmp_path, writing=True) as ledger:
        begin(ledger)
        ledger.enter(ENTRY)
        ledger.enter(replace(ENTRY, id="2"))
        counts = []
        for verb in (Verb.REPLAY, Verb.RESTORE, Verb.ANNUL, Verb.DISQUALIFY):
            ledger.decide([Decision(ENTRY.section, verb, ENTRY.id, "why", 1.0)])
            counts.append(ledger.count())
        assert counts == [1, 2, 1, 1]
        ledger.enter(replace(ENTRY, attempt=ENTRY.attempt + 1))
        assert ledger.count() == 2


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    with open_ledger(tmp_path, writing=True) as ledger:
        ledger.enter(ENTRY)
    with open_ledger(tmp_path) as reader, pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.enter(replace(ENTRY, id="2"))


def test_two_who_enter_at_once_are_told(tmp_path: Path) -> None:
    with (
        open_ledger(tmp_path, writing=True) as ledger,
        open_ledger(tmp_path, writing=True) as other,
    ):
        begin(ledger)
        other.resume()
        ledger.enter(ENTRY)
        with pytest.raises(BadLedger, match="another arena has written") as raised:
            other.enter(replace(ENTRY, id="2/ivanov/petrov/1a"))
        assert raised.value.faults[0].kind.code == "E743"
        assert other.resume().games == (ENTRY,)
        other.enter(replace(ENTRY, id="2/ivanov/petrov/1a"))
        assert other.read().faults == ()


def test_a_ledger_is_read_again_after_a_game_was_entered(tmp_path: Path) -> None:
    with open_ledger(tmp_path, writing=True) as ledger:
        begin(ledger)
        before = ledger.resume()
        assert ledger.resume() is before
        ledger.enter(ENTRY)
        assert ledger.resume().games == (ENTRY,)


def test_times_below_zero_and_whole_ones_are_hashed_as_they_are_kept(tmp_path: Path) -> None:
    with open_ledger(tmp_path, writing=True) as ledger:
        begin(ledger)
        ledger.enter(replace(ENTRY, began=-0.0, ended=3, busy=1e-9))
        reading = ledger.read()
    assert reading.faults == ()
    assert (reading.games[0].began, reading.games[0].ended) == (0.0, 3.0)
