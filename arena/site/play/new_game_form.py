"""The game that somebody asks for: what the form offers, and what it says, checked."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from arena.bots.ours import CHAMPION, Level, of_level, styles_of_ours
from arena.site.errors import Refusal
from arena.site.play import texts
from arena.site.play.strangers import Stranger
from arena.site.play.watched_game import LEAST_THINK, MOST_THINK, Play, Seat
from formats.board import Look
from formats.fault import FaultKind
from formats.game import PLAYERS, BadRequest, Player, StartRequest, other
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.seconds import read_seconds
from referee.casual_game import CasualGame

LARGEST_SIDE = 26
LEAST_CLOCK, MOST_CLOCK = Decimal(5), Decimal(7200)
CLOCKS = ("30", "60", "180", "600")
"""What is offered to people, in seconds for the whole game."""
BOT_CLOCKS = ("30",)
"""What is offered for programs: what they have in the class."""
_NO_CLOCK = Decimal(99_999)
"""What stands in the file for a player without a clock, where the other has one."""
_SIDE = re.compile(r"[0-9]{1,3}", re.ASCII)
_PERSON = "person"
_WRONG = 400
_MOST_PIECES = 4


@dataclass(frozen=True, slots=True)
class NewGameForm:
    """The fields of the form, and the file that came with it."""

    fields: Mapping[str, str]
    file: bytes
    styles: Mapping[str, Sequence[str]]
    """The bots that there are for each game."""
    strangers: Mapping[str, Stranger] = field(default_factory=dict)
    """Other programs, by what the form calls them."""

    def play(self) -> Play:
        """The game as it was asked for. Raises Refusal."""
        matrix = self._loaded() if self.file.strip() else self._begun()
        seats = {player: self._seat(player, matrix.game) for player in PLAYERS}
        return Play(begun(matrix, seats), seats, paused="paused" in self.fields)

    def _usual(self, player: Player, game: AnyGame) -> str:
        """Who sits there if nobody is named: a person; against one who wants it, our best bot."""
        styles = self.styles.get(game.name, ())
        if self.fields.get("against") != other(player) or not styles:
            return _PERSON
        return CHAMPION if CHAMPION in styles else styles[0]

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
            game = self._with_rules(all_games()[name])
            return Matrix(game, game.start(self._start(game)))
        except BadRequest as error:
            raise Refusal(_WRONG, error.fault.text) from None

    def _with_rules(self, game: type[AnyGame]) -> AnyGame:
        return game.with_rules(self.fields.get("rules") or None if game.rule_sets else None)

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
        style = self.fields.get(f"{player}-{game.name}", self._usual(player, game))
        if style == _PERSON:
            return Seat(clock=self._clock("clock-people"))
        clock = self._clock("clock-bots")
        one = self.strangers.get(style)
        if one is not None and one.plays(game.name):
            return Seat(one.name, self._think(), one.path, one.is_secret, clock)
        if style in {level.value for level in Level}:
            return self._seat_of_level(Level(style), game, clock)
        if style not in self.styles.get(game.name, ()):
            raise Refusal(_WRONG, texts.NO_BOT)
        return Seat(f"{game.name}-{style}", self._think(), clock=clock)

    def _seat_of_level(self, level: Level, game: AnyGame, clock: Decimal | None) -> Seat:
        """Return the seat of our bot of that level, the same as `arena play --level` takes."""
        bot = of_level(game.name, level)
        if bot is None:
            raise Refusal(_WRONG, texts.NO_BOT)
        name, *arguments = bot.split()
        return Seat(name, self._think(), clock=clock, arguments=tuple(arguments), level=level)

    def _clock(self, name: str) -> Decimal | None:
        text = self.fields.get(name, "")
        if not text:
            return None
        seconds = read_seconds(text)
        if isinstance(seconds, FaultKind) or not LEAST_CLOCK <= seconds <= MOST_CLOCK:
            raise Refusal(_WRONG, texts.BAD_CLOCK)
        return seconds

    def _think(self) -> Decimal:
        seconds = read_seconds(self.fields.get("think", "1").replace(",", "."))
        if isinstance(seconds, FaultKind) or not LEAST_THINK <= seconds <= MOST_THINK:
            raise Refusal(_WRONG, texts.BAD_THINK.filled({"most": MOST_THINK}))
        return seconds


def begun(start: Matrix, seats: Mapping[Player, Seat]) -> CasualGame:
    """A game from that position, with as much on the clocks as the seats say."""
    clocks = [seats[player].clock for player in PLAYERS]
    if not any(clocks):
        return CasualGame.begun(start)
    a, b = (_NO_CLOCK if clock is None else clock for clock in clocks)
    return CasualGame.begun(replace(start, times=(a, b)), timed=True)


def rematch(play: Play, *, swap: bool) -> Play:
    """The same players from the same start; with swapped sides, if that is wanted."""
    a, b = (play.seats[player] for player in PLAYERS)
    seats: Mapping[Player, Seat] = {"A": b, "B": a} if swap else {"A": a, "B": b}
    return Play(begun(play.game.start, seats), seats)


def branched(play: Play, half_moves: int) -> Play:
    """The same players from one of the positions, with all that was played before. No clock runs.

    Raises Refusal.
    """
    earlier = play.at(half_moves)
    seats = {player: replace(seat, clock=None) for player, seat in play.seats.items()}
    game = replace(earlier.game, timed=False, pending=())
    if game.end and not game.now.outcome and game.before:
        game = replace(game, end=None)
    return Play(game, seats)


def _side(text: str) -> int:
    if not _SIDE.fullmatch(text) or not 1 <= int(text) <= LARGEST_SIDE:
        raise Refusal(_WRONG, texts.BAD_SIZE.filled({"most": LARGEST_SIDE}))
    return int(text)


def pieces_of(game: type[AnyGame]) -> list[Look]:
    """What a game's card shows: what stands on its boards, but for empty cells."""
    return [look for character, look in game.looks.items() if character != "-"][:_MOST_PIECES]


def first_game() -> str:
    """The game that is chosen before anybody has: one that most can be asked of, and bots play."""
    played = [law for name, law in all_games().items() if name in opponents()]
    return max(played or all_games().values(), key=lambda law: len(law.rule_sets)).name


def fields_from(start: Matrix) -> dict[str, str]:
    """Return the form's fields that begin with that position, a person to move against a bot."""
    game, player = start.game.name, start.position.player
    seats = {player: _PERSON, other(player): opponents().get(game, _PERSON)}
    fields = {f"{side}-{game}": name for side, name in seats.items()}
    return {**fields, "game": game, "matrix": write_matrix(start)}


def opponents() -> dict[str, str]:
    """The style that a person is offered to play against, in the games that have bots of ours."""
    return {
        game: CHAMPION if CHAMPION in styles else styles[0]
        for game, styles in styles_of_ours().items()
        if styles
    }
