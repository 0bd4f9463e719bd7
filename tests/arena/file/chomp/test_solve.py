"""``arena solve`` of Chomp, whose values are exact."""

from __future__ import annotations

import json

from tests.arena.conftest import Run

FILE = "A 1 U\n0 30\n0 30\nooo\nooo\ngame chomp\n"


def test_a_position_is_solved_exactly(run: Run) -> None:
    output = json.loads(run("solve", "-", "--format", "json", stdin=FILE.encode()).out)
    assert (output["winner"], output["best"]) == ("A", "c2")
    assert {move["move"] for move in output["moves"] if move["winner"] == "A"} == {"c2"}
    # With three half-moves to go, not every game comes to an end.
    limited = json.loads(
        run("solve", "-", "--format", "json", "--limit", "3", stdin=FILE.encode()).out
    )
    assert limited["winner"] == "U"
