"""Texts of the commands about events."""

from __future__ import annotations

from formats.text import Text

EVENT_BEGINS = Text("{title}: starting in {folder}", "{title}: начинается в папке {folder}")
EVENT_GOES_ON = Text(
    "{title}: going on in {folder}, games played: {done}",
    "{title}: продолжается в папке {folder}, сыграно партий: {done}",
)
ELSEWHERE = Text(
    "warning: this event is kept in {folder}, but the site and the commands that take the event"
    " file (submit, ladder, entrants, grades) look into {own}, where {state}; arena grades sees"
    " this event with --from {folder}",
    "предупреждение: этот турнир хранится в {folder}, а сайт и команды, которым называют файл"
    " турнира (submit, ladder, entrants, grades), смотрят в {own}, где {state}; arena grades увидит"
    " этот турнир с ключом --from {folder}",
)
NONE_BEGUN = Text(
    "no event has begun: they still take bots and play the ladder",
    "турнир не начат: они всё ещё принимают ботов и играют лестницу",
)
OTHER_BEGUN = Text("another event has begun", "начат другой турнир")
SECTION = Text("{section}: {sentence}", "{section}: {sentence}")
GAME = Text(
    "{done}/{games}  {section} {number}  {a} - {b}  {result}  {ending}: {sentence}",
    "{done}/{games}  {section} {number}  {a} - {b}  {result}  {ending}: {sentence}",
)
PROGRESS = Text(
    "{done} of {games} games  {an_hour} games an hour  {left} left, until {end}",
    "сыграно партий: {done} из {games}  в час: {an_hour}  осталось {left}, до {end}",
)
UNKNOWN = Text("?", "?")
LEADERS = Text("{section}: {leaders}", "{section}: {leaders}")
DRY_RUN_OVER = Text(
    "tried with {games} games, nothing is kept; lost by a fault: {faults}",
    "проба: партий {games}, ничего не сохранено; проиграно из-за ошибок: {faults}",
)
EVENT_STOPPED = Text(
    "stopped after {done} of {games} games; run the same command to go on",
    "остановлено, сыграно партий: {done} из {games}; чтобы продолжить, повторите ту же команду",
)
GAMES_PLAYED = Text(
    "{games} in {time}; bots took {share} % of the cores' time",
    "{games} за {time}; на ботов ушло {share} % времени ядер",
)
CANNOT_GO_ON = Text(
    "arena: the event in {folder} cannot go on: {why}; the ledger is intact:"
    " once the cause is removed, run the same command again",
    "arena: турнир в папке {folder} остановлен: {why}; журнал не повреждён:"
    " устраните причину и повторите ту же команду",
)
NOT_PLAYED = Text(
    "arena: a game could not be played; no bot is to blame: {why}; the ledger is intact:"
    " once the cause is removed, run the same command again",
    "arena: партию сыграть не удалось, боты не виноваты: {why}; журнал не повреждён:"
    " устраните причину и повторите ту же команду",
)
DRY_RUN_FAILED = Text(
    "arena: the trial could not be played; no bot is to blame: {why}",
    "arena: пробу сыграть не удалось, боты не виноваты: {why}",
)
FAULT_LINE = Text("arena: {sentence} [{code}]", "arena: {sentence} [{code}]")
RECORDS_AGREE = Text(
    "{games} games replayed by the rules: all verdicts and the table are confirmed,"
    " and so is the ledger up to its head {head}",
    "партий проверено по правилам: {games}; все решения судьи и таблица подтверждены, как и"
    " журнал до последнего хеша {head}",
)

SEED_AGREES = Text(
    "{sentence}; start positions and draws follow from it",
    "{sentence}; начальные позиции и жребий следуют из него",
)
SEED_CONTAINED = Text(
    "{head} is the hash of the secret seed that this event was played with",
    "{head} — хеш тайного seed, с которым сыгран этот турнир",
)
DECISIONS_AGREE = Text(
    "decisions of the teacher: {decisions}; each was allowed when it was made, and every"
    " game that was played after it was due",
    "решений преподавателя: {decisions}; каждое было допустимо, когда принималось, и каждая"
    " сыгранная после него партия полагалась по расписанию",
)
NOT_OVER = Text(
    "the event is not over: {done} of {games} games were played",
    "турнир не окончен: сыграно партий {done} из {games}",
)
HEADS_MISSING = Text(
    "ledger.heads lacks its last lines: {missing} of {lines}; so it may be while the event runs,"
    " after a crash, or where the file was not copied, and arena run writes them again; whether"
    " the newest entries of the ledger were removed, only a published head shows now (--head)",
    "в ledger.heads нет последних строк: {missing} из {lines}; так бывает, пока турнир идёт, после"
    " сбоя или если файл не скопировали, и arena run допишет их; не удалены ли последние записи"
    " журнала, теперь покажет только опубликованный хеш (--head)",
)
HEAD_IS_CONTAINED = Text(
    "the ledger contains the published head {head}: it is the hash after {entries} entries",
    "в журнале есть опубликованный хеш {head}: это хеш после записи {entries}",
)
HEAD_IS_NOT_CONTAINED = Text(
    "the ledger does not contain the head {head}: another ledger was published,"
    " or this one was changed since",
    "хеша {head} в журнале нет: опубликован был не этот журнал, или он изменён с тех пор",
)
NO_HASH = Text(
    "{text} is not the head of a ledger: arena table --head prints it, 64 digits long",
    "{text} — не хеш журнала: его печатает arena table --head, в нём 64 цифры",
)
HEAD = Text(
    "the head of the ledger after {entries} entries is {hash}; publish it to be able to prove later"
    " that none of them was changed (arena rejudge --head)",
    "последний хеш журнала, после записи {entries}: {hash}; опубликуйте его, и потом можно будет"
    " доказать, что ни одна запись не изменена (arena rejudge --head)",
)
OTHER_TABLE = Text(
    "{section}: the table made from the records differs from the ledger's",
    "{section}: таблица, составленная по записям партий, отличается от таблицы журнала",
)
DIFFERENCE = Text(
    "{section}, {what}: {sentence}",
    "{section}, {what}: {sentence}",
)
PLACES_CHANGE = Text(
    "{section}: places that change: {changes}", "{section}: места меняются: {changes}"
)
PLACES_STAY = Text("{section}: no place changes", "{section}: места не меняются")
BONUSES_CHANGE = Text(
    "{section}: bonuses that change: {changes}", "{section}: бонусы меняются: {changes}"
)
CHANGE = Text("{name}: was {before}, is {after}", "{name}: было {before}, стало {after}")
MORE_CHANGES = Text("others: {count}", "у других: {count}")
GAMES_DUE = Text(
    "games due now: {games}; arena run {event} plays them",
    "сейчас нужно сыграть партий: {games}; это сделает arena run {event}",
)
NOTHING_DUE = Text("no game is due now", "сейчас играть нечего")
SAY_WHY = Text("say why: --reason TEXT", "укажите причину: --reason ТЕКСТ")
NO_PROGRAM = Text(
    "there is no program of {name} in the event's folder of bots: name it with --program",
    "в папке ботов турнира нет программы участника {name}: укажите её ключом --program",
)

FEEDBACK = Text(
    "feedback for {count} entrants: {folder}", "отзывы для участников ({count}): {folder}"
)
NO_GAMES = Text("no such game was played", "такой партии не сыграно")
PLAN = Text(
    "games left: {games}, at most {time} with {jobs} at a time: done by {end} at the latest",
    "осталось партий: {games}, по {jobs} одновременно не дольше {time}: конец не позже {end}",
)
TOO_LATE = Text(
    "the games may not fit into the planned evening, which ends at {end}",
    "партии могут не уложиться в отведённый вечер: он кончается в {end}",
)
FORMATS_BY_BONUSES = Text(
    "the format is picked when the event begins; entrants: {count}; the places would earn",
    "формат будет выбран в начале турнира; участников: {count}; места принесли бы",
)
FORMAT_BONUSES = Text(
    "  {format}: {bonuses}  (games: {games}, at most {time})",
    "  {format}: {bonuses}  (партий: {games}, не дольше {time})",
)
PICKED_FORMAT_BONUSES = Text(
    "  {format}: {bonuses}  (games: {games}, at most {time}); this one would be picked now",
    "  {format}: {bonuses}  (партий: {games}, не дольше {time}); сейчас был бы выбран он",
)
ENTRANT_LIST = Text(
    "{section}: {count} take part: {names}", "{section}: участников {count}: {names}"
)
ENTRANT_COUNT = Text("{section}: {count} take part", "{section}: участников {count}")
ADMITTED_LATE = Text("admitted late", "допущен с опозданием")
DEPARTED = {
    True: Text("withdrew", "выбыл"),
    False: Text("disqualified", "дисквалификация"),
}
"""Remarks on entrants who are out of the event, by whether they withdrew."""
HAS_BEGUN = Text(
    "the event has begun, games played: {played} of {games}",
    "турнир уже начался, сыграно партий: {played} из {games}",
)
CHECKED_BEFORE = Text(
    "the event has begun: check a single bot with arena check",
    "турнир уже начался: отдельного бота проверит arena check",
)
ENTRANT_SENTENCE = Text("  {name}: {sentence}", "  {name}: {sentence}")
ABSENT_STUDENTS = Text(
    "on the class list, without a program here: {names} ({count})",
    "в списке группы есть, а программ здесь нет: {names} ({count})",
)
BOT_PASSED = Text("{name}: passed every check", "{name}: все проверки пройдены")
BOT_WARNED = Text(
    "{name}: may play; warnings: {warnings}", "{name}: играть может; предупреждения: {warnings}"
)
BOT_FAILED = Text("{name}: FAILED {why}", "{name}: НЕ ПРОШЁЛ {why}")


SAY_WHERE = Text("say where: --to EVENT.toml", "укажите турнир: --to ТУРНИР.toml")
NAME_ONE = Text(
    "name one BOT, or --list, or with --name one of --play, --recheck, --withdraw",
    "назовите одного бота, или --list, или вместе с --name что-то из --play, --recheck, --withdraw",
)
ATTACHMENTS_NEED_BOT = Text(
    "--source and --report are handed in with a bot", "--source и --report сдают вместе с ботом"
)
NO_ARGUMENTS = Text(
    "a bot is submitted without options of its own", "бот сдаётся без собственных ключей"
)
ONE_FILE = Text("{bot}: a bot is one file", "{bot}: бот — это один файл")
NOTHING_SUBMITTED = Text("nothing has been submitted yet", "ещё ничего не сдано")
COLUMNS = {
    "time": Text("submitted", "сдано"),
    "name": Text("name", "участник"),
    "number": Text("version", "версия"),
    "sha256": Text("SHA-256", "SHA-256"),
    "size": Text("size", "размер"),
    "state": Text("state", "состояние"),
    "attachments": Text("sources, report", "исходники, отчёт"),
}
"""Titles in the list of versions."""


IN_WHICH_SECTION = Text(
    "game {number} is in several sections: choose with --section: {sections}",
    "партия {number} есть в нескольких разделах: выберите ключом --section: {sections}",
)
NO_GAME_OF_NUMBER = Text(
    "{folder}: no game {number} was played", "{folder}: партия {number} не сыграна"
)
DOES_NOT_COUNT = Text(
    "game {number} does not count: it was annulled, or is to be played again",
    "партия {number} не считается: она аннулирована или будет переиграна",
)
NOT_BEGUN = Text(
    "{folder}: no event has begun in this folder", "{folder}: в этой папке нет начатого турнира"
)
BAD_LEDGER = Text(
    "{folder}: its ledger cannot be read: {reason}", "{folder}: журнал не читается: {reason}"
)
NO_SECTION = Text("there is no section «{name}»", "раздела «{name}» нет")
HEADING = Text(
    "{name}, games played: {played} of {games}", "{name}, сыграно партий: {played} из {games}"
)
DISQUALIFIED_NAME = Text("{name} (disqualified)", "{name} (дискв.)")
WITHDRAWN_NAME = Text("{name} (withdrew)", "{name} (выбыл)")
NO_MATCH = Text("bye", "пропуск тура")
WON_MATCH = Text("  * won the match, or had a bye", "  * — победа в матче или пропуск тура")
CROSSTABLE = Text("Points against each other", "Очки в личных встречах")
REPORT = Text("the report: {path} ({size} kB)", "отчёт: {path} ({size} кБ)")
COLUMNS_LEFT_OUT = Text(
    "too wide for this terminal, left out: {names}",
    "не поместились в этот терминал: {names}",
)
LADDER_BEGINS = Text(
    "{title}: ladder in {folder}, versions that play: {versions}",
    "{title}: лестница в папке {folder}, играют версий: {versions}",
)
LADDER_GAME = Text(
    "{section} {number}  {a} - {b}  {result}  {ending}: {sentence}",
    "{section} {number}  {a} - {b}  {result}  {ending}: {sentence}",
)
LADDER_HEADING = Text(
    "{title}, ladder of «{section}», games played: {games}",
    "{title}, лестница раздела «{section}», сыграно партий: {games}",
)
LADDER_EMPTY = Text(
    "{title}: nothing has been played on the ladder yet",
    "{title}: на лестнице ещё ничего не сыграно",
)
NO_MILESTONE = Text(
    "no built-in bot of the style «{style}» plays along: the styles here are {known}",
    "бота арены в стиле «{style}» здесь нет; есть стили: {known}",
)
LADDER_STOPPED = Text(
    "stopped after {done} games; run the same command to go on",
    "остановлено, сыграно партий: {done}; чтобы продолжить, повторите ту же команду",
)
LADDER_RESTS = Text(
    "arena: the ladder pauses for a minute: a game could not be played, no bot is to blame: {why}",
    "arena: лестница приостановлена на минуту: партию сыграть не удалось, боты не виноваты: {why}",
)
