"""The board of matrix.txt, and the footer lines below it, which name the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import NamedTuple, Self

from formats.board import Board
from formats.fault import Fault, FaultKind, Place
from formats.game import BadNotation, BadRequest, Player
from formats.games import (
    DEFAULT_GAME,
    AnyGame,
    all_games,
    default_game,
    every_cell,
    names_of_games,
    why_not_here,
)
from formats.lookalikes import in_latin, latin_for, name_of
from formats.matrix import faults
from formats.matrix.source import BLANKS, FaultList, Line, Parts, Word, without_blanks
from formats.printable import escape_unprintable
from formats.text import Text, join_list

_MOST_NAMED = 3


class FileDefaults(NamedTuple):
    """Values that the writer of a file was given: they hold where the file names none."""

    game: AnyGame
    size: tuple[int, int]
    """Columns and rows."""
    may_overdraw: Player | None = None
    """The player who may have taken more off the own clock than was left."""


def read_board(
    lines: Sequence[Line],
    game: AnyGame,
    end: Word,
    notes: FaultList,
    defaults: FileDefaults | None = None,
) -> Board | None:
    """Return the board, if nothing is wrong with it; note every fault of its rows.

    One cause is noted once: a wrong length of rows in succession, or a wrong character, wherever
    it stands.
    """
    texts = [line.text for line in lines]
    size = _size(without_blanks("\n".join(texts)).split("\n") if texts else [], game, defaults)
    if isinstance(size, Fault):
        notes.add(size, lines[0].whole if lines else end)
        _note_blanks(lines, notes)
        _note_characters(lines, None, game.cells, notes)
        return None
    width, height = size
    _note_height(lines, height, end, notes)
    is_whole = len(texts) == height and set(map(len, texts)) == {width}
    if is_whole and set("".join(texts)).issubset(game.cells):
        return Board.of(texts)
    rows = lines[:height]
    is_right = _note_blanks(rows, notes) & _note_lengths(rows, width, notes)
    is_right &= _note_characters(rows, width, game.cells, notes)
    if not is_right or not len(rows) == len(lines) == height:
        return None
    return Board.of([in_latin(line.text, game.cells) for line in rows])


def _size(
    rows: Sequence[str], game: AnyGame, defaults: FileDefaults | None
) -> tuple[int, int] | Fault:
    """Return the size that the rows should have; that in ``defaults`` if they make no board."""
    if defaults and defaults.game.name == game.name and not has_size_of(rows, game):
        return defaults.size
    return game.size_of(rows)


def _note_height(lines: Sequence[Line], right: int, end: Word, notes: FaultList) -> None:
    count = len(lines)
    if count < right:
        notes.add(faults.TOO_FEW_ROWS(count=count, right=right), lines[-1].whole if lines else end)
    elif count > right:
        notes.add(faults.TOO_MANY_ROWS(count=count, right=right), lines[right].whole)


def is_of_another_game(lines: Sequence[Line], game: AnyGame) -> bool:
    """Return whether the rows are clearly a board of another game."""
    rows = [line.text for line in lines]
    letters = set("".join(rows).upper()) - {"-"}
    if has_size_of(rows, game) and (not letters or letters & set(game.cells)):
        return False
    return any(
        could_be_of(lines, game_type())
        for game_type in all_games().values()
        if game_type.name != game.name
    )


def could_be_of(lines: Sequence[Line], game: AnyGame) -> bool:
    """Return whether the rows have the size of a board of the game and no other game's cells.

    A board of empty cells proves nothing, unless the game starts with it.
    """
    rows = [line.text for line in lines]
    letters = set("".join(rows)) & set(every_cell())
    is_significant = bool(letters - {"-"}) or tuple(rows) == game.start().board.rows
    return is_significant and letters <= set(game.cells) and has_size_of(rows, game)


def has_size_of(rows: Sequence[str], game: AnyGame) -> bool:
    """Return whether the rows have the number and the length of those of a board of the game."""
    size = game.size_of(rows)
    if isinstance(size, Fault):
        return False
    width, height = size
    return len(rows) == height and set(map(len, rows)) == {width}


def _note_blanks(lines: Sequence[Line], notes: FaultList) -> bool:
    """Note the blanks within rows, once for rows in succession; return whether there are none."""
    rows_with_blanks = [line for line in lines if not line.is_one_word]
    for line in _first_of_each_run(rows_with_blanks):
        first, second = line.words[:2]
        end = first.column + len(first.text)
        blanks = first._replace(text=" " * (second.column - end), column=end)
        notes.add(faults.BLANKS_IN_ROW(), blanks)
    return not rows_with_blanks


def _first_of_each_run(lines: Sequence[Line]) -> Iterator[Line]:
    before = -1
    for line in lines:
        if line.number != before + 1:
            yield line
        before = line.number


def _note_lengths(lines: Sequence[Line], width: int, notes: FaultList) -> bool:
    """Note wrong lengths, once for equal rows in succession; return whether there are none."""
    is_right = True
    for length, run in groupby(lines, lambda line: len(line.text)):
        if length == width:
            continue
        is_right = False
        kind = faults.ROW_TOO_LONG if length > width else faults.ROW_TOO_SHORT
        line = next((line for line in run if line.is_one_word), None)
        if line and not notes.count_if_full(kind):
            row, end = line.whole, min(length, width)
            beyond = row._replace(text=row.text[end:], column=row.column + end)
            notes.add(kind(length=length, right=width), beyond)
    return is_right


def _note_characters(
    lines: Sequence[Line], width: int | None, cells: str, notes: FaultList
) -> bool:
    """Note each unknown character where it occurs first; return whether all rows can be read.

    A row that is too long is examined up to its proper length.
    """
    new = set("".join(line.text for line in lines)) - set(cells) - set(BLANKS)
    is_right = True
    for line in lines if new else ():
        if new.isdisjoint(line.text):
            continue
        row = line.whole if width is None or not line.is_one_word else _cut(line.whole, width)
        new_characters = [character for character in dict.fromkeys(row.text) if character in new]
        new -= set(new_characters)
        unknown = [character for character in new_characters if not latin_for(character, cells)]
        is_right &= not unknown
        for character in new_characters:
            if latin_for(character, cells):
                start = row.column + row.text.index(character)
                cell = row._replace(text=character, column=start)
                notes.read_latin(cell, cells, faults.LOOK_ALIKE_ON_BOARD)
        if unknown:
            _note_unknown(row, unknown, cells, notes)
    return is_right


def _cut(row: Word, width: int) -> Word:
    return row._replace(text=row.text[:width])


def _note_unknown(row: Word, unknown: Sequence[str], cells: str, notes: FaultList) -> None:
    """Note all unknown characters of a row at once, from the first to the last."""
    start = row.text.index(unknown[0])
    if len(unknown) == 1:
        rest = row.text[start:]
        text = rest[: len(rest) - len(rest.lstrip(unknown[0]))]
    else:
        text = row.text[start : 1 + max(map(row.text.rindex, unknown))]
    word = row._replace(text=text, column=row.column + start)
    fault = faults.UNKNOWN_CELL(characters=_list_of_characters(unknown), known=" ".join(cells))
    notes.add(fault, word)


def _list_of_characters(characters: Sequence[str]) -> Text:
    named = [
        faults.CHARACTER.filled(
            {"character": escape_unprintable(character), "name": name_of(character)}
        )
        for character in characters[:_MOST_NAMED]
    ]
    if len(characters) > _MOST_NAMED:
        named.append(faults.OTHER_CHARACTERS.filled({"count": len(characters) - _MOST_NAMED}))
    return join_list(named)


GAME = "game"
_FOOTER_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789-= "
# Limits for hostile files: no other file has more lines or options.
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
    game_entries = [entry for entry in entries if entry.key == GAME]
    if not _has_footer(parts, entries, defaults):
        return _no_footer(parts, notes, defaults)
    _note_keys(entries, notes)
    game = _game(entries, game_entries, notes, defaults)
    known = game.footers if game else sorted(footer_keys() - {GAME})
    _note_unknown_keys(entries, [GAME, *known], notes)
    known_entries = [entry for entry in entries if entry.key in known]
    values = _entries_with_values(known_entries, notes)
    places: dict[Place, Word] = {
        entry.key: entry.line.value for entry in [*values, *game_entries[:1]]
    }
    understood = _footer_of_game(game, known_entries, values, notes)
    if understood.game and not defaults:
        _note_missing_state(understood.game, known_entries, parts.footer[-1], notes)
    return understood._replace(places=places)


def _footer_of_game(
    game: AnyGame | None, entries: Sequence[_Entry], values: Sequence[_Entry], notes: FaultList
) -> Footer:
    """Return the footer as this game reads its lines, without their places."""
    if game is None:
        return Footer(None, None, {})
    lines = {entry.key: entry.line for entry in values}
    with_rules = _with_rules(game, lines.get("rules"), notes)
    last = _last_move(game, lines.get("last"), notes)
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


def _latin(text: str) -> str:
    """Return the text with Latin letters for Cyrillic ones."""
    return in_latin(text, _FOOTER_CHARACTERS)


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
    default = default_game()()
    return not keys.isdisjoint(footer_keys()) and not could_be_of(parts.board, default)


def _no_footer(parts: Parts, notes: FaultList, defaults: FileDefaults | None) -> Footer:
    """Return the footer of a file that has none; note text, and a game that is not named.

    The game is MMPeshki, unless the board is clearly another game's and nothing says otherwise.
    """
    game = _game_with_name(DEFAULT_GAME, defaults)
    is_game_known = bool(defaults) or any(_key(line) == GAME for line in parts.footer[:_MOST_LINES])
    if not is_game_known and is_of_another_game(parts.board, game):
        notes.add(faults.NO_GAME_LINE(known=names_of_games(with_footer=True)), parts.board[0].whole)
        return Footer(None, None, {})
    if parts.footer:
        notes.add(faults.TEXT_AFTER_BOARD(), parts.footer[0].whole)
    return Footer.absent(game, is_assumed=not is_game_known)


def _note_keys(entries: Iterable[_Entry], notes: FaultList) -> None:
    """Note which letter of a key is not Latin, if that is its only fault."""
    for text, entry in _first_of_each(entries).items():
        if _latin(text) == entry.key in footer_keys():
            notes.read_latin(entry.line.first, _FOOTER_CHARACTERS, faults.LOOK_ALIKE_IN_FOOTER)


def _note_unknown_keys(entries: Iterable[_Entry], known: Sequence[str], notes: FaultList) -> None:
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
    game_entries: Sequence[_Entry],
    notes: FaultList,
    defaults: FileDefaults | None,
) -> AnyGame | None:
    """Return the game that is named, or else the default one; None if it is unknown or unclear.

    Note the faults of the lines that name it.
    """
    if not game_entries and defaults:
        return defaults.game
    if not game_entries:
        notes.add(faults.NO_GAME(known=names_of_games(with_footer=True)), entries[0].line.whole)
    named = _entries_with_values(game_entries, notes)
    if not named:
        return None
    word = named[0].line.value
    name = notes.read_latin(word, _FOOTER_CHARACTERS, faults.LOOK_ALIKE_IN_FOOTER)
    if name not in all_games():
        why = why_not_here(word.quote)
        known = names_of_games(why, with_footer=True)
        notes.add(faults.UNKNOWN_GAME(why=why, known=known), word)
    if name not in all_games() or GAME in _unclear_keys(game_entries):
        return None
    return _game_with_name(name, defaults)


def _game_with_name(name: str, defaults: FileDefaults | None) -> AnyGame:
    """Return the game with that name; with the rules of ``defaults``, if these are of that game."""
    return defaults.game if defaults and defaults.game.name == name else all_games()[name]()


def _entries_with_values(entries: Iterable[_Entry], notes: FaultList) -> list[_Entry]:
    """Return the first line with each key that has a value; note empty and repeated lines."""
    entries_by_key: dict[str, _Entry] = {}
    faulty_lines: dict[tuple[FaultKind, str], Line] = {}
    for entry in entries:
        key, line = entry
        first = entries_by_key.setdefault(key, entry) if line.value.text else None
        if first is None:
            faulty_lines.setdefault((faults.NO_FOOTER_VALUE, key), line)
        elif first is not entry:
            is_same = _latin(first.line.value.text) == _latin(line.value.text)
            kind = faults.REPEATED_FOOTER if is_same else faults.CONTRADICTORY_FOOTER
            faulty_lines.setdefault((kind, key), line)
    for (kind, key), line in faulty_lines.items():
        notes.add(kind(key=key), line.whole)
    return list(entries_by_key.values())


def _with_rules(game: AnyGame, line: Line | None, notes: FaultList) -> AnyGame | None:
    """Return the game with the rules of this line: a rule set, and options that differ from it.

    Note the faults of the line; return None if its options have any.
    """
    if line is None:
        return game
    rules, fault_count = "", 0
    for word in line.words[1:]:
        text = notes.read_latin(word, _FOOTER_CHARACTERS, faults.LOOK_ALIKE_IN_FOOTER)
        fault = _fault_of_rules(game, f"{rules} {text}")
        if fault is None:
            rules = f"{rules} {text}"
            continue
        notes.add(fault, word)
        fault_count += 1
        if not rules or fault_count == _MOST_WRONG_OPTIONS:
            break
    return None if fault_count else game.with_rules(rules)


def _fault_of_rules(game: AnyGame, rules: str) -> Fault | None:
    try:
        game.with_rules(rules)
    except BadRequest as error:
        return _printable_fault(error.fault)
    return None


def _last_move(game: AnyGame, line: Line | None, notes: FaultList) -> object | None:
    if line is None:
        return None
    word = line.value
    try:
        move: object = game.parse(
            notes.read_latin(word, _FOOTER_CHARACTERS, faults.LOOK_ALIKE_IN_FOOTER)
        )
    except BadNotation as error:
        notes.add(_printable_fault(error.fault), word)
        return None
    return move


def _printable_fault(fault: Fault) -> Fault:
    """Return the fault, with nothing in its sentences that could control a terminal."""
    values = {
        k: escape_unprintable(v) if isinstance(v, str) else v for k, v in fault.values.items()
    }
    return replace(fault, values=values)
