"""Faults of positions and turns of Virus War."""

from __future__ import annotations

from formats.fault import FaultKind, Severity
from formats.text import Text

SIDE = {"A": Text("crosses", "крестиков"), "B": Text("noughts", "ноликов")}

OFF_BOARD = FaultKind("L201", Text("{cell} is not on the board", "{cell} вне доски"))
OWN_SYMBOL = FaultKind(
    "L202",
    Text("{cell} already holds a symbol of the {side}", "на {cell} уже стоит символ {side}"),
)
KILLED_AGAIN = FaultKind(
    "L203",
    Text("the symbol on {cell} is already killed", "символ на {cell} уже убит"),
    Text(
        "a killed symbol stays where it is for the rest of the game",
        "убитый символ остаётся до конца партии",
    ),
)
NOT_ACCESSIBLE = FaultKind(
    "L204",
    Text("{cell} is not accessible to the {side}", "клетка {cell} недоступна для {side}"),
    Text(
        "a step must touch a live symbol of its side, or a chain of killed enemy symbols that does",
        "ходик должен касаться своего живого символа или цепочки убитых чужих, идущей от него",
    ),
)
NOT_THE_CORNER = FaultKind(
    "L205",
    Text(
        "the first step of the {side} must be {corner}, not {cell}",
        "первый ходик {side} — {corner}, а не {cell}",
    ),
)
TOO_FEW_STEPS = FaultKind(
    "L206",
    Text(
        "the turn ends after {made} of {length} steps, but could go on, for example to {cell}",
        "ход оборван (ходиков: {made} из {length}), хотя можно продолжить, например {cell}",
    ),
    Text(
        "a turn may be shorter only if it cannot go on",
        "ход может быть короче, только если его нельзя продолжить",
    ),
)
TOO_MANY_STEPS = FaultKind(
    "L207",
    Text(
        "{made} steps were made; the most in this turn is {length}",
        "ходиков сделано {made}; в этом ходе можно не больше {length}",
    ),
)
STEP_AFTER_THE_END = FaultKind(
    "L208",
    Text(
        "the step at {cell} comes after the last live enemy symbol was killed",
        "ходик {cell} сделан после гибели последнего живого символа соперника",
    ),
    Text("killing it ends the game at once", "партия на этом кончается сразу"),
)
MAY_NOT_PASS = FaultKind(
    "L209",
    Text(
        "the {side} passed, which these rules forbid",
        "отказ {side} от хода запрещён этими правилами",
    ),
)
APPEARED = FaultKind(
    "L210",
    Text("a symbol of the other player appeared on {cell}", "на {cell} появился символ соперника"),
)
REMOVED = FaultKind(
    "L211",
    Text("the symbol on {cell} was removed", "символ на {cell} убран"),
    Text("symbols are never removed, only killed", "символы не убирают, а только убивают"),
)
KILLED_OWN = FaultKind(
    "L212", Text("the player's own symbol on {cell} was killed", "на {cell} убит свой же символ")
)
REVIVED = FaultKind(
    "L213", Text("the killed symbol on {cell} came to life again", "убитый символ на {cell} ожил")
)
PLACED_DEAD = FaultKind(
    "L214",
    Text(
        "a killed symbol appeared on the empty cell {cell}",
        "на пустой клетке {cell} появился убитый символ",
    ),
)
CHANGED_OWNER = FaultKind(
    "L215",
    Text("the symbol on {cell} changed sides", "символ на {cell} сменил хозяина"),
    Text(
        "a killed symbol becomes its small letter: A becomes a, B becomes b",
        "убитый символ пишется строчной буквой: a вместо A, b вместо B",
    ),
)
NOT_MADE = FaultKind(
    "L216",
    Text(
        "the {side} cannot have stepped on {cell}: no step leaves it as it is",
        "ходика {side} на {cell} не было: после него клетка была бы другой",
    ),
)
TWICE = FaultKind(
    "L218",
    Text("{cell} is stepped on twice in one turn", "клетка {cell} названа в одном ходе дважды"),
)
CORNER_TAKEN = FaultKind(
    "L217",
    Text(
        "the {side} cannot enter the board: their corner {corner} is taken",
        "войти на доску невозможно: угол {side}, {corner}, занят",
    ),
    Text("they can only pass", "остаётся только отказ от хода"),
)
BAD_SIZE = FaultKind(
    "M521",
    Text(
        "the board is {width} wide and {height} high; it must be a square from 4 x 4 to 16 x 16",
        "доска {width} на {height}, а должна быть квадратной, от 4 на 4 до 16 на 16",
    ),
)
NOT_A_START = FaultKind(
    "M522",
    Text(
        "{cell} is not as these rules set it up before the first turn",
        "клетка {cell} перед первым ходом должна быть другой по этим правилам",
    ),
    Text(
        "a board from the middle of a game needs a later half-move number in its first line",
        "у доски из середины партии в первой строке должен быть номер полухода больше",
    ),
)
NO_CORNER = FaultKind(
    "M523",
    Text(
        "the {side} are on the board, but not in their corner {cell}, where they start",
        "символы {side} есть на доске, но не в углу {cell}, откуда они начинают",
    ),
    severity=Severity.WARNING,
)
TOO_EARLY = FaultKind(
    "M524",
    Text(
        "the {side} have made {made} steps, which is too many before half-move {half_move}",
        "ходиков {side}: {made}, слишком много до полухода {half_move}",
    ),
    severity=Severity.WARNING,
)
