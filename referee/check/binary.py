"""Facts about a program from its file: format, processor and needed libraries.

The file is untrusted and may be made to mislead. It is read as bytes, in plain Python: each offset
is checked against what was read, each list is followed for a bounded number of entries, and nothing
in the file is run or loaded.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

LINUX, WINDOWS = "ELF", "PE"
MAGIC = (b"\x7fELF", b"MZ")
"""First bytes of a file that is a program, or pretends to be one."""

MOST_READ = 64 << 20
"""Bytes of a file that are read; what is larger is no program of a student."""
_MOST_ENTRIES = 4096
"""Bound for tables of programs, sections and imports."""
_LONGEST_NAME = 256
_LONGEST_FUNCTION = 4096
_MOST_FUNCTIONS = 65536

_ELF_PROCESSORS = {3: "x86", 62: "x86-64", 40: "ARM", 183: "AArch64", 243: "RISC-V", 8: "MIPS"}
_PE_PROCESSORS = {0x14C: "x86", 0x8664: "x86-64", 0x1C4: "ARM", 0xAA64: "AArch64"}
_SUPPORTED_PROCESSORS = ("x86", "x86-64")
_PROGRAM, _SHARED = 2, 3
"""Types of an ELF file."""
_LOAD, _DYNAMIC, _INTERPRETER = 1, 2, 3
"""Types of an ELF segment."""
_NEEDED, _STRINGS = 1, 5
"""Tags of a dynamic section."""
_PE_LIBRARY = 0x2000
_PE32, _PE32_PLUS = 0x10B, 0x20B
_IMPORTS, _DELAYED = 1, 13
"""Numbers of directories of a PE file."""
_DELAYED_BY_ADDRESS = 1


class CannotRead(Exception):  # noqa: N818  # The name says what failed.
    """The header points beyond the file, or is not as its format demands."""


@dataclass(frozen=True, slots=True)
class BinaryHeader:
    """Header of a program: its format, processor and libraries."""

    format: str
    processor: str
    processor_is_right: bool
    is_library: bool
    libraries: tuple[str, ...]
    version: tuple[int, int] | None = None
    """Version of Windows that the program demands; None for other systems."""


def read_beginning(path: Path) -> bytes:
    """Return the bytes of the file that are looked at: all, unless it is huge."""
    with path.open("rb") as file:
        return file.read(MOST_READ)


def read_functions(path: Path) -> frozenset[str]:
    """Return the functions that a program for Windows needs to be started. Raise CannotRead."""
    data = read_beginning(path)
    offset = int.from_bytes(data[60:64], "little")
    if not data.startswith(MAGIC[1]) or data[offset : offset + 4] != b"PE\0\0":
        return frozenset()
    return frozenset(_Pe(data, offset + 4).functions())


def read_header(path: Path) -> BinaryHeader | None:
    """Return the header of the file; None if it is neither ELF nor PE. Raise CannotRead."""
    return header_of(read_beginning(path))


def header_of(data: bytes) -> BinaryHeader | None:
    """Return the header in these bytes; None if they are neither ELF nor PE. Raise CannotRead."""
    if data.startswith(MAGIC[0]):
        return _Elf(data).header()
    offset = int.from_bytes(data[60:64], "little")
    if data.startswith(MAGIC[1]) and data[offset : offset + 4] == b"PE\0\0":
        return _Pe(data, offset + 4).header()
    return None


class _Segment(NamedTuple):
    """Part of a file with the addresses at which it is loaded."""

    type: int
    offset: int
    address: int
    size: int


class _Bytes:
    """Bytes of a file, with bounds checked at each access."""

    order = "<"

    def __init__(self, data: bytes) -> None:
        self._data = data

    def numbers(self, form: str, offset: int) -> tuple[int, ...]:
        """Return the numbers of the struct format at an offset. Raise CannotRead at the end."""
        size = struct.calcsize(self.order + form)
        if not 0 <= offset <= len(self._data) - size:
            raise CannotRead
        return struct.unpack_from(self.order + form, self._data, offset)

    def name(self, offset: int, longest: int = _LONGEST_NAME) -> str:
        """Return the text at an offset, up to its zero byte. Raise CannotRead without one."""
        if not 0 <= offset < len(self._data):
            raise CannotRead
        end = self._data.find(b"\0", offset, offset + longest)
        if end < 0:
            raise CannotRead
        return self._data[offset:end].decode("utf-8", "replace")

    @staticmethod
    def offset_of(address: int, segments: list[_Segment]) -> int:
        """Return the offset in the file of the byte at the address. Raise CannotRead."""
        for segment in segments:
            if segment.address <= address < segment.address + segment.size:
                return address - segment.address + segment.offset
        raise CannotRead


class _Elf(_Bytes):
    """A program for Linux."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        kind, order = self.numbers("BB", 4)
        if kind not in (1, 2) or order not in (1, 2):
            raise CannotRead
        self._is_64 = kind == 2  # ELFCLASS64
        self.order = "<" if order == 1 else ">"

    def header(self) -> BinaryHeader:
        file_type, machine = self.numbers("HH", 16)
        entry, table, *_, size, count = self.numbers(
            "4xQQQIHHH" if self._is_64 else "4xIIIIHHH", 20
        )
        segments = list(self._segments(table, size, min(count, _MOST_ENTRIES)))
        processor = _ELF_PROCESSORS.get(machine, f"ELF machine {machine}")
        has_interpreter = any(segment.type == _INTERPRETER for segment in segments)
        is_library = file_type != _PROGRAM
        if file_type == _SHARED:  # A position-independent program has this type, too.
            is_library = not has_interpreter and entry == 0
        libraries = tuple(self._libraries(segments))
        return BinaryHeader(
            LINUX, processor, processor in _SUPPORTED_PROCESSORS, is_library, libraries
        )

    def _segments(self, table: int, size: int, count: int) -> Iterator[_Segment]:
        if size == 0:
            return
        for entry in range(table, table + size * count, size):
            if self._is_64:
                kind, offset, address, length = self.numbers("I4xQQ8xQ", entry)
            else:
                kind, offset, address, length = self.numbers("III4xI", entry)
            yield _Segment(kind, offset, address, length)

    def _libraries(self, segments: list[_Segment]) -> Iterator[str]:
        loaded = [segment for segment in segments if segment.type == _LOAD]
        for segment in segments:
            if segment.type != _DYNAMIC:
                continue
            entries = list(self._entries(segment))
            strings = next((value for tag, value in entries if tag == _STRINGS), None)
            needed = [value for tag, value in entries if tag == _NEEDED]
            if needed and strings is None:
                raise CannotRead
            for value in needed:
                yield self.name(self.offset_of((strings or 0) + value, loaded))

    def _entries(self, segment: _Segment) -> Iterator[tuple[int, int]]:
        form = "QQ" if self._is_64 else "II"
        size = struct.calcsize("<" + form)
        for number in range(min(segment.size // size, _MOST_ENTRIES)):
            tag, value = self.numbers(form, segment.offset + number * size)
            if tag == 0:
                return
            yield tag, value


class _Pe(_Bytes):
    """A program for Windows."""

    def __init__(self, data: bytes, offset: int) -> None:
        """Take the offset of the header that follows the letters PE."""
        super().__init__(data)
        self._header_offset = offset
        self._options_offset = offset + 20
        (kind,) = self.numbers("H", self._options_offset)
        if kind not in (_PE32, _PE32_PLUS):
            raise CannotRead
        self._is_64 = kind == _PE32_PLUS
        self._directories_offset = self._options_offset + (112 if self._is_64 else 96)

    @property
    def _parts(self) -> list[_Segment]:
        """The sections and the headers, each with its addresses."""
        section_count, size = self.numbers("2xH12xH", self._header_offset)
        (headers,) = self.numbers("I", self._options_offset + 60)
        sections = self._sections(self._options_offset + size, section_count)
        return [*sections, _Segment(_LOAD, 0, 0, headers)]

    def functions(self) -> Iterator[str]:
        """Yield the functions that are resolved when the program is started. Raise CannotRead."""
        (count,) = self.numbers("I", self._directories_offset - 4)
        parts = self._parts
        address, _ = (
            self.numbers("II", self._directories_offset + 8 * _IMPORTS) if count > 1 else (0, 0)
        )
        remaining, offset = _MOST_FUNCTIONS, self.offset_of(address, parts) if address else -1
        while offset >= 0:
            names, _, _, name, addresses = self.numbers("IIIII", offset)
            if not name:
                return
            for function in self._functions_of(names or addresses, parts):
                yield function
                remaining -= 1
                if not remaining:
                    raise CannotRead
            offset += 20

    def _functions_of(self, address: int, parts: list[_Segment]) -> Iterator[str]:
        """Yield the functions of one library that are imported by name, not by number."""
        form, by_number = ("Q", 1 << 63) if self._is_64 else ("I", 1 << 31)
        offset = self.offset_of(address, parts)
        for number in range(_MOST_FUNCTIONS):
            (entry,) = self.numbers(form, offset + number * struct.calcsize(f"<{form}"))
            if entry == 0:
                return
            if not entry & by_number:
                yield self.name(self.offset_of(entry, parts) + 2, _LONGEST_FUNCTION)

    def header(self) -> BinaryHeader:
        machine, traits = self.numbers("H16xH", self._header_offset)
        options, directories = self._options_offset, self._directories_offset
        (base,) = self.numbers("Q" if self._is_64 else "I", options + (24 if self._is_64 else 28))
        (count,) = self.numbers("I", directories - 4)
        parts = self._parts
        major, minor = self.numbers("HH", options + 48)
        libraries: list[str] = []
        for number, step, name_at in ((_IMPORTS, 20, 12), (_DELAYED, 32, 4)):
            if number >= count:
                continue
            address, _ = self.numbers("II", directories + 8 * number)
            if address:
                offset = self.offset_of(address, parts)
                is_delayed = number == _DELAYED
                libraries += self._names(offset, step, name_at, base if is_delayed else 0, parts)
        processor = _PE_PROCESSORS.get(machine, f"PE machine {machine:#x}")
        is_library = bool(traits & _PE_LIBRARY)
        return BinaryHeader(
            WINDOWS,
            processor,
            processor in _SUPPORTED_PROCESSORS,
            is_library,
            tuple(dict.fromkeys(libraries)),
            (major, minor),
        )

    def _sections(self, table: int, count: int) -> Iterator[_Segment]:
        for entry in range(table, table + 40 * min(count, _MOST_ENTRIES), 40):
            address, length, offset = self.numbers("12xIII", entry)
            yield _Segment(_LOAD, offset, address, length)

    def _names(
        self, offset: int, step: int, name_at: int, base: int, parts: list[_Segment]
    ) -> Iterator[str]:
        """Yield the names in a table of imports, which ends with an entry of zeros."""
        for number in range(_MOST_ENTRIES):
            entry = offset + number * step
            (name,) = self.numbers("I", entry + name_at)
            if name == 0:
                return
            if base and not self.numbers("I", entry)[0] & _DELAYED_BY_ADDRESS:
                name -= base & 0xFFFFFFFF  # Old compilers write addresses, not offsets.
            yield self.name(self.offset_of(name, parts))
        raise CannotRead
