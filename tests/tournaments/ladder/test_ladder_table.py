"""Places in the table of a ladder."""

from __future__ import annotations

from dataclasses import replace

from formats.text import Text
from tests.formats.games.example_games import SHORT
from tests.tournaments.ledger.test_ledger import ENTRY
from tournaments.entrants.enrolment import BotVersion
from tournaments.ladder.ladder_players import version_name
from tournaments.ladder.ladder_state import LadderState
from tournaments.ladder.ladder_table import SectionLadder, ladder_table
from tournaments.ledger.ledger_game import LedgerGame

BOT = BotVersion(SHORT, "anna", "bots/anna", "ab" * 32, 20)


def ladder_of(*names: str, games: tuple[LedgerGame, ...] = ()) -> SectionLadder:
    """Return the ladder of the first versions of these bots."""
    current = {name: version_name(name, 1) for name in names}
    state = LadderState(SHORT, 1, current=current)
    state.versions = dict.fromkeys(current.values(), BOT)
    state.games = {game.id: game for game in games}
    return SectionLadder(Text("", ""), SHORT, tuple(ladder_table(state, [])), state)


def won(number: int, winner: str, loser: str) -> LedgerGame:
    first, second = version_name(winner, 1), version_name(loser, 1)
    return replace(ENTRY, number=number, id=str(number), first=first, second=second, winner="A")


def test_versions_of_equal_rating_share_a_place_as_in_the_table_of_an_event() -> None:
    pairs = (("anna", "boris"), ("anna", "cyril"), ("boris", "doris"), ("cyril", "doris"))
    games = tuple(won(number, *pair) for number, pair in enumerate(pairs, start=1))
    ladder = ladder_of("anna", "boris", "cyril", "doris", games=games)
    places = {row[1]: row[0] for row in ladder.table.plain_rows}
    assert places == {"anna": "1", "boris": "2-3", "cyril": "2-3", "doris": "4"}
    assert [row[0] for row in ladder_of("anna", "boris").table.plain_rows] == ["1-2", "1-2"]
