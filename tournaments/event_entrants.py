"""Reads who takes part: a folder, or a list of programs and of bots that the arena builds."""

from __future__ import annotations

import re

from tournaments import event_faults as faults
from tournaments.event import Entrant
from tournaments.event_table import Table
from tournaments.values import A_FOLDER_OR_LIST, AN_ENTRANT, TOO_MANY, not_this, shown, text, texts

MOST_ENTRANTS = 1000
LONGEST_NAME = 40

_NAME = re.compile(r"[^\W_](?:[\w .+-]*[^\W_])?")


def read_entrants(table: Table) -> tuple[tuple[Entrant, ...], str | None]:
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


def _listed(table: Table, count: int) -> tuple[Entrant, ...]:
    entrants: list[Entrant] = []
    for index in range(count):
        inner = table.inner("entrants", index, wanted=AN_ENTRANT)
        entrant = _entrant(inner) if inner else Entrant("")
        if inner and entrant.name and entrant.name in {other.name for other in entrants}:
            inner.note(faults.SAME_NAME(name=shown(entrant.name)), "name")
        entrants.append(entrant)
    return tuple(entrants)


def _entrant(table: Table) -> Entrant:
    """One of them. A bot has its own name unless it is given another."""
    bot = table.take("bot", text, "") or None
    command = table.take("command", text, "") or None
    if bot is None and command is None and not (table.has("bot") or table.has("command")):
        table.note(faults.NO_PROGRAM(), "name")
    if bot is not None and command is not None:
        table.note(faults.TWO_PROGRAMS(), "command")
    name = bot if bot and not table.has("name") else table.need("name", text)
    check_name(table, name)
    none: tuple[str, ...] = ()
    arguments = table.take("arguments", texts, none)
    table.close()
    return Entrant(name or "", command, arguments, bot)


def check_name(table: Table, name: str | None) -> None:
    """Notes that the name of an entrant or a section is none."""
    if name is not None and not is_name(name):
        table.note(faults.BAD_NAME(name=shown(name), most=LONGEST_NAME), "name")


def is_name(name: str) -> bool:
    """Whether it can stand in a table, in the id of a game and in the name of a file."""
    return len(name) <= LONGEST_NAME and _NAME.fullmatch(name) is not None
