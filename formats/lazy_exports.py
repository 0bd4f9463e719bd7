"""Exports of a package that are loaded when they are first used.

The ``__init__`` of a package names its exports; the modules that define them may change. Loading
on first use keeps small commands quick (``tests/arena/test_quick.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_getattr(package: str, modules: Mapping[str, str]) -> Callable[[str], object]:
    """Return a ``__getattr__`` for the package, given the module of each exported name."""

    def load(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return load
