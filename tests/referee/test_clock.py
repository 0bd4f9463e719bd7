"""Which clock counts, and at what figure a claim becomes a lie."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from referee.clock import Clock, Timing
from referee.sandbox.run_result import RunEnd, RunResult, nothing

MOMENT = Decimal("0.000001")


def run_result(cpu: str, wall: str, slept: str = "0") -> RunResult:
    """A turn that took so much."""
    usual = nothing(RunEnd.EXITED)
    return replace(usual, cpu=Decimal(cpu), wall=Decimal(wall), slept=Decimal(slept))


def timing(clock: Clock = Clock.CPU) -> Timing:
    """With figures that are easy to add."""
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
def test_a_claim_is_believed_between_the_figures_give_or_take_the_margin(
    clock: Clock, cpu: str, wall: str, least: str, most: str
) -> None:
    turn, rule = run_result(cpu, wall), timing(clock)
    assert rule.is_honest(turn, Decimal(least))
    assert rule.is_honest(turn, Decimal(most))
    assert not rule.is_honest(turn, Decimal(most) + MOMENT)
    assert not rule.is_honest(turn, Decimal(least) - MOMENT)


@pytest.mark.parametrize(("clock", "believed"), [(Clock.CPU, True), (Clock.FILE, False)])
def test_a_runtime_that_is_slow_to_start_is_believed_where_it_gains_nothing(
    clock: Clock, believed: bool
) -> None:
    """Figures of a Java source that its first line compiles: cpu 1.85, claimed 0.02."""
    assert Timing(clock).is_honest(run_result("1.85", "1.63"), Decimal("0.02")) is believed


def test_a_claim_is_below_zero_by_the_margin_at_most() -> None:
    rule, turn = timing(), run_result("0.01", "0.01")
    assert rule.is_honest(turn, -rule.margin)
    assert not rule.is_honest(turn, -rule.margin - MOMENT)
    assert not rule.is_honest(run_result("0.7", "0.7"), -MOMENT)


def test_a_claim_below_zero_is_charged_as_nothing() -> None:
    assert timing(Clock.FILE).charge(run_result("0.01", "0.01"), -MOMENT) == 0


@pytest.mark.parametrize(
    ("clock", "charge"), [(Clock.CPU, "1.5"), (Clock.WALL, "2.3"), (Clock.FILE, "1.9")]
)
def test_each_clock_charges_its_own_figure(clock: Clock, charge: str) -> None:
    turn = run_result("1.5", "2.5", slept="0.8")
    assert timing(clock).charge(turn, Decimal("1.9")) == Decimal(charge)


@pytest.mark.parametrize("clock", Clock)
def test_no_clock_charges_for_waiting_even_if_the_bot_claims_it(clock: Clock) -> None:
    waited_long, claimed = run_result("1", "20"), Decimal("19.5")
    assert timing(clock).is_honest(waited_long, claimed)
    assert timing(clock).charge(waited_long, claimed) <= Decimal(1) + timing().margin


@pytest.mark.parametrize(
    ("clock", "cpu", "own"),
    [(Clock.CPU, "3", "5"), (Clock.WALL, None, "3"), (Clock.FILE, "3.6", "5.6")],
)
def test_each_clock_kills_at_its_own_figure(clock: Clock, cpu: str | None, own: str) -> None:
    given = timing(clock).allowance(Decimal(3))
    assert given.cpu == (None if cpu is None else Decimal(cpu))
    assert given.own == Decimal(own)


@pytest.mark.parametrize(
    ("slept", "own"),
    [("0", "5"), ("8", "5"), ("8.5", "4.5"), ("10", "3"), ("12", "1"), ("13", "0"), ("14", "0")],
)
def test_what_was_slept_too_long_is_missing_later(slept: str, own: str) -> None:
    assert timing().allowance(Decimal(3), Decimal(slept)).own == Decimal(own)


def test_where_sleep_is_charged_it_shortens_nothing_else() -> None:
    assert timing(Clock.WALL).allowance(Decimal(3), Decimal(14)).own == Decimal(3)


@pytest.mark.parametrize("own", ["0.02", "0.5", "30", "1000"])
def test_the_machine_has_much_more_patience_than_the_bot_has_time(own: str) -> None:
    given = timing(Clock.WALL).allowance(Decimal(own))
    assert given.wall >= 10 * given.own + 60


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
def test_what_passed_is_own_time_or_waiting(
    cpu: str, wall: str, slept: str, own: str, waited: str
) -> None:
    turn = run_result(cpu, wall, slept)
    assert (turn.own, turn.waited) == (Decimal(own), Decimal(waited))


def test_a_killed_bot_can_never_have_claimed_less_than_it_had() -> None:
    """Where the claim is charged: whoever is killed could not have kept within its time."""
    rule, left = timing(Clock.FILE), Decimal(3)
    limit = rule.allowance(left).cpu
    assert limit is not None
    assert not rule.is_honest(run_result(str(limit + MOMENT), str(limit + 1)), left)
