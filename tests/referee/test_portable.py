"""The lower layers work where nothing of the project is compiled, and where Python lacks much.

A tree as it comes from the repository is put beside a file that hides what Windows lacks, modules
and names, from every Python that is started there. It shows that nothing asks for them, not that
all else of the other systems is as it should be.
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
    """The project as it is before anything of it is compiled, and two bots."""
    tree = tmp_path_factory.mktemp("tree")
    for layer in LAYERS:
        shutil.copytree(ROOT / layer, tree / layer, ignore=NOT_COPIED)
    shutil.copytree(HERE / "portable", tree, ignore=NOT_COPIED, dirs_exist_ok=True)
    for name in BOTS:
        bot = tree / f"{name}.py"
        shutil.copy(ROOT / "tests" / "class" / "honest" / name / "bot.py", bot)
        bot.chmod(0o755)
    return tree


def run(tree: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """What this Python does there."""
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


def test_what_is_hidden_is_not_there(tree: Path) -> None:
    asked = "import os, signal, socket, sys\ntry: import fcntl\nexcept ImportError: pass\n"
    asked += "print([hasattr(os, 'wait4'), hasattr(socket, 'AF_UNIX'), hasattr(signal, 'SIGXFSZ'),"
    done = run(tree, "-c", f"{asked} 'fcntl' in sys.modules])")
    assert done.stdout.strip() == str([False] * 4), done.stderr


def test_every_module_of_the_lower_floors_can_be_imported(tree: Path) -> None:
    done = run(tree, "import_all.py")
    assert done.returncode == 0, done.stderr
    there = [path for layer in LAYERS[:3] for path in (tree / layer).rglob("*.py")]
    assert int(done.stdout) > 0.9 * len(there), "all but a few want nothing that is not here"


def test_two_bots_play_a_match(tree: Path) -> None:
    done = run(tree, "play_match.py", *(f"{name}.py" for name in BOTS))
    assert done.returncode == 0, done.stderr
    endings = {line.split()[0] for line in done.stdout.splitlines()}
    assert len(done.stdout.splitlines()) == 2
    assert endings <= {"won", "no-moves", "half-move-limit"}, done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("match", *BOTS, "--pieces", "3"), "python-process-time against python-rounds"),
        (("play", "--red", BOTS[0], "--blue", BOTS[1], "--pause", "0"), "game over"),
        (("check", BOTS[1]), "can be submitted"),
        (("try", BOTS[1]), "python-rounds: a good turn"),
        (("try", BOTS[1], "--games", "1"), "1 game against itself"),
    ],
)
def test_commands_run_bots_that_are_trusted(tree: Path, words: tuple[str, ...], said: str) -> None:
    paths = [f"./{word}.py" if word in BOTS else word for word in words]
    wanted = ("--game", DEFAULT, "--no-sandbox", "--lang", "en")
    done = run(tree, "-m", "arena", *paths, *wanted)
    assert said in done.stdout, done.stdout + done.stderr


def test_a_person_plays_a_bot(tree: Path) -> None:
    words = ("play", "--game", DEFAULT, "--blue", f"./{BOTS[0]}.py", "--no-sandbox")
    done = run(tree, "-m", "arena", *words, "--lang", "en", typed="a1-a2\nquit\n")
    assert "half-move 3" in done.stdout, done.stdout + done.stderr


def test_bots_that_are_not_trusted_are_refused_with_the_reason(tree: Path) -> None:
    bots = [f"./{name}.py" for name in BOTS]
    done = run(tree, "-m", "arena", "match", *bots, "--game", DEFAULT, "--lang", "en")
    assert done.returncode == 2
    assert "the Linux program" in done.stderr
