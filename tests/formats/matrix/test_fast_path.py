"""What is read quickly is what the thorough reader reads."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.matrix import Matrix, Reading, read_matrix, write_matrix
from formats.matrix.faults import POINTS_NOT_ZERO
from formats.transition import Change, change_of
from tests.formats.change_files import Change as FoundChange
from tests.formats.change_files import all_changes
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.formats.games.games_for_tests import VARIANTS, passages
from tests.formats.games.variant import Variant
from tests.formats.matrix.properties import check_any_input, check_any_successor, check_glance

PLAIN = [
    "B 22 U\n0 1.22\n0 1.9\n" + "--B-----\n" * 2 + "---*----\n" * 4 + "------A-\n" * 2,
    f"A 3 U\n0 29.5\n0 30\nA---\n----\n----\n---B\ngame {STEPS}\nrules sesc\nlast d1-c2-d4\n",
    f"B 2 U\n0 1e-05\n0 30\nooo\nooo\no--\ngame {SHORT}\nlast b1\n",
]
HANDED = [matrix for text in PLAIN if (matrix := read_matrix(text.encode()).matrix)]
"""What a file may be said to follow."""
ODD = [
    *"ABDUabo-*019. \t\r\n\x0b\x0c\x1c\x85\u00a0\u2028АВо１\0+-,eE",
    "\n\n", "\r\n", "  ", " x", "game", "game ", f"\ngame {SHORT}", "\nlast pass", "\nrules\n",
    "last", f"\ngame {DEFAULT}\n", "GAME\n", "0" * 10, "nan", "1,5", "-1",
]  # fmt: skip


@st.composite
def nearly_plain(draw: st.DrawFn) -> bytes:
    """A plain file with some few odd things in it."""
    text = draw(st.sampled_from(PLAIN))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 2)))
        text = text[:start] + draw(st.sampled_from(ODD)) + text[end:]
    return text.encode()


@given(nearly_plain())
@settings(max_examples=3000)
def test_a_glance_sees_what_is_there(data: bytes) -> None:
    check_any_input(data)
    for before in HANDED:
        check_any_successor(data, before)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_is_written_needs_no_more_than_a_glance(variant: Variant) -> None:
    for _, _, after in passages(variant, Random(str(variant))):
        assert check_glance(write_matrix(after).encode())


@pytest.mark.parametrize("text", PLAIN)
def test_other_ends_of_lines_need_no_more(text: str) -> None:
    assert check_glance(text.encode())
    assert check_glance(text.replace("\n", "\r\n").encode())
    assert check_glance(text.removesuffix("\n").encode())
    assert check_glance(b"\xef\xbb\xbf" + text.encode())


@pytest.mark.parametrize("text", PLAIN)
@pytest.mark.parametrize(("plain", "odd"), [(" ", "  "), ("U\n", "U \n"), ("\n", "\r"), ("-", "–")])
def test_what_is_odd_is_left_to_the_thorough_reader(text: str, plain: str, odd: str) -> None:
    data = text.replace(plain, odd).encode()
    assert not check_glance(data)
    check_any_input(data)


def test_places_are_found_in_a_file_that_was_glanced_at() -> None:
    data = PLAIN[0].replace("0 1.22", "7 1.22").replace("------A-", "B-----A-").encode()
    assert check_glance(data)
    told = [(d.code, d.line, d.column) for d in read_matrix(data).diagnostics]
    assert told == [("M222", 2, 1), ("M411", 11, 1)]


def test_in_a_file_that_cannot_be_read_a_fault_stands_at_the_beginning() -> None:
    for data in (b"", b" \n", b"\xff\xfe", b"x" * 70000):
        found = read_matrix(data).locate(POINTS_NOT_ZERO("points A", points=1))
        assert (found.line, found.column, found.width) == (1, 1, 1)


FOOTER_LINES = [
    *(f"game {SHORT}", f"game {STEPS}", f"game {DEFAULT}"),
    *("game x", f"Game {SHORT}", f"game  {SHORT}"),
    *("rules classic", "rules sesc passing=no", "rules x", "rules", "last", "last a1", "last pass"),
    *("last a1-b2-c3", "last zz0", "last A1", " last b1 ", "last b1 c1", "last а1", "x y"),
    *("", "\f", "last b1\f"),
]


@given(st.data())
@settings(max_examples=2000)
def test_a_footer_is_read_the_same_however_often_its_lines_were_read_before(
    data: st.DataObject,
) -> None:
    lines = data.draw(st.lists(st.sampled_from(FOOTER_LINES), min_size=1, max_size=4))
    end = data.draw(st.sampled_from(["\n", "\r\n", "\n \n"]))
    board = data.draw(st.sampled_from(["oo\noo\n", "----\n" * 4]))
    text = f"B 2 U\n0 30\n0 30\n{board}" + "".join(line + end for line in lines)
    for before in (None, *HANDED):
        check_glance(text.encode(), before)
        check_glance(text.removesuffix(end).encode(), before)


def judged(data: bytes, before: Matrix) -> tuple[Reading, Change]:
    reading = read_matrix(data, limit=before.game.limit, before=before)
    return reading, change_of(before, reading, ())


def check_judged_the_same(data: bytes, before: Matrix) -> None:
    """Judged as if it had been read thoroughly."""
    quick = judged(data, before)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("formats.matrix.reading.read_quickly", lambda *_: None)
        assert judged(data, before) == quick


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_whole_games_are_judged_as_by_the_thorough_reader(variant: Variant) -> None:
    for before, _, after in passages(variant, Random(str(variant))):
        check_judged_the_same(write_matrix(after).encode(), before)
        check_judged_the_same(write_matrix(before).encode(), before)


@pytest.mark.parametrize("change", [each for each in all_changes() if each.after], ids=str)
def test_every_change_is_judged_as_by_the_thorough_reader(change: FoundChange) -> None:
    before = read_matrix(change.before.encode()).matrix
    assert before is not None
    check_judged_the_same(change.after.encode(), before)


@given(st.sampled_from(HANDED), nearly_plain())
@settings(max_examples=1000)
def test_odd_files_are_judged_as_by_the_thorough_reader(before: Matrix, data: bytes) -> None:
    check_judged_the_same(data, before)
