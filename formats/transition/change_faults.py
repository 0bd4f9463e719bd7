"""Faults of a file as the successor of another, whatever the game."""

from __future__ import annotations

from formats.fault import FaultKind, Severity
from formats.text import Text

OTHER_GAME = FaultKind(
    "L011",
    Text("the game was changed from {right} to {written}", "игра изменена с {right} на {written}"),
    Text("keep the lines below the board", "сохраняйте строки под доской"),
)
OTHER_RULES = FaultKind(
    "L012",
    Text(
        "the rules were changed from «{right}» to «{written}»",
        "правила изменены с «{right}» на «{written}»",
    ),
    OTHER_GAME.hint,
)
OTHER_SIZE = FaultKind(
    "L013",
    Text(
        "the size of the board was changed from {right} to {written}",
        "размер доски изменён: был {right}, стал {written}",
    ),
)
OTHER_PLAYER = FaultKind(
    "L014",
    Text(
        "the player to move was not switched: {right} is next, not {written}",
        "не сменён ходящий игрок: теперь ходит {right}, а не {written}",
    ),
    Text("write the file for the other player's move", "пишите файл для хода соперника"),
)
OTHER_HALF_MOVE = FaultKind(
    "L015",
    Text(
        "{slip}: it must be {right}, not {written}",
        "{slip}: должен быть {right}, а не {written}",
    ),
)
NOT_RAISED = Text("the half-move number was not raised", "номер полухода не увеличен")
WRONG_NUMBER = Text("the half-move number is wrong", "неверный номер полухода")
OTHERS_TIME = FaultKind(
    "L021",
    Text(
        "the other player's time was changed from {right} to {written}",
        "чужое время изменено с {right} на {written}",
    ),
)
TIME_RAISED = FaultKind(
    "L022",
    Text(
        "the player's own time was raised from {right} to {written}",
        "своё время увеличено с {right} до {written}",
    ),
)
TIME_NOT_LOWERED = FaultKind(
    "L023",
    Text("the player's own time was not lowered", "своё время не уменьшено"),
    Text(
        "time written = time read - processor time used; in C divide a double:"
        " (double)clock() / CLOCKS_PER_SEC",
        "время в файле = время из файла − затраченное процессорное время; в C делите double:"
        " (double)clock() / CLOCKS_PER_SEC",
    ),
    Severity.WARNING,
)
POINTS_CHANGED = FaultKind("L024", Text("the points were changed", "изменены очки"))
WRONG_POINTS = FaultKind(
    "L025",
    Text(
        "the points of {player} are wrong: {right} is right, not {written}",
        "неверные очки {player}: правильно {right}, а не {written}",
    ),
)
WRONG_STATE = FaultKind(
    "L026",
    Text(
        "the line «{key}» is wrong: «{right}» is right, not «{written}»",
        "неверная строка «{key}»: правильно «{right}», а не «{written}»",
    ),
    Text(
        "«{key}» may be left out, but not be untrue",
        "строку «{key}» можно не писать, но нельзя писать неверно",
    ),
)
FALSE_LAST = FaultKind(
    "L031",
    Text("the turn was {right}, not {written}", "сделан ход {right}, а не {written}"),
    Text(
        "«last» may be left out, but not be untrue",
        "строку «last» можно не писать, но нельзя писать неверно",
    ),
)
DRAW_WITHOUT_A_REASON = FaultKind(
    "L032",
    Text(
        "D is written as the result, but the move makes no draw",
        "итогом записано D, но этот ход ничьей не даёт",
    ),
    Text(
        "where an event ends the game by a limit of half-moves, name it: --limit N",
        "если партию кончает предел полуходов турнира, назовите его: --limit N",
    ),
)
