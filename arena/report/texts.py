"""Texts of the report, besides those of the rules, the referee and the tables."""

from __future__ import annotations

from formats.text import Text
from referee.sandbox.isolation_levels import IsolationLevel

REPORT = Text("Report", "Отчёт")
LANGUAGE = Text("Language", "Язык")
WITHOUT_COLOURS = Text("Without colours", "Без цвета")
SKIP = Text("Skip to the tables", "Сразу к таблицам")
SECTIONS = Text("Parts of the page", "Части страницы")
STANDINGS = Text("Standings", "Таблица")
BRACKET = Text("Bracket", "Сетка")
BYE = Text("bye", "пропуск тура")
CROSSTABLE = Text("Crosstable", "Таблица встреч")
GAMES = Text("Games", "Партии")
EVENT = Text("The event", "О турнире")
NO_SCRIPT = Text(
    "To see the games and step through them, allow this page to run its script, which is in this"
    " file.",
    "Чтобы видеть список партий и смотреть их, разрешите странице её скрипт: он весь в этом файле.",
)
UNFINISHED = Text(
    "The event is not over: {played} of {games} games have been played.",
    "Турнир не окончен: сыграно партий {played} из {games}.",
)
POINTS_OF = Text("points in games", "очки в партиях")
BONUS_OF = Text("bonus", "бонус")

STAT_GAMES = Text("games", "партий")
STAT_HALF_MOVES = Text("half-moves", "полуходов")
STAT_DRAWS = Text("draws", "ничьих")
STAT_OFFENCES = Text("offences", "нарушений")
STAT_OUT_OF_TIME = Text("lost on time", "просрочено")
STAT_THINKING = Text("of bots thinking", "думали программы")

RATING_NOTE = Text(
    "Rating: in Elo about the average of this table, by the results of all games played; the true "
    "one lies within the interval with a probability of 95 %. Moving first is worth {elo} ±"
    " {error}.",
    "Рейтинг — в единицах Эло от среднего по таблице, по итогам всех сыгранных партий; верный "
    "лежит в интервале с вероятностью 95 %. Право ходить первым стоит {elo} ± {error}.",
)
TIE_NOTE = Text("Equal points are told apart by: {names}.", "При равных очках решают: {names}.")
CROSS_NOTE = Text(
    "The points of the row's entrant in games with the column's. A cell leads to its games; "
    "† one of them was lost by an offence.",
    "Очки участника строки в партиях с участником столбца. Клетка ведёт к партиям; "
    "† в одной из них было нарушение.",
)
DISQUALIFIED_ENTRANT = Text("disqualified from the tournament", "дисквалификация")
WITHDRAWN = Text("withdrew", "выбыл")
OWN_PLACE = Text(
    "{section}: place {place} of {of}, points {points}",
    "{section}: место {place} из {of}, очков {points}",
)
OWN_TIME = Text(
    "time used: {all} s in all games, at most {most} s in one",
    "израсходовано: {all} с за все партии, самое большее {most} с за одну",
)
OWN_GAME = Text("Game {number}, with {foe}", "Партия {number}, соперник {foe}")
LOSS = Text("What went wrong", "Что пошло не так")
GIVEN_BOARD = Text("the board before", "доска до хода")
WRITTEN_BOARD = Text("the board that it wrote", "записанная доска")
FILE_BEFORE = Text("matrix.txt as it was given", "matrix.txt до хода")
FILE_AFTER = Text("matrix.txt as it was left", "matrix.txt после хода")
PRINTED_BY_OWN = Text("printed, by half-moves", "напечатано, по полуходам")

LATEST = Text("Just finished", "Только что окончены")
NO_GAMES = Text("No game has been played yet.", "Ещё не сыграно ни одной партии.")
ENTRANT = Text("entrant", "участник")
OPPONENT = Text("opponent", "соперник")
ENDING = Text("ending", "чем кончилась")
ANY = Text("anybody", "любой")
ANY_ENDING = Text("any ending", "любой конец")
OFFENCE = Text("any offence", "любое нарушение")
DRAW = Text("a draw", "ничья")
WITH_OUTPUT = Text("printed output", "есть вывод")
GAME_NUMBER = Text("game", "партия")
ROUND = Text("round", "тур")
RESULT = Text("result", "итог")
MOVES = Text("moves", "ходы")
HALF_MOVES = Text("half-moves", "полуходы")
USED = Text("time, s", "время, с")

BOARD = Text("The board; the arrow keys step", "Доска; стрелки листают ходы")
CLOSE = Text("Close (Esc)", "Закрыть (Esc)")
PREVIOUS = Text("Previous game (P)", "Предыдущая партия (P)")
NEXT = Text("Next game (N)", "Следующая партия (N)")
TO_START = Text("To the start (Home)", "К началу (Home)")
BACK = Text("Back (←)", "Назад (←)")
PLAY = Text("Play (space)", "Показывать подряд (пробел)")
FORWARD = Text("Forward (→)", "Вперёд (→)")
TO_END = Text("To the end (End)", "К концу (End)")
HALF_MOVE = Text("half-move", "полуход")
KEYS = Text(
    "Keys: ← → step, Home and End, space plays, N and P other games, Esc closes.",
    "Клавиши: ← → ход, Home и End, пробел — подряд, N и P — другие партии, Esc — закрыть.",
)
PAIR = Text("The games of these two", "Партии этих двоих")
PICTURES = Text("Pictures", "Картинки")
POINTS_PICTURE = Text("Points over the rounds", "Очки по турам")
RATING_PICTURE = Text("Rating over the rounds", "Рейтинг по турам")
TIME_PICTURE = Text("Seconds for a turn, on the average", "Секунд на ход, в среднем")
TURN = Text("turn of the bot", "ход бота")
LENGTH_PICTURE = Text("Lengths of games, by how they ended", "Длина партий и чем они кончились")
WINS_PICTURE = Text("Wins by side", "Победы по сторонам")
TOP_OF_TABLE = Text("the first {count} of the table", "первые {count} в таблице")
PLAY_ON = Text("Play on from here", "Играть с этого места")
TIME_PLOT = Text("Seconds used in each half-move", "Секунды на каждый полуход")
PRINTED = Text("Printed by the bots", "Что напечатали программы")
EVIDENCE = Text("The file by which its writer lost", "Файл, из-за которого партия проиграна")
AS_TEXT = Text("The board as text", "Доска текстом")
DETAILS = Text("About this game", "Об этой партии")

FALSE_TIME = Text("time written too low", "занижено время в файле")
DISQUALIFIES = Text("disqualifies", "дисквалификация")
WARNS = Text("a warning, up to the startup", "предупреждение, в пределах запуска")
EXAMINER = Text("programs must start on", "программы запускаются на")
KIND = Text("programs that are taken", "принимаются программы")
KINDS = {"PE": Text("for Windows", "для Windows"), "ELF": Text("for Linux", "для Linux")}
SEED = Text("seed", "seed")
SECRET_SEED = Text("lot", "жребий")
MACHINE = Text("machine", "машина")
HEAD = Text("head of the ledger", "последний хеш журнала")
AFTER_ENTRIES = Text("after {count} entries: {hash}", "после записи {count}: {hash}")
DAMAGE = Text("damage of the ledger", "повреждение журнала")
BEGAN = Text("began", "начало")
ENDED = Text("ended", "конец")
GAME = Text("game", "игра")
RULES = Text("rules", "правила")
SIZE = Text("board", "доска")
LIMIT = Text("half-moves at most", "полуходов не больше")
FORMAT = Text("format", "формат")
PICKED = Text("how it was chosen", "как он выбран")
STARTS = Text("start positions", "начальных позиций")
TIME = Text("time a game", "время на партию")
CLOCK = Text("clock", "часы")
MARGIN = Text("margin of the clock", "допуск часов")
STARTUP = Text("free time to start, a turn", "на начало каждого запуска, сверх времени")
MEMORY = Text("memory", "память")
FILE_SIZE = Text("size of a program", "размер программы")
TEMPORARY_FILES = Text("temporary files", "временные файлы")
SANDBOX = Text("sandbox", "песочница")
ISOLATION_LEVELS = {
    None: Text("the strongest available", "сильнейшая из доступных"),
    IsolationLevel.NAMESPACES: Text("namespaces", "namespaces"),
    IsolationLevel.LANDLOCK: Text("landlock", "landlock"),
    IsolationLevel.NONE: Text("no", "нет"),
}
FORMAT_WITH = Text("{format} ({options})", "{format} ({options})")
OPTION = Text("{title}: {value}", "{title}: {value}")
OPTIONS = {
    "advance": Text("entrants who advance from each group", "выходит из каждой группы"),
    "cycles": Text("matches of each pair", "встреч каждой пары"),
    "final": Text("final stage", "финальный этап"),
    "groups": Text("groups", "групп"),
    "rounds": Text("rounds", "туров"),
    "third-place": Text("match for the third place", "матч за третье место"),
    "ties": Text("tied matches", "матчи с равными очками"),
}
"""Titles of the options of formats, by their keys in an event file."""
OPTION_WORDS = {
    "play-off": Text("a play-off, then a lot", "дополнительные партии, затем жребий"),
    "lot": Text("a lot", "жребий"),
    "seed": Text("the higher seed goes on", "проходит участник с меньшим номером посева"),
    "time": Text("less time used", "меньше потраченное время"),
}
"""Values of options of formats in words; a value that names a format has that format's title."""
LETTERS = Text("letters", "буквы")
WORTH = Text("win, draw, loss", "победа, ничья, поражение")
PENALTY = Text("a disqualification loses", "при дисквалификации проигрывается")
REMOVED = Text("games of a disqualified entrant", "партии участника после дисквалификации")
TIE_BREAKS = Text("tie-breaks", "при равных очках")
BONUSES = Text("bonuses for places", "бонусы за места")
ENTRANTS = Text("Entrants", "Участники")
SOURCE = Text("program", "программа")
BYTES = Text("bytes", "байт")
YES = Text("yes", "да")
NO = Text("no", "нет")
NONE = Text("none", "нет")
STRICT = Text("Latin ones only", "только латинские")
LENIENT = Text("Cyrillic look-alikes are forgiven", "похожие кириллические прощаются")
SECONDS = Text("{seconds} s", "{seconds} с")
CLOCKS = {
    "cpu": Text("processor time", "время процессора"),
    "wall": Text("real time", "реальное время"),
    "file": Text("what bots write", "что пишут программы"),
}
PENALTIES = {
    "game": Text("the game", "партия"),
    "match": Text("the match", "матч"),
    "tournament": Text("the tournament", "весь турнир"),
}
REMOVALS = {
    "lost": Text("all count as lost", "все считаются проигранными"),
    "annulled": Text("do not count", "не считаются"),
    "stand": Text("those played stand", "сыгранные остаются"),
}

SCRIPT = {
    "game": Text("Game {number}", "Партия {number}"),
    "start": Text("The start.", "Начало."),
    "move": Text(
        "{number}. {move}, {side} ({name}), {seconds} s.",
        "{number}. {move}, {side} ({name}), {seconds} с.",
    ),
    "bar": Text("{number}. {move}, {seconds} s", "{number}. {move}, {seconds} с"),
    "longest": Text("at most {seconds} s", "не больше {seconds} с"),
    "seconds": Text("{seconds} s", "{seconds} с"),
    "points": Text("points: {points}", "очки: {points}"),
    "board": Text("The board, {move}", "Доска, {move}"),
    "won": Text("{name} won", "{name}: победа"),
    "drawn": Text("A draw", "Ничья"),
    "disqualified": Text("{name} lost by an offence", "{name}: нарушение"),
    "counts": Text(
        "In the table it counts as {result}: a player has left or was disqualified.",
        "В таблице она считается {result}: кто-то из игроков выбыл или дисквалифицирован.",
    ),
    "annulled": Text("It does not count in the table.", "В таблице она не считается."),
    "printed": Text("printed", "печать"),
    "hint": Text("Hint", "Подсказка"),
    "error": Text("Line {line}:", "Строка {line}:"),
    "warning": Text("Line {line}, only a warning:", "Строка {line}, только предупреждение:"),
    "rules": Text("the rules of the game", "правила игры"),
    "format": Text("the description of matrix.txt", "описание matrix.txt"),
    "shown": Text("games shown: {count} of {all}", "показано партий: {count} из {all}"),
    "round": Text("round", "тур"),
    "position": Text("start position", "начальная позиция"),
    "used": Text("time used", "израсходовано"),
    "machine": Text("machine", "машина"),
    "began": Text("began", "начало"),
    "voided": Text("restarted through our own fault", "начата заново по нашей вине"),
}
"""Texts of the page's script."""
