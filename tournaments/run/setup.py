"""The start of an event in a folder of its own, and the check that a started event can go on.

The folder has everything that an event needs: its file, its programs (by their hashes), its start
positions and its ledger. Nothing outside is needed to go on but the same kind of processor.
"""

from __future__ import annotations

import json
import os
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from formats.fault import Diagnostic, Fault, Severity
from formats.matrix import Matrix, read_matrix, write_exactly
from formats.text import LANGUAGES, Text, reason
from referee.machine import machine
from referee.match.openings import FEW_MOVES, Openings
from tournaments.entrants import entrant_faults as faults
from tournaments.entrants.enrolment import (
    BotVersion,
    Builder,
    CannotEnrol,
    changes,
    enrol,
    entrants_of,
    read_programs,
    refuse_to_build,
)
from tournaments.event.auto_format import Conditions, most_seconds, pick_format
from tournaments.event.model import AUTO, Event, Section
from tournaments.event.reader import read_event
from tournaments.event.secret_seed import SecretSeed
from tournaments.event.toml_places import find_places
from tournaments.event.toml_table import EventFaults
from tournaments.event.toml_values import excerpt
from tournaments.ledger import Ledger, is_begun, open_ledger
from tournaments.ledger.decision import Decision, Verb
from tournaments.run.tournament import SEED, Tournament, tournament_from_reading
from tournaments.schedules import all_schedules
from tournaments.standings.scoring import text_from_bonuses
from tournaments.storage import Store, is_locked, take_lock

_LOCK = ".running"
_LONGEST_WAIT = 5.0
"""Longest wait for the lock of a folder whose event has not begun, in seconds."""
_RETRY_INTERVAL = 0.05
"""Seconds between two tries to take the lock."""
_PROGRAMS = "programs"
_CHANGEABLE_KEY = "bonuses"
"""Key of an event file that may change while the event is played."""
_FILE = "event file"


class EventSource(NamedTuple):
    event: Event
    text: str
    """Text of the event file."""
    folder: Path
    """Folder of the event file, to which its paths are relative."""

    def diagnostics(self, all_faults: Iterable[Fault]) -> list[Diagnostic]:
        """Return faults whose places are paths of keys, with their lines of the event file.

        The path of a key that all sections share begins with its section, too.
        """
        noted = EventFaults(find_places(self.text))
        for fault in all_faults:
            path = fault.place if isinstance(fault.place, tuple) else ()
            is_shared = path[:3] not in noted.places and path[2:3] in noted.places
            noted.add(path[2:] if is_shared else path, fault)
        return noted.in_order

    def with_seed(self, seed: SecretSeed | None) -> EventSource:
        """Return the source with the event read for a secret seed."""
        event = read_event(self.text.encode(), seed).event if seed else None
        return self._replace(event=event or self.event)


class OpenEvent(NamedTuple):
    """The ledger and the programs of an event's folder, open for writing."""

    ledger: Ledger
    store: Store

    @property
    def has_begun(self) -> bool:
        return has_begun(self.ledger)


def has_begun(ledger: Ledger) -> bool:
    return ledger.fact("event") is not None


@contextmanager
def open_event(folder: Path, what: Text = faults.EVENT) -> Iterator[OpenEvent]:
    """Lock the folder of an event, create it if needed, and open it; may raise CannotEnrol.

    ``what`` is the word for what is played in the folder.
    """
    with hold_folder(folder, what), open_ledger(folder, writing=True) as ledger:
        yield OpenEvent(ledger, programs_of(folder))


def programs_of(folder: Path) -> Store:
    """Return the store of programs in the folder of an event."""
    return Store(folder / _PROGRAMS)


@contextmanager
def hold_folder(folder: Path, what: Text = faults.EVENT) -> Iterator[None]:
    """Hold the folder's lock; raise CannotEnrol if another process holds it.

    Before the event begins, submissions hold the lock for moments: their end is awaited.
    """
    folder.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + _LONGEST_WAIT
    while (file := _try_to_lock(folder)) is None:
        if is_begun(folder) or time.monotonic() > deadline:
            raise CannotEnrol([faults.IN_USE(what=what, folder=folder)])
        time.sleep(_RETRY_INTERVAL)
    try:
        yield
    finally:
        os.close(file)


def _try_to_lock(folder: Path) -> int | None:
    """Return the descriptor of the folder's lock; None if another process holds the lock."""
    try:
        return take_lock(folder / _LOCK, wait=False)
    except BlockingIOError:
        return None


def is_folder_held(folder: Path) -> bool:
    """Return whether a process holds the folder's lock."""
    return is_locked(folder / _LOCK)


def beginning_faults(source: EventSource, folder: Path, build: Builder) -> list[Fault]:
    """Return all faults that keep the event from beginning in the folder, which is not created."""
    all_faults = list(faults_beside_programs(source, folder))
    try:
        read_programs(source.event, source.folder, build)
    except CannotEnrol as error:
        all_faults += error.faults
    for number, section in enumerate(source.event.sections):
        if section.folder is not None and (source.folder / section.folder).is_dir():
            names = [entrant.name for entrant in entrants_of(section, source.folder)]
            all_faults += [
                replace(fault, place=("section", number, str(fault.place)))
                for fault in section.format.faults(names)
            ]
    return all_faults


def faults_beside_programs(source: EventSource, folder: Path) -> Iterator[Fault]:
    """Yield faults of the start positions, and of the folder in which the event would begin.

    The place of a fault is the path of a key of the event file.
    """
    for number, section in enumerate(source.event.sections):
        path = ("section", number)
        if section.folder is not None and _is_same(source.folder / section.folder, folder):
            yield faults.FOLDER_OF_BOTS((*path, "entrants"), folder=folder)
        for index, start in enumerate(starts(section, source.folder)):
            if isinstance(start, Fault):
                yield replace(start, place=(*path, "starts", index))


def _is_same(folder: Path, other: Path) -> bool:
    return folder.is_dir() and other.is_dir() and folder.samefile(other)


def find_programs(
    source: EventSource, open_event: OpenEvent, build: Builder = refuse_to_build
) -> list[BotVersion]:
    """Read the programs of all entrants; raise CannotEnrol for faults, or BadLedger."""
    if not open_event.has_begun:
        return read_programs(source.event, source.folder, build)
    begun = open_event.ledger.resume()
    changed = list(_changed_key_faults(begun.facts.get("event", ""), source.text))
    if changed:
        raise CannotEnrol(changed)
    # Built-in bots are not built again: the event keeps the programs with which it began.
    stored = {
        r.source: open_event.store.path(r.sha256) for r in tournament_from_reading(begun).enrolled
    }
    return read_programs(source.event, source.folder, stored.__getitem__)


def set_up(
    source: EventSource, open_event: OpenEvent, programs: Sequence[BotVersion], parallel_games: int
) -> None:
    """Begin the event for so many parallel games, or check that it can go on.

    Raise CannotEnrol for faults, or if a started event was changed.
    """
    if not open_event.has_begun:
        _begin(source, open_event, programs, parallel_games)
        return
    begun = tournament_from_reading(open_event.ledger.resume())
    event = source.with_seed(begun.event.secret_seed).event
    before, now = begun.enrolled, enrol(event, programs)
    differences = [
        *damage_faults(before, open_event.store),
        *changes(before, now, _entrants_that_may_be_gone(begun)),
    ]
    if differences:
        raise CannotEnrol(differences)
    if changed := list(_bonus_decisions(begun, event)):
        open_event.ledger.decide(changed)


def _begin(
    source: EventSource, open_event: OpenEvent, programs: Sequence[BotVersion], parallel_games: int
) -> None:
    """Draw the seed, pick the formats, store the programs, and record all in the ledger."""
    seed = SecretSeed.draw() if source.event.has_secret_seed else None
    source = source.with_seed(seed)
    records, files = enrol(source.event, programs), _start_files(source)
    formats = _formats(source, records, files, parallel_games)
    for program in programs:
        open_event.store.keep(program.data)
    facts = {"event": source.text, "machine": machine(), **formats}
    if seed is not None:
        facts[SEED] = seed.written
    open_event.ledger.begin(facts, records, files)


def _entrants_that_may_be_gone(begun: Tournament) -> set[tuple[str, str]]:
    """Return the sections and names of entrants whose programs may be missing from the folder.

    A latecomer's program may never have been there, and that of an entrant who is out may be
    removed.
    """
    return {
        (state.section.name, name)
        for state in begun.sections
        for name in (*(r.name for r in state.decisions.late), *state.decisions.departures)
    }


def _start_files(source: EventSource) -> dict[str, list[str]]:
    """Return the start positions by names of sections; raise CannotEnrol for faults."""
    readings = {s.name: list(starts(s, source.folder)) for s in source.event.sections}
    wrong_starts = [r for read in readings.values() for r in read if isinstance(r, Fault)]
    if wrong_starts:
        raise CannotEnrol(wrong_starts)
    return {name: [str(start) for start in read] for name, read in readings.items()}


def damage_faults(entrants: Iterable[BotVersion], store: Store) -> Iterator[Fault]:
    """Yield a fault for each stored program that is missing or changed."""
    for record in entrants:
        if not store.is_whole(record.sha256):
            yield faults.DAMAGED(name=record.name, file=store.path(record.sha256))


def _formats(
    source: EventSource,
    entrants: Sequence[BotVersion],
    files: Mapping[str, Sequence[str]],
    parallel_games: int,
) -> dict[str, str]:
    """Return the facts of the ledger about the formats; raise CannotEnrol for their faults."""
    return {
        f"format {section.name}": _format(
            section, entrants, files[section.name], parallel_games, source.event.seed
        )
        for section in source.event.sections
    }


def _format(
    section: Section,
    entrants: Sequence[BotVersion],
    files: Sequence[str],
    parallel_games: int,
    seed: int,
) -> str:
    """Return as JSON the format, the reason if it was picked, and the start of play-offs."""
    names = [record.name for record in entrants if record.section == section.name]
    format_, picked = section.format, None
    if format_.name == AUTO:
        conditions = Conditions(
            entrants=len(names),
            starts=len(files),
            seconds_a_game=most_seconds(section.limits, section.game.limit),
            parallel_games=parallel_games,
            evening=float(format_.options["evening"]),
        )
        choice = pick_format(conditions)
        format_, picked = choice.format, [choice.sentence(language) for language in LANGUAGES]
    schedule_faults = list(format_.schedule(names, 0).faults())
    if schedule_faults:
        raise CannotEnrol(schedule_faults)
    facts = {"name": format_.name, "options": dict(format_.options), "picked": picked}
    needs_start = "ties" in all_schedules()[format_.name].options
    play_off = play_off_start(section, files, seed) if needs_start else None
    return json.dumps({**facts, "play-off": play_off})


def play_off_start(section: Section, files: Sequence[str], seed: int) -> str:
    """Return a start position unlike those files, drawn with the seed of the event."""
    limit, request = section.game.limit, next(iter(section.starts.requests), None)
    readings = [read_matrix(text.encode(), limit=limit) for text in files]
    matrices = [reading.matrix for reading in readings if reading.matrix is not None]
    openings = Openings(seed)
    drawn = (
        openings.of_game(section.game, request, section.limits.time)
        if request
        else replace(openings, moves=FEW_MOVES).of_files(matrices)
    )
    positions = [matrix.position for matrix in matrices]
    candidates = list(islice(drawn, len(matrices) + 1))
    unused = (matrix for matrix in candidates if matrix.position not in positions)
    return write_exactly(next(unused, candidates[-1]))


def _changed_key_faults(old: str, new: str) -> Iterator[Fault]:
    """Yield a fault for each changed key, except bonuses: no game depends on them.

    Comments and the order of lines may change.
    """
    before, now = _values_by_key(old), _values_by_key(new)
    for key in dict.fromkeys((*before, *now)):
        was, is_now = before.get(key), now.get(key)
        if was != is_now and key.rpartition(" ")[2] != _CHANGEABLE_KEY:
            old_value, new_value = map(_value_text, (was, is_now))
            yield faults.EVENT_CHANGED(key=key, old=old_value, new=new_value)


def _value_text(value: object) -> str:
    """Return a value of an event file as text for a sentence."""
    return excerpt(json.dumps(value, default=str, ensure_ascii=False)) if value is not None else "-"


def _values_by_key(text: str) -> dict[str, object]:
    """Return the values of an event file; a key of a section has its number before it."""
    try:
        values = tomllib.loads(text.removeprefix("\ufeff"), parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {"": text}  # The reader of the event file reports the fault.
    value = values.pop("section", [])
    sections = value if isinstance(value, list) else []
    inner = {
        f"section {number} {key}": value
        for number, section in enumerate(sections, start=1)
        if isinstance(section, dict)
        for key, value in section.items()
    }
    return {**values, **inner}


def _bonus_decisions(begun: Tournament, event: Event) -> Iterator[Decision]:
    """Yield a decision for each section whose bonuses were changed."""
    now = {section.name: section.bonuses for section in event.sections}
    for state in begun.sections:
        name = state.section.name
        if now.get(name, state.section.bonuses) != state.section.bonuses:
            yield Decision(name, Verb.BONUSES, text_from_bonuses(now[name]), _FILE, time.time())


def starts(section: Section, event_folder: Path) -> Iterator[str | Fault]:
    """Yield the start positions of a section as files, or faults."""
    for name in section.starts.files:
        yield _read_start(section, name, event_folder)
    times = (section.limits.time,) * 2
    for request in section.starts.requests:
        yield write_exactly(Matrix(section.game, section.game.start(request), times=times))


def _read_start(section: Section, name: str, event_folder: Path) -> str | Fault:
    try:
        data = (event_folder / name).read_bytes()
    except OSError as error:
        return faults.NO_START(file=name, why=reason(error))
    reading = read_matrix(data, lenient=section.limits.lenient_letters, limit=section.game.limit)
    if reading.matrix is None or not reading.good:
        first = next(d for d in reading.diagnostics if d.severity is Severity.ERROR)
        return faults.WRONG_START(file=name, line=first.line, what=first.fault.text)
    matrix = reading.matrix
    if matrix.game != section.game:
        return faults.OTHER_GAME(file=name, game=section.game.title)
    board = matrix.position.board
    if section.size not in (None, (board.width, board.height)):
        own, size = f"{board.width} x {board.height}", "{} x {}".format(*section.size)
        return faults.OTHER_SIZE(file=name, own=own, size=size)
    if matrix.is_over:
        return faults.START_OVER(file=name)
    return write_exactly(replace(matrix, times=(section.limits.time,) * 2))
