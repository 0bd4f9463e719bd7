"""Kinds of faults of a ladder."""

from __future__ import annotations

from formats.fault import FaultKind
from formats.text import Text

LADDER = Text("ladder", "лестница")
OTHER_RULES = FaultKind(
    "E721",
    Text(
        "the ladder of «{section}» was played by other rules, limits or start positions",
        "лестница раздела «{section}» игралась по другим правилам, с другими ограничениями или"
        " начальными позициями",
    ),
    Text(
        "move the folder {folder} away, and the ladder begins anew",
        "уберите папку {folder}, и лестница начнётся заново",
    ),
)
NO_LADDER = FaultKind(
    "E722",
    Text("the event has no ladder", "в этом турнире лестницы нет"),
    Text("put a line [ladder] into its file", "добавьте в его файл строку [ladder]"),
)
BEGUN = FaultKind(
    "E723",
    Text(
        "the event has begun, so its ladder is closed; arena table shows the standings",
        "турнир начался, лестница закрыта; таблицу покажет arena table",
    ),
)
