"""``arena schema``: what commands print as JSON keeps to the schemas that are printed for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arena.event.schema import OUTPUTS, Subject
from tests.arena.conftest import AFTER, EXAMPLE, Run
from tests.formats.games.example_games import SHORT
from tests.tournaments.filled_ledger import fill
from tournaments.event.event_schema import FILE
from tournaments.event.secret_seed import SECRET

jsonschema = pytest.importorskip("jsonschema")


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an event that was played to its end."""
    return fill(tmp_path_factory.mktemp("event"))


def closed(schema: Any) -> Any:
    """Return the schema, but without other keys than it names."""
    match schema:
        case {"properties": _}:
            return {key: closed(part) for key, part in schema.items()} | {
                "additionalProperties": False
            }
        case dict():
            return {key: closed(part) for key, part in schema.items()}
        case list():
            return [closed(part) for part in schema]
    return schema


def keeps_to(run: Run, subject: Subject, *words: str) -> Any:
    """Return what the command prints, once it was found to keep to the printed schema."""
    schema = json.loads(run("schema", subject.value).out)
    assert schema["title"] == f"JSON of arena {subject}"
    as_json = ["--json"] if subject is Subject.DOCTOR else ["--format", "json"]
    data = json.loads(run(subject.value, *words, *as_json).out)
    validator = jsonschema.Draft7Validator(closed(schema))
    validator.validate(data)
    return data


def test_every_output_that_has_a_schema_is_held_against_it() -> None:
    assert set(OUTPUTS) == set(Subject) - {Subject.EVENT}
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert set(OUTPUTS) <= tested


def test_the_schema_of_events_is_the_one_of_the_file(run: Run) -> None:
    assert run("schema").out == run("schema", "event").out == FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_an_unknown_subject_is_wrong_usage(run: Run, lang: str) -> None:
    result = run("schema", "chess", "--lang", lang)
    assert result.status == 2
    assert "validate" in result.err


def test_validate(run: Run, tmp_path: Path) -> None:
    before, after, bad = (tmp_path / name for name in ("1.txt", "2.txt", "bad.txt"))
    before.write_text(EXAMPLE)
    after.write_text(AFTER)
    bad.write_text(EXAMPLE.replace("A", "А"))
    assert keeps_to(run, Subject.VALIDATE, str(before), str(after))["move"]
    assert keeps_to(run, Subject.VALIDATE, str(after), str(before))["move"] is None
    assert keeps_to(run, Subject.VALIDATE, str(bad))["files"][0]["diagnostics"]


def test_check(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "bot.txt"
    text.write_text("no program")
    data = keeps_to(run, Subject.CHECK, str(text), "--game", SHORT, "--no-sandbox")
    assert not data["good"]
    assert any(finding["advice"] for finding in data["findings"])


def test_table(run: Run, event: Path) -> None:
    data = keeps_to(run, Subject.TABLE, str(event))
    assert all(section["crosstable"] for section in data["sections"])


@pytest.mark.usefixtures("folder")
def test_table_of_an_event_with_a_secret_seed_and_a_decision(run: Run) -> None:
    bots = ", ".join(f'{{ name = "{name}", bot = "{SHORT}-random" }}' for name in "abc")
    text = f'title = "Cup"\nseed = "{SECRET}"\ngame = "{SHORT}"\nentrants = [{bots}]\n'
    Path("cup.toml").write_text(text)
    assert run("run", "cup.toml").status == 0
    assert run("disqualify", "cup", "a", "--reason", "copied").status == 0
    data = keeps_to(run, Subject.TABLE, "cup")
    assert {"seed", "salt", "seed-hash"} <= set(data)
    assert data["sections"][0]["decisions"]


def test_export(run: Run, event: Path) -> None:
    assert all(game["record"] for game in keeps_to(run, Subject.EXPORT, str(event), "--full"))


def test_solve(run: Run, tmp_path: Path) -> None:
    start = tmp_path / "start.txt"
    start.write_text(run("start", SHORT, "--size", "3x3").out)
    data = keeps_to(run, Subject.SOLVE, str(start))
    assert data["proven"]
    assert data["moves"]


def test_doctor(run: Run) -> None:
    assert {ability["name"] for ability in keeps_to(run, Subject.DOCTOR)} >= {"extra-web"}
