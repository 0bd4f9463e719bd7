"""Skeletons: folders to begin a bot in, for each game and language.

They are made of the files in ``skeletons``. A language is a folder there: its ``head`` (the file
matrix.txt), one of its ``games`` (the rules) and its ``tail`` (the player) become one source file;
what else lies there is copied. ``README.md`` is for all, and each language says in ``build`` how a
program is made. Words such as ``@NAME@`` stand for what differs. A game or a language that is
added to the folder is there, and nothing else has to be told of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from shlex import quote

from formats.games import all_games
from formats.names import file_part, of_file

SKELETONS = Path(str(resources.files("arena.bots") / "skeletons"))
_PARTS = ("head", "tail", "build")
_GOAL = re.compile(r"^([a-z]+):", re.MULTILINE)


def languages() -> list[str]:
    """The languages that there are skeletons in."""
    return sorted(path.name for path in SKELETONS.iterdir() if path.is_dir())


def games(language: str) -> list[str]:
    """The games that there are skeletons for in that language."""
    return sorted(path.stem for path in (SKELETONS / language / "games").iterdir())


@dataclass(frozen=True)
class Skeleton:
    """A bot that is to be begun."""

    name: str
    """What tables call the bot, as ``formats.names`` has it."""
    game: str
    language: str

    @property
    def stem(self) -> str:
        """The bot's name in names of files: ``make`` takes no blank and no apostrophe."""
        return file_part(self.name)

    @property
    def source(self) -> str:
        """The file that the bot is written in."""
        return f"{self.stem}{self._rules.suffix}"

    @cached_property
    def program(self) -> str:
        """The file that is submitted: made of the source, or the source itself if a script."""
        return self.source if self._is_script else self.stem

    @property
    def is_mistaken(self) -> bool:
        """Whether the program would be taken for another file, or for a goal of ``make``."""
        others = {"matrix.txt"}
        for path in filter(Path.is_file, self._folder.iterdir()):
            others |= {path.name, *_GOAL.findall(path.read_text("utf-8"))}
        return self.stem.lower() in {other.lower() for other in others}

    def files(self) -> Iterator[tuple[str, str, bool]]:
        """The name of each file, its text, and whether it can be run."""
        yield self.source, self._filled("\n\n".join(self._parts)), self._is_script
        yield "README.md", self._filled((SKELETONS / "README.md").read_text("utf-8")), False
        for path in sorted(self._folder.iterdir()):
            if path.is_file() and path.name.split(".")[0] not in _PARTS:
                yield path.name, self._filled(path.read_text("utf-8")), False

    def make(self, folder: Path) -> None:
        """Puts the files into a new folder. Raises FileExistsError if it is there."""
        folder.mkdir(parents=True)
        for name, text, runs in self.files():
            path = folder / name
            path.write_text(text, encoding="utf-8", newline="\n")
            path.chmod(0o755 if runs else 0o644)

    @property
    def _folder(self) -> Path:
        return SKELETONS / self.language

    @property
    def _rules(self) -> Path:
        (path,) = (self._folder / "games").glob(f"{self.game}.*")
        return path

    @cached_property
    def _parts(self) -> list[str]:
        ending = self._rules.suffix
        paths = (self._folder / f"head{ending}", self._rules, self._folder / f"tail{ending}")
        return [path.read_text("utf-8") for path in paths]

    @property
    def _is_script(self) -> bool:
        return self._parts[0].startswith("#!")

    def _filled(self, text: str) -> str:
        for word, value in self._words.items():
            text = text.replace(f"@{word}@", value)
        return text

    @property
    def _words(self) -> Mapping[str, str]:
        """What the words stand for. Those come first whose text has words in it again."""
        title = all_games()[self.game].title
        return {
            "BUILD_EN": (self._folder / "build.en.md").read_text("utf-8").rstrip(),
            "BUILD_RU": (self._folder / "build.ru.md").read_text("utf-8").rstrip(),
            "NAME": self.name,
            "STEM": self.stem,
            "CALLED": "" if of_file(self.program) == self.name else f" --name {quote(self.name)}",
            "GAME": self.game,
            "TITLE_EN": title.en,
            "TITLE_RU": title.ru,
            "SOURCE": self.source,
            "PROGRAM": f"./{self.program}",
        }
