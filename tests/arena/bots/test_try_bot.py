"""``arena try``: a turn as a student sees it, good or bad, in both languages."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from arena.bots import try_bot
from arena.bots.skeleton import Skeleton, all_languages
from arena.bots.tried_turn import TriedTurn
from formats.matrix import read_matrix
from formats.text import Text
from referee.judge import JudgingOptions, judge
from referee.program import Program, RefereeError
from referee.sandbox.run_result import FileKind, RunEnd, TurnFile, run_result_with_end
from referee.turn import Turn
from tests.arena.conftest import AFTER, EXAMPLE, Run
from tests.arena.terminal import in_terminal
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.referee.needs import needs_sandbox

pytestmark = pytest.mark.usefixtures("folder")

GAME = ("--game", DEFAULT)
TRUSTED = (*GAME, "--no-sandbox")
WRITES = "    try:\n        write_game(game)\n"
CLAIM = "{max(0, left):.6f}"
EXTRA_PIECE = "    game.board[4][4] = player\n"
MISTAKES = {
    "good": (WRITES, WRITES),
    "talks": (WRITES, '    print("one\\n\\ttwo \\x1b[31m")\n' + WRITES),
    "floods": (WRITES, '    print("long " * 20_000)\n' + WRITES),
    "adds": (WRITES, EXTRA_PIECE + WRITES),
    "skips-later": (WRITES, "    if game.half_move == 5: game.half_move = 7\n" + WRITES),
    "claims": (CLAIM, "{left - 9:.6f}"),
    "says-won": (WRITES, '    game.winner = "D"\n' + WRITES),
    "crashes": (WRITES, "    raise SystemExit(3)\n" + WRITES),
    "fails-at-end": ("return DONE\n\n\nif", "return 4\n\n\nif"),
    "endless": (WRITES, "    while True: pass\n" + WRITES),
    "never-ends": ("    return DONE\n\n\nif", "    while True: pass\n\n\nif"),
    "two-words": (WRITES, '    game.player = "A A"\n' + WRITES),
    "idle": (WRITES, "    return DONE\n" + WRITES),
}
"""Lines of the skeleton, and faulty lines in their place."""


def bot(mistake: str) -> str:
    """Return the source of the skeleton with that fault."""
    skeleton = Skeleton("ivanov", DEFAULT, all_languages()["python"])
    source = next(text for name, text, _ in skeleton.files() if name == skeleton.source)
    right, wrong = MISTAKES[mistake]
    assert source.count(right) == 1
    path = Path(f"{mistake}.py")
    path.write_text(source.replace(right, wrong), encoding="utf-8")
    path.chmod(0o755)
    return f"./{path}"


@pytest.mark.parametrize(
    ("is_windows", "cpu", "is_warned"),
    [(True, "0.01", False), (True, "0.03", True), (False, "0.01", True)],
)
def test_a_clock_of_windows_that_stands_still_is_no_mistake(
    cpu: str, *, is_windows: bool, is_warned: bool
) -> None:
    Path("bot").write_bytes(b"MZ".ljust(60) + (64).to_bytes(4, "little") + b"PE\0\0" * is_windows)
    before = read_matrix(EXAMPLE.encode()).matrix
    assert before
    data = AFTER.replace("0 1.22", "0 2.01").encode()
    file = TurnFile(FileKind.REGULAR, 1, len(data), data)
    run_result = replace(run_result_with_end(RunEnd.EXITED), file=file, cpu=Decimal(cpu))
    turn = Turn(run_result, judge(before, run_result, JudgingOptions()))
    tried_turn = TriedTurn(Program("bot", Path("bot")), before, turn, JudgingOptions())
    assert any("L023" in str(line) for line in tried_turn.lines("en", drawn=False)) == is_warned


def test_good_turn(run: Run) -> None:
    result = run("try", bot("good"), *TRUSTED)
    assert (result.status, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "MMPeshki, 8 x 8, half-move 1; red (A) to move"
    assert "MMPeshki, 8 x 8, half-move 2; blue (B) to move" in lines
    assert lines.count("8 B B B B B B B B 8") == 2
    assert lines[-5].startswith("move      ")
    assert " s of processor time, which counts; " in lines[-4]
    assert lines[-3].endswith(" MiB of 1,024 MiB")
    assert lines[-2:] == ["printed   nothing", "good: a good turn"]


def test_good_turn_in_russian(run: Run) -> None:
    result = run("try", bot("good"), *TRUSTED, "--lang", "ru")
    lines = result.out.splitlines()
    assert lines[0] == "ММПешки, 8 x 8, полуход 1; ход: красные (A)"
    assert lines[-3].endswith(" МиБ из 1 024 МиБ".replace("1 024", "1\N{NO-BREAK SPACE}024"))
    assert lines[-2:] == ["вывод     пусто", "good: запуск без ошибок"]


@needs_sandbox
def test_a_bot_is_tried_in_the_sandbox_of_a_tournament(run: Run) -> None:
    assert run("try", bot("good"), *GAME).status == 0


@pytest.mark.parametrize(
    ("mistake", "texts"),
    [
        ("adds", ("matrix.txt:8:5: error: ", "    ^", "illegal move")),
        ("claims", ("matrix.txt:2:3: error: the program says that it used ", "[V121]", "= hint: ")),
        ("says-won", ("matrix.txt:1:5: error: ", "move      ", "wrong header")),
        (
            "crashes",
            ("error: the program ended with status 3 [V102]", "crashes left matrix.txt unchanged"),
        ),
        ("fails-at-end", ("error: the move is legal, but ", "[V107]", "move      ")),
        ("two-words", ("matrix.txt:1:", "The file that two-words wrote:", "malformed file")),
        (
            "idle",
            ("but nothing was written", "idle left matrix.txt unchanged", "no move"),
        ),
    ],
)
def test_bad_turn(run: Run, mistake: str, texts: tuple[str, ...]) -> None:
    result = run("try", bot(mistake), *TRUSTED)
    assert result.status == 1
    assert [text for text in texts if text not in result.out] == []
    assert result.out.splitlines()[-1].startswith(f"{mistake} would lose the game by this turn: ")


def test_bad_turn_in_russian(run: Run) -> None:
    result = run("try", bot("claims"), *TRUSTED, "--lang", "ru")
    assert result.status == 1
    assert "matrix.txt:2:3: ошибка: программа пишет, что потратила " in result.out
    assert "claims проиграл бы партию этим запуском: неверное время" in result.out


@pytest.mark.parametrize(("mistake", "code"), [("endless", "V111"), ("never-ends", "V205")])
def test_turn_without_end(run: Run, mistake: str, code: str) -> None:
    result = run("try", bot(mistake), *TRUSTED, "--time", "2")
    assert result.status == 1
    assert f"[{code}]" in result.out
    assert "this move took " in result.out


def test_output_of_the_bot_keeps_its_lines(run: Run) -> None:
    result = run("try", bot("talks"), *TRUSTED)
    assert result.status == 0
    assert "printed   15 bytes:\n  | one\n  |     two \\x1b[31m\n" in result.out


def test_only_the_beginning_of_a_long_output_is_shown(run: Run) -> None:
    result = run("try", bot("floods"), *TRUSTED, "--keep", "kept")
    assert "printed   100,001 bytes:\n" in result.out
    assert "only the beginning is shown; --keep saves 65,536 bytes" in result.out
    assert len(result.out) < 8000
    assert Path("kept/printed.txt").stat().st_size == 65536


def test_position_of_a_file(run: Run) -> None:
    result = run("try", bot("good"), "1.txt", "--no-sandbox")
    assert result.status == 0
    assert result.out.splitlines()[0] == "MMPeshki, 8 x 8, half-move 21; red (A) to move"
    assert "red (A) 2.010 s, blue (B) 1.900 s" in result.out
    result = run("try", bot("good"), "1.txt", "--no-sandbox", "--time", "7")
    assert "red (A) 7.000 s, blue (B) 7.000 s" in result.out


@pytest.mark.parametrize("clock", ["cpu", "wall", "file"])
def test_clock_that_counts(run: Run, clock: str) -> None:
    result = run("try", bot("good"), *TRUSTED, "--clock", clock)
    sentences = {
        "cpu": "processor time, which counts",
        "wall": "of which ",
        "file": "bot writes counts",
    }
    assert sentences[clock] in result.out


def test_games_without_a_fault(run: Run) -> None:
    result = run("try", bot("good"), *TRUSTED, "--games", "2", "--seed", "1")
    assert result.status == 0
    first, second, last = result.out.splitlines()
    assert first.startswith("game 1: ")
    assert second.startswith("game 2: ")
    assert last.startswith("good: 2 games against itself, ")


def test_games_stop_at_the_first_fault(run: Run) -> None:
    words = (bot("skips-later"), *TRUSTED, "--games", "3", "--seed", "1", "--keep", "kept")
    result = run("try", *words)
    assert result.status == 1
    # It plays at random: an earlier game may be over before it comes to its fault.
    shown = re.sub(r"^(game \d: 3 turns, no fault; .*\n)*", "", result.out)
    assert re.match(r"game \d, half-move 4:\nMMPeshki, 8 x 8, half-move 4; blue \(B\)", shown)
    assert "skips-later would lose the game by this turn: wrong header" in result.out
    before = read_matrix(Path("kept/before.txt").read_bytes()).matrix
    assert before
    assert before.position.half_move == 4


def test_kept_turn_can_be_repeated(run: Run) -> None:
    Path("kept").mkdir()
    Path("kept/printed.txt").write_text("of another turn")
    result = run(
        "try", bot("adds"), *TRUSTED, "--clock", "wall", "--memory", "512", "--keep", "kept"
    )
    *_, kept, again = result.out.splitlines()
    assert kept == "kept in kept: before.txt, after.txt"
    assert {path.name for path in Path("kept").iterdir()} == {"before.txt", "after.txt"}
    validated = run("validate", "kept/before.txt", "kept/after.txt")
    assert validated.status == 1
    diagnostic = validated.out.splitlines()[0].removeprefix("kept/after.txt")
    assert f"matrix.txt{diagnostic}" in result.out
    command = again.removeprefix("the same turn again: arena ")
    assert command == ("try ./adds.py kept/before.txt --clock wall --memory 512 --no-sandbox")
    repeated = run(*shlex.split(command))
    assert repeated.status == 1
    assert f"matrix.txt{diagnostic}" in repeated.out


@pytest.mark.parametrize(
    "words",
    [
        ("absent", *TRUSTED),
        ("good.py", "--no-sandbox"),
        ("good.py", *TRUSTED, "--time", "0"),
        ("good.py", *TRUSTED, "--games", "0"),
        ("good.py", *TRUSTED, "--rules", "classic"),
        ("good.py", "absent.txt", "--no-sandbox"),
        ("good.py", "1.txt", "--no-sandbox", "--game", SHORT),
        ("good.py", "1.txt", "--no-sandbox", "--size", "8"),
        ("good.py", "3.txt", "--no-sandbox"),
    ],
)
def test_wrong_usage(run: Run, words: tuple[str, ...]) -> None:
    bot("good")
    assert run("try", *words).status == 2


def test_our_own_fault_is_not_the_bots(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RefereeError(Text("the machine is overloaded", "машина перегружена"))

    monkeypatch.setattr("arena.bots.try_bot.play_turn", fail)
    result = run("try", bot("good"), *TRUSTED)
    assert result.status == 3
    assert "no bot is to blame: the machine is overloaded" in result.err


def test_malformed_position_is_told_as_validate_does(run: Run) -> None:
    Path("bad.txt").write_text(EXAMPLE.replace("1.9", "1,9"))
    result = run("try", bot("good"), "bad.txt", "--no-sandbox")
    assert result.status == 1
    assert "bad.txt:3:3: error: the time 1,9 has a decimal comma [M244]" in result.err


def test_a_terminal_shows_the_board() -> None:
    with in_terminal("try", bot("adds"), *TRUSTED, LANG="ru_RU.UTF-8") as terminal:
        shown = terminal.read_to_end()
        assert terminal.end() == 1
    assert "делает ход" in shown
    assert "\x1b[1;31madds проиграл бы партию этим запуском" in shown


def test_several_positions_are_tried(run: Run) -> None:
    for files in (["1.txt", "1.txt"], ["[1]*.txt", "1.txt"]):
        result = run("try", bot("good"), *files, "--no-sandbox")
        assert result.status == 0
        assert result.out.count("good: a good turn") == 2


def test_a_bot_is_tried_again_when_it_is_saved(folder: Path) -> None:
    words = ("new", "ivanov", "--game", SHORT, "--language", "python")
    with in_terminal(*words) as terminal:
        terminal.read_to_end()
    place = str(folder / "ivanov")
    with in_terminal("try", place, "--watch", "--no-sandbox", "--lang", "en") as terminal:
        assert "ivanov: a good turn" in terminal.read_until("Ctrl+C ends")
        source = folder / "ivanov/ivanov.py"
        text = source.read_text(encoding="utf-8").replace(*MISTAKES["crashes"])
        source.write_text(text, encoding="utf-8")
        assert "a good turn" not in terminal.read_until("Ctrl+C ends")
        terminal.type("\x03")
        terminal.read_to_end()
        assert terminal.end() == 0


def test_a_path_that_is_no_file_cannot_be_watched(run: Run) -> None:
    assert run("try", f"{SHORT}-nim", "--watch").status == 2


def test_a_save_during_a_turn_is_tried_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = folder / "ivanov.py"
    source.write_text("first")
    tries: list[str] = []

    def try_once() -> bool:
        tries.append(source.read_text())
        (folder / "log.txt").write_text(f"a file of the bot, of turn {len(tries)}")
        if len(tries) == 1:
            source.write_text("second")
        return True

    monkeypatch.setattr(try_bot, "sleep", interrupt)
    try_bot._try_on_each_save(str(source), try_once, "en")
    assert tries == ["first", "second"]


def interrupt(_seconds: float) -> None:
    raise KeyboardInterrupt


def test_a_source_saved_while_it_is_built_is_built_again(folder: Path) -> None:
    bot_folder = folder / "ivanov"
    bot_folder.mkdir()
    (bot_folder / "ivanov.c").write_text("old")
    save = "[ -e saved ] || { touch saved; sleep 0.01; printf newer >ivanov.c; sleep 0.01; }"
    recipe = f"\tcp ivanov.c text\n\t{save}\n\tcp text ivanov\n"
    (bot_folder / "Makefile").write_text(f"ivanov: ivanov.c\n{recipe}")
    assert try_bot._run_make(bot_folder)
    assert (bot_folder / "ivanov").read_text() == "newer"


def test_a_machine_without_make_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("new", "ivanov", "--game", SHORT, "--language", "c").status == 0
    monkeypatch.setenv("PATH", "/nowhere")
    result = run("try", "ivanov", "--watch", "--no-sandbox")
    assert result.status == 2
    assert "make, which this machine lacks: " in result.err
    assert "install make" in result.err


def test_a_file_that_an_editor_removes_meanwhile_is_ignored(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = folder / "watched"
    watched.mkdir()
    (watched / ".#ivanov.py").symlink_to("removed")
    monkeypatch.setattr(Path, "is_file", lambda _: True)
    assert try_bot._states(watched) == set()
