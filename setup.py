"""Builds the Cython kernels of `bot/` and the referee's keeper; the rest is in pyproject.toml."""

import os
import sys
from pathlib import Path
from platform import machine

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

KEEPER = Path("referee/keeper")


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


class Build(build_ext):
    """Builds, beside the extensions, the program that runs a bot's turns; see keeper.c."""

    def run(self) -> None:
        """Builds all of it; the keeper is for Linux, since its sandbox is."""
        super().run()
        if sys.platform == "linux":
            self.build_keeper()

    def build_keeper(self) -> None:
        """Links it statically, so that it runs in a sandbox where no library is."""
        folder = KEEPER if self.inplace else Path(self.build_lib, KEEPER)
        sources = [source.as_posix() for source in sorted(KEEPER.glob("*.c"))]
        objects = self.compiler.compile(sources, output_dir=self.build_temp)
        self.compiler.link_executable(
            objects, "keeper", output_dir=str(folder), extra_postargs=["-static"]
        )


setup(ext_modules=kernels(), cmdclass={"build_ext": Build})
