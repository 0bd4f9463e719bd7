"""Numbers for the charts of a section: points, ratings, times, lengths, wins."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import accumulate, groupby
from math import ceil
from statistics import fmean
from typing import NamedTuple, TypeAlias

from formats.game import player_of
from formats.outcome import Winner
from formats.record import BadRecord, read_record
from referee.verdict import Ending
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.tournament import SectionState
from tournaments.standings.rating import RatedGame, rate

Line: TypeAlias = tuple[str, list[float | None]]
"""A name, and its value at each place."""
_MOST_RATED = 12
"""Number of rounds for which ratings are fitted; each fit takes time."""
_BARS = 12


def rounds_of(state: SectionState) -> list[int]:
    """Return the rounds with games that count, in their order."""
    return sorted({game.scheduled_game.match.round for game in state.progress.counted_games()})


def points_by_round(state: SectionState, names: Sequence[str]) -> list[Line]:
    """Return each entrant's points after each round, those of byes included."""
    rounds = rounds_of(state)
    results: defaultdict[tuple[str, int], list[tuple[Winner, Winner]]] = defaultdict(list)
    for game in state.progress.counted_games():
        for entrant in game.scheduled_game.match.entrants:
            results[entrant, game.scheduled_game.match.round].append(
                (game.winner, game.side(entrant))
            )
    points_of = cache(state.section.scoring.points.of_all)
    points_of_bye = state.progress.points_of_bye
    lines: list[Line] = []
    for name in names:
        earned = accumulate(points_of(tuple(results[name, number])) for number in rounds)
        byes = _rounds_of_byes(state, name)
        lines.append(
            (
                name,
                [
                    float(total + points_of_bye * sum(bye <= number for bye in byes))
                    for number, total in zip(rounds, earned, strict=True)
                ],
            )
        )
    return lines


def _rounds_of_byes(state: SectionState, name: str) -> list[int]:
    """Return the rounds of an entrant's byes: the first ones without a match of the entrant."""
    matches = [match_result.match for match_result in state.progress.match_results.values()]
    with_match = {match.round for match in matches if name in match.entrants}
    without_match = sorted({match.round for match in matches} - with_match)
    return without_match[: state.progress.byes[name]]


def ratings_by_round(state: SectionState, names: Sequence[str]) -> tuple[list[int], list[Line]]:
    """Return each entrant's rating after some rounds, and the numbers of those rounds."""
    rounds = rounds_of(state)
    step = ceil(len(rounds) / _MOST_RATED) or 1
    rated_rounds = sorted({*rounds[step - 1 :: step], *rounds[-1:]})
    everybody = [enrolled.name for enrolled in state.enrolled]
    games = [
        (
            game.scheduled_game.match.round,
            RatedGame(game.scheduled_game.first, game.scheduled_game.second, game.winner),
        )
        for game in state.progress.counted_games()
        if game.result and not game.awarded
    ]
    fits = [
        rate(everybody, [game for number, game in games if number <= last]).entrants
        for last in rated_rounds
    ]
    return rated_rounds, [(name, [round(fit[name].elo, 1) for fit in fits]) for name in names]


class TimesUsed(NamedTuple):
    """Seconds of each half-move of a game."""

    first: int
    """Number of the first half-move."""
    seconds: Sequence[float]


def read_times_used(game: LedgerGame) -> TimesUsed | None:
    """Return the times in the record; None if it cannot be read.

    The report's list of games says so elsewhere.
    """
    try:
        record = read_record(game.record)
    except BadRecord:
        return None
    seconds = [float(move.seconds) for move in record.moves]
    return TimesUsed(record.start.position.half_move, seconds)


TimesLookup: TypeAlias = Callable[[LedgerGame], TimesUsed | None]


def seconds_by_turn(
    games: Sequence[LedgerGame], names: Sequence[str], times_of: TimesLookup = read_times_used
) -> list[Line]:
    """Return each entrant's average seconds for the first turn, the second and so on.

    ``times_of`` returns known times; by default records are read, which takes time.
    """
    used: Mapping[str, dict[int, list[float]]] = {name: defaultdict(list) for name in names}
    for game in games:
        if not used.keys().isdisjoint((game.first, game.second)):
            _add_seconds(game, times_of(game), used)
    longest = max((turn for turns in used.values() for turn in turns), default=0)
    numbers = range(1, longest + 1)
    return [(name, [_mean(used[name].get(number)) for number in numbers]) for name in names]


def _add_seconds(
    game: LedgerGame, times: TimesUsed | None, used: Mapping[str, dict[int, list[float]]]
) -> None:
    if times is None:
        return
    for half_move, seconds in enumerate(times.seconds, times.first):
        name = game.first if player_of(half_move) == "A" else game.second
        if name in used:
            used[name][(half_move + 1) // 2].append(seconds)


def _mean(values: Sequence[float] | None) -> float | None:
    return round(fmean(values), 4) if values else None


def lengths_by_ending(
    games: Sequence[LedgerGame],
) -> tuple[list[str], list[tuple[Ending, list[int]]]]:
    """Return the numbers of games by length and ending."""
    if not games:
        return [], []
    shortest = min(game.half_moves for game in games)
    longest = max(game.half_moves for game in games)
    width = max(1, ceil((longest - shortest + 1) / _BARS))
    bars = range(shortest, longest + 1, width)
    titles = [str(bar) if width == 1 else f"{bar}–{bar + width - 1}" for bar in bars]
    by_ending = sorted(games, key=lambda game: list(Ending).index(game.ending))
    bars_by_ending = []
    for ending, games_of_ending in groupby(by_ending, key=lambda game: game.ending):
        counts = Counter((game.half_moves - shortest) // width for game in games_of_ending)
        bars_by_ending.append((ending, [counts[index] for index in range(len(bars))]))
    return titles, bars_by_ending


def wins_by_side(games: Sequence[LedgerGame]) -> dict[str, int]:
    """Return the numbers of wins of A, of draws, and of wins of B."""
    counts = Counter(game.winner for game in games)
    return {"A": counts["A"], "D": counts["D"], "B": counts["B"]}
