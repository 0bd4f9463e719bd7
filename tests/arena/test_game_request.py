"""The requested game, the start in a file, and reasons for refusals."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from click.exceptions import Exit

from arena.files import FileFailure, NamedFile
from arena.game_request import BOT_FILE, GameRequest, read_bot_settings
from arena.parameters import WrongUsage
from formats.game import StartRequest
from formats.matrix import read_matrix
from tests.arena.conftest import AFTER_CAPTURE, EXAMPLE
from tests.formats.games.example_games import DEFAULT, SHORT

FILE = NamedFile("1.txt", EXAMPLE.encode())


def test_file_tells_the_position_and_its_times() -> None:
    matrix = read_matrix(FILE.data).matrix
    assert matrix
    assert GameRequest(None).matrix_in(FILE, "en") == matrix
    seven = Decimal(7)
    timed_matrix = GameRequest(DEFAULT, time=seven).matrix_in(FILE, "en")
    assert timed_matrix == replace(matrix, times=(seven, seven))


DRAWN_BEFORE = f"A 3 D\n0 30\n0 30\no-\no-\noo\ngame {SHORT}\n"
"""Nothing on the board ends the game, but the file says that it is over."""


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        (EXAMPLE, SHORT, "1.txt is a position of MMPeshki"),
        (AFTER_CAPTURE, None, "1.txt: the game is over there"),
        (DRAWN_BEFORE, None, "1.txt: the game is over there"),
    ],
)
def test_a_request_that_cannot_begin_a_game_is_refused(
    text: str, game: str | None, message: str
) -> None:
    with pytest.raises(WrongUsage, match=message):
        GameRequest(game).matrix_in(NamedFile("1.txt", text.encode()), "en")


def test_malformed_file_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Exit):
        GameRequest(None).matrix_in(NamedFile("1.txt", b"A 21"), "en")
    assert "1.txt:1:1: error: " in capsys.readouterr().err


def test_game_must_be_named() -> None:
    with pytest.raises(WrongUsage, match="name the game with --game"):
        GameRequest(None).first_matrix()


def test_an_option_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(WrongUsage):
        GameRequest(DEFAULT, rules="sesc").first_matrix()
    with pytest.raises(WrongUsage):
        GameRequest(SHORT, start=StartRequest((999, 999))).first_matrix()


@pytest.mark.parametrize(
    "text",
    [
        "game = 3",
        f'game = "{SHORT}"\nsize-limit = true',
        f'game = "{SHORT}"\nsize-limit = -5',
        f'game = "{SHORT}"\nsize-limit = 0',
        f"game = {'[' * 100_000}",
    ],
    ids=["number", "bool", "negative", "zero", "deep"],
)
def test_bad_settings_of_a_folder_are_told(tmp_path: Path, text: str) -> None:
    (tmp_path / BOT_FILE).write_text(text)
    with pytest.raises(FileFailure, match=f"{BOT_FILE}: it must be TOML"):
        read_bot_settings(tmp_path)
