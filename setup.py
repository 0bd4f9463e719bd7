"""Builds the Cython kernels of `bot/`; all else about the project is in pyproject.toml."""

from pathlib import Path

from setuptools import Extension, setup


def kernels() -> list[Extension]:
    """One extension for each bot/*.pyx; a tree without kernels needs no Cython."""
    sources = sorted(Path("bot").glob("*.pyx"))
    if not sources:
        return []
    from Cython.Build import cythonize  # noqa: PLC0415 - wanted only when there are kernels

    extensions = [Extension(f"bot.{source.stem}", [source.as_posix()]) for source in sources]
    # The generated C goes to build/, so that bot/ holds only what people wrote.
    built: list[Extension] = cythonize(
        extensions, build_dir="build", compiler_directives={"language_level": 3}
    )
    return built


setup(ext_modules=kernels())
