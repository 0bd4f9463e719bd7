"""Programming languages of skeletons: the folders of ``skeletons``, each with its parts.

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
    def games(self) -> list[str]:
        """Games with skeletons in the language."""
        return sorted(path.stem for path in (self.part_folder / "games").iterdir())

    @property
    def missing(self) -> list[str]:
        """Tools that this machine lacks."""
        return [tool for tool in self.tools if shutil.which(tool) is None]

    @property
    def remedy(self) -> str:
        """Command that installs the tools."""
        return installing(self.package, self.packages)

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
