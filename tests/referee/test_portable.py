"""Tests of the project without compiled parts and with the Python of other systems.

A copy of the sources is put beside a file that hides the modules and names that Windows lacks from
every Python started there. The tests show that the project does not need these names, not that
everything works on other systems.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.formats.games.example_games import DEFAULT
from tests.places import ROOT

HERE = Path(__file__).parent
LAYERS = ("formats", "referee", "tournaments", "arena", "bot")
BOTS = ("python-process-time", "python-rounds")
NOT_COPIED = shutil.ignore_patterns("keeper", "*.so", "*.pyd", "__pycache__")


@pytest.fixture(name="tree", scope="module")
def make_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the project without compiled parts, and two bots."""
    tree = tmp_path_factory.mktemp("tree")
    for layer in LAYERS:
        shutil.copytree(ROOT / layer, tree / layer, ignore=NOT_COPIED)
    shutil.copytree(HERE / "portable", tree, ignore=NOT_COPIED, dirs_exist_ok=True)
    for name in BOTS:
        path = tree / f"{name}.py"
        shutil.copy(ROOT / "tests" / "class" / "honest" / name / "bot.py", path)
        path.chmod(0o755)
    return tree


def run(tree: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run this Python in the tree with these arguments."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, *words],
        cwd=tree,
        env=environment,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_hidden_names_are_missing(tree: Path) -> None:
    code = "import os, signal, socket, sys\ntry: import fcntl\nexcept ImportError: pass\n"
    code += "print([hasattr(os, 'mkfifo'), hasattr(socket, 'AF_UNIX'), hasattr(signal, 'SIGXFSZ'),"
    result = run(tree, "-c", f"{code} 'fcntl' in sys.modules])")
    assert result.stdout.strip() == str([False] * 4), result.stderr


def test_nearly_every_module_of_the_lower_layers_can_be_imported(tree: Path) -> None:
    result = run(tree, "import_all.py")
    assert result.returncode == 0, result.stderr
    paths = [path for layer in LAYERS[:3] for path in (tree / layer).rglob("*.py")]
    assert int(result.stdout) > 0.9 * len(paths), "too many modules were skipped"


def test_two_bots_play_a_match(tree: Path) -> None:
    result = run(tree, "play_match.py", *(f"{name}.py" for name in BOTS))
    assert result.returncode == 0, result.stderr
    endings = {line.split()[0] for line in result.stdout.splitlines()}
    assert len(result.stdout.splitlines()) == 2
    assert endings <= {"won", "no-moves", "half-move-limit"}, result.stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("match", *BOTS, "--pieces", "3"), "python-process-time against python-rounds"),
        (("play", "--red", BOTS[0], "--blue", BOTS[1], "--pause", "0"), "game over"),
        (("check", BOTS[1]), "can be submitted"),
        (("try", BOTS[1]), "python-rounds: a good turn"),
        (("try", BOTS[1], "--games", "1"), "1 game against itself"),
    ],
)
def test_commands_run_trusted_bots(tree: Path, words: tuple[str, ...], expected: str) -> None:
    paths = [f"./{word}.py" if word in BOTS else word for word in words]
    options = ("--game", DEFAULT, "--no-sandbox", "--lang", "en")
    result = run(tree, "-m", "arena", *paths, *options)
    assert expected in result.stdout, result.stdout + result.stderr


def test_a_person_plays_against_a_bot(tree: Path) -> None:
    words = ("play", "--game", DEFAULT, "--blue", f"./{BOTS[0]}.py", "--no-sandbox")
    result = run(tree, "-m", "arena", *words, "--lang", "en", typed="a1-a2\nquit\n")
    assert "half-move 3" in result.stdout, result.stdout + result.stderr


def test_untrusted_bots_are_refused_with_the_reason(tree: Path) -> None:
    bots = [f"./{name}.py" for name in BOTS]
    result = run(tree, "-m", "arena", "match", *bots, "--game", DEFAULT, "--lang", "en")
    assert result.returncode == 2
    assert "the Linux program" in result.stderr
