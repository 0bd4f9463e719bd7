"""Reads the header of a program, by lief: its format, its processor, the libraries it wants."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import lief

CAN_READ = find_spec("lief") is not None

LINUX, WINDOWS = "ELF", "PE"
_RIGHT = ("X86_64", "I386", "AMD64")
_PLAIN = {"X86_64": "x86-64", "AMD64": "x86-64", "I386": "x86"}


@dataclass(frozen=True, slots=True)
class BinaryHeader:
    """What a program's header says."""

    format: str
    processor: str
    processor_is_right: bool
    is_library: bool
    libraries: tuple[str, ...]


def read_header(path: Path) -> BinaryHeader | None:
    """What the file says of itself; nothing if it is neither ELF nor PE."""
    import lief  # noqa: PLC0415 - it takes a second, and only this function wants it

    lief.logging.disable()
    parsed = lief.parse(path)
    if isinstance(parsed, lief.ELF.Binary):
        machine = parsed.header.machine_type.name
        return BinaryHeader(
            LINUX, *_processor(machine), _is_library(parsed), tuple(map(str, parsed.libraries))
        )
    if isinstance(parsed, lief.PE.Binary):
        machine = parsed.header.machine.name
        is_library = parsed.header.has_characteristic(lief.PE.Header.CHARACTERISTICS.DLL)
        return BinaryHeader(
            WINDOWS, *_processor(machine), is_library, tuple(str(i.name) for i in parsed.imports)
        )
    return None


def _processor(machine: str) -> tuple[str, bool]:
    return _PLAIN.get(machine, machine), machine in _RIGHT


def _is_library(parsed: lief.ELF.Binary) -> bool:
    """A program is linked to one place, or has an interpreter, or says that it is one (static)."""
    if parsed.header.file_type.name != "DYN":
        return parsed.header.file_type.name != "EXEC"
    return not parsed.has_interpreter and parsed.entrypoint == 0
