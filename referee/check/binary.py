"""Reads the header of a program, by lief: its format, its processor, the libraries it wants.

The file is a stranger's, so it is read in a process of its own: see ``shut_in``.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from referee.check.shut_in import CannotRead, read_shut_in

if TYPE_CHECKING:
    import lief

CAN_READ = find_spec("lief") is not None

LINUX, WINDOWS = "ELF", "PE"
MAGIC = (b"\x7fELF", b"MZ")
"""What a file begins with that is one of them, or pretends to be."""
_RIGHT = ("X86_64", "I386", "AMD64")
_PLAIN = {"X86_64": "x86-64", "AMD64": "x86-64", "I386": "x86"}


@dataclass(frozen=True, slots=True)
class BinaryHeader:
    format: str
    processor: str
    processor_is_right: bool
    is_library: bool
    libraries: tuple[str, ...]


def read_header(path: Path) -> BinaryHeader | None:
    """What the file says of itself; nothing if it is neither ELF nor PE. Raises CannotRead."""
    match read_shut_in(_load, _header_of, path):
        case None:
            return None
        case [str(form), str(processor), bool(is_right), bool(is_library), list(libraries)]:
            named = tuple(map(str, libraries))
            return BinaryHeader(form, processor, is_right, is_library, named)
    raise CannotRead


def _load() -> None:
    """All that is needed later: then no file is within reach."""
    import lief  # noqa: PLC0415 - it takes a second, and only this module wants it

    lief.logging.disable()
    _header_of(b"")


def _header_of(data: bytes) -> tuple[object, ...] | None:
    import lief  # noqa: PLC0415 - see above

    parsed = lief.parse(data)
    if isinstance(parsed, lief.ELF.Binary):
        processor = _processor(parsed.header.machine_type.name)
        return LINUX, *processor, _is_library(parsed), list(map(str, parsed.libraries))
    if isinstance(parsed, lief.PE.Binary):
        processor = _processor(parsed.header.machine.name)
        is_library = parsed.header.has_characteristic(lief.PE.Header.CHARACTERISTICS.DLL)
        return WINDOWS, *processor, is_library, [str(one.name) for one in parsed.imports]
    return None


def _processor(machine: str) -> tuple[str, bool]:
    return _PLAIN.get(machine, machine), machine in _RIGHT


def _is_library(parsed: lief.ELF.Binary) -> bool:
    """A program is linked to one place, or has an interpreter, or says that it is one (static)."""
    if parsed.header.file_type.name != "DYN":
        return parsed.header.file_type.name != "EXEC"
    return not parsed.has_interpreter and parsed.entrypoint == 0
