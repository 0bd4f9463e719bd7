"""Skeletons: folders to begin a bot in, for each game and language.

They are made from the files in ``skeletons``. A language is a folder there: its ``head`` (the file
matrix.txt), one of its ``games`` (the rules) and its ``tail`` (the player) become one source file;
parts that several games share are in ``shared``, and other files are copied. ``README.md`` is for
all languages, and ``build`` of a language explains how to build a program. Words such as ``@NAME@``
are replaced, and for a reader of Russian the comments, by the texts of every ``comments.ru.toml``.
A game or a language is added by adding files to the folder; a new ending of sources is added to
``SOURCE_ENDINGS`` of the referee. A game of another package has its files in a folder
``bot/skeletons`` of that package.

``language.toml`` describes a language:

    title         its name in text
    also_called   other names on a command line
    tools         commands that build the bot and run it
    package       the package with the tools; ``packages`` names others, by system
    parts         the language that provides the parts, if it has none: C++ compiles those of C
    suffix        the ending of the source, if it differs from that of the parts
    source        the name of the source, if it is not the bot's own
    functions     the bot's functions, if not ``choose``, ``find_moves``, ``play``
    blank_lines   the number of blank lines between the parts, if not one
    size_limit    the limit for ``arena check``, where no program is as small as the class wants
"""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from pathlib import Path

from arena.bots import texts
from arena.bots.builtin_bots import easiest_builtin
from arena.game_request import BOT_FILE, BotSettings
from formats.games import all_games, plugin_files
from formats.names import file_part, name_from_file_name
from formats.text import Language
from referee.remedies import install_command

_PARTS = ("head", "tail", "build", "language", "comments")
_COMMENT = (
    r"(?P<before>(?:^|#|//|/\*\*?|\"{3}|<summary>|\{|\s\*)[ \t]*)(?P<text>%s)"
    r"(?=\s*(?:\*/|\"{3}|</summary>|\})?$)"
)
"""Pattern of a comment, or of a line of a comment, that consists of one of the given texts."""
_GOAL = re.compile(r"^([a-z.]+):", re.MULTILINE)
_REMOVED = re.compile(r"^\trm -r?f (.+)$", re.MULTILINE)
"""Pattern of the command that removes what ``make`` builds, with the names of that."""


@dataclass(frozen=True)
class Skeleton:
    """The files of a new bot."""

    name: str
    """Name of the bot in tables, in the form of ``formats.names``."""
    game: str
    language: SkeletonLanguage
    comments: Language = "en"
    """Language of the comments in the source."""

    @property
    def stem(self) -> str:
        """The bot's name in names of files: ``make`` takes no blank and no apostrophe."""
        return file_part(self.name)

    @property
    def source(self) -> str:
        """Name of the source file."""
        return self.language.source or f"{self.stem}{self.language.suffix or self._rules.suffix}"

    @cached_property
    def program(self) -> str:
        """File that is submitted: built from the source, or the source itself if a script."""
        return self.source if self._is_script else self.stem

    @property
    def has_reserved_name(self) -> bool:
        """Return whether the name is that of another file, of a ``make`` target or of a module.

        A script imports modules of Python's own, which one beside it with such a name replaces.
        """
        others = {"matrix.txt", BOT_FILE, self.language.source or "matrix.txt"}
        for path in filter(Path.is_file, self.language.folder.iterdir()):
            text = path.read_text("utf-8")
            removed = " ".join(_REMOVED.findall(text)).split()
            others |= {path.name, *_GOAL.findall(text), *removed}
        if self.source.endswith(".py"):
            others |= sys.stdlib_module_names
        return self.stem.lower() in {other.lower() for other in others}

    def files(self) -> Iterator[tuple[str, str, bool]]:
        """Yield the name of each file, its text, and whether it is executable."""
        blank = "\n" * self.language.blank_lines
        yield self.source, self._fill(blank.join(self._parts)), self._is_script
        name = None if name_from_file_name(self.program) == self.name else self.name
        yield BOT_FILE, BotSettings(self.game, name, self.language.size_limit).as_toml(), False
        yield "README.md", self._fill((SKELETONS / "README.md").read_text("utf-8")), False
        for path in sorted(self.language.folder.iterdir()):
            if path.is_file() and path.name.split(".")[0] not in _PARTS:
                yield path.name, self._fill(self._translate(path)), False

    def make(self, folder: Path) -> None:
        """Write the files into a new folder. Raise FileExistsError if it exists.

        Raise ValueError for a skeleton of another package that cannot be read.
        """
        files = list(self.files())
        folder.mkdir(parents=True)
        try:
            for name, text, is_executable in files:
                path = folder / name
                path.write_text(text, encoding="utf-8", newline="\n")
                path.chmod(0o755 if is_executable else 0o644)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    @property
    def _rules(self) -> Path:
        return self.language.rules[self.game]

    @cached_property
    def _parts(self) -> list[str]:
        ending = self._rules.suffix
        head, tail = (self.language.part_folder / f"{part}{ending}" for part in ("head", "tail"))
        return [self._translate(path) for path in (head, self._rules, tail)]

    def _translate(self, path: Path) -> str:
        """Return the text of a part, with its comments in the language of the reader."""
        text = path.read_text("utf-8")
        return text if self.comments == "en" else _with_russian_comments(text, self.game)

    @property
    def _is_script(self) -> bool:
        return self._parts[0].startswith("#!")

    def _fill(self, text: str) -> str:
        for word, value in self._words.items():
            text = text.replace(f"@{word}@", value)
        return text

    @property
    def _words(self) -> Mapping[str, str]:
        """Replacements of words; a word whose text contains others comes before them."""
        title = all_games()[self.game].title
        choose, find_moves, play = self.language.functions
        opponent = easiest_builtin(self.game)
        match = texts.MATCH_WITH_BUILTIN if opponent else texts.MATCH_WITH_ITSELF
        shared = (self.language.part_folder / "shared").glob("*.*")
        return {
            **{_word(path): self._translate(path).rstrip("\n") for path in shared},
            "BUILD_EN": self.language.text("build.en.md").rstrip(),
            "BUILD_RU": self.language.text("build.ru.md").rstrip(),
            "INSTALL": self.language.remedy,
            "MATCH_EN": match.en,
            "MATCH_RU": match.ru,
            "OPPONENT": opponent or f"./{self.program}",
            "NAME": self.name,
            "STEM": self.stem,
            "GAME": self.game,
            "TITLE_EN": title.en,
            "TITLE_RU": title.ru,
            "SOURCE": self.source,
            "PROGRAM": f"./{self.program}",
            "CHOOSE": choose,
            "FIND_MOVES": find_moves,
            "PLAY": play,
        }


def _word(path: Path) -> str:
    """Return the word for a part that games share: ``FROM_TO`` for ``from-to.c``."""
    return path.stem.upper().replace("-", "_")


SKELETONS = Path(str(resources.files("bot") / "skeletons"))


def _with_russian_comments(text: str, game: str) -> str:
    russian, pattern = _russian_comments(game)
    return pattern.sub(lambda match: match["before"] + russian[match["text"]], text)


@cache
def _russian_comments(game: str) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """Return the Russian texts of comments by the English ones, and the pattern of these.

    Translations from a plugin apply only to the plugin's game.
    """
    texts_of_all: dict[str, str] = {}
    of_plugin = plugin_files("bot/skeletons/**/comments.ru.toml").get(game, [])
    for path in [*sorted(SKELETONS.rglob("comments.ru.toml")), *of_plugin]:
        texts_of_all |= tomllib.loads(path.read_text("utf-8"))
    longest_first = sorted(texts_of_all, key=len, reverse=True)
    alternatives = "|".join(map(re.escape, longest_first))
    return texts_of_all, re.compile(_COMMENT % alternatives, re.MULTILINE)


@dataclass(frozen=True)
class SkeletonLanguage:
    """A programming language of skeletons."""

    name: str
    """Value of ``--language``."""
    title: str
    also_called: tuple[str, ...]
    tools: tuple[str, ...]
    package: str
    packages: Mapping[str, str] = field(default_factory=dict)
    parts: str | None = None
    suffix: str | None = None
    source: str | None = None
    functions: tuple[str, str, str] = ("choose", "find_moves", "play")
    size_limit: int | None = None
    blank_lines: int = 1

    @property
    def folder(self) -> Path:
        """Folder of the language's own files."""
        return SKELETONS / self.name

    @property
    def part_folder(self) -> Path:
        """Folder with ``head``, ``games`` and ``tail``."""
        return SKELETONS / (self.parts or self.name)

    @property
    def rules(self) -> dict[str, Path]:
        """File with the rules of each game that has a skeleton in the language."""
        own = {path.stem: path for path in (self.part_folder / "games").iterdir()}
        pattern = f"bot/skeletons/{self.parts or self.name}/games/{{game}}.*"
        added = {game: paths[0] for game, paths in plugin_files(pattern).items() if paths}
        return dict(sorted({**added, **own}.items()))

    @property
    def games(self) -> list[str]:
        """Games with skeletons in the language."""
        return list(self.rules)

    @property
    def missing(self) -> list[str]:
        """Tools that this machine lacks."""
        return [tool for tool in self.tools if shutil.which(tool) is None]

    @property
    def remedy(self) -> str:
        """Command that installs the tools."""
        return install_command(self.package, self.packages)

    def text(self, part: str) -> str:
        return (self.folder / part).read_text("utf-8")


@cache
def all_languages() -> Mapping[str, SkeletonLanguage]:
    names = sorted(path.parent.name for path in SKELETONS.glob("*/language.toml"))
    return {name: _language(name) for name in names}


def languages_of(game: str) -> list[str]:
    """Return the names of languages with a skeleton for the game."""
    return [name for name, language in all_languages().items() if game in language.games]


def other_names() -> dict[str, str]:
    """Return the other names of languages, with the values of ``--language`` for them."""
    languages = all_languages().values()
    return {other: language.name for language in languages for other in language.also_called}


def _language(name: str) -> SkeletonLanguage:
    values = tomllib.loads((SKELETONS / name / "language.toml").read_text("utf-8"))
    for key in {"also_called", "tools", "functions"} & set(values):
        values[key] = tuple(values[key])
    return SkeletonLanguage(name, **values)
