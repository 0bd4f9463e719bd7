"""The page on installing has a row for every environment and way of installing that is tried."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.places import ROOT

HERE = Path(__file__).parent


@pytest.mark.parametrize("page", ["docs/install.md", "docs/ru/install.md"])
def test_every_row_of_the_tables_is_documented(page: str) -> None:
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    documented = [line.split("`")[1] for line in lines if line.startswith("| `")]
    tables = [
        *tomllib.loads((HERE / "environments.toml").read_text(encoding="utf-8"))["environment"],
        *tomllib.loads((HERE / "installations.toml").read_text(encoding="utf-8"))["installation"],
    ]
    assert documented == [row["name"] for row in tables]
