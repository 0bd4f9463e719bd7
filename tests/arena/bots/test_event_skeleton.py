"""``arena new --event``: the file that it writes, and its messages."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from arena.bots import event_skeleton
from arena.bots.event_skeleton import GROUPS, LADDER, SCHEMA, SEED, EventSkeleton, Key, game_keys
from formats.games import all_games
from formats.text import LANGUAGES, Language
from tests.arena.conftest import Run
from tests.formats.games.example_games import SHORT
from tests.places import ROOT
from tournaments.event.event_schema import FILE
from tournaments.event.model import Event
from tournaments.event.reader import read_event

KEYS = [SEED, *(key for keys in GROUPS.values() for key in keys)]
every_key = pytest.mark.parametrize("key", KEYS, ids=lambda key: key.line.split(" =")[0])
every_game = pytest.mark.parametrize("game", all_games())
every_language = pytest.mark.parametrize("language", LANGUAGES)


def text_of(game: str = SHORT, language: Language = "en") -> str:
    return EventSkeleton("spring", game, language).text


def event_of(text: str) -> Event:
    """Return the event of a text in which the reader finds nothing to say."""
    reading = read_event(text.encode())
    assert reading.diagnostics == ()
    assert reading.event
    return reading.event


def uncommented(text: str, *keys: Key) -> str:
    for key in keys:
        assert text.count(f"\n# {key.line} ") == 1, key.line
        text = text.replace(f"\n# {key.line} ", f"\n{key.line} ")
    return text


def keys_of(schema: dict[str, Any]) -> Iterator[str]:
    """Yield the keys of all tables of a schema."""
    for key, value in schema.items():
        if key == "properties":
            yield from value
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                yield from keys_of(part)


@every_game
@every_language
def test_the_file_is_valid_as_it_is(game: str, language: Language) -> None:
    text = text_of(game, language)
    assert text.startswith(f"#:schema {SCHEMA}\n")
    assert event_of(text).title == "spring"
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(FILE.read_text(encoding="utf-8"))
    jsonschema.Draft7Validator(schema).validate(tomllib.loads(text))


@every_key
def test_a_commented_default_changes_nothing_and_an_example_does(key: Key) -> None:
    before, after = event_of(text_of()), event_of(uncommented(text_of(), key))
    if key.line.startswith("format"):  # which names the format that is meant without it
        assert after.sections[0].format == before.sections[0].format
    if key.line.startswith("cycles"):
        assert after.sections[0].format.schedule("ab", 0) == before.sections[0].format.schedule(
            "ab", 0
        )
    else:
        assert (after == before) is key.is_default


def test_keys_of_the_ladder_are_its_defaults() -> None:
    heading, *keys = LADDER
    ladder = event_of(uncommented(text_of(), heading)).ladder
    assert ladder
    for key in keys:
        other = event_of(uncommented(text_of(), heading, key)).ladder
        assert (other == ladder) is key.is_default


@every_game
def test_every_example_of_the_game_is_valid(game: str) -> None:
    for key in game_keys(all_games()[game]):
        event_of(uncommented(text_of(game), key))


@every_game
@every_language
def test_a_board_of_two_numbers_in_a_comment_is_valid(game: str, language: Language) -> None:
    for key in game_keys(all_games()[game]):
        for columns, rows in re.findall(r"\[(\d+), (\d+)\]", key.comment.say(language)):
            text = text_of(game).replace(f"# {key.line} ", f"size = [{columns}, {rows}] ")
            assert event_of(text) != event_of(text_of(game))


def test_every_key_is_in_the_file_or_in_the_document() -> None:
    schema = json.loads(FILE.read_text(encoding="utf-8"))
    document = (ROOT / "docs/events.md").read_text(encoding="utf-8")
    everything = "\n".join(text_of(game) for game in all_games())
    missing = {
        key
        for key in keys_of(schema)
        if f"\n# {key} = " not in everything
        and f"\n{key} = " not in everything
        and f"`{key}`" not in document
    }
    assert missing == set()


# The command


@pytest.mark.usefixtures("folder")
def test_the_command_writes_event_file_and_schema_and_names_the_next_step(run: Run) -> None:
    result = run("new", "Весна 2030", "--event", "--game", SHORT, "--to", "cups", "--lang", "ru")
    assert result.status == 0
    (path,) = Path("cups").glob("*.toml")
    assert f"arena run '{path}'" in result.out
    text = path.read_text(encoding="utf-8")
    assert event_of(text).title == "Весна 2030"
    assert "# секунд у каждой стороны" in text
    assert Path("cups", SCHEMA).read_bytes() == FILE.read_bytes()
    assert run("new", "Весна 2030", "--event", "--to", "cups").status == 2
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.usefixtures("folder")
def test_our_bots_play_the_event(run: Run) -> None:
    assert run("new", "cup", "--event", "--game", SHORT).status == 0
    result = run("run", "cup.toml")
    assert result.status == 0
    assert f"{SHORT}-greedy" in run("table", "cup").out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--game", "chess"], "chess"),
        (["--language", "python"], "--language"),
        (["--to", "file"], "file"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_wrong_usage_is_told(run: Run, words: list[str], message: str) -> None:
    Path("file").touch()
    result = run("new", "cup", "--event", *words)
    assert result.status == 2
    assert message in result.err
    assert not Path("cup.toml").exists()


def test_numbers_are_written_as_the_reader_takes_them() -> None:
    limits = event_of(text_of()).sections[0].limits
    assert limits.time == Decimal(30)


@pytest.mark.parametrize(
    ("styles", "bots"), [(["random"], []), (["champion", "random"], ["random", "champion"])]
)
def test_the_bots_of_an_event_file_have_different_names(
    monkeypatch: pytest.MonkeyPatch, styles: list[str], bots: list[str]
) -> None:
    monkeypatch.setattr(event_skeleton, "builtin_styles", lambda: {SHORT: styles})
    skeleton = EventSkeleton("cup", SHORT, "en")
    assert skeleton.bots == [f"{SHORT}-{bot}" for bot in bots]
    assert read_event(skeleton.text.encode()).event
