"""Tests of files that follow another: what they leave out is taken from the file before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from formats.fault import Fault, Severity
from formats.games import all_games
from formats.matrix import Matrix, Reading, read_matrix, write_matrix
from formats.transition import change_of
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.formats.games.games_for_tests import VARIANTS, Passage, passages
from tests.formats.games.variant import Variant
from tests.formats.matrix.properties import check_any_successor, check_quick_reading

KEYS = ("game", "rules", "last")
LEFT_OUT = [keys for number in (1, 2, 3) for keys in combinations(KEYS, number)]
OTHER_RULES = {"classic": "rules sesc", "sesc": "rules classic"}
WITH_RULES = [variant for variant in VARIANTS if variant.game.name == STEPS]
CLASSIC = all_games()[STEPS]()


def some_passages(variant: Variant) -> Iterator[Passage]:
    """Return the first move of a random game, and every third."""
    return (p for n, p in enumerate(passages(variant, Random(str(variant)))) if n % 3 == 0)


def without(text: str, *keys: str) -> str:
    """Return the text without these lines of its footer."""
    return "".join(f"{line}\n" for line in text.splitlines() if line.split()[0] not in keys)


def needs_last(before: Matrix, after: Matrix) -> bool:
    """Return whether the board alone does not show the move."""
    return isinstance(before.game.infer_move(before.position, after.position.board), Fault)


def next_of(before: Matrix, text: str, *, lenient: bool = False) -> Reading:
    """Read the text as a file that follows `before`."""
    limit = before.game.limit
    return read_matrix(text.encode(), lenient=lenient, limit=limit, before=before)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("left_out", LEFT_OUT, ids="-".join)
def test_a_missing_footer_line_is_taken_from_the_file_before(
    variant: Variant, left_out: tuple[str, ...]
) -> None:
    for before, move, after in some_passages(variant):
        if "last" in left_out and needs_last(before, after):
            continue
        text = without(write_matrix(after), *left_out)
        check_any_successor(text.encode(), before)
        reading = next_of(before, text)
        assert reading.diagnostics == ()
        assert reading.matrix is not None
        assert reading.matrix.game == before.game
        assert reading.matrix.position.board == after.position.board
        change = change_of(before, reading)
        assert (change.move, change.good) == (move, True)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_file_without_a_footer_is_read_quickly(variant: Variant) -> None:
    for before, _, after in some_passages(variant):
        keys = (*KEYS, *before.game.state_lines)
        assert check_quick_reading(without(write_matrix(after), *keys).encode(), before)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_file_in_the_style_of_class_bots_is_correct(variant: Variant) -> None:
    """No footer, times of six digits or one, blank lines at the end, CR LF."""
    spellings = ("{:g}", "{:.1f}", "{:.6g}")
    for number, (before, move, after) in enumerate(some_passages(variant)):
        if needs_last(before, after):
            continue
        rows, position = after.position.board.rows, after.position
        spelling = spellings[number % 3]
        lines = [f"{position.player} {position.half_move} {after.winner or 'U'}"]
        for points, time in zip(position.points, after.times, strict=True):
            lines.append(f"{points} {spelling.format(float(time))}")
        text = "\r\n".join([*lines, *rows, "", "", ""])
        change = change_of(before, next_of(before, text))
        assert (change.good, change.move) == (True, move), text


def errors(before: Matrix, text: str) -> list[str]:
    """Return the codes of the errors of the file as a successor of `before`."""
    diagnostics = change_of(before, next_of(before, text)).diagnostics
    return [d.code for d in diagnostics if d.severity is Severity.ERROR]


def first_of(variant: Variant) -> Passage:
    return next(passages(variant, Random(str(variant))))


@pytest.mark.parametrize("variant", WITH_RULES, ids=str)
def test_other_rules_are_a_fault_with_and_without_the_game(variant: Variant) -> None:
    before, _, after = first_of(variant)
    named = without(write_matrix(after), "rules", "last") + OTHER_RULES.get(
        str(before.game.rules_line), "rules classic\n"
    )
    assert errors(before, named) == ["L012"]
    assert errors(before, without(named, "game")) == ["L012"]


@pytest.mark.parametrize("variant", WITH_RULES, ids=str)
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("game ", "gаme "), ["M412"]),  # a Cyrillic letter
        ((STEPS, STEPS.replace("a", "а")), ["M412"]),  # a Cyrillic letter
        (("game ", "game x-"), ["M407"]),
        (("game ", "game\nhello "), ["M405", "M402"]),
    ],
)
def test_a_footer_line_that_is_present_must_be_correct(
    variant: Variant, change: tuple[str, str], expected: list[str]
) -> None:
    before, _, after = first_of(variant)
    changed = without(write_matrix(after), "rules", "last").replace(*change)
    strict, lenient = (
        change_of(before, next_of(before, changed, lenient=lenient)) for lenient in (False, True)
    )
    assert [d.code for d in strict.diagnostics] == expected
    assert [d.code for d in lenient.diagnostics] == expected
    assert not strict.good
    assert lenient.good == (expected == ["M412"])


def test_the_game_of_a_faulty_board_is_that_of_the_file_before() -> None:
    """A single file with such a board could be of any game."""
    before, _, after = first_of(Variant(CLASSIC, "classic"))
    text = without(write_matrix(after), *KEYS).replace("\nA", "\n1", 1)
    diagnostics = next_of(before, text).diagnostics
    assert [d.code for d in diagnostics] == ["M311"]
    assert "- A B a b" in (diagnostics[0].hint() or "")


def test_a_faulty_board_is_compared_with_the_size_of_the_file_before() -> None:
    before, _, after = first_of(next(v for v in VARIANTS if v.title == "20 x 13"))
    assert before.game.name == SHORT
    width = before.position.board.width
    rows = [f"{row}-" for row in after.position.board.rows]
    rows[0] = rows[0][:-1]
    text = "\n".join([*write_matrix(after).splitlines()[:3], *rows])
    diagnostics = next_of(before, text).diagnostics
    assert {d.code for d in diagnostics} == {"M302"}
    assert all(d.fault.values["right"] == width for d in diagnostics)


def test_a_limit_is_taken_from_the_file_before() -> None:
    before, _, after = first_of(Variant(replace(CLASSIC, limit=1), "a limit"))
    drawn = without(write_matrix(after), *KEYS)
    assert drawn.startswith("B 2 D")
    assert errors(before, drawn) == []
    assert errors(before, drawn.replace("D", "A", 1)) == ["M505"]


def test_a_single_file_without_a_footer_is_of_the_default_game() -> None:
    board = "--------\n" * 6 + "A-------\nA------B\n"
    reading = read_matrix(f"B 2 U\n0 29\n0 30\n{board}".encode())
    assert reading.matrix is not None
    assert reading.matrix.game.name == DEFAULT
