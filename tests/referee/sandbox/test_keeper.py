"""Tests of the keeper as it is compiled for other machines and with another C library."""

from __future__ import annotations

import shutil
import signal
import subprocess
from pathlib import Path
from platform import machine

import pytest

from referee.program import Program
from referee.sandbox import Sandbox, keeper_link
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import RunEnd
from tests.referee.needs import ISOLATING
from tests.referee.sandbox.test_sandbox import ALLOWED

SOURCES = keeper_link.PROGRAM.parent
MAKES_A_32_BIT_CALL = """
int main(void) {
    long process = 20; /* getpid() of a 32-bit program of x86 */
    asm volatile("int $0x80" : "+a"(process) : : "memory");
    return process <= 0;
}
"""


@pytest.fixture(name="_no_32_bit")
def build_keeper_without_32_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Build the keeper as for a machine of whose 32-bit programs it knows no numbers of calls."""
    sources = shutil.copytree(SOURCES, tmp_path / "sources")
    rules = (sources / "call_rules.h").read_text()
    assert "KNOWS_32_BIT = 1" in rules
    (sources / "call_rules.h").write_text(rules.replace("KNOWS_32_BIT = 1", "KNOWS_32_BIT = 0"))
    keeper = tmp_path / "keeper"
    command = ["gcc", "-static", "-pthread", "-o", str(keeper), *map(str, sources.glob("*.c"))]
    subprocess.run(command, check=True)
    monkeypatch.setattr(keeper_link, "PROGRAM", keeper)


@pytest.mark.skipif(machine() != "x86_64", reason="the program is for x86-64")
@pytest.mark.usefixtures("_no_32_bit")
@pytest.mark.parametrize("isolation", ISOLATING)
def test_a_32_bit_call_of_unknown_number_ends_the_bot(
    isolation: IsolationLevel, tmp_path: Path
) -> None:
    """On ARM the filter has rules for 64-bit programs only."""
    path = tmp_path / "bot"
    source = path.with_suffix(".c")
    source.write_text(MAKES_A_32_BIT_CALL)
    subprocess.run(["gcc", "-static", "-o", path, source], check=True)
    with Sandbox(Program("bot", path), isolation=isolation) as sandbox:
        run_result = sandbox.run(b"", ALLOWED)
    assert (run_result.end, run_result.status) == (RunEnd.SIGNALLED, signal.SIGSYS)


MUSL = Path(f"/usr/include/{machine()}-linux-musl")
KERNEL = (Path("/usr/include"), Path(f"/usr/include/{machine()}-linux-gnu"))
"""Folders of the kernel's headers, which musl's package leaves to others."""
LARGE_FILES = "defined(_LARGEFILE64_SOURCE)"


@pytest.mark.skipif(not MUSL.is_dir(), reason="musl is not here (apt-get install musl-tools)")
def test_the_keeper_compiles_with_newer_versions_of_musl(tmp_path: Path) -> None:
    """Since 1.2.4 _GNU_SOURCE alone no longer brings the names that end in 64."""
    headers = shutil.copytree(MUSL, tmp_path / "musl")
    for header in headers.rglob("*.h"):
        text = header.read_text(errors="surrogateescape")
        text = text.replace(f"{LARGE_FILES} || defined(_GNU_SOURCE)", LARGE_FILES)
        header.write_text(text, errors="surrogateescape")
    of_compiler = subprocess.check_output(["gcc", "-print-file-name=include"], text=True).strip()
    options = ["-nostdinc", "-isystem", str(headers), "-isystem", of_compiler]
    options += [word for folder in KERNEL for word in ("-idirafter", str(folder))]
    sources = map(str, SOURCES.glob("*.c"))
    command = ["gcc", *options, "-fsyntax-only", "-Wall", "-Werror", *sources]
    subprocess.run(command, check=True)
