"""The documents tell the truth: their files, moves, times and programs are put to the rules.

A fenced block says by its first words what it claims to be:

- ``matrix``: a file with nothing wrong; ``matrix next``: also a legal change of the one before it
- ``matrix-bad M301``: exactly this is wrong with it, an L code being about the change
- ``moves``: of the file before it; each is legal, or breaks the rule of that code
- ``times``: how a time may be written, and what is read
- ``python run GAME``, ``cpp run GAME``: a whole bot for that game

The page on writing a bot has blocks of its own, which test_write_a_bot.py runs; so has the one on
events, which tournaments/event/test_event_documents.py reads, and the one on programs, which
test_library.py runs.
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
from referee.check.checked_bot import SIZE_LIMIT
from referee.clock import Clock, Timing
from referee.program import MIB, Limits
from referee.verdict import Ending
from tests.places import ROOT
from tests.present import needs

ENGLISH, RUSSIAN = ROOT / "docs", ROOT / "docs/ru"
NAMES = (
    *("matrix-format.md", "rules.md", "write-a-bot.md", "referee.md"),
    *("events.md", "cluster.md", "serve.md", "library.md"),
)
GAMES = sorted(path.relative_to(ENGLISH).as_posix() for path in ENGLISH.glob("games/*.md"))
"""A page for each game that is not told of on the others."""
OF_THE_ASSIGNMENT = "assignment.md"
"""Its commands are put to the test by arena/test_assignment.py."""
OF_A_NEW_GAME = "add-a-game.md"
"""Its files and codes are put to the test by test_add_a_game.py."""
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
    """A fenced block, and the last good file above it."""

    page: Path
    line: int
    kind: str
    words: tuple[str, ...]
    text: str
    before: str

    @property
    def name(self) -> str:
        """Where to find it."""
        return f"{path_of(self.page)}:{self.line}"

    @property
    def reading(self) -> Reading:
        """What comes of reading it as a matrix.txt."""
        return read_matrix(self.text.encode())

    @property
    def change(self) -> list[str]:
        """What is wrong with it as what a move makes of the file before."""
        before = read_matrix(self.before.encode())
        made = change(before, read_matrix(self.text.encode(), before=before.matrix))
        return [diagnostic.code for diagnostic in made.diagnostics]


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
def test_good_file_is_good(block: Block) -> None:
    found = block.change if block.words == ("next",) else block.reading.diagnostics
    assert not found


@pytest.mark.parametrize("block", blocks("matrix-bad"), ids=name_of)
def test_bad_file_has_the_fault_it_is_said_to_have(block: Block) -> None:
    of_change = any(code.startswith("L") for code in block.words)
    found = block.change if of_change else [d.code for d in block.reading.diagnostics]
    assert sorted(set(found)) == sorted(block.words)


@pytest.mark.parametrize("block", blocks("moves"), ids=name_of)
def test_moves_are_legal_or_break_the_rule(block: Block) -> None:
    matrix = known(read_matrix(block.before.encode()))
    told = [line.split()[:2] for line in block.text.splitlines()]
    assert told
    assert [[text, verdict(matrix, text)] for text, _ in told] == [
        [text, LEGAL[0] if word in LEGAL else word] for text, word in told
    ]


def verdict(matrix: Matrix, text: str) -> str:
    """That a move is legal, or the code of the rule that it breaks."""
    try:
        matrix.game.play(matrix.position, matrix.game.parse(text))
    except RuleError as error:
        return error.fault.kind.code
    return LEGAL[0]


@pytest.mark.parametrize("block", blocks("times"), ids=name_of)
def test_times_are_read_as_told(block: Block) -> None:
    for text, told in map(str.split, block.text.splitlines()):
        time = read_seconds(text)
        assert (time.code if isinstance(time, FaultKind) else write_seconds(time)) == told


def known(reading: Reading) -> Matrix:
    assert reading.matrix is not None
    return reading.matrix


# Codes


FILES, TURNS = "matrix-format.md", "referee.md"


def kinds(*packages: ModuleType) -> dict[str, FaultKind]:
    """Every fault that can occur, by its code."""
    found: list[object] = []
    for package in packages:
        names = [m.name for m in walk_packages(package.__path__, f"{package.__name__}.")]
        found += [value for name in names for value in vars(import_module(name)).values()]
    return {value.code: value for value in found if isinstance(value, FaultKind)}


def kinds_on(page: str) -> dict[str, FaultKind]:
    """Those that the page has tables of."""
    of_files = kinds(formats)
    of_turns = {code: kind for code, kind in kinds(referee).items() if code not in of_files}
    return of_files if page == FILES else of_turns


@pytest.mark.parametrize("folder", [ENGLISH, RUSSIAN], ids=["en", "ru"])
@pytest.mark.parametrize("page", [FILES, TURNS])
def test_tables_have_every_code_once_and_mark_the_warnings(folder: Path, page: str) -> None:
    pages = [page, *GAMES] if page == FILES else [page]
    texts = [(folder / each).read_text(encoding="utf-8") for each in pages]
    rows = [row for text in texts for row in _ROW.findall(text)]
    occurring = kinds_on(page)
    assert sorted(code for code, _ in rows) == sorted(occurring)
    marked = {code for code, text in rows if WARNING[folder] in text}
    assert marked == {c for c, kind in occurring.items() if kind.severity is Severity.WARNING}


@pytest.mark.parametrize("page", PAGES, ids=path_of)
def test_no_page_speaks_of_a_code_that_is_none(page: Path) -> None:
    codes = set(_CODE.findall(page.read_text(encoding="utf-8")))
    assert codes <= set(kinds(formats, referee))


# The referee


@pytest.mark.parametrize("folder", [ENGLISH, RUSSIAN], ids=["en", "ru"])
def test_every_ending_is_told_and_who_is_disqualified(folder: Path) -> None:
    rows = _ENDING.findall((folder / TURNS).read_text(encoding="utf-8"))
    yes = {ENGLISH: "yes", RUSSIAN: "да"}[folder]
    assert [(label, said == yes) for label, said in rows] == [
        (ending.label, ending.disqualifies) for ending in Ending
    ]


@pytest.mark.parametrize("folder", [ENGLISH, RUSSIAN], ids=["en", "ru"])
def test_the_figures_of_limits_and_times_are_the_referees(folder: Path) -> None:
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


# Programs


def first_files(game: str) -> list[str]:
    """Every file of the game in the documents and positions in which somebody is to move."""
    texts = {block.text for block in blocks("matrix")} | {p.read_text("utf-8") for p in POSITIONS}
    found = [known(read_matrix(text.encode())) for text in sorted(texts)]
    return [write_matrix(m) for m in found if m.game.name == game and m.winner is None]


def move(command: list[str], folder: Path) -> Matrix:
    """Runs a bot on the file of the folder; what it makes of it must be right in every way."""
    file = folder / "matrix.txt"
    before = read_matrix(file.read_bytes())
    subprocess.run(command, cwd=folder, check=True, timeout=60)
    after = read_matrix(file.read_bytes())
    assert not change(before, after).diagnostics, file.read_text(encoding="utf-8")
    assert [path.name for path in folder.iterdir()] == ["matrix.txt"]
    return known(after)


def play(command: list[str], folder: Path, game: str) -> None:
    """One move from every file, and from the first of them a whole game against itself."""
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


@pytest.mark.parametrize("block", [each for each in blocks("python") if each.words], ids=name_of)
def test_python_bot_plays(block: Block, tmp_path: Path, folder: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(block.text, encoding="utf-8")
    play([sys.executable, str(script)], folder, block.words[1])


@needs("g++")
@pytest.mark.parametrize("block", blocks("cpp"), ids=name_of)
def test_cpp_bot_plays(block: Block, tmp_path: Path, folder: Path) -> None:
    source, program = tmp_path / "bot.cpp", tmp_path / "bot"
    source.write_text(block.text, encoding="utf-8")
    subprocess.run(["g++", *WARNINGS, "-o", str(program), str(source)], check=True, timeout=120)
    play([str(program)], folder, block.words[1])


# Translations and links


def essence(block: Block) -> tuple[object, ...]:
    """What must be the same in every language: all but remarks."""
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
def test_links_lead_somewhere(page: Path) -> None:
    for path, section in _LINK.findall(page.read_text(encoding="utf-8")):
        target = page.parent / path if path else page
        assert target.is_file()
        assert not section or section in anchors(target)


def anchors(page: Path) -> set[str]:
    """The names by which sections are linked to, made of their headings as GitHub does."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


# Positions and records


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.name)
def test_position_is_good_and_canonical(path: Path) -> None:
    reading = read_matrix(path.read_bytes())
    assert not reading.diagnostics
    assert path.read_bytes() == write_matrix(known(reading)).encode()


def test_example_goes_from_file_to_file() -> None:
    files = [read_matrix(p.read_bytes()) for p in POSITIONS if p.stem.startswith("example-")]
    changes = [change(before, after) for before, after in pairwise(files)]
    assert [(str(c.move), c.diagnostics) for c in changes] == [("b1-b2", ()), ("a3:c1", ())]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_record_is_a_finished_game_or_a_part_of_one(path: Path) -> None:
    """A part of a game may begin where no game of today's rules leads, of which files warn."""
    record = read_record(path.read_text(encoding="utf-8"))
    *_, last = record.files()
    is_part = record.tags["Event"].startswith("From the encyclopedia: ")
    reading = read_matrix(write_matrix(last).encode())
    assert record.result == last.winner
    assert (record.result is not None) or is_part
    assert reading.good
    assert is_part or not reading.diagnostics
