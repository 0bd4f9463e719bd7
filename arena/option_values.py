"""Values on a command line: a game with its rules, a name, a size, a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from difflib import get_close_matches
from types import MappingProxyType

from arena.parameters import WrongUsage
from formats.fault import Fault, FaultKind
from formats.games import AnyGame, all_games, names_of_games, why_not_here
from formats.names import normalized
from formats.seconds import LEAST_CLOCK, read_seconds
from formats.text import LANGUAGES, Text

_WHY = Text("{why}", "{why}")
_WHICH_GAME = Text(
    'name the game with --game, or in arena.toml beside the bot: game = "{example}"; there are'
    " {known}",
    'назовите игру ключом --game или в файле arena.toml рядом с ботом: game = "{example}"; есть'
    " {known}",
)
_ONE_RULES = Text("{name} has only one set of rules", "у игры {name} только один набор правил")
_BAD_SIZE = Text(
    "a size is written like 7x5 or 10, not {text}", "размер пишется как 7x5 или 10, а не {text}"
)
_BAD_TIME = Text(
    "a time is written like 30 or 2.5, not {text}", "время пишется как 30 или 2.5, а не {text}"
)
_NO_TIME = Text(
    "with {text} s nobody could make a move", "за {text} с никто не успел бы сделать и хода"
)
_SAID_BY_START = Text(
    "the start file already says this: leave out --{name}",
    "это уже задано в файле начальной позиции: уберите --{name}",
)
_KNOWN = Text("{told}; there are {known}", "{told}; есть {known}")
_NEAREST = Text(
    "{told}; did you mean {nearest}? There are {known}",
    "{told}; может быть, {nearest}? Есть {known}",
)
_SIZE = re.compile("([0-9]{1,3})(?:[xX\u0445\u0425\u00d7]([0-9]{1,3}))?")
"""A size; the sign between its numbers is a Latin or Russian letter, or that of a product."""


def game_named(name: str | None, rules: str | None) -> AnyGame:
    """Return the game of that name. Raise BadRequest for rules that it does not have."""
    known = all_games()
    if name is None:
        raise WrongUsage(_WHICH_GAME, known=names_of_games(), example=next(iter(known)))
    name = game_meant(name)
    if name not in known:
        raise no_such_game(name)
    if rules is not None and "rules" not in known[name].footers:
        raise WrongUsage(_ONE_RULES, name=name)
    return known[name].with_rules(rules)


def game_meant(name: str) -> str:
    """Return the name of the game that is called so, or titled so in any language."""
    wanted = name.strip().casefold()
    for known, game in all_games().items():
        titles = (known, *(game.title.say(language) for language in LANGUAGES))
        if wanted in map(str.casefold, titles):
            return known
    return name


def games_to_complete(_values: Mapping[str, object]) -> list[str]:
    return list(all_games())


def no_such_game(name: str) -> WrongUsage:
    """Return the error for a game that is unknown, or whose plugin is left out."""
    why = why_not_here(name)
    return no_such(_WHY, name, all_games(), told_names=names_of_games(why), why=why)


def no_such(
    text: Text,
    name: str,
    known: Iterable[str],
    others: Mapping[str, str] = MappingProxyType({}),
    told_names: Text | None = None,
    **values: object,
) -> WrongUsage:
    """Return the error for an unknown name, with the known ones and the nearest of them.

    ``others`` has alternative names, with the known names that they mean.
    ``told_names`` stands for the list of known names in the sentence.
    """
    names = list(known)
    parts = {"told": text.filled({"name": name, **values}), "known": told_names or ", ".join(names)}
    nearest = get_close_matches(name.lower().replace("_", "-"), [*names, *others], 1)
    if not nearest:
        return WrongUsage(_KNOWN, **parts)
    return WrongUsage(_NEAREST, nearest=others.get(nearest[0], nearest[0]), **parts)


def usage_error(fault: Fault) -> WrongUsage:
    """Return the error for a fault of the command line, with the fault's hint."""
    sentences = ((fault.sentence(language), fault.hint(language)) for language in LANGUAGES)
    return WrongUsage(Text(*(": ".join(filter(None, parts)) for parts in sentences)))


def name_in(text: str) -> str:
    """Return the name of a bot in its normal form."""
    from tournaments.event.read_entrants import name_fault  # noqa: PLC0415 - slow to load

    fault = name_fault(text)
    if fault:
        raise usage_error(fault)
    return normalized(text)


def size_in(text: str | None) -> tuple[int, int] | None:
    """Return columns and rows."""
    if text is None:
        return None
    match = _SIZE.fullmatch(text)
    if match is None:
        raise WrongUsage(_BAD_SIZE, text=text)
    return int(match[1]), int(match[2] or match[1])


def seconds_in(text: str) -> Decimal:
    seconds = read_seconds(text.replace(",", "."))
    if isinstance(seconds, FaultKind):
        raise WrongUsage(_BAD_TIME, text=text)
    return seconds


def clock_in(text: str) -> Decimal:
    """Return the time of each side for a game. Raise WrongUsage if it is too short to move."""
    seconds = seconds_in(text)
    if seconds < LEAST_CLOCK:
        raise WrongUsage(_NO_TIME, text=text)
    return seconds


def refuse_beside_start(**options: object) -> None:
    """Raise WrongUsage for options that a start file already answers."""
    for name, value in options.items():
        if value is not None:
            raise WrongUsage(_SAID_BY_START, name=name)
