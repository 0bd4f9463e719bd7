"""The state of a tournament: its matches in the order of the schedule, with their results.

A schedule yields matches; each is entered here with the results so far, before the schedule yields
the next one. So a pairing depends only on matches that are earlier in the schedule, and the same
results always lead to the same state, in whatever order they arrive.

Results and their value are kept apart. ``MatchResult`` is the result of the played games: it
decides who goes on in a knockout. ``TournamentProgress.counted_games`` gives the value: the games
of an entrant who was later disqualified from the tournament count as the event says (see
``scoring``).

An entrant may also be out by a decision of the teacher (``TeacherDecisions``). Such a decision has
a time, not a place in the schedule: played games stand at first as they were played, the others
are lost. The entrant is out from the first match on in which a game was not played, so that the
pairings of others before it do not change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction

from formats.outcome import Winner
from tournaments.standings.match import GameResult, ScheduledGame, ScheduledMatch
from tournaments.standings.scoring import Penalty, Removed, Scoring

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class CountedGame:
    scheduled_game: ScheduledGame
    winner: Winner
    result: GameResult | None = None
    """Result of the game; None if it was not played."""
    awarded: bool = False
    """True if a disqualification or a departure decided the winner, and not the play."""

    def side(self, entrant: str) -> Winner:
        """Return the side of the entrant, A or B."""
        return "A" if entrant == self.scheduled_game.first else "B"

    def share(self, entrant: str) -> Fraction:
        """Return the entrant's share of the game: 1, 1/2 or 0."""
        return HALF if self.winner == "D" else Fraction(self.winner == self.side(entrant))

    def disqualified(self, entrant: str) -> bool:
        """Return whether the entrant lost by disqualification, and the game counts as played."""
        if self.result is None or self.awarded:
            return False
        return self.result.disqualified and self.result.loser == entrant

    def seconds(self, entrant: str) -> Decimal | None:
        """Return the seconds that the entrant used; None if the game does not count as played."""
        if self.result is None or self.awarded:
            return None
        return self.result.seconds[self.side(entrant) == "B"]

    def lost_by(self, entrant: str) -> CountedGame:
        """Return a copy of the game that counts as lost by the entrant."""
        winner: Winner = "B" if self.side(entrant) == "A" else "A"
        return replace(self, winner=winner, awarded=self.result is None or not self._lost(entrant))

    def _lost(self, entrant: str) -> bool:
        return not self.awarded and self.share(entrant) == 0


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match, independent of other matches."""

    match: ScheduledMatch
    games: tuple[CountedGame, ...] = ()
    to_play: tuple[ScheduledGame, ...] = ()
    forfeited: str | None = None
    """Entrant who lost the whole match: disqualified in it or before it, or gone."""
    missed: tuple[ScheduledGame, ...] = ()
    """Games that are not played because an entrant has left."""

    @property
    def is_finished(self) -> bool:
        return not self.to_play


@dataclass(frozen=True, slots=True)
class Tier:
    """A group of entrants who stand above those of all later tiers."""

    entrants: tuple[str, ...]
    since: int = 1
    """First round whose games decide among the entrants."""
    shared: bool = False
    """True if nothing decides among the entrants: they share their places."""


@dataclass(frozen=True, slots=True)
class Departure:
    """The departure of an entrant from the tournament, with the rule by which games count."""

    removed: Removed
    withdrawn: bool = False
    """True if the entrant withdrew and was not disqualified."""


@dataclass(frozen=True, slots=True)
class TeacherDecisions:
    """Decisions of the teacher about entrants and games."""

    departures: Mapping[str, Departure] = field(default_factory=dict)
    """Departures by names of entrants."""
    annulled: Collection[str] = ()
    """Ids of games that do not count and are not played again."""


@dataclass
class TournamentProgress:
    """The state of a tournament; it grows as the schedule is followed."""

    results: Mapping[str, GameResult]
    """Results by ids of games."""
    starts: int = 1
    scoring: Scoring = field(default_factory=Scoring)
    decisions: TeacherDecisions = field(default_factory=TeacherDecisions)
    match_results: dict[int, MatchResult] = field(default_factory=dict)
    """Results by numbers of matches, in the order in which the matches were entered."""
    out: dict[str, Departure] = field(default_factory=dict)
    """Departures of the entrants who are out of the tournament."""
    byes: Counter[str] = field(default_factory=Counter)
    """Numbers of byes, which count as a match won."""

    def enter(self, match: ScheduledMatch) -> MatchResult:
        """Add a match of the schedule, with its results and the games still to be played."""
        match_result = self._match_result(match)
        self.match_results[match.number] = match_result
        if match_result.missed:
            departed = self.decisions.departures
            self.out |= {
                entrant: departed[entrant] for entrant in match.entrants if entrant in departed
            }
        expels = self.scoring.disqualification is Penalty.TOURNAMENT
        if expels and match_result.forfeited and match_result.forfeited not in self.out:
            self.out[match_result.forfeited] = Departure(self.scoring.removed)
        return match_result

    @property
    def never_moved(self) -> set[str]:
        """Return the entrants who have played and never made a move."""
        played, moved = set[str](), set[str]()
        for result in self.results.values():
            first_moved, second_moved = result.moved
            played |= {result.first, result.second}
            if first_moved:
                moved.add(result.first)
            if second_moved:
                moved.add(result.second)
        return played - moved

    @property
    def points_of_bye(self) -> Fraction:
        """Return the points of a bye, which counts as a match won."""
        return self.scoring.points.win * 2 * self.starts

    def close(self) -> None:
        """End the schedule: entrants who left after their last game are out, too."""
        self.out |= self.decisions.departures

    def _match_result(self, match: ScheduledMatch) -> MatchResult:
        """Return the result of a match, with the games of entrants who are out or have left."""
        departed = [entrant for entrant in match.entrants if entrant in self.decisions.departures]
        gone = [
            entrant for entrant in match.entrants if entrant in self.out and entrant not in departed
        ]
        scheduled_games = [
            p for p in match.games(self.starts) if p.id not in self.decisions.annulled
        ]
        if len(gone) == 2 or (gone and departed):
            return MatchResult(match)
        if gone:
            return MatchResult(
                match, tuple(_lost_game(p, gone[0]) for p in scheduled_games), (), gone[0]
            )
        match_result = self._result_so_far(match, scheduled_games)
        return (
            self._without_games_left(match_result, departed)
            if departed and match_result.to_play
            else match_result
        )

    @staticmethod
    def _without_games_left(match_result: MatchResult, departed: list[str]) -> MatchResult:
        """Return the result without the games left; if one entrant left, that entrant lost them."""
        missed, loser = match_result.to_play, departed[0] if len(departed) == 1 else None
        lost_games = (
            (_lost_game(scheduled_game, loser) for scheduled_game in missed) if loser else ()
        )
        forfeited = match_result.forfeited or loser
        return MatchResult(
            match_result.match, (*match_result.games, *lost_games), (), forfeited, missed
        )

    def _result_so_far(
        self, match: ScheduledMatch, scheduled_games: Iterable[ScheduledGame]
    ) -> MatchResult:
        games: list[CountedGame] = []
        to_play: list[ScheduledGame] = []
        forfeited: str | None = None
        for scheduled_game in scheduled_games:
            if forfeited is not None:
                games.append(
                    _lost_game(scheduled_game, forfeited, self.results.get(scheduled_game.id))
                )
            elif (result := self.results.get(scheduled_game.id)) is None:
                to_play.append(scheduled_game)
            else:
                assert (result.first, result.second) == (
                    scheduled_game.first,
                    scheduled_game.second,
                )
                games.append(CountedGame(scheduled_game, result.winner, result))
                forfeited = self._forfeited_by(result)
        if forfeited and self.scoring.disqualification is Penalty.MATCH:
            games = [game.lost_by(forfeited) for game in games]
        return MatchResult(match, tuple(games), tuple(to_play), forfeited)

    def _forfeited_by(self, result: GameResult) -> str | None:
        costs_more = self.scoring.costs_more_than_a_game
        return result.loser if result.disqualified and costs_more else None

    def points_in(self, match_result: MatchResult, entrant: str) -> Fraction:
        """Return the points of the entrant from the games of a match as they were played."""
        points_of = self.scoring.points.of
        return sum(
            (points_of(game.winner, game.side(entrant)) for game in match_result.games), Fraction(0)
        )

    def to_play(self) -> Iterator[ScheduledGame]:
        """Yield the games that can be played now, in the order in which they should be played."""
        for match_result in self.match_results.values():
            yield from match_result.to_play

    def counted_games(self) -> Iterator[CountedGame]:
        """Yield every game that counts, with the winner for the table."""
        for match_result in self.match_results.values():
            removed = {p: self.out[p].removed for p in match_result.match.entrants if p in self.out}
            losers = [entrant for entrant, games in removed.items() if games is Removed.LOST]
            if Removed.ANNULLED in removed.values() or len(losers) > 1:
                continue
            for game in match_result.games:
                yield game.lost_by(losers[0]) if losers else game


def _lost_game(
    scheduled_game: ScheduledGame, loser: str, result: GameResult | None = None
) -> CountedGame:
    return CountedGame(
        scheduled_game, "B" if loser == scheduled_game.first else "A", result, awarded=True
    )
