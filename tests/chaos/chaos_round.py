"""A round: the tournament is played while things go wrong, by somebody who does what he is told."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from tests.chaos.demon import Deed, Plan
from tests.chaos.scene import Scene
from tournaments.ledger.ledger_faults import SHORT

_MOST_TOLD = 12
"""Sentences in a round, after each of which the command is given again."""
_HINT = "  hint: "


@dataclass
class Account:
    """The faults of a round, and how its runs ended."""

    struck: Counter[str] = field(default_factory=Counter)
    sentences: list[str] = field(default_factory=list)
    """The sentences with which the run ended before the event did."""


def play(plan: Plan, scene: Scene) -> Account:
    """Play the event to its end; raise AssertionError if a sentence does not say what to do."""
    account = Account()
    scene.begin()
    for deed in plan.deeds:
        scene.wait_for(deed.games)
        time.sleep(deed.seconds)
        if not scene.goes_on and _is_over(scene, plan, account):
            return account
        scene.seen.update(scene.tree())
        account.struck[deed.fault.name] += 1
        deed.fault.strike(scene, Random(deed.seed))
    while not _is_over(scene, plan, account):
        assert len(account.sentences) < _MOST_TOLD, account.sentences
    return account


def _is_over(scene: Scene, plan: Plan, account: Account) -> bool:
    """Waits until the run has ended; if the event has not, does what is said, and goes on."""
    printed = scene.printed_at_the_end()
    status = scene.process.returncode
    if status == 0:
        return True
    if status > 0:
        sentence = _sentence(printed, status, plan.deeds)
        account.sentences.append(sentence)
        _do(sentence, scene, Random(f"{plan} {len(account.sentences)}"))
    scene.begin()
    return False


def _sentence(printed: str, status: int, deeds: tuple[Deed, ...]) -> str:
    """Return the printed sentence; it must fit a fault of this round, and say what to do."""
    lines = [line for line in printed.splitlines() if line.startswith(("arena: ", _HINT))]
    sentence = " ".join(line.strip() for line in lines)
    output = f"status {status}: {printed}"
    assert "Traceback" not in printed, output
    assert len([line for line in lines if not line.startswith(_HINT)]) == 1, output
    assert any(deed.fault.says and re.search(deed.fault.says, sentence) for deed in deeds), output
    return sentence


def _go_on(scene: Scene, _: Random) -> None:
    """Repair what the faults of the round broke; the next run goes on."""
    for remedy in scene.remedies:
        remedy()
    scene.remedies.clear()


def _put_back_or_begin_anew(scene: Scene, lot: Random) -> None:
    if lot.random() < 0.5:
        scene.folder = scene.folder.with_name(f"{scene.folder.name}-anew")
        return
    for place, kept in scene.lost.items():
        kept.rename(place)


_ADVICE: Mapping[str, Callable[[Scene, Random], None]] = {
    "run the same command again": _go_on,
    "arena doctor tells what would help": _go_on,
    "which only root can raise": _go_on,
    "raises it": _go_on,
    str(SHORT(found=0, told=1).hint("en")): _put_back_or_begin_anew,
}


def _do(sentence: str, scene: Scene, lot: Random) -> None:
    done = {act for advice, act in _ADVICE.items() if advice in sentence}
    assert len(done) == 1, f"it does not say what to do: {sentence}"
    done.pop()(scene, lot)
