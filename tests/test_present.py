"""Tests of ``tests/present.py``: one skipped test of a file stands for all with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.present import Case, present, without_repeated_skips

pytest_plugins = ["pytester"]

TESTS = """
import pytest
from tests.present import Case, present

no_tea = pytest.mark.skip(reason="there is no tea")
NUMBERS = [Case("one", (1,)), Case("two", (2,), "there is no tea"), Case("three", (3,), "no milk")]

@no_tea
def test_tea(): raise AssertionError

@pytest.mark.skipif(False, reason="there is no tea")
def test_water(): pass

@pytest.mark.skipif(True, reason="there is no tea")
@pytest.mark.parametrize("cup", range(5))
def test_cups(cup): raise AssertionError

@pytest.mark.parametrize("number", present(NUMBERS))
def test_numbers(number): assert number == 1
"""


@pytest.fixture(name="items")
def make_items(pytester: pytest.Pytester) -> list[pytest.Item]:
    """Collect the tests of two files with the same text."""
    pytester.makepyfile(test_one=TESTS, test_other=TESTS)
    items, _ = pytester.inline_genitems()
    return items


def test_tests_that_can_run_are_kept(items: list[pytest.Item]) -> None:
    kept_names = [
        item.name for item in without_repeated_skips(items) if item.path.name == "test_one.py"
    ]
    assert kept_names == ["test_tea", "test_water", "test_numbers[one]", "test_numbers[three]"]


def test_each_file_keeps_one_skipped_test_for_each_reason(items: list[pytest.Item]) -> None:
    kept_items = without_repeated_skips(items)
    assert {item.path.name for item in kept_items} == {"test_one.py", "test_other.py"}
    assert len(kept_items) == 8


def test_summary_counts_the_tests_that_a_skipped_one_stands_for(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_one=TESTS)
    pytester.makeconftest((Path(__file__).parent / "conftest.py").read_text(encoding="utf-8"))
    result = pytester.runpytest("-p", "no:cacheprovider")
    result.assert_outcomes(passed=2, skipped=2)
    result.stdout.fnmatch_lines(
        ["*= 2 skipped, which stand for 8 =*", "    7  there is no tea", "    1  no milk"]
    )


def test_case_becomes_a_parameter_with_its_name_and_marks() -> None:
    (case,) = present([Case("one", (1, 2), group="numbers")])
    assert (case.id, case.values) == ("one", (1, 2))
    assert [mark.name for mark in case.marks] == ["xdist_group"]
    (absent,) = present([Case("two", (1, 2), "no milk", "numbers")])
    assert [mark.name for mark in absent.marks] == ["skip"]
