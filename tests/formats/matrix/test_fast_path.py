"""Tests that the quick reading of files agrees with the thorough one."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.matrix import Matrix, Reading, read_matrix, write_matrix
from formats.matrix.faults import POINTS_NOT_ZERO
from formats.transition import Change, change_of
from tests.formats.change_files import Change as ChangeFile
from tests.formats.change_files import all_changes
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.formats.games.games_for_tests import VARIANTS, passages
from tests.formats.games.variant import Variant
from tests.formats.matrix.properties import (
    check_any_input,
    check_any_successor,
    check_quick_reading,
)

PLAIN = [
    "B 22 U\n0 1.22\n0 1.9\n" + "--B-----\n" * 2 + "---*----\n" * 4 + "------A-\n" * 2,
    f"A 3 U\n0 29.5\n0 30\nA---\n----\n----\n---B\ngame {STEPS}\nrules sesc\nlast d1-c2-d4\n",
    f"B 2 U\n0 1e-05\n0 30\nooo\nooo\no--\ngame {SHORT}\nlast b1\n",
]
PRECEDING = [matrix for text in PLAIN if (matrix := read_matrix(text.encode()).matrix)]
"""Matrices that a file may follow."""
ODD = [
    *"ABDUabo-*019. \t\r\n\x0b\x0c\x1c\x85\u00a0\u2028АВо１\0+-,eE",
    "\n\n", "\r\n", "  ", " x", "game", "game ", f"\ngame {SHORT}", "\nlast pass", "\nrules\n",
    "last", f"\ngame {DEFAULT}\n", "GAME\n", "0" * 10, "nan", "1,5", "-1",
]  # fmt: skip


@st.composite
def nearly_plain(draw: st.DrawFn) -> bytes:
    """Return a plain file with a few odd changes."""
    text = draw(st.sampled_from(PLAIN))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 2)))
        text = text[:start] + draw(st.sampled_from(ODD)) + text[end:]
    return text.encode()


@given(nearly_plain())
@settings(max_examples=3000)
def test_nearly_plain_files_are_read_alike(data: bytes) -> None:
    check_any_input(data)
    for before in PRECEDING:
        check_any_successor(data, before)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_canonical_files_are_read_quickly(variant: Variant) -> None:
    for _, _, after in passages(variant, Random(str(variant))):
        assert check_quick_reading(write_matrix(after).encode())


@pytest.mark.parametrize("text", PLAIN)
def test_files_with_other_line_ends_are_read_quickly(text: str) -> None:
    assert check_quick_reading(text.encode())
    assert check_quick_reading(text.replace("\n", "\r\n").encode())
    assert check_quick_reading(text.removesuffix("\n").encode())
    assert check_quick_reading(b"\xef\xbb\xbf" + text.encode())


@pytest.mark.parametrize("text", PLAIN)
@pytest.mark.parametrize(("plain", "odd"), [(" ", "  "), ("U\n", "U \n"), ("\n", "\r"), ("-", "–")])
def test_odd_files_are_read_thoroughly(text: str, plain: str, odd: str) -> None:
    data = text.replace(plain, odd).encode()
    assert not check_quick_reading(data)
    check_any_input(data)


def test_faults_of_a_quickly_read_file_have_places() -> None:
    data = PLAIN[0].replace("0 1.22", "7 1.22").replace("------A-", "B-----A-").encode()
    assert check_quick_reading(data)
    places = [(d.code, d.line, d.column) for d in read_matrix(data).diagnostics]
    assert places == [("M222", 2, 1), ("M411", 11, 1)]


def test_a_fault_of_an_unreadable_file_is_placed_at_its_beginning() -> None:
    for data in (b"", b" \n", b"\xff\xfe", b"x" * 70000):
        diagnostic = read_matrix(data).locate(POINTS_NOT_ZERO("points A", points=1))
        assert (diagnostic.line, diagnostic.column, diagnostic.width) == (1, 1, 1)


FOOTER_LINES = [
    *(f"game {SHORT}", f"game {STEPS}", f"game {DEFAULT}"),
    *("game x", f"Game {SHORT}", f"game  {SHORT}"),
    *("rules classic", "rules sesc passing=no", "rules x", "rules", "last", "last a1", "last pass"),
    *("last a1-b2-c3", "last zz0", "last A1", " last b1 ", "last b1 c1", "last а1", "x y"),
    *("", "\f", "last b1\f"),
]


@given(st.data())
@settings(max_examples=2000)
def test_a_footer_is_read_alike_with_cached_lines(
    data: st.DataObject,
) -> None:
    lines = data.draw(st.lists(st.sampled_from(FOOTER_LINES), min_size=1, max_size=4))
    end = data.draw(st.sampled_from(["\n", "\r\n", "\n \n"]))
    board = data.draw(st.sampled_from(["oo\noo\n", "----\n" * 4]))
    text = f"B 2 U\n0 30\n0 30\n{board}" + "".join(line + end for line in lines)
    for before in (None, *PRECEDING):
        check_quick_reading(text.encode(), before)
        check_quick_reading(text.removesuffix(end).encode(), before)


def reading_and_change(data: bytes, before: Matrix) -> tuple[Reading, Change]:
    reading = read_matrix(data, limit=before.game.limit, before=before)
    return reading, change_of(before, reading, ())


def check_judged_the_same(data: bytes, before: Matrix) -> None:
    """Assert that the quick and the thorough reading are judged alike."""
    quick = reading_and_change(data, before)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("formats.matrix.reading.read_quickly", lambda *_: None)
        assert reading_and_change(data, before) == quick


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_whole_games_are_judged_alike(variant: Variant) -> None:
    for before, _, after in passages(variant, Random(str(variant))):
        check_judged_the_same(write_matrix(after).encode(), before)
        check_judged_the_same(write_matrix(before).encode(), before)


@pytest.mark.parametrize("change", [c for c in all_changes() if c.after], ids=str)
def test_every_change_is_judged_alike(change: ChangeFile) -> None:
    before = read_matrix(change.before.encode()).matrix
    assert before is not None
    check_judged_the_same(change.after.encode(), before)


@given(st.sampled_from(PRECEDING), nearly_plain())
@settings(max_examples=1000)
def test_odd_files_are_judged_alike(before: Matrix, data: bytes) -> None:
    check_judged_the_same(data, before)
