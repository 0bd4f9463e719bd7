"""The pages on clusters have every code, and existing commands of Dask and arena."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from formats.fault import FaultKind
from tests.places import ROOT
from tests.test_documents import Block, blocks_of, name_of
from tournaments.cluster import cluster_faults

PAGES = [ROOT / "docs/cluster.md", ROOT / "docs/ru/cluster.md"]
SHELL = [block for page in PAGES for block in blocks_of(page) if block.kind == "sh"]

_CODE_ROW = re.compile(r"^\| (E[0-9]{3}) \|", re.MULTILINE)
_OURS = re.compile(r"^\.venv/bin/(dask|arena) (.*)$", re.MULTILINE)
_OPTION = re.compile(r"--[a-z-]+")


@pytest.mark.parametrize("page", PAGES, ids=["en", "ru"])
def test_every_code_is_in_the_table(page: Path) -> None:
    kinds = [value.code for value in vars(cluster_faults).values() if isinstance(value, FaultKind)]
    assert _CODE_ROW.findall(page.read_text(encoding="utf-8")) == sorted(kinds)
    assert len(set(kinds)) == len(kinds)


@cache
def help_of(command: str, name: str) -> str:
    words = [sys.executable, "-m", command, name, "--help"]
    environment = {"COLUMNS": "200", "LC_ALL": "C.UTF-8", "PATH": ""}
    result = subprocess.run(
        words, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return result.stdout


@pytest.mark.parametrize("block", SHELL, ids=name_of)
def test_commands_have_the_options_that_are_used(block: Block) -> None:
    for command, text in _OURS.findall(block.text):
        name, *words = shlex.split(text)
        for option in filter(_OPTION.fullmatch, words):
            assert re.search(rf"{option}\b", help_of(command, name)), option


def test_there_are_commands() -> None:
    assert sum(len(_OURS.findall(block.text)) for block in SHELL) == 6
