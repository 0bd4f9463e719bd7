"""Built-in bots that do not play on the largest boards of their game are refused there."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.bots.builtin_bots import Size, builtin_styles, programs
from arena.event.ladder import ladder_builder
from arena.event_files import event_file
from arena.site.application import application
from arena.site.errors import Refusal
from arena.site.play.new_game_form import NewGameForm, fields_from
from bot.builder.executable import PlayerProgram
from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix, write_matrix
from tests.arena.conftest import Run
from tests.arena.site.asking import FREE, HERE

LIMITED = {program.game: program for program in programs() if program.largest_board}
"""A built-in bot for each game that has larger boards than its player."""


def larger_size(program: PlayerProgram) -> Size:
    """Return a size of the game that the player does not play on."""
    assert program.largest_board is not None
    columns, rows = program.largest_board
    return columns + 2, rows + 2


def matrix_of(game: str, size: Size) -> Matrix:
    board_game = all_games()[game].with_rules(None)
    return Matrix(board_game, board_game.start(StartRequest(size)))


@pytest.fixture(params=sorted(LIMITED), name="game")
def limited_game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def option_of(size: Size) -> str:
    return f"--size={size[0]}x{size[1]}"


def sentence(name: str, language: str = "en") -> str:
    """Return the refusal of a bot."""
    largest = next(p.largest_board for p in programs() if p.name == name) or (0, 0)
    most = "{} x {}".format(*largest)
    if language == "ru":
        return f"{name} играет на досках не больше {most}"
    return f"{name} plays on boards of up to {most}"


def test_a_player_with_a_limit_plays_up_to_it() -> None:
    assert LIMITED, "a game has a player for small boards"
    for player in LIMITED.values():
        assert player.largest_board
        columns, rows = player.largest_board
        assert player.plays_on((columns, rows))
        assert not player.plays_on((columns, rows + 2))


def test_a_large_board_is_refused_before_the_first_turn(game: str, run: Run) -> None:
    size = option_of(larger_size(LIMITED[game]))
    greedy, other = f"{game}-greedy", f"{game}-random"
    for words in (
        ("match", greedy, other, size),
        ("try", greedy, size),
        ("check", greedy, size),
        ("play", "--red", greedy, size),
    ):
        result = run(*words, "--no-sandbox")
        assert (result.status, result.out) == (2, ""), words
        assert sentence(greedy) in result.err
    assert sentence(greedy, "ru") in run("try", greedy, size, "--lang", "ru").err


def test_a_file_with_a_large_board_is_refused(game: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "large.txt").write_text(write_matrix(matrix_of(game, larger_size(LIMITED[game]))))
    file = str(tmp_path / "large.txt")
    greedy = f"{game}-greedy"
    assert sentence(greedy) in run("try", greedy, file, "--no-sandbox").err
    result = run("match", greedy, greedy, "--start", file, "--no-sandbox")
    assert sentence(greedy) in result.err
    assert sentence(greedy) in run("play", "--start", file, "--blue", greedy).err


def test_a_large_board_is_not_loaded_where_such_a_bot_plays(
    game: str, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "large.txt"
    file.write_text(write_matrix(matrix_of(game, larger_size(LIMITED[game]))))
    talk = f"load {file}\nhint\nquit\n".encode()
    result = run("play", "--blue", f"{game}-greedy", stdin=talk)
    assert result.status == 0
    assert f"not loaded: {sentence(f'{game}-greedy')}" in result.out
    result = run("play", "--game", game, "--red", "human", "--blue", "human", stdin=talk)
    assert "loaded from" in result.out
    assert sentence(f"{game}-champion") in result.out


def test_no_bot_is_a_default_opponent_on_a_large_board(game: str, run: Run) -> None:
    size = larger_size(LIMITED[game])
    result = run("play", "--game", game, option_of(size), "--level", "strong")
    assert sentence(f"{game}-champion") in result.err
    result = run("play", "--game", game, option_of(size), stdin=b"hint\nquit\n")
    assert result.status == 0
    assert sentence(f"{game}-champion") in result.out


def test_the_form_of_a_new_game_refuses_such_a_bot(game: str) -> None:
    size = larger_size(LIMITED[game])
    fields = {
        **{"game": game, f"columns-{game}": str(size[0]), f"rows-{game}": str(size[1])},
        f"A-{game}": "person",
    }
    for player in ("greedy", "weak"):
        form = NewGameForm({**fields, f"B-{game}": player}, b"", builtin_styles())
        with pytest.raises(Refusal) as refusal:
            form.play()
        assert refusal.value.sentence.en == sentence(f"{game}-greedy")
    play = NewGameForm({**fields, "against": "A"}, b"", builtin_styles()).play()
    assert play.seats["B"].bot is None
    assert fields_from(matrix_of(game, size))[f"B-{game}"] == "person"
    assert fields_from(matrix_of(game, (8, 8)))[f"B-{game}"] == "champion"


def test_the_form_of_a_new_game_says_up_to_which_size_bots_play(game: str) -> None:
    most = "{} x {}".format(*(LIMITED[game].largest_board or ()))
    with TestClient(application(FREE), base_url=HERE) as browser:
        page = browser.get("/play").text
    form = page.partition(f'name="rows-{game}"')[2].partition("</fieldset>")[0]
    assert f"built-in bots play on boards of up to {most}" in form
    assert page.count("built-in bots play on boards") == len(LIMITED)


@pytest.mark.parametrize("starts", [False, True])
def test_an_event_with_a_large_board_has_a_fault(
    game: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, starts: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    columns, rows = larger_size(LIMITED[game])
    line = f"size = [{columns}, {rows}]"
    if starts:
        Path("large.txt").write_text(write_matrix(matrix_of(game, (columns, rows))))
        line = 'starts = ["large.txt"]'
    Path("cup.toml").write_text(
        f'title = "Cup"\ngame = "{game}"\n{line}\nsandbox = false\n'
        f'entrants = [{{ bot = "{game}-greedy" }}, {{ bot = "{game}-random" }}]\n'
    )
    result = run("entrants", "cup.toml")
    assert (result.status, result.out.count("[E210]")) == (1, 2)
    fault = f"the bot {game}-greedy plays on boards of up to 8 x 8, and the event has {columns} x"
    assert fault in result.out
    for words in (("run", "cup.toml", "--try"), ("run", "cup.toml")):
        result = run(*words)
        assert (result.status, result.err.count("[E210]")) == (1, 2), words


def test_no_milestone_plays_on_a_larger_board(game: str, tmp_path: Path) -> None:
    size = larger_size(LIMITED[game])
    for sides, is_fit in ((size, False), (LIMITED[game].largest_board or size, True)):
        path = tmp_path / "cup.toml"
        path.write_text(
            f'title = "Cup"\ngame = "{game}"\nsize = {list(sides)}\nentrants = "bots"\n'
            '[ladder]\nmilestones = ["greedy"]\n'
        )
        build = ladder_builder(event_file(str(path)).source("en"), "en")
        if is_fit:
            assert build(f"{game}-greedy").is_file()
        else:
            with pytest.raises(LookupError):
                build(f"{game}-greedy")
