"""Sentences that explain a table: who is out, what was not played for it, what was decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from formats.record import RESULTS
from formats.text import Text
from tournaments.ledger.decision import Decision
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.tournament import SectionState
from tournaments.standings.scoring import Removed

_DECISION = Text("{what} ({reason})", "{what} ({reason})")
_AND = Text("{one}; {other}", "{one}; {other}")
_GAMES = {
    Removed.LOST: Text(
        "all games of {name} count as lost", "все партии участника {name} считаются проигранными"
    ),
    Removed.ANNULLED: Text("no game of {name} counts", "партии участника {name} не считаются"),
    Removed.STAND: Text(
        "what {name} played stands, the rest is lost",
        "сыгранное участником {name} остаётся, прочее проиграно",
    ),
}
_UNPLAYED = Text("not played: {numbers}", "не сыграны: {numbers}")
_DISQUALIFIED = Text(
    "{name} is out, disqualified in game {number}: {sentence}",
    "{name} снят за партию {number}: {sentence}",
)
_MUTE = Text(
    "{name} never made a move, and stands below all who did",
    "{name}: ни одного хода, место ниже всех, кто ходил",
)
_ASIDE = Text(
    "annulled: game {number}, {first} - {second} {result}, {ending}: {sentence}",
    "аннулирована партия {number}, {first} - {second} {result}, {ending}: {sentence}",
)


def explanations(state: SectionState) -> Iterator[Text]:
    """All that a reader of the table may ask about it."""
    effective = list(state.rulings.departures.values())
    for decision in state.rulings.decisions:
        said = _decision(state, decision)
        is_effective = any(decision is one for one in effective)
        yield _with_games(state, said, decision.subject) if is_effective else said
    for name in state.progress.out:
        if name not in state.rulings.departures:
            yield _with_games(state, _expelled(state, name), name)
    for one in state.standings:
        if one.never_moved and not one.departure:
            yield _MUTE.filled({"name": one.entrant})
    for game in state.rulings.aside:
        yield _ASIDE.filled(_values(game))


def _decision(state: SectionState, decision: Decision) -> Text:
    what = decision.summary(state.rulings.number_of(decision))
    return _DECISION.filled({"what": what, "reason": decision.reason})


def _expelled(state: SectionState, name: str) -> Text:
    """Whom a game has put out of the tournament."""
    lost = (
        game
        for meeting in state.progress.meetings.values()
        for game in meeting.games
        if game.disqualified(name)
    )
    game = state.entries[next(lost).pairing.id]
    return _DISQUALIFIED.filled({"name": name, **_values(game)})


def _with_games(state: SectionState, said: Text, name: str) -> Text:
    """And what that means for his games."""
    departure = state.progress.out[name]
    said = _AND.filled({"one": said, "other": _GAMES[departure.removed].filled({"name": name})})
    numbers = ranges(unplayed(state, name))
    if not numbers:
        return said
    return _AND.filled({"one": said, "other": _UNPLAYED.filled({"numbers": numbers})})


def unplayed(state: SectionState, name: str) -> list[int]:
    """The numbers of his games that are not played."""
    return [
        pairing.number
        for meeting in state.progress.meetings.values()
        if name in meeting.match.players
        for pairing in meeting.match.games(len(state.starts))
        if pairing.id not in state.entries and pairing not in meeting.to_play
    ]


def ranges(numbers: Iterable[int]) -> str:
    """Numbers, those that follow each other together: 3, 5-8."""
    parts = []
    for _, run in groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0]):
        found = [number for _, number in run]
        parts.append(str(found[0]) if len(found) == 1 else f"{found[0]}-{found[-1]}")
    return ", ".join(parts)


def _values(game: LedgerGame) -> dict[str, object]:
    """What sentences say of a game."""
    return {
        "number": game.number,
        "first": game.first,
        "second": game.second,
        "result": RESULTS[game.winner],
        "ending": game.ending.title,
        "sentence": game.sentence,
    }
