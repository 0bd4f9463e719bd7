"""What the command says that enters programs."""

from __future__ import annotations

from formats.text import Text

REFUSED = Text("arena: {sentence} [{code}]", "arena: {sentence} [{code}]")
ENTERED = Text(
    "{name}: version {number}, {sha256}, is entered in «{section}»; it plays",
    "{name}: версия {number}, {sha256}, заявлена в «{section}»; она и играет",
)
NOT_ENTERED = Text(
    "{name}: version {number}, {sha256}, is kept, but does not play",
    "{name}: версия {number}, {sha256}, сохранена, но не играет",
)
STILL = Text(
    "version {number} of {time} goes on playing", "играет по-прежнему версия {number} от {time}"
)
NONE = Text("no version of {name} plays yet", "пока ни одна версия {name} не играет")
NOTHING = Text("nothing was submitted yet", "заявок ещё нет")
VERSION = Text(
    "{time}  {name} {number}  {sha256}  {size} bytes  {state}",
    "{time}  {name} {number}  {sha256}  {size} байт  {state}",
)
PLAYS = Text("plays", "играет")
REPLACED = Text("passed", "прошла проверку")
FAILED = Text("failed: {checks}", "не прошла: {checks}")
