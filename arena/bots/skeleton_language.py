"""The languages that there are skeletons in: the folders of ``skeletons``, each with its parts.

``language.toml`` says of a language:

    title         as people write it
    also_called   what else they call it on a command line
    tools         the commands that build the bot and run it
    package       what brings them, and ``packages``, by tool, where it is called otherwise
    parts         the language whose parts its bots are made of, if it has none: C++ compiles C's
    suffix        how the name of a source ends, if not as those of the parts do
    source        the name of the source, if it is not the bot's own
    functions     what the bot's functions are called, if not ``choose``, ``find_moves``, ``play``
    blank_lines   how many stand between the parts, if not one
    size_limit    what ``arena check`` must allow where no program is as small as the class wants
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path

from referee.remedies import installing

SKELETONS = Path(str(resources.files("arena.bots") / "skeletons"))


@dataclass(frozen=True)
class SkeletonLanguage:
    name: str
    """What ``--language`` takes."""
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
        """Where its own files are."""
        return SKELETONS / self.name

    @property
    def part_folder(self) -> Path:
        """Where ``head``, ``games`` and ``tail`` are."""
        return SKELETONS / (self.parts or self.name)

    @property
    def games(self) -> list[str]:
        """The games that there are skeletons for in it."""
        return sorted(path.stem for path in (self.part_folder / "games").iterdir())

    @property
    def missing(self) -> list[str]:
        """The tools that are not on this machine."""
        return [tool for tool in self.tools if shutil.which(tool) is None]

    @property
    def remedy(self) -> str:
        """The command that installs its tools."""
        return installing(self.package, self.packages)

    def text(self, part: str) -> str:
        return (self.folder / part).read_text("utf-8")


@cache
def all_languages() -> Mapping[str, SkeletonLanguage]:
    names = sorted(path.parent.name for path in SKELETONS.glob("*/language.toml"))
    return {name: _language(name) for name in names}


def languages_of(game: str) -> list[str]:
    """The names of those that there is a skeleton for the game in."""
    return [name for name, language in all_languages().items() if game in language.games]


def other_names() -> dict[str, str]:
    """What else the languages are called, and what ``--language`` takes for it."""
    languages = all_languages().values()
    return {other: language.name for language in languages for other in language.also_called}


def _language(name: str) -> SkeletonLanguage:
    values = tomllib.loads((SKELETONS / name / "language.toml").read_text("utf-8"))
    for key in {"also_called", "tools", "functions"} & set(values):
        values[key] = tuple(values[key])
    return SkeletonLanguage(name, **values)
