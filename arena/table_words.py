"""What ``arena table`` and ``arena report`` say beside their tables."""

from __future__ import annotations

from formats.text import Text

NO_EVENT = Text(
    "{folder}: no event was begun in this folder", "{folder}: в этой папке нет начатого турнира"
)
BAD_LEDGER = Text(
    "{folder}: its ledger cannot be read: {reason}", "{folder}: журнал не читается: {reason}"
)
NO_SECTION = Text(
    "there is no section {name}; there are: {known}", "нет раздела {name}; есть: {known}"
)
HEADING = Text(
    "{name}, games played: {played} of {games}", "{name}, сыграно партий: {played} из {games}"
)
OUT = Text("{name} (disqualified)", "{name} (снят)")
CROSSTABLE = Text("Points against each other", "Очки в личных встречах")
REPORT = Text("the report: {path} ({size} kB)", "отчёт: {path} ({size} кБ)")
LEFT_OUT = Text(
    "too wide for this terminal, left out: {names}",
    "не поместились в этот терминал: {names}",
)
