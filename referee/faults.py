"""What a bot can do wrong in a turn, beside what it can write into matrix.txt."""

from __future__ import annotations

from formats.fault import Kind
from formats.text import Text

NOT_STARTED = Kind(
    "V101",
    Text("the program cannot be started: {why}", "программа не запускается: {why}"),
)
EXIT_STATUS = Kind(
    "V102",
    Text("the program ended with status {status}", "программа завершилась с кодом {status}"),
    Text(
        "a bot that has made its move ends with status 0", "сделав ход, бот завершается с кодом 0"
    ),
)
SIGNAL = Kind(
    "V103",
    Text(
        "the program was ended by {name}: {meaning}", "программу прервал сигнал {name}: {meaning}"
    ),
)
TOO_MUCH_MEMORY = Kind(
    "V104",
    Text(
        "the program took {used} MiB of memory; {allowed} MiB are allowed",
        "программа заняла {used} МиБ памяти, можно {allowed} МиБ",
    ),
)
FILE_TOO_LARGE = Kind(
    "V105",
    Text(
        "matrix.txt has {size} bytes; {allowed} are allowed",
        "в matrix.txt {size} байт, можно {allowed}",
    ),
)
WROTE_TOO_MUCH = Kind(
    "V106",
    Text(
        "the program wrote a file larger than {allowed} MiB",
        "программа записала файл больше {allowed} МиБ",
    ),
)
TIME_OVER = Kind(
    "V111",
    Text(
        "the time is used up: {used} s for this move, {left} s were left",
        "время вышло: {used} с на этот ход, а оставалось {left} с",
    ),
)
SLEPT_IN_GAME = Kind(
    "V112",
    Text(
        "stopped by the clock on the wall: it had slept {in_all} s in the game, and {idle} s are"
        " allowed; the rest came off the {left} s it had left",
        "остановлена по настенным часам: за партию она проспала {in_all} с, а разрешено {idle} с;"
        " остальное вычтено из оставшихся {left} с",
    ),
    Text(
        "do not sleep, and wait for nothing; waiting for a core that others use does not count",
        "не спите и ничего не ждите; ожидание ядра, занятого другими, не считается",
    ),
)
SLEPT_IN_MOVE = Kind(
    "V113",
    Text(
        "stopped by the clock on the wall: it slept {slept} s in this move, and had {left} s left",
        "остановлена по настенным часам: за этот ход она проспала {slept} с, а оставалось {left} с",
    ),
    SLEPT_IN_GAME.hint,
)
FALSE_CLAIM = Kind(
    "V121",
    Text(
        "the program says that it used {claimed} s; measured were {cpu} s of processor time"
        " in {wall} s",
        "программа пишет, что потратила {claimed} с; измерено {cpu} с процессорного времени"
        " за {wall} с",
    ),
    Text(
        "at least {least} s and at most {most} s are believed",
        "верят значениям от {least} с до {most} с",
    ),
)
MISSING = Kind("V131", Text("matrix.txt is gone", "файла matrix.txt нет"))
NOT_A_FILE = Kind(
    "V132",
    Text("in the place of matrix.txt there is {what}", "на месте matrix.txt {what}"),
    Text("matrix.txt stays a regular file", "matrix.txt остаётся обычным файлом"),
)
SECOND_NAME = Kind(
    "V133",
    Text(
        "matrix.txt has {links} names: it is a hard link",
        "у файла matrix.txt имён: {links}, это жёсткая ссылка",
    ),
    NOT_A_FILE.hint,
)
UNREADABLE = Kind("V134", Text("matrix.txt cannot be read", "matrix.txt не читается"))
OTHER_FILES = Kind(
    "V135",
    Text(
        "beside matrix.txt the program left: {names}",
        "кроме matrix.txt программа оставила: {names}",
    ),
    Text(
        "use /tmp for files of your own; it is emptied after each move",
        "свои файлы пишите в /tmp: после хода там всё удаляется",
    ),
)
