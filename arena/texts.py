"""Texts of commands about one position or game, and those that several packages share."""

from __future__ import annotations

from formats.fault import Severity
from formats.text import Text
from referee.numbers import count_text

SEVERITIES = {
    Severity.ERROR: Text("error", "ошибка"),
    Severity.WARNING: Text("warning", "предупреждение"),
}
HINT = Text("hint", "подсказка")

GOOD = Text("{name}: good: {summary}", "{name}: верно: {summary}")
BAD = Text("{name}: bad ({errors})", "{name}: неверно ({errors})")
MORE = Text("and {count} more of this kind", "и ещё {count} таких же")
LEGAL = Text("{before} -> {after}: legal: {move}", "{before} -> {after}: допустимый ход: {move}")
LEGAL_BUT_WRONG = Text(
    "{before} -> {after}: {move} is legal, but the file is wrong",
    "{before} -> {after}: ход {move} допустимый, но файл неверен",
)
ILLEGAL = Text(
    "{before} -> {after}: no legal move leads there",
    "{before} -> {after}: допустимый ход сюда не ведёт",
)
TWO_FILES = Text(
    "two files are checked as a move; to check each on its own, add --each",
    "два файла проверяются как ход; чтобы проверить каждый отдельно, добавьте --each",
)

HALF_MOVE = Text("half-move {number}", "полуход {number}")
TO_MOVE = Text("{side} ({player}) to move", "ход: {side} ({player})")
WON = {
    True: Text("{side} ({winner}) won: {reason}", "победили {side} ({winner}): {reason}"),
    False: Text("{side} ({winner}) won: {reason}", "победил {side} ({winner}): {reason}"),
}
"""Sentences on a game that was won, by whether the name of the side is plural in Russian."""
DRAWN = Text("a draw: {reason}", "ничья: {reason}")
CLOCK = Text("{side} ({player}) {seconds} s", "{side} ({player}) {seconds} с")
POINTS = Text("points: {points}", "очки: {points}")
POINTS_OF = Text("{side} ({player}) {points}", "{side} ({player}) {points}")
STATE = Text("{title}: {value}", "{title}: {value}")
LAST_MOVE = Text("last move {move}", "последний ход {move}")

LARGE_BOARD = Text(
    "{name} plays on boards of up to {most}", "{name} играет на досках не больше {most}"
)
OTHER_GAME = Text("{name} is a position of {game}", "{name} — позиция игры «{game}»")
GAME_IS_OVER = Text("{name}: the game is over there", "{name}: партия здесь уже окончена")

NO_MOVES = Text("the game is over: there are no moves", "партия окончена: ходов нет")

KEYS = Text(
    "→ next, ← back, Home and End, a number and Enter: go to it, q: quit ",
    "→ вперёд, ← назад, Home и End, число и Enter — к этому полуходу, q — выход ",
)
BEFORE_FIRST = Text("{players}: the start", "{players}: начало")
AFTER_MOVE = Text(
    "{players}: after {number}, {move} in {seconds} s",
    "{players}: после {number}, {move} за {seconds} с",
)
IT_PRINTED = Text("it printed:", "вывод бота:")
RESULT = Text("result {result}, {termination}", "итог {result}, {termination}")

BUILDING = Text("building {name} ...", "собираю {name} ...")
BUILDING_SOME = Text(
    "compiling {number} of {total}: {name} ...", "компилирую {number} из {total}: {name} ..."
)
PROVEN_WIN = Text("{side} ({winner}) wins, proven", "{side} ({winner}): выигрыш доказан")
PROVEN_WIN_IN = Text(
    "{side} ({winner}) wins in {count} and no sooner, proven",
    "{side} ({winner}): доказан выигрыш за {count}, быстрее нельзя",
)
PROVEN_WIN_WITHIN = Text(
    "{side} ({winner}) wins in {count} at most, proven",
    "{side} ({winner}): доказан выигрыш не больше чем за {count}",
)
CHANCE_OF_A = Text("chance of {side} (A): {chance}", "шансы A ({side}): {chance}")
PROVEN_DRAW = Text("a draw, proven", "ничья, доказано")
UNKNOWN = Text("not proven", "не доказано")
UNPROVEN = Text(
    "not proven; the player to move has a chance of {chance}",
    "не доказано; шансы ходящего {chance}",
)
TOOK = Text(
    "{nodes}, {seconds} s, {cpu} s of processor time",
    "{nodes}, {seconds} с, процессорного времени {cpu} с",
)
THINKING = Text(
    "{seconds} s, {nodes}, depth {depth}, best {best}",
    "{seconds} с, {nodes}, глубина {depth}, лучший ход {best}",
)
THINKING_BEST_FIRST = Text(
    "{seconds} s, {nodes}, by proof numbers, best {best}",
    "{seconds} с, {nodes}, по числам доказательства, лучший ход {best}",
)
NOT_TAKEN = Text(
    "{game}: its solver cannot take this position: {why}",
    "{game}: решатель не берётся за эту позицию: {why}",
)
ONE_OF_THE_RECORDS = Text(
    "{folder} is a folder: name one of its {count} records, such as {names}",
    "{folder} — папка: назовите одну из записей в ней ({count}), например {names}",
)
GAME_OF_THE_EVENT = Text(
    "{folder} is the folder of an event: add the number of a game: arena {command} {folder} 1",
    "{folder} — папка турнира: добавьте номер партии: arena {command} {folder} 1",
)
SECTION_WITHOUT_GAME = Text(
    "--section is for a game of an event: name the event and the number of the game",
    "--section — для партии турнира: назовите турнир и номер партии",
)
NO_RECORDS_IN = Text(
    "{folder} is a folder without records: arena match --records DIR writes records, and arena"
    " export those of an event",
    "{folder} — папка, и записей партий в ней нет: их пишет arena match --records ПАПКА, а записи"
    " турнира — arena export",
)
SHORTER = Text("the game has only {count}", "в партии только {count}")
NOT_COMPILED = Text(
    "{game}: this installation of arena lacks the compiled part that solves positions:"
    " install a C compiler, then install arena again from its source",
    "{game}: в этой установке arena нет скомпилированной части, которая решает позиции:"
    " поставьте компилятор C, затем заново установите arena из исходных текстов",
)
NOT_SOLVED = Text(
    "{game}: there is no solver for this game, only a player",
    "{game}: для этой игры есть игрок, но нет решателя",
)


HALF_MOVES = Text("half-move|half-moves", "полуход|полухода|полуходов")
NODES = Text("node|nodes", "узел|узла|узлов")


def is_plural(side: Text) -> bool:
    """Return whether the Russian name of a side is plural: красные, but первый."""
    return side.ru.endswith(("е", "и", "ы"))


def half_moves(count: int) -> Text:
    return count_text(count, HALF_MOVES)


BEST_MOVE_MISSED = Text(
    "{best} was better; the chance of {side} (A) was {had}, now it is {has}",
    "лучше было {best}; шансы A ({side}): были {had}, стали {has}",
)
CHANCE_FELL = Text(
    "the chance of {side} (A) was {had} before this half-move, now it is {has}",
    "шансы A ({side}): перед этим полуходом были {had}, стали {has}",
)
REVIEWED = Text(
    "{game}: {a} (A) - {b} (B); chances of {side} (A) after each half-move",
    "{game}: {a} (A) - {b} (B); шансы A ({side}) после каждого полухода",
)
AT_START = Text("the start", "начало")
WEAK_MOVE = Text("weak move: {sentence}", "слабый ход: {sentence}")
VERY_WEAK_MOVE = Text("very weak move: {sentence}", "очень слабый ход: {sentence}")
WEAK_MOVES = Text(
    "weak moves: {a} (A) {of_a}, {b} (B) {of_b}", "слабых ходов: {a} (A) {of_a}, {b} (B) {of_b}"
)
NO_WEAK_MOVES = Text(
    "weak moves: the built-in search found none", "слабых ходов встроенный поиск не нашёл"
)
REVIEWING = Text("position {number} of {count} ...", "позиция {number} из {count} ...")
REVIEW = Text("Review of a game", "Разбор партии")
BEFORE_IT = Text("Before {number}, {move}", "Перед ходом {number}, {move}")
HALF_MOVE_COLUMN = Text("Half-move", "Полуход")
MOVE_COLUMN = Text("Move", "Ход")
CHANCES_COLUMN = Text("Chances of {side} (A)", "Шансы, {side} (A)")
REMARK_COLUMN = Text("Remark", "Замечание")

NO_EVENT = Text(
    "there is no file or folder «{name}», and no such event comes with the arena",
    "ни файла, ни папки «{name}» нет, и среди турниров арены такого нет",
)
NO_EVENT_IN_FOLDER = Text(
    "«{name}» is a folder without an event: name the event's .toml file",
    "«{name}» — папка, в которой нет турнира: назовите файл турнира .toml",
)

OTHER_VERSION_PLAYS = Text(
    "version {number} of {time} still plays", "по-прежнему играет версия {number} от {time}"
)
NO_VERSION_PLAYS = Text("no version of {name} plays yet", "пока ни одна версия {name} не играет")
RECHECKED_VERSION = Text(
    "{name}: version {number} of {time}, checked again: {state}",
    "{name}: версия {number} от {time}, проверена ещё раз: {state}",
)
CHOSEN_VERSION = Text(
    "{name}: version {number} of {time} plays now, until another is submitted",
    "{name}: теперь играет версия {number} от {time}, пока не сдана другая",
)
WITHDRAWN_VERSION = Text(
    "{name}: version {number} of {time} is withdrawn; no version plays until --play chooses one",
    "{name}: версия {number} от {time} снята; пока --play не выберет другую, не играет ни одна",
)
