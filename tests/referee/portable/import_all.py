"""Import of every module of the lower layers; prints the number of modules."""

from __future__ import annotations

import importlib
import pkgutil

OPTIONAL = {"dask", "distributed"}
"""Packages that only some commands need."""

imported = 0
for layer in ("formats", "referee", "tournaments"):
    for module in pkgutil.walk_packages([layer], f"{layer}."):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            if error.name not in OPTIONAL:
                raise
        else:
            imported += 1
print(imported)
