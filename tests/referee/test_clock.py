"""Which clock counts, and at what figure a claim becomes a lie."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from referee.clock import Clock, Timing, was_overloaded
from referee.happened import End, Happened, nothing

MOMENT = Decimal("0.000001")


def happened(cpu: str, wall: str, end: End = End.EXITED, waited: str = "0") -> Happened:
    """A turn that took so much."""
    return replace(nothing(end), cpu=Decimal(cpu), wall=Decimal(wall), waited=Decimal(waited))


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
        pytest.param("0.2", "0.3", "0", "0.4", id="at once"),
    ],
)
def test_a_claim_is_believed_between_the_figures_give_or_take_the_margin(
    clock: Clock, cpu: str, wall: str, least: str, most: str
) -> None:
    turn, rule = happened(cpu, wall), timing(clock)
    assert rule.is_honest(turn, Decimal(least))
    assert rule.is_honest(turn, Decimal(most))
    assert not rule.is_honest(turn, Decimal(most) + MOMENT)
    if Decimal(least):
        assert not rule.is_honest(turn, Decimal(least) - MOMENT)


def test_a_claim_is_never_below_zero() -> None:
    assert not timing().is_honest(happened("0.01", "0.01"), -MOMENT)


@pytest.mark.parametrize(
    ("clock", "charge"), [(Clock.CPU, "1.5"), (Clock.WALL, "2.5"), (Clock.FILE, "1.9")]
)
def test_each_clock_charges_its_own_figure(clock: Clock, charge: str) -> None:
    assert timing(clock).charge(happened("1.5", "2.5"), Decimal("1.9")) == Decimal(charge)


@pytest.mark.parametrize(
    ("clock", "cpu", "wall"),
    [(Clock.CPU, "3", "5"), (Clock.WALL, None, "3"), (Clock.FILE, "3.6", "5.6")],
)
def test_each_clock_kills_at_its_own_figure(clock: Clock, cpu: str | None, wall: str) -> None:
    rule, left = timing(clock), Decimal(3)
    assert rule.cpu_limit(left) == (None if cpu is None else Decimal(cpu))
    assert rule.wall_limit(left) == Decimal(wall)


@pytest.mark.parametrize(
    ("slept", "wall"),
    [("0", "5"), ("8", "5"), ("8.5", "4.5"), ("10", "3"), ("12", "1"), ("13", "0"), ("14", "0")],
)
def test_what_was_slept_too_long_is_missing_later(slept: str, wall: str) -> None:
    assert timing().wall_limit(Decimal(3), Decimal(slept)) == Decimal(wall)


def test_by_elapsed_time_sleep_is_charged_and_shortens_nothing_else() -> None:
    assert timing(Clock.WALL).wall_limit(Decimal(3), Decimal(14)) == Decimal(3)


@pytest.mark.parametrize(
    ("cpu", "wall", "waited", "slept"),
    [("1", "1", "0", "0"), ("1", "3", "0", "2"), ("1", "3", "1.5", "0.5"), ("3", "1", "0", "0")],
)
def test_neither_to_run_nor_to_wait_for_a_core_is_to_sleep(
    cpu: str, wall: str, waited: str, slept: str
) -> None:
    assert timing().slept(happened(cpu, wall, waited=waited)) == Decimal(slept)


def test_a_killed_bot_can_never_have_claimed_less_than_it_had() -> None:
    """Where the claim is charged: whoever is killed could not have kept within its time."""
    rule, left = timing(Clock.FILE), Decimal(3)
    limit = rule.cpu_limit(left)
    assert limit is not None
    assert not rule.is_honest(happened(str(limit + MOMENT), str(limit + 1)), left)


@pytest.mark.parametrize(
    ("end", "waited", "is_ours"),
    [
        (End.WALL_OVER, "0.11", True),
        (End.WALL_OVER, "0.1", False),
        (End.WALL_OVER, "0", False),
        (End.CPU_OVER, "0.9", False),
        (End.EXITED, "0.9", False),
    ],
)
def test_only_who_waited_for_a_processor_has_his_turn_again(
    end: End, waited: str, is_ours: bool
) -> None:
    assert was_overloaded(happened("0.1", "1", end, waited)) is is_ours
