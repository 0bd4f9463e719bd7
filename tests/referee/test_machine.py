"""The cores of a machine, each once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.machine import cores


def test_every_core_is_one_that_may_be_used() -> None:
    assert cores()
    assert set(cores()) <= os.sched_getaffinity(0)


@pytest.mark.parametrize(
    ("lists", "usable", "right"),
    [
        (["0", "1"], {0, 1}, [0, 1]),
        (["0-1", "0-1", "2-3", "2-3"], {0, 1, 2, 3}, [0, 2]),
        (["0,2", "1,3", "0,2", "1,3"], {0, 1, 2, 3}, [0, 1]),
        (["0,2", "1,3", "0,2", "1,3"], {2, 3}, [2, 3]),
        (["0,2", "1,3", "0,2", "1,3"], {0, 2, 3}, [0, 3]),
        (None, {0, 1}, [0, 1]),
    ],
)
def test_threads_of_a_core_are_counted_once(
    monkeypatch: pytest.MonkeyPatch, lists: list[str] | None, usable: set[int], right: list[int]
) -> None:
    """Other machines than this one, by what the kernel would tell of them."""

    def told(path: Path) -> str:
        if lists is None:
            raise FileNotFoundError(path)
        return lists[int(path.parts[5].removeprefix("cpu"))] + "\n"

    monkeypatch.setattr("referee.machine.Path.read_text", told)
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: usable)
    assert cores() == right
