"""Attachments: names in the archive of the sources, endings of reports, and failed writing."""

from __future__ import annotations

import io
import os
from pathlib import Path
from zipfile import ZipFile

import pytest

from formats.fault import Fault
from tournaments.submission.attachments import (
    Attachments,
    attachments_from_paths,
    attachments_from_uploads,
)


def attachments(sources: Path | None, report: Path | None) -> Attachments:
    """Return the attachments of two paths, which have no fault."""
    read = attachments_from_paths(sources, report)
    assert not isinstance(read, Fault)
    return read


def names_in(archive: bytes) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(archive)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def test_names_of_another_encoding_are_packed_under_printable_ones(tmp_path: Path) -> None:
    folder = tmp_path / "src"
    (folder / os.fsdecode("папка".encode("cp866"))).mkdir(parents=True)
    (folder / os.fsdecode("папка".encode("cp866")) / "bot.py").write_text("inner")
    for number in range(3):
        (folder / os.fsdecode(b"\xe1.\xe2".replace(b".", bytes([0xA0 + number])) + b".c")).touch()
    (folder / "\N{REPLACEMENT CHARACTER}").write_text("a printable name stays")
    (folder / os.fsdecode(b"\xff")).write_text("another name is changed")
    (folder / "a\nb.txt").touch()
    names = names_in(attachments(folder, None).sources)
    mark = "\N{REPLACEMENT CHARACTER}"
    assert names[f"{mark * 5}/bot.py"] == b"inner"
    assert {f"{mark * 3}.c", f"{mark * 3}-2.c", f"{mark * 3}-3.c"} < set(names)
    assert names[mark] == b"a printable name stays"
    assert names[f"{mark}-2"] == b"another name is changed"
    assert "a b.txt" in names
    assert len(names) == 7


def test_a_file_of_another_encoding_is_packed(tmp_path: Path) -> None:
    file = tmp_path / os.fsdecode("бот.c".encode("cp1251"))
    file.write_text("text")
    assert list(names_in(attachments(file, None).sources).values()) == [b"text"]


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("rep.PDF", ".pdf"),
        ("rep.a\nb", ""),
        ("rep.p df", ""),
        ("rep." + "ж" * 120, ""),
        ("rep." + "a" * 200, ""),
        (os.fsdecode(b"rep.\xff"), ""),
        ("rep", ""),
    ],
)
def test_an_ending_is_kept_if_it_is_plain(name: str, ending: str, tmp_path: Path) -> None:
    try:
        (tmp_path / name).write_bytes(b"text")
    except OSError:  # No file has such a long name, but an upload may have it.
        pass
    else:
        assert attachments(None, tmp_path / name).ending == ending
    uploaded = attachments_from_uploads(None, (name, b"text"))
    assert isinstance(uploaded, Attachments)
    assert uploaded.ending == ending


def test_nothing_is_stored_if_a_file_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    (folder / "ivanov-1-report.pdf").mkdir(parents=True)
    with pytest.raises(OSError, match="directory"):
        Attachments(b"PK", b"text", ".pdf").keep(folder, "ivanov", 1)
    assert [path.name for path in folder.iterdir()] == ["ivanov-1-report.pdf"]
