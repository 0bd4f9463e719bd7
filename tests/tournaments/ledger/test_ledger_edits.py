"""Every edit of a ledger is found by ``arena rejudge``, told with its place, and never a traceback.

Some thousand single bytes are edited here, and ``make test-edits`` edits a million.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.formats.games.example_games import SHORT
from tests.tournaments.filled_ledger import fill
from tests.tournaments.ledger.edited import SMALL, contents, edit, judge_again
from tournaments.ledger import NAME, open_ledger
from tournaments.ledger.heads_file import NAME as HEADS
from tournaments.ledger.ledger_faults import BadLedger

EDITS = int(os.environ.get("ARENA_EDITS", "3000"))
WAL = f"{NAME}-wal"
TEXTS = (
    "first || second || winner || ending || sentence_en || sentence_ru || seconds_a || seconds_b",
    "record || printed",
    "before || hash",
)
"""Columns whose values are adjacent in the file: results, records and hashes."""
_WHOLE_COMMAND = 100
"""Number of edits for one that is shown to the whole command, which takes ten times as long."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of six games, in one file."""
    return fill(tmp_path_factory.mktemp("whole"), SMALL)


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """Return a copy of the ledger."""
    return shutil.copytree(whole, tmp_path / "event")


def test_an_untouched_ledger_is_confirmed(folder: Path) -> None:
    output = judge_again(folder)
    assert (output.status, output.err) == (0, "")
    assert output.out.startswith("6 games replayed by the rules: all verdicts and the table")
    with open_ledger(folder) as ledger:
        assert output.out.endswith(f"the ledger up to its head {ledger.read().head.hash}\n")


VALUES = {
    "section": "'other'",
    "id": "id || 'b'",
    "number": "number + 1",
    "round": "round + 1",
    "start": "start + 1",
    "first": "second",
    "second": "'four'",
    "winner": "CASE winner WHEN 'A' THEN 'B' ELSE 'A' END",
    "ending": "'walked away'",
    "sentence_en": "sentence_en || '.'",
    "sentence_ru": "''",
    "seconds_a": "'12.5'",
    "seconds_b": "'never'",
    "half_moves": "half_moves + 1",
    "record": "replace(record, 'A', 'B')",
    "printed": "'[[1, \"A\", '",
    "evidence": "x'00'",
    "voided": "voided + 1",
    "machine": "machine || '!'",
    "began": "began + 1",
    "ended": "1e999",
    "busy": "busy / 2",
    "before": "hash",
    "hash": "upper(hash)",
}


@pytest.mark.parametrize("column", VALUES)
def test_an_edited_game_is_named_and_the_others_stand(folder: Path, column: str) -> None:
    edit(folder, f"UPDATE game SET {column} = {VALUES[column]} WHERE entry = 3")
    output = judge_again(folder)
    assert output.status == 1
    faults = [line for line in output.err.splitlines() if "[E7" in line]
    assert len(faults) == 1
    assert faults[0].startswith("arena: entry 3 (")
    assert faults[0].endswith("is not what was entered: its hash does not match [E736]")
    with open_ledger(folder) as ledger:
        reading = ledger.read()
    assert len(reading.games) == 5
    assert reading.head.entries == 2


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("DELETE FROM game WHERE entry = 2", "entries 2 to 2 are missing"),
        ("DELETE FROM game WHERE entry > 4", "the ledger has 4 entries, but 6 were made"),
        ("DELETE FROM game", "the ledger has 0 entries, but 6 were made"),
        (
            "UPDATE fact SET value = replace(value, 'small', 'large')",
            "the copy of the event file or",
        ),
        ("UPDATE fact SET value = 'tilte = 1' WHERE name = 'event'", "so there is nothing to show"),
        ("UPDATE fact SET value = '{}' WHERE name LIKE 'format%'", "so there is nothing to show"),
        ("UPDATE fact SET value = CAST(x'fe' AS TEXT)", "so there is nothing to show"),
        ("DELETE FROM fact", "so there is nothing to show"),
        ("UPDATE entrant SET sha256 = 'ab' WHERE seed = 1", "an entrant, a name or a program"),
        ("UPDATE entrant SET name = 'four' WHERE seed = 1", "an entrant, a name or a program"),
        ("DELETE FROM entrant", "an entrant, a name or a program"),
        ("UPDATE start SET file = replace(file, 'o', '-')", "a start position in the ledger"),
        ("UPDATE start SET file = 'x'", "so there is nothing to show"),
        ("DELETE FROM beginning", "the copy of the event file or the format of a section"),
        ("UPDATE beginning SET hash = 'ab' WHERE part = 'start'", "a start position"),
        ("INSERT INTO beginning VALUES ('more', 'ab')", "the description of the event"),
        ("ALTER TABLE game RENAME COLUMN busy TO idle", "its tables are not those of a ledger"),
        ("CREATE VIEW more AS SELECT 1", "its tables are not those of a ledger"),
        ("PRAGMA user_version = 5", "was written by a newer arena: it is of version 5"),
        ("PRAGMA user_version = 2", "was written by an older arena"),
        ("PRAGMA user_version = 0", "but 6 were made"),
    ],
)
def test_any_other_edit_is_told(folder: Path, statement: str, sentence: str) -> None:
    edit(folder, statement)
    output = judge_again(folder)
    assert output.status == 1
    assert sentence in output.err


def test_a_file_with_other_tables_is_the_only_fault(folder: Path) -> None:
    edit(folder, "CREATE VIEW more AS SELECT 1")
    output = judge_again(folder)
    assert output.err.count("[E7") == 1
    with open_ledger(folder) as ledger:
        (fault,) = ledger.read().faults
    assert "таблицы в нём не те" in fault.sentence("ru")


def test_a_ledger_made_anew_is_not_the_published_one(folder: Path, tmp_path: Path) -> None:
    with open_ledger(folder) as ledger:
        hashes = ledger.read().hashes
    for games, published in enumerate(hashes):
        output = judge_again(folder, f"{games} {published}")
        assert output.status == 0
        assert f"it is the hash after {games} entries" in output.out
    other = fill(tmp_path / "other", SMALL.replace("small", "large"))
    assert judge_again(other).status == 0
    for published in hashes:
        output = judge_again(other, published)
        assert output.status == 1
        assert f"the ledger does not contain the head {published}" in output.out


def test_an_exchanged_ledger_does_not_fit_what_was_told_of_it(folder: Path, tmp_path: Path) -> None:
    other = fill(tmp_path / "other", SMALL.replace("small", "large"))
    shutil.copy(other / NAME, folder / NAME)
    output = judge_again(folder)
    assert output.status == 1
    assert "ledger.heads has no hash after 0 entries, or another than the ledger" in output.err


def test_entries_of_another_ledger_do_not_continue_this_one(folder: Path, tmp_path: Path) -> None:
    other = fill(tmp_path / "other", SMALL.replace("small", "large"))
    edit(
        folder,
        f"ATTACH '{other / NAME}' AS other",
        "DELETE FROM game WHERE entry = 4",
        "INSERT INTO game SELECT * FROM other.game WHERE entry = 4",
    )
    output = judge_again(folder)
    assert output.status == 1
    assert f"entry 4 ({SHORT}, game 4, " in output.err
    assert "does not continue the one before it" in output.err


# Byte by byte


def spans(folder: Path, data: bytes) -> list[range]:
    """Return the places of records, results and hashes of games in the file."""
    places = []
    for column in TEXTS:
        for value in texts(folder, column):
            if data.count(value) == 1:
                places.append(range(data.index(value), data.index(value) + len(value)))
    return places


def texts(folder: Path, column: str) -> list[bytes]:
    with closing(sqlite3.connect(f"{(folder / NAME).as_uri()}?mode=ro", uri=True)) as connection:
        return [row[0].encode() for row in connection.execute(f"SELECT {column} FROM game")]


def is_told(folder: Path) -> bool:
    """Return whether the reader finds the ledger damaged."""
    try:
        with open_ledger(folder) as ledger:
            return bool(ledger.read().faults)
    except (BadLedger, sqlite3.Error):
        return True


class Editing:
    """Edits of single bytes of a file in the folder of a ledger, each undone before the next."""

    def __init__(self, folder: Path, name: str, seed: str) -> None:
        self.folder = folder
        self.path = folder / name
        self.data = self.path.read_bytes()
        self.contents = contents(folder)
        self.random = Random(seed)
        self.found = 0

    def check(self, places: Sequence[int], count: int, *, matter: bool) -> None:
        """So many edits at some of the places; all must be found if they ``matter`` by themselves.

        Else those that change what SQLite finds in the file.
        """
        assert self.contents is not None
        for number in range(count):
            place = self.random.choice(places)
            value = (self.data[place] + self.random.randrange(1, 256)) % 256
            self._write(place, value)
            is_detected = is_told(self.folder)
            must_be_found = matter or (not is_detected and contents(self.folder) != self.contents)
            assert is_detected or not must_be_found, f"{self.path.name}: {value} at {place}"
            if number % _WHOLE_COMMAND == 0:
                output = judge_again(self.folder)
                assert bool(output.status) == is_detected
                assert not is_detected or output.err
            self.found += is_detected
            self._write(place, self.data[place])

    def _write(self, place: int, value: int) -> None:
        with self.path.open("r+b") as file:
            file.seek(place)
            file.write(bytes([value]))


def test_single_bytes_of_records_results_and_hashes(folder: Path) -> None:
    editing = Editing(folder, NAME, "entries")
    known = [place for span in spans(folder, editing.data) for place in span]
    assert len(known) > 6 * 400
    editing.check(known, EDITS // 2, matter=True)
    assert editing.found == EDITS // 2


def test_single_bytes_of_the_whole_file(folder: Path) -> None:
    editing = Editing(folder, NAME, "file")
    editing.check(range(len(editing.data)), EDITS // 2, matter=False)
    assert 0 < editing.found < EDITS // 2


@pytest.fixture
def running(whole: Path, tmp_path: Path) -> Path:
    """Return the ledger of a running event, whose newest games are in a file beside it."""
    source, folder = tmp_path / "source", tmp_path / "running"
    with open_ledger(whole) as ledger:
        reading = ledger.read()
    source.mkdir()
    with open_ledger(source, writing=True) as ledger:
        starts = {name: list(files) for name, files in reading.starts.items()}
        ledger.begin(dict(reading.facts), reading.entrants, starts)
        for game in reading.games:
            ledger.enter(game)
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("*-shm"))
    return folder


def test_single_bytes_of_what_is_not_in_the_file_yet(running: Path) -> None:
    editing = Editing(running, WAL, "wal")
    assert len(editing.data) > 10_000
    editing.check(range(len(editing.data)), EDITS // 10, matter=False)
    assert editing.found > EDITS // 30


@pytest.mark.parametrize("lose", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_without_what_is_not_in_the_file_yet(running: Path, lose: Callable[[Path], None]) -> None:
    lose(running / WAL)
    output = judge_again(running)
    assert output.status == 1
    assert "the ledger has 0 entries, but 6 were made (ledger.heads)" in output.err
    with pytest.raises(BadLedger, match="but 6 were made"), open_ledger(running, writing=True):
        pass


def test_lines_of_heads_that_were_not_written_are_written_again(running: Path) -> None:
    heads = running / HEADS
    text = heads.read_bytes()
    for torn in (b"", text[:-1], text[:100], text[:200] + bytes(100)):
        heads.write_bytes(torn)
        assert not is_told(running)
        with open_ledger(running, writing=True) as ledger:
            ledger.resume()
        assert heads.read_bytes() == text
    heads.unlink()
    assert judge_again(running).status == 0


def test_edited_lines_of_heads_are_told(running: Path) -> None:
    heads = running / HEADS
    text = heads.read_bytes()
    for place, value in enumerate(text[:-1]):
        heads.write_bytes(text[:place] + bytes([value ^ 1]) + text[place + 1 :])
        assert is_told(running), text[:place]


def test_removed_lines_of_heads_are_told(running: Path) -> None:
    heads = running / HEADS
    lines = heads.read_bytes().splitlines(keepends=True)
    for place in range(len(lines) - 1):
        heads.write_bytes(b"".join(lines[:place] + lines[place + 1 :]))
        output = judge_again(running)
        assert output.status == 1
        assert f"ledger.heads has no hash after {place} entries, or another" in output.err
    heads.write_bytes(lines[0] + bytes(100) + lines[3] + lines[4])  # A power cut lost two lines.
    assert not is_told(running)


def test_heads_that_do_not_reach_the_end_are_noted(running: Path) -> None:
    heads = running / HEADS
    lines = heads.read_bytes().splitlines(keepends=True)
    assert "ledger.heads" not in judge_again(running).out
    for text, missing in ((b"".join(lines[:-2]), 2), (b"", len(lines))):
        heads.write_bytes(text)
        output = judge_again(running)
        assert output.status == 0
        assert f"ledger.heads lacks its last lines: {missing} of {len(lines)}" in output.out
    heads.unlink()
    output = judge_again(running)
    assert output.status == 0
    assert f"ledger.heads lacks its last lines: {len(lines)} of {len(lines)}" in output.out


def test_a_pipe_in_place_of_a_file_keeps_nobody_waiting(running: Path) -> None:
    for name in (NAME, WAL, f"{NAME}-shm", f"{NAME}-journal", HEADS):
        path = running / name
        content = path.read_bytes() if path.exists() else None
        path.unlink(missing_ok=True)
        os.mkfifo(path)
        assert f"{name} of the ledger is not an ordinary file" in judge_again(running).err
        path.unlink()
        if content is not None:
            path.write_bytes(content)
