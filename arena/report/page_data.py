"""Data of the games for the page's script, as short as possible.

Names, sentences, start positions and half-moves that many games share stand once, and a game
refers to them by number. The data of a game is a list in the order of COLUMNS; rare values stand in
the last one, by their names. Nothing is played again: the worker that played a game has written
down the cells that each half-move changes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypedDict, TypeVar

from arena.drawing.frames import Looks
from arena.report import texts
from arena.report.loss import Loss
from arena.report.series import TimesLookup, TimesUsed
from formats.board import base36
from formats.games import AnyGame
from formats.printable import MORE, printable, visible, visible_file
from formats.record import (
    BadRecord,
    changes_between,
    moves_as_written,
    read_played,
    read_start,
    write_record,
)
from formats.seconds import say_seconds
from formats.text import Text
from referee.verdict import Ending
from tournaments.ledger.ledger_faults import UNPLAYABLE_RECORD, BadLedger
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.tournament import SectionState, Tournament
from tournaments.standings.state import CountedGame

MOST_EVIDENCE = 4000
"""Characters of a file that are shown."""
MOST_PRINTED = 4000
"""Characters of a game's output, all half-moves together."""
MOST_PRINTED_IN_ALL = 3_000_000
LEAST_PRINTED = 200
_MICROSECONDS_PER_SECOND = 1_000_000

COLUMNS = (
    *("number", "round", "start", "a", "b", "winner", "ending", "why", "beginning", "turns"),
    *("seconds", "used", "machine", "began", "more"),
)
"""Values of a game; ``seconds`` are in microseconds, and ``turns`` are numbers in base 36."""

NO_LOSSES: Mapping[str, Loss] = MappingProxyType({})

Thing = TypeVar("Thing", bound=Hashable)


@dataclass
class Numbered(Generic[Thing]):
    """Things numbered in the order in which they first occur."""

    numbers: dict[Thing, int] = field(default_factory=dict)

    def number(self, thing: Thing) -> int:
        """Return the number of the thing, from 0; a new thing gets the next one."""
        return self.numbers.setdefault(thing, len(self.numbers))


class _Unplayable(ValueError):  # noqa: N818  # The name says what it is.
    """A record that cannot be shown."""


class Beginning(NamedTuple):
    """The start of a game."""

    size: tuple[int, int]
    cells: str
    """Letters of the looks of all cells, row by row from the top."""
    first: int
    """Number of the first half-move."""
    clocks: tuple[float, float]
    """Times of the players."""
    points: tuple[int, int] | None
    """Points of the players, in games that keep points."""


@dataclass
class Shared:
    """Data that the games of a section share."""

    looks: Looks
    counted: Mapping[str, CountedGame] | None
    """Results by which games count in the table; None where there is no table."""
    most_printed: int
    losses: Mapping[str, Loss]
    titles: Mapping[str, Text]
    """Titles of games, such as those of a final, by ids."""
    names: Numbered[str] = field(default_factory=Numbered)
    texts: Numbered[Text] = field(default_factory=Numbered)
    endings: Numbered[Ending] = field(default_factory=Numbered)
    beginnings: Numbered[Beginning] = field(default_factory=Numbered)
    turns: Numbered[str] = field(default_factory=Numbered)
    """Half-moves: the move in notation, a blank, and the changes."""
    machines: Numbered[str] = field(default_factory=Numbered)
    beginning_by_start: dict[str, Beginning] = field(default_factory=dict)
    """Beginnings by the tag Start of a record."""
    turns_by_size: dict[tuple[int, int], _TurnNumbers] = field(default_factory=dict)

    def turns_on(self, size: tuple[int, int]) -> _TurnNumbers:
        """Return the numbers of half-moves on boards of a size."""
        if size not in self.turns_by_size:
            self.turns_by_size[size] = _TurnNumbers(size, self.looks, self.turns)
        return self.turns_by_size[size]


class _TurnNumbers(dict[tuple[str, str], str]):
    """Numbers of half-moves, in base 36, by moves and changes."""

    def __init__(self, size: tuple[int, int], looks: Looks, turns: Numbered[str]) -> None:
        super().__init__()
        self._size = size
        self._looks = looks
        self._turns = turns

    def __missing__(self, key: tuple[str, str]) -> str:
        move, changes = key
        text = f"{move} {self._looks.changes(self._size, changes)}"
        number = self[key] = base36(self._turns.number(text), 1)
        return number


class GamesOfSection(NamedTuple):
    """Games without a table, such as those of an entrant on a ladder."""

    name: str
    heading: Text
    game: AnyGame
    games: Sequence[LedgerGame]
    losses: Mapping[str, Loss] = NO_LOSSES
    """Explanations of games lost by an offence, by the ids of games."""
    rules: str = ""
    """Address of the game's rules on the site."""


class Contents(TypedDict):
    """Data of the page's script, to be written as JSON."""

    words: dict[str, tuple[str, str]]
    sections: list[dict[str, Any]]


def contents(tournament: Tournament) -> Contents:
    games = sum(len(state.entries) for state in tournament.sections)
    return {
        "words": {name: _pair(text) for name, text in texts.SCRIPT.items()},
        "sections": [_section_data(state, _most_printed(games)) for state in tournament.sections],
    }


def _most_printed(games: int) -> int:
    """Return the characters of output a game that are kept among so many games."""
    return min(MOST_PRINTED, max(LEAST_PRINTED, MOST_PRINTED_IN_ALL // max(games, 1)))


def _section_data(state: SectionState, most_printed: int) -> dict[str, object]:
    section, zone = state.section, state.section.hand_in.zone
    titles = {
        game.scheduled_game.id: match_result.match.title
        for match_result in state.progress.match_results.values()
        if match_result.match.title
        for game in match_result.games
    }
    shared = Shared(Looks(section.game), state.counted, most_printed, NO_LOSSES, titles)
    games = game_rows(section.name, games_by_number(state), shared)
    offset = zone.utcoffset(None) or timedelta()
    return {**games, "zone": [offset // timedelta(minutes=1), zone.tzname(None)]}


def times_lookup(section: Mapping[str, Any]) -> TimesLookup:
    """Return a function that takes the times of games from the script's data, without records."""
    number, beginning, seconds = map(COLUMNS.index, ("number", "beginning", "seconds"))
    beginnings = section["beginnings"]
    times_by_number = {
        game[number]: TimesUsed(
            beginnings[game[beginning]]["first"],
            [int(text) / _MICROSECONDS_PER_SECOND for text in game[seconds].split()],
        )
        for game in section["games"]
    }
    return lambda game: times_by_number[game.number]


def contents_of_games(sections: Sequence[GamesOfSection]) -> Contents:
    """Return the data of games without a table."""
    most_printed = _most_printed(sum(len(section.games) for section in sections))
    return {
        "words": {name: _pair(text) for name, text in texts.SCRIPT.items()},
        "sections": [
            game_rows(
                section.name,
                section.games,
                Shared(Looks(section.game), None, most_printed, section.losses, {}),
            )
            | {"rules": section.rules}
            for section in sections
        ],
    }


def game_rows(name: str, entries: Iterable[LedgerGame], shared: Shared) -> dict[str, object]:
    """Return the data of a section's games, with what they share."""
    game = shared.looks.game
    games = [_game_data(entry, shared) for entry in entries]
    return {
        "name": name,
        "game": game.name,
        "sides": {player: _pair(text) for player, text in game.sides.items()},
        "columns": COLUMNS,
        "games": games,
        "names": list(shared.names.numbers),
        "texts": [_pair(text) for text in shared.texts.numbers],
        "endings": [(ending.label, _pair(ending.title)) for ending in shared.endings.numbers],
        "beginnings": [beginning._asdict() for beginning in shared.beginnings.numbers],
        "turns": list(shared.turns.numbers),
        "machines": list(shared.machines.numbers),
        "looks": shared.looks.as_data,
    }


def games_by_number(state: SectionState) -> Iterable[LedgerGame]:
    """Return the games that were played, in the order of the schedule."""
    return sorted(state.entries.values(), key=lambda entry: entry.number)


def _game_data(entry: LedgerGame, shared: Shared) -> list[object]:
    """Return the data of a game; rare values that are empty are left out."""
    beginning, turns, seconds = _frames_of(entry, shared)
    more: dict[str, object] = {
        "title": shared.texts.number(title) if (title := shared.titles.get(entry.id)) else None,
        "voided": entry.voided or None,
        "disqualified": entry.result.disqualified,
        "counts": _counts(entry, shared),
        "printed": _printed(entry, shared.most_printed),
        "evidence": _evidence(entry),
        "loss": loss.as_data(shared.looks) if (loss := shared.losses.get(entry.id)) else None,
    }
    data: list[object] = [
        entry.number,
        entry.round,
        entry.start + 1,
        shared.names.number(entry.first),
        shared.names.number(entry.second),
        entry.winner,
        shared.endings.number(entry.ending),
        shared.texts.number(entry.sentence),
        shared.beginnings.number(beginning),
        turns,
        seconds,
        [say_seconds(used) for used in entry.seconds],
        shared.machines.number(entry.machine),
        round(entry.began),
    ]
    rare = {name: value for name, value in more.items() if _is_not_empty(value)}
    return [*data, rare] if rare else data


def _frames_of(entry: LedgerGame, shared: Shared) -> tuple[Beginning, str, str]:
    """Return the beginning, the numbers of the half-moves and their microseconds.

    Raise BadLedger if the record is not valid: whoever computes the hashes anew can put anything
    into a ledger.
    """
    game = {"section": entry.section, "number": entry.number, "id": entry.id}
    written = moves_as_written(entry.record)
    try:
        if written is None or entry.changes is None:
            played = read_played(entry.record)
            changes = changes_between(file.position for file in played.files).split()
            written = moves_as_written(write_record(played.record))
            assert written is not None, "the record was just written"
        else:
            changes = entry.changes.split()
        beginning = _beginning_of(written.start, shared)
        number_of = shared.turns_on(beginning.size).__getitem__
        moves = [move for move, _ in written.moves]
        turns = " ".join(map(number_of, zip(moves, changes, strict=True)))
        seconds = " ".join(
            [f"{float(text) * _MICROSECONDS_PER_SECOND:.0f}" for _, text in written.moves]
        )
    except (BadRecord, _Unplayable) as error:
        raise BadLedger([UNPLAYABLE_RECORD(**game, why=printable(str(error)))]) from None
    except (ValueError, LookupError):
        raise BadLedger([UNPLAYABLE_RECORD(**game, why="its changes are damaged")]) from None
    return beginning, turns, seconds


def _beginning_of(start: str, shared: Shared) -> Beginning:
    """Return the start of a game from the tag of its record. Raise BadRecord."""
    beginning = shared.beginning_by_start.get(start)
    if beginning is None:
        matrix = read_start(start)
        if matrix.game.name != shared.looks.game.name:
            raise _Unplayable("it is of another game")
        board, (a, b) = matrix.position.board, matrix.times
        beginning = shared.beginning_by_start[start] = Beginning(
            (board.width, board.height),
            shared.looks.grid(board),
            matrix.position.half_move,
            (float(a), float(b)),
            matrix.position.points if matrix.game.keeps_points else None,
        )
    return beginning


def _is_not_empty(value: object) -> bool:
    """Return whether a value is not empty; zero is not empty."""
    return value is not None and value is not False and value != []


def _counts(entry: LedgerGame, shared: Shared) -> str | None:
    """Return how the game counts in the table, if that differs from its result."""
    if shared.counted is None:
        return None
    counted = shared.counted.get(entry.id)
    if counted is None:
        return "-"
    return counted.winner if counted.winner != entry.winner else None


def _printed(entry: LedgerGame, most: int) -> list[tuple[int, str]]:
    """Return the output by half-move, up to a limit of characters."""
    chunks: list[tuple[int, str]] = []
    for chunk in entry.printed:
        text = visible(chunk.text.rstrip("\n"), most)
        most -= len(text)
        chunks.append((chunk.half_move, text))
        if most <= 0:
            chunks[-1] = (chunk.half_move, text.removesuffix(MORE) + MORE)
            break
    return chunks


def _evidence(entry: LedgerGame) -> str | None:
    return visible_file(entry.evidence, MOST_EVIDENCE) if entry.evidence is not None else None


def _pair(text: Text) -> tuple[str, str]:
    return text.en, text.ru
