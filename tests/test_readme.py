"""README.md: its commands run and print what it shows, its links lead somewhere.

After a change that is meant, ``python tests/test_readme.py`` writes the new outputs into it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

from tests.bot.programs import why_not_built
from tests.places import ROOT
from tests.present import Case, present
from tests.referee.needs import strongest_here

README = ROOT / "README.md"
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#]+)\)")


def blocks(language: str) -> list[str]:
    """The fenced blocks in that language."""
    text = README.read_text(encoding="utf-8")
    return [body for name, body in _BLOCK.findall(text) if name == language]


def commands(block: str) -> list[str]:
    """The commands of a console block."""
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]


def ran(command: str) -> str:
    """What the command prints when typed in the project's folder, errors included."""
    search = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": search, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout
    return done.stdout


def filled(block: str) -> str:
    """The console block as it should be: each command, then what it prints."""
    return "".join(f"$ {command}\n{ran(command)}" for command in commands(block))


def cases() -> Iterator[Case]:
    """Bots of ours must be built first, and any bot needs the sandbox."""
    for block in blocks("console"):
        why_not = ""
        if re.search("arena (match|check)", block):
            why_not = why_not_built() or ("" if strongest_here().isolates else "no sandbox is here")
        if "arena check" in block and which("musl-gcc") is None:
            why_not = why_not or "musl-gcc is not here (apt-get install musl-tools)"
        yield Case(commands(block)[0], (block,), why_not)


@pytest.mark.parametrize("block", present(cases()))
def test_commands_print_what_is_shown(block: str) -> None:
    assert filled(block) == block


def test_there_are_commands() -> None:
    assert len(blocks("console")) > 5


@pytest.mark.parametrize("code", blocks("python"))
def test_python_examples_print_what_is_shown(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    text = README.read_text(encoding="utf-8")
    assert f"```python\n{code}```\n\n```\n{done.stdout}```\n" in text


def test_make_knows_its_commands() -> None:
    known = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in re.findall(r"^make (\w+)$", "".join(blocks("")), re.MULTILINE):
        assert re.search(rf"^{command}:", known, re.MULTILINE), command


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_lead_somewhere(page: str) -> None:
    for target in _LINK.findall((ROOT / page).read_text(encoding="utf-8")):
        assert "://" in target or (ROOT / target).exists(), target


if __name__ == "__main__":
    text = README.read_text(encoding="utf-8")
    for block in blocks("console"):
        text = text.replace(f"```console\n{block}```", f"```console\n{filled(block)}```")
    README.write_text(text, encoding="utf-8")
