"""The ladder of one section, as its ledger tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count

from tournaments.entrants.enrolment import Enrolled
from tournaments.ladder.ladder_players import author_of
from tournaments.ledger.decision import Decision, Verb
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.ledger.ledger_reading import LedgerReading
from tournaments.standings.meeting import Meeting, ScheduledGame
from tournaments.standings.rating import RatedGame


@dataclass
class LadderState:
    """Who plays there, and all that was played."""

    section: str
    starts: int
    """How many start positions there are."""
    versions: dict[str, Enrolled] = field(default_factory=dict)
    """By the names of versions, all that ever were on it, the oldest first."""
    current: dict[str, str] = field(default_factory=dict)
    """By the names of their authors, the versions that play now."""
    games: dict[str, LedgerGame] = field(default_factory=dict)
    """By their ids, in the order in which they ended."""
    meetings: dict[int, Meeting] = field(default_factory=dict)
    """By their numbers: two games each."""
    met: Counter[frozenset[str]] = field(default_factory=Counter)
    """How often two versions met."""

    def take(self, entry: LedgerGame | Decision) -> None:
        if isinstance(entry, LedgerGame):
            self.games[entry.id] = entry
            self.begin(_meeting_of(entry))
            return
        author = author_of(entry.subject)
        if entry.verb is Verb.ADMIT and entry.program is not None:
            self.versions[entry.subject] = entry.program
        if entry.verb is Verb.WITHDRAW:
            if self.current.get(author) == entry.subject:
                del self.current[author]
        elif entry.subject in self.versions:
            self.current[author] = entry.subject

    def begin(self, meeting: Meeting) -> None:
        """A meeting of which a game is entered, or in play."""
        if meeting.number not in self.meetings:
            self.meetings[meeting.number] = meeting
            self.met[frozenset(meeting.players)] += 1

    def meeting(self, first: str, second: str) -> Meeting:
        """The next of these two, with the lowest number that is free; it is begun."""
        number = next(n for n in count(1) if n not in self.meetings)
        found = Meeting(number, number, first, second)
        self.begin(found)
        return found

    def games_of(self, meeting: Meeting) -> tuple[ScheduledGame, ScheduledGame]:
        """Its games: with the sides swapped on one start; the next start is for the next time."""
        earlier = sum(
            set(one.players) == set(meeting.players)
            for one in self.meetings.values()
            if one.number < meeting.number
        )
        known = [game for game in self.games.values() if game.round == meeting.number]
        start = known[0].start if known else earlier % self.starts
        number = 2 * meeting.number - 1
        return (
            ScheduledGame(number, meeting, start, swapped=False),
            ScheduledGame(number + 1, meeting, start, swapped=True),
        )

    def half_played(self) -> list[ScheduledGame]:
        """What is left of meetings that were interrupted between their games, or in one."""
        entered = Counter(game.round for game in self.games.values())
        return [
            game
            for number, meeting in self.meetings.items()
            if entered[number] < 2
            for game in self.games_of(meeting)
            if game.id not in self.games
        ]

    def is_played_out(self, most: int) -> bool:
        """Whether all who play now have met that often, to the last game."""
        pairs = map(frozenset, combinations(self.current.values(), 2))
        return all(self.met[pair] >= most for pair in pairs) and not self.half_played()

    def forget_begun(self) -> None:
        """What was in play will not end: meetings of which nothing is entered never were."""
        entered = {game.round for game in self.games.values()}
        for number in [one for one in self.meetings if one not in entered]:
            self.met[frozenset(self.meetings.pop(number).players)] -= 1

    @property
    def rated_games(self) -> list[RatedGame]:
        """As a rating sees them."""
        return [RatedGame(one.first, one.second, one.winner) for one in self.games.values()]

    @property
    def rated(self) -> list[str]:
        """Versions with a game, and those that play now."""
        known = {name for game in self.games.values() for name in (game.first, game.second)}
        return [one for one in self.versions if one in known or one in self.current.values()]

    def before(self) -> dict[str, str]:
        """By the names of versions, the ones before them by the same author, if rated."""
        newest: dict[str, str] = {}
        found = {}
        for version in self.rated:
            author = author_of(version)
            if author in newest:
                found[version] = newest[author]
            newest[author] = version
        return found


def _meeting_of(game: LedgerGame) -> Meeting:
    is_first_leg = game.id.endswith("a")
    players = (game.first, game.second) if is_first_leg else (game.second, game.first)
    return Meeting(game.round, game.round, *players)


def states_of(reading: LedgerReading, sections: Sequence[str]) -> dict[str, LadderState]:
    return _filled(reading.entries, {one: len(reading.starts.get(one, ())) for one in sections})


def _filled(
    entries: Iterable[LedgerGame | Decision], starts: Mapping[str, int]
) -> dict[str, LadderState]:
    states = {name: LadderState(name, max(1, count)) for name, count in starts.items()}
    for entry in entries:
        if entry.section in states:
            states[entry.section].take(entry)
    return states
