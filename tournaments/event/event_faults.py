"""Kinds of faults of an event file, except faults of single values (see ``toml_values``).

Codes of event files begin with E: E0 the text, its keys and values, E2 entrants, E3 formats,
E4 starts, E5 points and places, E6 sections. Faults of rules and start positions are the game's;
their codes begin with S.
"""

from __future__ import annotations

from formats import game
from formats.fault import FaultKind, Severity
from formats.names import ADVICE
from formats.text import Text

NOT_TOML = FaultKind(
    "E001",
    Text("this is not TOML: {reason}", "это не TOML: {reason}"),
)
BEYOND_READING = FaultKind(
    "E011",
    Text(
        "a number has too many digits, or lists are nested too deeply",
        "в числе слишком много цифр, или списки слишком глубоко вложены",
    ),
)
NOT_UTF8 = FaultKind(
    "E009",
    Text("this is not text in UTF-8", "это не текст в UTF-8"),
    Text("save the file as UTF-8", "сохраните файл в UTF-8"),
)
ONE_RULE_SET = FaultKind(
    "E010",
    Text("{game} has only one set of rules", "у игры {game} только один набор правил"),
    Text("remove «rules»", "уберите «rules»"),
)
BEYOND_OWN_LIMIT = FaultKind("E012", game.BEYOND_OWN_LIMIT.text, game.BEYOND_OWN_LIMIT.hint)
LONG_KEY = FaultKind(
    "E014",
    Text(
        "a key has more than {most} parts separated by full stops",
        "в ключе больше {most} частей, разделённых точками",
    ),
)
NO_SUCH_GAME = FaultKind(
    "E013",
    Text("{why}", "{why}"),
    Text(
        "choose one of: {known}; or install the package that adds the game",
        "выберите одну из: {known}; или установите пакет, который добавляет игру",
    ),
)

SAME_NAME = FaultKind(
    "E201",
    Text("two entrants are called «{name}»", "у двух участников имя «{name}»"),
    Text("give one of them another «name»", "дайте одному из них другое имя: «name»"),
)
BAD_NAME = FaultKind(
    "E202",
    Text("«{name}» cannot be a name: {why}", "«{name}» не может быть именем: {why}"),
    ADVICE,
)
ALIKE = FaultKind(
    "E215",
    Text("the name «{name}» looks like «{other}»", "имя «{name}» похоже на «{other}»"),
    Text(
        "choose another name: «{name}» has {here} where «{other}» has {there}",
        "выберите другое имя: там, где в «{name}» {here}, в «{other}» {there}",
    ),
)
NO_PROGRAM = FaultKind(
    "E203",
    Text("the entrant has no program", "у участника нет программы"),
    Text(
        "write command = a path, or bot = one that the arena builds",
        "напишите command = путь или bot = один из тех, что собирает арена",
    ),
)
TWO_PROGRAMS = FaultKind(
    "E204",
    Text("the entrant has both a command and a bot", "у участника есть и command, и bot"),
    Text("remove one of them", "уберите что-нибудь одно"),
)

OF_ANOTHER_FORMAT = FaultKind(
    "E304",
    Text(
        "the key «{key}» is for {formats}, but the format is {format}",
        "ключ «{key}» — для {formats}, а формат здесь {format}",
    ),
)

WITHOUT_EFFECT = FaultKind(
    "E306",
    Text(
        "the key «{key}» has no effect on a final that is a round robin",
        "ключ «{key}» не действует: финал — круговой турнир",
    ),
    Text('write final = "knockout", or remove it', 'напишите final = "knockout" или уберите его'),
    severity=Severity.WARNING,
)

NO_EVENING = FaultKind(
    "E305",
    Text("the time available is missing", "не указано, сколько есть времени"),
    Text('evening = "3 h"', 'evening = "3 h"'),
)

NO_STARTS = FaultKind(
    "E401", Text("the list of start positions is empty", "список начальных позиций пуст")
)
ALL_ALIKE = FaultKind(
    "E402",
    Text(
        "{game} has one start position: each pair plays it {count} times",
        "у игры {game} одна начальная позиция: каждая пара сыграет её столько раз: {count}",
    ),
    severity=Severity.WARNING,
)
FOREIGN_OF_STARTS = FaultKind(
    "E407",
    Text(
        "the key «{key}» is not for the game {game}, whose start positions are not drawn with it",
        "ключ «{key}» — не для игры «{game}»: её начальные позиции строятся без него",
    ),
)

POINTS_ORDER = FaultKind(
    "E501",
    Text(
        "a win must be worth more than a loss, and a draw no more than a win and no less than a "
        "loss",
        "победа должна стоить больше поражения, а ничья — не больше победы и не меньше поражения",
    ),
)
SAME_TIE_BREAK = FaultKind("E502", Text("«{name}» is named twice", "«{name}» указано дважды"))
NOBODY_REMOVED = FaultKind(
    "E503",
    Text(
        "nobody is disqualified from the tournament by these rules",
        "по этим правилам из турнира никого не дисквалифицируют",
    ),
    Text(
        '«disqualified-games» needs disqualification = "tournament"',
        'для «disqualified-games» нужно disqualification = "tournament"',
    ),
)
RISING_BONUSES = FaultKind(
    "E504",
    Text(
        "a lower place earns more than a higher one",
        "более низкое место приносит больше, чем более высокое",
    ),
)

NO_SECTIONS = FaultKind(
    "E602",
    Text("the list of sections is empty", "список разделов пуст"),
    Text("remove «section», or add [[section]]", "уберите «section» или добавьте [[section]]"),
)
SAME_SECTION = FaultKind(
    "E601",
    Text("two sections are called «{name}»", "два раздела называются «{name}»"),
    Text("give one of them another «name»", "дайте одному из них другое имя: «name»"),
)
