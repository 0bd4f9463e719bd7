"""``arena build``: programs from kernels, and from Python bots."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots import build, texts
from bot.builder import bundle, compiler
from bot.builder.compiler import Dialect, Target
from referee.program import SIZE_LIMIT
from referee.remedies import extra_install_command
from tests.arena.conftest import Run
from tests.bot import sources
from tests.bot.programs import needs_compiler
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.present import needs
from tests.referee.test_pool import has_ended, until

HUGE = """\
volatile const char table[600000] = {1};
int main(int count, char **) { std::cout << int(table[count]) << std::endl; }
"""
"""A program in C++ that no compiler makes small."""
PYTHON_BOT = """\
from pathlib import Path

file = Path("matrix.txt")
if file.exists():
    file.write_text(file.read_text().replace("A 1 U", "B 2 U"))
"""


def test_the_bots_are_listed(run: Run) -> None:
    names = run("build", "--list").out.split()
    assert {f"{SHORT}-champion", f"{DEFAULT}-greedy", f"{STEPS}-uct"} <= set(names)


@needs_compiler
def test_a_program_is_named_after_its_author(run: Run, tmp_path: Path) -> None:
    result = run("build", SHORT, "--name", "ivanov", "--out", str(tmp_path))
    assert result.status == 0
    assert "within the class's limit of 500,000" in result.out
    (tmp_path / "matrix.txt").write_text(run("start", SHORT).out)
    subprocess.run([tmp_path / "ivanov"], cwd=tmp_path, check=True)
    assert run("validate", str(tmp_path / "matrix.txt")).status == 0


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("build",), 2),
        (("build", SHORT, "--from-python", "x.py"), 2),
        (("build", SHORT, "--name", "../x"), 2),
        (("build", SHORT, "--target", "amiga"), 2),
        (("build", "missing.py"), 1),
        (("build", "missing.py", "--target", "windows"), 2),
        (("build", "checkers"), 1),
        (("build", "--from-python", "missing.py"), 1),
        (("build", "missing.cpp"), 1),
    ],
)
def test_a_source_that_cannot_be_built_is_refused(
    run: Run, folder: Path, words: tuple[str, ...], status: int
) -> None:
    files = sorted(folder.iterdir())
    result = run(*words)
    assert result.status == status
    assert "Traceback" not in result.err
    assert sorted(folder.iterdir()) == files, "no empty folder of programs is left"


@pytest.mark.parametrize(
    ("source", "link", "words"),
    [
        ("bots/ivanov", None, ("--from-python", "bots/ivanov")),
        ("ivanov", "bots/ivanov", ("--from-python", "ivanov")),
        ("bot.c", None, ("bot.c", "--name", "bot.c", "--out", ".")),
    ],
)
def test_a_source_is_never_written_over(
    run: Run, folder: Path, source: str, link: str | None, words: tuple[str, ...]
) -> None:
    (folder / "bots").mkdir()
    (folder / source).write_text(sources.SMALL_C)
    if link is not None:
        (folder / link).symlink_to(folder / source)
    result = run("build", *words)
    assert result.status == 2
    assert f"the program would be written over its source {source}" in result.err
    assert (folder / source).read_text() == sources.SMALL_C


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("out", "why"), [("1.txt", "File exists"), ("1.txt/deeper", "Not a directory")]
)
def test_a_folder_that_cannot_be_made_is_named(run: Run, out: str, why: str) -> None:
    result = run("build", SHORT, "--out", out)
    assert (result.status, result.err) == (2, f"arena: {out}: {why}\n")


@needs_compiler
def test_a_folder_is_not_taken_for_the_program(run: Run, folder: Path) -> None:
    """The folder of a bot's source may have the name of the program."""
    (folder / "ivanov").mkdir()
    result = run("build", SHORT, "--name", "ivanov", "--out", ".")
    assert (result.status, result.err) == (2, "arena: ivanov: Is a directory\n")


@pytest.mark.usefixtures("folder")
def test_without_a_compiler_the_message_names_the_command_that_installs_one(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(compiler, "find_spec", lambda _: None)
    result = run("build", SHORT)
    sentence = "no compiler on this machine makes Linux programs from C"
    message = f"arena: {sentence}; install one: {extra_install_command('build')}\n"
    assert (result.status, result.err) == (1, message)
    result = run("build", SHORT, "--target", "windows", "--lang", "ru")
    assert "нет компилятора" in result.err
    assert extra_install_command("build") in result.err


# Programs of students


@pytest.fixture(name="quick")
def leave_out_zig(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide zig, which needs minutes to make its libraries when it is first used."""
    monkeypatch.setattr(compiler, "find_spec", lambda _: None)


@needs_compiler
def test_a_program_in_c_is_built(run: Run, folder: Path) -> None:
    (folder / "ivanov.c").write_text(sources.WITH_A_WARNING)
    result = run("build", "ivanov.c", "--out", ".")
    assert result.status == 0
    assert result.out.startswith("ivanov: ")
    assert "within the class's limit of 500,000; made by " in result.out
    assert "ivanov.c:1:" in result.err, "the warning says where"
    assert "unused" in result.err
    subprocess.run([folder / "ivanov"], check=True)


@needs_compiler
def test_a_folder_of_a_new_bot_stands_for_its_source(run: Run, folder: Path) -> None:
    assert run("new", "petrov", "--language", "c").status == 0
    result = run("build", "petrov", "--out", "made")
    assert result.status == 0, result.err
    assert (folder / "made/petrov").is_file()
    assert run("new", "sidorov", "--language", "go").status == 0
    result = run("build", "sidorov")
    assert result.status == 2
    assert "make -C sidorov" in result.err


def test_a_program_may_have_the_name_of_its_author(run: Run, folder: Path) -> None:
    (folder / "bot.c").write_text(sources.SMALL_C)
    result = run("build", "bot.c", "--name", "Иван Петров", "--out", ".", "--lang", "ru")
    assert result.out.startswith("Иван Петров: ")
    assert (folder / "Иван Петров").is_file()


@needs_compiler
def test_the_messages_of_the_compiler_are_shown_unchanged(run: Run, folder: Path) -> None:
    (folder / "ivanov.c").write_text(sources.BROKEN)
    result = run("build", "ivanov.c", "--out", ".")
    assert (result.status, result.out) == (1, "")
    assert result.err.startswith("ivanov.c: ") or result.err.startswith("ivanov.c:1:")
    assert "retrun" in result.err
    assert not (folder / "ivanov").exists()


@needs("g++")
@pytest.mark.usefixtures("quick")
def test_a_program_with_streams_can_be_submitted(run: Run, folder: Path) -> None:
    (folder / "ivanov.cpp").write_text(sources.STREAMS)
    result = run("build", "ivanov.cpp", "--out", ".")
    assert result.status == 0, result.out
    assert (folder / "ivanov").stat().st_size <= SIZE_LIMIT
    subprocess.run([folder / "ivanov"], check=True)


@needs("g++")
@pytest.mark.usefixtures("quick")
def test_a_program_that_is_too_large_is_a_failure_with_advice(run: Run, folder: Path) -> None:
    (folder / "ivanov.cpp").write_text(f"#include <iostream>\n{HUGE}")
    result = run("build", "ivanov.cpp", "--out", ".")
    assert result.status == 1
    assert "more than the class's limit of 500,000" in result.out
    assert "print with <cstdio>" in result.out
    assert extra_install_command("build") in result.out
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.frozen", True, raising=False)  # as in the one-file app
        assert f"  {texts.NOT_IN_APP.en}: zig" in run("build", "ivanov.cpp", "--out", ".").out
    (folder / "arena.toml").write_text(
        f'game = "{SHORT}"\nname = "Ivanov Ivan"\nsize-limit = 900000'
    )
    result = run("build", "ivanov.cpp", "--out", ".")
    assert result.status == 0
    assert result.out.startswith("Ivanov Ivan: ")


@needs_compiler
def test_the_first_build_says_once_that_a_library_is_built(tmp_path: Path) -> None:
    each = replace(compiler.compilers(Target.LINUX, Dialect.C)[-1], libraries=tmp_path)
    (tmp_path / "bot.c").write_text(sources.SMALL_C)
    for is_first in (True, False):
        assert each.compiles_library(Dialect.C) is is_first
        each.link(Dialect.C, [str(tmp_path / "bot.c")], str(tmp_path / "bot"))


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("sleep 88888 & echo $! >{pid}; wait", "the processor time of a start is not known"),
        ("sleep 88888 & echo $! >{pid}", "s of processor time before your own code"),
        ("echo 0 >{pid}; read -r move", "s of processor time before your own code"),
    ],
    ids=["waits", "leaves a child", "reads"],
)
def test_the_start_of_a_bundled_bot_is_timed_alone(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, script: str, says: str
) -> None:
    pid = folder / "pid"

    def bundle_in(_: Path, work: Path) -> Path:
        program = work / "program"
        program.write_text(f"#!/bin/sh\n{script.format(pid=pid)}\n")
        return program

    monkeypatch.setattr(bundle, "_bundle_in", bundle_in)
    monkeypatch.setattr(bundle, "_LONGEST_START", 1)
    (folder / "petrov.py").write_text(PYTHON_BOT)
    result = run("build", "--from-python", "petrov.py")
    assert (result.status, result.err) == (0, "")
    assert says in result.out
    until(lambda: has_ended(int(pid.read_text())))  # a killed process takes a moment to end


@pytest.mark.parametrize(
    ("words", "program"),
    [
        (["petrov.py"], "bots/petrov"),
        (["petrov.py", "--name", "Anna", "--out", "."], "Anna"),
        (["--from-python", "petrov.py"], "bots/petrov"),
        (["sidorov"], "bots/sidorov"),
    ],
)
def test_a_python_bot_is_bundled_however_it_is_named(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], program: str
) -> None:
    def bundle_in(source: Path, work: Path) -> Path:
        assert source.read_text() == PYTHON_BOT
        program = work / "program"
        program.write_text("#!/bin/sh\n")
        return program

    monkeypatch.setattr(bundle, "_bundle_in", bundle_in)
    (folder / "petrov.py").write_text(PYTHON_BOT)
    assert run("new", "sidorov", "--language", "python", "--game", SHORT).status == 0
    (folder / "sidorov/sidorov.py").write_text(PYTHON_BOT)
    result = run("build", *words)
    assert (result.status, result.err) == (0, "")
    assert (folder / program).is_file()


BUILT_IN = f"{SHORT}-nim"


@needs_compiler
@pytest.mark.parametrize(
    ("bot", "files", "built"),
    [
        (BUILT_IN, [], "built-in"),
        (BUILT_IN, ["notes.txt"], "built-in"),
        (BUILT_IN, [f"{BUILT_IN}.py"], "built-in"),
        (f"./{BUILT_IN}", [f"{BUILT_IN}.py"], "python"),
        (f"{BUILT_IN}/", [f"{BUILT_IN}.py"], "python"),
        (BUILT_IN, [f"{BUILT_IN}.py", "arena.toml"], "python"),
        (BUILT_IN, ["Makefile", "bot.c"], "c"),
        (BUILT_IN, ["Makefile", "bot.c", f"{BUILT_IN}.py", "arena.toml"], "c"),
        ("petrov", ["petrov.py"], "python"),
        ("petrov", ["petrov.py", "arena.toml"], "python"),
        ("petrov", ["Makefile", "petrov.c", "petrov.py"], "c"),
        ("petrov", ["Makefile", "petrov.c", "tools.py", "arena.toml"], "c"),
    ],
)
def test_a_folder_is_built_by_its_files_and_hides_a_built_in_bot_only_if_it_is_of_a_bot(
    run: Run,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    bot: str,
    files: list[str],
    built: str,
) -> None:
    name = Path(bot).name
    (folder / name).mkdir()
    for file in files:
        text = f'game = "{SHORT}"\n' if file == "arena.toml" else sources.SMALL_C
        (folder / name / file).write_text(text)
    builds: list[str] = []
    for function, means in (("_bundle", "python"), ("_build_source", "c")):
        monkeypatch.setattr(build, function, lambda *_, means=means: builds.append(means))
    monkeypatch.setattr(build, "_build_built_in", lambda *_: builds.append("built-in"))
    result = run("build", bot)
    assert (result.status, result.err) == (0, "")
    assert builds == [built]


@needs_compiler
def test_a_script_in_a_folder_with_a_makefile_is_not_taken_for_the_bot(
    run: Run, folder: Path
) -> None:
    assert run("new", "sidorov", "--language", "go").status == 0
    (folder / "sidorov/sidorov.py").write_text(PYTHON_BOT)
    result = run("build", "sidorov")
    assert result.status == 2
    assert "make -C sidorov" in result.err


def test_a_python_bot_is_bundled(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "petrov.py"
    source.write_text(PYTHON_BOT)
    result = run("build", "--from-python", str(source), "--out", str(tmp_path))
    assert result.status == 0, result.err
    assert "more than the class's limit of 500,000" in result.out
    assert "s of processor time before your own code" in result.out
    assert "temporary folder" in result.out
    (tmp_path / "matrix.txt").write_text("A 1 U\n")
    subprocess.run([tmp_path / "petrov"], cwd=tmp_path, check=True)
    assert (tmp_path / "matrix.txt").read_text() == "B 2 U\n"


@needs_compiler
def test_a_program_that_takes_part_in_an_event_is_told_of(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(f'title = "Cup"\ngame = "{SHORT}"\nentrants = "bots"\n')
    (tmp_path / "bad.toml").write_text('entrants = "bots"\n')
    name = f"{SHORT}-greedy"
    built = run("build", name, "--out", str(tmp_path / "bots"))
    assert f"bots/{name} takes part in cup.toml, whose entrants are the programs in" in built.err
    assert run("build", name, "--out", str(tmp_path / "others")).err == ""
