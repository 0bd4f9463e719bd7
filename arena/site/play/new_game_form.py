"""The form of a new game: its choices, the check of its fields, and positions of events' games."""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from pathlib import Path

from arena.bots.builtin_bots import (
    CHAMPION,
    Level,
    Size,
    builtin_of_level,
    builtin_styles,
    programs,
    small_board_of,
)
from arena.site.errors import Refusal
from arena.site.play import texts
from arena.site.play.offered_bots import OfferedBot
from arena.site.play.watched_game import LEAST_THINK, MOST_THINK, Play, Seat
from arena.site.watch.event_index import Events, read_number
from arena.texts import LARGE_BOARD
from formats.board import Look
from formats.fault import FaultKind
from formats.game import PLAYERS, BadRequest, Player, RuleError, StartRequest, other
from formats.games import AnyGame, all_games, why_not_here
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.record import BadRecord, read_record
from formats.seconds import read_seconds
from referee.casual_game import CasualGame
from tournaments.ledger import open_ledger
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.run.section_decisions import section_decisions

LARGEST_SIDE = 26
LEAST_CLOCK, MOST_CLOCK = Decimal(5), Decimal(7200)
CLOCKS = ("30", "60", "180", "600")
"""Clocks offered to people, in seconds for the whole game."""
BOT_CLOCKS = ("30",)
"""Clocks offered to programs: that of the class."""
_NO_CLOCK = Decimal(99_999)
"""Time in the file of a player without a clock, where the other has one."""
_SIDE = re.compile(r"[0-9]{1,3}", re.ASCII)
_PERSON = "person"
_BAD_REQUEST = 400
_MOST_PIECES = 4


@dataclass(frozen=True, slots=True)
class NewGameForm:
    """Fields of the form, and the file that came with it."""

    fields: Mapping[str, str]
    file: bytes
    styles: Mapping[str, Sequence[str]]
    """Styles of the built-in bots for each game."""
    offered_bots: Mapping[str, OfferedBot] = field(default_factory=dict)
    """Other programs, by their keys in the form."""

    def play(self) -> Play:
        """Return the game that was asked for. Raise Refusal if it is not possible."""
        matrix = self._matrix_from_file() if self.file.strip() else self._start_matrix()
        seats = {player: self._seat(player, matrix) for player in PLAYERS}
        return Play(game_from_form(matrix, seats), seats, paused="paused" in self.fields)

    def _default_player(self, player: Player, start: Matrix) -> str:
        """Return the player of a side where none is named: a person.

        Against a person who asked for it, the best built-in bot plays if it can.
        """
        if self.fields.get("against") != other(player):
            return _PERSON
        return _opponent_from(start, self.styles)

    def _matrix_from_file(self) -> Matrix:
        reading = read_matrix(self.file, lenient=True)
        faults = [diagnostic.fault for diagnostic in reading.diagnostics]
        if reading.matrix is None or not reading.good:
            raise Refusal(_BAD_REQUEST, texts.NO_POSITION.filled({"why": faults[0].text}))
        board = reading.matrix.position.board
        if max(board.width, board.height) > LARGEST_SIDE:
            raise Refusal(_BAD_REQUEST, texts.BAD_SIZE.filled({"most": LARGEST_SIDE}))
        return reading.matrix

    def _start_matrix(self) -> Matrix:
        name = self.fields.get("game", "")
        if name not in all_games():
            raise Refusal(_BAD_REQUEST, why_not_here(name))
        try:
            game = self._with_rules(all_games()[name])
            return Matrix(game, game.start(self._start(game)))
        except BadRequest as error:
            raise Refusal(_BAD_REQUEST, error.fault.text) from None

    def _with_rules(self, game: type[AnyGame]) -> AnyGame:
        rules = self.fields.get(f"rules-{game.name}") or None
        return game.with_rules(rules if game.rule_sets else None)

    def _start(self, game: AnyGame) -> StartRequest:
        sides = [self.fields.get(f"{side}-{game.name}", "").strip() for side in ("columns", "rows")]
        size = None
        if any(sides):
            most = min(game.sizes[1], LARGEST_SIDE) if game.sizes else LARGEST_SIDE
            columns, rows = (_side(text or next(filter(None, sides)), most) for text in sides)
            size = (columns, rows)
        if f"drawn-{game.name}" in self.fields:
            return StartRequest(size, seed=secrets.randbelow(1 << 32), mirrored=True)
        return StartRequest(size)

    def _seat(self, player: Player, start: Matrix) -> Seat:
        game = start.game
        style = self.fields.get(f"{player}-{game.name}", self._default_player(player, start))
        if style == _PERSON:
            return Seat(clock=self._clock_of_person())
        clock = self._clock_of_bot()
        offered_bot = self.offered_bots.get(style)
        if offered_bot is not None and offered_bot.plays(game.name):
            return Seat(
                offered_bot.name, self._think(), offered_bot.path, offered_bot.is_secret, clock
            )
        if style in {level.value for level in Level}:
            return self._seat_of_level(Level(style), start, clock)
        if style not in self.styles.get(game.name, ()):
            raise Refusal(_BAD_REQUEST, texts.NO_BOT)
        _refuse_large_board(f"{game.name}-{style}", start)
        return Seat(f"{game.name}-{style}", self._think(), clock=clock)

    def _seat_of_level(self, level: Level, start: Matrix, clock: Decimal | None) -> Seat:
        """Return the seat of the built-in bot of that level, as `arena play --level` takes it."""
        bot = builtin_of_level(start.game.name, level)
        if bot is None:
            raise Refusal(_BAD_REQUEST, texts.NO_BOT)
        name, *arguments = bot.split()
        _refuse_large_board(name, start)
        return Seat(name, self._think(), clock=clock, arguments=tuple(arguments), level=level)

    def _clock_of_person(self) -> Decimal | None:
        text = self.fields.get("clock-people", "")
        if not text:
            return None
        seconds = read_seconds(text)
        if isinstance(seconds, FaultKind) or not LEAST_CLOCK <= seconds <= MOST_CLOCK:
            raise Refusal(_BAD_REQUEST, texts.BAD_CLOCK)
        return seconds

    def _clock_of_bot(self) -> Decimal | None:
        """Return one of the clocks offered; with another a bot could think for hours."""
        text = self.fields.get("clock-bots", "")
        if text not in ("", *BOT_CLOCKS):
            offered = ", ".join(BOT_CLOCKS)
            raise Refusal(_BAD_REQUEST, texts.BAD_BOT_CLOCK.filled({"offered": offered}))
        return Decimal(text) if text else None

    def _think(self) -> Decimal:
        seconds = read_seconds(self.fields.get("think", "1").replace(",", "."))
        if isinstance(seconds, FaultKind) or not LEAST_THINK <= seconds <= MOST_THINK:
            raise Refusal(_BAD_REQUEST, texts.BAD_THINK.filled({"most": MOST_THINK}))
        return seconds


def game_from_form(start: Matrix, seats: Mapping[Player, Seat]) -> CasualGame:
    """Return a game from that position, with the clocks of the seats."""
    clocks = [seats[player].clock for player in PLAYERS]
    if not any(clocks):
        return CasualGame.at_start(start)
    a, b = (_NO_CLOCK if clock is None else clock for clock in clocks)
    return CasualGame.at_start(replace(start, times=(a, b)), timed=True)


def rematch(play: Play, *, swap: bool) -> Play:
    """Return a game of the same players from the same start; with sides swapped if ``swap``."""
    a, b = (play.seats[player] for player in PLAYERS)
    seats: Mapping[Player, Seat] = {"A": b, "B": a} if swap else {"A": a, "B": b}
    return Play(game_from_form(play.game.start, seats), seats)


def branch(play: Play, half_moves: int) -> Play:
    """Return a game of the same players that goes on from an earlier position, without clocks.

    Raise Refusal if there is no such position.
    """
    earlier = play.at(half_moves)
    seats = {player: replace(seat, clock=None) for player, seat in play.seats.items()}
    game = replace(earlier.game, timed=False, pending=())
    if game.end and not game.now.outcome and game.before:
        game = replace(game, end=None)
    return Play(game, seats)


def _side(text: str, most: int) -> int:
    if not _SIDE.fullmatch(text) or not 1 <= int(text) <= most:
        raise Refusal(_BAD_REQUEST, texts.BAD_SIZE.filled({"most": most}))
    return int(text)


def pieces_of(game: type[AnyGame]) -> list[Look]:
    """Return the looks of a game's pieces for its card, without the empty cell."""
    return [look for character, look in game.looks.items() if character != "-"][:_MOST_PIECES]


def first_game() -> str:
    """Return the game chosen by default: of those with bots, the one with most rule sets."""
    games = [game for name, game in all_games().items() if name in opponents()]
    return max(games or all_games().values(), key=lambda game: len(game.rule_sets)).name


def fields_from(start: Matrix) -> dict[str, str]:
    """Return the form's fields that begin with that position, a person to move against a bot."""
    game, player = start.game.name, start.position.player
    seats = {player: _PERSON, other(player): _opponent_from(start, builtin_styles())}
    fields = {f"{side}-{game}": name for side, name in seats.items()}
    return {**fields, "game": game, "matrix": write_matrix(start)}


def _opponent_from(start: Matrix, styles: Mapping[str, Sequence[str]]) -> str:
    """Return the style of the opponent offered in that position; a person if no bot can play it."""
    game = start.game.name
    if not styles.get(game):
        return _PERSON
    style = _strongest_style(styles[game])
    return _PERSON if _smaller_board(f"{game}-{style}", start) else style


def _smaller_board(bot: str, start: Matrix) -> Size | None:
    """Return the largest board of the built-in bot if it cannot play on that of the position."""
    board = start.position.board
    return small_board_of(bot, (board.width, board.height))


def _refuse_large_board(bot: str, start: Matrix) -> None:
    if largest := _smaller_board(bot, start):
        values = {"name": bot, "most": "{} x {}".format(*largest)}
        raise Refusal(_BAD_REQUEST, LARGE_BOARD.filled(values))


def opponents() -> dict[str, str]:
    """Return for each game with built-in bots the style that a person is offered as opponent."""
    return {game: _strongest_style(styles) for game, styles in builtin_styles().items() if styles}


def small_boards() -> dict[str, str]:
    """Return the largest board of built-in bots, by games, where the rules have larger ones."""
    boards = {program.game: program.largest_board for program in programs()}
    return {game: "{} x {}".format(*largest) for game, largest in boards.items() if largest}


def _strongest_style(styles: Sequence[str]) -> str:
    """Return the champion, or the first style if the game has no champion."""
    return CHAMPION if CHAMPION in styles else styles[0]


async def position_in(events: Events, fields: Mapping[str, str]) -> Matrix:
    """Return the matrix that the fields name: event, section, game, half-moves.

    Raise Refusal if there is none.
    """
    folder, event = await events.find(fields.get("event", ""))
    section_number, number, half_moves = (
        read_number(fields.get(name, "")) for name in ("section", "number", "at")
    )
    if section_number is None or not 1 <= section_number <= len(event.sections) or number is None:
        raise Refusal(404, texts.NO_SUCH_GAME)
    if half_moves is None:
        raise Refusal(404, texts.NO_SUCH_MOVE)
    section = event.sections[section_number - 1].name
    return await events.disk.read(folder, partial(_position, folder, section, number, half_moves))


def _position(folder: Path, section: str, number: int, half_moves: int) -> Matrix:
    """Return a position of the attempt that counts; of the last one if none does."""
    try:
        with open_ledger(folder) as ledger:
            history = ledger.history(section, number)
        attempts = next(iter(section_decisions(section, (), history).attempts.values()))
        game = attempts.counts or attempts.played[-1]
        matrices = list(read_record(game.record).files())
    except (sqlite3.Error, BadLedger, BadRecord, RuleError, IndexError, StopIteration):
        raise Refusal(404, texts.NO_SUCH_GAME) from None
    if half_moves >= len(matrices):
        raise Refusal(404, texts.NO_SUCH_MOVE)
    return matrices[half_moves]
