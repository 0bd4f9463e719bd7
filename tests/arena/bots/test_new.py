"""``arena new``: each skeleton is built with one command, passes ``arena check``, plays a match."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from shlex import quote

import pytest

from arena.bots.skeleton import Skeleton, games, languages
from bot.builder import executable
from bot.builder.compiler import Target
from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix, read_matrix
from referee.bot_game import Setting, play_game
from referee.check import examine
from referee.check.candidate import Candidate
from referee.check.finding import Grade
from referee.check.positions import some_cases
from referee.check.trials import try_out
from referee.program import Program
from referee.sandbox import Sandbox
from referee.sandbox.stages import Stage
from referee.verdict import Ending
from tests.arena.conftest import EXAMPLE, Run
from tests.bot.programs import needs_compiler
from tests.referee.needs import needs_sandbox
from tests.test_write_a_bot import MALFORMED

LANGUAGES = ("c++", "cython", "python")
GAMES = tuple(games("python"))
"""A game may do without a skeleton; if it has one, then in every language."""
RULES = ("classic", "sesc", "petersburg", "last-move", "sesc first-turn=2 opening=occupied")
LAWFUL = (Ending.WON, Ending.DRAWN, Ending.NO_MOVES, Ending.HALF_MOVE_LIMIT, Ending.TWO_PASSES)
NEEDED = {"c++": ("make", "g++"), "cython": ("make", "gcc"), "python": ("python3",)}
WORKED = Path(executable.HERE).parent

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_game = pytest.mark.parametrize("game", GAMES)


def built(language: str, game: str, folder: Path, *words: str, name: str = "ivanov") -> Path:
    """The program of a new bot, built as its README says."""
    for tool in NEEDED[language]:
        if shutil.which(tool) is None:
            pytest.skip(f"there is no {tool} here")
    if language == "cython" and find_spec("Cython") is None:
        pytest.skip("there is no Cython here")
    skeleton = Skeleton(name, game, language)
    skeleton.make(folder)
    if skeleton.program != skeleton.source:
        command = ["make", "-C", str(folder), f"PYTHON={sys.executable}", *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        assert "warning" not in done.stderr
    return folder / skeleton.program


def test_a_game_has_a_skeleton_in_each_language_or_in_none() -> None:
    assert tuple(languages()) == LANGUAGES
    assert {language: tuple(games(language)) for language in LANGUAGES} == dict.fromkeys(
        LANGUAGES, GAMES
    )
    assert set(GAMES) <= set(all_games())


# Built and played


@needs_sandbox
@needs_compiler
@every_game
@every_language
def test_skeleton_passes_check_and_plays_a_match(language: str, game: str, tmp_path: Path) -> None:
    law = all_games()[game]()
    program = Program("ivanov", built(language, game, tmp_path / "ivanov"))
    findings = list(examine(Candidate(program, law)))
    assert [finding for finding in findings if finding.grade is not Grade.PASSED] == []
    path = tmp_path / "opponent"
    executable.build(executable.program_named(f"{game}-random"), Target.LINUX, path)
    setting = Setting(Matrix(law, law.start()))
    opponent = Program("opponent", path, ("--seed", "1"))
    for players in ({"A": program, "B": opponent}, {"A": opponent, "B": program}):
        played = play_game(players, setting)  # type: ignore[arg-type]  # A and B are all the players
        assert played.verdict.ending in LAWFUL, played.verdict


@pytest.mark.parametrize("rules", RULES)
@every_language
def test_skeleton_knows_the_rules_of_virus_war(language: str, rules: str, tmp_path: Path) -> None:
    program = Program("ivanov", built(language, "virus-war", tmp_path / "ivanov"))
    law = all_games()["virus-war"].ruled(rules)
    cases = some_cases(law, StartRequest((6, 6)), Decimal(30), 20)
    trials = try_out(Sandbox(program, stage=Stage.NONE), cases, Candidate(program, law).rules)
    assert [trial.lost for trial in trials.made] == [None] * 20


@every_language
def test_skeleton_leaves_a_malformed_file_alone(language: str, tmp_path: Path) -> None:
    program = built(language, "mmpeshki", tmp_path / "ivanov")
    for text in (*MALFORMED.values(), EXAMPLE.replace("A 21 U", "A 21 D")):
        (tmp_path / "matrix.txt").write_text(text, encoding="utf-8")
        done = subprocess.run([program], cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == (0 if "21 D" in text else 2), text
        assert done.stderr
        assert (tmp_path / "matrix.txt").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(("name", "file"), [("Anna O'Neil", "Anna_O_Neil"), ("Пётр И.", "Пётр_И")])
@every_language
def test_skeleton_is_built_whatever_its_author_is_called(
    language: str, name: str, file: str, tmp_path: Path
) -> None:
    program = built(language, "chomp", tmp_path / "bot", name=name)
    assert program.name.removesuffix(".py") == file
    readme = (tmp_path / "bot/README.md").read_text("utf-8")
    assert f"arena submit ./{program.name} --to EVENT.toml --name {quote(name)}\n" in readme


@every_language
def test_skeleton_wins_if_it_can(language: str, tmp_path: Path) -> None:
    program = built(language, "mmpeshki", tmp_path / "ivanov")
    position = WORKED / "docs/positions/example-2.txt"
    shutil.copyfile(position, tmp_path / "matrix.txt")
    subprocess.run([program], cwd=tmp_path, check=True)
    matrix = read_matrix((tmp_path / "matrix.txt").read_bytes()).matrix
    assert matrix
    assert matrix.winner == "B"


def test_cpp_is_built_by_another_compiler_too(tmp_path: Path) -> None:
    program = built("c++", "virus-war", tmp_path / "ivanov", "CXX=g++")
    findings = examine(Candidate(Program("ivanov", program), all_games()["virus-war"]()))
    assert [next(findings).grade for _ in range(5)] == [Grade.PASSED] * 5


@every_game
def test_cpp_is_built_for_windows(game: str, tmp_path: Path) -> None:
    if shutil.which("x86_64-w64-mingw32-g++") is None:
        pytest.skip("there is no x86_64-w64-mingw32-g++ here")
    built("c++", game, tmp_path / "ivanov", "windows")
    assert (tmp_path / "ivanov/ivanov.exe").read_bytes().startswith(b"MZ")


# The sources


@every_game
def test_cpp_is_plain(game: str, tmp_path: Path) -> None:
    if shutil.which("g++") is None:
        pytest.skip("there is no g++ here")
    Skeleton("ivanov", game, "c++").make(tmp_path / "ivanov")
    warnings = ["-std=c++98", "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    subprocess.run(["g++", *warnings, tmp_path / "ivanov/ivanov.cpp"], check=True)


@every_game
def test_python_has_good_style(game: str, tmp_path: Path) -> None:
    Skeleton("ivanov", game, "python").make(tmp_path / "ivanov")
    for command in (("check", "--select=E,F,I,N,W"), ("format", "--check")):
        words = [sys.executable, "-m", "ruff", *command, "--isolated", "--line-length=100"]
        subprocess.run([*words, str(tmp_path / "ivanov/ivanov.py")], check=True)


@every_game
def test_cython_has_good_style(game: str, tmp_path: Path) -> None:
    Skeleton("ivanov", game, "cython").make(tmp_path / "ivanov")
    tools = Path(sys.executable).parent
    if not (tools / "cython-lint").exists():
        pytest.skip("there is no cython-lint here")
    words = ["cython-lint", "--max-line-length", "100", str(tmp_path / "ivanov/ivanov.pyx")]
    search = os.pathsep.join([str(tools), os.environ["PATH"]])
    subprocess.run(words, cwd=tmp_path, env={**os.environ, "PATH": search}, check=True)


@every_game
@every_language
def test_nothing_is_left_to_be_filled_in(language: str, game: str) -> None:
    skeleton = Skeleton("petrov-2", game, language)
    files = {name: text for name, text, _ in skeleton.files()}
    assert {skeleton.source, "README.md"} <= set(files)
    for text in files.values():
        assert "@" not in text.replace("$@", "")
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
    readme = files["README.md"]
    assert f"arena check ./{skeleton.program} --game {game}" in readme
    english, russian = readme.split("\n## По-русски\n")
    for told in ("matrix.txt", "`choose`", "`find_moves`", "**Build.**", skeleton.source):
        assert told in english
        assert told.replace("Build", "Сборка") in russian
    assert max(map(len, readme.splitlines())) <= 120


# The command


@pytest.mark.parametrize("name", ["ivanov-2", "иванов"])
def test_new_makes_the_folder_and_says_what_comes_next(run: Run, folder: Path, name: str) -> None:
    ran = run("new", name, "--language", "c++", "--to", "my bots")
    assert ran.status == 0
    made = {path.name for path in (folder / "my bots" / name).iterdir()}
    assert made == {f"{name}.cpp", "Makefile", "README.md"}
    first, *commands = ran.out.splitlines()
    assert first.startswith(f"my bots/{name}: a bot for MMPeshki in c++.")
    assert commands == [
        f"  make -C 'my bots/{name}'",
        f"  arena check 'my bots/{name}/{name}' --game mmpeshki",
    ]


def test_python_can_be_run_as_it_is(run: Run, folder: Path) -> None:
    ran = run("new", "ivanov", "--language", "python", "--game", "chomp", "--lang", "ru")
    assert ran.out.splitlines()[1:] == ["  arena check ivanov/ivanov.py --game chomp"]
    assert os.access(folder / "ivanov/ivanov.py", os.X_OK)


@pytest.mark.parametrize(
    "words",
    [
        ("../ivanov",),
        ("",),
        ("iv+anov",),
        ("-ivanov",),
        ("x" * 41,),
        ("clean",),
        ("Makefile",),
        ("matrix.txt",),
        ("ivanov", "--language", "pascal"),
        ("ivanov", "--language", "../python"),
        ("ivanov", "--game", "chess"),
        (),
    ],
)
def test_wrong_usage(run: Run, folder: Path, words: tuple[str, ...]) -> None:
    before = sorted(folder.iterdir())
    assert run("new", *words).status == 2
    assert sorted(folder.iterdir()) == before


def test_folder_that_is_there_is_left_alone(run: Run, folder: Path) -> None:
    (folder / "ivanov").mkdir()
    ran = run("new", "ivanov")
    assert ran.status == 2
    assert "already exists" in ran.err
    assert not list((folder / "ivanov").iterdir())


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("to", ["1.txt", "1.txt/deeper"])
def test_folder_that_cannot_be_made_is_named(run: Run, to: str) -> None:
    ran = run("new", "ivanov", "--to", to)
    assert (ran.status, ran.err) == (2, f"arena: {to}/ivanov: Not a directory\n")
