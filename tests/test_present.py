"""Of the tests that cannot run here one of each file is left, and tells how many it stands for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.present import Case, one_for_all, present

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
    """The tests of two files that are alike."""
    pytester.makepyfile(test_one=TESTS, test_other=TESTS)
    items, _ = pytester.inline_genitems()
    return items


def test_what_can_run_does(items: list[pytest.Item]) -> None:
    left = [item.name for item in one_for_all(items) if item.path.name == "test_one.py"]
    assert left == ["test_tea", "test_water", "test_numbers[one]", "test_numbers[three]"]


def test_one_of_each_file_is_left(items: list[pytest.Item]) -> None:
    left = one_for_all(items)
    assert {item.path.name for item in left} == {"test_one.py", "test_other.py"}
    assert len(left) == 8


def test_it_tells_how_many_it_stands_for(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_one=TESTS)
    pytester.makeconftest((Path(__file__).parent / "conftest.py").read_text(encoding="utf-8"))
    result = pytester.runpytest("-p", "no:cacheprovider")
    result.assert_outcomes(passed=2, skipped=2)
    result.stdout.fnmatch_lines(
        ["*= 2 skipped, which stand for 8 =*", "    7  there is no tea", "    1  no milk"]
    )


def test_a_case_is_a_parameter_with_its_name() -> None:
    (case,) = present([Case("one", (1, 2), group="numbers")])
    assert (case.id, case.values) == ("one", (1, 2))
    assert [mark.name for mark in case.marks] == ["xdist_group"]
    (absent,) = present([Case("two", (1, 2), "no milk", "numbers")])
    assert [mark.name for mark in absent.marks] == ["skip"]
