"""Which commands there are. Each is imported only when it is run, so that the small ones are quick.

What help says of them stands here, since to read it there would load them all.
"""

from __future__ import annotations

from enum import IntEnum
from importlib import import_module
from typing import Any

import click

from formats.text import Language, Text


class ExitStatus(IntEnum):
    """How a command ends that does not end well."""

    BAD = 1
    """What was asked about is bad."""
    WRONG_USAGE = 2
    """Or what was asked for cannot be done here."""
    OWN_FAULT = 3
    INTERRUPTED = 130


COMMANDS = {
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
        "match:match",
        Text(
            "Let two bots play pairs of games, sides swapped, and tell how much stronger one is.",
            "Сыграть матч двух ботов, меняя стороны, и узнать, насколько один сильнее.",
        ),
    ),
    "review": (
        "file.review:review",
        Text(
            "Value every half-move of a game by our search, and name the weak ones.",
            "Оценить нашим поиском каждый полуход партии и назвать слабые.",
        ),
    ),
    "play": (
        "play:play",
        Text(
            "Play against a bot or a person in the terminal; type help there for the rest.",
            "Сыграть с ботом или человеком в терминале; остальное расскажет слово «помощь».",
        ),
    ),
    "submit": (
        "event.submit:submit",
        Text(
            "Check a bot and enter it in an event; the newest version that passes plays.",
            "Проверить бота и заявить его в турнир; играет последняя версия, прошедшая проверку.",
        ),
    ),
    "entrants": (
        "event.entrants:entrants",
        Text(
            "List who takes part in an event and what is odd about each, before a game is played.",
            "Перечислить участников турнира и всё странное о каждом, пока партий ещё нет.",
        ),
    ),
    "ladder": (
        "event.ladder:ladder",
        Text(
            "Let the newest versions play each other on idle cores until the event begins.",
            "Пусть новейшие версии играют друг с другом на свободных ядрах до начала турнира.",
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
            "Let a latecomer into an event that has begun; only his own games are added.",
            "Принять опоздавшего в начатый турнир; добавятся только его партии.",
        ),
    ),
    "withdraw": (
        "event.desk:withdraw",
        Text(
            "Let an entrant leave an event: he plays no more, the rest of his games is lost.",
            "Отпустить участника из турнира: он больше не играет, остальное проиграно.",
        ),
    ),
    "disqualify": (
        "event.desk:disqualify",
        Text(
            "Disqualify an entrant by hand: he plays no more and stands last.",
            "Снять участника своим решением: он больше не играет и стоит последним.",
        ),
    ),
    "reinstate": (
        "event.desk:reinstate",
        Text(
            "Take back who withdrew or was disqualified by hand.",
            "Вернуть того, кто выбыл или снят вашим решением.",
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
        Text(
            "Print the standings of an event so far.", "Напечатать таблицу турнира на эту минуту."
        ),
    ),
    "report": (
        "event.report:report",
        Text(
            "Write an event, with all its games, into one HTML file.",
            "Записать турнир со всеми партиями в один файл HTML.",
        ),
    ),
    "export": (
        "event.export:export",
        Text(
            "Export the games of an event, or one of them, as records, CSV or JSON.",
            "Выгрузить партии турнира или одну из них: записями, в CSV или JSON.",
        ),
    ),
    "feedback": (
        "event.feedback:feedback",
        Text(
            "Write a page for each entrant: his place and why, his games and faults.",
            "Написать страницу каждому участнику: его место и почему, партии и ошибки.",
        ),
    ),
    "grades": (
        "event.grades:gradebook",
        Text(
            "Add up what everybody has earned, for the gradebook: places, dates, your points.",
            "Сложить, кто что заработал, для журнала: места, сроки, ваши собственные очки.",
        ),
    ),
    "rejudge": (
        "event.rejudge:rejudge",
        Text(
            "Judge an event again: confirm all verdicts and the table, or show a difference.",
            "Судить турнир заново: подтвердить решения и таблицу или показать расхождение.",
        ),
    ),
    "serve": (
        "serve:serve",
        Text(
            "Open the arena in a browser: play, watch an event, submit a bot, validate a file.",
            "Открыть арену в браузере: играть, смотреть турнир, сдать бота, проверить файл.",
        ),
    ),
    "doctor": (
        "machine.doctor:doctor",
        Text(
            "Tell what this machine can do, what is missing, and the command that installs it.",
            "Рассказать, что может эта машина, чего не хватает и какой командой это поставить.",
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
            "Запустить измерения проекта; их числа — отношения внутри одного запуска.",
        ),
    ),
}
"""Where its function is, and what it does."""
GROUPS = {
    Text("For students", "Ученику"): "new build check try match review submit",
    Text("To play", "Игра"): "play serve",
    Text("Positions and games in files", "Позиции и партии в файлах"): (
        "validate show moves perft solve start replay"
    ),
    Text("For teachers", "Учителю"): (
        "entrants ladder run admit withdraw disqualify reinstate replay-game annul restore-game"
        " table report export feedback grades rejudge"
    ),
    Text("This machine", "Эта машина"): "doctor cache bench",
}
"""The names of the commands, by who needs them."""
HELP_NAMES = {"help_option_names": ["-h", "--help"]}


class Command(click.Command):
    """A command that is not imported yet."""

    def __init__(self, name: str, language: Language) -> None:
        self._home, self._text = COMMANDS[name]
        self._language = language
        super().__init__(name, short_help=self._text.say(language))

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **extra: Any) -> Any:
        """Loads the command, and lets click go on with that."""
        return self.loaded().make_context(info_name, args, *more, **extra)

    def loaded(self) -> click.Command:
        from arena.parameters import command  # noqa: PLC0415 - the list of commands can do without

        module, function = self._home.split(":")
        found = getattr(import_module(f"arena.{module}"), function)
        return command(str(self.name), found, self._text, self._language)


class Commands(click.Group):
    """All commands, listed by their groups."""

    def __init__(self, *words: Any, language: Language = "en", **options: Any) -> None:
        super().__init__(*words, **options)
        self.language = language

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names as they stand above; click would sort them by their letters."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands of each group under its title, in columns of one width."""
        width = max(map(len, self.commands))
        for title, names in GROUPS.items():
            with formatter.section(title.say(self.language)):
                lines = ((name, COMMANDS[name][1].say(self.language)) for name in names.split())
                formatter.write_dl([(f"{name:<{width}}", line) for name, line in lines])
