"""How far a tournament is: its matches in the order of the schedule, with their results.

A schedule yields matches; each is entered here with the results so far, before the schedule is
asked for the next one. So the schedule decides by what comes earlier in its own order alone, and
the same results always lead to the same state, in whatever order they arrive.

What happened and what it counts for are kept apart. ``MatchResult`` is what happened: it decides
who goes on in a knockout. ``TournamentProgress.counted`` is what it counts for: the games of an
entrant who was later disqualified from the tournament count as the event says (see ``scoring``).

An entrant may also be out because the teacher decided so (``Decided``). Such a decision is made at
some hour, not at a place in the schedule: what has been played stands at first as it was played,
and what has not is lost. He is out from the first match on in which something was not played, so
that the pairings of others before it do not change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction

from formats.outcome import Winner
from tournaments.standings.meeting import GameResult, Meeting, ScheduledGame
from tournaments.standings.scoring import Penalty, Removed, Scoring

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Counted:
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
    """Who lost the match as such: disqualified in it, or before it, or gone."""
    missed: tuple[ScheduledGame, ...] = ()
    """What is not played because somebody has left."""

    @property
    def finished(self) -> bool:
        return not self.to_play


@dataclass(frozen=True, slots=True)
class Tier:
    """Entrants who stand together, above those of all tiers that follow."""

    entrants: tuple[str, ...]
    since: int = 1
    """The first round whose games decide among them."""
    shared: bool = False
    """Whether nothing decides among them: they share their places."""


@dataclass(frozen=True, slots=True)
class Departure:
    """How somebody came to be out, and what becomes of his games."""

    removed: Removed
    withdrawn: bool = False
    """Whether he left by himself, and was not disqualified."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What the teacher has decided beside the games."""

    departures: Mapping[str, Departure] = field(default_factory=dict)
    """By the names of those who are out by it."""
    annulled: Collection[str] = ()
    """The ids of games that do not count and are not played again."""


@dataclass
class TournamentProgress:
    """What is known of a tournament so far: it grows as the schedule is followed."""

    results: Mapping[str, GameResult]
    """By the ids of their games."""
    starts: int = 1
    scoring: Scoring = field(default_factory=Scoring)
    decided: Decided = field(default_factory=Decided)
    meetings: dict[int, MatchResult] = field(default_factory=dict)
    """By the number of the match, in the order in which they were entered."""
    out: dict[str, Departure] = field(default_factory=dict)
    """Who is out of the tournament."""
    byes: Counter[str] = field(default_factory=Counter)
    """How many rounds an entrant sat out that count as a match won."""

    def enter(self, match: Meeting) -> MatchResult:
        """Adds a match of the schedule, with its results and the games still to be played."""
        meeting = self._meeting(match)
        self.meetings[match.number] = meeting
        if meeting.missed:
            left = self.decided.departures
            self.out |= {player: left[player] for player in match.players if player in left}
        expels = self.scoring.disqualification is Penalty.TOURNAMENT
        if expels and meeting.forfeited and meeting.forfeited not in self.out:
            self.out[meeting.forfeited] = Departure(self.scoring.removed)
        return meeting

    @property
    def mute(self) -> set[str]:
        """Who has played and never made a move."""
        played, moved = set[str](), set[str]()
        for result in self.results.values():
            both = result.first, result.second
            played.update(both)
            moved.update(player for player, has in zip(both, result.moved, strict=True) if has)
        return played - moved

    def close(self) -> None:
        """When no match follows: who left after his last game is out, too."""
        self.out |= self.decided.departures

    def _meeting(self, match: Meeting) -> MatchResult:
        left = [player for player in match.players if player in self.decided.departures]
        gone = [player for player in match.players if player in self.out and player not in left]
        pairings = [p for p in match.games(self.starts) if p.id not in self.decided.annulled]
        if len(gone) == 2 or (gone and left):
            return MatchResult(match)
        if gone:
            return MatchResult(match, tuple(_lost(p, gone[0]) for p in pairings), (), gone[0])
        meeting = self._played(match, pairings)
        return self._given_up(meeting, left) if left and meeting.to_play else meeting

    @staticmethod
    def _given_up(meeting: MatchResult, left: list[str]) -> MatchResult:
        """The same, nothing more being played: it is lost by the one who left, if only one did."""
        missed, loser = meeting.to_play, left[0] if len(left) == 1 else None
        lost = (_lost(pairing, loser) for pairing in missed) if loser else ()
        forfeited = meeting.forfeited or loser
        return MatchResult(meeting.match, (*meeting.games, *lost), (), forfeited, missed)

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
        costs_more = self.scoring.costs_more_than_a_game
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
            removed = {p: self.out[p].removed for p in meeting.match.players if p in self.out}
            losers = [player for player, games in removed.items() if games is Removed.LOST]
            if Removed.ANNULLED in removed.values() or len(losers) > 1:
                continue
            for game in meeting.games:
                yield game.lost_by(losers[0]) if losers else game


def _lost(pairing: ScheduledGame, loser: str, result: GameResult | None = None) -> Counted:
    return Counted(pairing, "B" if loser == pairing.first else "A", result, awarded=True)
