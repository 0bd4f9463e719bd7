"""Texts of the frame of all pages; the texts of each page are in its package."""

from __future__ import annotations

from formats.text import Text

LANGUAGE = Text("Language", "Язык")
WITHOUT_COLOURS = Text("Without colours", "Без цвета")
SKIP = Text("Skip to the contents", "Сразу к содержанию")
NAVIGATION = Text("Pages", "Страницы")
NO_SCRIPT = Text(
    "This page needs its script, which comes from this very site: please allow it.",
    "Этой странице нужен её скрипт, с этого же сайта: пожалуйста, разрешите его.",
)
ERROR = Text("It did not work", "Не получилось")
BACK = Text("Back to the page that was used", "Назад, на ту же страницу")
BACK_TO_START = Text("To the first page", "На первую страницу")

WELCOME = Text("Bots that play board games", "Боты играют в настольные игры")
ABOUT = Text(
    "Programs move by rewriting one small file, matrix.txt. Play against them, write your own, and"
    " watch who is best.",
    "Программы ходят, переписывая один маленький файл, matrix.txt. Играйте с ними, пишите свою и"
    " смотрите, чья лучше.",
)
HAND_IN = Text("Hand in a bot", "Сдать бота")
IS_RIGHT = Text("Is my file right?", "Верен ли мой файл?")
WRITE = Text("How to write a bot", "Как написать бота")
EVENT_RUNNING = Text("running now", "идёт сейчас")
EVENT_LAST = Text("the last event", "последний турнир")
EVENT_GAMES = Text("games played: {played}", "партий сыграно: {played}")
EVENT_REPORT = Text("all games", "все партии")
FILM = Text("A game of MMPeshki", "Партия в ММПешки")
FILM_STOP = Text("Stop", "Остановить")
FILM_GO = Text("Go on", "Дальше")
GAMES_SHORT = Text("The games, in half a minute each", "Игры, по полминуты на каждую")
RULES = Text("All rules", "Все правила")

BAD_REQUEST = Text("The request cannot be understood", "Запрос непонятен")
NOT_FOUND = Text("There is no such page", "Такой страницы нет")
WRONG_METHOD = Text("This page cannot do that", "С этой страницей так нельзя")
FORBIDDEN = Text("That is not allowed", "Это не разрешено")
TOO_LARGE = Text("What you sent is too large", "Вы прислали слишком много")
LARGER_THAN = Text(
    "What you sent is too large: at most {size} is taken here",
    "Вы прислали слишком много: здесь принимается не больше {size}",
)
WRONG_TYPE = Text("What you sent is of the wrong type", "Вы прислали не то, что нужно")
TOO_MANY = Text(
    "Too many requests: wait a few seconds and try again",
    "Слишком много запросов: подождите несколько секунд и повторите",
)
BUSY = Text(
    "Too many are at it already: try again in a minute",
    "Слишком много желающих: попробуйте через минуту",
)
OWN_FAULT = Text(
    "This is our own fault: please tell the person who runs this site",
    "Это наша ошибка: пожалуйста, сообщите тому, кто держит этот сайт",
)
WRONG_HOST = Text(
    "This site answers only under its own name: ask whoever runs it for the address",
    "Этот сайт открывается только под своим именем: спросите адрес у того, кто его держит",
)
TOO_MANY_STREAMS = Text(
    "Too many people are watching already: try again in a minute",
    "Зрителей уже слишком много: попробуйте через минуту",
)
MORE_LIKE_THIS = Text("and {count} more like this", "и ещё {count} таких же")
DISK_HANGS = Text(
    "The disk of this machine does not answer: try again in a few minutes",
    "Диск этой машины не отвечает: попробуйте через несколько минут",
)
OTHER_SITE = Text("Another site may not send this", "С другого сайта это прислать нельзя")

ERRORS = {
    400: BAD_REQUEST,
    403: FORBIDDEN,
    404: NOT_FOUND,
    405: WRONG_METHOD,
    413: TOO_LARGE,
    415: WRONG_TYPE,
    429: TOO_MANY,
    500: OWN_FAULT,
    503: BUSY,
}
LATER = Text(
    "the event is being read; ask again in half a minute",
    "турнир ещё читается; спросите через полминуты",
)
