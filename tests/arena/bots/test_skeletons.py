"""Skeletons in every language: each is built with one command, knows its game and plays it."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random

import pytest

from arena.bots.skeleton import all_languages
from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.text import LANGUAGES as TEXT_LANGUAGES
from formats.transition import change_of
from referee.bot_game import Setting, play_game
from referee.check import examine
from referee.check.checked_bot import CheckedBot
from referee.check.finding import CheckResult
from referee.check.positions import Case as TrialCase
from referee.check.positions import some_cases
from referee.check.trials import Tryout, try_out
from referee.program import Program
from referee.sandbox import Sandbox
from referee.sandbox.isolation_levels import IsolationLevel
from referee.verdict import Ending
from tests.arena.bots.skeleton_bots import LANGUAGES, SKELETONS, build, built, program, skeleton
from tests.arena.conftest import EXAMPLE
from tests.formats.games.example_games import SHORT, STEPS
from tests.formats.games.game_folders import kernel_games, required_path
from tests.formats.perft_files import read, shallow
from tests.places import ROOT
from tests.present import Case, needs, present, why_missing
from tests.referee.check.short_checks import shorten_checks
from tests.referee.needs import needs_sandbox
from tests.test_write_a_bot import MALFORMED, SPELLINGS

LEGAL = (
    Ending.WON,
    Ending.DRAWN,
    Ending.NO_MOVES,
    Ending.HALF_MOVE_LIMIT,
    Ending.REPETITION,
    Ending.TWO_PASSES,
)
FEW = StartRequest(seed=1, pieces=3, marks=6)
"""A start from which a game is short; each game uses the options that it knows."""
POSITIONS = 10
MOST_LEAVES = 2000
"""Largest number of move sequences that are counted in one position."""

RULES = [
    (language, game, rules)
    for language, game in SKELETONS
    for rules in (*all_games()[game].rule_sets, *kernel_games(game, "MORE_RULES"))
]

every_language = pytest.mark.parametrize("language", built((name,) for name in LANGUAGES))
every_skeleton = pytest.mark.parametrize(("language", "game"), built(SKELETONS))


@pytest.fixture(autouse=True)
def _own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test a temporary folder, since a bot in C# leaves a file there."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))


def run(bot: Path, matrix: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Let the bot make one move."""
    (folder / "matrix.txt").write_bytes(matrix.encode())
    command = [str(bot), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@cache
def cases_of(game: str, rules: str | None) -> list[TrialCase]:
    """Return positions like those of a check; finding them takes longer than playing in them."""
    game_type = all_games()[game].with_rules(rules)
    return list(
        some_cases(game_type, StartRequest((6, 6) if rules else None), Decimal(30), POSITIONS)
    )


def plays_well(bot: Path, game: str, rules: str | None) -> None:
    """Assert that no turn of the bot in such positions loses a game."""
    checked_bot = Program("ivanov", bot), all_games()[game].with_rules(rules)
    sandbox = Sandbox(checked_bot[0], isolation=IsolationLevel.NONE)
    trials = try_out(
        sandbox, Tryout(cases_of(game, rules), POSITIONS, CheckedBot(*checked_bot).judging)
    )
    assert [trial.losing_verdict for trial in trials.played] == [None] * POSITIONS


# What it knows


@every_skeleton
def test_moves_of_a_skeleton_are_those_of_the_rules(
    language: str, game: str, tmp_path: Path
) -> None:
    bot = program(language, game)
    for counted in list(read(required_path(game, "positions.perft"), game))[:8]:
        depth, count = shallow(counted.counts, MOST_LEAVES)[-1]
        result = run(bot, counted.text, tmp_path, str(depth))
        assert result.stdout == f"{count}\n", counted.title


@every_skeleton
def test_turns_are_good(language: str, game: str) -> None:
    plays_well(program(language, game), game, None)


@pytest.mark.parametrize(("language", "game", "rules"), built(RULES))
def test_rule_sets_are_known(language: str, game: str, rules: str) -> None:
    plays_well(program(language, game), game, rules)


@pytest.mark.parametrize(
    ("game", "rules"), [(game, rules) for language, game, rules in RULES if language == "python"]
)
def test_a_game_that_is_only_thought_of_is_played_by_the_rules(
    game: str, rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole games in one process, passes included, as a search looks ahead."""
    monkeypatch.chdir(tmp_path)
    functions = runpy.run_path(str(program("python", game)))
    rules_of_game = all_games()[game].with_rules(rules)
    for number in range(25):
        random = Random(number)
        before = Matrix(rules_of_game, rules_of_game.start(StartRequest((4, 4))))
        Path("matrix.txt").write_text(write_matrix(before))
        thought = functions["read_game"]()
        while thought.winner == "U":
            player = thought.player
            while thought.player == player and thought.winner == "U":
                thought = functions["play"](
                    thought, random.choice(functions["find_moves"](thought))
                )
            functions["write_game"](thought)
            after = read_matrix(Path("matrix.txt").read_bytes())
            found_change = change_of(before, after)
            assert found_change.good, [item.sentence() for item in found_change.diagnostics]
            assert after.matrix
            assert found_change.position
            before = replace(after.matrix, position=found_change.position)


PASSES = {
    ("A 11 U", "last pass"): [5, 32, 201, 175, 1155],
    ("B 12 U", "last pass"): [1, 0],
    ("B 12 U", ""): [1, 5, 32, 201, 175],
}
"""Numbers of sequences of steps and passes in a position in which B must pass, by the turn before.

The game ends with two passes one after the other, but not where a turn lies between them.
"""


@every_language
def test_passes_are_judged_by_the_turn_before(language: str, tmp_path: Path) -> None:
    for (player, last), counts in PASSES.items():
        text = f"{player}\n0 30\n0 30\n----\nA---\nA-bb\nA-bB\ngame {STEPS}\nrules sesc\n{last}\n"
        for depth, count in enumerate(counts, 1):
            result = run(program(language, STEPS), text, tmp_path, str(depth))
            assert result.stdout == f"{count}\n", (player, last, depth)


@every_language
def test_malformed_file_is_left_alone(language: str, tmp_path: Path) -> None:
    for text in (*MALFORMED.values(), EXAMPLE.replace("A 21 U", "A 21 D")):
        result = run(program(language), text, tmp_path)
        assert result.returncode == (0 if "21 D" in text else 2), text
        assert result.stderr
        assert (tmp_path / "matrix.txt").read_text(encoding="utf-8") == text


@every_language
def test_file_is_read_however_it_is_spelled(language: str, tmp_path: Path) -> None:
    for name, text in SPELLINGS.items():
        assert run(program(language), text, tmp_path).returncode == 0, name
        assert read_matrix((tmp_path / "matrix.txt").read_bytes()).matrix, name


@every_language
def test_a_skeleton_wins_if_it_can(language: str, tmp_path: Path) -> None:
    position = (ROOT / "docs/positions/example-2.txt").read_text(encoding="ascii")
    run(program(language), position, tmp_path)
    matrix = read_matrix((tmp_path / "matrix.txt").read_bytes()).matrix
    assert matrix
    assert matrix.winner == "B"


# How it is built and played


@needs_sandbox
@every_skeleton
def test_a_skeleton_plays_a_whole_game(language: str, game: str) -> None:
    game_type = all_games()[game]()
    start = Matrix(
        game_type, game_type.start(replace(FEW, size=(6, 6) if game_type.sizes else None))
    )
    bot = program(language, game)
    played = play_game({"A": Program("ivanov", bot), "B": Program("petrov", bot)}, Setting(start))
    assert played.verdict.ending in LEGAL, played.verdict


@needs_sandbox
@every_language
def test_a_skeleton_can_be_submitted(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shorten_checks(monkeypatch, positions=40)
    bot = skeleton(language, STEPS)
    checked_bot = CheckedBot(
        Program("ivanov", program(language, STEPS)),
        all_games()[STEPS](),
        size_limit=bot.language.size_limit or 500_000,
    )
    findings = list(examine(checked_bot))
    assert [finding for finding in findings if finding.result is not CheckResult.PASSED] == []


@every_language
def test_a_skeleton_is_built_whatever_its_author_is_called(language: str) -> None:
    bot = program(language, SHORT, name="Пётр О'Нил", comments="ru")
    assert bot.name.removesuffix(".py") == "Пётр_О_Нил"


@needs("g++")
def test_cpp_is_built_by_another_compiler_too(tmp_path: Path) -> None:
    bot = skeleton("c++", STEPS)
    bot.make(tmp_path / "ivanov")
    build(bot, tmp_path / "ivanov", "CXX=g++")
    findings = examine(
        CheckedBot(Program("ivanov", tmp_path / "ivanov/ivanov"), all_games()[STEPS]())
    )
    assert [next(findings).result for _ in range(5)] == [CheckResult.PASSED] * 5


@pytest.mark.parametrize(
    "language",
    present(
        Case(language, (language,), why_missing(f"x86_64-w64-mingw32-{compiler}"))
        for language, compiler in [("c", "gcc"), ("c++", "g++")]
    ),
)
def test_a_skeleton_is_built_for_windows(language: str, tmp_path: Path) -> None:
    for game in all_languages()[language].games:
        bot = skeleton(language, game)
        bot.make(tmp_path / game)
        build(bot, tmp_path / game, "windows")
        assert (tmp_path / game / "ivanov.exe").read_bytes().startswith(b"MZ")


@needs("make")
@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "python"])
def test_a_compiler_that_is_missing_is_named(language: str, tmp_path: Path) -> None:
    bot = skeleton(language, SHORT)
    bot.make(tmp_path / "ivanov")
    result = subprocess.run(
        [str(shutil.which("make")), "-C", tmp_path / "ivanov"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    tools = [tool for tool in bot.language.tools if tool != "make"]
    assert f"there is no {tools[0]} here: {bot.language.remedy}" in result.stderr


# The sources


TOOLS = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
STYLES = (
    ("c", "gcc -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only"),
    ("c++", "g++ -std=c++98 -pedantic -Wall -Wextra -Werror -fsyntax-only"),
    ("c#", "mcs -nologo -langversion:5 -warnaserror -out:bot.exe"),  # what every Windows has
    ("cython", "cython-lint --max-line-length 100"),
    ("go", "gofmt -d"),
    ("python", "ruff check --select=E,F,I,N,W --isolated --line-length=100"),
    ("python", "ruff format --check --isolated --line-length=100"),
    ("rust", "rustfmt --check --edition 2021"),
)


def checks() -> Iterator[Case]:
    """Yield the style checker of each language."""
    for language, command in STYLES:
        tool = command.split(maxsplit=1)[0]
        is_here = shutil.which(tool, path=TOOLS)
        yield Case(command, (language, command), "" if is_here else f"not here: {tool}")


@pytest.mark.parametrize(("language", "command"), present(checks()))
def test_source_has_good_style(
    language: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", TOOLS)
    sources: list[str] = []
    for game in all_languages()[language].games:
        for comments in TEXT_LANGUAGES:
            bot = replace(skeleton(language, game), comments=comments)
            folder = tmp_path / comments / game
            bot.make(folder)
            sources.append(str(folder / bot.source))
    # All at once, since some tools start slowly; mcs would make one program of all files.
    for files in [[source] for source in sources] if language == "c#" else [sources]:
        line = [*command.split(), *files]
        result = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stdout + result.stderr
        assert language != "go" or not result.stdout, result.stdout
