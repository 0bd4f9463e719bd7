"""The footer lines of matrix.txt, which name the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple, Self

from formats.fault import Fault, FaultKind, Place
from formats.game import BadNotation, BadRequest
from formats.games import AnyGame, all_games
from formats.lookalikes import in_latin
from formats.matrix import faults
from formats.matrix.board_lines import FileDefaults, could_be_of, is_of_another
from formats.matrix.fault_list import FaultList
from formats.matrix.parts import Parts
from formats.matrix.source import Line, Word
from formats.printable import escaped

DEFAULT_GAME = "mmpeshki"
GAME = "game"
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-= "
# No file needs more lines or options; if it has more, faults were reported before.
_MOST_LINES = 50
_MOST_WRONG_OPTIONS = 3


class Footer(NamedTuple):
    """Content of the footer; no game if it names an unknown one, or none."""

    game: AnyGame | None
    last: object | None
    places: dict[Place, Word]
    doubtful: frozenset[str] = frozenset()
    """Keys whose lines are not clear."""
    state: tuple[str, ...] = ()
    """Values of the game's state lines, in the order of the game; empty if a line is missing."""
    is_assumed: bool = False
    """True if nothing says which game it is."""

    @classmethod
    def absent(cls, game: AnyGame, *, is_assumed: bool) -> Self:
        """Return the footer that stands for a missing one in a file of that game."""
        return cls(game, None, {}, state=("",) * len(game.state_lines), is_assumed=is_assumed)


class _Entry(NamedTuple):
    """A footer line with the key that it was meant to begin with."""

    key: str
    line: Line


@cache
def footer_keys() -> frozenset[str]:
    """Return all keys of footer lines of all games."""
    return frozenset({GAME}).union(*(game.footers for game in all_games().values()))


def read_footer(parts: Parts, notes: FaultList, defaults: FileDefaults | None = None) -> Footer:
    """Return the footer; note every fault of its lines."""
    entries = [_Entry(_key(line), line) for line in parts.footer[:_MOST_LINES]]
    games = [entry for entry in entries if entry.key == GAME]
    if not _has_footer(parts, entries, defaults):
        return _no_footer(parts, notes, defaults)
    _note_keys(entries, notes)
    game = _game(entries, games, notes, defaults)
    known = game.footers if game else sorted(footer_keys() - {GAME})
    _note_unknown(entries, [GAME, *known], notes)
    named = [entry for entry in entries if entry.key in known]
    values = _values(named, notes)
    places: dict[Place, Word] = {entry.key: entry.line.value for entry in [*values, *games[:1]]}
    understood = _understood(game, named, values, notes)
    if understood.game and not defaults:
        _note_missing_state(understood.game, named, parts.footer[-1], notes)
    return understood._replace(places=places)


def _understood(
    game: AnyGame | None, entries: Sequence[_Entry], values: Sequence[_Entry], notes: FaultList
) -> Footer:
    """Return the other lines of the footer, as this game reads them."""
    if game is None:
        return Footer(None, None, {})
    lines = {entry.key: entry.line for entry in values}
    with_rules = _with_rules(game, lines.get("rules"), notes)
    last = _last(game, lines.get("last"), notes)
    state = {key: _latin(lines[key].value.text) for key in game.state_lines if key in lines}
    clear = {"rules": with_rules, "last": last, **state, **dict.fromkeys(_unclear_keys(entries))}
    doubtful = {entry.key for entry in entries if clear.get(entry.key) is None}
    values_of_state = tuple(state.get(key, "") for key in game.state_lines)
    return Footer(with_rules or game, last, {}, frozenset(doubtful), values_of_state)


def _note_missing_state(
    game: AnyGame, entries: Sequence[_Entry], last_line: Line, notes: FaultList
) -> None:
    """Note the lines without which the position is not complete."""
    keys = {entry.key for entry in entries}
    for key, title in game.state_lines.items():
        if key not in keys:
            notes.add(faults.NO_STATE(key=key, title=title), last_line.whole)


def _unclear_keys(entries: Iterable[_Entry]) -> Iterator[str]:
    """Yield the keys of lines that are empty or contradict each other."""
    first: dict[str, str] = {}
    for key, line in entries:
        value = _latin(line.value.text)
        if not value or first.setdefault(key, value) != value:
            yield key


def _games_with_footer() -> str:
    return ", ".join(name for name, law in all_games().items() if law.footers)


def _latin(text: str) -> str:
    """Return the text with Latin letters for Cyrillic ones."""
    return in_latin(text, _LETTERS)


def _key(line: Line) -> str:
    """Return the key of the line, or the one meant: a line that names a game is meant as «game»."""
    word = _latin(line.first.text)
    if word.lower() in footer_keys():
        return word.lower()
    return GAME if line.value.text in all_games() else word


def _has_footer(parts: Parts, entries: Sequence[_Entry], defaults: FileDefaults | None) -> bool:
    """Return whether the file has a footer; MMPeshki has none, whatever follows its board."""
    keys = {entry.key for entry in entries}
    if GAME in keys:
        named = {entry.line.value.text for entry in entries if entry.key == GAME}
        return named != {DEFAULT_GAME}
    if defaults:
        return bool(defaults.game.footers)
    default = all_games()[DEFAULT_GAME]()
    return not keys.isdisjoint(footer_keys()) and not could_be_of(parts.board, default)


def _no_footer(parts: Parts, notes: FaultList, defaults: FileDefaults | None) -> Footer:
    """Return MMPeshki, unless the board is clearly another game's and nothing says otherwise."""
    game = _game_named(DEFAULT_GAME, defaults)
    is_said = defaults or any(_key(line) == GAME for line in parts.footer[:_MOST_LINES])
    if not is_said and is_of_another(parts.board, game):
        notes.add(faults.NO_GAME_LINE(known=_games_with_footer()), parts.board[0].whole)
        return Footer(None, None, {})
    if parts.footer:
        notes.add(faults.TEXT_AFTER_BOARD(), parts.footer[0].whole)
    return Footer.absent(game, is_assumed=not is_said)


def _note_keys(entries: Iterable[_Entry], notes: FaultList) -> None:
    """Note which letter of a key is not Latin, if that is its only fault."""
    for text, entry in _first_of_each(entries).items():
        if _latin(text) == entry.key in footer_keys():
            notes.latin(entry.line.first, _LETTERS, faults.LOOK_ALIKE_IN_FOOTER)


def _note_unknown(entries: Iterable[_Entry], known: Sequence[str], notes: FaultList) -> None:
    for text, entry in _first_of_each(entries).items():
        if entry.key not in known or _latin(text) != entry.key:
            word = entry.line.first
            notes.add(faults.UNKNOWN_FOOTER(text=word.quote, known=", ".join(known)), word)


def _first_of_each(entries: Iterable[_Entry]) -> dict[str, _Entry]:
    """Return the first line that begins with each word."""
    first_entries: dict[str, _Entry] = {}
    for entry in entries:
        first_entries.setdefault(entry.line.first.text, entry)
    return first_entries


def _game(
    entries: Sequence[_Entry],
    games: Sequence[_Entry],
    notes: FaultList,
    defaults: FileDefaults | None,
) -> AnyGame | None:
    """Return the game that is named, or else the default one; None if two are named."""
    if not games and defaults:
        return defaults.game
    if not games:
        notes.add(faults.NO_GAME(known=_games_with_footer()), entries[0].line.whole)
    named = _values(games, notes)
    if not named:
        return None
    word = named[0].line.value
    name = notes.latin(word, _LETTERS, faults.LOOK_ALIKE_IN_FOOTER)
    if name not in all_games():
        notes.add(faults.UNKNOWN_GAME(text=word.quote, known=_games_with_footer()), word)
    if name not in all_games() or GAME in _unclear_keys(games):
        return None
    return _game_named(name, defaults)


def _game_named(name: str, defaults: FileDefaults | None) -> AnyGame:
    """Return the game with that name; with the default rules, if it is the default game."""
    return defaults.game if defaults and defaults.game.name == name else all_games()[name]()


def _values(entries: Iterable[_Entry], notes: FaultList) -> list[_Entry]:
    """Return the lines that are not empty; only the first one with each key."""
    entries_by_key: dict[str, _Entry] = {}
    faulty_lines: dict[tuple[FaultKind, str], Line] = {}
    for entry in entries:
        key, line = entry
        first = entries_by_key.setdefault(key, entry) if line.value.text else None
        if first is None:
            faulty_lines.setdefault((faults.NO_FOOTER_VALUE, key), line)
        elif first is not entry:
            same = _latin(first.line.value.text) == _latin(line.value.text)
            kind = faults.REPEATED_FOOTER if same else faults.CONTRADICTORY_FOOTER
            faulty_lines.setdefault((kind, key), line)
    for (kind, key), line in faulty_lines.items():
        notes.add(kind(key=key), line.whole)
    return list(entries_by_key.values())


def _with_rules(game: AnyGame, line: Line | None, notes: FaultList) -> AnyGame | None:
    """Return the game with the rules of this line: a rule set, and options that differ from it."""
    if line is None:
        return game
    rules, wrong = "", 0
    for word in line.words[1:]:
        text = notes.latin(word, _LETTERS, faults.LOOK_ALIKE_IN_FOOTER)
        fault = _fault_of_rules(game, f"{rules} {text}")
        if fault is None:
            rules = f"{rules} {text}"
            continue
        notes.add(fault, word)
        wrong += 1
        if not rules or wrong == _MOST_WRONG_OPTIONS:
            break
    return None if wrong else game.with_rules(rules)


def _fault_of_rules(game: AnyGame, rules: str) -> Fault | None:
    try:
        game.with_rules(rules)
    except BadRequest as error:
        return _shown(error.fault)
    return None


def _last(game: AnyGame, line: Line | None, notes: FaultList) -> object | None:
    if line is None:
        return None
    word = line.value
    try:
        move: object = game.parse(notes.latin(word, _LETTERS, faults.LOOK_ALIKE_IN_FOOTER))
    except BadNotation as error:
        notes.add(_shown(error.fault), word)
        return None
    return move


def _shown(fault: Fault) -> Fault:
    """Return the fault, with nothing in its sentences that could control a terminal."""
    values = {k: escaped(v) if isinstance(v, str) else v for k, v in fault.values.items()}
    return replace(fault, values=values)
