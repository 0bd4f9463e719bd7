"""Sentences that explain a table: departures, games that were not played, decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from formats.record import RESULTS
from formats.text import Text
from tournaments.ledger.decision import Decision, Verb
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.tournament import SectionState
from tournaments.standings.scoring import Removed

_DECISION = Text("{what} ({reason})", "{what} ({reason})")
_AND = Text("{one}; {other}", "{one}; {other}")
_GAMES = {
    Removed.LOST: Text(
        "all games of {name} count as lost", "все партии участника «{name}» считаются проигранными"
    ),
    Removed.ANNULLED: Text("no game of {name} counts", "партии участника «{name}» не считаются"),
    Removed.STAND: Text(
        "what {name} played stands, the rest is lost",
        "сыгранные партии участника «{name}» остаются, прочие проиграны",
    ),
}
_OF_FILE = Text("changed in the event file", "изменено в файле турнира")
_UNPLAYED = {
    False: Text("game {numbers} is not played", "не сыграна партия {numbers}"),
    True: Text("games {numbers} are not played", "не сыграны партии {numbers}"),
}
"""Texts by whether there are several games."""
_DISQUALIFIED = Text(
    "{name} is out, disqualified in game {number}: {sentence}",
    "{name}: дисквалификация за партию {number}: {sentence}",
)
_NOT_COUNTED = Text("does not count", "не засчитана")
_COUNTS_AS_WON = Text("counts as won", "засчитана победа")
_COUNTS_AS_LOST = Text("counts as lost", "засчитано поражение")
_NEVER_MOVED = Text(
    "{name} never made a move, and stands below all who did",
    "{name}: ни одного хода, место ниже всех, кто ходил",
)
_ANNULLED = Text(
    "annulled: game {number}, {first} - {second} {result}, {ending}: {sentence}",
    "аннулирована партия {number}, {first} - {second} {result}, {ending}: {sentence}",
)


def explanations(state: SectionState, name: str | None = None) -> Iterator[Text]:
    """Yield the explanations of a section's table, or only those about the entrant ``name``."""
    for names, explanation in _named_explanations(state):
        if name is None or name in names:
            yield explanation


def _named_explanations(state: SectionState) -> Iterator[tuple[Sequence[str], Text]]:
    """Yield each explanation after the names of the entrants whom it is about."""
    for decision in state.decisions.entries:
        yield state.decisions.entrants_of(decision), decision_sentence(state, decision)
    for name in state.progress.out:
        if name not in state.decisions.departures:
            yield (name,), _with_games(state, _expulsion_sentence(state, name), name)
    for standing in state.standings:
        if standing.never_moved and not standing.departure:
            yield (standing.entrant,), _NEVER_MOVED.filled({"name": standing.entrant})
    for game in state.decisions.aside:
        yield (game.first, game.second), _ANNULLED.filled(_values(game))


def counts_as(state: SectionState, game: LedgerGame, name: str) -> Text | None:
    """Return how a game counts for one of its players; None if it counts as it was played."""
    counted = state.counted.get(game.id)
    if counted is None or state.entries.get(game.id) is not game:
        return _NOT_COUNTED
    if counted.winner == game.winner:
        return None
    return _COUNTS_AS_WON if counted.share(name) == 1 else _COUNTS_AS_LOST


def decision_sentence(state: SectionState, decision: Decision) -> Text:
    """Return what was decided and why, and how the games of an entrant who is out count."""
    what = decision.summary(state.decisions.number_of(decision))
    # The ledger has a word of its own as the reason of this decision.
    is_of_file = decision.verb is Verb.BONUSES
    reason: object = _OF_FILE if is_of_file else decision.reason
    sentence = _DECISION.filled({"what": what, "reason": reason})
    is_effective = any(decision is other for other in state.decisions.departures.values())
    return _with_games(state, sentence, decision.subject) if is_effective else sentence


def _expulsion_sentence(state: SectionState, name: str) -> Text:
    """Return a sentence about an entrant whom a game has disqualified from the tournament."""
    lost = (
        game
        for match_result in state.progress.match_results.values()
        for game in match_result.games
        if game.disqualified(name)
    )
    game = state.entries[next(lost).scheduled_game.id]
    return _DISQUALIFIED.filled({"name": name, **_values(game)})


def _with_games(state: SectionState, sentence: Text, name: str) -> Text:
    """Add to a sentence how the games of the entrant count and which are not played."""
    departure = state.progress.out[name]
    games = _GAMES[departure.removed].filled({"name": name})
    sentence = _AND.filled({"one": sentence, "other": games})
    numbers = unplayed_numbers(state, name)
    if not numbers:
        return sentence
    missing = _UNPLAYED[len(numbers) > 1].filled({"numbers": ranges(numbers)})
    return _AND.filled({"one": sentence, "other": missing})


def unplayed_numbers(state: SectionState, name: str) -> list[int]:
    """Return the numbers of the entrant's games that are not played; annulled ones were played."""
    return [
        scheduled_game.number
        for match_result in state.progress.match_results.values()
        if name in match_result.match.entrants
        for scheduled_game in match_result.match.games(len(state.starts))
        if not state.decisions.times_played(scheduled_game.id)
        and scheduled_game not in match_result.to_play
    ]


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers as text, with ranges for those that follow each other: 3, 5-8."""
    parts = []
    for _, run in groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0]):
        members = [number for _, number in run]
        parts.append(str(members[0]) if len(members) == 1 else f"{members[0]}-{members[-1]}")
    return ", ".join(parts)


def _values(game: LedgerGame) -> dict[str, object]:
    """Return the values of a game that sentences use."""
    return {
        "number": game.number,
        "first": game.first,
        "second": game.second,
        "result": RESULTS[game.winner],
        "ending": game.ending.title,
        "sentence": game.sentence,
    }
