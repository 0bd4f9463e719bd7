"""Faults of positions and moves of MMPeshki."""

from __future__ import annotations

from formats.fault import FaultKind
from formats.text import Text

MOST_PIECES = 8

COLOUR = {"A": Text("red", "красная"), "B": Text("blue", "синяя")}
"""Colours of a piece."""
SIDE = {"A": Text("red", "красные"), "B": Text("blue", "синие")}
OF_SIDE = {"A": Text("red", "красных"), "B": Text("blue", "синих")}

OFF_BOARD = FaultKind("L101", Text("{cell} is not on the board", "{cell} вне доски"))
NO_PIECE = FaultKind("L102", Text("there is no piece on {cell}", "на {cell} нет фишки"))
NOT_YOURS = FaultKind(
    "L103",
    Text(
        "the {foe} piece on {cell} was moved, though {side} is to move",
        "{foe} фишка с {cell} сдвинута, хотя ходят {side}",
    ),
    asked=Text(
        "the piece on {cell} is {foe}, and {side} is to move",
        "фишка на {cell} — {foe}, а ходят {side}",
    ),
)
SIDEWAYS = FaultKind(
    "L104",
    Text(
        "the {own} piece moved sideways, from {origin} to {target}",
        "{own} фишка пошла вбок: {origin}-{target}",
    ),
    Text(
        "a piece goes forward, forward-left or forward-right",
        "фишка ходит прямо или наискосок вперёд",
    ),
    asked=Text("a piece cannot go sideways", "вбок фишка не ходит"),
)
BACKWARDS = FaultKind(
    "L105",
    Text(
        "the {own} piece moved backwards, from {origin} to {target}",
        "{own} фишка пошла назад: {origin}-{target}",
    ),
    Text("red moves up the board, blue moves down", "красные ходят вверх, синие вниз"),
    asked=Text("a piece cannot go back", "назад фишка не ходит"),
)
TOO_FAR = FaultKind(
    "L106",
    Text(
        "the {own} piece moved too far, from {origin} to {target}",
        "{own} фишка пошла слишком далеко: {origin}-{target}",
    ),
    Text(
        "a move goes one cell, a capture two cells along one line",
        "ход на одну клетку, взятие через одну клетку по прямой",
    ),
    asked=Text("{target} is too far from {origin}", "от {origin} до {target} слишком далеко"),
)
OCCUPIED = FaultKind(
    "L107",
    Text(
        "the {own} piece moved onto an occupied cell, {cell}",
        "{own} фишка пошла на занятую клетку {cell}",
    ),
    asked=Text("{cell} is occupied", "клетка {cell} занята"),
)
MARKED = FaultKind(
    "L108",
    Text(
        "the {own} piece moved onto {cell}, which is not part of the board",
        "{own} фишка пошла на {cell}, а эта клетка не входит в поле",
    ),
    asked=Text("{cell} is not part of the board", "клетка {cell} не входит в поле"),
)
NOTHING_CAPTURED = FaultKind(
    "L109",
    Text(
        "the {own} piece jumped from {origin} to {target} over {cell}, where no enemy piece is",
        "{own} фишка прыгнула {origin}:{target} через {cell}, а там нет фишки соперника",
    ),
    asked=Text(
        "there is no enemy piece on {cell} to jump over",
        "на {cell} нет фишки соперника, через которую можно прыгнуть",
    ),
)
SEVERAL_MOVED = FaultKind(
    "L110",
    Text(
        "{count} {own} pieces moved: {cells}",
        "сдвинуто {own} фишек: {count} ({cells})",
    ),
    Text("one move moves one piece", "за ход двигают одну фишку"),
)
APPEARED = FaultKind(
    "L111", Text("a {own} piece appeared on {cell}", "{own} фишка появилась на {cell}")
)
VANISHED = FaultKind(
    "L112",
    Text(
        "the {own} piece on {cell} vanished without being captured",
        "{own} фишка с {cell} исчезла, хотя её не съели",
    ),
)
NOT_REMOVED = FaultKind(
    "L113",
    Text("the captured piece on {cell} was not removed", "съеденная фишка на {cell} не снята"),
)
MARK_CHANGED = FaultKind(
    "L114", Text("the marks of the board were changed at {cell}", "изменена пометка поля на {cell}")
)
SEVERAL_CAPTURED = FaultKind(
    "L115",
    Text("{count} {foe} pieces were captured: {cells}", "съедено {foe} фишек: {count} ({cells})"),
    Text("one move captures one piece", "за ход съедают одну фишку"),
)
TOO_MANY_PIECES = FaultKind(
    "M511",
    Text(
        "there are {count} {own} pieces: a side starts with at most 8, and never gains any",
        "{own} фишек {count}: вначале у стороны их не больше 8, и новых не появляется",
    ),
)
START_ON_FAR_ROW = FaultKind(
    "M512",
    Text(
        "a {own} piece stands on {cell} before the first move: that is its far row",
        "{own} фишка стоит на {cell} перед первым ходом: это её последняя горизонталь",
    ),
)
ENDED_BEFORE = FaultKind(
    "M513",
    Text(
        "a {own} piece stands on {cell}: the game ended when it got there",
        "{own} фишка стоит на {cell}: партия кончилась, когда она туда пришла",
    ),
)
WRONG_SIZE = FaultKind("S101", Text("the board of MMPeshki is 8 x 8", "доска ММПешек 8 на 8"))
WRONG_PIECES = FaultKind(
    "S102", Text("a side has 1 to 8 pieces at the start", "вначале у стороны от 1 до 8 фишек")
)
WRONG_MARKS = FaultKind(
    "S103",
    Text(
        "a random start has 0 to 24 marks, an even number if it is mirrored",
        "у случайной позиции от 0 до 24 пометок, а у симметричной чётное число",
    ),
)
