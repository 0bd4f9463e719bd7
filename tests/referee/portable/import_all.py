"""Imports every module of the lower floors, and says how many there are."""

from __future__ import annotations

import importlib
import pkgutil

OPTIONAL = {"dask", "distributed"}
"""Packages that only some commands need."""

imported = 0
for floor in ("formats", "referee", "tournaments"):
    for found in pkgutil.walk_packages([floor], f"{floor}."):
        try:
            importlib.import_module(found.name)
        except ModuleNotFoundError as error:
            if error.name not in OPTIONAL:
                raise
        else:
            imported += 1
print(imported)
