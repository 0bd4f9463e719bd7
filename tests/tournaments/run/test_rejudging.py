"""A second judgement confirms right entries and finds wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from referee.verdict import Ending
from tests.formats.games.example_games import DEFAULT
from tests.tournaments.events import SMALL, needs_arena, run, tournament_in
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.rejudging import judge_again
from tournaments.run.tournament import Tournament

pytestmark = [needs_arena, pytest.mark.xdist_group("run")]

CHEAT = """\
#!/bin/sh
sed -i 's/A 1 U/B 2 A/; s/B 2 U/A 3 B/' matrix.txt
"""
EVENT = f"""\
title = "Cheats"
game = "{DEFAULT}"
starts = {{ count = 1, pieces = 3 }}
entrants = [
    {{ name = "honest", bot = "{DEFAULT}-greedy", arguments = ["--seed", "1"] }},
    {{ name = "cheat", command = "cheat" }},
    {{ name = "absent", command = "absent" }},
]
"""


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    """An event with honest games, false files and crashes."""
    folder = tmp_path_factory.mktemp("cheats")
    for name, text in (("cheat", CHEAT), ("absent", "#!/bin/sh\nexit 3\n")):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    (folder / "event.toml").write_text(EVENT)
    run(folder / "event.toml")
    return tournament_in(folder / "event")


def with_entry(tournament: Tournament, entry: LedgerGame) -> Tournament:
    (state,) = tournament.sections
    entries = {**state.entries, entry.id: entry}
    return replace(tournament, sections=(replace(state, entries=entries),))


def differences(tournament: Tournament) -> list[str]:
    return [difference.sentence.say("en") for difference in judge_again(tournament).differences]


def first(tournament: Tournament, *endings: Ending) -> LedgerGame:
    entries = tournament.sections[0].entries.values()
    return next(entry for entry in entries if entry.ending in endings)


def test_a_true_ledger_is_confirmed(tournament: Tournament) -> None:
    endings = {entry.ending for entry in tournament.sections[0].entries.values()}
    assert {Ending.CRASH, Ending.NO_MOVE} <= endings or {
        Ending.CRASH,
        Ending.ILLEGAL_MOVE,
    } <= endings
    assert differences(tournament) == []
    assert judge_again(tournament).sections_with_other_table == []


def test_further_processes_judge_like_one(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = first(tournament, Ending.CRASH)
    false = with_entry(tournament, with_other_winner(entry))
    expected = judge_again(false)
    monkeypatch.setattr("tournaments.run.rejudging._WORTH_PROCESSES", 1)
    assert judge_again(false, processes=2) == expected
    assert judge_again(tournament, processes=3).games == len(tournament.sections[0].entries)


def with_other_winner(entry: LedgerGame) -> LedgerGame:
    return replace(entry, winner="A" if entry.winner == "B" else "B")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (with_other_winner, "by the rules it is"),
        (lambda e: replace(e, ending=Ending.REPETITION), "by the rules it is"),
        (
            lambda e: replace(e, record=e.record.replace("Start", "Stort")),
            "the record is wrong",
        ),
        (lambda e: replace(e, first=e.second, second=e.first), "the players or the number"),
        (lambda e: replace(e, half_moves=e.half_moves + 2), "half-moves in the record differ"),
        (lambda e: replace(e, id=f"9{e.id[1:]}"), "no such game"),
        (lambda e: replace(e, changes=f"{e.changes} 00-"), "the cells that its moves change"),
    ],
)
def test_a_false_entry_is_found(
    tournament: Tournament, change: Callable[[LedgerGame], LedgerGame], sentence: str
) -> None:
    for entry in list(tournament.sections[0].entries.values()):
        sentences = differences(with_entry(tournament, change(entry)))
        assert len(sentences) == 1
        assert sentence in sentences[0]


def test_a_record_in_another_form_is_found(tournament: Tournament) -> None:
    entry = next(e for e in tournament.sections[0].entries.values() if e.half_moves)
    other_form = replace(entry, record=entry.record.replace(" {[%emt", "{[%emt", 1))
    (sentence,) = differences(with_entry(tournament, other_form))
    assert "the record is not written as" in sentence


def test_false_times_are_found(tournament: Tournament) -> None:
    entry = first(tournament, Ending.CRASH, Ending.NO_MOVE, Ending.ILLEGAL_MOVE)
    (state,) = tournament.sections
    for each in state.entries.values():
        if each.winner == "A" and each.half_moves:
            more = (each.seconds[0] + 1, each.seconds[1])
            (sentence,) = differences(with_entry(tournament, replace(each, seconds=more)))
            assert "times" in sentence
    assert entry.seconds >= (Decimal(0), Decimal(0))


def test_a_false_file_is_judged_by_itself(tournament: Tournament) -> None:
    entry = first(tournament, Ending.NO_MOVE, Ending.ILLEGAL_MOVE, Ending.FALSE_HEADER)
    assert entry.evidence is not None
    other = Ending.MALFORMED_FILE
    (sentence,) = differences(with_entry(tournament, replace(entry, ending=other)))
    assert entry.ending.label in sentence
    assert other.label in sentence


def test_the_small_event(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    run(tmp_path / "small.toml", "--jobs", "2")
    tournament = tournament_in(tmp_path / "small")
    assert differences(tournament) == []
    assert judge_again(tournament).sections_with_other_table == []
