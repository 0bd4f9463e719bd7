"""Texts of the pages with documents."""

from __future__ import annotations

from formats.text import Text

DOCUMENTS = Text("Rules", "Правила")
TITLE = Text("Rules and guides", "Правила и руководства")
GAMES = Text("For players", "Тем, кто играет")
TEACHERS = Text("For those who run events", "Тем, кто проводит турниры")
MAKERS = Text("For those who look inside", "Тем, кто заглядывает внутрь")
ALL = Text("All documents", "Все документы")
STEP = Text("{number} of {count}", "{number} из {count}")
START = Text("The start", "Начало")
BACK, FORTH = Text("Back", "Назад"), Text("Forward", "Вперёд")
KEYS = Text(
    "The arrow keys or the links below the board step through the game.",
    "Партию листают стрелки на клавиатуре или ссылки под доской.",
)
RULES_PAGE = Text("Back to the rules", "К правилам")
NO_DOCUMENT = Text("There is no such document", "Такого документа нет")
