"""What ``arena serve`` says in the terminal."""

from __future__ import annotations

from formats.text import Text

ABSENT = Text(
    "arena serve: {names} must be installed for the pages: pip install 'matrix-arena[web]'",
    "arena serve: для страниц нужно установить {names}: pip install 'matrix-arena[web]'",
)
OPEN = Text(
    "Open {address} in a browser; Ctrl+C ends it.",
    "Откройте {address} в браузере; Ctrl+C завершает.",
)
CANNOT_LISTEN = Text(
    "arena serve: nobody can listen at {address}: {why}; --port takes another port",
    "arena serve: по адресу {address} слушать нельзя: {why}; другой порт выбирает --port",
)
BEHIND = Text(
    "A proxy on this machine may show it to others as {name}.",
    "Прокси на этой машине может показывать его другим как {name}.",
)
REACHABLE = Text(
    "It can be reached from other machines.",
    "Сайт виден с других компьютеров.",
)
