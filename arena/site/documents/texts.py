"""What the pages say on which documents are read."""

from __future__ import annotations

from formats.text import Text

DOCUMENTS = Text("Rules", "Правила")
TITLE = Text("Rules and guides", "Правила и руководства")
GAMES = Text("For players", "Тем, кто играет")
TEACHERS = Text("For those who run events", "Тем, кто проводит турниры")
MAKERS = Text("For those who look inside", "Тем, кто заглядывает внутрь")
ALL = Text("All documents", "Все документы")
NO_DOCUMENT = Text("There is no such document", "Такого документа нет")
RULES_OF = Text("The rules", "Правила")
