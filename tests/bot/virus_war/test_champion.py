"""Tests of the champion of Virus War: forts, passes, fronts and the limit.

Games have a fixed amount of work and are seeded, so that they are the same each time.
"""

from __future__ import annotations

from random import Random

import pytest

from bot.virus_war.kernel import Position
from research.kernel import play_random_opening, start

HEADER = "{player} {half_move} U\n0 30\n0 30\n"
NODES = 2000


def position(board: str, rules: str, player: str = "A", last: str = "") -> Position:
    """Return the position of a board, with a half-move of the player."""
    half_move = 9 if player == "A" else 10
    text = HEADER.format(player=player, half_move=half_move) + board
    text += f"game virus-war\nrules {rules}\n"
    return Position((text + (f"last {last}\n" if last else "")).encode())


# The noughts lose by every turn, unless they answer a pass with another.
LOST = """\
BbbBB
AaBbB
Aab-B
AAbb-
AAAB-
"""

# Killed enemies surround the symbols of both sides; between them the cells are empty.
FORTS = """\
AAbaBB
AAbaBB
bbbaaa
------
------
------
"""

# Both sides have entered; after some random steps, many more are possible.
EARLY = """\
------BB-B
------B-B-
-----B----
----------
----------
----------
----------
-A--------
-AA-------
AAA-------
"""

# The encyclopedia's figures of fronts are pictures, and lost. Its lines say this much of them:
# the crosses come from i4 and k4, with a wide front from h4 too; the noughts stand on i7 and k7,
# and on i8, from where h7 and h8 are reached but not g7.
NARROW = """\
----------
----------
--------B-
--------BB
----------
----------
--------AA
----------
----------
----------
"""
WIDE = NARROW.replace("--------AA", "-------AAA")


def test_a_pass_that_draws_is_better_than_a_turn_that_loses() -> None:
    passed = position(LOST, "classic", "B", last="pass")
    assert passed.choose("champion", 1, NODES) == "pass"


def test_a_pass_that_loses_is_not_made_where_a_turn_is_possible() -> None:
    assert position(LOST, "sesc", "B").choose("champion", 1, NODES) != "pass"


def test_the_champion_does_not_pass_on_an_open_board() -> None:
    assert position(EARLY, "classic").choose("champion", 1, 300) != "pass"
    answered = position(EARLY, "classic", "A", last="pass")
    assert answered.choose("champion", 1, 300) != "pass"


def test_the_answer_to_a_pass_that_loses_is_a_pass() -> None:
    assert position(LOST, "sesc", "B", last="pass").choose("champion", 1, NODES) == "pass"


@pytest.mark.parametrize("rules", ["classic", "sesc"])
@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("rival", ["greedy", "random"])
def test_a_fort_is_kept_to_the_end(rules: str, side: str, rival: str) -> None:
    game = position(FORTS, rules)
    mover = "A"
    for half_move in range(60):
        if game.outcome() != "U":
            break
        style = "champion" if mover == side else rival
        for step in game.choose(style, half_move, 200).split("-"):
            game.step(step)
        mover = "B" if mover == "A" else "A"
    inside = game.file().decode().splitlines()[3:5]
    assert [row[:2] if side == "A" else row[-2:] for row in inside] == [2 * side, 2 * side]


def play(game: Position, *turns: str) -> Position:
    """Make the turns, which must be legal."""
    for turn in turns:
        for step in turn.split("-"):
            game.step(step)
    return game


def test_the_attack_on_a_narrow_front_is_cut_off() -> None:
    game = play(position(NARROW, "classic"), "k5-k6-i7", "k6-k5-i4", "i5-i6-k7", "h7-i6-i5")
    with pytest.raises(ValueError, match="h5"):
        play(game, "h5-h6-h7")


def test_the_other_attack_on_a_narrow_front_has_the_documented_answer() -> None:
    game = play(position(NARROW, "classic"), "h5-h6-i7", "h7-h6-h5", "i5-i6-h7", "i6-i5-i4")
    play(game, "k5-k6-k7", "h8-g7-k6")
    assert "k5" not in game.steps()


def test_the_attack_on_a_wide_front_goes_through() -> None:
    game = play(position(WIDE, "classic"), "k5-k6-i7", "k6-k5-i4", "i5-i6-k7", "h7-i6-i5")
    play(game, "h5-h6-h7")
    assert game.outcome() == "U"
    assert "i8" in play(game, "pass").steps()


def test_the_solver_uses_the_limit() -> None:
    game = position(LOST, "classic", "B")
    assert game.solve(5.0, limit=10).value.winner == "D"
    assert game.solve(5.0).value.winner == "A"


@pytest.mark.parametrize("rules", ["classic", "sesc", "petersburg", "last-move"])
def test_both_sides_play_the_same_turns(rules: str) -> None:
    """With the letters exchanged, the champion makes the same turn."""
    random = Random(1)
    same = 0
    for _ in range(20):
        after = Position(start(rules, 8))
        play_random_opening(after, 6, random)
        header, _, rest = after.file().partition(b"\n")
        other = b"B 8 U" if header.startswith(b"A") else b"A 7 U"
        board, _, footer = rest.partition(b"game ")
        changed = board.translate(bytes.maketrans(b"ABab", b"BAba"))
        footer = footer.partition(b"last ")[0]
        original = Position(header + b"\n" + board + b"game " + footer)
        exchanged = Position(other + b"\n" + changed + b"game " + footer)
        same += original.choose("champion", nodes=300) == exchanged.choose("champion", nodes=300)
    assert same == 20
