"""Tests of a winner written in a Virus War file: an error unless passes or a limit explain it."""

from __future__ import annotations

import pytest

from formats.games.virus_war import VirusWar
from formats.games.virus_war.rules import RULE_SETS
from formats.matrix import read_matrix
from formats.transition import change
from tests.formats.matrix.test_winner import codes

MID_GAME = "A {half_move} {winner}\n0 29\n0 29\n---B\n--BB\nAA--\nA---\ngame virus-war\n"


def mid_game(winner: str, rules: str, last: str = "", half_move: int = 5) -> str:
    footer = f"rules {rules}\n" + (f"last {last}\n" if last else "")
    return MID_GAME.format(winner=winner, half_move=half_move) + footer


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_draw_in_a_single_file_may_come_from_a_limit(rules: str) -> None:
    assert codes(mid_game("D", rules, "d4-c3-d3")) == ["M504"]
    assert codes(mid_game("D", rules, "d4-c3-d3"), limit=5) == ["M503"]
    assert codes(mid_game("D", rules, "d4-c3-d3"), limit=4) == []


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("last", ["", "pass"])
def test_a_result_in_a_single_file_may_come_from_two_passes(rules: str, last: str) -> None:
    game = VirusWar.with_rules(rules)
    possible = (
        {"kill-all": "D", "last-turn": "B"}.get(game.rules.ending) if game.rules.passing else ""
    )
    for winner in "ABD":
        expected = "M503"
        if winner == possible:
            expected = "" if last else "M504"
        diagnosed = codes(mid_game(winner, rules, last), limit=100)
        assert diagnosed == ([expected] if expected else []), winner


def test_two_passes_take_two_half_moves() -> None:
    empty = "{} {} D\n0 29\n0 29\n----\n----\n----\n----\ngame virus-war\n"
    assert codes(empty.format("B", 2), limit=100) == ["M503"]
    assert codes(empty.format("A", 3), limit=100) == ["M504"]


@pytest.mark.parametrize(("limit", "expected"), [(None, "L032"), (9, "M503"), (5, "")])
def test_a_change_to_a_draw_needs_a_known_limit(limit: int | None, expected: str) -> None:
    before = read_matrix(mid_game("U", "sesc", "d4-c3-d3").encode(), limit=limit)
    after = b"B 6 D\n0 28\n0 29\n---B\n--BB\nAA--\nAAAA\n"
    diagnostics = change(before, read_matrix(after, limit=limit, before=before.matrix)).diagnostics
    assert [d.code for d in diagnostics] == ([expected] if expected else [])
