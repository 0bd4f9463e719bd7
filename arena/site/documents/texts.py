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
IN_ENGLISH = Text("{title}", "{title} (по-английски)")
RUSSIAN_TITLES = {
    "architecture": "Устройство арены",
    "recipes/check": "Проверка сданных ботов",
    "recipes/command": "Команда",
    "recipes/decision": "Решение преподавателя",
    "recipes/diagnostic": "Сообщение об ошибке",
    "recipes/event-key": "Ключ файла турнира",
    "recipes/game": "Игра",
    "recipes/isolation-level": "Уровень изоляции",
    "recipes/page": "Страница сайта",
    "recipes/programming-language": "Язык, на котором начинают ботов",
    "recipes/run-result": "Измерение запуска",
    "recipes/schedule": "Расписание",
    "recipes/test-bot": "Нарушитель, бот для проверки арены",
}
"""Titles of the documents that are in English alone, by their names."""
NO_DOCUMENT = Text("There is no such document", "Такого документа нет")
