"""Builds the Cython kernels of `bot/`; all else about the project is in pyproject.toml."""

import os
from pathlib import Path
from platform import machine

from setuptools import Extension, setup


def options() -> list[str]:
    """As the programs are compiled, see bot/executable.py; elsewhere the compiler's own choice."""
    known = machine() == "x86_64" and os.name == "posix"
    return ["-O3", "-march=x86-64-v2", "-Wno-psabi"] if known else []


def kernels() -> list[Extension]:
    """One extension for each bot/*.pyx; a tree without kernels needs no Cython."""
    sources = sorted(Path("bot").glob("*.pyx"))
    if not sources:
        return []
    from Cython.Build import cythonize  # noqa: PLC0415 - wanted only when there are kernels

    extensions = [
        Extension(
            f"bot.{source.stem}",
            [source.as_posix()],
            depends=[part.as_posix() for part in Path("bot").glob("*.pxd")],
            extra_compile_args=options(),
        )
        for source in sources
    ]
    # The generated C goes to build/, so that bot/ holds only what people wrote.
    built: list[Extension] = cythonize(
        extensions, build_dir="build", compiler_directives={"language_level": 3}
    )
    return built


setup(ext_modules=kernels())
