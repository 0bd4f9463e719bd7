"""What holds in every game under all its rules, seen along random games."""

from __future__ import annotations

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
from tests.formats.games.game_folders import WANTED, needed
from tests.formats.games.games_for_tests import SMALL, VARIANTS, passages, played
from tests.formats.games.variant import Variant


def going_on(variant: Variant) -> Iterator[Position]:
    """The positions of a random game in which somebody is to move."""
    for position in played(variant, Random(str(variant))):
        if not variant.game.outcome(position):
            yield position


def check_sentences(fault: Fault) -> None:
    """Both languages have a sentence, with all that belongs in it."""
    english, russian = fault.sentence("en"), fault.sentence("ru")
    for said in (english, russian, fault.hint("en") or "-", fault.hint("ru") or "-"):
        assert said
        assert said[-1] != "."
        assert not set(said) & set("{}")
    assert english.isascii()
    assert not russian.isascii()


def test_the_games_are_found_by_their_names() -> None:
    assert list(all_games()) == sorted(game.name for game in all_games().values())
    assert len(all_games()) >= 3
    assert all(game.name == name for name, game in all_games().items())


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("name", WANTED)
def test_a_game_brings_what_it_is_tested_by(game: str, name: str) -> None:
    needed(game, name)


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_what_a_game_says_of_itself_fits_together(game: type[AnyGame]) -> None:
    assert set(game.looks) == set(game.cells)
    assert set(game.sides) == set(PLAYERS)
    assert set(game.state_lines) <= set(game.footers)
    assert len(game().start().state) == len(game.state_lines)
    assert len({look.symbol for look in game.looks.values()}) == len(game.looks)
    assert set(game.start_options) <= {field.name for field in fields(StartRequest)}
    assert game.summary.en[-1] == game.summary.ru[-1] == "."


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_what_a_game_says_of_its_starts_is_so(game: type[AnyGame]) -> None:
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
def test_a_game_is_a_value(game: type[AnyGame]) -> None:
    assert game() == game()
    assert hash(game()) == hash(game())
    assert game() != replace(game(), limit=17)
    assert game.with_rules(game().rules_line) == game()
    assert game().start() == game().start()
    assert game().parse(game.example.split(",", maxsplit=1)[0])


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_a_limit_is_not_above_the_games_own(game: type[AnyGame]) -> None:
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
def test_no_file_is_read_under_a_limit_above_the_games_own(game: type[AnyGame]) -> None:
    text = write_matrix(Matrix(game(), game().start())).encode()
    own = game().limit
    if own is not None:
        (found,) = read_matrix(text, limit=own + 1).diagnostics
        assert (found.code, found.line) == (BEYOND_OWN_LIMIT.code, 1)
    assert read_matrix(text, limit=own or 100_000).good


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_there_is_no_start_without_cells(game: type[AnyGame]) -> None:
    with pytest.raises(BadRequest) as caught:
        game().start(StartRequest(size=(0, 0)))
    check_sentences(caught.value.fault)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_start_is_a_sound_position(variant: Variant) -> None:
    start, game = variant.start, variant.game
    assert (start.player, start.half_move, start.last) == ("A", 1, None)
    assert game.outcome(start) is None
    assert list(game.faults(start)) == []
    assert game.size_of(start.board.rows) == (start.board.width, start.board.height)
    assert start.board.where(game.cells) == list(start.board)


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_the_moves_listed_are_legal(variant: Variant) -> None:
    game = variant.game
    for position in going_on(variant):
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
def test_a_move_that_is_not_listed_is_illegal(variant: Variant) -> None:
    lot = Random(str(variant))
    others = other_moves(variant.game)
    for position in going_on(variant):
        moves = set(variant.game.moves(position))
        for move in lot.sample(others, min(30, len(others))):
            if move in moves:
                continue
            fault = variant.game.fault_of(position, move)
            assert fault, f"{move} from {position}"
            check_sentences(fault)
            with pytest.raises(IllegalMove):
                variant.game.play(position, move)


def other_moves(game: AnyGame) -> list[Any]:
    """Moves of other positions of the game, some of which are on a larger board."""
    alike = [variant for variant in SMALL if variant.game.name == game.name]
    moves = {
        move
        for variant in alike
        for position in islice(played(variant, Random(variant.title)), 6)
        for move in islice(game.moves(position), 40)
    }
    return sorted(moves, key=str)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_after_the_end_no_move_is_legal(variant: Variant) -> None:
    *_, last = played(variant, Random(str(variant)))
    assert variant.game.outcome(last)
    for move in islice(variant.game.moves(last), 5):
        with pytest.raises(IllegalMove) as caught:
            variant.game.play(last, move)
        assert caught.value.fault.kind is ALREADY_OVER


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_outcome_does_not_depend_on_what_was_played_last(variant: Variant) -> None:
    for position in played(variant, Random(str(variant))):
        untold = replace(position, last=None)
        assert variant.game.outcome(untold) == variant.game.outcome(position)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_where_nothing_can_repeat_no_board_comes_again(variant: Variant) -> None:
    if not variant.game.can_repeat:
        boards = [p.board for p in played(variant, Random(str(variant))) if p.last != "pass"]
        assert len(set(boards)) == len(boards)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_file_is_read_as_it_was_written(variant: Variant) -> None:
    for _, _, matrix in passages(variant, Random(str(variant))):
        reading = read_matrix(write_matrix(matrix).encode(), limit=variant.game.limit)
        assert reading.matrix
        assert reading.diagnostics == ()
        assert write_matrix(reading.matrix) == write_matrix(matrix)
        if matrix.winner is None:
            assert reading.matrix == as_a_file_tells_it(matrix)
        else:
            assert variant.game.outcome(reading.matrix.position)


def as_a_file_tells_it(matrix: Matrix) -> Matrix:
    """Without the last move, where the files of the game do not tell it, and with short times."""
    if "last" in matrix.game.footers:
        return matrix.as_written
    return replace(matrix.as_written, position=replace(matrix.position, last=None))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_two_files_tell_the_move_between_them(variant: Variant) -> None:
    for before, move, after in passages(variant, Random(str(variant))):
        explanation = explain(before, after)
        assert explanation.faults == ()
        assert explanation.good
        assert explanation.move == move
        assert explanation.position == replace(after.position, last=str(explanation.move))


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_a_board_that_no_move_reaches_is_never_legal(variant: Variant) -> None:
    game, lot = variant.game, Random(str(variant))
    for before, _, after in passages(variant, lot):
        moves = list(game.moves(before.position))
        reached = {game.perform(before.position, move).board for move in moves}
        for board in spoiled(before.position.board, after.position.board, game.cells, lot):
            written = replace(after, position=replace(after.position, board=board, last=None))
            explanation = explain(before, written)
            if [fault.kind for fault in explanation.faults] == [SEVERAL_LEAD_THERE]:
                continue
            assert (explanation.move is not None) == (board in reached), board
            assert explanation.move is None or explanation.move in moves
            assert explanation.move is not None or not explanation.good
            for fault in explanation.faults:
                check_sentences(fault)


def spoiled(before: Board, after: Board, cells: str, lot: Random) -> Iterator[Board]:
    """Boards that could be taken for what a move made, and mostly are not."""
    places = list(before)
    for board in (before, after) * 8:
        changes = dict.fromkeys(lot.choices(places, k=lot.randint(1, 3)), "")
        yield board.with_changes({cell: lot.choice(cells) for cell in changes})
        one, two = lot.choices(places, k=2)
        yield board.with_changes({one: board[two], two: board[one]})
        yield board.with_changes({one: board[two], two: cells[0]})
    yield before
