"""``arena solve`` of Virus War: proven on small boards, estimated on large ones."""

from __future__ import annotations

import json

from tests.arena.conftest import Run

SMALL = "A 1 U\n0 30\n0 30\n" + "----\n" * 4 + "game virus-war\nrules last-move\n"
LARGE = SMALL.replace("----\n" * 4, ("-" * 10 + "\n") * 10)


def test_a_small_board_is_proven(run: Run) -> None:
    text = run("solve", "-", "--seconds", "60", stdin=SMALL.encode()).out.splitlines()
    assert text[1] == "crosses (A) wins, proven"
    assert text[2].startswith("* a1-")


def test_a_large_board_is_estimated(run: Run) -> None:
    words = ("solve", "-", "--seconds", "0.5", "--format", "json")
    output = json.loads(run(*words, stdin=LARGE.encode()).out)
    assert (output["winner"], output["proven"]) == ("U", False)
    assert 0 < output["chance"] < 1
    assert output["best"].startswith("a1-")
