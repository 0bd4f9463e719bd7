"""The game that somebody asks for: what the form says, checked."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from arena.site.errors import Refusal
from arena.site.play import texts
from arena.site.play.watched_game import LEAST_THINK, MOST_THINK, Play, Seat
from formats.fault import FaultKind
from formats.game import PLAYERS, BadRequest, Player, StartRequest
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, read_matrix
from formats.seconds import read_seconds
from referee.casual_game import CasualGame

LARGEST_SIDE = 26
_SIDE = re.compile(r"[0-9]{1,3}", re.ASCII)
_PERSON = "person"
_WRONG = 400


@dataclass(frozen=True, slots=True)
class NewGameForm:
    """The fields of the form, and the file that came with it."""

    fields: Mapping[str, str]
    file: bytes
    styles: Mapping[str, Sequence[str]]
    """The bots that there are for each game."""
    strangers: Mapping[str, Path] = field(default_factory=dict)
    """Other programs, by what the form calls them."""

    def play(self) -> Play:
        """The game as it was asked for. Raises Refusal."""
        matrix = self._loaded() if self.file.strip() else self._begun()
        seats = {player: self._seat(player, matrix.game) for player in PLAYERS}
        return Play(CasualGame.begun(matrix), seats, paused="paused" in self.fields)

    def _loaded(self) -> Matrix:
        reading = read_matrix(self.file, lenient=True)
        wrong = [one.fault for one in reading.diagnostics]
        if reading.matrix is None or not reading.good:
            raise Refusal(_WRONG, texts.NO_POSITION.filled({"why": wrong[0].text}))
        board = reading.matrix.position.board
        if max(board.width, board.height) > LARGEST_SIDE:
            raise Refusal(_WRONG, texts.BAD_SIZE.filled({"most": LARGEST_SIDE}))
        return reading.matrix

    def _begun(self) -> Matrix:
        name = self.fields.get("game", "")
        if name not in all_games():
            raise Refusal(_WRONG, texts.NO_GAME)
        try:
            game = self._ruled(all_games()[name])
            return Matrix(game, game.start(self._start(game)))
        except BadRequest as error:
            raise Refusal(_WRONG, error.fault.text) from None

    def _ruled(self, game: type[AnyGame]) -> AnyGame:
        return game.ruled(self.fields.get("rules") or None if game.rule_sets else None)

    def _start(self, game: AnyGame) -> StartRequest:
        sides = [self.fields.get(f"{side}-{game.name}", "").strip() for side in ("columns", "rows")]
        size = None
        if any(sides):
            columns, rows = (_side(text or next(filter(None, sides))) for text in sides)
            size = (columns, rows)
        if f"drawn-{game.name}" in self.fields:
            return StartRequest(size, seed=secrets.randbelow(1 << 32), mirrored=True)
        return StartRequest(size)

    def _seat(self, player: Player, game: AnyGame) -> Seat:
        style = self.fields.get(f"{player}-{game.name}", _PERSON)
        if style == _PERSON:
            return Seat()
        if style in self.strangers:
            path = self.strangers[style]
            return Seat(path.name, self._think(), path)
        if style not in self.styles.get(game.name, ()):
            raise Refusal(_WRONG, texts.NO_BOT)
        return Seat(f"{game.name}-{style}", self._think())

    def _think(self) -> Decimal:
        seconds = read_seconds(self.fields.get("think", "1").replace(",", "."))
        if isinstance(seconds, FaultKind) or not LEAST_THINK <= seconds <= MOST_THINK:
            raise Refusal(_WRONG, texts.BAD_THINK.filled({"most": MOST_THINK}))
        return seconds


def _side(text: str) -> int:
    if not _SIDE.fullmatch(text) or not 1 <= int(text) <= LARGEST_SIDE:
        raise Refusal(_WRONG, texts.BAD_SIZE.filled({"most": LARGEST_SIDE}))
    return int(text)
