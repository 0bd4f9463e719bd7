"""What is handed in beside a program: its sources, as one archive, and the report on it.

They are kept beside the versions under names that a teacher reads: ivanov-2-sources.zip.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZipFile, is_zipfile

from formats.fault import Fault
from formats.names import file_name
from formats.text import Text, listed
from referee.numbers import number
from tournaments.entrants import entrant_faults as faults
from tournaments.event.model import PAPERS
from tournaments.storage import write_whole
from tournaments.submission.log import Version

_MISSING = Text("not handed in: {papers}", "не сдано: {papers}")
MOST = 20_000_000
"""Bytes of the sources, or of a report."""


@dataclass(frozen=True, slots=True)
class Papers:
    """Those of one version; empty if there is nothing of that kind."""

    sources: bytes = b""
    """A ZIP archive."""
    report: bytes = b""
    ending: str = ""
    """That of the report's name, such as .pdf."""

    def keep(self, folder: Path, name: str, version: int) -> tuple[str, str]:
        """Writes them down; returns the names of their files."""
        base = f"{file_name(name)}-{version}"
        named = (f"{base}-sources.zip", self.sources), (f"{base}-report{self.ending}", self.report)
        for file, data in named:
            if data:
                folder.mkdir(parents=True, exist_ok=True)
                write_whole(folder / file, data, lasting=True)
        sources, report = (file if data else "" for file, data in named)
        return sources, report


NO_PAPERS = Papers()


def papers_in(sources: Path | None, report: Path | None) -> Papers | Fault:
    """Those of sources, a folder or a file, and of a report. Raises OSError."""
    files = _files(sources) if sources else []
    sizes = [sum(file.stat().st_size for file in files), report.stat().st_size if report else 0]
    if max(sizes) > MOST:
        return faults.PAPERS_TOO_LARGE(size=number(max(sizes)), allowed=number(MOST))
    if empty := _empty(sources and sizes[0], report and sizes[1]):
        return empty
    packed = _packed(sources, files) if sources else b""
    return Papers(packed, report.read_bytes() if report else b"", report.suffix if report else "")


def _empty(sources: int | object, report: int | object) -> Fault | None:
    """Return the fault of an attachment of no bytes; None stands for one that was not sent."""
    if sources == 0:
        return faults.NO_SOURCES()
    return faults.NO_REPORT() if report == 0 else None


def papers_sent(
    sources: tuple[str, bytes] | None, report: tuple[str, bytes] | None
) -> Papers | Fault:
    """Return the papers of two files that were sent, each with its name."""
    size = max(len(data) for _, data in (sources or _NO_FILE, report or _NO_FILE))
    if size > MOST:
        return faults.PAPERS_TOO_LARGE(size=number(size), allowed=number(MOST))
    if empty := _empty(sources and len(sources[1]), report and len(report[1])):
        return empty
    packed = b""
    if sources:
        name, packed = sources
        packed = packed if is_zipfile(io.BytesIO(packed)) else _packed_file(name, packed)
    name, data = report or _NO_FILE
    return Papers(packed, data, _ending(name))


_NO_FILE = ("", b"")


def _ending(name: str) -> str:
    """Return the ending of a name that a stranger chose, if it is plain."""
    suffix = PurePosixPath(name.replace("\\", "/")).suffix
    return suffix.lower() if suffix[1:].isascii() and suffix[1:].isalnum() else ""


def missing_papers(
    required: Collection[str], versions: Sequence[Version], playing: Version | None
) -> tuple[str, ...]:
    """Return what is required and was not handed in, by the versions of one entrant.

    A report may have come with any version. Sources are those of the program that plays, if they
    came with it, with the same program, or later.
    """
    with_sources = [one for one in versions if one.sources and _tells_of(one, playing)]
    there = {"sources": bool(with_sources), "report": any(one.report for one in versions)}
    return tuple(name for name in required if not there[name])


def _tells_of(version: Version, playing: Version | None) -> bool:
    if playing is None:
        return True
    return version.number >= playing.number or version.sha256 == playing.sha256


def told_missing(names: Iterable[str]) -> Text:
    """Return a sentence that names what is missing."""
    return _MISSING.filled({"papers": listed(PAPERS[name] for name in names)})


def _files(folder: Path) -> list[Path]:
    """Those in it, at any depth, without what is hidden and links; a file is its own only one."""
    if folder.is_file():
        return [folder]
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not path.is_symlink()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def _packed_file(name: str, data: bytes) -> bytes:
    archive = io.BytesIO()
    inside = PurePosixPath(name.replace("\\", "/")).name or "source"
    with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        packed.writestr(inside, data)
    return archive.getvalue()


def _packed(folder: Path, files: list[Path]) -> bytes:
    if folder.is_file():
        data = folder.read_bytes()
        return data if is_zipfile(folder) else _packed_file(folder.name, data)
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED, strict_timestamps=False) as packed:
        for path in files:
            packed.write(path, path.relative_to(folder).as_posix())
    return archive.getvalue()
