"""Kinds of faults that keep a program from taking part or an event from going on.

Codes continue those of ``event_faults``: E2 entrants, E4 files of start
positions, E7 an event that has begun.
"""

from __future__ import annotations

from formats.fault import Fault, FaultKind
from formats.text import Text
from referee.numbers import BYTES, count_text, number

NO_FOLDER = FaultKind("E205", Text("there is no folder {folder}", "папки {folder} нет"))
NO_FILE = FaultKind(
    "E206",
    Text("the program of {name}, {file}: {why}", "программа участника {name}, {file}: {why}"),
)
NOT_BUILT = FaultKind(
    "E207",
    Text("the bot {name} cannot be built: {why}", "бот {name} не собирается: {why}"),
)
TOO_LARGE = FaultKind(
    "E208",
    Text(
        "the program of {name} has {size}, more than the {allowed} allowed",
        "в программе участника {name} {size}, а можно не больше {allowed}",
    ),
)


def too_large(name: str, size: int, allowed: int) -> Fault:
    return TOO_LARGE(name=name, size=count_text(size, BYTES), allowed=number(allowed))


PLAYS_ANOTHER = FaultKind(
    "E209",
    Text("the bot {bot} does not play {game}", "бот {bot} не играет в игру {game}"),
)
SMALL_BOARD = FaultKind(
    "E210",
    Text(
        "the bot {bot} plays on boards of up to {most}, and the event has {size}",
        "бот {bot} играет на досках не больше {most}, а в турнире доска {size}",
    ),
)
EVENT_CHANGED = FaultKind(
    "E701",
    Text(
        "the event file was changed after the event began: {key} was {old}, is {new}",
        "файл турнира изменён после начала: ключ {key} был {old}, стал {new}",
    ),
    Text(
        "undo the change, or begin another event with --to",
        "отмените изменение или начните другой турнир с --to",
    ),
)
PROGRAM_CHANGED = FaultKind(
    "E702",
    Text(
        "the program of {name} was changed after the event began: SHA-256 was {old}, is {new}",
        "программа участника {name} изменена после начала: SHA-256 был {old}, стал {new}",
    ),
    EVENT_CHANGED.hint,
)
COME = FaultKind(
    "E703",
    Text("{name} was added after the event began", "{name} добавлен после начала турнира"),
    Text(
        "let the entrant in with arena admit, take the file away, or begin another event with --to",
        "примите участника командой arena admit, уберите файл или начните другой турнир с --to",
    ),
)
GONE = FaultKind(
    "E704",
    Text("{name} was removed after the event began", "{name} убран после начала турнира"),
    Text(
        "put the file back, let the entrant leave with arena withdraw, or begin another event with "
        "--to",
        "верните файл, отметьте уход участника (arena withdraw) или начните другой турнир с --to",
    ),
)
DAMAGED = FaultKind(
    "E705",
    Text(
        "the copy of the program of {name} that the event keeps is damaged or gone: {file}",
        "сохранённая программа участника {name} повреждена или исчезла: {file}",
    ),
)
IN_USE = FaultKind(
    "E706",
    Text("the {what} in {folder} is already running", "{what} в {folder} уже идёт"),
    Text("wait for its end, or stop it", "дождитесь конца или остановите игру"),
)
EVENT = Text("event", "турнир")
NO_START = FaultKind(
    "E403", Text("the start position {file}: {why}", "начальная позиция {file}: {why}")
)
WRONG_START = FaultKind(
    "E404",
    Text(
        "the start position {file} is wrong in line {line}: {what}",
        "начальная позиция {file} неверна в строке {line}: {what}",
    ),
)
OTHER_GAME = FaultKind(
    "E405",
    Text(
        "{file} is not a start position of {game} by the rules of the event",
        "{file} — не начальная позиция игры «{game}» по правилам турнира",
    ),
)
OTHER_SIZE = FaultKind(
    "E408",
    Text(
        "the board in {file} is {own}, but «size» of the event says {size}",
        "доска в {file} — {own}, а «size» турнира — {size}",
    ),
)
START_OVER = FaultKind(
    "E406",
    Text(
        "the game is already over in the start position {file}",
        "в начальной позиции {file} партия уже кончена",
    ),
)


NO_SECTION = FaultKind(
    "E211",
    Text("there is no section «{section}»", "раздела «{section}» нет"),
    Text("the sections are {known}", "разделы турнира: {known}"),
)
WHICH_SECTION = FaultKind(
    "E212",
    Text("the event has several sections", "в турнире несколько разделов"),
    Text("say which one: {known}", "укажите один из них: {known}"),
)
NO_ENTRY = FaultKind(
    "E213",
    Text(
        "the event file lists its entrants: nothing can be submitted",
        "участники перечислены в файле турнира: сдавать в него нельзя",
    ),
    Text('name a folder there: entrants = "bots"', 'укажите в нём папку: entrants = "bots"'),
)
NOT_SUBMITTED = FaultKind(
    "E214",
    Text(
        "there already is a program {file}, which was not submitted",
        "программа {file} там уже есть, но её не сдавали",
    ),
    Text(
        "choose another name, or ask the teacher to remove that program",
        "выберите другое имя или попросите преподавателя убрать ту программу",
    ),
)
ATTACHMENTS_TOO_LARGE = FaultKind(
    "E216",
    Text(
        "the sources or the report have {size} bytes; at most {allowed} are allowed",
        "в исходниках или отчёте байтов {size}, а можно не больше {allowed}",
    ),
    Text("leave out what can be made again", "уберите то, что можно получить заново"),
)
NO_SOURCES = FaultKind(
    "E219", Text("the sources are empty: nothing is in them", "исходники пусты: в них ничего нет")
)
NO_REPORT = FaultKind("E220", Text("the report is an empty file", "отчёт — пустой файл"))
FOREIGN_FOLDER = FaultKind(
    "E221",
    Text(
        "the folder {folder} has the submitted programs of another event: {event}",
        "в папке {folder} лежат программы, сданные в другой турнир: {event}",
    ),
    Text(
        "name a folder of its own for each event; if the event file was renamed, write its new name"
        " into {file}",
        "укажите каждому турниру свою папку; если переименован файл турнира, впишите новое"
        " имя в {file}",
    ),
)
FOLDER_OF_BOTS = FaultKind(
    "E225",
    Text(
        "the event would keep its games in {folder}, the folder of its bots",
        "турнир хранил бы партии в папке {folder}, где лежат его боты",
    ),
    Text(
        "rename the event file, since the folder has its name, or name another folder with --to",
        "переименуйте файл турнира: его имя носит и папка; или укажите другую папку в --to",
    ),
)
NO_VERSION = FaultKind(
    "E217",
    Text(
        "no version {number} of «{name}» was submitted",
        "версия {number} участника «{name}» не сдана",
    ),
    Text("`arena submit --list` shows all versions", "все версии покажет `arena submit --list`"),
)
NONE_PLAYS = FaultKind(
    "E222",
    Text(
        "no version of «{name}» plays: there is nothing to withdraw",
        "ни одна версия участника «{name}» не играет: снимать нечего",
    ),
    Text("`arena submit --list` shows all versions", "все версии покажет `arena submit --list`"),
)
OTHER_PLAYS = FaultKind(
    "E223",
    Text(
        "version {playing} of «{name}» plays now, not version {number}; load the page again",
        "у участника «{name}» играет версия {playing}, а не версия {number};"
        " загрузите страницу снова",
    ),
)
UNFIT = FaultKind(
    "E218",
    Text(
        "version {number} of «{name}» has failed its checks, and cannot play",
        "версия {number} участника «{name}» не прошла проверку и играть не может",
    ),
    Text(
        "check it again with `arena submit --recheck`, or choose another",
        "проверьте её ещё раз: `arena submit --recheck`, или выберите другую",
    ),
)
BEGUN = FaultKind(
    "E707",
    Text(
        "the event has begun: nothing more can be submitted",
        "турнир уже начался: сдавать больше нельзя",
    ),
)
OVERTAKEN = FaultKind(
    "E224",
    Text(
        "the event began before the bot of «{name}», submitted at {time}, was checked: it does not"
        " play",
        "турнир начался раньше, чем проверен бот участника «{name}», сданный {time}: этот бот не"
        " играет",
    ),
    Text(
        "if the entrant has no other bot in the event, the teacher can still let this one in, in"
        " the folder of the event: `arena admit EVENT NAME --program {program}`",
        "если другого бота у участника в турнире нет, преподаватель может допустить этого, в папке"
        " турнира: `arena admit ТУРНИР ИМЯ --program {program}`",
    ),
)
