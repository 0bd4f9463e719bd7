"""Reads the header of a program, by lief: its format, its processor, the libraries it wants."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

try:
    import lief
except ImportError:  # it is wanted for this alone
    CAN_READ = False
else:
    CAN_READ = True
    lief.logging.disable()

LINUX, WINDOWS = "ELF", "PE"
_RIGHT = ("X86_64", "I386", "AMD64")
_PLAIN = {"X86_64": "x86-64", "AMD64": "x86-64", "I386": "x86"}


@dataclass(frozen=True, slots=True)
class Found:
    """What a program's header says."""

    format: str
    processor: str
    processor_is_right: bool
    is_library: bool
    libraries: tuple[str, ...]


def read(path: Path) -> Found | None:
    """What the file says of itself; nothing if it is neither ELF nor PE."""
    parsed = lief.parse(path)
    if isinstance(parsed, lief.ELF.Binary):
        machine = parsed.header.machine_type.name
        return Found(
            LINUX, *_processor(machine), _is_library(parsed), tuple(map(str, parsed.libraries))
        )
    if isinstance(parsed, lief.PE.Binary):
        machine = parsed.header.machine.name
        is_library = parsed.header.has_characteristic(lief.PE.Header.CHARACTERISTICS.DLL)
        return Found(
            WINDOWS, *_processor(machine), is_library, tuple(str(i.name) for i in parsed.imports)
        )
    return None


def _processor(machine: str) -> tuple[str, bool]:
    return _PLAIN.get(machine, machine), machine in _RIGHT


def _is_library(parsed: lief.ELF.Binary) -> bool:
    """A program is linked to one place, or has an interpreter, or says that it is one (static)."""
    if parsed.header.file_type is not lief.ELF.Header.FILE_TYPE.DYN:
        return parsed.header.file_type is not lief.ELF.Header.FILE_TYPE.EXEC
    return not parsed.has_interpreter and parsed.entrypoint == 0
