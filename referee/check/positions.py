"""Positions in which a bot is tried, for both players: from all of a game, and where rules end it.

The files are as a tournament's referee would write them. Their times are those of any moment of a
game, different for the two players, with as many digits as times have; some leave little time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import count, islice
from random import Random

from formats.game import PLAYERS, Player, Position, StartRequest
from formats.game_tree import random_game
from formats.games import AnyGame
from formats.matrix import Matrix
from formats.seconds import written_seconds
from formats.text import Text
from referee.check.long_game import long_game
from referee.check.stored_positions import StoredPosition, stored_positions
from referee.check.variations import move_to_limit

POSITIONS = 100
"""Number of positions in which a bot is tried."""
_FIRST_STAGE = Decimal(0)
_STAGES = (Decimal("0.2"), Decimal("0.4"), Decimal("0.6"), Decimal("0.9"), Decimal(1))
"""Stage of each position in its game: 1 is the last position before the end."""
_FROM_THE_START = range(3)
"""Seeds of the games whose first position is included."""
_MOST_TIME = Decimal(10)
"""Most seconds that a bot has in a position, except in the first: so that no turn takes long."""
_EVERY_LATE, _EVERY_HASTY = 7, 6
_HASTE = 30
"""A hasty turn has this fraction of the time for a game."""
_MICROSECOND = Decimal("0.000001")


@dataclass(frozen=True, slots=True)
class Case:
    """A file with which a bot is tried."""

    matrix: Matrix
    about: Text | None = None
    """Remark on the position."""


def cases(game: AnyGame, request: StartRequest, time: Decimal) -> Iterator[Case]:
    """Yield positions without end, in the same order each time. Raise BadRequest.

    The positions of a long game, in which the bot's time is measured, come first, then the
    decisive ones: they reveal most, and a slow bot is tried in few positions. These are found only
    when they are needed, since that takes long.
    """
    other_positions = _positions_of_games(game, request)
    longest = long_game(game, request)
    timed_positions = [longest.position(move) for move in range(0, longest.moves, longest.step)]
    decisives: Iterator[StoredPosition] = iter(())
    for index in count():
        if index == len(timed_positions):
            decisives = iter(stored_positions(game, request))
        decisive = next(decisives, None)
        timed_position = timed_positions[index] if index < len(timed_positions) else None
        position = timed_position or (decisive.position if decisive else next(other_positions))
        about = decisive.about if decisive else None
        yield Case(Matrix(game, position, times=_random_times(position.player, time, index)), about)


def some_cases(game: AnyGame, request: StartRequest, time: Decimal, number: int) -> list[Case]:
    return list(islice(cases(game, request, time), number))


def _positions_of_games(game: AnyGame, request: StartRequest) -> Iterator[Position]:
    numbers = count(1)
    for seed in count():
        start = game.start(request if seed == 0 else replace(request, seed=seed))
        *unfinished, _ = random_game(game, start, Random(seed))
        stages = (_FIRST_STAGE, *_STAGES[1:]) if seed in _FROM_THE_START else _STAGES
        for stage, number in zip(stages, numbers, strict=False):
            position = _position_at_stage(unfinished, stage, PLAYERS[number % 2])
            is_late = number % _EVERY_LATE == _EVERY_LATE - 1
            late = next(move_to_limit(game, position), position)
            yield late if is_late else position


def _position_at_stage(positions: list[Position], stage: Decimal, player: Player) -> Position:
    """Return the player's last position at that stage, or else the first one after it."""
    last = int(stage * (len(positions) - 1))
    own = [p for p in positions[: last + 1] if p.player == player]
    later = (p for p in positions[last:] if p.player == player)
    return own[-1] if own else next(later, positions[last])


def _random_times(player: Player, time: Decimal, index: int) -> tuple[Decimal, Decimal]:
    """Return the times of A and B in the file with that number.

    The other player has a tenth of a second or more in most files, and never so little that a bot
    which lowers the wrong line by a usual move makes it negative in one run and not in the next.
    """
    if index == 0:
        return time, time
    random = Random(index)
    own = min(time, _MOST_TIME) * _random_part(random, "0.2", "1")
    if index % _EVERY_HASTY == _EVERY_HASTY - 1:
        own = time / _HASTE * _random_part(random, "0.9", "1")
    other = time * _random_part(random, "0.1", "1") / 10 ** random.randint(0, 2)
    return (
        (_time_as_written(own), _time_as_written(other))
        if player == "A"
        else (_time_as_written(other), _time_as_written(own))
    )


def _random_part(random: Random, least: str, most: str) -> Decimal:
    return Decimal(random.randint(int(Decimal(least) * 10**6), int(Decimal(most) * 10**6))) / 10**6


def _time_as_written(seconds: Decimal) -> Decimal:
    return written_seconds(max(seconds.quantize(_MICROSECOND), _MICROSECOND))
