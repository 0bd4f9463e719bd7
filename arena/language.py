"""Which language a person is spoken to in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum

from formats.text import Language

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class Lang(StrEnum):
    """The choices of ``--lang``."""

    EN = "en"
    RU = "ru"


def language(chosen: Lang | None, environment: Mapping[str, str] = os.environ) -> Language:
    """The chosen language, or that of the locale; English unless that is Russian."""
    if chosen is not None:
        return "ru" if chosen is Lang.RU else "en"
    locale = next((value for name in _VARIABLES if (value := environment.get(name))), "")
    return "ru" if locale.startswith("ru") else "en"
