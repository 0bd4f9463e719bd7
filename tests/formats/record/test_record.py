"""Tests of game records: they are read as they were written, and play again to the same files."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from formats.game import RuleError, StartRequest
from formats.games import all_games
from formats.matrix import Matrix, write_matrix
from formats.record import Record, RecordedMove, after_move, read_record, write_record
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.formats.games.game_folders import files_of, folder_of, required_path
from tests.formats.games.games_for_tests import VARIANTS, passages
from tests.formats.games.variant import Variant

GOLDEN = [path for _, path in files_of("records/*.txt")]
TEXTS = [path.read_text(encoding="utf-8") for path in GOLDEN]
GAME = all_games()[SHORT]()

ODD_TAGS = {
    "Event": 'the "first" of \\ two \\" ends with \\',
    "A": "Иванов [группа 317] {да}",
    "B": "",
    "Site_2": "/ a/b // * 1-0 1. ½",
}
ODD_REMARKS = ("", "", "a good one", "хорошо: a2-b3 1-0", "[50%] 3. *", '"quoted" \\')


def random_record(variant: Variant) -> Record:
    """Return the record of a random game, with odd tags and remarks."""
    random = Random(str(variant))
    passage_list = list(passages(variant, random))
    moves = tuple(
        RecordedMove(
            str(move), before.times[n % 2] - after.times[n % 2], random.choice(ODD_REMARKS)
        )
        for n, (before, move, after) in enumerate(passage_list)
    )
    end = passage_list[-1].after
    outcome = variant.game.outcome(end.position)
    assert outcome
    return Record(passage_list[0].before, moves, outcome.winner, outcome.reason.name, ODD_TAGS)


# Golden games


@pytest.mark.parametrize("game", all_games())
def test_every_game_has_a_golden_record(game: str) -> None:
    golden = sorted(required_path(game, "records").glob("*.txt"))
    assert golden
    assert {read_record(path.read_text(encoding="utf-8")).start.game.name for path in golden} == {
        game
    }


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_golden_record_plays_again_to_its_last_file(path: Path) -> None:
    *_, last = read_record(path.read_text(encoding="utf-8")).files()
    assert write_matrix(last) == path.with_suffix(".matrix").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:20])
def test_a_golden_record_is_written_as_it_was_read(text: str) -> None:
    assert write_record(read_record(text)) == text


def test_a_golden_record_has_the_expected_content() -> None:
    record = read_record((folder_of(DEFAULT) / "records/document.txt").read_text(encoding="utf-8"))
    assert record.tags == {
        "Event": "The example of the class's document",
        "A": "красные",
        "B": "синие",
    }
    assert (record.result, record.termination) == ("B", "far-row")
    assert record.moves == (
        RecordedMove("b1-b2", Decimal("0.79")),
        RecordedMove("a3:c1", Decimal("0.92"), "over b2"),
    )
    assert [file.position.half_move for file in record.files()] == [21, 22, 23]
    assert [file.winner for file in record.files()] == [None, None, "B"]


# Random games


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_record_is_read_as_it_was_written(variant: Variant) -> None:
    record = random_record(variant)
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text
    assert ("[Limit" in text) == (variant.game.limit != type(variant.game)().limit)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_record_plays_again_to_the_same_files(variant: Variant) -> None:
    passage_list = list(passages(variant, Random(str(variant))))
    files = [passage_list[0].before, *(passage.after for passage in passage_list)]
    assert list(random_record(variant).files()) == files


@pytest.mark.parametrize("variant", VARIANTS[::5], ids=str)
@pytest.mark.parametrize("half_moves", [0, 1, 2])
def test_an_unfinished_game_is_a_record(variant: Variant, half_moves: int) -> None:
    whole = random_record(variant)
    record = Record(whole.start, whole.moves[: min(half_moves, len(whole.moves) - 1)])
    assert read_record(write_record(record)) == record
    assert write_record(record).endswith("\n*\n")
    assert [file.winner for file in record.files()] == [None] * (len(record.moves) + 1)


@pytest.mark.parametrize("variant", VARIANTS[::4], ids=str)
def test_a_game_may_start_with_the_second_player(variant: Variant) -> None:
    game, start = variant.game, variant.start
    move = next(iter(game.moves(start)))
    second = game.play(start, move)
    if game.outcome(second):
        return
    last = second.last if "last" in game.footers else None
    position = replace(second, last=last)
    passage_list = list(passages(variant, Random(0), position))
    moves = tuple(RecordedMove(str(passage.move), Decimal("0.5")) for passage in passage_list)
    record = Record(Matrix(game, position), moves, passage_list[-1].after.winner)
    text = write_record(record)
    assert f"\n1... {passage_list[0].move} {{[%emt 0.5]}}\n" in text
    assert read_record(text) == record


def test_a_game_may_end_by_time() -> None:
    start = Matrix(GAME, GAME.start())
    record = Record(start, (RecordedMove("d3", Decimal(2)),), "A", "time")
    assert read_record(write_record(record)) == record
    *_, last = record.files()
    assert last.winner is None


def test_a_draw_that_the_board_does_not_show_is_written_in_the_last_file_only() -> None:
    game = all_games()[STEPS]()
    moves = (
        RecordedMove("a1-b2-c3"),
        RecordedMove("pass"),
        RecordedMove("c4-c5-c6"),
        RecordedMove("pass"),
    )
    shared = RecordedMove("pass")  # the same object for two moves
    for played_moves in (moves, (*moves[:1], shared, *moves[2:3], shared)):
        files = list(Record(Matrix(game, game.start()), played_moves, "D", "agreed").files())
        assert [file.winner for file in files] == [None, None, None, None, "D"]


def test_an_illegal_move_of_a_record_raises() -> None:
    record = Record(Matrix(GAME, GAME.start()), (RecordedMove("a1"), RecordedMove("b1")))
    with pytest.raises(RuleError):
        list(record.files())


def test_times_are_exact() -> None:
    matrix = Matrix(GAME, GAME.start(StartRequest(size=(40, 1))))
    for _ in range(10):
        *_, outermost = matrix.game.moves(matrix.position)
        matrix = after_move(matrix, RecordedMove(str(outermost), Decimal("0.1")))
    assert matrix.times == (Decimal("29.5"), Decimal("29.5"))


def test_a_record_has_times_with_more_digits_than_a_file() -> None:
    start = Matrix(GAME, GAME.start(), times=(Decimal("29.999617"), Decimal("29.123456")))
    record = Record(
        start, (RecordedMove("d3", Decimal("0.000123")), RecordedMove("c3", Decimal("0.1")))
    )
    assert read_record(write_record(record)) == record
    *_, last = read_record(write_record(record)).files()
    assert last.times == (Decimal("29.999494"), Decimal("29.023456"))
    assert write_matrix(last).splitlines()[1:3] == ["0 29.9994", "0 29.0234"]


# Text that writing changes


def test_a_remark_keeps_its_words_on_one_line_and_without_braces() -> None:
    start = Matrix(GAME, GAME.start())
    record = Record(start, (RecordedMove("d3", Decimal(1), " two\n  lines\u2028{and} \t more "),))
    assert read_record(write_record(record)).moves[0].remark == "two lines (and) more"


def test_a_tag_keeps_its_words_on_one_line() -> None:
    start = Matrix(GAME, GAME.start())
    record = read_record(write_record(Record(start, tags={"Event": " two\n  lines\x85 "})))
    assert record.tags == {"Event": "two lines"}


def test_a_record_may_have_another_layout() -> None:
    record = read_record((folder_of(SHORT) / "records/poison.txt").read_text(encoding="utf-8"))
    tags = f'\ufeff[Start "{"/".join(write_matrix(record.start).splitlines())}"]\r\n\r\n'
    loose = read_record(
        tags + "c2 {[%emt 0.01]} b2\r\n{[%emt 0.02]}   2. c1 2... b1 a2 a1\r\n\r\n1-0"
    )
    assert [move.text for move in loose.moves] == [move.text for move in record.moves]
    assert [move.seconds for move in loose.moves] == [Decimal(n) / 100 for n in (1, 2, 0, 0, 0, 0)]
    assert (loose.result, loose.termination, loose.tags) == ("A", "unfinished", {})


@pytest.mark.parametrize("name", ["Start", "Result", "two words", "", "Имя"])
def test_a_tag_with_an_impossible_name_is_not_written(name: str) -> None:
    record = Record(Matrix(GAME, GAME.start()), tags={name: "value"})
    with pytest.raises(ValueError, match="cannot name a tag"):
        write_record(record)
