"""A secret seed: nobody knows it before the event begins, and everybody can check it afterwards."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from arena.report.page import page, tables
from tests.formats.games.example_games import DEFAULT
from tests.tournaments.events import needs_arena, run, tournament_in
from tournaments.event.model import Section
from tournaments.event.reader import read_event
from tournaments.event.secret_seed import SecretSeed
from tournaments.run.event_data import standings_data
from tournaments.run.rejudging import judge_again
from tournaments.run.tournament import SectionState, Tournament

pytestmark = pytest.mark.xdist_group("run")

NAMES = ("one", "two", "three", "four", "five", "six")
EVENT = f"""\
title = "Secret"
seed = "secret"
game = "{DEFAULT}"
half-moves = 4
format = "knockout"
seeding = "lot"
starts = 1
entrants = [
{"".join(f'{{ name = "{name}", bot = "{DEFAULT}-random" }},' for name in NAMES)}
]
"""


@pytest.fixture(name="folder", scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("secret")
    (folder / "event.toml").write_text(EVENT, encoding="utf-8")
    run(folder / "event.toml", "--to", str(folder / "one"))
    output = run(folder / "event.toml", "--to", str(folder / "two"))
    seed = tournament_in(folder / "two").event.secret_seed
    assert seed is not None
    first, *_, last = [line for line in output.splitlines() if seed.hash in line]
    assert str(seed.value) not in first
    assert seed.salt not in first
    assert f"«{seed.written}»" in last
    return folder


@needs_arena
def test_the_published_hash_binds_the_event_to_its_seed(folder: Path) -> None:
    events = [tournament_in(folder / name) for name in ("one", "two")]
    for tournament in events:
        seed = tournament.event.secret_seed
        assert seed is not None
        assert seed.hash == sha256(seed.written.encode()).hexdigest()
        assert judge_again(tournament).draw_differences == []
        assert judge_again(tournament).differences == []
    assert events[0].event.seed != events[1].event.seed
    assert events[0].sections[0].starts != events[1].sections[0].starts


@needs_arena
def test_another_seed_gives_another_event(folder: Path) -> None:
    tournament = tournament_in(folder / "one")
    other = read_event(EVENT.encode(), SecretSeed(1, "0" * 32)).event
    assert other is not None
    judgement = judge_again(
        replace(tournament, event=other, sections=_of(tournament, other.sections[0]))
    )
    assert [text.en.partition(":")[2].split()[1] for text in judgement.draw_differences] == [
        "start",
        "start",
        "order",
    ]


@needs_arena
def test_a_play_off_on_a_position_of_choice_is_found(folder: Path) -> None:
    tournament = tournament_in(folder / "one")
    (state,) = tournament.sections
    assert state.play_off is not None
    chosen = replace(tournament, sections=(replace(state, play_off=state.starts[0]),))
    (difference,) = judge_again(chosen).draw_differences
    assert "the start position of play-offs is not the one" in difference.en


def _of(tournament: Tournament, section: Section) -> tuple[SectionState, ...]:
    (state,) = tournament.sections
    return (replace(state, section=section),)


@needs_arena
def test_a_secret_seed_is_closed_until_all_games_are_played(folder: Path) -> None:
    over = tournament_in(folder / "one")
    (state,) = over.sections
    entries = dict(list(state.entries.items())[:-1])
    going_on = replace(over, sections=(replace(state, entries=entries),))
    seed = over.event.secret_seed
    assert seed is not None
    for tournament in (over, going_on):
        shown = [
            page(tournament, "en"),
            tables(tournament, [], ""),
            json.dumps(standings_data(tournament, tournament.sections)),
        ]
        for text in shown:
            assert seed.hash in text
            assert (seed.salt in text) is (str(seed.value) in text) is tournament.is_finished


def test_before_the_event_begins_there_is_none() -> None:
    event = read_event(EVENT.encode()).event
    assert event is not None
    assert (event.seed, event.has_secret_seed, event.secret_seed) == (0, True, None)
    (diagnostic,) = read_event(EVENT.replace("secret", "Secret").encode()).diagnostics
    assert diagnostic.sentence() == '«seed» must be a whole number or "secret", not «Secret»'
