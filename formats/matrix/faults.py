"""Faults that a matrix.txt can have, whatever the game.

M1 is the file as a whole, M2 the header, M3 the board, M4 the footer, M5 the position. Games add
their own faults to M5; those of times, M24x, are in ``formats/seconds.py``, and M411 is in
``formats/matrix/reading.py``.
"""

from __future__ import annotations

from formats.fault import FaultKind, Severity
from formats.text import Text

LARGEST = 65536
"""Bytes that a matrix.txt may have."""

# The file as a whole

EMPTY = FaultKind("M101", Text("the file is empty", "файл пуст"))
TOO_LARGE = FaultKind(
    "M102",
    # The text gives no number: the reader stops as soon as the file is known to be too large.
    Text("the file has more than 65,536 bytes", "в файле больше 65 536 байт"),
)
WRONG_ENCODING = FaultKind(
    "M103",
    Text("the byte {byte} is not text in UTF-8", "байт {byte} — не текст в UTF-8"),
    Text(
        "save the file as plain text, in ASCII or UTF-8",
        "сохраните файл как простой текст, в ASCII или UTF-8",
    ),
)
UTF_16 = FaultKind(
    "M104",
    Text("the file is written in UTF-16", "файл записан в UTF-16"),
    WRONG_ENCODING.hint,
)
NUL_BYTES = FaultKind(
    "M105",
    Text("there are NUL bytes in the file: {count}", "в файле есть нулевые байты: {count}"),
    Text(
        "a text file has none: write only the characters, not the whole buffer",
        "в тексте их не бывает: пишите только символы, а не весь буфер",
    ),
)
OLD_LINE_ENDS = FaultKind(
    "M106",
    Text("the lines end with CR alone", "строки кончаются одним CR"),
    Text("end them with LF, or with CR LF", "строки должны кончаться на LF или на CR LF"),
)
RECORD = FaultKind(
    "M107",
    Text("this is the record of a game", "это запись партии"),
    Text("`arena replay` reads it", "её читает `arena replay`"),
)

# The header

_HEADER_IS = Text(
    "the header is «A 21 U», then the points and time of A, then those of B",
    "заголовок: «A 21 U», затем очки и время A, затем очки и время B",
)
MISSING_LINE = FaultKind(
    "M201",
    Text(
        "the header must have 3 lines, not {count}",
        "в заголовке должно быть 3 строки, а не {count}",
    ),
    _HEADER_IS,
)
EXTRA_LINE = FaultKind(
    "M202",
    Text("{lines} too many: there are 3", "{lines}: в заголовке их 3"),
    _HEADER_IS,
)
LINE = Text("one header line", "лишняя строка")
LINES = Text("{count} header lines", "лишние строки ({count})")
MISSING_FIELD = FaultKind(
    "M203", Text("missing here: {fields}", "здесь пропущено: {fields}"), _HEADER_IS
)
EXTRA_FIELD = FaultKind(
    "M204",
    Text("«{text}» does not belong in this line", "«{text}» в этой строке лишнее"),
    _HEADER_IS,
)
BAD_PLAYER = FaultKind(
    "M211",
    Text("the player to move is A or B, not «{text}»", "ходит A или B, а не «{text}»"),
)
BAD_HALF_MOVE = FaultKind(
    "M212",
    Text(
        "the half-move is a whole number from 1 to 999,999,999, not «{text}»",
        "номер полухода — целое число от 1 до 999 999 999, а не «{text}»",
    ),
)
WRONG_PARITY = FaultKind(
    "M213",
    Text(
        "half-move {half_move} is made by {right}, not by {player}",
        "полуход {half_move} делает {right}, а не {player}",
    ),
    Text("A makes the odd half-moves, B the even ones", "A делает нечётные полуходы, B чётные"),
)
BAD_WINNER = FaultKind(
    "M214",
    Text(
        "the winner is A, B, D (a draw) or U (not known yet), not «{text}»",
        "победитель — A, B, D (ничья) или U (пока неизвестен), а не «{text}»",
    ),
)
BAD_POINTS = FaultKind(
    "M221",
    Text(
        "the points are a whole number of at most 9 digits, not «{text}»",
        "очки — целое число не длиннее 9 цифр, а не «{text}»",
    ),
)
POINTS_NOT_ZERO = FaultKind(
    "M222",
    Text(
        "this game keeps no points: write 0, not {points}",
        "в этой игре нет очков: пишите 0, а не {points}",
    ),
    Text("the points are always 0", "очки всегда 0"),
)
LOOK_ALIKE_IN_HEADER = FaultKind(
    "M251",
    Text(
        "«{text}» has a Cyrillic letter ({name}, in {encoding}) instead of {latin}",
        "в «{text}» русская буква ({name}, в {encoding}) вместо {latin}",
    ),
    Text("type {latin} in the Latin keyboard layout", "наберите {latin} в латинской раскладке"),
)

# The board

ROW_TOO_SHORT = FaultKind(
    "M301",
    Text(
        "the row's length is {length} instead of {right}",
        "в строке клеток {length}, а должно быть {right}",
    ),
    Text(
        "spaces do not count: an empty cell is written «-»",
        "пробелы не считаются: пустая клетка пишется «-»",
    ),
)
ROW_TOO_LONG = FaultKind("M302", ROW_TOO_SHORT.text)
TOO_FEW_ROWS = FaultKind(
    "M303",
    Text(
        "the board's height is {count} instead of {right}",
        "на доске строк {count}, а должно быть {right}",
    ),
)
TOO_MANY_ROWS = FaultKind("M304", TOO_FEW_ROWS.text)
BLANKS_IN_ROW = FaultKind(
    "M305",
    Text("there are spaces within the row", "внутри строки доски есть пробелы"),
    Text("write the cells side by side", "пишите клетки подряд"),
)
UNKNOWN_CELL = FaultKind(
    "M311",
    Text("there is no such cell: {characters}", "таких клеток не бывает: {characters}"),
    Text("a cell is one of {known}", "клетка — один из знаков {known}"),
)
CHARACTER = Text("«{character}» ({name})", "«{character}» ({name})")
OTHER_CHARACTERS = Text("{count} other characters", "ещё {count} других знаков")
LOOK_ALIKE_ON_BOARD = FaultKind("M312", LOOK_ALIKE_IN_HEADER.text, LOOK_ALIKE_IN_HEADER.hint)

# The footer

TEXT_AFTER_BOARD = FaultKind(
    "M401",
    Text("there is text after the board", "после доски есть ещё текст"),
    Text("a file of MMPeshki ends with the board", "файл ММПешек кончается доской"),
)
UNKNOWN_FOOTER = FaultKind(
    "M402",
    Text(
        "«{text}» is not a footer line of this game",
        "строки «{text}» под доской этой игры не бывает",
    ),
    Text("the footer lines are {known}", "под доской бывают строки: {known}"),
)
REPEATED_FOOTER = FaultKind(
    "M403", Text("the line «{key}» is repeated", "строка «{key}» повторена")
)
CONTRADICTORY_FOOTER = FaultKind(
    "M404",
    Text("the lines «{key}» contradict each other", "строки «{key}» противоречат друг другу"),
)
NO_FOOTER_VALUE = FaultKind(
    "M405",
    Text("the line «{key}» has no value", "в строке «{key}» нет значения"),
)
NO_GAME = FaultKind(
    "M406",
    Text(
        "the footer has no «game» line",
        "под доской есть строки, но нет строки «game»",
    ),
    Text("the games with a footer are {known}", "игры со строками под доской: {known}"),
)
UNKNOWN_GAME = FaultKind("M407", Text("{why}", "{why}"), NO_GAME.hint)
NO_GAME_LINE = FaultKind(
    "M409",
    Text(
        "this is not a board of MMPeshki, and no «game» line names another game",
        "это не доска ММПешек, а строки «game» с названием другой игры нет",
    ),
    Text(
        "no footer means MMPeshki, 8 x 8; other games have a «game» line with one of {known}",
        "без строк под доской это ММПешки, 8 на 8; у других игр под ней «game» и название: {known}",
    ),
)
LAST_BEFORE_FIRST = FaultKind(
    "M408",
    Text(
        "there is a «last» line, but no turn has been made yet",
        "строка «last» есть, а ходов ещё не было",
    ),
)
NO_STATE = FaultKind(
    "M410",
    Text("the line «{key}» is missing: {title}", "нет строки «{key}»: {title}"),
)
LOOK_ALIKE_IN_FOOTER = FaultKind("M412", LOOK_ALIKE_IN_HEADER.text, LOOK_ALIKE_IN_HEADER.hint)

# The position

WINNER_NOT_WRITTEN = FaultKind(
    "M501",
    Text(
        "the game is over, but the winner is not written",
        "партия окончена, а победитель не записан",
    ),
    Text("write {winner} instead of U: {reason}", "пишите {winner} вместо U: {reason}"),
)
DRAW_NOT_WRITTEN = FaultKind(
    "M502",
    Text("the game is a draw, but D is not written", "партия кончилась вничью, а D не записано"),
    WINNER_NOT_WRITTEN.hint,
    Severity.WARNING,
)
LIMIT_NOT_WRITTEN = FaultKind(
    "M507",
    Text(
        "the half-move limit is reached, but the winner by points is not written",
        "достигнут предел полуходов, а победитель по очкам не записан",
    ),
    WINNER_NOT_WRITTEN.hint,
    Severity.WARNING,
)
GAME_GOES_ON = FaultKind(
    "M503",
    Text(
        "{winner} is written as the result, but the game is not over",
        "записан итог {winner}, но партия не окончена",
    ),
    Text("the winner is U until the game is over", "победитель U, пока партия не окончена"),
)
RESULT_NOT_SHOWN = FaultKind(
    "M504",
    Text(
        "{winner} is written as the result, but the file does not show why",
        "записан итог {winner}, но по файлу не видно почему",
    ),
    Text(
        "passes, repetitions and an event's half-move limit cannot be seen in one file",
        "отказы от хода, повторение и предел полуходов турнира по одному файлу не видны",
    ),
    Severity.WARNING,
)
WRONG_WINNER = FaultKind(
    "M505",
    Text(
        "{written} is written as the result instead of {winner}",
        "итогом записано {written} вместо {winner}",
    ),
    Text("{reason}", "{reason}"),
)
AFTER_THE_LIMIT = FaultKind(
    "M506",
    Text(
        "this is half-move {half_move}, but the game ends with half-move {limit}",
        "это полуход {half_move}, а партия кончается полуходом {limit}",
    ),
)
POINTS_NOT_ON_BOARD = FaultKind(
    "M508",
    Text(
        "the points of {player} are wrong: the board shows {right}, not {written}",
        "неверные очки {player}: по доске {right}, а не {written}",
    ),
)
