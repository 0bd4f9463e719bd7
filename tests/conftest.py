"""What the tests are started from does not matter to them, and what is skipped is summed up."""

from __future__ import annotations

import signal
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

from tests.present import one_for_all, stood_for

# A machine with too much to do is no fault of what is tested.
settings.register_profile("anywhere", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("anywhere")


def pytest_configure() -> None:
    """In the background of a shell Ctrl-C is ignored, and so by all that is started there."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of those that the same thing keeps from running, one of each file is left."""
    items[:] = one_for_all(items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says how many tests were skipped for want of what."""
    skipped = terminalreporter.stats.get("skipped", ())
    reasons: Counter[str] = Counter()
    for report in skipped:
        reasons[_reason(report)] += stood_for(report)
    if reasons:
        tests = "" if reasons.total() == len(skipped) else f", which stand for {reasons.total()}"
        terminalreporter.section(f"{len(skipped)} skipped{tests}")
    for reason, number in reasons.most_common():
        terminalreporter.line(f"{number:5}  {reason}")


def _reason(report: pytest.TestReport) -> str:
    _, _, reason = report.longrepr if isinstance(report.longrepr, tuple) else ("", 0, "unknown")
    return str(reason).removeprefix("Skipped: ")
