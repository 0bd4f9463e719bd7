"""What the command says that begins bots."""

from __future__ import annotations

from formats.text import Text

MADE = Text(
    "{folder}: a bot for {game} in {language}. What is what, it says in {readme}. Now:",
    "{folder}: бот для игры {game} на языке {language}. Что есть что, сказано в {readme}. Дальше:",
)
TAKEN = Text(
    "{name} has a meaning of its own in that folder: choose another name",
    "{name} в этой папке значит другое: выберите другое имя",
)
THERE = Text("{folder} is there already", "{folder} уже есть")
NO_LANGUAGE = Text(
    "no language {language}; there are {known}", "языка {language} нет; есть {known}"
)
NO_GAME = Text(
    "no skeleton of {game} in {language}; there are {known}",
    "для игры {game} на {language} заготовки нет; есть {known}",
)
