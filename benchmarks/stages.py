"""What each stage of the sandbox sees: all offenders and innocents of the tests are played on it.

Run by ``arena bench stages``; it prints the tables of docs/referee.md. An offender has its verdict
where it gets the one that its folder names, or is refused what it tries and then plays on; an
innocent is unbeaten if no verdict is made against it in so many games against itself.
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
from tests.referee.needs import why_not_told
from tests.referee.offending import Offender, against_honest, listening, offenders, program_of
from tests.referee.test_innocents import BY_LAW
from tests.referee.test_offenders import check

GAMES = 2


def judge(offender: Offender, isolation: IsolationLevel) -> str:
    """How it fares: it gets its verdict, or another, or cannot be tried here."""
    if untold := why_not_told(offender.needs):
        return f"not tried: {untold.partition(':')[0]}"
    if isolation is IsolationLevel.NONE and not offender.bare:
        return "not tried: harmful, or seen by a sandbox only"
    expected = offender.on(isolation)
    with tempfile.TemporaryDirectory() as folder, listening() as port:
        Path(folder).chmod(0o755)
        program = program_of(offender, Path(folder), port)
        try:
            with redirect_stdout(io.StringIO()):
                check(expected, against_honest(program, isolation, **expected.setting))
        except AssertionError as error:
            return f"another verdict: {error}".partition("\n")[0]
    return "its verdict"


def play_games(innocent: ClassBot, isolation: IsolationLevel) -> str:
    """How it fares: unbeaten, or not, or it cannot be tried here."""
    if innocent.missing:
        return f"not tried: {', '.join(innocent.missing)}"
    if isolation in innocent.not_on:
        return "not at this isolation level"
    program = innocent.program()
    for number in range(1, GAMES + 1):
        played = play_game(
            {"A": program, "B": program}, Setting(innocent.start(number), isolation=isolation)
        )
        if played.verdict.ending not in BY_LAW:
            return f"beaten: {played.verdict.say()}"
    return "unbeaten"


def counted(
    names: str,
    some: Iterable[Offender | ClassBot],
    look: Callable[..., str],
    isolation_levels: list[IsolationLevel],
) -> Iterator[str]:
    """A table: how many fare how on each of the stages."""
    found = {isolation: [look(each, isolation) for each in some] for isolation in isolation_levels}
    kinds = sorted({kind for all_ in found.values() for kind in all_})
    yield f"| {names} | {' | '.join(isolation_levels)} |"
    yield f"|---|{'---|' * len(isolation_levels)}"
    for kind in kinds:
        counts = [str(found[isolation].count(kind)) for isolation in isolation_levels]
        yield f"| {kind} | {' | '.join(counts)} |"


def others() -> Iterator[str]:
    """What a stage judges otherwise, or cannot run."""
    for offender in offenders():
        if offender.landlock:
            verdict = offender.on(IsolationLevel.LANDLOCK).ending
            why = offender.landlock["why"]
            yield f"| `{offender}` | `landlock` | `{verdict}`, not `{offender.ending}` | {why} |"
    for innocent in honest_bots():
        for isolation, why in innocent.not_on.items():
            yield f"| `{innocent}` | `{isolation}` | cannot play | {why} |"


def main() -> None:
    isolation_levels = [isolation for isolation in IsolationLevel if why_not(isolation) is None]
    for line in counted("offenders", offenders(), judge, isolation_levels):
        print(line, flush=True)
    print()
    for line in counted("innocents", honest_bots(), play_games, isolation_levels):
        print(line, flush=True)
    print("\n| program | isolation level | how it fares there | why |\n|---|---|---|---|")
    print(*others(), sep="\n")


if __name__ == "__main__":
    main()
