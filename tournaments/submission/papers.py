"""What is handed in beside a program: its sources, as one archive, and the report on it.

They are kept beside the versions under names that a teacher reads: ivanov-2-sources.zip.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from formats.fault import Fault
from formats.names import file_name
from referee.numbers import number
from tournaments.entrants import entrant_faults as faults
from tournaments.storage import write_whole

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
    """Those of a folder of sources and of a report. Raises OSError."""
    files = _files(sources) if sources else []
    sizes = [sum(file.stat().st_size for file in files), report.stat().st_size if report else 0]
    if max(sizes) > MOST:
        return faults.PAPERS_TOO_LARGE(size=number(max(sizes)), allowed=number(MOST))
    packed = _packed(sources, files) if sources else b""
    return Papers(packed, report.read_bytes() if report else b"", report.suffix if report else "")


def _files(folder: Path) -> list[Path]:
    """Those in it, at any depth; what is hidden, and links, are left out."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not path.is_symlink()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def _packed(folder: Path, files: list[Path]) -> bytes:
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED, strict_timestamps=False) as packed:
        for path in files:
            packed.write(path, path.relative_to(folder).as_posix())
    return archive.getvalue()
