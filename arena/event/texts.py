"""What the commands about events say: running, entering, the table, the report."""

from __future__ import annotations

from formats.text import Text

BEGINS = Text("{title}: begins in {folder}", "{title}: начинается в папке {folder}")
GOES_ON = Text(
    "{title}: goes on in {folder}, {done} games are played",
    "{title}: продолжается в папке {folder}, партий сыграно {done}",
)
SECTION = Text("{section}: {picked}", "{section}: {picked}")
GAME = Text(
    "{done}/{games}  {section} {number}  {a} - {b}  {result}  {ending}: {sentence}",
    "{done}/{games}  {section} {number}  {a} - {b}  {result}  {ending}: {sentence}",
)
PROGRESS = Text(
    "{done} of {games} games  {an_hour} games an hour  {left} left",
    "партий {done} из {games}  {an_hour} партий в час  осталось {left}",
)
UNKNOWN = Text("?", "?")
LEADERS = Text("{section}: {leaders}", "{section}: {leaders}")
STOPPED = Text(
    "stopped after {done} of {games} games; the same command goes on",
    "остановлено после {done} партий из {games}; та же команда продолжит",
)
OVER = Text(
    "{games} games in {time}; the bots' own share of the cores was {share} %",
    "партий {games} за {time}; на самих ботов ушло {share} % времени процессоров",
)
NO_EVENT = Text(
    "{name} is no file, and no event of that name comes with the arena: {known}",
    "{name} - не файл, и среди турниров арены такого нет: {known}",
)
CANNOT_WRITE = Text(
    "arena: {folder} cannot be written: {why}; what is in the ledger is safe,"
    " the same command goes on",
    "arena: в папку {folder} не записать: {why}; что в журнале, то цело; та же команда продолжит",
)
CANNOT = Text("arena: {sentence} [{code}]", "arena: {sentence} [{code}]")
AGREES = Text(
    "{games} games played again through the law: all verdicts and the table are confirmed,"
    " and so is the ledger up to its head {head}",
    "через закон переиграно партий: {games}; все решения и таблица подтверждены,"
    " как и журнал до последнего хеша {head}",
)
CONTAINED = Text(
    "the ledger contains the published head {head}: it is that of its first {games} games",
    "в журнале есть опубликованный хеш {head}: это хеш первых партий, числом {games}",
)
NOT_CONTAINED = Text(
    "the ledger does not contain the head {head}: it is not the one that was published,"
    " or was changed since",
    "хеша {head} в журнале нет: опубликован был не этот журнал, или он изменён с тех пор",
)
NO_HASH = Text(
    "{text} is no head of a ledger: arena table --head prints one, of 64 digits",
    "{text} - не хеш журнала: его печатает arena table --head, в нём 64 цифры",
)
HEAD = Text(
    "the head of the ledger after {games} games is {hash}; who publishes it can prove later that"
    " none of them was changed (arena rejudge --head)",
    "последний хеш журнала, после {games} партий: {hash}; кто его опубликует, сможет потом"
    " доказать, что ни одна не изменена (arena rejudge --head)",
)
OTHER_TABLE = Text(
    "{section}: the table made of the records is another than the ledger's",
    "{section}: таблица по записям не такая, как по журналу",
)
DIFFERS = Text(
    "{section}, game {number} ({id}): {sentence}",
    "{section}, партия {number} ({id}): {sentence}",
)


REFUSED = Text("arena: {sentence} [{code}]", "arena: {sentence} [{code}]")
ENTERED = Text(
    "{name}: version {number}, {sha256}, is entered in «{section}»; it plays",
    "{name}: версия {number}, {sha256}, заявлена в «{section}»; она и играет",
)
NOT_ENTERED = Text(
    "{name}: version {number}, {sha256}, is kept, but does not play",
    "{name}: версия {number}, {sha256}, сохранена, но не играет",
)
STILL = Text(
    "version {number} of {time} goes on playing", "играет по-прежнему версия {number} от {time}"
)
NONE = Text("no version of {name} plays yet", "пока ни одна версия {name} не играет")
NOTHING = Text("nothing was submitted yet", "заявок ещё нет")
VERSION = Text(
    "{time}  {name} {number}  {sha256}  {size} bytes  {state}",
    "{time}  {name} {number}  {sha256}  {size} байт  {state}",
)
PLAYS = Text("plays", "играет")
REPLACED = Text("passed", "прошла проверку")
FAILED = Text("failed: {checks}", "не прошла: {checks}")


NOT_BEGUN = Text(
    "{folder}: no event was begun in this folder", "{folder}: в этой папке нет начатого турнира"
)
BAD_LEDGER = Text(
    "{folder}: its ledger cannot be read: {reason}", "{folder}: журнал не читается: {reason}"
)
NO_SECTION = Text(
    "there is no section {name}; there are: {known}", "нет раздела {name}; есть: {known}"
)
HEADING = Text(
    "{name}, games played: {played} of {games}", "{name}, сыграно партий: {played} из {games}"
)
OUT = Text("{name} (disqualified)", "{name} (снят)")
CROSSTABLE = Text("Points against each other", "Очки в личных встречах")
REPORT = Text("the report: {path} ({size} kB)", "отчёт: {path} ({size} кБ)")
LEFT_OUT = Text(
    "too wide for this terminal, left out: {names}",
    "не поместились в этот терминал: {names}",
)
