"""Texts of the Validate page, besides those of the diagnostics."""

from __future__ import annotations

from arena import texts
from formats.text import Text

VALIDATE = Text("Validate", "Проверить")
TITLE = Text("Is this matrix.txt right?", "Верен ли этот matrix.txt?")
INTRO = Text(
    "Paste one file, or drop it here. With a second one, the file after a move, you learn whether "
    "one legal move leads from the first to the second, and which.",
    "Вставьте файл или перетащите его сюда. Если дать и второй, каким он стал после хода, видно, "
    "ведёт ли к нему от первого один допустимый ход и какой.",
)
BEFORE = Text("matrix.txt", "matrix.txt")
AFTER = Text("The file after a move (optional)", "Файл после хода (если нужно)")
AFTER_SHORT = Text("after the move", "после хода")
FILE = Text("Choose a file", "Выбрать файл")
CHECK = Text("Validate", "Проверить")
RESULT = Text("What was found", "Что найдено")
GOOD = Text("Good: {summary}", "Верно: {summary}")
BAD = Text("Bad, errors: {count}", "Неверно, ошибок: {count}")
LEGAL = Text("A legal move: {move}", "Допустимый ход: {move}")
LEGAL_BUT_WRONG = Text(
    "{move} is legal, but the file is wrong", "Ход {move} допустимый, но файл неверен"
)
ILLEGAL = Text("No legal move leads there", "Допустимый ход сюда не ведёт")
UNREAD = Text(
    "Correct the first file first: then the move can be checked",
    "Сначала исправьте первый файл: тогда можно будет проверить ход",
)
LINE = Text("line {line}", "строка {line}")
BOARD = Text("The board: {summary}", "Доска: {summary}")
SOURCE = Text("The file", "Файл")
MORE = texts.MORE
TOO_LONG = Text(
    "Checking this takes too long: send less",
    "Проверять это слишком долго: пришлите поменьше",
)
NOTHING_SENT = Text("Paste a file or choose one first", "Сначала вставьте или выберите файл")
PLAY_ON = Text("Play on from here", "Играть с этого места")
