"""Tests of the clocks: the time that each charges, and the bounds of an honest claim."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from referee.clock import Clock, Timing
from referee.sandbox.run_result import RunEnd, RunResult, run_result_with_end

MOMENT = Decimal("0.000001")


def run_result(cpu: str, wall: str, slept: str = "0") -> RunResult:
    """Return the result of a turn that took these times."""
    usual = run_result_with_end(RunEnd.EXITED)
    return replace(usual, cpu=Decimal(cpu), wall=Decimal(wall), slept=Decimal(slept))


def timing(clock: Clock = Clock.CPU) -> Timing:
    """Return limits whose figures are easy to add."""
    return Timing(clock, Decimal("0.1"), Decimal("0.5"), patience=Decimal(2), idle=Decimal(10))


@pytest.mark.parametrize("clock", Clock)
@pytest.mark.parametrize(
    ("cpu", "wall", "least", "most"),
    [
        pytest.param("1", "3", "0.4", "3.1", id="it slept"),
        pytest.param("4", "2", "1.4", "4.1", id="two threads"),
        pytest.param("1", "1", "0.4", "1.1", id="one thread"),
        pytest.param("0.2", "0.3", "-0.1", "0.4", id="at once"),
    ],
)
def test_a_claim_is_honest_within_the_margin_of_the_measured_times(
    clock: Clock, cpu: str, wall: str, least: str, most: str
) -> None:
    turn, limits = run_result(cpu, wall), timing(clock)
    assert limits.is_honest(turn, Decimal(least))
    assert limits.is_honest(turn, Decimal(most))
    assert not limits.is_honest(turn, Decimal(most) + MOMENT)
    assert not limits.is_honest(turn, Decimal(least) - MOMENT)


@pytest.mark.parametrize(("clock", "is_honest"), [(Clock.CPU, True), (Clock.FILE, False)])
def test_a_claim_without_the_startup_time_is_honest_unless_it_is_charged(
    clock: Clock, is_honest: bool
) -> None:
    """Use figures of a Java source run by its first line: cpu 1.85, claim 0.02."""
    assert Timing(clock).is_honest(run_result("1.85", "1.63"), Decimal("0.02")) is is_honest


def test_a_claim_may_be_below_zero_by_the_margin() -> None:
    limits, turn = timing(), run_result("0.01", "0.01")
    assert limits.is_honest(turn, -limits.margin)
    assert not limits.is_honest(turn, -limits.margin - MOMENT)
    assert not limits.is_honest(run_result("0.7", "0.7"), -MOMENT)


def test_a_claim_below_zero_is_charged_as_nothing() -> None:
    assert timing(Clock.FILE).charge(run_result("0.01", "0.01"), -MOMENT) == 0


@pytest.mark.parametrize(
    ("clock", "charge"), [(Clock.CPU, "1.5"), (Clock.WALL, "2.3"), (Clock.FILE, "1.9")]
)
def test_each_clock_charges_its_own_figure(clock: Clock, charge: str) -> None:
    turn = run_result("1.5", "2.5", slept="0.8")
    assert timing(clock).charge(turn, Decimal("1.9")) == Decimal(charge)


@pytest.mark.parametrize("clock", Clock)
def test_no_clock_charges_waiting_that_the_bot_claims(clock: Clock) -> None:
    waited_long, claimed = run_result("1", "20"), Decimal("19.5")
    assert timing(clock).is_honest(waited_long, claimed)
    assert timing(clock).charge(waited_long, claimed) <= Decimal(1) + timing().margin


@pytest.mark.parametrize(
    ("clock", "cpu", "own"),
    [(Clock.CPU, "3", "5"), (Clock.WALL, None, "3"), (Clock.FILE, "3.6", "5.6")],
)
def test_each_clock_allows_its_own_time(clock: Clock, cpu: str | None, own: str) -> None:
    allowance = timing(clock).allowance(Decimal(3))
    assert allowance.cpu == (None if cpu is None else Decimal(cpu))
    assert allowance.own == Decimal(own)


@pytest.mark.parametrize(
    ("slept", "own"),
    [("0", "5"), ("8", "5"), ("8.5", "4.5"), ("10", "3"), ("12", "1"), ("13", "0"), ("14", "0")],
)
def test_sleep_beyond_the_limit_shortens_later_turns(slept: str, own: str) -> None:
    assert timing().allowance(Decimal(3), Decimal(slept)).own == Decimal(own)


def test_charged_sleep_shortens_no_later_turn() -> None:
    assert timing(Clock.WALL).allowance(Decimal(3), Decimal(14)).own == Decimal(3)


@pytest.mark.parametrize("own", ["0.02", "0.5", "30", "1000"])
def test_the_wall_limit_is_much_longer_than_the_own_time(own: str) -> None:
    allowance = timing(Clock.WALL).allowance(Decimal(own))
    assert allowance.wall >= 10 * allowance.own + 60


@pytest.mark.parametrize(
    ("cpu", "wall", "slept", "own", "waited"),
    [
        pytest.param("1", "1", "0", "1", "0", id="it ran"),
        pytest.param("1", "3", "2", "3", "0", id="it slept"),
        pytest.param("1", "3", "0", "1", "2", id="it waited"),
        pytest.param("1", "3", "0.5", "1.5", "1.5", id="some of each"),
        pytest.param("3", "1", "0", "1", "0", id="on three cores at once"),
    ],
)
def test_elapsed_time_is_own_time_or_waiting(
    cpu: str, wall: str, slept: str, own: str, waited: str
) -> None:
    turn = run_result(cpu, wall, slept)
    assert (turn.own_time, turn.waited) == (Decimal(own), Decimal(waited))


def test_a_killed_bot_could_not_have_claimed_to_be_within_its_time() -> None:
    """Under a clock that charges the claim, a bot over its limit has no honest claim."""
    limits, left = timing(Clock.FILE), Decimal(3)
    limit = limits.allowance(left).cpu
    assert limit is not None
    assert not limits.is_honest(run_result(str(limit + MOMENT), str(limit + 1)), left)
