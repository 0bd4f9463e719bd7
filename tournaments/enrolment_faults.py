"""What can keep a program from taking part, and an event from going on.

Codes continue those of ``event_faults``: E2 entrants, E7 an event that has begun.
"""

from __future__ import annotations

from formats.fault import Kind
from formats.text import Text

NO_FOLDER = Kind("E205", Text("there is no folder {folder}", "папки {folder} нет"))
NO_FILE = Kind(
    "E206",
    Text("the program of {name}, {file}: {why}", "программа участника {name}, {file}: {why}"),
)
NOT_BUILT = Kind(
    "E207",
    Text("the bot {name} cannot be built: {why}", "бот {name} не собирается: {why}"),
)
TOO_LARGE = Kind(
    "E208",
    Text(
        "the program of {name} has {size} bytes, more than {allowed}",
        "в программе участника {name} {size} байт, больше {allowed}",
    ),
)
PLAYS_ANOTHER = Kind(
    "E209",
    Text("the bot {bot} does not play {game}", "бот {bot} не играет в игру {game}"),
)
EVENT_CHANGED = Kind(
    "E701",
    Text(
        "the event file was changed after the event began: line {line} was «{old}», is «{new}»",
        "файл турнира изменён после начала: строка {line} была «{old}», стала «{new}»",
    ),
    Text(
        "put it back, or begin another event with --to",
        "верните как было или начните другой турнир с --to",
    ),
)
PROGRAM_CHANGED = Kind(
    "E702",
    Text(
        "the program of {name} was changed after the event began: SHA-256 was {old}, is {new}",
        "программа участника {name} изменена после начала: SHA-256 был {old}, стал {new}",
    ),
    EVENT_CHANGED.hint,
)
COME = Kind(
    "E703",
    Text("{name} came after the event began", "{name} появился после начала турнира"),
    EVENT_CHANGED.hint,
)
GONE = Kind(
    "E704",
    Text("{name} is gone since the event began", "{name} исчез после начала турнира"),
    EVENT_CHANGED.hint,
)
DAMAGED = Kind(
    "E705",
    Text(
        "the program of {name} that the event keeps is damaged or gone: {file}",
        "сохранённая программа участника {name} повреждена или исчезла: {file}",
    ),
)
IN_USE = Kind(
    "E706",
    Text("the event in {folder} is being run already", "турнир в {folder} уже идёт"),
    Text("wait for it, or stop it", "дождитесь его или остановите"),
)
NO_START = Kind("E403", Text("the start position {file}: {why}", "начальная позиция {file}: {why}"))
WRONG_START = Kind(
    "E404",
    Text(
        "the start position {file} is wrong in line {line}: {what}",
        "начальная позиция {file} неверна в строке {line}: {what}",
    ),
)
OTHER_GAME = Kind(
    "E405",
    Text(
        "the start position {file} is not of {game} by the rules of the event",
        "начальная позиция {file} - не {game} по правилам турнира",
    ),
)
START_OVER = Kind(
    "E406",
    Text(
        "in the start position {file} the game is over",
        "в начальной позиции {file} партия уже кончена",
    ),
)
