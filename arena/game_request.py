"""The game that a command line asks for: by name, by a file with its start, by a bot's folder."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from click.exceptions import Exit

from arena import texts
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.diagnostics import print_diagnostics
from arena.files import FileFailure, NamedFile, read_beginning
from arena.option_values import game_named, usage_error
from arena.parameters import WrongUsage
from formats.board import Board
from formats.game import BadRequest, StartRequest
from formats.games import AnyGame
from formats.matrix import Matrix, read_matrix
from formats.text import Language, Text

if TYPE_CHECKING:
    from referee.match.openings import Openings

BOT_FILE = "arena.toml"
"""File in a bot's folder with the game that the bot plays."""
_OTHER_GAME = Text(
    "this bot is for the game {own}, says {file} beside it, and the event plays {game} ({name})",
    "этот бот — для игры {own}, как сказано рядом с ним в {file}, а в турнире — {game} ({name})",
)
_NO_SUCH_OPTION = Text("{option} is not for the game {game}", "{option} — не для игры «{game}»")
_LONGEST_BOT_FILE = 16_384
"""Bytes; a long one could take minutes to read."""
_BAD_BOT_FILE = Text(
    '{name}: it must be TOML with game = "NAME", and perhaps name and size-limit',
    '{name}: нужен TOML с game = "ИГРА" и, если надо, name и size-limit',
)


@dataclass(frozen=True, slots=True)
class BotSettings:
    """Settings in a bot's folder, which need not be repeated on command lines."""

    game: str | None = None
    name: str | None = None
    """Name of the bot, where its file cannot have that name."""
    size_limit: int | None = None
    """Largest size in bytes, where programs of its language are larger than usual."""

    def as_toml(self) -> str:
        lines = [f'game = "{self.game}"']
        lines += [] if self.name is None else [f'name = "{self.name}"']
        lines += [] if self.size_limit is None else [f"size-limit = {self.size_limit}"]
        return "".join(f"{line}\n" for line in lines)


NO_SETTINGS = BotSettings()


def read_bot_settings(folder: Path) -> BotSettings:
    """Read the settings of a bot's folder; empty ones if it is none.

    Raise FileFailure if they are bad.
    """
    path = folder / BOT_FILE
    if not path.is_file():
        return NO_SETTINGS
    file = read_beginning(str(path))
    bad_file = FileFailure(_BAD_BOT_FILE.filled({"name": file.name}))
    if len(file.data) > _LONGEST_BOT_FILE:
        raise bad_file
    try:
        values = tomllib.loads(file.data.decode("utf-8-sig"))
        settings = BotSettings(**{key.replace("-", "_"): value for key, value in values.items()})
    except (ValueError, TypeError, RecursionError):
        raise bad_file from None
    size_limit = settings.size_limit
    is_size = size_limit is None or (type(size_limit) is int and size_limit > 0)
    kinds = ((settings.game, str), (settings.name, str | None))
    if not is_size or not all(isinstance(value, kind) for value, kind in kinds):
        raise bad_file
    return settings


def warn_of_other_game(settings: BotSettings, game: AnyGame, language: Language) -> None:
    """Print a warning if the bot's folder names another game than the event plays."""
    if settings.game not in (None, game.name):
        values = {"own": settings.game, "game": game.title, "name": game.name, "file": BOT_FILE}
        sentence = _OTHER_GAME.say(language, values)
        plain_console(stderr=True).print(sentence, style="yellow")


def refuse_large_board(largest_boards: Mapping[str, tuple[int, int]], board: Board) -> None:
    """Raise WrongUsage if the board has more columns or rows than a bot can play on."""
    for name, (columns, rows) in largest_boards.items():
        if board.width > columns or board.height > rows:
            raise WrongUsage(texts.LARGE_BOARD, name=name, most=f"{columns} x {rows}")


@dataclass(frozen=True, slots=True)
class GameRequest:
    """Game that the options ask for; None where they say nothing.

    If neither the options nor a bot name the game, the current folder's settings do.
    """

    game: str | None
    rules: str | None = None
    start: StartRequest = field(default_factory=StartRequest)
    time: Decimal | None = None
    limit: int | None = None
    largest_boards: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Most columns and rows by names of the bots that do not play on all boards of the game."""

    def first_matrix(self) -> Matrix:
        """Return the start position with its times. Raise WrongUsage if there is none."""
        try:
            name = self.game or read_bot_settings(Path()).game
            game = game_named(name, self.rules).with_limit(self.limit)
            for option in game.foreign_options(self.start):
                raise WrongUsage(_NO_SUCH_OPTION, game=game.title, option=f"--{option}")
            return self._with_times(Matrix(game, game.start(self.start)))
        except BadRequest as error:
            raise usage_error(error.fault) from None

    def matrix_in(self, file: NamedFile, language: Language) -> Matrix:
        """Return the start in a file and print the file's faults.

        If there is no start in it, end the command or raise WrongUsage.
        """
        reading = read_matrix(file.data, limit=self.limit)
        print_diagnostics(file.name, reading.source, reading.diagnostics, language)
        matrix = reading.matrix
        if matrix is None or not reading.good:
            raise Exit(ExitStatus.BAD)
        if self.game not in (None, matrix.game.name):
            raise WrongUsage(texts.OTHER_GAME, name=file.name, game=matrix.game.title)
        if matrix.is_over:
            raise WrongUsage(texts.GAME_IS_OVER, name=file.name)
        return self._with_times(matrix)

    def starts(
        self, openings: Openings, files: Sequence[NamedFile], language: Language
    ) -> Iterator[Matrix]:
        """Return start positions without end: those of the files, if there are any."""
        if files:
            return openings.of_files([self.matrix_in(file, language) for file in files])
        first = self.first_matrix()
        return openings.of_game(first.game, self.start, first.times[0])

    def _with_times(self, matrix: Matrix) -> Matrix:
        """Return the position with its times. Raise WrongUsage if the board is too large."""
        refuse_large_board(self.largest_boards, matrix.position.board)
        return matrix if self.time is None else matrix.with_times((self.time, self.time))
