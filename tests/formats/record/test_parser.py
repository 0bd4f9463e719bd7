"""Tests of faulty records: every kind of fault, and any text at all."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats import record as record_module
from formats.fault import FaultKind
from formats.games import all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.record import BadRecord, read_record, write_record
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.formats.games.game_folders import files_of

TEXTS = [path.read_text(encoding="utf-8") for _, path in files_of("records/*.txt")]

RECORD = (
    f"""\
[Event "A quarrel in the corner"]
[Start "A 1 U/0 30/0 30/----/----/----/----/game {STEPS}/rules classic"]
[Result "0-1"]
"""
    """
1. a1-b2-c3 {[%emt 1]} d4-c3-b2 {[%emt 2] two killed}
2. pass {[%emt 0.5]} a1 {[%emt 0]}
0-1
"""
)

FAULTY = [
    # text to replace and its replacement; code, line and column of the fault
    ("[Event", "Event", "R106", 1, 1),  # moves begin here without any tag
    ('corner"]', "corner]", "R101", 1, 1),
    ("[Event", "[Ev-ent", "R101", 1, 1),
    ("[Result", "[Event", "R102", 3, 1),
    ("[Start", "[Begin", "R103", 1, 1),
    ("30/----/", "30/---/", "R104", 2, 1),
    ("A 1 U", "A 1 B", "R104", 2, 1),
    (f"/game {STEPS}/rules classic", "/game go", "R104", 2, 1),
    ('[Result "0-1"]', '[Limit "ten"]', "R105", 3, 1),
    ('[Result "0-1"]', '[Limit "0"]', "R105", 3, 1),
    ('[Result "0-1"]', '[Limit "-3"]', "R105", 3, 1),
    ('[Result "0-1"]', '[Limit "２"]', "R105", 3, 1),
    ('[Result "0-1"]', '[Limit "2"]', "L002", 6, 4),
    ("2. pass", "3. pass", "R111", 6, 1),
    ("2. pass", "2... pass", "R111", 6, 1),
    ("2. pass", "02. pass", "R111", 6, 1),
    ("two killed}", "two killed", "R112", 5, 33),
    ("1. a1", "{hello} 1. a1", "R113", 5, 1),
    ("two killed}", "two} {killed}", "R113", 5, 48),
    ("%emt 2]", "%emt two]", "R114", 5, 33),
    ("%emt 2]", "%emt -2]", "R114", 5, 33),
    ("%emt 2]", "%emt 2,5]", "R114", 5, 33),
    ("%emt 2]", "%emt 30.000001]", "R115", 5, 33),
    ("\n0-1\n", "\n0-1\n0-1\n", "R116", 8, 1),
    ("\n0-1\n", "\n0-1 {good}\n", "R116", 7, 5),
    ("\n0-1\n", "\n", "R117", 6, 25),
    ('[Result "0-1"]', '[Result "1-0"]', "R118", 3, 1),
    ("\n0-1\n", "\n1-0\n", "R118", 7, 1),
    ("\n0-1\n", "\n*\n", "R118", 7, 1),
    # faults of the rules
    ("a1-b2-c3", "a1-b2-c4", "L204", 5, 4),
    ("a1-b2-c3", "a1-b2,c3", "L001", 5, 4),
    ("a1-b2-c3", "a1-b2-c3 a1-b2-c3", "L205", 5, 13),
    ("pass {", "pass } {", "L001", 6, 9),
    ("\n0-1\n", " a2\n0-1\n", "L002", 6, 36),
]


def fault_of_record(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        read_record(text)
    return caught.value


def test_the_record_to_be_spoiled_is_correct() -> None:
    assert read_record(RECORD).result == "B"


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "column"), FAULTY, ids=[f"{w[2]} {w[1].strip()}" for w in FAULTY]
)
def test_a_fault_is_reported_with_its_place(
    old: str, new: str, code: str, line: int, column: int
) -> None:
    assert RECORD.count(old) >= 1
    error = fault_of_record(RECORD.replace(old, new, 1))
    diagnostic = error.diagnostic
    assert (diagnostic.code, diagnostic.line, diagnostic.column) == (code, line, column)
    assert str(error) == f"line {line}: {diagnostic.sentence()}"
    for sentence in (diagnostic.sentence("en"), diagnostic.sentence("ru")):
        assert sentence
        assert not re.search(r"\{[a-z_]+\}", sentence)


def test_every_kind_of_fault_has_an_example() -> None:
    kinds = [kind for kind in vars(record_module).values() if isinstance(kind, FaultKind)]
    assert {kind.code for kind in kinds} <= {code for _, _, code, _, _ in FAULTY}


def test_a_faulty_start_is_explained_by_its_own_fault() -> None:
    start = f"A 1 U/0 30/0 30/---/----/----/----/game {STEPS}"
    (start_fault,) = read_matrix(start.replace("/", "\n").encode()).diagnostics
    diagnostic = fault_of_record(f'[Start "{start}"]').diagnostic
    assert diagnostic.sentence() == f"the start position is wrong: {start_fault.sentence()}"
    assert diagnostic.sentence("ru") == f"начальная позиция неверна: {start_fault.sentence('ru')}"


def test_a_limit_above_that_of_the_game_is_a_fault() -> None:
    game = all_games()[DEFAULT]()
    start = write_matrix(Matrix(game, game.start())).strip().replace("\n", "/")
    text = '[Limit "{}"]\n[Start "' + start + '"]\n\n*\n'
    assert read_record(text.format(60)).start.game.limit == 60
    assert fault_of_record(text.format(61)).diagnostic.code == "R104"


@pytest.mark.parametrize("text", ["", "\n", "\ufeff", "1-0", "[", "{", "}", "[A]", "\ud800"])
def test_a_nearly_empty_text_is_no_record(text: str) -> None:
    fault_of_record(text)


def test_a_lone_surrogate_is_a_fault() -> None:
    assert fault_of_record(RECORD.replace("----", "---\ud800", 1)).diagnostic.code == "R104"
    assert fault_of_record(RECORD.replace("a1-b2", "a1-\ud800", 1)).diagnostic.code == "L001"


# Any text


def record_or_fault(text: str) -> None:
    """Read the text; assert that it is a fault or a record that can be written and read."""
    try:
        written = write_record(read_record(text))
    except BadRecord:
        return
    assert write_record(read_record(written)) == written


@given(st.text())
def test_any_text_is_a_record_or_has_a_fault(text: str) -> None:
    record_or_fault(text)


@given(st.lists(st.sampled_from(
    ["[", "]", '"', "{", "}", "[Start ", "A 1 U/0 1/0 1/", "oo/oo/", f"game {SHORT}", "\n", " ",
     "1.", "1...", "b2", "a1", "1-0", "*", "[%emt ", "0.5", "\\"]
)))  # fmt: skip
def test_any_pieces_of_a_record_are_a_record_or_have_a_fault(pieces: list[str]) -> None:
    record_or_fault("".join(pieces))


@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_a_spoiled_record_is_a_record_or_has_a_fault(number: int) -> None:
    random = Random(number)
    for _ in range(200):
        record_or_fault(spoil(TEXTS[number], random))


def spoil(text: str, random: Random) -> str:
    """Return the text with a few characters changed, lost or doubled, or with lines exchanged."""
    for _ in range(random.randint(1, 3)):
        start = random.randrange(len(text))
        end = start + random.randint(0, 4)
        piece = random.choice(["", text[start:end] * 2, random.choice('{}[]"\\/.:-* \nA1é'), "0-1"])
        text = text[:start] + piece + text[end:]
    lines = text.splitlines(keepends=True)
    if random.random() < 0.2:
        random.shuffle(lines)
    return "".join(lines)
