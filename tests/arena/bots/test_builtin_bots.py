"""Built-in bots, built when they are needed."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.bots import builtin_bots
from arena.bots.builtin_bots import Level, best_builtin, builtin_of_level, builtin_styles
from bot.builder import executable
from bot.builder.build_fault import BuildFault, CannotBuild
from bot.builder.compiler import Compiler


def test_a_bot_that_several_need_at_once_is_built_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kernel takes minutes to compile, and each game on the site may need it."""
    built: list[Path] = []

    def build(_program: object, _target: object, path: Path) -> None:
        built.append(path)
        time.sleep(0.2)
        path.write_text("a bot")

    monkeypatch.setattr(executable, "build", build)
    monkeypatch.setattr(builtin_bots, "_path_for", lambda program: tmp_path / program.name)
    program = executable.programs()[0]
    with ThreadPoolExecutor() as pool:
        paths = list(pool.map(lambda _: builtin_bots.ensure_built(program, "en"), range(4)))
    assert paths == [tmp_path / program.name] * 4
    assert len(built) == 1


def test_another_compiler_builds_them_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots built before musl was installed would need this machine's C library for ever."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = executable.programs()[0]
    gcc, musl = (Compiler(name, (name,)) for name in ("gcc", "musl-gcc"))
    monkeypatch.setattr(builtin_bots, "compilers", lambda *_: [gcc])
    place = builtin_bots._path_for(program)
    place.parent.mkdir(parents=True)
    place.write_text("a bot")
    assert builtin_bots._path_for(program) == place
    monkeypatch.setattr(builtin_bots, "compilers", lambda *_: [musl, gcc])
    assert builtin_bots._path_for(program) != place
    monkeypatch.setattr(builtin_bots, "compilers", no_compiler)
    assert builtin_bots._path_for(program) == place


def no_compiler(*_: object) -> list[Compiler]:
    raise CannotBuild(BuildFault.NO_COMPILER)


def test_versions_that_are_out_of_use_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, recent = (tmp_path / "bots" / name / "bot" for name in ("old", "recent"))
    for bot in (old, recent):
        bot.parent.mkdir(parents=True)
        bot.write_text("a bot")
    long_ago = time.time() - 100 * 86400
    for path in (old, old.parent):
        os.utime(path, (long_ago, long_ago))
    monkeypatch.setattr(builtin_bots, "_path_for", lambda _: tmp_path / "bots" / "new" / "bot")
    monkeypatch.setattr(executable, "build", lambda *words: put(words[2]))
    builtin_bots.ensure_built(executable.programs()[0], "en")
    assert not old.parent.exists()
    assert recent.exists()


def test_a_terminal_shows_which_kernel_of_how_many_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build(program: executable.PlayerProgram, _target: object, path: Path) -> None:
        time.sleep(0.8 if program == slow else 0.4)
        put(path)

    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(executable, "build", build)
    monkeypatch.setattr(builtin_bots, "_path_for", lambda bot: tmp_path / bot.kernel / bot.name)
    quick, slow = executable.programs()[0], executable.programs()[-1]
    builtin_bots.build_all([quick.name, slow.name], "en")
    shown = capsys.readouterr().err
    assert f"compiling 1 of 2: {quick.name}, {slow.name}" in shown
    assert "compiling 2 of 2" in shown


def test_an_unknown_name_keeps_no_other_bot_from_being_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executable, "build", lambda *words: put(words[2]))
    monkeypatch.setattr(builtin_bots, "_path_for", lambda bot: tmp_path / bot.kernel / bot.name)
    program = executable.programs()[0]
    builtin_bots.build_all(["nobody", program.name], "en")
    assert (tmp_path / program.kernel / program.name).exists()


def put(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_text("a bot")


@pytest.mark.parametrize("game", builtin_styles())
def test_levels_are_three_opponents(game: str) -> None:
    known = [program.name for program in executable.programs()]
    bots = [builtin_of_level(game, level) for level in Level]
    assert len(set(bots)) == len(bots)
    assert {(bot or "").split()[0] for bot in bots} <= {*known, game}
    assert bots[-1] == best_builtin(game)
