"""What the pages on ladders say."""

from __future__ import annotations

from formats.text import Text

LADDER = Text("Ladder", "Лестница")
INTRO = Text(
    "The newest versions play each other all the time, until the event begins. The rating is in"
    " Elo, with its error; the first of the arena's own bots reads 1000.",
    "Новейшие версии всё время играют друг с другом, пока турнир не начался. Рейтинг — в Эло, с"
    " погрешностью; у первого из ботов арены он 1000.",
)
NO_LADDER = Text(
    "No event has a ladder now: its file needs a line [ladder].",
    "Сейчас ни у одного турнира лестницы нет: в его файле нужна строка [ladder].",
)
NOTHING = Text("No game has been played yet.", "Ещё не сыграно ни одной партии.")
PLAYED = Text("games played: {games}", "сыграно партий: {games}")
PLAYS = Text("playing now", "играется")
WAITS = Text("waits for new versions", "ждёт новых версий")
RESTS = Text("at rest", "отдыхает")
WORKED_OUT = Text("The ladder is being worked out …", "Лестница подсчитывается …")
OURS = Text("the arena's", "бот арены")
YOURS = Text("{name} on the ladder", "{name} на лестнице")
BACK = Text("Versions and games", "Версии и партии")
STANDS = Text(
    "Version {version} is at place {place} of {count}, rated {rating}.",
    "Версия {version} на месте {place} из {count}, рейтинг {rating}.",
)
GAINED = Text(
    "Since the version before: {change} Elo; that one would be at place {before}.",
    "По сравнению с предыдущей версией: {change} Эло; та была бы на месте {before}.",
)
FIRST_VERSION = Text(
    "There is no version before it to compare with.", "Предыдущей версии для сравнения нет."
)
GAMES = Text("Games on the ladder", "Партии на лестнице")
LOST_BY_FAULT = Text(
    "Lost by a fault of the bot; the game shows what went wrong:",
    "Проиграны по вине бота; в партии показано, что пошло не так:",
)
SHOWN = Text("The newest {count} are shown.", "Показаны последние {count}.")
SIGN_IN = Text("Show your token first", "Сначала покажите пропуск")
NO_GAME = Text("There is no game of yours there", "Ваших партий там нет")
YOUR_LADDER = Text("How my bot stands, and its games", "Как дела у моего бота и его партии")
NUMBER = Text("game", "партия")
VERSION = Text("version", "версия")
OPPONENT = Text("opponent", "соперник")
SIDE = Text("side", "сторона")
RESULT = Text("result", "результат")
OUTCOMES = {
    "won": Text("won", "победа"),
    "drawn": Text("drawn", "ничья"),
    "lost": Text("lost", "поражение"),
}
VERSIONS = Text("My versions", "Мои версии")
RATING = Text("rating", "рейтинг")
CHANGE = Text("since the one before", "к предыдущей")
PLACE = Text("place, or the one it would have", "место, её или возможное")
GAMES_COUNT = Text("games", "партии")
PLAY_IT = Text("Play, or let bots play", "Играть или смотреть ботов")
MINE_IN = Text("My bots: {event}", "Мои боты: {event}")
OTHERS_IN = Text("The others' bots: {event}", "Боты других: {event}")
