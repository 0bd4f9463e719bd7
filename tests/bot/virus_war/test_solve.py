"""Tests of the solver of Virus War by playing everything out."""

from __future__ import annotations

from random import Random

import pytest

from bot.solution import Progress, Value
from bot.virus_war.kernel import Position as Kernel
from formats.game import Position, StartRequest
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, write_matrix

RULES = (
    "classic",
    "sesc",
    "petersburg",
    "last-move",
    "petersburg passing=yes ending=kill-all",
    "last-move passing=yes",
)
PASS = "pass"
LONG = 20.0
"""Seconds that are more than enough for every proof here."""
VERY_LONG = 10 * LONG


def kernel_of(game: AnyGame, position: Position) -> Kernel:
    """Return the kernel in the same position."""
    return Kernel(write_matrix(Matrix(game, position)).encode())


def random_position(game: AnyGame, seed: int, half_move: int, size: int = 4) -> Position:
    """Return a position of a random game, which may be over."""
    random = Random(seed)
    position = game.start(StartRequest(size=(size, size)))
    while game.outcome(position) is None and position.half_move < half_move:
        player = position.player
        while position.player == player and game.outcome(position) is None:
            steps = list(game.steps(position))
            if steps:
                position = game.step(position, random.choice(steps))
            else:
                position = game.perform(position, game.parse(PASS))
    return position


def positions_after(game: AnyGame, position: Position) -> list[Position]:
    """Return the positions after each step or a pass."""
    positions = [game.step(position, step) for step in game.steps(position)]
    if not position.steps and game.fault_of(position, game.parse(PASS)) is None:
        positions.append(game.perform(position, game.parse(PASS)))
    return positions


def solve_by_rules(game: AnyGame, position: Position, stored: dict[object, str]) -> str:
    """Return the winner under best play, or D, found by trying everything."""
    key = (position.board, position.player, frozenset(position.steps), position.passes)
    if key not in stored:
        outcome = game.outcome(position)
        if outcome is not None:
            return outcome.winner
        results = {
            solve_by_rules(game, following, stored) for following in positions_after(game, position)
        }
        foe = "B" if position.player == "A" else "A"
        stored[key] = next(result for result in (position.player, "D", foe) if result in results)
    return stored[key]


@pytest.mark.parametrize("rules", RULES)
def test_a_proof_agrees_with_playing_everything_out(rules: str) -> None:
    game = all_games()["virus-war"].with_rules(rules)
    for seed in range(12):
        position = random_position(game, seed, 8)
        if game.outcome(position) is None:
            solution = kernel_of(game, position).solve(LONG, all_moves=False)
            assert solution.value.winner == solve_by_rules(game, position, {}), write_matrix(
                Matrix(game, position)
            )


@pytest.mark.parametrize("rules", ["classic", "last-move"])
def test_each_turn_has_the_value_of_the_position_that_it_leads_to(rules: str) -> None:
    game = all_games()["virus-war"].with_rules(rules)
    for seed in range(4):
        position = random_position(game, seed, 7)
        if game.outcome(position) is not None:
            continue
        solution, stored = kernel_of(game, position).solve(LONG), dict[object, str]()
        assert solution.best in solution.moves
        assert solution.moves[solution.best].winner == solution.value.winner
        for turn, value in solution.moves.items():
            assert game.fault_of(position, game.parse(turn)) is None
            assert value.winner == solve_by_rules(
                game, game.play(position, game.parse(turn)), stored
            )


@pytest.mark.parametrize(
    ("rules", "winner"), [("last-move", "A"), ("petersburg", "B"), ("sesc", "A"), ("classic", "D")]
)
def test_the_smallest_board_is_solved(rules: str, winner: str) -> None:
    game = all_games()["virus-war"].with_rules(rules)
    start = game.start(StartRequest(size=(4, 4)))
    assert kernel_of(game, start).solve(LONG, all_moves=False).value.winner == winner


def test_the_next_larger_board_is_solved() -> None:
    game = all_games()["virus-war"].with_rules("last-move")
    start = game.start(StartRequest(size=(5, 5)))
    assert kernel_of(game, start).solve(VERY_LONG, all_moves=False).value.winner == "A"


def test_a_limit_makes_a_draw_of_a_win_that_comes_too_late() -> None:
    game = all_games()["virus-war"].with_rules("last-move")
    kernel = kernel_of(game, game.start(StartRequest(size=(4, 4))))
    assert kernel.solve(LONG, limit=2, all_moves=False).value.winner == "D"
    assert kernel.solve(LONG, limit=60, all_moves=False).value.winner == "A"


def test_an_unproven_position_has_a_chance() -> None:
    game = all_games()["virus-war"].with_rules("last-move")
    solution = kernel_of(game, random_position(game, 1, 4, size=10)).solve(0.2)
    assert solution.value.winner == "U"
    assert solution.value.chance is not None
    assert 0 < solution.value.chance < 1
    assert solution.moves[solution.best].chance == solution.value.chance


def test_progress_is_reported() -> None:
    game = all_games()["virus-war"].with_rules("last-move")
    reports: list[Progress] = []

    def listen(progress: Progress) -> None:
        reports.append(progress)
        if progress.depth > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):  # how soon it looks deeper depends on the machine
        kernel_of(game, random_position(game, 1, 4, size=10)).solve(LONG, tell=listen)
    assert reports[-1].nodes > 0
    seconds = [report.seconds for report in reports]
    assert seconds == sorted(seconds)


def test_a_listener_may_stop_the_solver() -> None:
    def stop(_: Progress) -> None:
        raise KeyboardInterrupt

    game = all_games()["virus-war"].with_rules("last-move")
    with pytest.raises(KeyboardInterrupt):
        kernel_of(game, random_position(game, 1, 4, size=10)).solve(1e9, tell=stop)


def test_the_value_alone_may_be_requested() -> None:
    game = all_games()["virus-war"].with_rules("last-move")
    solution = kernel_of(game, random_position(game, 1, 4, size=10)).solve(0.1, all_moves=False)
    assert (solution.best, solution.moves) == ("", {})
    assert solution.value == Value("U")


def test_a_finished_game_is_not_solved() -> None:
    game = all_games()["virus-war"].with_rules("last-move")
    position = random_position(game, 0, 99)
    with pytest.raises(ValueError, match="over"):
        kernel_of(game, position).solve(1.0)
