"""The footer lines of matrix.txt, which say what game it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from formats import matrix_faults as faults
from formats._matrix_notes import Notes
from formats._matrix_text import Line, Word
from formats.fault import Place
from formats.game import BadNotation, BadRequest
from formats.games import AnyGame, all_games

DEFAULT_GAME = "mmpeshki"
GAME = "game"
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-= "


class Footer(NamedTuple):
    """What the footer says. No game: it names one that we do not know, or none."""

    game: AnyGame | None
    last: object | None
    places: dict[Place, Word]


def footer_keys() -> set[str]:
    """Every word that a footer line of some game begins with."""
    return {GAME}.union(*(game.footers for game in all_games().values()))


def read_footer(lines: Sequence[Line], notes: Notes) -> Footer:
    """The footer, with every fault of its lines noted."""
    entries = [(_key(line, notes), line) for line in lines]
    if not any(key in footer_keys() for key, _ in entries):
        return _no_footer(all_games()[DEFAULT_GAME], lines, notes)
    values = _values(entries, notes)
    law = _law(entries, values, notes)
    if law and not law.footers:
        return _no_footer(law, lines, notes)
    _note_unknown(entries, law, notes)
    game = _ruled(law, values.get("rules"), notes) if law else None
    last = _last(game, values.get("last"), notes) if game else None
    return Footer(game, last, values)


def _key(line: Line, notes: Notes) -> str:
    """What the line begins with, in small Latin letters where that makes it a key."""
    word = line.words[0]
    latin = notes.latin(word, _LETTERS, faults.LOOK_ALIKE_IN_FOOTER)
    return latin.lower() if latin.lower() in footer_keys() else latin


def _no_footer(law: type[AnyGame], lines: Sequence[Line], notes: Notes) -> Footer:
    if lines:
        notes.add(faults.TEXT_AFTER_BOARD(), lines[0].whole)
    return Footer(law(), None, {})


def _values(entries: Sequence[tuple[str, Line]], notes: Notes) -> dict[Place, Word]:
    """The value of each known key; the first, where a key comes twice."""
    values: dict[Place, Word] = {}
    for key, line in entries:
        value = line.value
        if key not in footer_keys():
            continue
        if not value.text:
            notes.add(faults.NO_FOOTER_VALUE(key=key), line.whole)
        elif key not in values:
            values[key] = value
        elif values[key].text == value.text:
            notes.add(faults.REPEATED_FOOTER(key=key), line.whole)
        else:
            notes.add(faults.CONTRADICTORY_FOOTER(key=key), line.whole)
    return values


def _law(
    entries: Sequence[tuple[str, Line]], values: dict[Place, Word], notes: Notes
) -> type[AnyGame] | None:
    known = ", ".join(all_games())
    if GAME not in {key for key, _ in entries}:
        notes.add(faults.NO_GAME(known=known), entries[0][1].whole)
    word = values.get(GAME)
    if word is None:
        return None
    name = notes.latin(word, _LETTERS, faults.LOOK_ALIKE_IN_FOOTER)
    if name not in all_games():
        notes.add(faults.UNKNOWN_GAME(text=word.quote, known=known), word)
    return all_games().get(name)


def _note_unknown(
    entries: Sequence[tuple[str, Line]], law: type[AnyGame] | None, notes: Notes
) -> None:
    known = [GAME, *law.footers] if law else sorted(footer_keys())
    for key, line in entries:
        word = line.words[0]
        if key not in known or (word.text.isascii() and key != word.text):
            notes.add(faults.UNKNOWN_FOOTER(text=word.quote, known=", ".join(known)), word)


def _ruled(law: type[AnyGame], word: Word | None, notes: Notes) -> AnyGame | None:
    if word is None or "rules" not in law.footers:
        return law()
    try:
        return law.ruled(notes.latin(word, _LETTERS, faults.LOOK_ALIKE_IN_FOOTER))
    except BadRequest as error:
        notes.add(error.fault, word)
        return None


def _last(game: AnyGame, word: Word | None, notes: Notes) -> object | None:
    if word is None or "last" not in game.footers:
        return None
    try:
        move: object = game.parse(notes.latin(word, _LETTERS, faults.LOOK_ALIKE_IN_FOOTER))
    except BadNotation as error:
        notes.add(error.fault, word)
        return None
    return move
