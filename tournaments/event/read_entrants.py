"""Reader of the entrants of a section: a folder, or a list of programs and built-in bots."""

from __future__ import annotations

from formats.fault import Fault
from formats.names import clashes, difference, normalized, why_not_a_name
from tournaments.event import event_faults as faults
from tournaments.event.model import Entrant
from tournaments.event.toml_table import TomlTable
from tournaments.event.toml_values import (
    A_FOLDER_OR_LIST,
    AN_ENTRANT,
    TOO_MANY,
    excerpt,
    read_text,
    read_texts,
    value_fault,
)

MOST_ENTRANTS = 1000


def read_entrants(table: TomlTable) -> tuple[tuple[Entrant, ...], str | None]:
    """Return the listed entrants, and the folder if the section names one; "" after a fault."""
    value = table.get("entrants")
    match value:
        case None:
            table.need("entrants", read_text)
        case str():
            return (), table.take("entrants", read_text, "")
        case list() if len(value) > MOST_ENTRANTS:
            table.note(TOO_MANY(most=MOST_ENTRANTS, count=len(value)), "entrants")
        case list():
            return _listed(table, len(value)), None
        case _:
            table.note(value_fault(A_FOLDER_OR_LIST, value), "entrants")
    return (), ""


def _listed(table: TomlTable, count: int) -> tuple[Entrant, ...]:
    tables = [table.inner("entrants", index, wanted=AN_ENTRANT) for index in range(count)]
    entrants = tuple(_entrant(inner) if inner else Entrant("") for inner in tables)
    named_tables = [
        (inner, entrant.name)
        for inner, entrant in zip(tables, entrants, strict=True)
        if inner and entrant.name
    ]
    for index, earlier in clashes([name for _, name in named_tables]):
        inner, name = named_tables[index]
        inner.note(name_clash(name, named_tables[earlier][1]), "name")
    return entrants


def _entrant(table: TomlTable) -> Entrant:
    """Read one entrant; a built-in bot has its own name unless the table gives another."""
    bot = table.take("bot", read_text, "") or None
    command = table.take("command", read_text, "") or None
    if bot is None and command is None and not (table.has("bot") or table.has("command")):
        table.note(faults.NO_PROGRAM(), "name")
    if bot is not None and command is not None:
        table.note(faults.TWO_PROGRAMS(), "command")
    name = bot if bot and not table.has("name") else table.need("name", read_text)
    name = checked_name(table, name)
    no_arguments: tuple[str, ...] = ()
    arguments = table.take("arguments", read_texts, no_arguments)
    table.close()
    return Entrant(name, command, arguments, bot)


def checked_name(table: TomlTable, name: str | None) -> str:
    """Return the normal form of a name of an entrant or a section.

    For a name that nobody can have, note the fault and return an empty string. A missing name
    gives an empty string, too; the caller has noted that it is missing.
    """
    fault = None if name is None else name_fault(name)
    if fault:
        table.note(fault, "name")
    return "" if name is None or fault else normalized(name)


def name_fault(name: str) -> Fault | None:
    """Return the reason why nobody can have the name, if there is one."""
    why = why_not_a_name(normalized(name))
    return faults.BAD_NAME(name=excerpt(name), why=why) if why else None


def name_clash(name: str, other: str) -> Fault:
    """Return the fault of a name that equals another one or can be taken for it."""
    if name == other:
        return faults.SAME_NAME(name=name)
    here, there = difference(name, other)
    return faults.ALIKE(name=name, other=other, here=here, there=there)
