"""The table of commands: where the function of each is, and the first line of its help.

A command is declared by its function, whose signature has its parameters. It is imported only when
it runs, so that the small ones are quick; the help texts are here, since the list of commands needs
all of them.
"""

from __future__ import annotations

from enum import IntEnum

from formats.text import Text


class ExitStatus(IntEnum):
    """Status of a command that does not end well."""

    BAD = 1
    """The thing that was asked about is bad."""
    WRONG_USAGE = 2
    """The command cannot be done as it was given, or not on this machine."""
    OWN_FAULT = 3
    """A fault of arena itself."""
    INTERRUPTED = 130


_FOR_STUDENTS = {
    "new": (
        "bots.new:new",
        Text(
            "Make a folder with a bot that already plays legal moves, for you to improve.",
            "Создать папку с ботом, который уже ходит по правилам: осталось его улучшить.",
        ),
    ),
    "build": (
        "bots.build:command",
        Text(
            "Build a bot: one program file that needs nothing else.",
            "Собрать бота: один файл программы, которому больше ничего не нужно.",
        ),
    ),
    "check": (
        "bots.check:check",
        Text(
            "Check a bot as it will be checked when it is submitted.",
            "Проверить бота так же, как его проверят при сдаче.",
        ),
    ),
    "try": (
        "bots.try_bot:try_bot",
        Text(
            "Let a bot make one move as in a tournament and show it, or whole games with --games.",
            "Дать боту сделать один ход, как в турнире, и показать его; с --games — целые партии.",
        ),
    ),
    "match": (
        "match.play_match:match",
        Text(
            "Let two bots play pairs of games, sides swapped, and tell how much stronger one is.",
            "Сыграть матч двух ботов, меняя стороны, и оценить, насколько один сильнее.",
        ),
    ),
    "review": (
        "file.review:review",
        Text(
            "Value every half-move of a game by the built-in search, and name the weak ones.",
            "Оценить встроенным поиском каждый полуход партии и назвать слабые.",
        ),
    ),
    "submit": (
        "event.submit:submit",
        Text(
            "Check a bot and enter it in an event; the newest version that passes plays.",
            "Проверить бота и заявить его в турнир; играет последняя версия, прошедшая проверку.",
        ),
    ),
    "fetch": (
        "class_site.fetch:fetch",
        Text(
            "Get standings, games, your versions or your feedback from the class's site, as JSON.",
            "Получить с сайта класса таблицу, партии, свои версии или отзыв в виде JSON.",
        ),
    ),
}
_TO_PLAY = {
    "play": (
        "play.play:play",
        Text(
            "Play against a bot or a person in the terminal; there, help lists all commands.",
            "Сыграть с ботом или человеком в терминале; все команды покажет слово «помощь».",
        ),
    ),
    "serve": (
        "serve:serve",
        Text(
            "Open the arena in a browser: play, watch an event, submit a bot, validate a file.",
            "Открыть арену в браузере: играть, смотреть турнир, сдать бота, проверить файл.",
        ),
    ),
}
_ABOUT_FILES = {
    "validate": (
        "file.validate:validate",
        Text(
            "Check files; with two, also whether a legal move leads from the first to the second.",
            "Проверить файлы; если их два, то и ведёт ли от первого ко второму допустимый ход.",
        ),
    ),
    "show": (
        "file.position:show",
        Text(
            "Draw a position: in colours in a terminal, as plain text elsewhere.",
            "Нарисовать позицию: в терминале в цвете, иначе простым текстом.",
        ),
    ),
    "moves": (
        "file.position:moves",
        Text(
            "List the legal moves, one to a line.",
            "Перечислить допустимые ходы, по одному в строке.",
        ),
    ),
    "perft": (
        "file.position:perft",
        Text(
            "Count the move sequences of a given length (in Virus War, the sequences of steps).",
            "Сосчитать последовательности ходов заданной длины (в Войне вирусов — ходиков).",
        ),
    ),
    "solve": (
        "file.solve:solve",
        Text(
            "Tell what a position is worth: who wins it, how soon, and what each move leads to.",
            "Оценить позицию: кто выигрывает, как скоро и к чему ведёт каждый ход.",
        ),
    ),
    "start": ("file.start:start", Text("Print a start position.", "Напечатать начальную позицию.")),
    "replay": (
        "file.replay:replay",
        Text(
            "Step through a game with the keyboard, or print all of it if this is not a terminal.",
            "Пролистать партию с клавиатуры или напечатать её целиком, если это не терминал.",
        ),
    ),
}
_FOR_TEACHERS = {
    "entrants": (
        "event.entrants:entrants",
        Text(
            "List the entrants of an event with remarks, before a game is played.",
            "Перечислить участников турнира с замечаниями, до первой партии.",
        ),
    ),
    "schema": (
        "event.schema:schema",
        Text(
            "Print the JSON Schema of event files, for editors, or of what a command prints.",
            "Напечатать JSON Schema файлов турниров, для редакторов, или вывода команды.",
        ),
    ),
    "ladder": (
        "event.ladder:ladder",
        Text(
            "Let the newest versions play each other on idle cores until the event begins.",
            "Проводить до начала турнира партии новейших версий между собой на свободных ядрах.",
        ),
    ),
    "run": (
        "event.run:run",
        Text(
            "Play a tournament; if it was stopped, the same command goes on with it.",
            "Провести турнир; если он был остановлен, та же команда его продолжит.",
        ),
    ),
    "admit": (
        "event.desk:admit",
        Text(
            "Let a latecomer into an event that has begun; only the latecomer's games are added.",
            "Принять опоздавшего в начатый турнир; добавятся только его партии.",
        ),
    ),
    "withdraw": (
        "event.desk:withdraw",
        Text(
            "Let an entrant leave an event: the entrant's remaining games are lost.",
            "Отметить, что участник выбыл: его оставшиеся партии считаются проигранными.",
        ),
    ),
    "disqualify": (
        "event.desk:disqualify",
        Text(
            "Disqualify an entrant, who then plays no more and stands last.",
            "Дисквалифицировать участника: он больше не играет и стоит последним.",
        ),
    ),
    "reinstate": (
        "event.desk:reinstate",
        Text(
            "Bring back an entrant who withdrew or was disqualified by hand.",
            "Вернуть участника, который выбыл или дисквалифицирован вашим решением.",
        ),
    ),
    "replay-game": (
        "event.desk:replay_game",
        Text(
            "Have a game played again; the old one stays in the ledger, annulled.",
            "Переиграть партию; прежняя останется в журнале аннулированной.",
        ),
    ),
    "annul": (
        "event.desk:annul",
        Text(
            "Annul a game: it does not count, and is not played again.",
            "Аннулировать партию: она не засчитывается и не переигрывается.",
        ),
    ),
    "restore-game": (
        "event.desk:restore_game",
        Text(
            "Let an annulled game, or the one before a replay, count again.",
            "Снова засчитать партию: аннулированную или ту, что была до переигровки.",
        ),
    ),
    "table": (
        "event.table:table",
        Text("Print the standings of an event so far.", "Напечатать текущую таблицу турнира."),
    ),
    "report": (
        "event.report:report",
        Text(
            "Write an event, with all its games, into one HTML file.",
            "Записать турнир со всеми партиями в один файл HTML.",
        ),
    ),
    "invite": (
        "site.submit.tokens:invite_students",
        Text(
            "Make a link with which students register on the site and get their tokens.",
            "Создать ссылку, по которой студенты регистрируются на сайте и получают токены.",
        ),
    ),
    "export": (
        "event.export:export",
        Text(
            "Export the games of an event, or one of them, as records, CSV or JSON.",
            "Выгрузить партии турнира или одну из них как записи, CSV или JSON.",
        ),
    ),
    "feedback": (
        "event.feedback:feedback",
        Text(
            "Write a page for each entrant: place with reasons, games and faults.",
            "Создать страницу для каждого участника: место с объяснением, партии и ошибки.",
        ),
    ),
    "grades": (
        "event.grades:gradebook",
        Text(
            "Add up the points for the gradebook: for places, for dates, and your own.",
            "Составить ведомость: баллы за места, за сроки и ваши собственные.",
        ),
    ),
    "rejudge": (
        "event.rejudge:rejudge",
        Text(
            "Judge an event again: confirm all verdicts and the table, or show a difference.",
            "Проверить турнир заново: подтвердить решения судьи и таблицу или показать"
            " расхождение.",
        ),
    ),
}
_THIS_MACHINE = {
    "doctor": (
        "machine.doctor:doctor",
        Text(
            "Tell what this machine can do, what is missing, and the command that installs it.",
            "Показать, что может эта машина, чего не хватает и какой командой это установить.",
        ),
    ),
    "cache": (
        "machine.cache:cache",
        Text(
            "Show what arena keeps on this machine besides events; with --clear, remove it.",
            "Показать, что арена хранит на этой машине, кроме турниров; с --clear — удалить.",
        ),
    ),
    "bench": (
        "machine.bench:bench",
        Text(
            "Run the project's own measurements; their figures are ratios within one run.",
            "Запустить измерения проекта; результаты — отношения величин одного запуска.",
        ),
    ),
}
GROUPS = {
    Text("For students", "Студенту"): _FOR_STUDENTS,
    Text("To play", "Игра"): _TO_PLAY,
    Text("Positions and games in files", "Позиции и партии в файлах"): _ABOUT_FILES,
    Text("For teachers", "Преподавателю"): _FOR_TEACHERS,
    Text("This machine", "Эта машина"): _THIS_MACHINE,
}
"""Function and help text of each command, by the people who use them."""
COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}
