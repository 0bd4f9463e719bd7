"""Results of all offenders and honest bots of the tests on each isolation level.

Run by ``arena bench stages``; it prints the tables of docs/referee.md. An offender has its verdict
if it gets the one that its folder names, or is refused its attempt and then plays on; an honest bot
is unbeaten if it loses no game against itself by a fault.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from pathlib import Path

from referee.bot_game import Setting, play_game
from referee.sandbox.isolation_choice import why_not
from referee.sandbox.isolation_levels import IsolationLevel
from tests.class_bots import ClassBot, honest_bots
from tests.referee.needs import why_undetectable
from tests.referee.offending import (
    Offender,
    game_against_honest,
    listening_sockets,
    offenders,
    program_of,
)
from tests.referee.test_honest_bots import BY_RULES
from tests.referee.test_offenders import check

GAMES = 2


def judge(offender: Offender, isolation: IsolationLevel) -> str:
    """Return the outcome of an offender: its verdict, another verdict, or not tried."""
    if why_not_tried := why_undetectable(offender.needs):
        return f"not tried: {why_not_tried.partition(':')[0]}"
    if isolation is IsolationLevel.NONE and not offender.bare:
        return "not tried: harmful, or seen by a sandbox only"
    expected = offender.on(isolation)
    with tempfile.TemporaryDirectory() as folder, listening_sockets() as port:
        Path(folder).chmod(0o755)
        program = program_of(offender, Path(folder), port)
        try:
            with redirect_stdout(io.StringIO()):
                check(expected, game_against_honest(program, isolation, **expected.setting))
        except AssertionError as error:
            return f"another verdict: {error}".partition("\n")[0]
    return "its verdict"


def play_games(bot: ClassBot, isolation: IsolationLevel) -> str:
    """Play games of an honest bot against itself; say whether a fault ended one."""
    if bot.missing:
        return f"not tried: {', '.join(bot.missing)}"
    if isolation in bot.not_on:
        return "not at this isolation level"
    program = bot.program()
    for number in range(1, GAMES + 1):
        played = play_game(
            {"A": program, "B": program}, Setting(bot.start(number), isolation=isolation)
        )
        if played.verdict.ending not in BY_RULES:
            return f"beaten: {played.verdict.say()}"
    return "unbeaten"


def table(
    names: str,
    bots: Iterable[Offender | ClassBot],
    outcome_of: Callable[..., str],
    isolation_levels: list[IsolationLevel],
) -> Iterator[str]:
    """Yield the lines of a table: the number of bots with each outcome on each isolation level."""
    outcomes = {level: [outcome_of(bot, level) for bot in bots] for level in isolation_levels}
    kinds = sorted({kind for level_outcomes in outcomes.values() for kind in level_outcomes})
    yield f"| {names} | {' | '.join(isolation_levels)} |"
    yield f"|---|{'---|' * len(isolation_levels)}"
    for kind in kinds:
        counts = [str(outcomes[isolation].count(kind)) for isolation in isolation_levels]
        yield f"| {kind} | {' | '.join(counts)} |"


def exceptions() -> Iterator[str]:
    """Yield a row for each bot that some isolation level judges otherwise, or cannot run."""
    for offender in offenders():
        if offender.landlock:
            verdict = offender.on(IsolationLevel.LANDLOCK).ending
            why = offender.landlock["why"]
            yield f"| `{offender}` | `landlock` | `{verdict}`, not `{offender.ending}` | {why} |"
    for bot in honest_bots():
        for isolation, why in bot.not_on.items():
            yield f"| `{bot}` | `{isolation}` | cannot play | {why} |"


def main() -> None:
    isolation_levels = [isolation for isolation in IsolationLevel if why_not(isolation) is None]
    for line in table("offenders", offenders(), judge, isolation_levels):
        print(line, flush=True)
    print()
    for line in table("honest bots", honest_bots(), play_games, isolation_levels):
        print(line, flush=True)
    print("\n| program | isolation level | how it fares there | why |\n|---|---|---|---|")
    print(*exceptions(), sep="\n")


if __name__ == "__main__":
    main()
