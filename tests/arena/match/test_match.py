"""``arena match``: bots by name and by path, piped and in a terminal."""

from __future__ import annotations

import errno
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from formats.record import read_record
from formats.text import Text
from referee.sandbox.isolation_levels import IsolationLevel
from tests.arena.conftest import EXAMPLE, Run
from tests.arena.terminal import CTRL_C, in_terminal
from tests.bot.programs import needs_compiler, shipped
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.referee.needs import WHY_NOT, needs_landlock, needs_sandbox

pytestmark = [needs_compiler, pytest.mark.xdist_group("matches")]

LINE = re.compile(
    r"(\d+\.\d)  (.+) - (.+)  (1-0|0-1|1/2-1/2)  ([^:]+): (.+);"
    r" (\d+) half-moves? in (\d+\.\d{3}) s and (\d+\.\d{3}) s"
)
TRUSTED = ("--game", SHORT, "--no-sandbox")


@pytest.fixture(name="bots")
def make_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a working directory with two bots."""
    for name in (f"{SHORT}-nim", f"{SHORT}-random"):
        shutil.copy(shipped(name), tmp_path / name.removeprefix(f"{SHORT}-"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("bots")
def test_a_line_a_game_and_the_score(run: Run) -> None:
    result = run("match", "./nim", "random --seed 5", *TRUSTED, "--games", "6", "--seed", "2")
    assert result.status == 0
    heading, *games, score, pairs = [
        line for line in result.out.splitlines() if not line.startswith("Elo")
    ]
    assert heading == ("Chomp, 7 x 5; 30 s each by processor time; seed 2; without a sandbox")
    game_lines = [match.groups() for line in games if (match := LINE.fullmatch(line))]
    assert [groups[0] for groups in game_lines] == ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]
    points = re.fullmatch(
        r"(\S+) - (\S+)  nim against random --seed 5: (\d) won, 0 drawn, (\d) lost", score
    )
    assert points
    assert int(points[3]) + int(points[4]) == 6
    assert pairs.startswith("pairs of games that earned 0, 1/2, 1, 3/2 and 2 points: ")


@pytest.mark.usefixtures("bots")
def test_the_singular_is_used_for_one_half_move(run: Run) -> None:
    lines = run("match", "nim", "random", *TRUSTED, "--size", "1x1").out.splitlines()
    assert "; 1 half-move in 0." in lines[1]


def test_the_time_of_a_losing_turn_is_told(run: Run, bots: Path) -> None:
    (bots / "endless").write_text("#!/bin/sh\nwhile :; do :; done\n")
    (bots / "endless").chmod(0o755)
    words = ("match", "./endless", "./nim", *TRUSTED, "--time", "0.5")
    _, first, second, *_ = run(*words).out.splitlines()
    (*_, used, others), (*_, others_again, used_again) = (
        match.groups() for line in (first, second) if (match := LINE.fullmatch(line))
    )
    assert all(float(seconds) >= 0.5 for seconds in (used, used_again))
    assert all(float(seconds) < 0.5 for seconds in (others, others_again))


@pytest.mark.parametrize("options", ["", " --limit 2"])
@pytest.mark.parametrize("bot", [f"{DEFAULT}-random", f"{STEPS}-random", f"{SHORT}-champion"])
def test_a_lower_limit_is_a_draw_whether_the_bots_know_of_it_or_not(
    run: Run, bot: str, options: str
) -> None:
    limit = ("--limit", "2", "--no-sandbox", "--seed", "1", "--lang", "en")  # nobody wins in two
    _, *games = run("match", f"{bot}{options}", bot, *limit).out.splitlines()[:3]
    game_lines = [match.groups() for line in games if (match := LINE.fullmatch(line))]
    assert [(result, why) for *_, result, why, _, _, _, _ in game_lines] == [
        ("1/2-1/2", "half-move limit")
    ] * 2


@pytest.mark.usefixtures("bots")
def test_the_same_seed_gives_the_same_games(run: Run) -> None:
    words = ("match", "nim", "./random --seed 5", *TRUSTED, "--games", "4", "--seed", "9")
    first, again = (re.sub(r"\d+\.\d{3}", "", run(*words).out) for _ in range(2))
    assert first == again


def test_built_in_bots_are_built_and_kept(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = run("match", f"{SHORT}-nim", f"{SHORT}-greedy --seed 1", "--no-sandbox", "--quiet")
    assert first.status == 0
    kept = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("matrix-arena/bots/*/*")}
    assert set(kept) == {f"{SHORT}-nim", f"{SHORT}-greedy"}
    again = run("match", f"{SHORT}-nim", f"{SHORT}-nim", "--no-sandbox", "--quiet", "--lang", "ru")
    now = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("matrix-arena/bots/*/*")}
    assert now == kept
    assert f"1 - 1  {SHORT}-nim против {SHORT}-nim (2): побед 1, ничьих 0, поражений 1" in again.out


@pytest.mark.usefixtures("bots")
def test_records_and_what_was_wrong_are_kept(run: Run, bots: Path) -> None:
    (bots / "vandal").write_text("#!/bin/sh\necho ruined > matrix.txt\n")
    (bots / "vandal").chmod(0o755)
    result = run("match", "nim", "./vandal", *TRUSTED, "--records", "games", "--lang", "ru")
    assert result.status == 0
    assert "файл не по формату" in result.out
    names = sorted(path.name for path in Path("games").iterdir())
    assert names == [
        "001-nim-vandal-after.txt",
        "001-nim-vandal-before.txt",
        "001-nim-vandal.txt",
        "002-vandal-nim-after.txt",
        "002-vandal-nim-before.txt",
        "002-vandal-nim.txt",
    ]
    record = read_record(Path("games", names[2]).read_text())
    assert record.tags["Round"] == "1.1"
    assert record.result == "A"
    assert run("replay", f"games/{names[2]}").status == 0
    before = {path: path.read_bytes() for path in Path("games").iterdir()}
    assert run("match", "nim", "random", *TRUSTED, "--records", "games").status == 0
    assert {path: path.read_bytes() for path in before} == before
    added = sorted({path.name for path in Path("games").iterdir()} - set(names))
    assert added == ["003-nim-random.txt", "004-random-nim.txt"]


@pytest.mark.parametrize(
    ("bot", "cause"),
    [
        ("echo thinking; exit 3", "status 3, and this was the last line it printed: thinking"),
        ("tail -n +4 matrix.txt >board; cat board >matrix.txt; rm board", "only the board was"),
    ],
)
def test_the_cause_of_a_loss_is_named_as_arena_try_names_it(
    run: Run, tmp_path: Path, bot: str, cause: str
) -> None:
    (tmp_path / "bot").write_text(f"#!/bin/sh\n{bot}\n")
    (tmp_path / "bot").chmod(0o755)
    path, game = str(tmp_path / "bot"), f"--game={DEFAULT}"
    assert cause in run("try", path, game, "--no-sandbox").out
    result = run("match", path, f"{DEFAULT}-random", "--no-sandbox", "--games", "2")
    assert cause in result.out, result.err


def test_starts_from_files(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for number in (1, 2):
        Path(f"start-{number}.txt").write_text(EXAMPLE)
    Path("bot").symlink_to("/bin/true")
    result = run("match", "bot", "bot", "--start", "start-*.txt", "--no-sandbox", "--time", "4")
    assert result.status == 0
    assert result.out.splitlines()[0].startswith("MMPeshki, 8 x 8; 4 s each")
    assert result.out.count("nothing was written to matrix.txt") == 4, "the cause of each loss"
    assert result.out.count("MMPeshki, ") == 1


def test_each_heading_of_starts_that_differ_is_shown(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    header, _, _, *board = EXAMPLE.splitlines()
    for number, time_left in ((1, "2.5"), (2, "7.5"), (3, "2.5")):
        lines = [header, f"0 {time_left}", f"0 {time_left}", *board, ""]
        Path(f"start-{number}.txt").write_text("\n".join(lines))
    Path("bot").symlink_to("/bin/true")
    lines = run("match", "bot", "bot", "--start", "start-*.txt", "--no-sandbox").out.splitlines()
    headings = [line.partition(" by ")[0] for line in lines if line.startswith("MMPeshki, ")]
    assert headings == ["MMPeshki, 8 x 8; 2.5 s each", "MMPeshki, 8 x 8; 7.5 s each"]


def test_the_heading_has_the_times_of_both_sides(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    header, _, _, *board = EXAMPLE.splitlines()
    Path("start.txt").write_text("\n".join([header, "0 2.01", "0 1.9", *board, ""]))
    Path("bot").symlink_to("/bin/true")
    words = ("match", "bot", "bot", "--start", "start.txt", "--no-sandbox")
    assert "; 2.01 s for A and 1.9 s for B by processor time" in run(*words).out
    assert "; 2,01 с у A и 1,9 с у B, процессорное время" in run(*words, "--lang", "ru").out


@pytest.mark.usefixtures("bots")
def test_a_test_plays_until_it_knows(run: Run, bots: Path) -> None:
    (bots / "lost").write_text("#!/bin/sh\nexit 1\n")
    (bots / "lost").chmod(0o755)
    better = run("match", "nim", "lost", *TRUSTED, "--sprt", "0", "300", "--quiet")
    assert better.status == 0
    assert better.out.splitlines()[-1].endswith(": 300")
    worse = run("match", "lost", "nim", *TRUSTED, "--sprt", "0", "300", "--quiet")
    assert worse.status == 1
    assert worse.out.splitlines()[-1].endswith(": 0")
    short = run("match", "nim", "lost", *TRUSTED, "--sprt", "0", "5", "--quiet", "--games", "4")
    assert short.status == 1
    assert "not known yet" in short.out
    words = ("--sprt", "0.5", "5.5", "--quiet", "--games", "2", "--lang", "ru")
    russian = run("match", "nim", "lost", *TRUSTED, *words)
    assert "Эло 0,5 или 5,5?" in russian.out


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nim",), "missing argument 'B'"),
        (("nim", "random"), "name the game with --game"),
        (("nim", "absent", "--game", SHORT), "no file absent,"),
        (("nim", "./absent", "--game", SHORT), "no file ./absent"),
        (("nim", "'random", "--game", SHORT), "unclosed quotation mark"),
        ((f"{SHORT}-nim", f"{DEFAULT}-greedy"), "name the game with --game"),
        (("nim", "random", "--game", "checkers"), "«checkers» is not installed"),
        (("nim", "random", *TRUSTED, "--games", "3"), "an even number, not 3"),
        (("nim", "random", *TRUSTED, "--jobs", "1000"), "--jobs is at most"),
        (("nim", "random", *TRUSTED, "--size", "0"), "at least 1 x 1"),
        (("nim", "random", *TRUSTED, "--size", "65x1"), "at most 64 x 64"),
        (
            ("nim", "random", "--game", DEFAULT, "--no-sandbox", "--limit", "61"),
            "a limit of 61 half-moves",
        ),
        (("nim", "random", *TRUSTED, "--sprt", "5", "0"), "--sprt takes two numbers"),
        (("nim", "random", *TRUSTED, "--time", "soon"), "not soon"),
        (("nim", "random", *TRUSTED, "--time", "0"), "with 0 s"),
        (("nim", "random", *TRUSTED, "--start", "absent.txt"), "absent.txt: No such file"),
        (
            ("nim", "random", *TRUSTED, "--start", "start.txt", "--rules", "classic"),
            "leave out --rules",
        ),
        (("nim", "random", *TRUSTED, "--start", "start.txt", "--size", "3"), "leave out --size"),
        (("nim", "random", *TRUSTED, "--start", "start.txt", "--marks", "2"), "leave out --marks"),
    ],
)
def test_wrong_usage(
    run: Run, words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    for name in ("nim", "random"):
        shutil.copy(shipped(f"{SHORT}-{name}"), name)
    Path("start.txt").write_text(run("start", SHORT).out)
    if words[0] == f"{SHORT}-nim":
        _pretend_built(tmp_path, monkeypatch)
    result = run("match", *words)
    assert result.status == 2
    assert message in result.err
    assert "Traceback" not in result.err


def _pretend_built(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that two built-in bots were built before; their contents do not matter here."""
    monkeypatch.setattr("arena.bots.builtin_bots._path_for", lambda program: folder / program.name)
    for name in (f"{SHORT}-nim", f"{DEFAULT}-greedy"):
        (folder / name).touch()


@pytest.mark.usefixtures("bots")
def test_our_own_fault_is_told_as_such(run: Run, bots: Path) -> None:
    killer = "#!/bin/sh\nkill -9 $(sed -n 's/^PPid:[^0-9]*//p' /proc/$PPID/status)\nsleep 5\n"
    (bots / "killer").write_text(killer)
    (bots / "killer").chmod(0o755)
    result = run("match", "./killer", "nim", *TRUSTED)
    assert result.status == 3
    assert "no bot is to blame" in result.err
    assert "Traceback" not in result.err
    assert "Traceback" not in result.err


@needs_landlock
@pytest.mark.usefixtures("bots")
def test_without_namespaces_other_peoples_bots_are_confined_by_landlock() -> None:
    match = ["./nim", "./random", "--game", SHORT, "--lang", "en"]
    command = [sys.executable, "-m", "arena", "match", *match]
    if not WHY_NOT[IsolationLevel.NAMESPACES]:
        script = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
        command = ["unshare", "--user", "--map-root-user", "sh", "-c", script, "sh", *command]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == 0, result.stderr
    assert "; in a sandbox (landlock)" in result.stdout


@pytest.mark.usefixtures("bots")
def test_without_a_sandbox_no_untrusted_bot_is_run(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "arena.require_sandbox.choose_isolation", lambda _: IsolationLevel.NAMESPACES
    )
    monkeypatch.setattr("arena.require_sandbox.why_not", lambda _: Text("not here", "нет"))
    result = run("match", "./nim", "./random", "--game", SHORT, "--lang", "en")
    assert result.status == 2
    assert result.err.startswith(
        "arena: other people's programs need a sandbox, and none works here"
    )
    assert "--no-sandbox" in result.err


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize("sandbox", ["--sandbox", "--no-sandbox"])
def test_a_limit_of_the_shell_with_which_nothing_runs_is_named_once(run: Run, sandbox: str) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, before[1]))
    try:
        result = run("match", "./nim", "./random", "--game", SHORT, sandbox, "--lang", "en")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert result.status == 2
    assert result.err == (
        "arena: no bot can be run here: the limit on KiB of a file (ulimit -f) is 1024,"
        " and running a bot takes 8192: `ulimit -S -f 8192` raises it\n"
    )


@pytest.mark.usefixtures("bots")
@needs_sandbox
def test_a_match_is_played_in_the_sandbox(run: Run) -> None:
    result = run("match", "./nim", "./random", "--game", SHORT)
    assert result.status == 0
    assert "; in a sandbox" in result.out


def test_a_terminal_shows_the_score_of_an_interrupted_match(bots: Path) -> None:
    """The board is drawn; Ctrl+C ends the match with the score so far."""
    (bots / "slow").write_text(f"#!/bin/sh\nsleep 0.3\nexec {bots}/nim\n")
    (bots / "slow").chmod(0o755)
    words = ("match", "./slow", "./random", *TRUSTED, "--games", "1000", "--lang", "en")
    with in_terminal(*words, COLUMNS="150") as terminal:
        shown = terminal.read_until("1.2  ")
        terminal.type(CTRL_C)
        shown += terminal.read_to_end()
        assert terminal.end() == 130
    assert "the first player (A) 30.000 s" in shown
    assert re.search(r"interrupted.*\d+ - \d+  slow against random: ", shown, re.DOTALL)


@pytest.mark.usefixtures("bots")
def test_a_full_disk_under_records_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games that were played are shown first."""

    def full(path: Path, _data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    result = run("match", "nim", "random", *TRUSTED, "--records", "games")
    assert result.status == 2
    assert result.err.endswith(": No space left on device\n")
    assert "against" in result.out
