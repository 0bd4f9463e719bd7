"""What the tests are started from does not matter to them, and what is skipped is summed up."""

from __future__ import annotations

import signal
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

# A machine with too much to do is no fault of what is tested.
settings.register_profile("anywhere", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("anywhere")


def pytest_configure() -> None:
    """In the background of a shell Ctrl-C is ignored, and so by all that is started there."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says how many tests were skipped for want of what."""
    reasons = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", ()))
    if reasons:
        terminalreporter.section(f"{reasons.total()} skipped")
    for reason, number in reasons.most_common():
        terminalreporter.line(f"{number:5}  {reason}")


def _reason(report: pytest.TestReport) -> str:
    _, _, reason = report.longrepr if isinstance(report.longrepr, tuple) else ("", 0, "unknown")
    return str(reason).removeprefix("Skipped: ")
