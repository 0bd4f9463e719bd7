"""Reasons why a program cannot be built, as data; callers make sentences of them."""

from __future__ import annotations

from enum import StrEnum


class BuildFault(StrEnum):
    NO_PROGRAM = "no such program"
    NO_FILE = "no such file"
    NO_COMPILER = "no compiler"
    NO_SOURCES = "no sources of the kernels"
    NO_CYTHON = "no Cython"
    NO_HEADERS = "no headers of Python"
    NO_BUNDLER = "no PyInstaller"
    NO_CACHE = "no folder for what can be made again"
    FAILED = "failed"


class CannotBuild(Exception):  # noqa: N818  # The name says the condition.
    def __init__(self, fault: BuildFault, **values: str) -> None:
        super().__init__(fault, values)
        self.fault = fault
        self.values = values
