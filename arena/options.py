"""Options that several commands share, and the language of their output."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from arena.parameters import Argument, Names, Option
from formats.text import LANGUAGES, Language, Text, join_list

if TYPE_CHECKING:
    from formats.games import AnyGame


class LanguageName(StrEnum):
    EN = "en"
    RU = "ru"


def language_in(words: Sequence[str]) -> Language:
    """Return the language of a whole command line, before it is parsed; the last --lang counts."""
    language = None
    for index, word in enumerate(words):
        value = word.removeprefix("--lang=") if word.startswith("--lang=") else None
        if word == "--lang":
            value = words[index + 1] if index + 1 < len(words) else None
        if value is not None and value in LANGUAGES:
            language = LanguageName(value)
        if word == "--":
            break
    return reader_language(language)


def reader_language(
    chosen: LanguageName | None, environment: Mapping[str, str] = os.environ
) -> Language:
    """Return the chosen language, or that of the locale; English unless that is Russian."""
    if chosen is not None:
        return "ru" if chosen is LanguageName.RU else "en"
    locale = next((value for name in _VARIABLES if (value := environment.get(name))), "")
    return "ru" if locale.startswith("ru") else "en"


def naming_games(text: Text) -> Callable[[], Text]:
    """Return a function that fills in the names of all games as ``{games}``."""
    return lambda: text.filled({"games": _names_of_games()})


def _names_of_games() -> Text:
    """Return the names of all games, and the faults of plugins that are left out."""
    from formats.games import broken_plugins  # noqa: PLC0415 - only a help text names the games

    broken = (plugin.sentence for plugin in broken_plugins())
    names = one_of([game.name for game in _games()])
    return join_list([names, *broken], Text("; ", "; "))


def of_games_with(option: str, text: Text) -> Callable[[], Text]:
    """Return a function that fills in the games whose starts have the option as ``{games}``."""
    return lambda: text.filled({"games": _titles(_with_option(option))})


def of_games_with_rules(text: Text) -> Callable[[], Text]:
    """Return a function that fills in the games with several rules as ``{games}``."""
    return lambda: text.filled({"games": _titles(game for game in _games() if game.rule_sets)})


def of_games_with_sizes(text: Text) -> Callable[[], Text]:
    """Return a function that fills in games of several sizes, with these, as ``{games}``."""

    def sizes(game: type[AnyGame]) -> Text:
        least, most = game.sizes or (0, 0)
        return Text(f"{game.title.en} {least} to {most}", f"{game.title.ru} от {least} до {most}")

    return lambda: text.filled({"games": join_list(sizes(game) for game in _games() if game.sizes)})


def _games() -> Iterable[type[AnyGame]]:
    from formats.games import all_games  # noqa: PLC0415 - only a help text names the games

    return all_games().values()


def _with_option(option: str) -> Iterable[type[AnyGame]]:
    return (game for game in _games() if option in game.start_options)


def _titles(games: Iterable[type[AnyGame]]) -> Text:
    return join_list(game.title for game in games)


def one_of(names: list[str]) -> Text:
    *others, last = names
    names_before = ", ".join(others)
    return (
        Text(f"{names_before} or {last}", f"{names_before} или {last}")
        if others
        else Text(last, last)
    )


class Letters(StrEnum):
    STRICT = "strict"
    LENIENT = "lenient"


BOT_HELP = Text(
    "An executable file, or a built-in bot (arena build --list).",
    "Исполняемый файл или встроенный бот (arena build --list).",
)
BOT_NAMES = Names("bots.builtin_bots:names_to_complete", or_file=True)
GAME_NAMES = Names("option_values:games_to_complete")
EVENT_NAMES = Names("event_files:events_to_complete", or_file=True)
BotArgument = Annotated[str, Argument(metavar="BOT", help=BOT_HELP, completed=BOT_NAMES)]
CLOCK = Option(
    help=Text(
        "What is charged: processor time, real time, or what the bots write.",
        "Что засчитывается: процессорное время, реальное время или то, что пишут боты.",
    )
)
"""Option for a `Clock`; commands with this option import the type, which takes long to load."""
FileArgument = Annotated[
    str,
    Argument(
        metavar="FILE",
        help=Text(
            "A matrix.txt; - reads it from standard input.",
            "Файл matrix.txt; - означает стандартный ввод.",
        ),
    ),
]
GameOption = Annotated[
    str | None,
    Option(
        completed=GAME_NAMES,
        help=naming_games(
            Text(
                "{games}; a built-in bot implies it.",
                "{games}; для встроенного бота указывать не нужно.",
            )
        ),
    ),
]
KeepOption = Annotated[
    Path | None,
    Option(
        metavar="DIR",
        file_okay=False,
        help=Text(
            "Folder for the turn that is shown: the file before and after, and what the bot"
            " printed; earlier ones there are replaced.",
            "Папка для показанного запуска: файл до и после него и вывод бота; прежние файлы"
            " там заменяются.",
        ),
    ),
]
LanguageOption = Annotated[
    LanguageName | None,
    Option(
        "--lang",
        show_default=False,
        help=Text("Language (default: that of the locale).", "Язык (по умолчанию — язык системы)."),
    ),
]
LettersOption = Annotated[
    Letters,
    Option(
        "--letters",
        help=Text(
            "Treat Cyrillic letters that look Latin as errors, or only warn of them.",
            "Кириллические буквы, похожие на латинские: ошибка или предупреждение.",
        ),
    ),
]
LimitOption = Annotated[
    int | None,
    Option(
        "--limit",
        min=1,
        help=Text(
            "Half-moves after which the game ends: as a draw, or by points.",
            "После скольких полуходов партия кончается: ничьей или по очкам.",
        ),
    ),
]
MarksOption = Annotated[
    int | None,
    Option(
        help=of_games_with(
            "marks",
            Text("Marks on the board at the start ({games}).", "Меток на доске вначале ({games})."),
        ),
    ),
]
MemoryOption = Annotated[
    int,
    Option(
        min=1, help=Text("Memory allowed to a bot, in MiB.", "Память, разрешённая боту, в МиБ.")
    ),
]
PiecesOption = Annotated[
    int | None,
    Option(
        help=of_games_with(
            "pieces", Text("Pieces per side ({games}).", "Фишек у стороны ({games}).")
        )
    ),
]
RulesOption = Annotated[
    str | None,
    Option(
        "--rules",
        help=of_games_with_rules(
            Text(
                "Rules, such as 'classic passing=no' ({games}).",
                "Правила, например 'classic passing=no' ({games}).",
            )
        ),
    ),
]
SandboxOption = Annotated[
    bool,
    Option(
        "--sandbox/--no-sandbox",
        help=Text(
            "Run bots in a sandbox; without one, they can do whatever you can.",
            "Запускать ботов в песочнице; без неё им доступно всё, что доступно вам.",
        ),
    ),
]
SeedOption = Annotated[
    int | None,
    Option(
        help=Text(
            "Seed of random starts; the same seed gives the same starts.",
            "Seed случайных начальных позиций; при том же seed они те же.",
        )
    ),
]
SizeOption = Annotated[
    str | None,
    Option(
        "--size",
        help=of_games_with_sizes(
            Text(
                "Columns and rows: 7x5, or 10 ({games}).", "Столбцов и строк: 7x5 или 10 ({games})."
            )
        ),
    ),
]
TimeOption = Annotated[
    str,
    Option(
        help=Text("Seconds per side for the whole game.", "Секунд у каждой стороны на всю партию.")
    ),
]
TimeUnlessInFileOption = Annotated[
    str | None,
    Option(
        help=Text(
            "Seconds per side for the whole game (default: 30, or as the start file says).",
            "Секунд у каждой стороны на всю партию (по умолчанию 30 или как в файле позиции).",
        )
    ),
]


_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
