"""The event file that ``arena new --event`` begins: each usual key with its default and a comment.

The file is valid as it is, and built-in bots play in it. Keys of one format only, and tables that
few events need, are explained in docs/events.md alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from arena.bots.builtin_bots import GREEDY, RANDOM, builtin_styles
from arena.files import write_file
from formats.game import BadRequest, StartRequest
from formats.games import AnyGame, all_games
from formats.names import file_part
from formats.text import Language, Text

SCHEMA = "event.schema.json"
_COLUMN = 34
"""Column of the comments beside the keys."""


_SIZE = Text("example: columns and rows", "пример: столбцов и строк")
_SIZES = Text(
    "example: columns and rows, or two numbers: [{columns}, {rows}]",
    "пример: столбцов и строк, или два числа: [{columns}, {rows}]",
)
_RECTANGLES = ((7, 5), (8, 6))
"""Columns and rows of examples, the second for games whose sides are even."""


class Key(NamedTuple):
    """A key of the event file, as a comment that the teacher may uncomment."""

    line: str
    comment: Text
    is_default: bool = True
    """True if the line changes nothing, since it has the default."""

    def written(self, language: Language) -> str:
        return f"{f'# {self.line}':<{_COLUMN}}  # {self.comment.say(language)}"


_ABOUT = Text(
    "# The lines that begin with # are keys with their defaults, and examples. To change a"
    " value,\n# remove the # and write another one. docs/events.md explains all keys.",
    "# Строки, которые начинаются с #, — ключи с обычными значениями и примеры. Чтобы"
    " изменить\n# значение, уберите # и впишите своё. Все ключи объясняет docs/ru/events.md.",
)
_ENTRANTS = Text("Game and entrants", "Игра и участники")
_FOLDER = Key(
    'entrants = "bots"',
    Text(
        "instead of the list: a folder beside this file; its programs take part",
        "вместо списка: папка рядом с этим файлом; участвуют программы из неё",
    ),
    is_default=False,
)
SEED = Key(
    "seed = 0",
    Text(
        'decides everything random; "secret": drawn when the event begins',
        'число, из которого получается всё случайное; "secret" — выбрать в начале турнира',
    ),
)
GROUPS: dict[Text, tuple[Key, ...]] = {
    Text("Format", "Формат"): (
        Key(
            'format = "round-robin"',
            Text(
                "or swiss, knockout, groups, auto; each has keys of its own",
                "или swiss, knockout, groups, auto; у каждого свои ключи",
            ),
        ),
        Key("cycles = 1", Text("how often each pair meets", "сколько раз встречается каждая пара")),
        Key(
            'seeding = "listed"',
            Text(
                "the order of the entrants, or drawn by lot: lot",
                "порядок участников или жребий: lot",
            ),
        ),
    ),
    Text("Limits", "Ограничения"): (
        Key(
            "time = 30",
            Text("seconds of each side for a game", "секунд у каждой стороны на партию"),
        ),
        Key(
            'clock = "cpu"',
            Text(
                "what is counted: processor time, wall (real time) or file (what bots write)",
                "что считается: процессорное время, wall (реальное время) или file (что"
                " пишут боты)",
            ),
        ),
        Key(
            "margin = 0.1",
            Text(
                "how far the times that a bot writes may be from the right ones, in seconds",
                "на сколько секунд время, которое пишет бот, может отличаться от верного",
            ),
        ),
        Key(
            "startup = 0.2",
            Text(
                "example: seconds of startup that a bot need not count; default 3, or 0.5"
                ' with clock = "file", or 0.2 with false-time = "disqualify"',
                "пример: сколько секунд запуска бот может не считать; обычно 3, с clock ="
                ' "file" 0,5, с false-time = "disqualify" 0,2',
            ),
            is_default=False,
        ),
        Key('memory = "1 GiB"', Text("memory of a bot", "память бота")),
        Key("file-size = 500_000", Text("bytes of a bot's file", "байты файла бота")),
        Key(
            "temporary-files = true",
            Text(
                "whether a bot may write files beside matrix.txt during its turn",
                "можно ли боту во время запуска писать файлы рядом с matrix.txt",
            ),
        ),
        Key(
            "sandbox = true",
            Text("whether bots run in the sandbox", "запускать ли ботов в песочнице"),
        ),
        Key(
            'letters = "strict"',
            Text(
                "Cyrillic letters that look Latin: an error, or a warning (lenient)",
                "кириллица, похожая на латиницу: ошибка или предупреждение (lenient)",
            ),
        ),
        Key(
            'false-time = "warn"',
            Text(
                "a bot that writes less time than it used: a warning, or disqualify",
                "бот, который пишет меньше времени, чем ушло: предупреждение или disqualify",
            ),
        ),
        Key(
            'programs = "any"',
            Text("what is taken: any, windows, linux", "что принимается: any, windows, linux"),
        ),
        Key(
            'machine = "win7"',
            Text(
                "example: the teacher's machine, where programs for Windows must start; or win10",
                "пример: машина преподавателя, где программы для Windows должны запуститься; или"
                " win10",
            ),
            is_default=False,
        ),
    ),
    Text("Points, places, dates", "Очки, места, сроки"): (
        Key("points = { win = 1, draw = 0.5, loss = 0 }", Text("of a game", "за партию")),
        Key(
            'tie-breaks = ["head-to-head", "wins"]',
            Text(
                "example: what decides between equal points, in this order",
                "пример: что решает при равных очках, по порядку",
            ),
            is_default=False,
        ),
        Key(
            "bonuses = [10, 5, 3]",
            Text(
                "example: what the first place earns outside the tournament, the second, ...",
                "пример: что получает вне турнира первое место, второе, ...",
            ),
            is_default=False,
        ),
        Key(
            'disqualification = "game"',
            Text(
                "what a disqualification loses: game, match, tournament",
                "что теряет дисквалифицированный: game, match, tournament",
            ),
        ),
        Key(
            "deadline = 2030-05-20T23:59:00+03:00",
            Text(
                "example: submissions after it are marked as late",
                "пример: сданное позже помечается как опоздавшее",
            ),
            is_default=False,
        ),
        Key(
            "interim = 2030-05-10T23:59:00+03:00",
            Text(
                "example: a program that passes by then earns points",
                "пример: программа, которая пройдёт проверку к этому сроку, приносит баллы",
            ),
            is_default=False,
        ),
        Key("interim-points = 3", Text("points for that", "баллы за это")),
        Key(
            'require = ["sources", "report"]',
            Text(
                "example: what is handed in beside the program",
                "пример: что сдают кроме программы",
            ),
            is_default=False,
        ),
    ),
}
LADDER = (
    Key(
        "[ladder]",
        Text(
            "newest versions play each other until the event begins",
            "новейшие версии играют друг с другом до начала турнира",
        ),
        is_default=False,
    ),
    Key(
        'milestones = ["greedy", "random", "champion"]',
        Text("built-in bots that play along", "встроенные боты, которые тоже играют"),
    ),
    Key(
        "games = 20",
        Text("the most games of two versions", "наибольшее число партий двух версий"),
    ),
    Key(
        "jobs = 2",
        Text(
            "example: games at once: as many as there are cores",
            "пример: партий сразу: столько, сколько ядер",
        ),
        is_default=False,
    ),
)
_LAST = Text(
    "# Several games in one event: a heading [[section]] for each, below all keys that hold for"
    " all of them.",
    "# Несколько игр в одном турнире: заголовок [[section]] у каждой, ниже ключей, общих для всех.",
)


@dataclass(frozen=True)
class EventSkeleton:
    """An event file to be begun."""

    name: str
    game: str
    language: Language

    @property
    def file_name(self) -> str:
        return f"{file_part(self.name)}.toml"

    @property
    def bots(self) -> list[str]:
        """Built-in bots that play at first: two, easy ones if the game has them; or none."""
        styles = builtin_styles().get(self.game, [])
        easy = [style for style in (GREEDY, RANDOM) if style in styles]
        names = [f"{self.game}-{style}" for style in dict.fromkeys([*easy, *styles])]
        return names[:2] if len(names) > 1 else []

    @property
    def text(self) -> str:
        """Return the content of the file."""
        return "\n".join([*self._head(), *self._groups(), _LAST.say(self.language), ""])

    def make(self, folder: Path) -> Path:
        """Write the file, and the schema beside it. Raise FileExistsError if the file is there."""
        path = folder / self.file_name
        folder.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(path):
            raise FileExistsError
        schema = resources.files("tournaments") / "events" / SCHEMA
        write_file(folder / SCHEMA, schema.read_bytes())
        write_file(path, self.text.encode())
        return path

    def _head(self) -> Iterator[str]:
        yield from (f"#:schema {SCHEMA}", _ABOUT.say(self.language), "")
        yield f"title = {json.dumps(self.name, ensure_ascii=False)}"
        yield SEED.written(self.language)
        yield from ("", f"## {_ENTRANTS.say(self.language)}", "", f'game = "{self.game}"')
        yield from (key.written(self.language) for key in game_keys(all_games()[self.game]))
        if self.bots:
            yield from ("entrants = [", *(f'  {{ bot = "{bot}" }},' for bot in self.bots), "]")
            yield _FOLDER.written(self.language)
        else:
            yield _FOLDER.line

    def _groups(self) -> Iterator[str]:
        for title, keys in GROUPS.items():
            yield from ("", f"## {title.say(self.language)}", "")
            yield from (key.written(self.language) for key in keys)
        yield from ("", *(key.written(self.language) for key in LADDER), "")


def game_keys(game: type[AnyGame]) -> Iterator[Key]:
    """Yield the keys about rules, board and start positions that the game has."""
    if game.rule_sets:
        yield Key(
            f'rules = "{next(iter(game.rule_sets))}"',
            Text("example: docs/rules.md has them all", "пример: все они в docs/ru/rules.md"),
            is_default=False,
        )
    if game.sizes:
        yield Key(f"size = {game.sizes[-1]}", _about_size(game), is_default=False)
    if "seed" in game.start_options:
        yield Key(
            "starts = 2",
            Text(
                "example: this many random start positions, or a list of files",
                "пример: столько случайных начальных позиций или список файлов",
            ),
            is_default=False,
        )
    yield Key(
        "half-moves = 60",
        Text(
            "example: limit of half-moves, if it is not the one in the rules of the game",
            "пример: предел полуходов, если он не тот, что в правилах игры",
        ),
        is_default=False,
    )


def _about_size(game: type[AnyGame]) -> Text:
    """Return the comment on the board's size, with a rectangle where the game has such boards."""
    for columns, rows in _RECTANGLES:
        try:
            game.with_rules().start(StartRequest(size=(columns, rows)))
        except BadRequest:
            continue
        return _SIZES.filled({"columns": columns, "rows": rows})
    return _SIZE
