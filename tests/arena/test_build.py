"""``arena build``: programs of kernels, and of Python bots."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which

import pytest

from tests.arena.conftest import Run

needs_musl = pytest.mark.skipif(which("musl-gcc") is None, reason="musl-tools is not here")

PYTHON_BOT = """\
from pathlib import Path

file = Path("matrix.txt")
if file.exists():
    file.write_text(file.read_text().replace("A 1 U", "B 2 U"))
"""


def test_the_bots_are_listed(run: Run) -> None:
    names = run("build", "--list").out.split()
    assert {"chomp-champion", "mmpeshki-greedy", "virus-war-uct"} <= set(names)


@needs_musl
def test_a_program_is_named_after_its_author(run: Run, tmp_path: Path) -> None:
    ran = run("build", "chomp", "--name", "ivanov", "--out", str(tmp_path))
    assert ran.status == 0
    assert "within the class's 500,000" in ran.out
    (tmp_path / "matrix.txt").write_text(run("start", "chomp").out)
    subprocess.run([tmp_path / "ivanov"], cwd=tmp_path, check=True)
    assert run("validate", str(tmp_path / "matrix.txt")).status == 0


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("build",), 2),
        (("build", "chomp", "--from-python", "x.py"), 2),
        (("build", "chomp", "--name", "../x"), 2),
        (("build", "chomp", "--target", "amiga"), 2),
        (("build", "checkers"), 1),
        (("build", "--from-python", "missing.py"), 1),
    ],
)
def test_what_cannot_be_built(run: Run, words: tuple[str, ...], status: int) -> None:
    ran = run(*words)
    assert ran.status == status
    assert "Traceback" not in ran.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("out", "why"), [("1.txt", "File exists"), ("1.txt/deeper", "Not a directory")]
)
def test_a_folder_that_cannot_be_made_is_named(run: Run, out: str, why: str) -> None:
    ran = run("build", "chomp", "--out", out)
    assert (ran.status, ran.err) == (2, f"arena: {out}: {why}\n")


@needs_musl
def test_a_folder_is_not_taken_for_the_program(run: Run, folder: Path) -> None:
    """Such as that of a bot's source, where the program is to be put beside it."""
    (folder / "ivanov").mkdir()
    ran = run("build", "chomp", "--name", "ivanov", "--out", ".")
    assert (ran.status, ran.err) == (2, "arena: ivanov: Is a directory\n")


@pytest.mark.usefixtures("folder")
def test_a_compiler_that_is_missing_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    ran = run("build", "chomp")
    assert ran.status == 1
    assert "apt-get install musl-tools" in ran.err


def test_a_python_bot_is_bundled(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "petrov.py"
    source.write_text(PYTHON_BOT)
    ran = run("build", "--from-python", str(source), "--out", str(tmp_path))
    assert ran.status == 0, ran.err
    assert "more than the class's 500,000" in ran.out
    assert "s of processor time before your own code" in ran.out
    assert "temporary folder" in ran.out
    (tmp_path / "matrix.txt").write_text("A 1 U\n")
    subprocess.run([tmp_path / "petrov"], cwd=tmp_path, check=True)
    assert (tmp_path / "matrix.txt").read_text() == "B 2 U\n"
