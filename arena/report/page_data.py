"""Data of the games for the page's script, as short as possible.

Names and sentences that many games share stand once, and a game refers to them by number.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypedDict, TypeVar

from arena.drawing.frames import Looks, Replay, replay
from arena.report import texts
from arena.report.loss import Loss
from arena.report.series import Spent, SpentIn
from formats.games import AnyGame
from formats.printable import MORE, printable, visible, visible_file
from formats.record import BadRecord, read_played
from formats.seconds import say_seconds
from formats.text import Text
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

NO_LOSSES: Mapping[str, Loss] = MappingProxyType({})

Thing = TypeVar("Thing", bound=Hashable)


@dataclass
class Numbered(Generic[Thing]):
    """Things numbered in the order in which they first occur."""

    numbers: dict[Thing, int] = field(default_factory=dict)

    def number(self, thing: Thing) -> int:
        """Return the number of the thing, from 0."""
        return self.numbers.setdefault(thing, len(self.numbers))


@dataclass
class Shared:
    """Data that the games of a section share."""

    looks: Looks
    counted: Mapping[str, CountedGame] | None
    """Results by which games count in the table; None where there is no table."""
    most_printed: int
    losses: Mapping[str, Loss]
    names: Numbered[str] = field(default_factory=Numbered)
    texts: Numbered[Text] = field(default_factory=Numbered)
    grids: Numbered[tuple[tuple[int, int], str]] = field(default_factory=Numbered)
    machines: Numbered[str] = field(default_factory=Numbered)


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
        "sections": [_section(state, _most_printed(games)) for state in tournament.sections],
    }


def _most_printed(games: int) -> int:
    """Return the characters of output a game that are kept among so many games."""
    return min(MOST_PRINTED, max(LEAST_PRINTED, MOST_PRINTED_IN_ALL // max(games, 1)))


def _section(state: SectionState, most_printed: int) -> dict[str, object]:
    section, zone = state.section, state.section.hand_in.zone
    games = game_rows(section.name, section.game, by_number(state), state.counted, most_printed)
    offset = zone.utcoffset(None) or timedelta()
    return {**games, "zone": [offset // timedelta(minutes=1), zone.tzname(None)]}


def time_used_in(section: Mapping[str, Any]) -> SpentIn:
    """Return a function that looks up the times of games in the script's data.

    So no record is read again.
    """
    spent_by_number = {
        game["number"]: Spent(game["first"], [float(text) for text in game["seconds"].split()])
        for game in section["games"]
    }
    return lambda game: spent_by_number[game.number]


def games_alone(sections: Sequence[GamesOfSection]) -> Contents:
    """Return the data of games without a table."""
    most = _most_printed(sum(len(section.games) for section in sections))
    return {
        "words": {name: _pair(text) for name, text in texts.SCRIPT.items()},
        "sections": [
            game_rows(section.name, section.game, section.games, None, most, section.losses)
            | {"rules": section.rules}
            for section in sections
        ],
    }


def game_rows(
    name: str,
    game: AnyGame,
    entries: Iterable[LedgerGame],
    counted: Mapping[str, CountedGame] | None,
    most_printed: int,
    losses: Mapping[str, Loss] = NO_LOSSES,
) -> dict[str, object]:
    """Return the data of a section's games, with what they share."""
    shared = Shared(Looks(game), counted, most_printed, losses)
    games = [_game(entry, shared) for entry in entries]
    return {
        "name": name,
        "game": game.name,
        "sides": {player: _pair(text) for player, text in game.sides.items()},
        "games": games,
        "names": list(shared.names.numbers),
        "texts": [_pair(text) for text in shared.texts.numbers],
        "grids": [{"size": size, "cells": cells} for size, cells in shared.grids.numbers],
        "machines": list(shared.machines.numbers),
        "looks": shared.looks.as_data,
    }


def by_number(state: SectionState) -> Iterable[LedgerGame]:
    """Return the games that were played, in the order of the schedule."""
    return sorted(state.entries.values(), key=lambda entry: entry.number)


def _game(entry: LedgerGame, shared: Shared) -> dict[str, object]:
    """Return the data of a game; empty values are left out."""
    replayed = _replay_of(entry, shared)
    data: dict[str, object] = {
        "number": entry.number,
        "round": entry.round,
        "start": entry.start + 1,
        "a": shared.names.number(entry.first),
        "b": shared.names.number(entry.second),
        "winner": entry.winner,
        "ending": shared.texts.number(entry.ending.title),
        "why": shared.texts.number(entry.sentence),
        "grid": shared.grids.number((replayed.size, replayed.grid)),
        "first": replayed.first,
        "clocks": replayed.clocks,
        "used": [say_seconds(seconds) for seconds in entry.seconds],
        "moves": replayed.moves,
        "changes": replayed.changes,
        "seconds": replayed.seconds,
        "points": replayed.points,
        "machine": shared.machines.number(entry.machine),
        "began": round(entry.began),
        "voided": entry.voided,
        "disqualified": entry.result.disqualified,
        "counts": _counts(entry, shared),
        "printed": _printed(entry, shared.most_printed),
        "evidence": _evidence(entry),
        "loss": loss.as_data(shared.looks) if (loss := shared.losses.get(entry.id)) else None,
    }
    return {name: value for name, value in data.items() if _is_not_empty(value)}


def _replay_of(entry: LedgerGame, shared: Shared) -> Replay:
    """Return the replay of a game. Raise BadLedger if its record is not valid.

    Whoever computes the hashes anew can put any record into a ledger.
    """
    try:
        played = read_played(entry.record)
        if played.record.start.game.name == shared.looks.game.name:
            return replay(played, shared.looks)
        why = "it is of another game"
    except BadRecord as error:
        why = printable(str(error))
    game = {"section": entry.section, "number": entry.number, "id": entry.id}
    raise BadLedger([UNPLAYABLE_RECORD(**game, why=why)])


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
