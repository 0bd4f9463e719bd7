"""Texts of the Play pages."""

from __future__ import annotations

from arena.bots.builtin_bots import Level
from formats.text import Text

PLAY = Text("Play", "Играть")
TITLE = Text("A new game", "Новая партия")
GAME = Text("Game", "Игра")
RULES = Text("Rules", "Правила")
SIZE = Text("Board", "Доска")
COLUMNS = Text("Columns", "Столбцов")
ROWS = Text("Rows", "Строк")
USUAL = Text("leave empty for the usual size", "если пусто — обычный размер")
SMALL_BOARDS = Text(
    "built-in bots play on boards of up to {most}",
    "встроенные боты играют на досках не больше {most}",
)
DRAWN_START = Text("Random start position", "Случайная начальная позиция")
PLAYERS = Text("Who plays", "Кто играет")
PERSON = Text("a person", "человек")
OF_FOLDER = Text("Programs of this site", "Программы этого сайта")
NOT_TRIED = Text("not tried yet", "ещё не испытана")
PLAYS_NOTHING = Text("no legal move in any game", "ни в одной игре нет допустимого хода")
NOTED = Text("{name}: {note}", "{name}: {note}")
PERSON_NAME = Text("Person", "Человек")
THINK = Text("Thinking time of a bot, seconds a move", "Время бота на ход, секунд")
LOAD = Text("Or go on from a position", "Или продолжить с позиции")
LOAD_NOTE = Text(
    "A matrix.txt says what game, rules and size it has.",
    "В matrix.txt уже сказано, какая игра, правила и размер.",
)
FROM_HERE = Text(
    "The game begins with this position: {position}", "Партия начнётся с этой позиции: {position}"
)
FILE = Text("A matrix.txt file", "Файл matrix.txt")
PASTE = Text("or its text", "или его текст")
BEGIN = Text("Play", "Играть")

OUR_LEVELS = Text("A built-in bot, by its level", "Встроенный бот — по силе")
OUR_STYLES = Text("A built-in bot, by its style", "Встроенный бот — по стилю")
LEVEL_NAMES = {
    Level.WEAK: Text("weak", "слабый"),
    Level.MODERATE: Text("moderate", "средний"),
    Level.STRONG: Text("strong", "сильный"),
}
STYLES = {
    "champion": Text("champion, the strongest", "чемпион, самый сильный"),
    "greedy": Text("greedy, a beginner", "жадный, новичок"),
    "random": Text("random, plays anything", "случайный, ходит как попало"),
    "uct": Text("uct, searches a tree by chance", "uct, случайный поиск по дереву"),
    "nim": Text("nim, plays Chomp like Nim", "nim, играет в Щёлк как в ним"),
}
RULE_SETS = {
    "classic": Text("classic: the encyclopedia's", "classic: как в энциклопедии"),
    "sesc": Text("sesc: no draws, the last to move wins", "sesc: ничьих нет, выигрывает последний"),
    "petersburg": Text("petersburg: corners occupied, 11 x 11", "petersburg: углы заняты, 11 x 11"),
    "last-move": Text(
        "last-move: a player who cannot make three steps loses",
        "last-move: кто не может сделать три ходика, проиграл",
    ),
}

TO_MOVE = Text("{side} to move", "ход: {side}")
STEP_OF = Text(
    "{side} to move: step {number} of {length}", "ход: {side}, ходик {number} из {length}"
)
READY = Text(
    "{side}: the turn is complete. Send it, or undo a step",
    "{side}: ход собран. Отправьте его или отмените ходик",
)
ONLY_PASS = Text("{side} cannot move: pass", "{side}: ходов нет, пропустите ход")
THINKS = Text("{name} is thinking", "{name} думает")
BUILDS = Text("{name} is being built", "{name} собирается")
QUEUES = Text(
    "{name} waits: as many bots are thinking as may think at once",
    "{name} ждёт: уже думает столько ботов, сколько разрешено сразу",
)
WAITS_FOR_CORE = Text(
    "{name} waits for a core: games of a tournament or a match are played on all of them",
    "{name} ждёт свободного ядра: на всех идут партии турнира или матча",
)
WAITS = Text("{side}: {name} waits; press Step or Go on", "{side}: {name} ждёт; «Шаг» или «Дальше»")
YOU = Text("you", "вы")
YOU_WON = Text("You won", "Вы выиграли")
YOU_LOST = Text("You lost", "Вы проиграли")
WON = {
    True: Text("{side} won: {reason}", "победили {side}: {reason}"),
    False: Text("{side} won: {reason}", "победил {side}: {reason}"),
}
"""Sentences on a game that was won, by whether the name of the side is plural in Russian."""
DRAWN = Text("A draw: {reason}", "Ничья: {reason}")
CANNOT = Text("{name} cannot play: {why}", "{name} не может играть: {why}")
CANNOT_RUN = Text(
    "this machine could not run it; the bot is not to blame",
    "машина не смогла его запустить, бот не виноват",
)

SEND = Text("Send the turn", "Отправить ход")
UNDO = Text("Undo the step", "Отменить ходик")
PASS = Text("Pass", "Пропустить ход")
BACK = Text("Take back", "Вернуть ход")
PAUSE = Text("Pause", "Пауза")
RESUME = Text("Go on", "Дальше")
STEP = Text("Step", "Шаг")
SAVE = Text("Save matrix.txt", "Сохранить matrix.txt")
RECORD = Text("Save the record", "Сохранить запись")
NEW = Text("New game", "Новая партия")
BOARD = Text(
    "Board. Arrow keys move, Enter plays, Escape gives up the piece.",
    "Доска. Стрелки — движение, Enter — ход, Escape — отпустить фишку.",
)
MOVES = Text("Moves", "Ходы")
WORDS = Text("Moves that name no cell", "Ходы, в которых нет клеток")
CONTROLS = Text("Controls", "Управление")
THOUGHTS = Text("What the bot says", "Что говорит бот")
THINKING_BAR = Text("The bot's thinking time", "Время бота на ход")
LEGEND = Text("Legend", "Обозначения")
KEYS = Text(
    "Arrows move over the board, Enter or Space plays, Escape lets go.",
    "Стрелки — по доске, Enter или пробел — ход, Escape — отпустить.",
)
STEP_KEYS = Text(
    "Backspace undoes a step, S sends the turn.",
    "Backspace — отменить ходик, S — отправить ход.",
)
CAN_STEP = Text("can be played", "сюда можно")
CHOSEN = Text("chosen", "выбрано")
JUST_MADE = Text("just now", "только что")
CAPTURED = Text("captured just now", "только что взято")
PENDING = Text("step of this turn", "ходик этого хода")
LOST = Text("The connection is lost; trying again", "Связь прервалась; пробуем снова")
NO_ANSWER = Text("The site did not answer: press again", "Сайт не ответил: нажмите ещё раз")

REMATCH = Text("Rematch", "Ещё партию")
SWAP = Text("Rematch, other sides", "Ещё партию, стороны наоборот")
REVIEW = Text("Review the game", "Разобрать партию")
WEAK_MOVE_BUTTON = Text("Was this the mistake?", "Это и была ошибка?")
NEXT_GAME = Text("The next game has begun", "Новая партия началась")
BRANCH = Text("Play on from here", "Играть с этого места")
COPY_LINK = Text("Link to this half-move", "Ссылка на этот полуход")
COPIED = Text("The link is copied", "Ссылка скопирована")
HINT = Text("Hint", "Подсказка")
HINT_SAID = Text("Advice: {move}", "Совет: {move}")
HINT_COMES = Text("The advice is being worked out already", "Совет уже готовится")
NO_HINT = Text("No advice is known here", "Здесь совета нет")
REVIEWING = Text(
    "The positions are being looked at: {known} of {all}", "Разбор идёт: {known} из {all}"
)
NO_WEAK_MOVE = Text("No half-move gave much away", "Больших ошибок в партии нет")
WEAK_MOVE_MARK = Text("a mistake", "ошибка")
CHANCE = Text("Chance of {side}: {chance}", "Шансы, {side}: {chance}")
CHANCE_CURVE = Text("The chances over the game", "Шансы по ходу партии")
PROVEN = Text("Proven: {side} wins", "Доказан выигрыш: {side}")
PROVEN_DRAW = Text("Proven: a draw", "Доказано: ничья")
NOW = Text("As it stands now", "Как сейчас")
TO_START = Text("To the start", "В начало")
STEP_BACK = Text("A half-move back (key ,)", "На полуход назад (клавиша ,)")
STEP_FORWARD = Text("A half-move forward (key .)", "На полуход вперёд (клавиша .)")
HALF_MOVES = Text("Stepping through the game", "Просмотр партии")
RESULT = Text("The game is over", "Партия окончена")
SOUNDS = Text("Sounds", "Звуки")
INVITE = Text("Links to give to others", "Ссылки для других")
INVITE_NOTE = Text(
    "Whoever opens the link of a side plays it, and nothing else.",
    "Кто откроет ссылку стороны, играет за неё и ни за кого больше.",
)
LINK_OF = Text("Plays: {side}", "Играет: {side}")
LINK_WATCH = Text("Only watches", "Только смотрит")
OVER_ONLOOKERS = Text("Watching: {count}", "Смотрят: {count}")
YOU_WATCH = Text("You are watching this game", "Вы смотрите эту партию")
CLOCK_PEOPLE = Text("Clock of people", "Часы у людей")
CLOCK_BOTS = Text("Clock of programs", "Часы у программ")
NO_CLOCK = Text("none", "нет")
A_MOVE = Text("none: thinking time for each move", "нет: время на каждый ход")
CLOCK_SECONDS = Text("{count} s for the game", "{count} с на партию")
CLOCK_MINUTES = Text("{count} min for the game", "{count} мин на партию")
CLASS_CLOCK = Text("{count} s for the game, as in the class", "{count} с на партию, как на зачёте")
BAD_CLOCK = Text(
    "A clock has from 5 seconds to 2 hours", "На часах может быть от 5 секунд до 2 часов"
)
BAD_BOT_CLOCK = Text(
    "A bot has a clock of {offered} seconds or none",
    "У бота могут быть часы на {offered} с или никаких",
)
NO_SUCH_GAME = Text("There is no such game in this event", "Такой партии в этом турнире нет")
NO_SUCH_MOVE = Text("There is no such half-move", "Такого полухода нет")
ONLY_WATCHING = Text(
    "This link is for watching: nothing can be done with it",
    "Эта ссылка только для просмотра: по ней ничего сделать нельзя",
)
NOT_YOUR_SIDE = Text("It is the other side's turn", "Сейчас ход другой стороны")
GONE = Text(
    "This game is gone: it was left alone for too long, or made room for newer games",
    "Этой партии больше нет: её долго не трогали, или её место заняли новые",
)
MOVED_ON = Text("The game has moved on meanwhile", "Партия тем временем пошла дальше")
NOT_NOW = Text("That cannot be done now", "Сейчас так нельзя")
NO_STEP = Text("Nothing can be played there now", "Здесь сейчас хода нет")
TURN_IS_WHOLE = Text(
    "The turn is complete: send it, or undo a step", "Ход собран: отправьте его или отмените ходик"
)
NOT_YOURS = Text("It is not a person's turn now", "Сейчас ход не человека")
NO_BOT = Text("There is no such bot for this game", "Такого бота для этой игры нет")
BAD_THINK = Text(
    "The thinking time is between 0.05 and {most} seconds",
    "Время на ход — от 0,05 до {most} с",
)
BAD_SIZE = Text(
    "A side of the board is a whole number up to {most}", "Сторона доски — целое число до {most}"
)
NO_POSITION = Text("This matrix.txt is wrong: {why}", "В этом matrix.txt ошибка: {why}")
TOO_MANY_WATCH = Text(
    "Too many people are watching this game", "Эту партию смотрит слишком много людей"
)
