"""Reader of a section of an event file: its game, starts, format, limits and points."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import TypeAlias

from formats.fault import Fault
from formats.game import BadRequest, StartRequest
from formats.games import AnyGame, all_games, names_of_games, why_not_here
from formats.seconds import LEAST_CLOCK
from referee.check.binary import LINUX, WINDOWS
from referee.check.examiner_machine import MACHINES, ExaminerMachine
from referee.clock import Clock
from tournaments.event import event_faults as faults
from tournaments.event.model import ATTACHMENTS, AUTO, Format, GameLimits, HandIn, Section, Starts
from tournaments.event.read_entrants import checked_name, read_entrants
from tournaments.event.toml_table import TomlTable
from tournaments.event.toml_values import (
    A_START,
    A_VERSION,
    ValueReader,
    choice_reader,
    fraction_reader,
    list_reader,
    number_reader,
    read_board_size,
    read_bonus_step,
    read_bytes,
    read_flag,
    read_isolation,
    read_moment,
    read_period,
    read_text,
    read_texts,
    value_fault,
    whole_number_reader,
    with_schema,
)
from tournaments.schedules import Flag, OneOf, Option, Whole, all_schedules
from tournaments.standings.scoring import STAGES, BonusStep, Penalty, Points, Removed, Scoring
from tournaments.standings.tie_breaks import TIE_BREAKS

MOST_HALF_MOVES = 100_000
MOST_SECONDS = 1_000_000

_KINDS = {"any": "", "windows": WINDOWS, "linux": LINUX}
_VERSION = re.compile(r"(\d{1,3})\.(\d{1,3})", re.ASCII)
_ATTACHMENTS = {name: name for name in ATTACHMENTS}
_OptionReader: TypeAlias = ValueReader[int] | ValueReader[str] | ValueReader[bool]


def read_section(table: TomlTable, seed: int) -> Section:
    """Return the section of a table; note wrong values and put defaults in their places."""
    game = _game(table)
    name = table.take("name", read_text, game.name if game else "?")
    name = checked_name(table, name if game or table.has("name") else None)
    entrants, folder = read_entrants(table)
    size, starts = read_starts(table, game, f"{seed} {name}")
    section = Section(
        name=name,
        game=game or next(iter(all_games().values()))(),
        size=size,
        entrants=entrants,
        folder=folder,
        by_lot=table.take("seeding", choice_reader({"listed": False, "lot": True}), False),
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
    """Return the game that the table names, with its rules and its limit of half-moves."""
    game_type = table.need("game", _game_type())
    rules = table.take("rules", read_text, "") or None
    limit = table.take("half-moves", whole_number_reader(1, MOST_HALF_MOVES), None)
    if game_type is None:
        return None
    if rules is not None and "rules" not in game_type.footers:
        table.note(faults.ONE_RULE_SET(game=game_type.title), "rules")
        rules = None
    try:
        game = game_type.with_rules(rules)
    except BadRequest as error:
        table.note(error.fault, "rules")
        game = game_type()
    try:
        return game.with_limit(limit)
    except BadRequest as error:
        table.note(faults.BEYOND_OWN_LIMIT(**error.fault.values), "half-moves")
        return game


def _game_type() -> ValueReader[type[AnyGame]]:
    """Return a reader of the name of a game."""
    by_name = choice_reader(all_games())

    @with_schema(by_name.schema)
    def read(value: object) -> type[AnyGame] | Fault:
        if isinstance(value, str) and value not in all_games():
            why = why_not_here(value)
            return faults.NO_SUCH_GAME(why=why, known=names_of_games(why))
        return by_name(value)

    return read


def _hand_in(table: TomlTable) -> HandIn:
    usual = HandIn()
    return HandIn(
        table.take("deadline", read_moment, None),
        table.take("interim", read_moment, None),
        table.take("interim-points", fraction_reader(0, MOST_SECONDS), usual.interim_points),
        tuple(
            dict.fromkeys(
                table.take("require", list_reader(choice_reader(_ATTACHMENTS), 10), usual.required)
            )
        ),
    )


def _limits(table: TomlTable) -> GameLimits:
    seconds, positive_seconds = (
        number_reader(0, MOST_SECONDS),
        number_reader(LEAST_CLOCK, MOST_SECONDS),
    )
    usual = GameLimits()
    return GameLimits(
        time=table.take("time", positive_seconds, usual.time),
        clock=table.take(
            "clock", choice_reader({str(clock): clock for clock in Clock}), usual.clock
        ),
        margin=table.take("margin", seconds, usual.margin),
        startup=table.take("startup", seconds, usual.startup),
        memory=table.take("memory", read_bytes, usual.memory),
        program_size=table.take("file-size", read_bytes, usual.program_size),
        temporary_files=table.take("temporary-files", read_flag, usual.temporary_files),
        isolation=table.take("sandbox", read_isolation, usual.isolation),
        lenient_letters=table.take(
            "letters", choice_reader({"strict": False, "lenient": True}), False
        ),
        false_time_disqualifies=table.take(
            "false-time", choice_reader({"warn": False, "disqualify": True}), False
        ),
        machine=_machine(table),
        kind=table.take("programs", choice_reader(_KINDS), ""),
    )


def _machine(table: TomlTable) -> ExaminerMachine | None:
    """Read the teacher's machine: a profile by its name, or a table that changes a profile."""
    if not isinstance(table.get("machine"), dict):
        return table.take("machine", choice_reader(MACHINES), None)
    inner = table.inner("machine")
    assert inner is not None, "a table"
    profile_names = {name: name for name in MACHINES}
    profile = MACHINES[inner.take("system", choice_reader(profile_names), "win7")]
    no_names: tuple[str, ...] = ()
    libraries = inner.take("libraries", read_texts, no_names)
    lacks = inner.take("lacks", read_texts, no_names)
    version = inner.take("version", _windows_version, profile.version)
    inner.close()
    return replace(
        profile,
        version=version,
        libraries=frozenset(name.lower() for name in libraries),
        newer=profile.newer | frozenset(lacks),
    )


@with_schema({"type": "string", "pattern": r"^\d{1,3}\.\d{1,3}$"})
def _windows_version(value: object) -> tuple[int, int] | Fault:
    """Read a version of Windows, such as "6.1"."""
    match = _VERSION.fullmatch(value) if isinstance(value, str) else None
    return (int(match[1]), int(match[2])) if match else value_fault(A_VERSION, value)


def _format(table: TomlTable) -> Format:
    """Return the format with the options that the file gives."""
    options: dict[str, Mapping[str, _OptionReader]] = {
        name: {key: _option_reader(option) for key, option in schedule.options.items()}
        for name, schedule in all_schedules().items()
    }
    options[AUTO] = {"evening": read_period}
    name = table.take("format", choice_reader({name: name for name in options}), "round-robin")
    _check_options(table, name, options)
    if name == AUTO:
        if not table.has("evening"):
            table.note(faults.NO_EVENING(), "format")
        return Format(AUTO, {"evening": table.take("evening", read_period, 1)})
    given_options = {
        key.replace("-", "_"): table.take(key, read, None)
        for key, read in options[name].items()
        if table.has(key)
    }
    format_ = Format(
        name, {key: value for key, value in given_options.items() if value is not None}
    )
    schedule = format_.schedule((), 0)
    for key in options[name]:
        if schedule.value_of(key) is None and key in table.values:
            table.note(faults.WITHOUT_EFFECT(), key)
    return format_


def _option_reader(option: Option) -> _OptionReader:
    """Return the reader of values for an option that a schedule declares."""
    match option:
        case Whole(least, most):
            return whole_number_reader(least, most)
        case OneOf(words):
            return choice_reader({word: word for word in words})
        case Flag():
            return read_flag


def _check_options(
    table: TomlTable, name: str, options: Mapping[str, Mapping[str, _OptionReader]]
) -> None:
    """Note the options of other formats that stand beside the format or in the section."""
    for key in {key for keys in options.values() for key in keys} - set(options[name]):
        if key in table.values or table.has_both_above("format", key):
            formats = ", ".join(other for other, keys in options.items() if key in keys)
            table.note(faults.OF_ANOTHER_FORMAT(formats=formats, format=name), key)
            table.get(key)  # This makes it a known key, which is not noted once more.


def _check_format(table: TomlTable, section: Section) -> None:
    """Check the number of listed entrants; that of a folder is known only later."""
    if section.folder is not None:
        return
    names = [entrant.name for entrant in section.entrants]
    for fault in section.format.faults(names):
        table.note(fault, str(fault.place))


MOST_STARTS = 1000

_Size: TypeAlias = tuple[int, int] | None

_PLACEHOLDER: tuple[str, ...] = ("",)


def read_starts(table: TomlTable, game: AnyGame | None, seed: str) -> tuple[_Size, Starts]:
    """Return the size of the board, if the file gives one, and the start positions."""
    size = table.take("size", read_board_size, None)
    starts = _starts(table, game, size, seed)
    if game is not None:
        _check_starts(table, game, size, starts)
    return size, starts


def _starts(table: TomlTable, game: AnyGame | None, size: _Size, seed: str) -> Starts:
    value = table.get("starts")
    match value:
        case None:
            return Starts(requests=(StartRequest(size),))
        case list():
            return _starts_from_files(table)
        case dict():
            return _starts_from_table(table, game, size, seed)
        case int() if not isinstance(value, bool):
            count = table.take("starts", whole_number_reader(1, MOST_STARTS), 1)
            return Starts(requests=_draw_requests(count, size, seed))
    table.note(value_fault(A_START, value), "starts")
    return Starts(requests=(StartRequest(size),))


def _starts_from_files(table: TomlTable) -> Starts:
    files = table.take("starts", read_texts, _PLACEHOLDER)
    if not files:
        table.note(faults.NO_STARTS(), "starts")
    return Starts(files=files)


def _starts_from_table(table: TomlTable, game: AnyGame | None, size: _Size, seed: str) -> Starts:
    inner = table.inner("starts")
    assert inner is not None, "a table"
    count = inner.take("count", whole_number_reader(1, MOST_STARTS), 1)
    pieces = inner.take("pieces", whole_number_reader(1, 99), None)
    marks = inner.take("marks", whole_number_reader(0, 99), None)
    mirrored = inner.take("mirrored", read_flag, False)
    request = StartRequest(None, None, pieces, marks, mirrored)
    if game is not None:
        for key in game.foreign_options(request):
            inner.note(faults.FOREIGN_OF_STARTS(key=key, game=game.title), key)
    inner.close()
    return Starts(requests=_draw_requests(count, size, seed, request))


def _draw_requests(
    count: int, size: _Size, seed: str, model: StartRequest | None = None
) -> tuple[StartRequest, ...]:
    """Return ``count`` start requests with seeds of their own, drawn with the given seed."""
    seeds = Random(seed)  # The draw of boards needs no secret.
    model = model or StartRequest()
    return tuple(
        StartRequest(size, seeds.randrange(2**32), model.pieces, model.marks, model.mirrored)
        for _ in range(count)
    )


def _check_starts(table: TomlTable, game: AnyGame, size: _Size, starts: Starts) -> None:
    """Note a fault if the game has no such starts or fewer than the file asks for."""
    key = "size"
    try:
        game.start(StartRequest(size))
        key = "starts"
        boards = {game.start(request).board for request in starts.requests}
    except BadRequest as error:
        table.note(error.fault, key)
        return
    if len(boards) == 1 < starts.count:
        table.note(faults.ALL_ALIKE(game=game.title, count=starts.count), "starts")


MOST_PLACES = 1000
MOST_POINTS = 1000


def read_scoring(table: TomlTable) -> Scoring:
    usual = Scoring()
    penalties = choice_reader({str(penalty): penalty for penalty in Penalty})
    disqualification = table.take("disqualification", penalties, usual.disqualification)
    removed = table.take(
        "disqualified-games", choice_reader({str(kind): kind for kind in Removed}), usual.removed
    )
    is_valid = not isinstance(penalties(table.get("disqualification")), Fault)
    is_valid_or_missing = is_valid or not table.has("disqualification")
    if (
        is_valid_or_missing
        and table.has("disqualified-games")
        and disqualification is not Penalty.TOURNAMENT
    ):
        table.note(faults.NOBODY_REMOVED(), "disqualified-games")
    return Scoring(_points(table), disqualification, removed, _tie_breaks(table, usual.tie_breaks))


def _points(table: TomlTable) -> Points:
    inner = table.inner("points")
    if inner is None:
        return Points()
    usual, read_points = Points(), fraction_reader(-MOST_POINTS, MOST_POINTS)
    points = Points(
        inner.take("win", read_points, usual.win),
        inner.take("draw", read_points, usual.draw),
        inner.take("loss", read_points, usual.loss),
    )
    inner.close()
    if not points.loss <= points.draw <= points.win or points.loss == points.win:
        table.note(faults.POINTS_ORDER(), "points")
    return points


def _tie_breaks(table: TomlTable, usual: tuple[str, ...]) -> tuple[str, ...]:
    read_names = list_reader(choice_reader({name: name for name in TIE_BREAKS}), 100)
    names = table.take("tie-breaks", read_names, usual)
    for name in sorted({name for name in names if names.count(name) > 1}):
        table.note(faults.SAME_TIE_BREAK(name=name), "tie-breaks")
    return names


def read_bonuses(table: TomlTable) -> tuple[BonusStep, ...]:
    """Return the bonuses of the places, from the first on."""
    if isinstance(table.get("bonuses"), dict):
        bonuses = _bonuses_of_stages(table)
    else:
        no_bonuses: tuple[BonusStep, ...] = ()
        bonuses = table.take("bonuses", list_reader(read_bonus_step, MOST_PLACES), no_bonuses)
    if any(above.points < below.points for above, below in pairwise(bonuses)):
        table.note(faults.RISING_BONUSES(), "bonuses")
    return bonuses


def _bonuses_of_stages(table: TomlTable) -> tuple[BonusStep, ...]:
    """Read the bonuses of the champion, the finalists and so on; a missing one is zero."""
    inner = table.inner("bonuses")
    assert inner is not None, "a table"
    read_points = fraction_reader(0, 1_000_000)
    points = [inner.take(stage, read_points, Fraction(0)) for stage in STAGES]
    inner.close()
    while points and not points[-1]:
        points.pop()
    return tuple(BonusStep(bonus, stage=stage) for stage, bonus in enumerate(points))
