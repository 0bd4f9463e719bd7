"""Valid event files, their meaning, and the events that are shipped."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.builder.executable import kernels, programs
from formats.fault import Severity
from formats.game import StartRequest
from formats.games import all_games
from referee.clock import Clock
from referee.sandbox.isolation_levels import IsolationLevel
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.places import ROOT
from tournaments.event.model import Entrant, Event, Format, Section
from tournaments.event.reader import read_event
from tournaments.standings.scoring import DEFAULT_TIE_BREAKS, Penalty, Removed

SHIPPED = sorted(Path(str(files("tournaments") / "events")).glob("*.toml"))
MALFORMED = sorted((Path(__file__).parent / "malformed").glob("*.toml"))


def event(text: str) -> Event:
    reading = read_event(text.encode())
    assert [(d.line, d.sentence()) for d in reading.diagnostics] == []
    assert reading.event is not None
    return reading.event


def section(text: str) -> Section:
    (only,) = event(f'title = "x"\n{text}').sections
    return only


SHORT_GAME = f'game = "{SHORT}"\nentrants = "bots"\n'
DEFAULT_GAME = f'game = "{DEFAULT}"\nentrants = "bots"\n'


def test_an_evening_above_the_sections_is_shared_by_the_automatic_ones() -> None:
    sections = event(
        f"""\
title = "Two games"
format = "auto"
evening = "3 h"
entrants = "bots"
[[section]]
game = "{SHORT}"
[[section]]
game = "{DEFAULT}"
[[section]]
game = "{STEPS}"
evening = "30 min"
[[section]]
name = "all"
game = "{SHORT}"
format = "round-robin"
"""
    ).sections
    hours = [float(each.format.options.get("evening", 0)) / 3600 for each in sections]
    assert hours == [1.5, 1.5, 0.5, 0]


def test_an_event_of_three_lines() -> None:
    parsed = section(SHORT_GAME)
    assert (parsed.name, parsed.game.name, parsed.folder, parsed.entrants) == (
        *(SHORT, SHORT, "bots"),
        (),
    )
    assert parsed.format == Format("round-robin")
    assert parsed.starts.requests == (StartRequest(),)
    assert parsed.limits.time == 30
    assert parsed.limits.clock is Clock.CPU
    assert parsed.scoring.tie_breaks == DEFAULT_TIE_BREAKS
    assert parsed.scoring.disqualification is Penalty.GAME
    assert parsed.bonuses == ()


def test_limits() -> None:
    parsed = section(
        f"""{SHORT_GAME}
        time = 2.5
        clock = "wall"
        margin = 0.25
        startup = 1
        memory = "512 MiB"
        file-size = "1.5 MB"
        sandbox = false
        letters = "lenient"
        half-moves = 12
        """
    )
    limits = parsed.limits
    assert [limits.time, limits.margin, limits.startup] == [Decimal("2.5"), Decimal("0.25"), 1]
    assert (limits.memory, limits.program_size) == (512 * 1024**2, 1_500_000)
    assert limits.clock is Clock.WALL
    assert (limits.isolation, limits.lenient_letters) == (IsolationLevel.NONE, True)
    assert parsed.game.limit == 12


def test_a_game_keeps_its_own_limit() -> None:
    assert section(DEFAULT_GAME).game.limit == 60
    assert section(SHORT_GAME).game.limit is None


def test_rules_and_size() -> None:
    parsed = section(
        f'game = "{STEPS}"\nrules = "classic passing=no"\nsize = 6\nentrants = "bots"\n'
    )
    assert parsed.game.rules_line == "classic passing=no"
    assert parsed.game.start(parsed.starts.requests[0]).board.width == 6


def test_entrants_of_all_kinds() -> None:
    parsed = section(
        f"""
        game = "{SHORT}"
        entrants = [
          {{ bot = "{SHORT}-nim" }},
          {{ name = "copy", bot = "{SHORT}-nim" }},
          {{ name = "Иванов", command = "ivanov.exe" }},
          {{ name = "petrov", command = "bots/petrov", arguments = ["--depth", "3"] }},
        ]
        """
    )
    assert parsed.folder is None
    assert parsed.entrants == (
        Entrant(f"{SHORT}-nim", bot=f"{SHORT}-nim"),
        Entrant("copy", bot=f"{SHORT}-nim"),
        Entrant("Иванов", command="ivanov.exe"),
        Entrant("petrov", command="bots/petrov", arguments=("--depth", "3")),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('format = "round-robin"\ncycles = 3', Format("round-robin", {"cycles": 3})),
        ('format = "swiss"\nrounds = 5', Format("swiss", {"rounds": 5})),
        ('format = "swiss"', Format("swiss")),
        ('format = "knockout"\nthird-place = false', Format("knockout", {"third_place": False})),
        (
            'format = "groups"\ngroups = 4\nadvance = 1\nfinal = "knockout"\ncycles = 2',
            Format("groups", {"groups": 4, "advance": 1, "final": "knockout", "cycles": 2}),
        ),
        ('format = "auto"\nevening = "2 h"', Format("auto", {"evening": 7200})),
        ('format = "auto"\nevening = 90', Format("auto", {"evening": 90})),
    ],
)
def test_formats(text: str, expected: Format) -> None:
    parsed = section(SHORT_GAME + text).format
    assert parsed == expected
    if parsed.name != "auto":
        schedule = parsed.schedule([str(n) for n in range(12)], 0)
        assert schedule.name == parsed.name
        assert all(getattr(schedule, key) == value for key, value in parsed.options.items())


def test_starts_from_files() -> None:
    starts = section(SHORT_GAME + 'starts = ["one.txt", "two.txt"]').starts
    assert (starts.files, starts.count) == (("one.txt", "two.txt"), 2)


def test_starts_by_lot_depend_on_the_seed_alone() -> None:
    text = DEFAULT_GAME + "starts = { count = 3, pieces = 5, marks = 4, mirrored = true }"
    first, same, other = (event(f'title = "x"\nseed = {n}\n{text}') for n in (1, 1, 2))
    assert first == same
    boards = [
        [s.game.start(request).board for request in s.starts.requests]
        for s in (first.sections[0], other.sections[0])
    ]
    assert len(set(boards[0] + boards[1])) == 6
    assert all(len(board.where("A")) == 5 for board in boards[0])
    assert all(len(board.where("*")) == 4 for board in boards[0])


def test_a_number_of_starts() -> None:
    starts = section(DEFAULT_GAME + "starts = 4").starts
    assert starts.count == 4
    assert len({request.seed for request in starts.requests}) == 4


def test_points_and_places() -> None:
    parsed = section(
        f"""{SHORT_GAME}
        points = {{ win = 3, draw = 1.5 }}
        bonuses = [10, 5, 2.5]
        tie-breaks = ["wins", "time-used"]
        disqualification = "tournament"
        disqualified-games = "annulled"
        """
    )
    points = parsed.scoring.points
    assert [points.win, points.draw, points.loss] == [3, Fraction(3, 2), 0]
    assert [step.points for step in parsed.bonuses] == [10, 5, Fraction(5, 2)]
    assert parsed.scoring.tie_breaks == ("wins", "time-used")
    assert parsed.scoring.disqualification is Penalty.TOURNAMENT
    assert parsed.scoring.removed is Removed.ANNULLED


def test_sections_share_what_stands_above_them_and_may_differ() -> None:
    parsed = event(
        f"""
        title = "Two"
        time = 5
        format = "knockout"
        entrants = "bots"

        [[section]]
        game = "{SHORT}"

        [[section]]
        name = "long"
        game = "{DEFAULT}"
        time = 30
        format = "round-robin"
        cycles = 2
        """
    )
    assert [part.name for part in parsed.sections] == [SHORT, "long"]
    assert [part.limits.time for part in parsed.sections] == [5, 30]
    assert [part.format.name for part in parsed.sections] == ["knockout", "round-robin"]
    assert [part.folder for part in parsed.sections] == ["bots", "bots"]


def test_seeds_as_listed_or_by_lot() -> None:
    names = list("abcdefgh")
    assert section(SHORT_GAME).in_draw_order(names, 1) == tuple(names)
    drawn = section(SHORT_GAME + 'seeding = "lot"')
    assert sorted(drawn.in_draw_order(names, 1)) == names
    assert (
        drawn.in_draw_order(names, 1)
        == drawn.in_draw_order(names[::-1], 1)
        != drawn.in_draw_order(names, 2)
    )


# The events that are shipped


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_event_is_right(path: Path) -> None:
    parsed = event(path.read_text(encoding="utf-8"))
    for part in parsed.sections:
        assert part.entrants or part.folder
        assert all(entrant.bot or entrant.command for entrant in part.entrants)


def shipped_events(name: str) -> Event:
    (path,) = (path for path in SHIPPED if path.stem == name)
    return event(path.read_text(encoding="utf-8"))


def test_these_are_shipped() -> None:
    assert {path.stem for path in SHIPPED} >= {"demo", f"{DEFAULT}-2014", "petersburg", STEPS}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_bots_of_the_example_events_can_be_built(path: Path) -> None:
    known = {program.name: program.kernel.replace("_", "-") for program in programs()}
    for part in event(path.read_text(encoding="utf-8")).sections:
        assert {known[entrant.bot] for entrant in part.entrants if entrant.bot} <= {part.game.name}


def test_the_example_events_are_installed() -> None:
    """The events are part of the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "events/*.toml" in project["tool"]["setuptools"]["package-data"]["tournaments"]


def test_demo_has_all_games_with_a_player_and_is_over_in_a_minute() -> None:
    """The demo is short even if all bots except greedy and random ones use all their time."""
    demo = shipped_events("demo")
    played = {name for name in all_games() if name.replace("-", "_") in kernels()}
    assert {part.game.name for part in demo.sections} == played
    thinkers = ("champion", "uct")
    seconds = 0.0
    for part in demo.sections:
        names = [entrant.name for entrant in part.entrants]
        thinking = sum(name.endswith(thinkers) for name in names)
        games_each = 2 * part.starts.count * (len(names) - 1)
        seconds += float(part.limits.time) * thinking * games_each
    assert seconds / 2 < 30


# Anything at all


@st.composite
def damaged(draw: Callable[[st.SearchStrategy[int]], int]) -> bytes:
    """An event file after some accidents."""
    paths = [*SHIPPED, *MALFORMED]
    data = paths[draw(st.integers(0, len(paths) - 1))].read_bytes()[:2000]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        length = draw(st.integers(0, 8))
        put = b"=[]{}\"'#.\n,-0x\xd0\x00"
        start = draw(st.integers(0, len(put) - 1))
        data = data[:at] + put[start : start + draw(st.integers(0, 3))] + data[at + length :]
    return data


@given(damaged())
@settings(max_examples=300)
@example(b"")
@example(b"\xef\xbb\xbf")
@example(b'a."b.c".d = 1')
def test_anything_is_read_or_told_wrong(data: bytes) -> None:
    reading = read_event(data)
    errors = [d for d in reading.diagnostics if d.severity is Severity.ERROR]
    assert (reading.event is None) == bool(errors)
    for diagnostic in reading.diagnostics:
        assert diagnostic.sentence("en").isprintable()
        assert diagnostic.sentence("ru").isprintable()
        assert 1 <= diagnostic.line <= max(1, len(reading.source)) or not reading.source


@pytest.mark.parametrize(
    ("text", "isolation"),
    [
        ("true", None),
        ("false", IsolationLevel.NONE),
        ('"namespaces"', IsolationLevel.NAMESPACES),
        ('"landlock"', IsolationLevel.LANDLOCK),
    ],
)
def test_an_event_demands_an_isolation_level(text: str, isolation: IsolationLevel | None) -> None:
    assert section(f"{SHORT_GAME}sandbox = {text}").limits.isolation is isolation
    reading = read_event(f'title = "x"\n{SHORT_GAME}sandbox = "jail"'.encode())
    assert [each.sentence() for each in reading.diagnostics] != []
