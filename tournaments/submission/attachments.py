"""Attachments of a submission: the sources as one archive, and the report.

Attachments are kept beside the versions under names that a teacher can read: ivanov-2-sources.zip.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZipFile, is_zipfile

from formats.fault import Fault
from formats.names import file_name
from formats.printable import printable
from formats.text import Text, join_list
from referee.machine import write_whole
from referee.numbers import number
from tournaments.entrants import entrant_faults as faults
from tournaments.event.model import ATTACHMENTS
from tournaments.submission.log import Version

_MISSING = Text("not handed in: {attachments}", "не сдано: {attachments}")
MOST_BYTES = 20_000_000
"""Most bytes of the sources, and of a report."""
_LONGEST_ENDING = 16


@dataclass(frozen=True, slots=True)
class Attachments:
    """Attachments of one version; a missing attachment is empty."""

    sources: bytes = b""
    """Sources as a ZIP archive."""
    report: bytes = b""
    ending: str = ""
    """Ending of the report's file name, such as .pdf."""

    @property
    def size(self) -> int:
        """Return the number of bytes of both."""
        return len(self.sources) + len(self.report)

    def keep(self, folder: Path, name: str, version: int) -> tuple[str, str]:
        """Write the attachments into a folder, and return the names of their files.

        If one of them cannot be written, remove the other and raise OSError.
        """
        stem = f"{file_name(name)}-{version}"
        files = (f"{stem}-sources.zip", self.sources), (f"{stem}-report{self.ending}", self.report)
        try:
            for file, data in files:
                if data:
                    folder.mkdir(parents=True, exist_ok=True)
                    write_whole(folder / file, data, lasting=True)
        except OSError:
            for file, _ in files:
                with suppress(OSError):
                    (folder / file).unlink()
            raise
        sources, report = (file if data else "" for file, data in files)
        return sources, report


NO_ATTACHMENTS = Attachments()


def attachments_from_paths(sources: Path | None, report: Path | None) -> Attachments | Fault:
    """Read the attachments: sources, a folder or a file, and a report; may raise OSError."""
    files = _files(sources) if sources else []
    sizes = [sum(file.stat().st_size for file in files), report.stat().st_size if report else 0]
    if max(sizes) > MOST_BYTES:
        return faults.ATTACHMENTS_TOO_LARGE(size=number(max(sizes)), allowed=number(MOST_BYTES))
    if fault := _empty_fault(sources and sizes[0], report and sizes[1]):
        return fault
    archive = _zip_of_sources(sources, files) if sources else b""
    return Attachments(
        archive, report.read_bytes() if report else b"", _ending(report.name) if report else ""
    )


def _empty_fault(sources: int | object, report: int | object) -> Fault | None:
    """Return the fault of an attachment of size 0; None stands for a missing attachment."""
    if sources == 0:
        return faults.NO_SOURCES()
    return faults.NO_REPORT() if report == 0 else None


def attachments_from_uploads(
    sources: tuple[str, bytes] | None, report: tuple[str, bytes] | None
) -> Attachments | Fault:
    """Return the attachments of two files that were uploaded, each a name and its bytes."""
    size = max(len(data) for _, data in (sources or _NO_FILE, report or _NO_FILE))
    if size > MOST_BYTES:
        return faults.ATTACHMENTS_TOO_LARGE(size=number(size), allowed=number(MOST_BYTES))
    if fault := _empty_fault(sources and len(sources[1]), report and len(report[1])):
        return fault
    archive = b""
    if sources:
        name, data = sources
        archive = data if is_zipfile(io.BytesIO(data)) else _zip_of_file(name, data)
    name, data = report or _NO_FILE
    return Attachments(archive, data, _ending(name))


_NO_FILE = ("", b"")


def _ending(name: str) -> str:
    """Return the ending of a file's name if it is short and plain, else an empty string."""
    suffix = PurePosixPath(name.replace("\\", "/")).suffix
    is_plain = suffix[1:].isascii() and suffix[1:].isalnum()
    return suffix.lower() if is_plain and len(suffix) <= _LONGEST_ENDING else ""


def missing_attachments(
    required: Collection[str], versions: Sequence[Version], playing: Version | None
) -> tuple[str, ...]:
    """Return the required attachments that none of an entrant's versions has.

    A report may have come with any version. Sources count if they came with the program that
    plays, with an identical program, or later.
    """
    has_sources = any(v.sources and _covers(v, playing) for v in versions)
    has = {"sources": has_sources, "report": any(v.report for v in versions)}
    return tuple(name for name in required if not has[name])


def _covers(version: Version, playing: Version | None) -> bool:
    """Return whether the sources of a version count for the version that plays."""
    if playing is None:
        return True
    return version.number >= playing.number or version.sha256 == playing.sha256


def missing_sentence(names: Iterable[str]) -> Text:
    """Return a sentence that names the missing attachments."""
    return _MISSING.filled({"attachments": join_list(ATTACHMENTS[name] for name in names)})


def _files(folder: Path) -> list[Path]:
    """Return the file itself, or the files below a folder without hidden files and links."""
    if folder.is_file():
        return [folder]
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not path.is_symlink()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def _zip_of_file(name: str, data: bytes) -> bytes:
    archive = io.BytesIO()
    inner_name = printable(PurePosixPath(name.replace("\\", "/")).name) or "source"
    with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        packed.writestr(inner_name, data)
    return archive.getvalue()


def _zip_of_sources(folder: Path, files: list[Path]) -> bytes:
    if folder.is_file():
        data = folder.read_bytes()
        return data if is_zipfile(folder) else _zip_of_file(folder.name, data)
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED, strict_timestamps=False) as packed:
        for path, name in _names_in_archive(folder, files):
            packed.write(path, name)
    return archive.getvalue()


def _names_in_archive(folder: Path, files: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """Yield each file with its name in the archive, which is printable and unique.

    A name that is not in UTF-8 could not be written.
    """
    path_by_name = {path.relative_to(folder).as_posix(): path for path in files}
    used = {name for name in path_by_name if name == printable(name)}
    clashes: Counter[str] = Counter()
    for name, path in path_by_name.items():
        shown = PurePosixPath(printable(name))
        unique_name = str(shown)
        while name != unique_name and unique_name in used:
            clashes[str(shown)] += 1
            number = clashes[str(shown)] + 1
            unique_name = str(shown.with_name(f"{shown.stem}-{number}{shown.suffix}"))
        used.add(unique_name)
        yield path, unique_name
