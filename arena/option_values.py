"""What is asked for in words on a command line: a game with its rules, a size, a time."""

from __future__ import annotations

import re
from decimal import Decimal

from click.exceptions import BadParameter

from formats.fault import FaultKind
from formats.game import BadRequest
from formats.games import AnyGame, all_games
from formats.names import normal
from formats.seconds import read_seconds
from formats.text import Language
from tournaments.event.read_entrants import fault_of

_SIZE = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3}))?", re.ASCII)


def game_named(name: str, rules: str | None) -> AnyGame:
    """The game of that name. Raises BadRequest for rules that it does not have."""
    known = all_games()
    if name not in known:
        raise BadParameter(f"no game {name}; the games are {', '.join(known)}")
    if rules is not None and "rules" not in known[name].footers:
        raise BadParameter(f"{name} has one set of rules")
    return known[name].ruled(rules)


def refused(error: BadRequest, speech: Language) -> BadParameter:
    """What to raise for what a game does not have: what that is, and what it has instead."""
    told = (error.fault.sentence(speech), error.fault.hint(speech))
    return BadParameter(": ".join(filter(None, told)))


def name_in(text: str, speech: Language) -> str:
    """The name of a bot, as it is kept."""
    fault = fault_of(text)
    if fault:
        told = (fault.sentence(speech), fault.hint(speech))
        raise BadParameter(": ".join(filter(None, told)))
    return normal(text)


def size_in(text: str | None) -> tuple[int, int] | None:
    """Columns and rows."""
    if text is None:
        return None
    match = _SIZE.fullmatch(text)
    if match is None:
        raise BadParameter(f"the size is like 7x5 or 10, not {text}")
    return int(match[1]), int(match[2] or match[1])


def seconds_in(text: str) -> Decimal:
    """A time."""
    seconds = read_seconds(text)
    if isinstance(seconds, FaultKind):
        raise BadParameter(f"the time is like 30 or 2.5, not {text}")
    return seconds


def clock_in(text: str) -> Decimal:
    """The time that each side has for a game: some, or nobody could make a move."""
    seconds = seconds_in(text)
    if not seconds:
        raise BadParameter(f"with {text} s nobody could make a move")
    return seconds


def only_start(**asked: object) -> None:
    """Raises BadParameter for what was asked besides --start, and the file says by itself."""
    for name, value in asked.items():
        if value is not None:
            raise BadParameter(f"with --start, the file says it: leave out --{name}")
