"""``arena new``: the folder that it makes, and its messages."""

from __future__ import annotations

import errno
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots.builtin_bots import builtin_styles
from arena.bots.skeleton import SkeletonLanguage, all_languages
from arena.bots.try_bot import is_source_of_student
from arena.game_request import BOT_FILE, read_bot_settings
from formats.games import all_games
from tests.arena.bots.skeleton_bots import LANGUAGES, SKELETONS, skeleton
from tests.arena.conftest import Run
from tests.formats.games.example_games import LEAPS, SHORT
from tournaments.entrants.enrolment import ACCOMPANYING, why_no_program

every_skeleton = pytest.mark.parametrize(("language", "game"), SKELETONS)


def test_a_game_with_built_in_bots_has_a_skeleton_in_each_language() -> None:
    assert set(LANGUAGES) == {
        *("c", "c++", "c#", "cython", "go", "java", "pascal", "python", "rust")
    }
    of_ours = set(builtin_styles())
    in_python = set(all_languages()["python"].games)
    assert of_ours <= in_python <= set(all_games())
    for language in all_languages().values():
        assert of_ours <= set(language.games) <= in_python


@every_skeleton
def test_nothing_is_left_to_be_filled_in(language: str, game: str) -> None:
    bot = skeleton(language, game, "petrov-2")
    files = {name: text for name, text, _ in bot.files()}
    assert {bot.source, "README.md"} <= set(files)
    for text in files.values():
        assert not re.search("@[A-Z_]+@", text)
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
    readme = files["README.md"]
    assert f"arena check ./{bot.program}\n" in readme
    assert "--game" not in readme
    functions = [f"`{function}`" for function in bot.language.functions]
    english, russian = readme.split("\n## По-русски\n")
    for text in ("matrix.txt", *functions, "**Build.**", bot.source):
        assert text in english
        assert text.replace("Build", "Сборка") in russian
    assert max(map(len, readme.splitlines())) <= 120


_IN_ENGLISH = re.compile(r'(?:^\s*\*|(?:^|\s)(?:#\s|//|/\*|""")).*\b[a-z]{2,} [a-z]{2,}')


@every_skeleton
def test_comments_are_in_the_language_of_the_reader(language: str, game: str) -> None:
    bot = skeleton(language, game, "petrov-2")
    for english, russian in zip(bot.files(), replace(bot, comments="ru").files(), strict=True):
        if english[0].endswith((".md", ".toml")):
            continue
        lines = zip(english[1].splitlines(), russian[1].splitlines(), strict=True)
        for line, other in lines:
            is_translated = re.search("[а-яё]", other)
            assert is_translated if line != other else not _IN_ENGLISH.search(line), line


# The command


def test_a_reader_of_russian_gets_russian_comments(run: Run, folder: Path) -> None:
    assert run("new", "ivanov", "--language", "python", "--lang", "ru").status == 0
    assert "Ваши мысли" in (folder / "ivanov/ivanov.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["ivanov-2", "иванов"])
def test_new_makes_the_folder_and_says_what_comes_next(run: Run, folder: Path, name: str) -> None:
    result = run("new", name, "--language", "c++", "--to", "my bots")
    assert result.status == 0
    names = {path.name for path in (folder / "my bots" / name).iterdir()}
    assert names == {f"{name}.cpp", "Makefile", "README.md", BOT_FILE}
    first, *commands = result.out.splitlines()
    assert first.startswith(f"my bots/{name}: a bot for MMPeshki in C++.")
    assert commands[-2:] == [
        f"  make -C 'my bots/{name}'",
        f"  arena check 'my bots/{name}'",
    ]


def test_python_can_be_run_as_it_is(run: Run, folder: Path) -> None:
    result = run("new", "ivanov", "--language", "python", "--game", SHORT, "--lang", "ru")
    assert result.out.splitlines()[-1] == "  arena check ivanov"
    assert "make" not in result.out
    assert os.access(folder / "ivanov/ivanov.py", os.X_OK)


@pytest.mark.usefixtures("folder")
def test_a_program_in_go_is_larger_than_the_class_allows(run: Run) -> None:
    run("new", "ivanov", "--language", "go")
    assert read_bot_settings(Path("ivanov")).size_limit == 2_000_000


@pytest.mark.parametrize(
    ("word", "language"),
    [
        ("cpp", "C++"),
        ("C", "C"),
        ("c#", "C#"),
        ("csharp", "C#"),
        ("golang", "Go"),
        ("py", "Python"),
        ("fpc", "Pascal"),
        ("Rust", "Rust"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_languages_have_other_names(run: Run, word: str, language: str) -> None:
    result = run("new", "ivanov", "--language", word)
    assert result.out.startswith(f"ivanov: a bot for MMPeshki in {language}.")


@pytest.mark.parametrize(
    ("word", "meant"), [("pyton", "python"), ("golan", "go"), ("c-sharp", "c#"), ("rost", "rust")]
)
@pytest.mark.usefixtures("folder")
def test_a_language_is_guessed(run: Run, word: str, meant: str) -> None:
    result = run("new", "ivanov", "--language", word)
    assert result.status == 2
    sentence = f"there is no language «{word}»; did you mean {meant}? There are c, c#, c++, "
    assert result.err.startswith(f"arena: {sentence}")


def test_no_name_means_two_languages() -> None:
    names = [
        *LANGUAGES,
        *(name for language in all_languages().values() for name in language.also_called),
    ]
    assert len(names) == len(set(names))


def test_help_names_the_languages(run: Run) -> None:
    for lang, last in (("en", "or rust"), ("ru", "или rust")):
        output = " ".join(run("new", "--help", "--lang", lang).out.split())
        assert f"{', '.join(LANGUAGES[:-1])} {last}." in output


@pytest.mark.usefixtures("folder")
def test_tools_that_are_missing_are_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    output = run("new", "ivanov", "--language", "rust").out.splitlines()
    assert output[1].startswith("  not on this machine yet: make, rustc. This installs it: ")
    assert output[1].endswith("apt-get install rustc make")
    assert (
        run("new", "petrov", "--language", "fpc", "--lang", "ru")
        .out.splitlines()[1]
        .startswith("  на этой машине ещё нет: make, fpc. Установить: ")
    )


@pytest.mark.usefixtures("folder")
def test_a_game_without_a_skeleton_gets_advice(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SkeletonLanguage, "games", [SHORT])
    for language, page in (("en", "docs/write-a-bot.md"), ("ru", "docs/ru/write-a-bot.md")):
        result = run("new", "ivanov", "--game", LEAPS, "--lang", language)
        assert result.status == 2
        assert page in result.err
        assert f"arena start {LEAPS}" in result.err


@every_skeleton
def test_readme_proposes_a_match_that_can_be_played(language: str, game: str) -> None:
    bot = skeleton(language, game)
    readme = next(text for name, text, _ in bot.files() if name == "README.md")
    opponents = set(re.findall(rf"arena match \./{re.escape(bot.program)} (.+)\n", readme))
    ours = {f"{game}-{style}" for style in builtin_styles().get(game, [])}
    assert len(opponents) == 1
    assert opponents <= (ours or {f"./{bot.program}"})


@pytest.mark.usefixtures("folder")
def test_languages_of_a_game_are_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    games = property(lambda each: [SHORT] if each.name == "rust" else [LEAPS])
    monkeypatch.setattr(SkeletonLanguage, "games", games)
    result = run("new", "ivanov", "--language", "rust", "--game", LEAPS)
    assert result.status == 2
    assert f"no skeleton for {LEAPS} in Rust yet; there is one in c, c#, c++, " in result.err


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
        ("ivanov", "--language", "cobol"),
        ("bot.jar", "--language", "java"),
        ("main.go", "--language", "go"),
        ("ivanov", "--language", "../python"),
        ("ivanov", "--game", "chess"),
        (),
    ],
)
def test_wrong_usage(run: Run, folder: Path, words: tuple[str, ...]) -> None:
    before = sorted(folder.iterdir())
    assert run("new", *words).status == 2
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("language", "name"),
    [
        *[("python", name) for name in ("random", "bisect", "json", "time")],
        *[("java", name) for name in ("classes", "check", "Makefile")],
        *[("c", name) for name in ("check", "clean", "windows")],
    ],
)
def test_a_name_that_something_else_has_is_refused(
    run: Run, folder: Path, language: str, name: str
) -> None:
    result = run("new", name, "--language", language, "--game", SHORT)
    assert (result.status, "choose another name" in result.err) == (2, True)
    assert not (folder / name).exists()


def test_folder_that_is_there_is_left_alone(run: Run, folder: Path) -> None:
    (folder / "ivanov").mkdir()
    result = run("new", "ivanov")
    assert result.status == 2
    assert "already exists" in result.err
    assert not list((folder / "ivanov").iterdir())


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("to", ["1.txt", "1.txt/deeper"])
def test_folder_that_cannot_be_made_is_named(run: Run, to: str) -> None:
    result = run("new", "ivanov", "--to", to)
    assert (result.status, result.err) == (2, f"arena: {to}/ivanov: Not a directory\n")


@every_skeleton
def test_the_source_of_a_skeleton_is_watched_and_not_taken_for_a_bot(
    language: str, game: str, tmp_path: Path
) -> None:
    source = tmp_path / skeleton(language, game).source
    source.write_text("hello")
    assert is_source_of_student(source)
    assert source.suffix == ".py" or why_no_program(source) == ACCOMPANYING


def test_a_folder_that_cannot_be_written_whole_is_removed(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("new", "sidorov", "--language", "python", "--to", str(folder))

    def fail(_path: Path, _mode: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "chmod", fail)
        assert "No space left" in run(*words).err
    assert not (folder / "sidorov").exists()
    assert run(*words).status == 0
