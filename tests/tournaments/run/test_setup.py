"""An event begins once; later only its identity is checked."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from sqlite3 import Connection

import pytest

from formats.fault import Fault
from formats.game import StartRequest
from formats.matrix import Matrix, write_matrix
from tests.formats.games.example_games import SHORT
from tournaments.entrants.enrolment import CannotEnrol, refuse_to_build
from tournaments.event.reader import read_event
from tournaments.ledger import open_ledger
from tournaments.ledger.heads_file import HeadsFile
from tournaments.ledger.ledger_reading import LedgerReading, read
from tournaments.run.event_run import Run
from tournaments.run.setup import EventSource, find_programs, open_event, set_up, starts
from tournaments.run.tournament import SectionState, tournament_from_ledger

CUP = f"""\
title = "Cup"
game = "{SHORT}"
entrants = [{{ bot = "{SHORT}-nim" }}, {{ name = "petrov", command = "petrov" }}]
format = "auto"
evening = "1 h"
"""


def source(base: Path, text: str = CUP) -> EventSource:
    event = read_event(text.encode()).event
    assert event
    (base / "petrov").write_text("petrov's")
    (base / "built").write_text("ours")
    return EventSource(event, text, base)


def begin_cup(base: Path) -> EventSource:
    """Return the cup, whose folder is beside its file."""
    cup = source(base)
    with open_event(base / "cup") as ledger_folder:
        set_up(
            cup,
            ledger_folder,
            find_programs(cup, ledger_folder, lambda _: base / "built"),
            parallel_games=2,
        )
    return cup


def codes(refused: pytest.ExceptionInfo[CannotEnrol]) -> list[str]:
    return [fault.kind.code for fault in refused.value.faults]


def test_open_settings_are_fixed_as_the_event_begins(tmp_path: Path) -> None:
    cup = begin_cup(tmp_path)
    with open_event(tmp_path / "cup") as ledger_folder:
        assert ledger_folder.has_begun
        assert ledger_folder.ledger.fact("event") == cup.text
        assert '"name": "round-robin"' in (ledger_folder.ledger.fact(f"format {SHORT}") or "")
        known = ledger_folder.ledger.read()
        names = {entrant.name: entrant for entrant in known.of(SHORT)}
        assert set(names) == {f"{SHORT}-nim", "petrov"}
        assert ledger_folder.store.path(names["petrov"].sha256).read_text() == "petrov's"
        assert len(known.starts[SHORT]) == 1


def test_a_built_in_bot_is_built_only_when_an_event_begins(tmp_path: Path) -> None:
    cup = begin_cup(tmp_path)
    with open_event(tmp_path / "cup") as ledger_folder:
        programs = find_programs(cup, ledger_folder, refuse_to_build)
        assert {program.name: program.data for program in programs}[f"{SHORT}-nim"] == b"ours"
        set_up(cup, ledger_folder, programs, parallel_games=7)
    with open_event(tmp_path / "new") as ledger_folder, pytest.raises(CannotEnrol) as refused:
        find_programs(cup, ledger_folder, refuse_to_build)
    assert codes(refused) == ["E207"]


def test_an_event_that_goes_on_reads_its_ledger_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, readings = begin_cup(tmp_path), count()

    def read_and_count(connection: Connection, heads: HeadsFile, version: int) -> LedgerReading:
        next(readings)
        return read(connection, heads, version)

    monkeypatch.setattr("tournaments.ledger.ledger.read", read_and_count)
    with open_event(tmp_path / "cup") as ledger_folder:
        set_up(cup, ledger_folder, find_programs(cup, ledger_folder), parallel_games=2)
        assert Run(ledger_folder).tournament.event == cup.event
    assert next(readings) == 1


def test_a_program_that_is_another_now_is_refused(tmp_path: Path) -> None:
    cup = begin_cup(tmp_path)
    (tmp_path / "petrov").write_text("better")
    with open_event(tmp_path / "cup") as ledger_folder, pytest.raises(CannotEnrol) as refused:
        set_up(cup, ledger_folder, find_programs(cup, ledger_folder), parallel_games=2)
    assert codes(refused) == ["E702"]


def test_another_event_file_is_refused_before_anything_is_looked_for(tmp_path: Path) -> None:
    begin_cup(tmp_path)
    other = source(tmp_path, CUP.replace("1 h", "2 h"))
    (tmp_path / "petrov").unlink()
    with open_event(tmp_path / "cup") as ledger_folder, pytest.raises(CannotEnrol) as refused:
        find_programs(other, ledger_folder)
    assert codes(refused) == ["E701"]


def test_only_one_process_begins_an_event(tmp_path: Path) -> None:
    begin_cup(tmp_path)
    folder = tmp_path / "cup"
    with open_event(folder), pytest.raises(CannotEnrol) as refused, open_event(folder):
        pass
    assert codes(refused) == ["E706"]


def test_a_wrong_start_is_told_in_the_language_of_the_reader(tmp_path: Path) -> None:
    cup = source(tmp_path, CUP + 'starts = ["1.txt"]\n')
    (tmp_path / "1.txt").write_text("")
    with open_event(tmp_path / "cup") as ledger_folder, pytest.raises(CannotEnrol) as refused:
        set_up(
            cup,
            ledger_folder,
            find_programs(cup, ledger_folder, lambda _: tmp_path / "built"),
            parallel_games=2,
        )
    (fault,) = refused.value.faults
    assert fault.sentence("en").endswith("the file is empty")
    assert fault.sentence("ru").endswith("файл пуст")


@pytest.mark.parametrize(
    ("size", "faults"), [("", []), ("size = [7, 5]\n", []), ("size = 4\n", ["E408"])]
)
def test_start_files_have_the_size_that_the_event_says(
    tmp_path: Path, size: str, faults: list[str]
) -> None:
    cup = source(tmp_path, CUP + f'{size}starts = ["1.txt"]\n')
    (section,) = cup.event.sections
    usual = Matrix(section.game, section.game.start(StartRequest((7, 5))))
    (tmp_path / "1.txt").write_text(write_matrix(usual), encoding="utf-8")
    codes_of_starts = [s.kind.code for s in starts(section, tmp_path) if isinstance(s, Fault)]
    assert codes_of_starts == faults


def goes_on(base: Path, text: str) -> SectionState:
    """Return the section of the event after it has gone on with a file."""
    with open_event(base / "cup") as ledger_folder:
        cup = source(base, text)
        set_up(
            cup,
            ledger_folder,
            find_programs(cup, ledger_folder, lambda _: base / "built"),
            parallel_games=2,
        )
    with open_ledger(base / "cup") as ledger:
        return tournament_from_ledger(ledger).sections[0]


def test_comments_and_bonuses_may_be_added_while_it_is_played(tmp_path: Path) -> None:
    begin_cup(tmp_path)
    state = goes_on(tmp_path, f"# a comment\n\n{CUP}")
    assert not state.decisions.entries
    for bonuses, sums in (('[10, "5 x 2"]', [10, 5, 5]), ("{ champion = 7 }", [7]), ("[]", [])):
        head, _, rest = CUP.partition("\n")
        text = f"{head}\nbonuses = {bonuses}\n{rest}"
        state = goes_on(tmp_path, text)
        assert list(state.bonuses) == sums
        decided = len(state.decisions.entries)
        assert len(goes_on(tmp_path, text).decisions.entries) == decided, "it is entered once"
    assert decided == 3
    with open_ledger(tmp_path / "cup") as ledger:
        assert not ledger.read().faults


def test_a_change_of_a_key_that_changes_games_is_refused_by_its_name(tmp_path: Path) -> None:
    begin_cup(tmp_path)
    with pytest.raises(CannotEnrol) as refused:
        goes_on(tmp_path, CUP.replace("1 h", "2 h") + "# late\n")
    (fault,) = refused.value.faults
    assert fault.sentence().endswith(': evening was "1 h", is "2 h"')
