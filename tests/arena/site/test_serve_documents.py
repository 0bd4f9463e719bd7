"""Pages of the site state its limits and options truly."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from arena.site.pages import play, submit
from arena.site.play import watched_game
from arena.site.play.watched_game import MOST_THINK
from arena.site.settings import Settings
from arena.site.submit import check_queue, tokens
from arena.site.traffic import event_stream
from arena.site.watch import broadcast
from formats.matrix import faults as matrix
from tests.arena.conftest import Run
from tests.places import ROOT
from tournaments.submission import attachments

PAGES = [ROOT / "docs/serve.md", ROOT / "docs/ru/serve.md"]
DESK_PAGES = [ROOT / "docs/desk.md", ROOT / "docs/ru/desk.md"]
LIMITS = Settings()
NUMBERS = [
    [LIMITS.reading.burst, LIMITS.reading.per_second],
    [LIMITS.writing.burst, LIMITS.writing.per_second],
    [LIMITS.with_token.burst, LIMITS.with_token.per_second],
    [LIMITS.wrong_tokens],
    [LIMITS.largest_body / 1024, matrix.LARGEST / 1024, submit.LARGEST / 1e6],
    [check_queue._MOST_WAITING, LIMITS.most_checks],
    [LIMITS.most_versions, LIMITS.most_kept_each / 1e6, LIMITS.most_kept / 1e9],
    [LIMITS.most_games],
    [LIMITS.most_thinking, MOST_THINK],
    [watched_game._A_WHILE],
    [
        LIMITS.most_streams,
        LIMITS.most_streams_each,
        play._MOST_WATCHERS,
        broadcast.MOST_BOARDS,
    ],
    [LIMITS.most_connections, LIMITS.connecting.burst, LIMITS.connecting.per_second],
]
"""Limits in each row of the table, in its order."""

_COMMAND = re.compile(r"^\.venv/bin/arena (.*)$", re.MULTILINE)


def test_a_quiet_watcher_is_not_cut_off_by_a_proxy() -> None:
    assert event_stream.KEEP_ALIVE_PAUSE < 60  # as long as nginx waits by itself


@pytest.mark.parametrize("page", PAGES, ids=["en", "ru"])
def test_the_table_has_the_limits(page: Path) -> None:
    heading = re.compile("^## (What it allows|Сколько можно)\n(.*?)^## ", re.MULTILINE | re.DOTALL)
    (section,) = (match[2] for match in heading.finditer(page.read_text("utf-8")))
    rows = [row for row in section.splitlines() if row.startswith("| ")][1:]
    numbers = [[int(number) for number in re.findall(r"\b\d+\b", row)] for row in rows]
    assert numbers == NUMBERS


@pytest.mark.parametrize("page", DESK_PAGES, ids=["en", "ru"])
def test_a_teacher_reads_how_large_attachments_may_be_here_and_on_the_site(page: Path) -> None:
    *_, last = page.read_text("utf-8").split("\n\n")
    sizes = [int(number) for number in re.findall(r"(\d+) (?:MB|МБ)", last)]
    assert sizes == [attachments.MOST_BYTES / 1e6, submit.LARGEST / 1e6]


@pytest.mark.parametrize("page", PAGES, ids=["en", "ru"])
def test_the_shortest_token_is_told(page: Path) -> None:
    assert re.search(rf"\b{tokens.SHORTEST_TOKEN} (characters|знаков)", page.read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=["en", "ru"])
def test_commands_have_the_options_that_are_used(run: Run, page: Path) -> None:
    commands = [shlex.split(words) for words in _COMMAND.findall(page.read_text("utf-8"))]
    assert len(commands) == 6
    for name, *words in commands:
        output = run(name, "--help").out
        assert all(word in output for word in words if word.startswith("--"))


def test_both_languages_have_the_same_commands() -> None:
    english, russian = (
        re.findall(r"^```.+\n((?:.*\n)*?)```$", page.read_text("utf-8"), re.MULTILINE)
        for page in PAGES
    )
    assert english == russian
