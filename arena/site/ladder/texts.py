"""Texts of the pages on ladders."""

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
    "No event has a ladder now.",
    "Сейчас ни у одного турнира лестницы нет.",
)
NOTHING = Text("No game has been played yet.", "Ещё не сыграно ни одной партии.")
PLAYED = Text("games played: {games}", "сыграно партий: {games}")
PLAYS = Text("playing now", "играется")
WAITS = Text("waits for new versions", "ждёт новых версий")
RESTS = Text("at rest", "отдыхает")
WORKED_OUT = Text("The ladder is being worked out …", "Лестница подсчитывается …")
BUILTIN = Text("built-in", "встроенный")
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
NO_GAME = Text("There is no game of yours there", "Ваших партий там нет")
YOUR_LADDER = Text("How my bot stands, and its games", "Как дела у моего бота и его партии")
NUMBER = Text("game", "партия")
VERSION = Text("version", "версия")
OPPONENT = Text("opponent", "соперник")
SIDE = Text("side", "сторона")
RESULT = Text("result", "результат")
VERSIONS = Text("My versions", "Мои версии")
RATING = Text("rating", "рейтинг")
CHANGE = Text("since the one before", "к предыдущей")
PLACE = Text("place, or the one it would have", "место, её или возможное")
GAMES_COUNT = Text("games", "партии")
PLAY_IT = Text("Play, or let bots play", "Играть или смотреть ботов")
COMPARE = Text("Compare two versions", "Сравнить две версии")
COMPARE_INTRO = Text(
    "Two versions of your bot play each other, in pairs of games: both games of a pair begin with"
    " the same position, with the sides swapped. It is done on cores that nobody else needs.",
    "Две версии вашего бота играют друг с другом парами партий: обе партии пары начинаются с одной"
    " позиции, стороны меняются. Играются они на ядрах, которые никому больше не нужны.",
)
FIRST = Text("One version", "Одна версия")
SECOND = Text("The other", "Другая")
MATCH_GAMES = Text("Games", "Партий")
BEGIN_MATCH = Text("Let them play", "Пусть играют")
TWO_NEEDED = Text(
    "Two versions in one event are needed. Hand in another one, and compare them here.",
    "Нужны две версии в одном турнире. Сдайте ещё одну и сравните их здесь.",
)
CHOOSE_TWO = Text(
    "Choose two different versions of your own in the same event",
    "Выберите две разные свои версии в одном турнире",
)
HOW_MANY = Text("A match has {games} games", "В матче бывает партий: {games}")
PLAYED_ALREADY = Text(
    "Your match is still being played: one at a time",
    "Ваш матч ещё играется: их бывает только по одному",
)
TOO_MANY_MATCHES = Text(
    "Too many matches wait already; try again in two minutes",
    "Слишком много матчей уже ждут; попробуйте через две минуты",
)
NO_SANDBOX = Text(
    "No sandbox works on this machine, and so no bots are run",
    "На этой машине не работает ни одна песочница, поэтому боты не запускаются",
)
MATCH_OF = Text("{first} against {second}: {event}", "{first} против {second}: {event}")
MATCH_PLAYED = Text("games played: {games} of {all}", "сыграно партий: {games} из {all}")
MATCH_WAITS = Text("The match waits for its turn.", "Матч ждёт своей очереди.")
MATCH_WAITS_FOR_CORE = Text(
    "It goes on when no games of a tournament or a match are played any more.",
    "Он продолжится, когда закончатся партии турнира или матча.",
)
MATCH_FAILED = Text(
    "It could not be played to its end, by no fault of your bot: let them play again.",
    "Доиграть его не удалось, и бот в этом не виноват: запустите ещё раз.",
)
IS_STRONGER = Text(
    "{name} is stronger, as far as these games can tell.",
    "{name} сильнее, насколько можно судить по этим партиям.",
)
NOT_CLEAR = Text(
    "Which one is stronger is not clear: the difference is within its error. More games tell more.",
    "Кто сильнее, неясно: разница в пределах погрешности. Больше партий скажут больше.",
)
NO_ERROR = Text(
    "The pairs are too few, or too much alike, for an error to be told.",
    "Пар слишком мало, или они слишком одинаковы, чтобы назвать погрешность.",
)
WON_ALL = Text(
    "{name} won every game: it is stronger, but by how much, such a match cannot tell.",
    "{name}: победа в каждой партии. Эта версия сильнее, но насколько — такой матч не скажет.",
)
STEP_THROUGH = Text("Step through the games", "Пролистать партии")
MINE_IN = Text("My bots: {event}", "Мои боты: {event}")
OTHERS_IN = Text("The others' bots: {event}", "Боты других: {event}")
