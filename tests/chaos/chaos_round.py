"""A round: faults disturb the tournament, and each sentence's advice is followed to its end."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from tests.chaos.disturbed_run import DisturbedRun
from tests.chaos.fault_plan import Plan, PlannedFault
from tournaments.ledger.ledger_faults import SHORT

_MOST_SENTENCES = 12
"""Largest number of runs in a round that end with a sentence."""
_HINT = "  hint: "


@dataclass
class Account:
    """The faults of a round, and how its runs ended."""

    caused: Counter[str] = field(default_factory=Counter)
    sentences: list[str] = field(default_factory=list)
    """The sentences with which the run ended before the event did."""


def play(plan: Plan, disturbed: DisturbedRun) -> Account:
    """Play the event to its end; raise AssertionError if a sentence does not say what to do."""
    account = Account()
    disturbed.begin()
    for planned_fault in plan.planned:
        disturbed.wait_for(planned_fault.games)
        time.sleep(planned_fault.seconds)
        if not disturbed.goes_on and _is_over(disturbed, plan, account):
            return account
        disturbed.processes.update(disturbed.tree())
        account.caused[planned_fault.fault.name] += 1
        planned_fault.fault.cause(disturbed, Random(planned_fault.seed))
    while not _is_over(disturbed, plan, account):
        assert len(account.sentences) < _MOST_SENTENCES, account.sentences
    return account


def _is_over(disturbed: DisturbedRun, plan: Plan, account: Account) -> bool:
    """Wait until the run has ended; if the event is not over, follow the advice and run again."""
    printed = disturbed.printed_at_the_end()
    status = disturbed.process.returncode
    if status == 0:
        return True
    if status > 0:
        sentence = _sentence(printed, status, plan.planned)
        account.sentences.append(sentence)
        _do(sentence, disturbed, Random(f"{plan} {len(account.sentences)}"))
    disturbed.begin()
    return False


def _sentence(printed: str, status: int, planned: tuple[PlannedFault, ...]) -> str:
    """Return the printed sentence; it must fit a fault of this round, and say what to do."""
    lines = [line for line in printed.splitlines() if line.startswith(("arena: ", _HINT))]
    sentence = " ".join(line.strip() for line in lines)
    output = f"status {status}: {printed}"
    assert "Traceback" not in printed, output
    assert len([line for line in lines if not line.startswith(_HINT)]) == 1, output
    assert any(
        planned_fault.fault.says and re.search(planned_fault.fault.says, sentence)
        for planned_fault in planned
    ), output
    return sentence


def _go_on(disturbed: DisturbedRun, _: Random) -> None:
    """Repair what the faults of the round broke; the next run goes on."""
    for remedy in disturbed.remedies:
        remedy()
    disturbed.remedies.clear()


def _put_back_or_begin_anew(disturbed: DisturbedRun, random: Random) -> None:
    if random.random() < 0.5:
        disturbed.folder = disturbed.folder.with_name(f"{disturbed.folder.name}-anew")
        return
    for place, kept in disturbed.lost.items():
        kept.rename(place)


_ADVICE: Mapping[str, Callable[[DisturbedRun, Random], None]] = {
    "run the same command again": _go_on,
    "arena doctor tells what would help": _go_on,
    "which only root can raise": _go_on,
    "raises it": _go_on,
    str(SHORT(found=0, told=1).hint("en")): _put_back_or_begin_anew,
}


def _do(sentence: str, disturbed: DisturbedRun, random: Random) -> None:
    done = {act for advice, act in _ADVICE.items() if advice in sentence}
    assert len(done) == 1, f"it does not say what to do: {sentence}"
    done.pop()(disturbed, random)
