"""Reads a section of an event file: one game, its entrants, and how they are played."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import TypeAlias

from formats.fault import Fault
from formats.game import BadRequest
from formats.games import AnyGame, all_games
from referee.check.binary import LINUX, WINDOWS
from referee.check.examiner_machine import MACHINES, ExaminerMachine
from referee.clock import Clock
from tournaments.event import event_faults as faults
from tournaments.event.model import AUTO, PAPERS, Format, GameLimits, HandIn, Section
from tournaments.event.read_entrants import checked_name, read_entrants
from tournaments.event.read_scoring import read_bonuses, read_scoring
from tournaments.event.read_starts import read_starts
from tournaments.event.toml_table import TomlTable
from tournaments.event.toml_values import (
    A_VERSION,
    choice,
    flag,
    fraction,
    listed,
    moment,
    not_this,
    number,
    read_bytes,
    read_period,
    stage,
    text,
    texts,
    whole,
)
from tournaments.schedules import Flag, OneOf, Option, Whole, all_schedules

MOST_HALF_MOVES = 100_000
MOST_SECONDS = 1_000_000
LEAST_TIME = Decimal("0.01")

_KINDS = {"any": "", "windows": WINDOWS, "linux": LINUX}
_VERSION = re.compile(r"(\d{1,3})\.(\d{1,3})", re.ASCII)
_PAPERS = {name: name for name in PAPERS}
_OptionReader: TypeAlias = Callable[[object], int | str | Fault]


def read_section(table: TomlTable, seed: int) -> Section:
    """The section of that table. A wrong value is noted, and a default stands in for it."""
    game = _game(table)
    name = table.take("name", text, game.name if game else "?")
    name = checked_name(table, name if game or table.has("name") else None)
    entrants, folder = read_entrants(table)
    size, starts = read_starts(table, game, f"{seed} {name}")
    section = Section(
        name=name,
        game=game or next(iter(all_games().values()))(),
        size=size,
        entrants=entrants,
        folder=folder,
        by_lot=table.take("seeding", choice({"listed": False, "lot": True}), False),
        format=_format(table),
        starts=starts,
        limits=_limits(table),
        scoring=read_scoring(table),
        bonuses=read_bonuses(table),
        hand_in=_hand_in(table),
    )
    _check_format(table, section)
    return section


def _game(table: TomlTable) -> AnyGame | None:
    """The law that is named, under its rules and with its limit."""
    kind = table.need("game", choice(all_games()))
    rules = table.take("rules", text, "") or None
    limit = table.take("half-moves", whole(1, MOST_HALF_MOVES), None)
    if kind is None:
        return None
    if rules is not None and "rules" not in kind.footers:
        table.note(faults.ONE_RULE_SET(game=kind.title), "rules")
        rules = None
    try:
        game = kind.with_rules(rules)
    except BadRequest as error:
        table.note(error.fault, "rules")
        game = kind()
    try:
        return game.with_limit(limit)
    except BadRequest as error:
        table.note(faults.BEYOND_OWN_LIMIT(**error.fault.values), "half-moves")
        return game


def _hand_in(table: TomlTable) -> HandIn:
    usual = HandIn()
    return HandIn(
        table.take("deadline", moment, None),
        table.take("interim", moment, None),
        table.take("interim-points", fraction(0, MOST_SECONDS), usual.interim_points),
        tuple(dict.fromkeys(table.take("require", listed(choice(_PAPERS), 10), usual.required))),
    )


def _limits(table: TomlTable) -> GameLimits:
    seconds, some = number(0, MOST_SECONDS), number(LEAST_TIME, MOST_SECONDS)
    usual = GameLimits()
    return GameLimits(
        time=table.take("time", some, usual.time),
        clock=table.take("clock", choice({str(clock): clock for clock in Clock}), usual.clock),
        margin=table.take("margin", seconds, usual.margin),
        startup=table.take("startup", seconds, usual.startup),
        memory=table.take("memory", read_bytes, usual.memory),
        file_size=table.take("file-size", read_bytes, usual.file_size),
        temporary_files=table.take("temporary-files", flag, usual.temporary_files),
        stage=table.take("sandbox", stage, usual.stage),
        lenient_letters=table.take("letters", choice({"strict": False, "lenient": True}), False),
        false_time_disqualifies=table.take(
            "false-time", choice({"warn": False, "disqualify": True}), False
        ),
        machine=_machine(table),
        kind=table.take("programs", choice(_KINDS), ""),
    )


def _machine(table: TomlTable) -> ExaminerMachine | None:
    """Read the machine of the teacher: a profile by its name, or a table that changes one."""
    if not isinstance(table.get("machine"), dict):
        return table.take("machine", choice(MACHINES), None)
    inner = table.inner("machine")
    assert inner is not None, "a table"
    known = {name: name for name in MACHINES}
    base = MACHINES[inner.take("system", choice(known), "win7")]
    none: tuple[str, ...] = ()
    libraries = inner.take("libraries", texts, none)
    lacks = inner.take("lacks", texts, none)
    version = inner.take("version", _version, base.version)
    inner.close()
    return replace(
        base,
        version=version,
        libraries=frozenset(name.lower() for name in libraries),
        newer=base.newer | frozenset(lacks),
    )


def _version(value: object) -> tuple[int, int] | Fault:
    """Read a version of Windows, such as "6.1"."""
    match = _VERSION.fullmatch(value) if isinstance(value, str) else None
    return (int(match[1]), int(match[2])) if match else not_this(A_VERSION, value)


def _format(table: TomlTable) -> Format:
    """The format, and those of its options that are given."""
    options: dict[str, Mapping[str, _OptionReader]] = {
        name: {key: _reader(option) for key, option in schedule.options.items()}
        for name, schedule in all_schedules().items()
    }
    options[AUTO] = {"evening": read_period}
    name = table.take("format", choice({name: name for name in options}), "round-robin")
    _check_options(table, name, options)
    if name == AUTO:
        if not table.has("evening"):
            table.note(faults.NO_EVENING(), "format")
        return Format(AUTO, {"evening": table.take("evening", read_period, 1)})
    given = {
        key.replace("-", "_"): table.take(key, read, None)
        for key, read in options[name].items()
        if table.has(key)
    }
    return Format(name, {key: value for key, value in given.items() if value is not None})


def _reader(option: Option) -> _OptionReader:
    """What reads an option that a schedule declares."""
    match option:
        case Whole(least, most):
            return whole(least, most)
        case OneOf(words):
            return choice({word: word for word in words})
        case Flag():
            return flag


def _check_options(
    table: TomlTable, name: str, options: Mapping[str, Mapping[str, _OptionReader]]
) -> None:
    """A key that stands beside the format, or in a section of its own, and is of another one."""
    for key in {key for keys in options.values() for key in keys} - set(options[name]):
        if key in table.values or table.both_above("format", key):
            formats = ", ".join(other for other, keys in options.items() if key in keys)
            table.note(faults.OF_ANOTHER_FORMAT(formats=formats, format=name), key)
            table.get(key)


def _check_format(table: TomlTable, section: Section) -> None:
    """Checks the number of entrants against the format (of a folder, that is known later)."""
    if section.folder is not None:
        return
    names = [entrant.name for entrant in section.entrants]
    automatic = section.format.name == AUTO
    form = Format("round-robin") if automatic else section.format
    for fault in form.schedule(names, 0).faults():
        table.note(fault, str(fault.place))
