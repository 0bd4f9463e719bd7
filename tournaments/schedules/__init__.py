"""Schedules: the formats of tournaments, each in a module of its own that is found by itself."""

from tournaments.schedules._schedule import (
    Flag,
    OneOf,
    Option,
    Schedule,
    Whole,
    all_schedules,
    follow,
)

__all__ = ("Flag", "OneOf", "Option", "Schedule", "Whole", "all_schedules", "follow")
