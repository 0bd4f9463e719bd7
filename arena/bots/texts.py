"""Texts of the commands about bots, and reasons why a program cannot be built."""

from __future__ import annotations

from bot.builder.build_fault import BuildFault, CannotBuild
from formats.text import Language, Text
from referee.clock import Clock
from referee.remedies import Missing, extra_install_command, remedy

BUILD_FAULTS = {
    BuildFault.NO_PROGRAM: Text(
        "there is no bot {name}; there are {known}", "бота {name} нет; есть {known}"
    ),
    BuildFault.NO_FILE: Text("{file}: there is no such file", "{file}: такого файла нет"),
    BuildFault.NO_COMPILER: Text(
        "no compiler on this machine makes {target} programs from {dialect}; install one: {zig}",
        "на этой машине нет компилятора, который делает из {dialect} программы для {target};"
        " установите его: {zig}",
    ),
    BuildFault.NO_SOURCES: Text(
        "{name} is installed as a program for Linux, without its sources; for another system build"
        " it in the project's folder: scripts/venv plain && .venv/bin/pip install ziglang &&"
        " .venv/bin/arena build {name} --target windows",
        "{name} установлен как программа для Linux, без исходного кода; для другой системы соберите"
        " его в папке проекта: scripts/venv plain && .venv/bin/pip install ziglang &&"
        " .venv/bin/arena build {name} --target windows",
    ),
    BuildFault.NO_CYTHON: Text(
        "Cython is needed to build built-in bots; install it: {cython}",
        "для сборки встроенных ботов нужен Cython; установите его: {cython}",
    ),
    BuildFault.NO_HEADERS: Text(
        "Python's headers are needed; install them: {command}",
        "нужны заголовочные файлы Python; установите их: {command}",
    ),
    BuildFault.NO_BUNDLER: Text(
        "PyInstaller is needed; install it: {bundle}",
        "нужен PyInstaller; установите его: {bundle}",
    ),
    BuildFault.NO_CACHE: Text(
        "{folder} belongs to somebody else or cannot be written: set XDG_CACHE_HOME to a folder"
        " of yours",
        "{folder} принадлежит не вам или закрыта для записи: укажите свою папку в XDG_CACHE_HOME",
    ),
    BuildFault.FAILED: Text("{command} failed:\n{said}", "{command}: ошибка:\n{said}"),
}
NOT_IN_APP = Text(
    "install arena with Python instead of this one-file program",
    "установите арену на Python вместо этой программы из одного файла",
)
TARGETS = {"linux": "Linux", "windows": "Windows"}

NAME_ONE_BOT = Text(
    "name one BOT, or a file with --from-python",
    "назовите одного бота или файл с ключом --from-python",
)
OVER_SOURCE = Text(
    "the program would be written over its source {file}: choose another --name or --out",
    "программа записалась бы поверх своего исходного файла {file}: укажите другое --name или --out",
)
WITHIN_LIMIT = Text(
    "{path}: {size}, within the class's limit of {limit}; made by {compiler}",
    "{path}: {size} из разрешённых {limit}; собрано с помощью {compiler}",
)
TOO_LARGE = Text(
    "{path}: {size}, more than the class's limit of {limit}; made by {compiler}",
    "{path}: {size}, а разрешено только {limit}; собрано с помощью {compiler}",
)
NEEDS_SYSTEM = Text(
    "  for this machine only: elsewhere it starts if its libraries are there and at least as new",
    "  только для этой машины: на другой запустится, если её библиотеки там есть и не старее",
)
PRINT_SMALL = Text(
    "  print with <cstdio> (printf), not <iostream>: the program becomes much smaller",
    "  печатайте через <cstdio> (printf), а не через <iostream>: программа станет гораздо меньше",
)
TAKE_ZIG = Text(
    "  {command}: zig makes small programs that need nothing else",
    "  {command}: с zig программы меньше и ничего не требуют",
)
BUILDING_BY = Text("building {name} by {compiler} ...", "собираю {name} с помощью {compiler} ...")
COMPILES_LIBRARY = Text(
    "{compiler} is used here for {dialect} and {target} for the first time: it compiles its"
    " library, which takes a minute or two, once for all programs ...",
    "{compiler} здесь впервые нужен для {dialect} и {target}: он компилирует свою библиотеку,"
    " это минута-две, один раз для всех программ ...",
)
START_COSTS = Text(
    "  each turn starts with {seconds} s of processor time before your own code",
    "  каждый запуск начинается с {seconds} с процессорного времени до вашего кода",
)
START_UNKNOWN = Text(
    "  the processor time of a start is not known: without matrix.txt the program does not end",
    "  процессорное время запуска неизвестно: без matrix.txt программа не завершается",
)
UNPACKS = Text(
    "  each time it starts, it unpacks itself into a temporary folder; a class may forbid that",
    "  при каждом запуске она распаковывается во временную папку; это может быть запрещено",
)


def why(error: CannotBuild, language: Language) -> str:
    """Return why the program cannot be built, and what to do."""
    values: dict[str, object] = {
        "command": remedy(Missing.HEADERS),
        "zig": extra_install_command("build") or NOT_IN_APP,
        "cython": extra_install_command("cython") or NOT_IN_APP,
        "bundle": extra_install_command("bundle") or NOT_IN_APP,
        **error.values,
    }
    if "target" in values:
        values["target"] = TARGETS[error.values["target"]]
    return BUILD_FAULTS[error.fault].say(language, values)


THINKING = Text(
    "{name} is making its move; it has {seconds} s ...",
    "{name} делает ход, у него {seconds} с ...",
)
PLAYING = Text(
    "{name} against itself: game {number} of {games} ...",
    "{name} против себя: партия {number} из {games} ...",
)
GAME_OVER = Text(
    "game {number}: {turns}, no fault; {ending}", "партия {number}: {turns}, ошибок нет; {ending}"
)
BAD_TURN = Text("game {number}, half-move {half_move}:", "партия {number}, полуход {half_move}:")
WRITTEN_FILE = Text("The file that {name} wrote:", "Файл, записанный ботом {name}:")
FILE_UNCHANGED = Text("{name} left matrix.txt unchanged", "{name} не изменил matrix.txt")
MOVE = Text("move      {move}", "ход       {move}")
TIMES = {
    Clock.CPU: Text(
        "time      {cpu} s of processor time, which counts; {wall} s of real time",
        "время     {cpu} с процессорного времени — считается оно; {wall} с реального времени",
    ),
    Clock.WALL: Text(
        "time      {wall} s of real time, of which {own} s count; {cpu} s of processor time",
        "время     {wall} с реального времени, из них считается {own} с; {cpu} с"
        " процессорного времени",
    ),
    Clock.FILE: Text(
        "time      what the bot writes counts; {cpu} s of processor time, {wall} s of real time",
        "время     считается то, что пишет бот; {cpu} с процессорного времени, {wall} с"
        " реального времени",
    ),
}
MEMORY = Text("memory    {used} MiB of {allowed} MiB", "память    {used} МиБ из {allowed} МиБ")
NOTHING_PRINTED = Text("printed   nothing", "вывод     пусто")
PRINTED_SIZE = Text("printed   {size}:", "вывод     {size}:")
PRINTED_OUTPUT_CUT = Text(
    "only the beginning is shown; --keep saves {kept}",
    "показано только начало; --keep сохранит {kept}",
)
GOOD_TURN = Text("{name}: a good turn", "{name}: запуск без ошибок")
LOST_TURN = Text(
    "{name} would lose the game by this turn: {ending}",
    "{name} проиграл бы партию этим запуском: {ending}",
)
LOST_BY_ONE_OF = Text(
    "{name} would lose the game by this turn: {ending}: {sentence}",
    "{name} проиграл бы партию этим запуском: {ending}: {sentence}",
)
ALL_GOOD = Text(
    "{name}: {games} against itself, {turns}, no fault",
    "{name}: {games} с собой, {turns}, ошибок нет",
)
KEPT_FILES = Text("kept in {folder}: {files}", "сохранено в {folder}: {files}")
REPEAT_COMMAND = Text("the same turn again: {command}", "повторить этот запуск: {command}")
TURNS = Text("turn|turns", "запуск|запуска|запусков")


NEW_BOT = Text(
    "{folder}: a bot for {game} in {language}. {readme} explains its files. Next:",
    "{folder}: бот для игры {game} на языке {language}. О файлах — в {readme}. Дальше:",
)
NEW_EVENT = Text(
    "{file}: an event of {game}. Its comments explain the keys. Next:",
    "{file}: турнир по игре {game}. Комментарии объясняют ключи. Дальше:",
)
EVENT_WITHOUT_LANGUAGE = Text(
    "--language is for a bot; with --event leave it out",
    "--language нужен боту; с --event его не пишут",
)
NO_TOOLS = Text(
    "  not on this machine yet: {tools}. This installs it: {remedy}",
    "  на этой машине ещё нет: {tools}. Установить: {remedy}",
)
NAME_TAKEN = Text(
    "{name} already means something in that folder: choose another name",
    "{name} в этой папке уже занято: выберите другое имя",
)
FOLDER_EXISTS = Text("{folder} already exists", "{folder} уже есть")
NO_LANGUAGE = Text("there is no language «{name}»", "языка «{name}» нет")
UNCLOSED_QUOTE = Text(
    "there is no file {text}, and as a command it has an unclosed quotation mark",
    "файла {text} нет, а в команде не закрыта кавычка",
)
NO_FILE_HERE = Text("there is no file {name}", "файла {name} нет")
NO_SOURCE_IN = Text(
    "the bot in {folder} is not one file in C, C++ or Python: build it with make -C {folder}",
    "бот в папке {folder} — не один файл на C, C++ или Python: соберите его так: make -C {folder}",
)
NOT_ON_OLD = Text("{sentence}: {advice}", "{sentence}: {advice}")
NOT_BUILT = Text(
    "{folder} is a bot that is not built yet: make -C {folder}",
    "{folder} — бот, который ещё не собран: make -C {folder}",
)
NO_BOT_IN = Text(
    "there is no program {program} in the folder {folder}",
    "в папке {folder} нет программы {program}",
)
NO_BOT = Text(
    "there is no file {name}, and no built-in bot is called so",
    "нет ни файла {name}, ни встроенного бота с таким именем",
)
NO_FILE_AND_NO_BOT = Text(
    "there is no file {name}, and: {why}", "файла {name} нет; кроме того, {why}"
)
TAKES_PART = Text(
    "{program} takes part in {events}, whose entrants are the programs in {folder}; --out names"
    " another folder",
    "{program} участвует в {events}: участники там — программы из папки {folder}; другую папку"
    " указывает --out",
)
BOT_OF_OTHER_GAME = Text(
    "{name} plays {game}, not {right}", "{name} — бот для игры {game}, а не {right}"
)
DIFFERENT_GAMES = Text("they play different games: {games}", "они играют в разные игры: {games}")
NO_PLUGIN = Text("{why}", "{why}")
BAD_SKELETON = Text(
    "the skeleton for {game} cannot be read: {why}", "заготовка для игры {game} не читается: {why}"
)
ONLY_LINUX = Text(
    "{name} is a Python program, which can be built for Linux only",
    "{name} — программа на Python, её можно собрать только для Linux",
)
NO_SKELETON = Text(
    "there is no skeleton for {game} yet: docs/write-a-bot.md says what a bot must do, and"
    " arena start {game} makes the first file for it",
    "для игры {game} заготовки ещё нет: что должен делать бот, сказано в docs/ru/write-a-bot.md,"
    " а первый файл для него делает arena start {game}",
)
OTHER_LANGUAGES = Text(
    "there is no skeleton for {game} in {language} yet; there is one in {known}",
    "для игры {game} на {language} заготовки ещё нет; есть на {known}",
)


MATCH_WITH_BUILTIN = Text("A match against a built-in bot", "Матч против встроенного бота")
MATCH_WITH_ITSELF = Text("A match against itself", "Матч против самого себя")


CHECKING = Text("checking {name} ...", "проверяю {name} ...")
CHECKING_POSITION = Text(
    "checking {name}: {number} of {count} positions, about {left} s left ...",
    "проверяю {name}: {number} из {count} позиций, осталось около {left} с ...",
)
FORMAT_BESIDE_POSITION = Text(
    "--format is for the whole check; --position shows one turn",
    "--format — для всей проверки, а --position показывает один запуск",
)
SECTION_WITHOUT_EVENT = Text(
    "--section is for --event, and none is given", "--section — для --event, а его нет"
)
BY_THE_EVENT = Text(
    "--event says game, clock and limits: leave the other options out",
    "игру, часы и ограничения задаёт --event: уберите остальные ключи",
)
WATCHING = Text(
    "waiting for a change in {folder}; Ctrl+C ends", "жду изменений в {folder}; Ctrl+C — выход"
)
NO_MAKE = Text(
    "--watch builds the bot with make, which this machine lacks: {command}",
    "--watch собирает бота командой make, а её на этой машине нет: {command}",
)
NOTHING_TO_WATCH = Text(
    "--watch takes a bot of yours: a folder or a file, not {name}",
    "--watch нужен ваш бот: папка или файл, а не {name}",
)
TOO_BUSY = Text(
    "this machine is too busy to check {name}: programs that want a core: {load}, cores: {cores};"
    " check it again when less runs here ({why})",
    "машина слишком занята, чтобы проверить {name}: программ, которым нужно ядро: {load}, ядер:"
    " {cores}; повторите проверку, когда на ней будет меньше работы ({why})",
)
SEE_TURN = Text("the whole turn: {command}", "запуск целиком: {command}")
BOT_IS_FIT = Text("{name} can be submitted", "{name} можно сдавать")
BOT_IS_UNFIT = Text(
    "{name} cannot be submitted yet: {errors}", "{name} пока нельзя сдать: {errors}"
)
