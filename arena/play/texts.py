"""Texts of ``arena play``."""

from __future__ import annotations

from formats.text import Text

HUMAN = Text("a person", "человек")
TITLE = Text("{a} ({a_side}) against {b} ({b_side})", "{a} ({a_side}) против {b} ({b_side})")
WELCOME = Text(
    "a move is written like {example}; rules tells the rules, help the rest",
    "ход записывается так: {example}; правила расскажет слово «правила», остальное — «помощь»",
)
LOSS = Text("{side} ({player}) lost: {reason}", "поражение, {side} ({player}): {reason}")
BOT_TOOK = Text("{name} took {seconds} s", "{name}: за {seconds} с")
THINKS = Text("{name} is thinking", "{name} думает")
GAME_STOPPED = Text("stopped", "прервано")
NO_TURN = Text(
    "{name} could not make its move; the bot is not to blame: {why}",
    "{name} не смог сделать ход; бот в этом не виноват: {why}",
)
PRINTED_OUTPUT = Text("it printed:", "вывод бота:")

PROMPT = Text("{side}> ", "{side}> ")
PROMPT_BEGUN = Text("{side} {turn}> ", "{side} {turn}> ")
PROMPT_BOT = Text(
    "{name} is to move: Enter, go or quit> ", "ходит {name}: Enter, дальше или выход> "
)
PROMPT_OVER = Text(
    "game over: undo, new, save or quit> ", "конец: отмена, заново, сохранить или выход> "
)

NOT_PLAYED = Text("not played: {sentence}", "не сыграно: {sentence}")
NOT_YOURS = Text("it is not a person's turn", "сейчас ходит не человек")
NO_UNDO = Text("there is nothing to take back", "отменять нечего")
MOVES = Text("{count} possible: {moves}", "можно ({count}): {moves}")
LEVEL_OF_BUILTIN = Text(
    "--level is for a built-in bot: name no other player, or leave it out",
    "--level — для встроенного бота: не называйте другого игрока или уберите этот ключ",
)
LEVEL_OF_NOBODY = Text(
    "--level is for a built-in bot, and none plays: leave it out",
    "--level — для встроенного бота, а он не играет: уберите этот ключ",
)
TIME_USED = Text(
    "{name}: the moves of this record took more than --time {time}; take a longer time",
    "{name}: ходы этой записи заняли больше, чем --time {time}; возьмите больше времени",
)
NO_HINT = Text("no hint: {why}", "подсказки нет: {why}")
NO_ADVISER = Text("no built-in bot plays {game}", "в игру «{game}» встроенные боты не играют")
HINT = Text("{name} would play {move}", "{name} советует {move}")
HINT_INSTEAD = Text(
    "{name} would play {move} as the whole half-move", "{name} советует весь ход {move}"
)
HINT_WITH_VALUE = Text("{hint}: {value}", "{hint}: {value}")
NO_ONE_RESIGNS = Text("nobody is playing who could give up", "сдаваться некому: людей нет")
NO_NAME = Text("add the name of a file", "добавьте имя файла")
FILE_EXISTS = Text(
    "{name} already exists; to overwrite it: save! {name}",
    "{name} уже есть; чтобы записать поверх: сохранить! {name}",
)
GAME_SAVED = Text("saved in {name}", "сохранено в {name}")
GAME_NOT_SAVED = Text("not saved: {name}: {why}", "не сохранено: {name}: {why}")
GAME_NOT_LOADED = Text("not loaded: {why}", "не загружено: {why}")
GAME_LOADED = Text("loaded from {name}", "загружено из {name}")
AT_LINE = Text("{name}:{line}:{column}: {sentence}", "{name}:{line}:{column}: {sentence}")
OTHER_GAME = Text(
    "{name} is a game of {written}, but this is a game of {right}",
    "{name} — партия игры «{written}», а здесь идёт игра «{right}»",
)
HOW_TO_MOVE = Text("a move", "ход")
HOW_TO_STEP = Text("a move, or a step of it: a1, then b2", "ход или его ходик: a1, потом b2")
LEGEND = Text("on the board: {looks}", "на доске: {looks}")

NO_RULES = Text(
    "the rules of {game} are in docs/rules.md", "правила игры «{game}» — в docs/ru/rules.md"
)
WHICH_GAME = Text("Which game?", "Во что играем?")
NUMBER = Text("a number or a name [{usual}]> ", "номер или название [{usual}]> ")

HELP = {
    "rules": Text("the rules of the game", "правила игры"),
    "moves": Text("show what can be played; also ?", "показать возможные ходы; также ?"),
    "undo": Text(
        "take back a step, or your last half-move", "отменить ходик или свой последний ход"
    ),
    "hint": Text("ask the best built-in bot for a move", "спросить ход у лучшего встроенного бота"),
    "save": Text(
        "the position as a matrix.txt; with .pgn at its end, the whole game",
        "позиция как matrix.txt; с .pgn на конце — вся партия",
    ),
    "load": Text(
        "go on from a saved position or game", "продолжить с сохранённой позиции или партии"
    ),
    "resign": Text("give up", "сдаться"),
    "new": Text("begin again", "начать сначала"),
    "go": Text(
        "let two bots play on, with a pause of so many seconds; Ctrl+C stops them",
        "пусть два бота играют дальше, с паузой во столько секунд; Ctrl+C остановит",
    ),
    "help": Text("this list", "этот список"),
    "quit": Text("leave", "выйти"),
}
"""Descriptions of the typed commands, by name."""
_FILE = Text("FILE", "ФАЙЛ")
ARGUMENTS = {"save": _FILE, "load": _FILE, "go": Text("SECONDS", "СЕКУНДЫ")}
"""Argument after the name of a typed command."""
RUSSIAN_NAMES = {
    "rules": "правила",
    "moves": "ходы",
    "undo": "отмена",
    "hint": "подсказка",
    "save": "сохранить",
    "load": "загрузить",
    "resign": "сдаюсь",
    "new": "заново",
    "go": "дальше",
    "help": "помощь",
    "quit": "выход",
}
"""Russian names of the typed commands, which are understood in every language."""
OTHER_NAMES = {
    "?": "moves",
    "u": "undo",
    "h": "help",
    "q": "quit",
    "exit": "quit",
    "отменить": "undo",
    "ход": "moves",
    "справка": "help",
    "сдаться": "resign",
    "выйти": "quit",
}
"""Other names of the typed commands."""
RUSSIAN_PASS = "пас"
TOO_SHORT = Text(
    "{text} s is too short: {least} s at least", "{text} с — слишком мало: не меньше {least} с"
)
TOO_LONG = Text(
    "{text} s is too long: {most} s at most", "{text} с — слишком много: не больше {most} с"
)
GAME_OF = Text("{name} is a game of {game}", "{name} — партия игры «{game}»")
BAD_PAUSE = Text("a pause is a number of seconds, at most 60", "пауза — число секунд, не больше 60")
NOBODY_GOES = Text("it is not a bot's turn", "сейчас ход не бота")
