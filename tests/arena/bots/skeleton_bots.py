"""Bots made by ``arena new``, built as their README says and kept in ``build/skeletons``.

They are found again by a hash of their sources: some compilers take ten seconds for each.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from arena.bots.skeleton import Skeleton, all_languages
from formats.text import Language
from tests.formats.games.example_games import DEFAULT
from tests.places import ROOT
from tests.present import Case, present, why_missing

LANGUAGES = tuple(all_languages())
SKELETONS = [(name, game) for name, language in all_languages().items() for game in language.games]
"""Each language with each game for which it has a skeleton."""
_CACHE = ROOT / "build" / "skeletons"


def why_not(language: str) -> str:
    """Return why bots in that language cannot be built here; an empty string if they can."""
    if language == "cython" and find_spec("Cython") is None:
        return "not here: Cython"
    return why_missing(*all_languages()[language].tools)


def built(cases: Iterable[tuple[str, ...]]) -> list[Any]:
    """Return pytest parameters for values whose first item is a language; mark missing tools."""
    return present(
        Case("-".join(case), case, why_not(case[0]), f"skeletons-{case[0]}") for case in cases
    )


def skeleton(language: str, game: str = DEFAULT, name: str = "ivanov") -> Skeleton:
    """Return the skeleton of a bot."""
    return Skeleton(name, game, all_languages()[language])


def program(
    language: str, game: str = DEFAULT, name: str = "ivanov", comments: Language = "en"
) -> Path:
    """Return the program of a new bot; parallel builds do not disturb each other."""
    bot = replace(skeleton(language, game, name), comments=comments)
    texts = "\0".join(f"{file}\0{text}" for file, text, _ in bot.files())
    digest = hashlib.sha256(texts.encode()).hexdigest()[:16]
    folder = _CACHE / f"{digest}-{language}-{game}"
    if not folder.exists():
        _CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=_CACHE) as work:
            path = Path(work) / bot.stem
            bot.make(path)
            build(bot, path)
            path.rename(folder)
    return folder / bot.program


def build(bot: Skeleton, folder: Path, *words: str) -> None:
    """Build the bot in the folder; fail on any warning."""
    if bot.program == bot.source:
        return
    command = ["make", "-C", str(folder), f"PYTHON={sys.executable}", *words]
    environment = {"HOME": str(folder), **os.environ}
    result = subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=False, env=environment
    )
    assert result.returncode == 0, result.stderr
    assert "warning" not in (result.stdout + result.stderr).lower()
