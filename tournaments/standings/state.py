"""How far a tournament is: its matches in the order of the schedule, with their results.

A schedule yields matches; each is entered here with the results so far, before the schedule is
asked for the next one. So the schedule decides by what comes earlier in its own order alone, and
the same results always lead to the same state, in whatever order they arrive.

What happened and what it counts for are kept apart. ``MatchResult`` is what happened: it decides
who goes on in a knockout. ``TournamentProgress.counted`` is what it counts for: the games of an
entrant who was later disqualified from the tournament count as the event says (see ``scoring``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction

from formats.outcome import Winner
from tournaments.standings.meeting import GameResult, Meeting, ScheduledGame
from tournaments.standings.scoring import Penalty, Removed, Scoring

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Counted:
    """A game and what it counts for."""

    pairing: ScheduledGame
    winner: Winner
    result: GameResult | None = None
    """How the game ended, if it was played."""
    awarded: bool = False
    """Whether it counts so because of a disqualification elsewhere, whatever was played."""

    def side(self, player: str) -> Winner:
        """A or B, as the player had it."""
        return "A" if player == self.pairing.first else "B"

    def share(self, player: str) -> Fraction:
        """How much of the game the player won: 1, 1/2 or 0."""
        return HALF if self.winner == "D" else Fraction(self.winner == self.side(player))

    def disqualified(self, player: str) -> bool:
        """Whether the player lost this very game by disqualification, and it counts as played."""
        if self.result is None or self.awarded:
            return False
        return self.result.disqualified and self.result.loser == player

    def seconds(self, player: str) -> Decimal | None:
        """The time that the player used, where the game counts as it was played."""
        if self.result is None or self.awarded:
            return None
        return self.result.seconds[self.side(player) == "B"]

    def lost_by(self, player: str) -> Counted:
        """The same game, counting as lost by that player."""
        winner: Winner = "B" if self.side(player) == "A" else "A"
        return replace(self, winner=winner, awarded=self.result is None or not self._lost(player))

    def _lost(self, player: str) -> bool:
        return not self.awarded and self.share(player) == 0


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match, whatever happens in others."""

    match: Meeting
    games: tuple[Counted, ...] = ()
    to_play: tuple[ScheduledGame, ...] = ()
    forfeited: str | None = None
    """The player who lost the whole match: disqualified in it, or before it."""

    @property
    def finished(self) -> bool:
        """Whether nothing is left to be played."""
        return not self.to_play


@dataclass(frozen=True, slots=True)
class Tier:
    """Entrants who stand together, above those of all tiers that follow."""

    entrants: tuple[str, ...]
    since: int = 1
    """The first round whose games decide among them."""
    shared: bool = False
    """Whether nothing decides among them: they share their places."""


@dataclass
class TournamentProgress:
    """What is known of a tournament so far: it grows as the schedule is followed."""

    results: Mapping[str, GameResult]
    """By the ids of their games."""
    starts: int = 1
    scoring: Scoring = field(default_factory=Scoring)
    meetings: dict[int, MatchResult] = field(default_factory=dict)
    """By the number of the match, in the order in which they were entered."""
    out: set[str] = field(default_factory=set)
    """Who is disqualified from the tournament."""
    byes: Counter[str] = field(default_factory=Counter)
    """How many rounds an entrant sat out that count as a match won."""

    def enter(self, match: Meeting) -> MatchResult:
        """Adds a match of the schedule, with its results and the games still to be played."""
        meeting = self._meeting(match)
        self.meetings[match.number] = meeting
        if self.scoring.disqualification is Penalty.TOURNAMENT and meeting.forfeited:
            self.out.add(meeting.forfeited)
        return meeting

    def _meeting(self, match: Meeting) -> MatchResult:
        gone = [player for player in match.players if player in self.out]
        pairings = match.games(self.starts)
        if len(gone) == 2:
            return MatchResult(match)
        if gone:
            return MatchResult(match, tuple(_lost(p, gone[0]) for p in pairings), (), gone[0])
        return self._played(match, pairings)

    def _played(self, match: Meeting, pairings: Iterable[ScheduledGame]) -> MatchResult:
        games: list[Counted] = []
        to_play: list[ScheduledGame] = []
        forfeited: str | None = None
        for pairing in pairings:
            if forfeited is not None:
                games.append(_lost(pairing, forfeited, self.results.get(pairing.id)))
            elif (result := self.results.get(pairing.id)) is None:
                to_play.append(pairing)
            else:
                assert (result.first, result.second) == (pairing.first, pairing.second)
                games.append(Counted(pairing, result.winner, result))
                forfeited = self._forfeited_by(result)
        if forfeited and self.scoring.disqualification is Penalty.MATCH:
            games = [game.lost_by(forfeited) for game in games]
        return MatchResult(match, tuple(games), tuple(to_play), forfeited)

    def _forfeited_by(self, result: GameResult) -> str | None:
        costs_more = self.scoring.disqualification is not Penalty.GAME
        return result.loser if result.disqualified and costs_more else None

    def finished(self, match: Meeting) -> bool:
        """Whether the match was entered and nothing of it is left to be played."""
        return match.number in self.meetings and self.meetings[match.number].finished

    def points_in(self, meeting: MatchResult, player: str) -> Fraction:
        """What the player earns by the games of a match as they went."""
        worth = self.scoring.points.of
        return sum((worth(game.winner, game.side(player)) for game in meeting.games), Fraction(0))

    def to_play(self) -> Iterator[ScheduledGame]:
        """The games that can be played now, in the order in which they should be."""
        for meeting in self.meetings.values():
            yield from meeting.to_play

    def counted(self) -> Iterator[Counted]:
        """Every game that counts, as what it counts."""
        for meeting in self.meetings.values():
            gone = [player for player in meeting.match.players if player in self.out]
            for game in meeting.games:
                yield from self._as_counted(game, gone)

    def _as_counted(self, game: Counted, gone: list[str]) -> Iterator[Counted]:
        if not gone or self.scoring.removed is Removed.STAND:
            yield game
        elif self.scoring.removed is Removed.LOST and len(gone) == 1:
            yield game.lost_by(gone[0])


def _lost(pairing: ScheduledGame, loser: str, result: GameResult | None = None) -> Counted:
    return Counted(pairing, "B" if loser == pairing.first else "A", result, awarded=True)
