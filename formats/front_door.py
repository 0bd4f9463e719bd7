"""The front door of a floor: the names it promises, each loaded when it is first asked for.

A floor's ``__init__`` names them; where they live inside may change. That nothing is loaded before
it is asked for keeps the small commands quick (``tests/arena/test_quick.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module


def door(floor: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """The ``__getattr__`` of a floor, by the modules inside it where its names live."""

    def found(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {floor!r} has no attribute {name!r}")
        return getattr(import_module(f"{floor}.{homes[name]}"), name)

    return found
