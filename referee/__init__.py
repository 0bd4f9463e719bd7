"""The layer of one game: sandboxed turns, clocks, verdicts, and matches of two bots.

Other programs may rely on the names below; ``docs/library.md`` shows their use.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.bot_game import PlayedGame, Setting, play_game
    from referee.clock import Clock, Timing
    from referee.judge import JudgingOptions
    from referee.pool import FinishedGame, GameJob, play_all
    from referee.program import Limits, Program, RefereeError
    from referee.sandbox.isolation_levels import IsolationLevel
    from referee.verdict import Ending, Verdict
else:
    from formats.lazy_exports import lazy_getattr

    __getattr__ = lazy_getattr(
        __name__,
        {
            "Clock": "clock",
            "Ending": "verdict",
            "FinishedGame": "pool",
            "GameJob": "pool",
            "Limits": "program",
            "PlayedGame": "bot_game",
            "Program": "program",
            "RefereeError": "program",
            "JudgingOptions": "judge",
            "Setting": "bot_game",
            "IsolationLevel": "sandbox.isolation_levels",
            "Timing": "clock",
            "Verdict": "verdict",
            "play_all": "pool",
            "play_game": "bot_game",
        },
    )

__all__ = (
    "Clock",
    "Ending",
    "FinishedGame",
    "GameJob",
    "IsolationLevel",
    "JudgingOptions",
    "Limits",
    "PlayedGame",
    "Program",
    "RefereeError",
    "Setting",
    "Timing",
    "Verdict",
    "play_all",
    "play_game",
)
