"""Events are played for real: begun, stopped, gone on with, and refused."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.exceptions import Exit

from arena.event.run import report_faults
from formats.games import all_games
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.places import ROOT
from tests.tournaments.events import (
    SMALL,
    game_data,
    needs_arena,
    run,
    slow_event,
    start_run,
    table,
    tournament_in,
)
from tournaments.run.setup import hold_folder

pytestmark = [needs_arena, pytest.mark.xdist_group("run")]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small event that was played to its end."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "small.toml").write_text(SMALL, encoding="utf-8")
    run(folder / "small.toml", "--jobs", "2")
    return folder


def test_every_game_of_the_schedule_is_played_once(small: Path) -> None:
    tournament = tournament_in(small / "small")
    assert tournament.is_finished
    assert [len(c.entries) for c in tournament.sections] == [6, 16]
    for state in tournament.sections:
        scheduled = [p.id for m in state.progress.match_results.values() for p in m.match.games(2)]
        assert set(state.entries) <= set(scheduled)
        numbers = [entry.number for entry in state.entries.values()]
        assert sorted(numbers) == list(range(1, state.games + 1))


def test_a_record_tells_its_game(small: Path) -> None:
    state = tournament_in(small / "small").sections[0]
    entry = next(iter(state.entries.values()))
    for tag in ('[Event "Small"]', f'[Section "{SHORT}"]', f'[A "{entry.first}"]', '[Clock "cpu"]'):
        assert tag in entry.record
    assert entry.began <= entry.ended
    assert 0 < entry.busy <= entry.ended - entry.began
    assert entry.machine


def test_started_again_when_it_is_over_it_plays_nothing(small: Path) -> None:
    before = game_data(tournament_in(small / "small"))
    printed = run(small / "small.toml")
    assert "going on in" in printed
    assert game_data(tournament_in(small / "small")) == before


def test_the_same_seed_gives_the_same_event(small: Path, tmp_path: Path) -> None:
    run(small / "small.toml", "--jobs", "1", "--to", str(tmp_path / "again"))
    first, second = tournament_in(small / "small"), tournament_in(tmp_path / "again")
    assert game_data(first) == game_data(second)
    assert table(first) == table(second)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a slow event that nothing stopped."""
    folder = tmp_path_factory.mktemp("slow")
    run(slow_event(folder, wait=0), "--to", str(folder / "undisturbed"))
    return folder / "undisturbed"


@pytest.mark.parametrize("message", ["Slow", "2/"])
def test_a_stopped_event_goes_on(tmp_path: Path, undisturbed: Path, message: str) -> None:
    """The event is stopped at its start, or among its games."""
    event, folder = slow_event(tmp_path, wait=0.05), tmp_path / "stopped"
    process = start_run(event, "--to", str(folder), "--jobs", "1")
    assert process.stdout is not None
    assert any(line.startswith(message) for line in iter(process.stdout.readline, ""))
    process.send_signal(signal.SIGINT)
    with process.stdout as printed:
        rest = printed.read()
    assert process.wait(timeout=60) == 130, rest
    assert "run the same command to go on" in rest
    assert not tournament_in(folder).is_finished
    run(event, "--to", str(folder))
    assert game_data(tournament_in(folder)) == game_data(tournament_in(undisturbed))


def test_a_program_that_is_replaced_during_a_run_is_not_played(tmp_path: Path) -> None:
    event, folder = slow_event(tmp_path, wait=0.05), tmp_path / "replaced"
    process = start_run(event, "--to", str(folder), "--jobs", "1")
    assert process.stdout is not None
    assert any(line.startswith("1/") for line in iter(process.stdout.readline, ""))
    (program_path,) = (folder / "programs").iterdir()
    own = program_path.read_bytes()
    program_path.chmod(0o755)
    program_path.write_bytes(own + b"# worse\n")
    with process.stdout as printed:
        rest = printed.read()
    assert process.wait(timeout=60) == 1, rest
    assert "is damaged or gone" in rest
    assert "[E705]" in rest
    entered = len(tournament_in(folder).sections[0].entries)
    assert 0 < entered < 6
    program_path.write_bytes(own)
    run(event, "--to", str(folder))
    assert tournament_in(folder).head.entries == 6


def output_of_failed_run(path: Path, *words: str) -> str:
    process = start_run(path, *words)
    printed, _ = process.communicate(timeout=60)
    assert process.returncode == 1, printed
    return printed


def test_a_folder_in_use_is_refused(small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "used"
    with hold_folder(folder):
        assert "is already running [E706]" in output_of_failed_run(
            small / "small.toml", "--to", str(folder)
        )


def test_a_changed_event_is_refused(small: Path, tmp_path: Path) -> None:
    path = tmp_path / "changed.toml"
    path.write_text(SMALL.replace("time = 5", "time = 6"), encoding="utf-8")
    printed = output_of_failed_run(path, "--to", str(small / "small"))
    assert "time was 5, is 6 [E701]" in printed


TITLE = all_games()[SHORT].title.en
OWN = f"""\
title = "Own"
game = "{SHORT}"
size = [3, 2]
entrants = "bots"
sandbox = false
"""
PLACE = re.compile(r"bad\.toml:(\d+):\d+: error: .* \[(E\d+)\]")
"""Line and code of a printed fault of an event file."""
HONEST = """\
#!/usr/bin/python3
# Eats the chip farthest from the poisoned one.
from pathlib import Path
lines = Path("matrix.txt").read_text().splitlines()
player, number, _ = lines[0].split()
rows = lines[3:-1]
top = next(n for n, row in enumerate(rows) if "o" in row)
count = rows[top].count("o")
rows[top] = "o" * (count - 1) + "-" * (len(rows[top]) - count + 1)
left = any("o" in row for row in rows)
other = "BA"[player == "B"]
lines[0] = f"{other} {int(number) + 1} {'U' if left else other}"
Path("matrix.txt").write_text("\\n".join([*lines[:3], *rows, lines[-1], ""]))
"""


@pytest.fixture
def unplayed(tmp_path: Path) -> Path:
    """An event with programs of its own."""
    bots = tmp_path / "bots"
    bots.mkdir()
    for name in ("anna", "boris"):
        (bots / name).write_text(HONEST, encoding="utf-8")
        (bots / name).chmod(0o755)
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    return path


@pytest.fixture
def own(unplayed: Path) -> Path:
    """A played event with programs of its own."""
    run(unplayed)
    return unplayed


def test_changed_programs_are_refused(own: Path) -> None:
    bots = own.parent / "bots"
    (bots / "anna").write_text(HONEST + "# better\n", encoding="utf-8")
    (bots / "boris").rename(bots / "cyril")
    printed = output_of_failed_run(own)
    assert "the program of anna was changed after the event began: SHA-256 was" in printed
    assert "boris was removed after the event began [E704]" in printed
    assert "cyril was added after the event began [E703]" in printed


def test_a_damaged_program_of_the_event_is_refused(own: Path) -> None:
    (program_path,) = (own.parent / "own" / "programs").iterdir()
    program_path.chmod(0o755)
    program_path.write_text(HONEST + "# worse\n", encoding="utf-8")
    assert "is damaged or gone" in output_of_failed_run(own)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (OWN.replace('"bots"', '"nowhere"'), "there is no folder nowhere [E205]"),
        (
            OWN.replace('"bots"', f'[{{ bot = "{SHORT}-nim" }}, {{ bot = "{DEFAULT}-random" }}]'),
            f"the bot {DEFAULT}-random does not play {TITLE} [E209]",
        ),
        (OWN + "file-size = 10\n", "the program of anna has"),
        (OWN + 'starts = ["no.txt"]\n', "the start position no.txt: No such file"),
        (OWN + 'starts = ["wrong.txt"]\n', "the start position wrong.txt is wrong in line"),
        (OWN + 'starts = ["other.txt"]\n', f"other.txt is not a start position of {TITLE}"),
        (OWN.replace("[3, 2]", "[3, 200]"), "size"),
        ("title = 3", "E004"),
    ],
)
def test_an_event_that_cannot_be_played_is_refused_with_a_sentence(
    unplayed: Path, text: str, sentence: str
) -> None:
    folder = unplayed.parent
    (folder / "wrong.txt").write_text("A 1 U\n", encoding="utf-8")
    example = (ROOT / "docs/positions/example-1.txt").read_text(encoding="utf-8")
    (folder / "other.txt").write_text(example, encoding="utf-8")
    (folder / "bad.toml").write_text(text, encoding="utf-8")
    assert sentence in output_of_failed_run(folder / "bad.toml")
    assert not (folder / "bad").exists(), "what was not begun leaves nothing"


def test_every_fault_that_keeps_an_event_from_beginning_is_printed(unplayed: Path) -> None:
    folder = unplayed.parent
    listed = f'[{{ bot = "{DEFAULT}-random" }}, {{ name = "x", command = "none" }}]'
    (folder / "few").mkdir()
    for entrants, codes in (('"none"', "E205"), ('"few"', "E301"), (listed, "E206 E209")):
        text = OWN.replace('"bots"', entrants) + 'starts = ["no.txt"]\n'
        (folder / "bad.toml").write_text(text)
        places = PLACE.findall(output_of_failed_run(folder / "bad.toml"))
        assert sorted(code for _, code in places) == [*codes.split(), "E403"]
        lines = {text.splitlines()[int(line) - 1].split()[0] for line, _ in places}
        assert lines == {"entrants", "starts"}


def test_a_fault_of_one_of_several_sections_has_its_line(unplayed: Path) -> None:
    text = OWN.replace('entrants = "bots"\n', 'starts = ["no.txt"]\n')
    for name, entrants in (("one", "bots"), ("two", "none")):
        text += f'[[section]]\nname = "{name}"\nentrants = "{entrants}"\n'
    (unplayed.parent / "bad.toml").write_text(text)
    places = PLACE.findall(output_of_failed_run(unplayed.parent / "bad.toml"))
    lines = text.splitlines()
    assert [(lines[int(line) - 1], code) for line, code in places] == [
        ('starts = ["no.txt"]', "E403"),
        ('entrants = "none"', "E205"),
    ]


def test_a_fault_of_a_key_with_its_default_is_at_its_section(unplayed: Path) -> None:
    bots = unplayed.parent / "bots"
    for name in ("second", "third"):
        shutil.copy(bots / "anna", bots / name)
    text = OWN.replace('entrants = "bots"\n', "# Four lines\u2028more\n")
    for name, format_ in (("one", "round-robin"), ("two", 'groups"\nadvance = "3')):
        text += f'[[section]]\nname = "{name}"\nentrants = "bots"\nformat = "{format_}"\n'
    text = text.replace('"3"', "3")
    (unplayed.parent / "bad.toml").write_text(text)
    printed = output_of_failed_run(unplayed.parent / "bad.toml")
    ((line, code),) = PLACE.findall(printed)
    lines = text.split("\n")
    assert (lines[int(line) - 1], code) == ("[[section]]", "E302")
    assert int(line) > lines.index("[[section]]") + 1
    assert f"{line} | [[section]]" in printed


@pytest.mark.parametrize("name", ["cup", "bots"])
def test_no_event_begins_in_the_folder_of_its_bots(unplayed: Path, name: str) -> None:
    folder = unplayed.parent
    (folder / f"{name}.toml").write_text(OWN)
    before = sorted(folder.rglob("*"))
    options = [] if name == "bots" else ["--to", str(folder / "bots")]
    printed = output_of_failed_run(folder / f"{name}.toml", *options)
    assert "bots, the folder of its bots [E225]" in printed
    assert sorted(folder.rglob("*")) == before


FULL = """\
mount -t tmpfs -o size={size}k tmpfs {folder} || exit 77
{python} -m arena run {event} --to {folder}/event --jobs 1 && exit 1
test $? -eq 3 || exit 2
mount -o remount,size=64m {folder}
{python} -m arena run {event} --to {folder}/event --quiet || exit 3
{python} -m arena rejudge {folder}/event
"""


@pytest.mark.parametrize("size", [60, 160])
def test_a_full_disk_loses_nothing(unplayed: Path, size: int) -> None:
    folder = unplayed.parent / "disk"
    folder.mkdir()
    event = unplayed.with_name("long.toml")
    event.write_text(OWN + "starts = 1\ncycles = 30\n", encoding="utf-8")
    script = FULL.format(size=size, folder=folder, python=sys.executable, event=event)
    result = subprocess.run(
        ["unshare", "-Urm", "sh", "-c", script],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode == 77 or "unshare" in result.stderr:
        pytest.skip("user namespaces cannot be made here")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "cannot go on: No space left on device" in result.stderr
    assert "the ledger is intact" in result.stderr
    assert "60 games replayed by the rules" in result.stdout


def test_a_disk_that_is_full_beside_the_log_is_called_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"
    with pytest.raises(Exit), report_faults(tmp_path, "en"):
        raise error
    assert "No space left on device" in " ".join(capsys.readouterr().err.split())
