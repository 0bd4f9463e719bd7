"""Tests of the documents: their files, moves, times and programs are checked by the rules.

The first words of a fenced block say what the block contains:

- ``matrix``: a file without faults; ``matrix next``: also a legal change of the file before it
- ``matrix-bad M301``: a file with exactly this fault; a code with L is a fault of the change
- ``moves``: moves in the file before it; each is legal, or breaks the rule of the code beside it
- ``times``: spellings of times, with the values that are read
- ``python run GAME``, ``cpp run GAME``: a whole bot for that game

Other tests check the blocks of three pages: test_write_a_bot.py those on writing a bot,
tournaments/event/test_event_documents.py those on events, and test_library.py those on programs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import NamedTuple

import pytest

import formats
import referee
from formats.fault import FaultKind, Severity
from formats.game import RuleError
from formats.matrix import Matrix, Reading, read_matrix, write_matrix
from formats.matrix.faults import LARGEST
from formats.names import LONGEST
from formats.record import read_record
from formats.seconds import read_seconds, write_seconds
from formats.transition import change
from referee.clock import Clock, Timing
from referee.program import MIB, SIZE_LIMIT, Limits
from referee.sandbox.isolation_levels import IsolationLevel
from referee.verdict import Ending
from tests.class_bots import honest_bots
from tests.places import ROOT
from tests.present import needs
from tests.referee.offending import offenders

ENGLISH, RUSSIAN = ROOT / "docs", ROOT / "docs/ru"
NAMES = (
    *("matrix-format.md", "rules.md", "write-a-bot.md", "referee.md"),
    *("events.md", "cluster.md", "serve.md", "library.md"),
)
GAMES = sorted(path.relative_to(ENGLISH).as_posix() for path in ENGLISH.glob("games/*.md"))
"""Pages of games that the other pages do not explain."""
OF_THE_ASSIGNMENT = "assignment.md"
"""Page whose commands arena/test_assignment.py checks."""
OF_A_NEW_GAME = "add-a-game.md"
"""Page whose files and codes test_add_a_game.py checks."""
UNTRIED_HERE = (OF_A_NEW_GAME, OF_THE_ASSIGNMENT)
PAGES = [folder / name for folder in (ENGLISH, RUSSIAN) for name in (*NAMES, *GAMES)]
POSITIONS = sorted((ROOT / "docs/positions").glob("*.txt"))
RECORDS = sorted((ROOT / "docs/records").glob("*.txt"))

LEGAL = ("legal", "можно")
WARNING = {ENGLISH: "(warning)", RUSSIAN: "(предупреждение)"}
COMMENT = {"python": "#", "cpp": "//", "cython": "#", "toml": "#"}
WARNINGS = ["-std=c++98", "-pedantic", "-Wall", "-Wextra", "-Werror"]

_FENCE = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
_ROW = re.compile(r"^\| ([A-Z][0-9]{3}) \|(.*)$", re.MULTILINE)
_CODE = re.compile(r"\b[LMRSV][0-9]{3}\b")
_ENDING = re.compile(r"^\| `([a-z-]+)` +\|.*\| (\w+) +\|$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)#]*)(?:#([^)]*))?\)")


def path_of(page: Path) -> str:
    return page.relative_to(ENGLISH).as_posix()


class Block(NamedTuple):
    """A fenced block, with the last correct file above it."""

    page: Path
    line: int
    kind: str
    words: tuple[str, ...]
    text: str
    before: str

    @property
    def name(self) -> str:
        """Page and line of the block."""
        return f"{path_of(self.page)}:{self.line}"

    @property
    def reading(self) -> Reading:
        """Result of reading the block as a matrix.txt."""
        return read_matrix(self.text.encode())

    @property
    def change(self) -> list[str]:
        """Codes of the faults of the change from the file before to this block."""
        before = read_matrix(self.before.encode())
        result = change(before, read_matrix(self.text.encode(), before=before.matrix))
        return [diagnostic.code for diagnostic in result.diagnostics]


def blocks_of(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    before = ""
    for match in _FENCE.finditer(text):
        kind, *words = match[1].split() or [""]
        line = text.count("\n", 0, match.start()) + 1
        yield Block(page, line, kind, tuple(words), match[2], before)
        if kind == "matrix":
            before = match[2]


def blocks(*kinds: str) -> list[Block]:
    return [block for page in PAGES for block in blocks_of(page) if block.kind in kinds]


def name_of(block: Block) -> str:
    return block.name


# Files, moves, times


@pytest.mark.parametrize("block", blocks("matrix"), ids=name_of)
def test_correct_file_has_no_faults(block: Block) -> None:
    faults = block.change if block.words == ("next",) else block.reading.diagnostics
    assert not faults


@pytest.mark.parametrize("block", blocks("matrix-bad"), ids=name_of)
def test_faulty_file_has_the_faults_of_its_heading(block: Block) -> None:
    of_change = any(code.startswith("L") for code in block.words)
    codes = block.change if of_change else [d.code for d in block.reading.diagnostics]
    assert sorted(set(codes)) == sorted(block.words)


@pytest.mark.parametrize("block", blocks("moves"), ids=name_of)
def test_moves_are_legal_or_break_the_rule(block: Block) -> None:
    matrix = matrix_of(read_matrix(block.before.encode()))
    rows = [line.split()[:2] for line in block.text.splitlines()]
    assert rows
    assert [[text, verdict(matrix, text)] for text, _ in rows] == [
        [text, LEGAL[0] if word in LEGAL else word] for text, word in rows
    ]


def verdict(matrix: Matrix, text: str) -> str:
    """Return "legal" for a legal move, or the code of the rule that the move breaks."""
    try:
        matrix.game.play(matrix.position, matrix.game.parse(text))
    except RuleError as error:
        return error.fault.kind.code
    return LEGAL[0]


@pytest.mark.parametrize("block", blocks("times"), ids=name_of)
def test_times_are_read_as_the_page_says(block: Block) -> None:
    for text, expected in map(str.split, block.text.splitlines()):
        time = read_seconds(text)
        assert (time.code if isinstance(time, FaultKind) else write_seconds(time)) == expected


def matrix_of(reading: Reading) -> Matrix:
    assert reading.matrix is not None
    return reading.matrix


# Codes


FILES, TURNS = "matrix-format.md", "referee.md"


def kinds(*packages: ModuleType) -> dict[str, FaultKind]:
    """Return every kind of fault of the packages, by its code."""
    objects: list[object] = []
    for package in packages:
        names = [m.name for m in walk_packages(package.__path__, f"{package.__name__}.")]
        objects += [value for name in names for value in vars(import_module(name)).values()]
    return {value.code: value for value in objects if isinstance(value, FaultKind)}


def kinds_on(page: str) -> dict[str, FaultKind]:
    """Return the kinds of faults that the page's tables list, by their codes."""
    of_files = kinds(formats)
    of_turns = {code: kind for code, kind in kinds(referee).items() if code not in of_files}
    return of_files if page == FILES else of_turns


@pytest.mark.parametrize("folder", [ENGLISH, RUSSIAN], ids=["en", "ru"])
@pytest.mark.parametrize("page", [FILES, TURNS])
def test_tables_have_every_code_once_and_mark_the_warnings(folder: Path, page: str) -> None:
    pages = [page, *GAMES] if page == FILES else [page]
    texts = [(folder / name).read_text(encoding="utf-8") for name in pages]
    rows = [row for text in texts for row in _ROW.findall(text)]
    occurring = kinds_on(page)
    assert sorted(code for code, _ in rows) == sorted(occurring)
    marked = {code for code, text in rows if WARNING[folder] in text}
    assert marked == {c for c, kind in occurring.items() if kind.severity is Severity.WARNING}


@pytest.mark.parametrize("page", PAGES, ids=path_of)
def test_every_code_of_a_page_exists(page: Path) -> None:
    codes = set(_CODE.findall(page.read_text(encoding="utf-8")))
    assert codes <= set(kinds(formats, referee))


# The referee


@pytest.mark.parametrize("folder", [ENGLISH, RUSSIAN], ids=["en", "ru"])
def test_table_of_endings_says_which_disqualify(folder: Path) -> None:
    rows = _ENDING.findall((folder / TURNS).read_text(encoding="utf-8"))
    yes = {ENGLISH: "yes", RUSSIAN: "да"}[folder]
    assert [(label, answer == yes) for label, answer in rows] == [
        (ending.label, ending.disqualifies) for ending in Ending
    ]


@pytest.mark.parametrize("folder", [ENGLISH, RUSSIAN], ids=["en", "ru"])
def test_page_has_the_limits_and_times_of_the_referee(folder: Path) -> None:
    text = (folder / TURNS).read_text(encoding="utf-8")
    numbers = set(re.findall(r"[0-9]+(?:[., ][0-9]+)*", text.replace("\xa0", " ")))
    numbers |= {number.replace(",", ".") for number in numbers}  # a decimal comma, in Russian
    limits, timing = Limits(), Timing()
    least = timing.margin + timing.unmeasured
    sizes = (limits.memory // MIB, limits.file_size // MIB, limits.output, LARGEST)
    starts = (timing.unmeasured, Timing(Clock.FILE).unmeasured)
    times = (timing.margin, *starts, timing.patience, timing.idle, least)
    assert set(map(str, (*sizes, *times, limits.processes, LONGEST))) <= numbers
    assert numbers & {f"{SIZE_LIMIT:,}", f"{SIZE_LIMIT:,}".replace(",", " ")}


@pytest.mark.parametrize("folder", [ENGLISH, RUSSIAN], ids=["en", "ru"])
def test_page_counts_the_offenders_and_honest_bots(folder: Path) -> None:
    text = (folder / TURNS).read_text(encoding="utf-8")
    all_offenders, all_honest, landlock = offenders(), honest_bots(), IsolationLevel.LANDLOCK
    untried = sum(offender.needs == "huge-pages" for offender in all_offenders)
    bare = sum(offender.bare for offender in all_offenders)
    judged_otherwise = [offender for offender in all_offenders if offender.landlock]
    tried, honest = len(all_offenders) - untried, len(all_honest)
    unable = sum(landlock in bot.not_on for bot in all_honest)
    rows = [
        re.findall("[0-9]+", row)
        for row in re.findall(r"^\|[^|`]+((?:\|[^|`]+){3})\|$", text, re.M)
    ]
    for row in (
        [tried, tried, len(judged_otherwise), bare],
        [untried, untried, len(all_offenders) - bare],
        [honest, honest - unable, honest],
        [0, unable, 0],
    ):
        assert [str(count) for count in row] in rows
    assert re.search(rf"\b{len(all_offenders)} (programs|программ)", text)
    for offender in judged_otherwise:
        assert re.search(rf"^\|.*`{offender}`.*\|.*\|.*\|$", text, re.M), offender


# Programs


def first_files(game: str) -> list[str]:
    """Return the files of unfinished games in the documents and positions of the game."""
    texts = {block.text for block in blocks("matrix")} | {p.read_text("utf-8") for p in POSITIONS}
    matrices = [matrix_of(read_matrix(text.encode())) for text in sorted(texts)]
    return [write_matrix(m) for m in matrices if m.game.name == game and m.winner is None]


def move(command: list[str], folder: Path) -> Matrix:
    """Run a bot on the file of the folder; assert that the result is correct, and return it."""
    file = folder / "matrix.txt"
    before = read_matrix(file.read_bytes())
    subprocess.run(command, cwd=folder, check=True, timeout=60)
    after = read_matrix(file.read_bytes())
    assert not change(before, after).diagnostics, file.read_text(encoding="utf-8")
    assert [path.name for path in folder.iterdir()] == ["matrix.txt"]
    return matrix_of(after)


def play(command: list[str], folder: Path, game: str) -> None:
    """Let the bot move once in every file, and play a whole game against itself from the first."""
    first, *others = first_files(game)
    for text in [*others, first]:
        (folder / "matrix.txt").write_text(text, encoding="ascii")
        move(command, folder)
    while move(command, folder).winner is None:
        pass


@pytest.fixture(name="folder")
def make_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("block", [bot for bot in blocks("python") if bot.words], ids=name_of)
def test_python_bot_plays(block: Block, tmp_path: Path, folder: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(block.text, encoding="utf-8")
    play([sys.executable, str(script)], folder, block.words[1])


@pytest.mark.parametrize("block", [bot for bot in blocks("python") if bot.words], ids=name_of)
def test_python_bot_can_be_submitted_as_it_is_printed(block: Block) -> None:
    assert block.text.startswith("#!/usr/bin/env python3\n")


@needs("g++")
@pytest.mark.parametrize("block", blocks("cpp"), ids=name_of)
def test_cpp_bot_plays(block: Block, tmp_path: Path, folder: Path) -> None:
    source, program = tmp_path / "bot.cpp", tmp_path / "bot"
    source.write_text(block.text, encoding="utf-8")
    subprocess.run(["g++", *WARNINGS, "-o", str(program), str(source)], check=True, timeout=120)
    play([str(program)], folder, block.words[1])


# Translations and links


def essence(block: Block) -> tuple[object, ...]:
    """Return the parts of a block that must be the same in every language."""
    lines = block.text.splitlines()
    if block.kind == "moves":
        lines = [" ".join(line.split()[:2]).replace(LEGAL[1], LEGAL[0]) for line in lines]
    elif block.kind == "console":
        lines = [line for line in lines if line.startswith("$ ")]
    elif block.kind in COMMENT:
        lines = [line.split(COMMENT[block.kind])[0].rstrip() for line in lines]
        lines = [line for line in lines if line and '"""' not in line]
    return block.kind, block.words, lines


@pytest.mark.parametrize("name", [*NAMES, *GAMES, OF_A_NEW_GAME])
def test_translation_has_the_same_blocks(name: str) -> None:
    english = [essence(block) for block in blocks_of(ENGLISH / name)]
    assert english
    assert [essence(block) for block in blocks_of(RUSSIAN / name)] == english


@pytest.mark.parametrize("name", [*NAMES, *GAMES, *UNTRIED_HERE])
def test_translation_has_the_same_sections_and_tables(name: str) -> None:
    def shape(page: Path) -> list[str]:
        text = _FENCE.sub("", page.read_text(encoding="utf-8"))
        return re.findall(r"^(#+ |\|)", text, re.MULTILINE)

    assert shape(ENGLISH / name) == shape(RUSSIAN / name)


@pytest.mark.parametrize(
    "page",
    [*PAGES, *(folder / name for folder in (ENGLISH, RUSSIAN) for name in UNTRIED_HERE)],
    ids=path_of,
)
def test_link_targets_exist(page: Path) -> None:
    for path, section in _LINK.findall(page.read_text(encoding="utf-8")):
        target = page.parent / path if path else page
        assert target.is_file()
        assert not section or section in anchors(target)


def anchors(page: Path) -> set[str]:
    """Return the names by which sections are linked to, made of their headings as GitHub does."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


# Positions and records


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.name)
def test_position_is_correct_and_canonical(path: Path) -> None:
    reading = read_matrix(path.read_bytes())
    assert not reading.diagnostics
    assert path.read_bytes() == write_matrix(matrix_of(reading)).encode()


def test_example_files_follow_by_legal_moves() -> None:
    files = [read_matrix(p.read_bytes()) for p in POSITIONS if p.stem.startswith("example-")]
    changes = [change(before, after) for before, after in pairwise(files)]
    assert [(str(c.move), c.diagnostics) for c in changes] == [("b1-b2", ()), ("a3:c1", ())]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_record_is_a_finished_game_or_a_part_of_one(path: Path) -> None:
    """Allow a part of a game to begin where today's rules cannot lead, which is a warning."""
    record = read_record(path.read_text(encoding="utf-8"))
    *_, last = record.files()
    is_part = record.tags["Event"].startswith("From the encyclopedia: ")
    reading = read_matrix(write_matrix(last).encode())
    assert record.result == last.winner
    assert (record.result is not None) or is_part
    assert reading.good
    assert is_part or not reading.diagnostics
