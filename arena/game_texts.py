"""What help says of the games, made from what is there: a game that is added is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from formats.games import AnyGame, all_games
from formats.text import Text


def naming_games(text: Text) -> Callable[[], Text]:
    """The sentence with the names of all games as ``{games}``."""
    return lambda: text.filled({"games": _one_of(list(all_games()))})


def of_games_with(option: str, text: Text) -> Callable[[], Text]:
    """The sentence with the titles of the games whose starts have that option as ``{games}``."""
    return lambda: text.filled({"games": _titles(_with_option(option))})


def of_games_with_rules(text: Text) -> Callable[[], Text]:
    """The sentence with the titles of the games of several rules as ``{games}``."""
    return lambda: text.filled({"games": _titles(law for law in _laws() if law.rule_sets)})


def _laws() -> Iterable[type[AnyGame]]:
    return all_games().values()


def _with_option(option: str) -> Iterable[type[AnyGame]]:
    return (law for law in _laws() if option in law.start_options)


def _titles(laws: Iterable[type[AnyGame]]) -> Text:
    titles = [law.title for law in laws]
    return Text(", ".join(one.en for one in titles), ", ".join(one.ru for one in titles))


def _one_of(names: list[str]) -> Text:
    *others, last = names
    listed = ", ".join(others)
    return Text(f"{listed} or {last}", f"{listed} или {last}") if others else Text(last, last)
