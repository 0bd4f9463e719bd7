"""``arena submit``: the report, the list of versions, and the reasons of refusals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.arena.conftest import Ran, Run
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.tournaments.filled_ledger import fill
from tests.tournaments.submission.submitting import (
    BAD,
    CUP,
    GOOD,
    good_program,
    submissions_in,
    submit_unchecked,
)
from tournaments.storage import digest


@pytest.fixture(name="cup")
def make_cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a working directory with an event file and two programs."""
    (tmp_path / "cup.toml").write_text(CUP)
    (tmp_path / "ivanov.py").write_bytes(GOOD)
    (tmp_path / "bad").write_bytes(BAD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_good_bot_is_entered_and_plays(run: Run, cup: Path) -> None:
    result = run("submit", "ivanov.py", "--to", "cup.toml")
    assert result.status == 0
    *report, fit, last_line = result.out.splitlines()
    assert len(report) > 8
    assert fit == "ivanov can be submitted"
    assert last_line == f"ivanov: version 1, {digest(GOOD)[:12]}, is entered in «Cup» and will play"
    assert (cup / "bots/ivanov").read_bytes() == GOOD


def test_a_bot_for_another_game_is_warned_of(run: Run, cup: Path) -> None:
    folder = cup / "mine"
    folder.mkdir()
    (folder / "ivanov").write_bytes(GOOD)
    for game, is_told in ((DEFAULT, True), (SHORT, False)):
        (folder / "arena.toml").write_text(f'game = "{game}"\n')
        for words in (("check", "--event"), ("submit", "--to")):
            result = run(words[0], str(folder / "ivanov"), words[1], str(cup / "cup.toml"))
            assert (f"this bot is for the game {DEFAULT}" in result.err) is is_told


def test_bad_bot_is_refused_with_the_report(run: Run, cup: Path) -> None:
    result = run("submit", "bad", "--to", "cup.toml", "--name", "ivanov")
    assert result.status == 1
    assert "BAD      moves" in result.out
    assert "nothing was written to matrix.txt" in result.out
    assert result.out.endswith(
        f"ivanov: version 1, {digest(BAD)[:12]}, is kept, but will not play\n"
        "no version of ivanov plays yet\n"
    )
    assert not (cup / "bots").exists()


def test_version_that_goes_on_playing_is_told(run: Run, cup: Path) -> None:
    submit_unchecked(submissions_in(cup), "ivanov", GOOD)
    result = run("submit", "bad", "--to", "cup.toml", "--name", "ivanov", "--lang", "ru")
    assert result.status == 1
    assert result.out.splitlines()[-1].startswith("по-прежнему играет версия 1 от 20")
    assert (cup / "bots/ivanov").read_bytes() == GOOD


def test_list_shows_every_version(run: Run, cup: Path) -> None:
    assert run("submit", "--list", "--to", "cup.toml").out == "nothing has been submitted yet\n"
    submit_unchecked(submissions_in(cup), "ivanov", good_program(1))
    submit_unchecked(submissions_in(cup), "ivanov", GOOD)
    submit_unchecked(submissions_in(cup), "ivanov", BAD, "moves", "libraries")
    head, *lines = run("submit", "--list", "--to", "cup.toml").out.splitlines()
    assert head.split()[:5] == ["submitted", "name", "version", "SHA-256", "size"]
    assert [line[head.index("name") :].split()[:2] for line in lines] == [
        *(["ivanov", "1"], ["ivanov", "2"], ["ivanov", "3"])
    ]
    assert [line[head.index("state") :] for line in lines] == [
        "passed",
        "plays",
        "failed: moves, libraries",
    ]
    assert digest(GOOD)[:12] in lines[1]
    assert all(re.match(r"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d  ", line) for line in lines)
    assert "состояние" in run("submit", "--list", "--to", "cup.toml", "--lang", "ru").out


def of_version(run: Run, *words: str) -> Ran:
    return run("submit", "--to", "cup.toml", "--name", "ivanov", *words)


def test_a_student_chooses_which_version_plays(run: Run, cup: Path) -> None:
    for number in (1, 2):
        submit_unchecked(submissions_in(cup), "ivanov", good_program(number))
    submit_unchecked(submissions_in(cup), "ivanov", BAD, "moves")
    result = of_version(run, "--play", "1")
    assert result.status == 0
    assert result.out.startswith("ivanov: version 1 of ")
    assert (cup / "bots" / "ivanov").read_bytes() == good_program(1)
    assert "[E218]" in of_version(run, "--play", "3").err
    assert "[E217]" in of_version(run, "--play", "4").err
    assert (cup / "bots" / "ivanov").read_bytes() == good_program(1)
    submit_unchecked(submissions_in(cup), "ivanov", good_program(5))
    assert (cup / "bots" / "ivanov").read_bytes() == good_program(5), "the newest one plays again"


def test_the_version_that_plays_is_named_though_another_with_the_same_bytes_was_chosen(
    run: Run, cup: Path
) -> None:
    for data in (GOOD, GOOD, good_program(3)):
        submit_unchecked(submissions_in(cup), "ivanov", data)
    assert of_version(run, "--play", "1").out.startswith("ivanov: version 2 of ")
    assert submissions_in(cup).playing()["ivanov"].number == 2
    assert of_version(run, "--withdraw").out.startswith("ivanov: version 2 of ")


@pytest.mark.parametrize(("year", "is_late"), [(2020, True), (2999, False)])
def test_a_late_student_is_told(run: Run, cup: Path, year: int, *, is_late: bool) -> None:
    (cup / "cup.toml").write_text(f"{CUP}deadline = {year}-01-01T00:00:00+03:00\n")
    result = run("submit", "ivanov.py", "--to", "cup.toml")
    assert result.status == 0
    assert ("the deadline was 2020-01-01 00:00:00+03:00" in result.out) is is_late


def test_a_hand_in_is_withdrawn_and_can_be_chosen_again(run: Run, cup: Path) -> None:
    submit_unchecked(submissions_in(cup), "ivanov", GOOD)
    assert of_version(run, "--withdraw").out.endswith("no version plays until --play chooses one\n")
    assert not (cup / "bots" / "ivanov").exists()
    assert submissions_in(cup).playing() == {}
    assert len(submissions_in(cup).versions()) == 1
    assert "[E222]" in of_version(run, "--withdraw").err
    assert of_version(run, "--play", "1").status == 0
    assert (cup / "bots" / "ivanov").read_bytes() == GOOD


def test_a_version_that_fails_when_checked_again_plays_until_it_is_withdrawn(
    run: Run, cup: Path
) -> None:
    submit_unchecked(submissions_in(cup), "ivanov", BAD)
    result = of_version(run, "--recheck", "1")
    assert result.status == 1
    assert "checked again: plays, failed: " in result.out.splitlines()[-1]
    (version,) = submissions_in(cup).versions()
    assert not version.is_fit
    assert submissions_in(cup).playing() == {"ivanov": version}
    assert "plays, failed: " in run("submit", "--to", str(cup / "cup.toml"), "--list").out
    assert of_version(run, "--withdraw").status == 0
    assert not (cup / "bots" / "ivanov").exists()


def test_a_version_checked_again_keeps_its_number_and_time(run: Run, cup: Path) -> None:
    before = submit_unchecked(submissions_in(cup), "ivanov", GOOD, "moves")
    assert submissions_in(cup).playing() == {}
    result = of_version(run, "--recheck", "1")
    assert result.status == 0, result
    assert result.out.splitlines()[-1].endswith("checked again: passed")
    (after,) = submissions_in(cup).versions()
    assert (after.number, after.time, after.failed) == (1, before.time, ())
    assert of_version(run, "--play", "1").status == 0


@pytest.mark.parametrize("words", [("--play", "1"), ("--withdraw",), ("--recheck", "1")])
def test_nothing_is_chosen_once_the_event_has_begun(
    run: Run, cup: Path, words: tuple[str, ...]
) -> None:
    submit_unchecked(submissions_in(cup), "ivanov", GOOD)
    fill(cup / "cup", most=0)
    assert "[E707]" in of_version(run, *words).err
    assert (cup / "bots" / "ivanov").read_bytes() == GOOD


def test_reasons_are_told_with_their_codes(run: Run, cup: Path) -> None:
    result = run("submit", "ivanov.py", "--to", "cup.toml", "--name", "../ivanov")
    assert result.status == 1
    why = "«/» (U+002F SOLIDUS) is not allowed in it"
    assert result.err.splitlines()[0] == f"arena: «../ivanov» cannot be a name: {why} [E202]"
    (cup / "list.toml").write_text(
        CUP.replace('"bots"', f'[{{ bot = "{SHORT}" }}, {{ bot = "x" }}]')
    )
    result = run("submit", "ivanov.py", "--to", "list.toml")
    assert result.status == 1
    assert 'entrants = "bots"' in result.err


def test_a_bot_that_is_too_large_is_named_as_its_entrant(run: Run, cup: Path) -> None:
    (cup / "large").write_bytes(GOOD + b"#" * 2000)
    result = run("submit", "large", "--to", "cup.toml", "--name", "petrov")
    assert result.status == 1
    assert "the program of petrov has" in result.err


@pytest.mark.parametrize("words", [["--list"], ["--name", "ivanov", "--withdraw"]])
def test_attachments_without_a_bot_are_refused(run: Run, cup: Path, words: list[str]) -> None:
    submit_unchecked(submissions_in(cup), "ivanov", GOOD)
    for option in ("--source", "--report"):
        result = run("submit", "--to", "cup.toml", *words, option, "ivanov.py")
        assert result.status == 2
        assert "--source and --report are handed in with a bot" in result.err
    assert (cup / "bots" / "ivanov").exists()


def test_event_that_has_begun_takes_nothing(run: Run, cup: Path) -> None:
    for name, number in (("ivanov", 1), ("petrov", 2)):
        submit_unchecked(submissions_in(cup), name, good_program(number))
    assert run("run", "cup.toml", "--quiet", "--jobs", "1").status == 0
    result = run("submit", "ivanov.py", "--to", "cup.toml")
    assert result.status == 1
    assert result.err == "arena: the event has begun: nothing more can be submitted [E707]\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("submit", "ivanov.py", "--to", "cup.toml"), "the event has begun"),
        (("run", "cup.toml"), "the file of the ledger is damaged: it is not a database [E733]"),
    ],
)
def test_damaged_ledger_is_no_fault_of_arena(
    run: Run, cup: Path, words: tuple[str, ...], sentence: str
) -> None:
    for number in (1, 2):
        submit_unchecked(submissions_in(cup), f"petrov-{number}", good_program(number))
    (cup / "cup").mkdir(exist_ok=True)
    (cup / "cup" / "ledger.sqlite").write_bytes(b"spoilt" * 1000)
    result = run(*words)
    assert result.status == 1
    assert result.err.startswith(f"arena: {sentence}")


def test_event_is_not_kept_in_a_file(run: Run, cup: Path) -> None:
    for number in (1, 2):
        submit_unchecked(submissions_in(cup), f"petrov-{number}", good_program(number))
    result = run("run", "cup.toml", "--to", "ivanov.py")
    assert (result.status, result.err) == (2, "arena: ivanov.py: File exists\n")


@pytest.mark.parametrize(
    "words",
    [
        ("ivanov.py",),
        ("--to", "cup.toml"),
        ("ivanov.py", "--list", "--to", "cup.toml"),
        ("nobody", "--to", "cup.toml"),
        (".", "--to", "cup.toml"),
        ("ivanov.py", "--to", "nothing.toml"),
        (f"{SHORT}-random --seed 1", "--to", "cup.toml"),
    ],
)
def test_wrong_usage(run: Run, cup: Path, words: tuple[str, ...]) -> None:
    assert run("submit", *words).status == 2
    assert not (cup / ".bots.submitted").exists()
