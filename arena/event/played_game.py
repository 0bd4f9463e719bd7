"""The record of a game of an event, by its number."""

from __future__ import annotations

from pathlib import Path

from arena.event import texts as words
from arena.event.event_folder import folder_of, ledger_faults_told
from arena.files import NamedFile
from arena.parameters import WrongUsage
from formats.text import Language, Text
from tournaments.ledger import opened
from tournaments.ledger.ledger_game import LedgerGame


def recorded_game(
    event: str, number: int, section: str | None, speech: Language
) -> tuple[NamedFile, Text]:
    """Return the record of the game and the sentence of its verdict.

    If the game was played again, the last record counts.
    """
    folder = folder_of(event)
    games = [game for game in _games_in(folder, speech) if game.number == number]
    sections = list(dict.fromkeys(game.section for game in games))
    if section is not None:
        games = [game for game in games if game.section == section]
    elif len(sections) > 1:
        raise WrongUsage(words.IN_WHICH_SECTION, number=number, sections=", ".join(sections))
    if not games:
        raise WrongUsage(words.NO_GAME_OF_NUMBER, number=number, folder=folder)
    game = max(games, key=lambda game: game.attempt)
    return NamedFile(f"{folder}: {number}", game.record.encode()), game.sentence


def _games_in(folder: Path, speech: Language) -> tuple[LedgerGame, ...]:
    """Return the games in the ledger. Raise Unreadable or Exit if it has faults."""
    with ledger_faults_told(folder, speech), opened(folder) as ledger:
        return ledger.read().games
