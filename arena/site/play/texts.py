"""What the Play page says."""

from __future__ import annotations

from formats.text import Text

PLAY = Text("Play", "Играть")
TITLE = Text("A new game", "Новая партия")
GAME = Text("Game", "Игра")
RULES = Text("Rules", "Правила")
SIZE = Text("Board", "Доска")
COLUMNS = Text("Columns", "Столбцов")
ROWS = Text("Rows", "Строк")
USUAL = Text("leave empty for the usual size", "если пусто — обычный размер")
DRAWN_START = Text("Random start position", "Случайная начальная позиция")
WHO = Text("Who plays", "Кто играет")
PERSON = Text("a person", "человек")
PERSON_NAME = Text("Person", "Человек")
THINK = Text("Thinking time of a bot, seconds a move", "Время бота на ход, секунд")
LOAD = Text("Or go on from a position", "Или продолжить с позиции")
LOAD_NOTE = Text(
    "A matrix.txt says what game, rules and size it has.",
    "В matrix.txt уже сказано, какая игра, правила и размер.",
)
FILE = Text("A matrix.txt file", "Файл matrix.txt")
PASTE = Text("or its text", "или его текст")
BEGIN = Text("Play", "Играть")

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
WON = Text("{side} won: {reason}", "победа, {side}: {reason}")
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
    "Arrows move over the board, Enter or Space plays, Escape lets go, Backspace undoes a step,"
    " S sends the turn.",
    "Стрелки — по доске, Enter или пробел — ход, Escape — отпустить, Backspace — отменить ходик,"
    " S — отправить ход.",
)
CAN_STEP = Text("can be played", "сюда можно")
CHOSEN = Text("chosen", "выбрано")
JUST_MADE = Text("just now", "только что")
CAPTURED = Text("captured just now", "только что побито")
PENDING = Text("step of this turn", "ходик этого хода")
LOST = Text("The connection is lost; trying again", "Связь прервалась; пробуем снова")

GONE = Text(
    "This game is gone: it was left alone too long, or the site was restarted",
    "Этой партии больше нет: её долго не трогали, или сайт перезапущен",
)
MOVED_ON = Text("The game has moved on meanwhile", "Партия тем временем пошла дальше")
NOT_NOW = Text("That cannot be done now", "Сейчас так нельзя")
NO_STEP = Text("Nothing can be played there now", "Здесь сейчас хода нет")
NOT_YOURS = Text("It is not a person's turn now", "Сейчас ход не человека")
NO_GAME = Text("There is no such game", "Такой игры нет")
NO_BOT = Text("There is no such bot for this game", "Такого бота для этой игры нет")
BAD_THINK = Text(
    "The thinking time is between 0.05 and {most} seconds",
    "Время на ход — от 0,05 до {most} секунд",
)
BAD_SIZE = Text(
    "A side of the board is a whole number up to {most}", "Сторона доски — целое число до {most}"
)
NO_POSITION = Text("This matrix.txt is wrong: {why}", "В этом matrix.txt ошибка: {why}")
TOO_MANY_WATCH = Text(
    "Too many people are watching this game", "Эту партию смотрит слишком много людей"
)
