"""Positions to try a bot in, for both sides: from all of a game, and where the rules end it.

The files are as a tournament's referee would write them. The times in them are those of any moment
of a game, each player's own, with as many digits as times have; some moves have little time left.
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
from formats.seconds import told_seconds
from formats.text import Text
from referee.check.decisive import Decisive, decisive_positions
from referee.check.long_game import long_game
from referee.check.variations import at_the_limit

_FIRST_STAGE = Decimal(0)
_STAGES = (Decimal("0.2"), Decimal("0.4"), Decimal("0.6"), Decimal("0.9"), Decimal(1))
"""How far into its game each position is: 1 is where the next move can end it."""
_FROM_THE_START = range(3)
"""Seeds of the games of which the beginning is shown."""
_MOST_DECISIVE = 65
_MOST_TIME = Decimal(10)
"""Seconds that a bot has in a position, but in the first: in none it can be waited for long."""
_EVERY_LATE, _EVERY_HASTY = 7, 6
_HASTE = 30
"""Of the time for a game, this part is little."""
_MICROSECOND = Decimal("0.000001")


@dataclass(frozen=True, slots=True)
class Case:
    """A file to try a bot with."""

    matrix: Matrix
    about: Text | None = None
    """What is special about the position."""


def cases(game: AnyGame, request: StartRequest, time: Decimal) -> Iterator[Case]:
    """Positions without end, the same each time. Raises BadRequest.

    First come those of a long game, in which the bot's time is measured, then the decisive ones:
    what they show is told best, and a slow bot is not tried in many. They are long to be found.
    """
    position = _positions(game, request)
    longest = long_game(game, request)
    sampled = [longest.position(move) for move in range(0, longest.moves, longest.step)]
    found: Iterator[Decisive] = iter(())
    for index in count():
        if index == len(sampled):
            found = iter(decisive_positions(game, request)[:_MOST_DECISIVE])
        decisive = next(found, None)
        in_game = sampled[index] if index < len(sampled) else None
        there = in_game or (decisive.position if decisive else next(position))
        about = decisive.trait.about(decisive.part) if decisive else None
        yield Case(Matrix(game, there, times=_times(there.player, time, index)), about)


def some_cases(game: AnyGame, request: StartRequest, time: Decimal, number: int) -> list[Case]:
    return list(islice(cases(game, request, time), number))


def _positions(game: AnyGame, request: StartRequest) -> Iterator[Position]:
    numbers = count(1)
    for seed in count():
        start = game.start(request if seed == 0 else replace(request, seed=seed))
        *going_on, _ = random_game(game, start, Random(seed))
        stages = (_FIRST_STAGE, *_STAGES[1:]) if seed in _FROM_THE_START else _STAGES
        for stage, number in zip(stages, numbers, strict=False):
            position = _chosen(going_on, stage, PLAYERS[number % 2])
            is_late = number % _EVERY_LATE == _EVERY_LATE - 1
            late = next(at_the_limit(game, position), position)
            yield late if is_late else position


def _chosen(positions: list[Position], stage: Decimal, player: Player) -> Position:
    """The last position of that stage, or else the next, in which that player is to move."""
    last = int(stage * (len(positions) - 1))
    own = [p for p in positions[: last + 1] if p.player == player]
    later = (p for p in positions[last:] if p.player == player)
    return own[-1] if own else next(later, positions[last])


def _times(player: Player, time: Decimal, index: int) -> tuple[Decimal, Decimal]:
    """The times of A and B in the file of that number."""
    if index == 0:
        return time, time
    lot = Random(index)
    own = min(time, _MOST_TIME) * _part(lot, "0.2", "1")
    if index % _EVERY_HASTY == _EVERY_HASTY - 1:
        own = time / _HASTE * _part(lot, "0.9", "1")
    other = time * _part(lot, "0.1", "1") / 10 ** lot.randint(0, 4)
    return (_written(own), _written(other)) if player == "A" else (_written(other), _written(own))


def _part(lot: Random, least: str, most: str) -> Decimal:
    return Decimal(lot.randint(int(Decimal(least) * 10**6), int(Decimal(most) * 10**6))) / 10**6


def _written(seconds: Decimal) -> Decimal:
    return told_seconds(max(seconds.quantize(_MICROSECOND), _MICROSECOND))
