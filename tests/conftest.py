"""Settings of all tests, and the summary of skipped tests."""

from __future__ import annotations

import os
import re
import signal
from collections import Counter
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from tests.places import ROOT
from tests.present import tests_represented, without_repeated_skips

# A slow machine is not a fault of the tested code.
settings.register_profile("anywhere", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("anywhere")


_MISSING = re.compile(r"No module named '(\w+)")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Leave out a file whose tests need a library that only the extra ``test-all`` installs."""
    report = yield
    missing = _MISSING.search(str(report.longrepr)) if report.failed else None
    if missing and not (ROOT / missing[1]).exists():
        reason = f"{missing[1]} is not here: pip install -e '.[test-all]'"
        report.outcome, report.longrepr = "skipped", (str(collector.path), 0, reason)
    return report


def pytest_configure() -> None:
    """Let Ctrl+C interrupt the tests, which a shell's background job would ignore."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of processes: one more than cores, since tests often wait for programs."""
    return (os.cpu_count() or 1) + 1


LONG = frozenset((ROOT / "tests" / "long_tests.txt").read_text(encoding="utf-8").splitlines())


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests that ``make test`` leaves out."""
    path = item.path.relative_to(ROOT).as_posix() if item.path.is_relative_to(ROOT) else ""
    if f"{path}::{getattr(item, 'originalname', item.name)}" in LONG:
        item.add_marker("long")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep, in each file, one of the tests that are skipped for the same reason."""
    items[:] = without_repeated_skips(items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the number of skipped tests for each reason."""
    skipped = terminalreporter.stats.get("skipped", ())
    reasons: Counter[str] = Counter()
    for report in skipped:
        reasons[_reason(report)] += tests_represented(report)
    if reasons:
        tests = "" if reasons.total() == len(skipped) else f", which stand for {reasons.total()}"
        terminalreporter.section(f"{len(skipped)} skipped{tests}")
    for reason, number in reasons.most_common():
        terminalreporter.line(f"{number:5}  {reason}")


def _reason(report: pytest.TestReport) -> str:
    _, _, reason = report.longrepr if isinstance(report.longrepr, tuple) else ("", 0, "unknown")
    return str(reason).removeprefix("Skipped: ")
