"""What the cards of the games show, and what is offered before anybody has chosen."""

from __future__ import annotations

from arena.bots.ours import CHAMPION, styles_of_ours
from formats.board import Look
from formats.games import AnyGame, all_games

_MOST_PIECES = 4


def pieces_of(game: type[AnyGame]) -> list[Look]:
    """What a game's card shows: what stands on its boards, but for empty cells."""
    return [look for character, look in game.looks.items() if character != "-"][:_MOST_PIECES]


def first_game() -> str:
    """The game that is chosen before anybody has: one that most can be asked of, and bots play."""
    played = [law for name, law in all_games().items() if name in opponents()]
    return max(played or all_games().values(), key=lambda law: len(law.rule_sets)).name


def opponents() -> dict[str, str]:
    """The style that a person is offered to play against, in the games that have bots of ours."""
    return {
        game: CHAMPION if CHAMPION in styles else styles[0]
        for game, styles in styles_of_ours().items()
        if styles
    }
