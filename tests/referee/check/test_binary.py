"""Tests of the reader of program headers: it agrees with lief, and no file breaks it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import lief
import pytest

from referee.check.binary import (
    MAGIC,
    BinaryHeader,
    CannotRead,
    header_of,
    read_functions,
    read_header,
)
from tests.present import needs

ELF_FOLDERS = ("/usr/bin", "/usr/lib/x86_64-linux-gnu")
WINE = Path("/usr/lib/x86_64-linux-gnu/wine/x86_64-windows")
MOST_FILES = 60
LARGEST = 4 << 20
FUZZED = 4000
_PROCESSORS = {"X86_64": "x86-64", "AMD64": "x86-64", "I386": "x86"}


def programs(folder: Path, magic: bytes) -> list[Path]:
    """Return some programs of the folder, spread over it."""
    paths = []
    for path in sorted(folder.iterdir()):
        if path.is_file() and not path.is_symlink() and path.stat().st_size < LARGEST:
            with path.open("rb") as file:
                if file.read(4).startswith(magic):
                    paths.append(path)
    return paths[:: max(1, len(paths) // MOST_FILES)]


def header_by_lief(path: Path) -> BinaryHeader:
    """Return the header that lief reads."""
    parsed = lief.parse(str(path))
    if isinstance(parsed, lief.ELF.Binary):
        processor = _PROCESSORS[parsed.header.machine_type.name]
        is_library = parsed.header.file_type.name != "EXEC"
        if parsed.header.file_type.name == "DYN":
            is_library = not parsed.has_interpreter and parsed.entrypoint == 0
        names = tuple(map(str, parsed.libraries))
        return BinaryHeader(
            "ELF", processor, processor_is_right=True, is_library=is_library, libraries=names
        )
    assert isinstance(parsed, lief.PE.Binary)
    processor = _PROCESSORS[parsed.header.machine.name]
    is_library = parsed.header.has_characteristic(lief.PE.Header.CHARACTERISTICS.DLL)
    imports = [*parsed.imports, *parsed.delay_imports]
    names = tuple(dict.fromkeys(str(library.name) for library in imports))
    optional = parsed.optional_header
    version = (optional.major_subsystem_version, optional.minor_subsystem_version)
    return BinaryHeader(
        "PE",
        processor,
        processor_is_right=True,
        is_library=is_library,
        libraries=names,
        version=version,
    )


def functions_by_lief(path: Path) -> set[str]:
    """Return the imported functions that lief reads."""
    parsed = lief.parse(str(path))
    assert isinstance(parsed, lief.PE.Binary)
    return {
        str(function.name)
        for library in parsed.imports
        for function in library.entries
        if not function.is_ordinal
    }


@pytest.mark.parametrize("folder", ELF_FOLDERS)
def test_programs_for_linux_are_read_as_lief_reads_them(folder: str) -> None:
    paths = programs(Path(folder), MAGIC[0])
    assert len(paths) > 20
    for path in paths:
        assert read_header(path) == header_by_lief(path), path


@pytest.mark.skipif(not WINE.is_dir(), reason="Wine is not here")
def test_programs_for_windows_are_read_as_lief_reads_them() -> None:
    paths = programs(WINE, MAGIC[1])
    assert len(paths) > 20
    for path in paths:
        assert read_header(path) == header_by_lief(path), path
        assert read_functions(path) == functions_by_lief(path), path


@needs("x86_64-w64-mingw32-gcc")
def test_a_library_of_the_program_is_listed(tmp_path: Path) -> None:
    (tmp_path / "own.c").write_text("int own(void) { return 0; }")
    (tmp_path / "bot.c").write_text("int own(void); int main(void) { return own(); }")
    for words in ("-shared -o MSVCR110.dll own.c", "-o bot.exe bot.c MSVCR110.dll"):
        subprocess.run(["x86_64-w64-mingw32-gcc", *words.split()], cwd=tmp_path, check=True)
    header = read_header(tmp_path / "bot.exe")
    assert header
    assert "MSVCR110.dll" in header.libraries
    assert not header.is_library
    library = read_header(tmp_path / "MSVCR110.dll")
    assert library
    assert library.is_library


def samples() -> list[bytes]:
    """Return small programs of both formats."""
    programs = [Path("/bin/true").resolve().read_bytes()]
    if WINE.is_dir():
        programs.append((WINE / "hostname.exe").read_bytes())
    return programs


@pytest.mark.parametrize("sample", samples(), ids=("elf", "pe")[: len(samples())])
def test_changed_bytes_are_read_or_refused(sample: bytes) -> None:
    """A changed header raises nothing but CannotRead, and soon."""
    random, refused = Random(5), 0
    for _ in range(FUZZED):
        data = bytearray(sample)
        for _ in range(random.randint(1, 8)):
            place = random.randrange(min(len(data), 1024) if random.random() < 0.8 else len(data))
            data[place] = random.choice((0, 0xFF, 0x80, random.randrange(256)))
        del data[random.choice((len(data), random.randrange(len(data)))) :]
        try:
            header_of(bytes(data))
        except CannotRead:
            refused += 1
    assert refused > FUZZED // 20


@pytest.mark.parametrize("length", [4, 16, 20, 63, 64, 68, 100, 200])
def test_a_file_that_ends_early_is_refused(length: int) -> None:
    for sample in samples():
        try:
            header = header_of(sample[:length])
        except CannotRead:
            continue
        assert header is None, "many other files begin like a program for Windows"


def test_other_files_have_no_header() -> None:
    assert header_of(b"#!/bin/sh\n") is None
    assert header_of(b"MZ and no more") is None
    assert header_of(b"") is None
