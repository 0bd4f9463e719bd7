"""Tests of properties that every game has under all its rules, along random games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from formats.board import Board
from formats.fault import Fault
from formats.game import (
    ALREADY_OVER,
    BEYOND_OWN_LIMIT,
    PLAYERS,
    SEVERAL_LEAD_THERE,
    BadRequest,
    IllegalMove,
    Position,
    StartRequest,
    other,
    player_of,
)
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.transition import explain
from tests.formats.games.game_folders import REQUIRED, required_path
from tests.formats.games.games_for_tests import SMALL, VARIANTS, passages, play_random_game
from tests.formats.games.variant import Variant


def unfinished_positions(variant: Variant) -> Iterator[Position]:
    """Yield the positions of a random game in which somebody is to move."""
    for position in play_random_game(variant, Random(str(variant))):
        if not variant.game.outcome(position):
            yield position


def check_sentences(fault: Fault) -> None:
    """Assert that both languages have a complete sentence."""
    english, russian = fault.sentence("en"), fault.sentence("ru")
    for sentence in (english, russian, fault.hint("en") or "-", fault.hint("ru") or "-"):
        assert sentence
        assert sentence[-1] != "."
        assert not set(sentence) & set("{}")
    assert english.isascii()
    assert not russian.isascii()


def test_games_are_listed_by_their_names() -> None:
    assert list(all_games()) == sorted(game.name for game in all_games().values())
    assert len(all_games()) >= 3
    assert all(game.name == name for name, game in all_games().items())


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("name", REQUIRED)
def test_a_game_brings_its_test_files(game: str, name: str) -> None:
    required_path(game, name)


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_the_attributes_of_a_game_agree(game: type[AnyGame]) -> None:
    assert set(game.looks) == set(game.cells)
    assert set(game.sides) == set(PLAYERS)
    assert set(game.state_lines) <= set(game.footers)
    assert all(key.isalpha() for key in game.footers)
    assert len(game().start().state) == len(game.state_lines)
    assert len({look.symbol for look in game.looks.values()}) == len(game.looks)
    assert set(game.start_options) <= {field.name for field in fields(StartRequest)}
    assert game.summary.en[-1] == game.summary.ru[-1] == "."


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_start_options_and_sizes_are_true(game: type[AnyGame]) -> None:
    starts = {game().start(StartRequest(seed=seed)).board for seed in range(5)}
    assert (len(starts) > 1) == ("seed" in game.start_options)
    board = game().start().board
    least, most = game.sizes or (0, 0)
    for side in (least - 1, most + 1):
        with pytest.raises(BadRequest):
            game().start(StartRequest(size=(side, side)))
    game().start(StartRequest(size=(most, most) if game.sizes else None))
    assert game.sizes is None or least <= min(board.width, board.height)


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_short_rules_say_who_wins(game: type[AnyGame]) -> None:
    if game.in_short is not None:
        assert re.search(r"\b(wins?|loses?)\b", game.in_short.en)
        assert re.search("(вы|про)игр", game.in_short.ru.lower())


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_a_game_is_a_value(game: type[AnyGame]) -> None:
    assert game() == game()
    assert hash(game()) == hash(game())
    assert game() != replace(game(), limit=17)
    assert game.with_rules(game().rules_line) == game()
    assert game().start() == game().start()
    assert game().parse(game.example.split(",", maxsplit=1)[0])


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_a_limit_above_that_of_the_game_is_refused(game: type[AnyGame]) -> None:
    own = game().limit
    assert game().with_limit(None) == game()
    assert game().with_limit(17).limit == 17
    if own is None:
        assert game().with_limit(100_000).limit == 100_000
        return
    assert game().with_limit(own) == game().with_limit(17).with_limit(own) == game(limit=own)
    with pytest.raises(BadRequest) as caught:
        game().with_limit(own + 1)
    assert caught.value.fault.kind is BEYOND_OWN_LIMIT
    check_sentences(caught.value.fault)


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_a_file_read_under_a_limit_above_that_of_the_game_has_a_fault(game: type[AnyGame]) -> None:
    text = write_matrix(Matrix(game(), game().start())).encode()
    own = game().limit
    if own is not None:
        (diagnostic,) = read_matrix(text, limit=own + 1).diagnostics
        assert (diagnostic.code, diagnostic.line) == (BEYOND_OWN_LIMIT.code, 1)
    assert read_matrix(text, limit=own or 100_000).good


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_a_start_without_cells_is_refused(game: type[AnyGame]) -> None:
    with pytest.raises(BadRequest) as caught:
        game().start(StartRequest(size=(0, 0)))
    check_sentences(caught.value.fault)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_start_is_a_correct_position(variant: Variant) -> None:
    start, game = variant.start, variant.game
    assert (start.player, start.half_move, start.last) == ("A", 1, None)
    assert game.outcome(start) is None
    assert list(game.faults(start)) == []
    assert game.size_of(start.board.rows) == (start.board.width, start.board.height)
    assert start.board.where(game.cells) == list(start.board)


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_listed_moves_are_legal(variant: Variant) -> None:
    game = variant.game
    for position in unfinished_positions(variant):
        moves = list(game.moves(position))
        assert moves
        assert len(set(moves)) == len(moves)
        for move in moves[:: 1 + len(moves) // 50]:
            assert game.parse(str(move)) == move
            assert game.fault_of(position, move) is None
            following = game.play(position, move)
            assert following == game.perform(position, move)
            assert following.player == other(position.player) == player_of(following.half_move)
            assert following.last == str(move)


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_other_moves_are_illegal(variant: Variant) -> None:
    random = Random(str(variant))
    others = other_moves(variant.game)
    for position in unfinished_positions(variant):
        moves = set(variant.game.moves(position))
        for move in random.sample(others, min(30, len(others))):
            if move in moves:
                continue
            fault = variant.game.fault_of(position, move)
            assert fault, f"{move} from {position}"
            check_sentences(fault)
            with pytest.raises(IllegalMove):
                variant.game.play(position, move)


def other_moves(game: AnyGame) -> list[Any]:
    """Return moves of other positions of the game, some of them on a larger board."""
    variants = [variant for variant in SMALL if variant.game.name == game.name]
    moves = {
        move
        for variant in variants
        for position in islice(play_random_game(variant, Random(variant.title)), 6)
        for move in islice(game.moves(position), 40)
    }
    return sorted(moves, key=str)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_after_the_end_no_move_is_legal(variant: Variant) -> None:
    *_, last = play_random_game(variant, Random(str(variant)))
    assert variant.game.outcome(last)
    for move in islice(variant.game.moves(last), 5):
        with pytest.raises(IllegalMove) as caught:
            variant.game.play(last, move)
        assert caught.value.fault.kind is ALREADY_OVER


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_outcome_does_not_depend_on_the_last_move(variant: Variant) -> None:
    for position in play_random_game(variant, Random(str(variant))):
        without_last = replace(position, last=None)
        assert variant.game.outcome(without_last) == variant.game.outcome(position)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_no_board_repeats_in_a_game_without_repetition(variant: Variant) -> None:
    if not variant.game.can_repeat:
        boards = [
            p.board for p in play_random_game(variant, Random(str(variant))) if p.last != "pass"
        ]
        assert len(set(boards)) == len(boards)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_file_is_read_as_it_was_written(variant: Variant) -> None:
    for _, _, matrix in passages(variant, Random(str(variant))):
        reading = read_matrix(write_matrix(matrix).encode(), limit=variant.game.limit)
        assert reading.matrix
        assert reading.diagnostics == ()
        assert write_matrix(reading.matrix) == write_matrix(matrix)
        if matrix.winner is None:
            assert reading.matrix == as_read_from_file(matrix)
        else:
            assert variant.game.outcome(reading.matrix.position)


def as_read_from_file(matrix: Matrix) -> Matrix:
    """Return the matrix with short times, and without a last move that no file names."""
    if "last" in matrix.game.footers:
        return matrix.as_written
    return replace(matrix.as_written, position=replace(matrix.position, last=None))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_two_files_determine_the_move(variant: Variant) -> None:
    for before, move, after in passages(variant, Random(str(variant))):
        explanation = explain(before, after)
        assert explanation.faults == ()
        assert explanation.good
        assert explanation.move == move
        assert explanation.position == replace(after.position, last=str(explanation.move))


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_a_board_that_no_move_reaches_is_never_legal(variant: Variant) -> None:
    game, random = variant.game, Random(str(variant))
    for before, _, after in passages(variant, random):
        moves = list(game.moves(before.position))
        reached = {game.perform(before.position, move).board for move in moves}
        for board in spoil(before.position.board, after.position.board, game.cells, random):
            changed = replace(after, position=replace(after.position, board=board, last=None))
            explanation = explain(before, changed)
            if [fault.kind for fault in explanation.faults] == [SEVERAL_LEAD_THERE]:
                continue
            assert (explanation.move is not None) == (board in reached), board
            assert explanation.move is None or explanation.move in moves
            assert explanation.move is not None or not explanation.good
            for fault in explanation.faults:
                check_sentences(fault)


def spoil(before: Board, after: Board, cells: str, random: Random) -> Iterator[Board]:
    """Yield boards that resemble the result of a move, and mostly are not."""
    places = list(before)
    for board in (before, after) * 8:
        changes = dict.fromkeys(random.choices(places, k=random.randint(1, 3)), "")
        yield board.with_changes({cell: random.choice(cells) for cell in changes})
        first, second = random.choices(places, k=2)
        yield board.with_changes({first: board[second], second: board[first]})
        yield board.with_changes({first: board[second], second: cells[0]})
    yield before
