"""The reader of programs' headers says what lief says, and no file can lead it astray."""

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
    """Some programs of that folder, spread over it."""
    found = []
    for path in sorted(folder.iterdir()):
        if path.is_file() and not path.is_symlink() and path.stat().st_size < LARGEST:
            with path.open("rb") as file:
                if file.read(4).startswith(magic):
                    found.append(path)
    return found[:: max(1, len(found) // MOST_FILES)]


def second_opinion(path: Path) -> BinaryHeader:
    """Return what lief reads."""
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
    names = tuple(dict.fromkeys(str(each.name) for each in imports))
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
    return {str(e.name) for each in parsed.imports for e in each.entries if not e.is_ordinal}


@pytest.mark.parametrize("folder", ELF_FOLDERS)
def test_programs_for_linux_are_read_as_lief_reads_them(folder: str) -> None:
    paths = programs(Path(folder), MAGIC[0])
    assert len(paths) > 20
    for path in paths:
        assert read_header(path) == second_opinion(path), path


@pytest.mark.skipif(not WINE.is_dir(), reason="Wine is not here")
def test_programs_for_windows_are_read_as_lief_reads_them() -> None:
    paths = programs(WINE, MAGIC[1])
    assert len(paths) > 20
    for path in paths:
        assert read_header(path) == second_opinion(path), path
        assert read_functions(path) == functions_by_lief(path), path


@needs("x86_64-w64-mingw32-gcc")
def test_a_library_of_a_compiler_is_seen(tmp_path: Path) -> None:
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
    """Small programs of both formats."""
    found = [Path("/bin/true").resolve().read_bytes()]
    if WINE.is_dir():
        found.append((WINE / "hostname.exe").read_bytes())
    return found


@pytest.mark.parametrize("sample", samples(), ids=("elf", "pe")[: len(samples())])
def test_no_bytes_lead_it_astray(sample: bytes) -> None:
    """Whatever the header says, it is read or refused; nothing else is raised, and soon."""
    lot, refused = Random(5), 0
    for _ in range(FUZZED):
        data = bytearray(sample)
        for _ in range(lot.randint(1, 8)):
            place = lot.randrange(min(len(data), 1024) if lot.random() < 0.8 else len(data))
            data[place] = lot.choice((0, 0xFF, 0x80, lot.randrange(256)))
        del data[lot.choice((len(data), lot.randrange(len(data)))) :]
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
        assert header is None, "a program for Windows begins like many another file"


def test_what_is_neither_is_not_read() -> None:
    assert header_of(b"#!/bin/sh\n") is None
    assert header_of(b"MZ and no more") is None
    assert header_of(b"") is None
