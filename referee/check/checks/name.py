"""Check whether the bot's name can be used in tables; ``formats.names`` has the rule."""

from __future__ import annotations

from collections.abc import Iterator

from formats.names import ADVICE, why_not_a_name
from formats.printable import printable
from formats.text import Text
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding, failed, passed

TITLE = Text("name", "имя")
ORDER = 30
_GOOD = Text("{name} can be shown in tables", "имя {name} можно показывать в таблицах")
_BAD = Text("{name} cannot be a name: {why}", "{name} не может быть именем: {why}")


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Check the name as tables and records would show it."""
    name = checked_bot.program.name
    why = why_not_a_name(name)
    shown = f"«{printable(name)}»" if why else name
    yield failed(_BAD, ADVICE, name=shown, why=why) if why else passed(_GOOD, name=name)
