"""Reads who takes part: a folder, or a list of programs and of bots that the arena builds."""

from __future__ import annotations

from formats.fault import Fault
from formats.names import clashes, difference, normal, refusal
from tournaments.event import event_faults as faults
from tournaments.event.model import Entrant
from tournaments.event.toml_table import TomlTable
from tournaments.event.toml_values import (
    A_FOLDER_OR_LIST,
    AN_ENTRANT,
    TOO_MANY,
    not_this,
    shown,
    text,
    texts,
)

MOST_ENTRANTS = 1000


def read_entrants(table: TomlTable) -> tuple[tuple[Entrant, ...], str | None]:
    """The entrants that are listed, or the folder that is named."""
    value = table.get("entrants")
    match value:
        case None:
            table.need("entrants", text)
        case str():
            return (), table.take("entrants", text, "")
        case list() if len(value) > MOST_ENTRANTS:
            table.note(TOO_MANY(most=MOST_ENTRANTS, count=len(value)), "entrants")
        case list():
            return _listed(table, len(value)), None
        case _:
            table.note(not_this(A_FOLDER_OR_LIST, value), "entrants")
    return (), ""


def _listed(table: TomlTable, count: int) -> tuple[Entrant, ...]:
    tables = [table.inner("entrants", index, wanted=AN_ENTRANT) for index in range(count)]
    entrants = tuple(_entrant(inner) if inner else Entrant("") for inner in tables)
    named = [
        (inner, entrant.name)
        for inner, entrant in zip(tables, entrants, strict=True)
        if inner and entrant.name
    ]
    for place, before in clashes([name for _, name in named]):
        inner, name = named[place]
        inner.note(clash(name, named[before][1]), "name")
    return entrants


def _entrant(table: TomlTable) -> Entrant:
    """One of them. A bot has its own name unless it is given another."""
    bot = table.take("bot", text, "") or None
    command = table.take("command", text, "") or None
    if bot is None and command is None and not (table.has("bot") or table.has("command")):
        table.note(faults.NO_PROGRAM(), "name")
    if bot is not None and command is not None:
        table.note(faults.TWO_PROGRAMS(), "command")
    name = bot if bot and not table.has("name") else table.need("name", text)
    name = checked_name(table, name)
    none: tuple[str, ...] = ()
    arguments = table.take("arguments", texts, none)
    table.close()
    return Entrant(name, command, arguments, bot)


def checked_name(table: TomlTable, name: str | None) -> str:
    """The name of an entrant or a section as it is kept; nothing, and why is noted, if it is none.

    A name that is missing is nothing too, and that is noted elsewhere.
    """
    fault = None if name is None else fault_of(name)
    if fault:
        table.note(fault, "name")
    return "" if name is None or fault else normal(name)


def fault_of(name: str) -> Fault | None:
    """Why nobody can have that name."""
    why = refusal(normal(name))
    return faults.BAD_NAME(name=shown(name), why=why) if why else None


def clash(name: str, other: str) -> Fault:
    """That two names are the same, or are taken for each other."""
    if name == other:
        return faults.SAME_NAME(name=name)
    here, there = difference(name, other)
    return faults.ALIKE(name=name, other=other, here=here, there=there)
