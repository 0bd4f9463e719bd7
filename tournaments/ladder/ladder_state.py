"""The state of a section's ladder, computed from its ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, count

from tournaments.entrants.enrolment import BotVersion
from tournaments.ladder.ladder_players import author_of
from tournaments.ledger.decision import Decision, Verb
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.ledger.ledger_reading import LedgerReading
from tournaments.standings.match import ScheduledGame, ScheduledMatch
from tournaments.standings.rating import RatedGame


@dataclass
class LadderState:
    """The versions and the games of a section's ladder."""

    section: str
    starts: int
    """Number of start positions."""
    versions: dict[str, BotVersion] = field(default_factory=dict)
    """Records of all versions that ever played, by names of versions, the oldest first."""
    current: dict[str, str] = field(default_factory=dict)
    """Names of the versions that play now, by names of entrants."""
    games: dict[str, LedgerGame] = field(default_factory=dict)
    """Games by ids, in the order in which they ended."""
    matches: dict[int, ScheduledMatch] = field(default_factory=dict)
    """Matches, of two games each, by numbers."""
    met: Counter[frozenset[str]] = field(default_factory=Counter)
    """Numbers of matches of two versions."""

    def take(self, entry: LedgerGame | Decision) -> None:
        """Apply an entry of the ledger."""
        if isinstance(entry, LedgerGame):
            self.games[entry.id] = entry
            self.begin(_match_of(entry))
            return
        author = author_of(entry.subject)
        if entry.verb is Verb.ADMIT and entry.program is not None:
            self.versions[entry.subject] = entry.program
        if entry.verb is Verb.WITHDRAW:
            if self.current.get(author) == entry.subject:
                del self.current[author]
        elif entry.subject in self.versions:
            self.current[author] = entry.subject

    def begin(self, match: ScheduledMatch) -> None:
        """Add a match of which a game is entered or in play."""
        if match.number not in self.matches:
            self.matches[match.number] = match
            self.met[frozenset(match.entrants)] += 1

    def begin_next(self, first: str, second: str) -> ScheduledMatch:
        """Begin the next match of two versions, with the lowest free number."""
        number = next(n for n in count(1) if n not in self.matches)
        match = ScheduledMatch(number, number, first, second)
        self.begin(match)
        return match

    def games_of(self, match: ScheduledMatch) -> tuple[ScheduledGame, ScheduledGame]:
        """Return the two games of a match, with swapped sides on one start position.

        Each further match of two versions has the next start position.
        """
        earlier = sum(
            set(other.entrants) == set(match.entrants)
            for other in self.matches.values()
            if other.number < match.number
        )
        entered = [game for game in self.games.values() if game.round == match.number]
        start = entered[0].start if entered else earlier % self.starts
        number = 2 * match.number - 1
        return (
            ScheduledGame(number, match, start, swapped=False),
            ScheduledGame(number + 1, match, start, swapped=True),
        )

    def missing_games(self) -> list[ScheduledGame]:
        """Return the missing games of matches that were interrupted."""
        entered = Counter(game.round for game in self.games.values())
        return [
            game
            for number, match in self.matches.items()
            if entered[number] < 2
            for game in self.games_of(match)
            if game.id not in self.games
        ]

    def is_played_out(self, most: int) -> bool:
        """Return whether all present versions have met ``most`` times, and all games have ended."""
        pairs = map(frozenset, combinations(self.current.values(), 2))
        return all(self.met[pair] >= most for pair in pairs) and not self.missing_games()

    def forget_begun(self) -> None:
        """Remove the matches of which no game is entered: their games will not end."""
        entered = {game.round for game in self.games.values()}
        for number in [number for number in self.matches if number not in entered]:
            self.met[frozenset(self.matches.pop(number).entrants)] -= 1

    @property
    def rated_games(self) -> list[RatedGame]:
        """Return the games for the rating."""
        return [RatedGame(g.first, g.second, g.winner) for g in self.games.values()]

    @property
    def rated_versions(self) -> list[str]:
        """Return the versions that have a game or play now."""
        names = {name for game in self.games.values() for name in (game.first, game.second)}
        return [v for v in self.versions if v in names or v in self.current.values()]

    def previous_versions(self) -> dict[str, str]:
        """Return the previous rated version of the same author for each version that has one."""
        newest: dict[str, str] = {}
        previous = {}
        for version in self.rated_versions:
            author = author_of(version)
            if author in newest:
                previous[version] = newest[author]
            newest[author] = version
        return previous


def _match_of(game: LedgerGame) -> ScheduledMatch:
    is_first_leg = game.id.endswith("a")
    entrants = (game.first, game.second) if is_first_leg else (game.second, game.first)
    return ScheduledMatch(game.round, game.round, *entrants)


def states_of(reading: LedgerReading, sections: Sequence[str]) -> dict[str, LadderState]:
    """Return the states of the sections' ladders by names of sections."""
    states = {
        name: LadderState(name, max(1, len(reading.starts.get(name, ())))) for name in sections
    }
    for entry in reading.entries:
        if entry.section in states:
            states[entry.section].take(entry)
    return states
