"""The schema of event files: it is what the reader reads, and refuses nothing that it takes."""

from __future__ import annotations

import json
import runpy
import tomllib
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest

from formats.fault import Severity
from tests.formats.games.example_games import DEFAULT
from tests.places import ROOT
from tournaments.event.event_schema import FILE
from tournaments.event.reader import event_from_table
from tournaments.event.toml_table import EventFaults, TomlTable

jsonschema = pytest.importorskip("jsonschema")
EVENTS = sorted(FILE.parent.glob("*.toml"))
OTHER_VALUES: tuple[Any, ...] = (
    *("", "x", "3 h", True, False, -1, 0, 1, 7, 10**12, Decimal("0.5"), Decimal(-1)),
    *([], ["x"], [1, 2], [{}], {}, {"x": 1}),
)
WHOLE = tomllib.loads(
    f"""
    title = "All keys"
    seed = 1
    [ladder]
    milestones = ["greedy"]
    games = 4
    [[section]]
    game = "{DEFAULT}"
    name = "one"
    half-moves = 50
    entrants = [
        {{ name = "a", bot = "{DEFAULT}-random" }},
        {{ name = "b", command = "b", arguments = ["1"] }},
    ]
    format = "round-robin"
    cycles = 2
    starts = {{ count = 2, pieces = 3, mirrored = true }}
    time = 5
    memory = "1 GiB"
    clock = "wall"
    sandbox = "landlock"
    tie-breaks = ["wins"]
    points = {{ win = 2 }}
    bonuses = [10, "5 x 2"]
    deadline = 2026-05-01T12:00:00+03:00
    require = ["sources"]
    machine = {{ system = "win7", version = "6.1" }}
    disqualification = "tournament"
    disqualified-games = "lost"
    """,
    parse_float=Decimal,
)


@pytest.fixture(scope="module", name="validator")
def make_validator() -> Any:
    """Validator of event files by the schema that comes with the arena."""
    return jsonschema.Draft7Validator(json.loads(FILE.read_text(encoding="utf-8")))


def as_json(value: Any) -> Any:
    """Return the value as an editor gives it to the schema."""
    match value:
        case dict():
            return {key: as_json(inner) for key, inner in value.items()}
        case list():
            return [as_json(inner) for inner in value]
        case datetime():
            return value.isoformat()
        case Decimal():
            return float(value)
    return value


def is_refused(values: dict[str, Any]) -> bool:
    """Return whether the reader finds an error in the event."""
    faults = EventFaults({})
    top = TomlTable(values, (), faults)
    event_from_table(top)
    return any(d.severity is Severity.ERROR for d in faults.diagnostics.values())


def mutants(values: Any) -> Iterator[Any]:
    """Yield the values with one value replaced, or one key renamed, at each place."""
    if isinstance(values, dict):
        for key, inner in values.items():
            rest = {other: value for other, value in values.items() if other != key}
            yield {**rest, f"{key}x": inner}
            yield from ({**values, key: other} for other in OTHER_VALUES)
            yield from ({**values, key: mutant} for mutant in mutants(inner))
    elif isinstance(values, list):
        for index, inner in enumerate(values):
            yield from (
                [*values[:index], mutant, *values[index + 1 :]] for mutant in mutants(inner)
            )


def test_the_file_is_made_from_the_reader() -> None:
    generated = runpy.run_path(str(ROOT / "scripts" / "event-schema"))["text"]()
    assert FILE.read_text(encoding="utf-8") == generated, "run scripts/event-schema"


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.stem)
def test_events_of_the_arena_name_the_schema_and_keep_to_it(path: Any, validator: Any) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"#:schema {FILE.name}\n")
    validator.validate(as_json(tomllib.loads(text)))


def test_an_event_with_all_keys_is_taken_by_both(validator: Any) -> None:
    assert not is_refused(WHOLE)
    validator.validate(as_json(WHOLE))


def test_the_reader_refuses_all_that_the_schema_refuses(validator: Any) -> None:
    refused = taken = 0
    for mutant in mutants(WHOLE):
        if is_refused(mutant):
            refused += not validator.is_valid(as_json(mutant))
            taken += validator.is_valid(as_json(mutant))
        else:
            assert validator.is_valid(as_json(mutant)), mutant
    assert refused > taken, "the schema finds most of the mistakes"
