"""Files that commands write where the user says: regular files, links and pipes."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_IMODE

import pytest

from arena.files import write_file
from tests.arena.conftest import Run
from tests.tournaments.filled_ledger import fill
from tests.tournaments.ledger.edited import SMALL


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes have names here")
@pytest.mark.parametrize("is_link", [False, True], ids=["pipe", "link"])
def test_a_pipe_is_written_into_and_stays(tmp_path: Path, is_link: bool) -> None:
    pipe = path = tmp_path / "pipe"
    os.mkfifo(pipe)
    if is_link:  # like /dev/stdout
        path = tmp_path / "link"
        path.symlink_to("pipe")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(path, b"text")
    assert pipe.is_fifo()
    assert os.read(reader, 100) == b"text"
    os.close(reader)
    assert {file.name for file in tmp_path.iterdir()} == {path.name, "pipe"}


@pytest.mark.parametrize("before", [b"before", None], ids=["file", "nothing"])
def test_a_link_is_followed(tmp_path: Path, before: bytes | None) -> None:
    (tmp_path / "folder").mkdir()
    file, link = tmp_path / "folder" / "file", tmp_path / "link"
    if before is not None:
        file.write_bytes(before)
    link.symlink_to("folder/file")
    write_file(link, b"after")
    assert (link.is_symlink(), file.read_bytes()) == (True, b"after")


@pytest.mark.skipif(os.name == "nt", reason="files have no modes there")
@pytest.mark.parametrize("mode", [0o600, 0o664])
def test_a_file_that_is_overwritten_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "file"
    file.touch()
    file.chmod(mode)
    write_file(file, b"after")
    assert (file.read_bytes(), S_IMODE(file.stat().st_mode)) == (b"after", mode)


@pytest.mark.parametrize("command", ["report", "export"])
def test_commands_follow_a_link(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    fill(Path("cup"), SMALL)
    Path("file").touch()
    Path("link").symlink_to("file")
    assert run(command, "cup", "--out", "link").status == 0
    assert (Path("link").is_symlink(), Path("file").stat().st_size > 0) == (True, True)


@pytest.mark.parametrize("name", ["cup.toml", "cup/ledger.sqlite", "cup/ledger.heads", "link.html"])
@pytest.mark.parametrize(
    "words", [("report", "cup", "--out"), ("export", "cup", "--out"), ("review", "game", "--html")]
)
def test_no_event_and_no_ledger_is_overwritten(
    words: tuple[str, ...], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    fill(Path("cup"), SMALL)
    Path("cup.toml").touch()
    Path("link.html").symlink_to("cup.toml")
    Path("game").write_text(run("export", "cup", "1").out)
    before = Path(name).read_bytes()
    result = run(*words, name)
    assert (result.status, f"{name}: File exists" in result.err) == (2, True)
    assert Path(name).read_bytes() == before
