"""Standings and games of an event as data for other programs, to be written as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import NotRequired, TypedDict, TypeVar, overload

from formats.record import RESULTS, Result
from formats.seconds import write_seconds
from formats.text import Language, Text
from tournaments.ledger.decision import Decision
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.bracket import tied_matches
from tournaments.run.explanations import explanations
from tournaments.run.placing import broken_ties, shared_bonuses
from tournaments.run.result_tables import Table, Value, standings_table
from tournaments.run.tournament import SectionState, Tournament

Cell = TypeVar("Cell")


class DecisionData(TypedDict):
    decision: str
    subject: str
    reason: str
    at: float
    """Seconds since 1970."""
    games: str | None


class CrosstableEntry(TypedDict):
    name: str
    against: str
    points: float
    games: int


class SectionData(TypedDict):
    name: str
    game: str
    games: int
    played: int
    standings: list[dict[str, str | float | None]]
    """A row for each entrant, by the keys of the columns of the table."""
    disqualified: list[str]
    withdrawn: list[str]
    decisions: list[DecisionData]
    notes: list[str]
    crosstable: list[CrosstableEntry]


_Seed = TypedDict(
    "_Seed", {"seed-hash": NotRequired[str], "seed": NotRequired[int], "salt": NotRequired[str]}
)


class StandingsData(_Seed):
    """Standings and crosstables of an event."""

    title: str
    finished: bool
    sections: list[SectionData]


GameData = TypedDict(
    "GameData",
    {
        "section": str,
        "game": int,
        "attempt": int,
        "round": int,
        "a": str,
        "b": str,
        "result": Result,
        "counts": bool,
        "ending": str,
        "sentence": str,
        "half-moves": int,
        "seconds-a": str,
        "seconds-b": str,
        "began": str,
        "machine": str,
    },
)
"""Facts of a game, without its moves."""
PrintedData = TypedDict("PrintedData", {"half-move": int, "player": str, "text": str})


def standings_data(tournament: Tournament, sections: Sequence[SectionState]) -> StandingsData:
    """Return standings and crosstables, with numbers as numbers."""
    return {
        "title": tournament.event.title,
        "finished": tournament.is_finished,
        **_seed(tournament),
        "sections": [_section(state) for state in sections],
    }


def _seed(tournament: Tournament) -> _Seed:
    """Return the hash of a secret seed, and once the event is over the seed and its salt."""
    seed = tournament.event.secret_seed
    if seed is None:
        return {}
    if not tournament.is_finished:
        return {"seed-hash": seed.hash}
    return {"seed-hash": seed.hash, "seed": seed.value, "salt": seed.salt}


def _section(state: SectionState) -> SectionData:
    standings = standings_table(state)
    return {
        "name": state.section.name,
        "game": state.section.game.name,
        "games": state.games,
        "played": len(state.entries),
        "standings": [
            {key: _number(value) for key, value in row.items()}
            for row in dicts_from_rows(standings, standings.rows)
        ],
        "disqualified": _names_out(state, withdrawn=False),
        "withdrawn": _names_out(state, withdrawn=True),
        "decisions": [_decision(decision) for decision in state.decisions.entries],
        "notes": [note.en for note in _notes(state)],
        "crosstable": [
            {
                "name": name,
                "against": opponent,
                "points": _number(cell.points),
                "games": len(cell.games),
            }
            for (name, opponent), cell in state.crosstable.items()
        ],
    }


def _notes(state: SectionState) -> Iterator[Text]:
    yield from explanations(state)
    yield from tied_matches(state)
    yield from broken_ties(state)
    yield from shared_bonuses(state)


def _names_out(state: SectionState, *, withdrawn: bool) -> list[str]:
    return sorted(
        name for name, departure in state.progress.out.items() if departure.withdrawn is withdrawn
    )


def _decision(decision: Decision) -> DecisionData:
    """Return the data of a decision."""
    return {
        "decision": str(decision.verb),
        "subject": decision.subject,
        "reason": decision.reason,
        "at": decision.at,
        "games": decision.removed and str(decision.removed),
    }


def games_in(tournament: Tournament) -> Iterator[LedgerGame]:
    """Yield every game that was played, annulled ones, too, by sections and numbers."""
    for state in tournament.sections:
        played = (*state.entries.values(), *state.decisions.aside)
        yield from sorted(played, key=lambda game: (game.number, game.attempt))


def does_count(game: LedgerGame, tournament: Tournament) -> bool:
    """Return whether the game counts: it is neither annulled nor replayed."""
    (entries,) = (
        state.entries for state in tournament.sections if state.section.name == game.section
    )
    return entries.get(game.id) is game


def game_data(game: LedgerGame, tournament: Tournament, language: Language) -> GameData:
    """Return the facts of a game, without its moves."""
    a, b = map(write_seconds, game.seconds)
    return {
        "section": game.section,
        "game": game.number,
        "attempt": game.attempt + 1,
        "round": game.round,
        "a": game.first,
        "b": game.second,
        "result": RESULTS[game.winner],
        "counts": does_count(game, tournament),
        "ending": game.ending.label,
        "sentence": game.sentence.say(language),
        "half-moves": game.half_moves,
        "seconds-a": a,
        "seconds-b": b,
        "began": datetime.fromtimestamp(game.began, UTC).isoformat(timespec="seconds"),
        "machine": game.machine,
    }


def printed_data(game: LedgerGame) -> list[PrintedData]:
    """Return the output of the programs by half-move."""
    return [
        {"half-move": chunk.half_move, "player": chunk.player, "text": chunk.text}
        for chunk in game.printed
    ]


def dicts_from_rows(table: Table, rows: Iterable[tuple[Cell, ...]]) -> Iterable[dict[str, Cell]]:
    """Return the rows of the table by the keys of its columns, as values or as text."""
    keys = [column.key for column in table.columns]
    return (dict(zip(keys, row, strict=True)) for row in rows)


@overload
def _number(value: Fraction) -> float: ...
@overload
def _number(value: Value) -> str | float | None: ...
def _number(value: Value) -> str | float | None:
    """Return the value as JSON has it; of a shared place, the best."""
    match value:
        case Fraction():
            return int(value) if value.denominator == 1 else float(value)
        case (place, _):
            return place
        case _:
            return value
