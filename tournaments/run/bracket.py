"""The bracket of a knockout for readers: the matches of each round with their scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from formats.text import Text
from tournaments.run.result_tables import display_text
from tournaments.run.tournament import SectionState
from tournaments.schedules.groups import Groups
from tournaments.schedules.knockout import NOBODY, BracketMatch, Knockout

_ROUND = Text("round {number}", "тур {number}")
_SCORE = Text("{one} : {other}", "{one} : {other}")
_PLAYED_OFF = Text("{score}, play-off {more}", "{score}, доп. партии {more}")
_TIED = Text(
    "{round}, {first} - {second} {score}: {winner} goes on ({why})",
    "{round}, {first} - {second} {score}: дальше идёт {winner} ({why})",
)
_TIED_AT_LAST = Text(
    "{round}, {first} - {second} {score}: won by {winner} ({why})",
    "{round}, {first} - {second} {score}: победа за {winner} ({why})",
)


@dataclass(frozen=True, slots=True)
class BracketLine:
    """A match of the bracket as a page shows it."""

    entrants: tuple[str, str]
    """Names; empty for a place that stays empty, ? for a place that is still open."""
    score: Text | None
    """Points of both players, if a game was played."""
    winner: str | None
    why: Text | None
    """Rule that decided a tied match."""


@dataclass(frozen=True, slots=True)
class BracketRound:
    title: Text
    lines: tuple[BracketLine, ...]


def bracket(state: SectionState) -> list[BracketRound]:
    """Return the rounds of the section's knockout; none if there is no knockout yet."""
    return [
        BracketRound(title, tuple(_line(state, match) for match in matches))
        for title, matches in groupby(_matches(state), key=_title)
    ]


def tied_matches(state: SectionState, name: str | None = None) -> Iterator[Text]:
    """Yield a sentence for each match, or each of an entrant, that was tied and is decided."""
    for match in _matches(state):
        line = _line(state, match)
        if name not in (None, *line.entrants):
            continue
        if line.winner and line.why and line.score:
            first, second = line.entrants
            is_last = match.title is not None and match.round == _matches(state)[-1].round
            yield (_TIED_AT_LAST if is_last else _TIED).filled(
                {
                    "round": _title(match),
                    "first": first,
                    "second": second,
                    "score": line.score,
                    "winner": line.winner,
                    "why": line.why,
                }
            )


def _matches(state: SectionState) -> list[BracketMatch]:
    if not isinstance(state.schedule, Knockout | Groups):
        return []
    return list(state.schedule.bracket(state.progress))


def _title(match: BracketMatch) -> Text:
    return match.title or _ROUND.filled({"number": match.round})


def _line(state: SectionState, match: BracketMatch) -> BracketLine:
    first, second = ("?" if entrant is None else entrant for entrant in match.entrants)
    return BracketLine((first, second), _score(state, match), match.winner or None, match.tie)


def _score(state: SectionState, match: BracketMatch) -> Text | None:
    """Return the points of the match, and separately those of its play-off."""
    match_result = match.result
    if match_result is None or not match_result.games or NOBODY in match.entrants:
        return None
    points_of, starts = state.section.scoring.points.of, len(state.starts)

    def points(*, of_play_off: bool) -> Text:
        sums = [
            sum(
                (
                    points_of(game.winner, game.side(entrant))
                    for game in match_result.games
                    if (game.scheduled_game.start == starts) is of_play_off
                ),
                Fraction(0),
            )
            for entrant in match_result.match.entrants
        ]
        return _SCORE.filled({"one": display_text(sums[0]), "other": display_text(sums[1])})

    score = points(of_play_off=False)
    if not any(game.scheduled_game.start == starts for game in match_result.games):
        return score
    return _PLAYED_OFF.filled({"score": score, "more": points(of_play_off=True)})
