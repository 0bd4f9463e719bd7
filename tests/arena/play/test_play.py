"""``arena play``: over a pipe, as a program or a test uses it, and in a terminal."""

from __future__ import annotations

import re
import time
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from arena.bots.builtin_bots import builtin_styles
from arena.play.typed_commands import load_game
from formats.fault import Diagnostic, Severity
from formats.games import all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.record import read_record, write_record
from referee.casual_game import CasualGame
from tests.arena.conftest import Run
from tests.arena.play.talking import PAPER, TWO, heard, play_lines, playing
from tests.arena.terminal import CTRL_C, in_terminal
from tests.bot.programs import needs_compiler, shipped
from tests.formats.games.example_games import DEFAULT, LEAPS, POINTS, SHORT, STEPS
from tests.places import ROOT

pytestmark = pytest.mark.xdist_group("play")

RECORDS = sorted(
    path
    for path in ROOT.glob("docs/records/*.txt")
    if "From the encyclopedia" not in path.read_text(encoding="utf-8")  # those are parts of games
)
MALFORMED = sorted(ROOT.glob("tests/formats/matrix/malformed/*.txt"))
GAMES = [game for game, styles in builtin_styles().items() if "random" in styles]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_two_people_play_a_whole_game(run: Run, path: Path, tmp_path: Path) -> None:
    record = read_record(path.read_text())
    (tmp_path / "start.txt").write_text(write_matrix(record.start))
    moves = " / ".join(move.text for move in record.moves)
    file = tmp_path / "game.pgn"
    start = ("--start", str(tmp_path / "start.txt"))
    ran = play_lines(run, *start, *TWO, lines=f"{moves} / save {file} / quit")
    assert "game over: " in ran.out
    kept = read_record(file.read_text())
    assert [move.text for move in kept.moves] == [move.text for move in record.moves]
    assert (kept.result, kept.termination) == (record.result, record.termination)
    assert kept.tags == {"A": "a person", "B": "a person"}


@needs_compiler
@pytest.mark.parametrize("side", ["red", "blue"])
@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_whole_game_with_a_bot(game: str, side: str, tmp_path: Path) -> None:
    """The person enters any possible step until the game is over."""
    bot = tmp_path / "bot"
    bot.symlink_to(shipped(f"{game}-random"))
    other = "blue" if side == "red" else "red"
    size = ("--size", "5") if all_games()[game].rule_sets else ()  # a turn of steps takes long
    random = Random(3)
    with playing("--game", game, f"--{other}", str(bot), *size, "--no-sandbox") as program:
        opening = answer = heard(program)
        while "game over: " not in answer:
            possible = re.search(r"\d+ possible: (.*)", heard(program, "?"))
            assert possible
            answer = heard(program, random.choice(possible[1].split()))
            assert "not played" not in answer
        assert re.search(r"; .*(won|draw): ", answer)
        assert "undo" in answer
        # A bot that moves by lot may take the poisoned chip first.
        nothing = "game over: " in opening
        assert ("nothing" if nothing else "to move") in heard(program, "undo")


@needs_compiler
def test_a_game_is_against_the_champion(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.pgn"
    ran = play_lines(run, *PAPER, "--think", "0.05", lines=f"a1-b2-c3 / save {file} / hint")
    assert f"a person (crosses) against {STEPS}-champion (noughts)" in ran.out
    assert re.search(rf"{STEPS}-champion took \d\.\d{{3}} s", ran.out)
    assert re.search(rf"{STEPS}-champion would play \w\d+-\w\d+-\w\d+", ran.out)
    record = read_record(file.read_text())
    assert record.tags == {"A": "a person", "B": f"{STEPS}-champion"}
    assert [move.text[:3] for move in record.moves] == ["a1-", "k10"]


@needs_compiler
def test_the_user_plays_the_seat_that_has_no_bot(run: Run) -> None:
    quick = ("--think", "0.05")
    shown = play_lines(run, *quick, "--game", SHORT, "--blue", "human", lines="quit").out
    assert f"{SHORT}-champion (the first player) against a person (the second player)" in shown
    shown = play_lines(run, *quick, "--blue", f"{SHORT}-nim --seed 4", lines="quit").out
    assert f"a person (the first player) against {SHORT}-nim --seed 4 (the second player)" in shown


@needs_compiler
def test_a_hint_in_mid_turn_is_for_the_whole_of_it(run: Run) -> None:
    ran = play_lines(
        run, *PAPER, *TWO, "--think", "0.05", lines="hint / a1 / hint / b2-b3 / k10 / hint"
    )
    value = r"chance of (?:crosses|noughts) \(A\): \d+\u00a0%\n"
    assert len(re.findall(rf"would play a1-\w\d-\w\d: {value}", ran.out)) == 1
    assert re.search(r"would play a1-\w\d-\w\d as the whole half-move", ran.out)
    assert re.search(rf"would play k10-\S+ as the whole half-move: {value}", ran.out)
    assert "it printed" not in ran.out


@needs_compiler
def test_a_hint_tells_what_its_move_is_worth_and_not_what_the_bot_printed(run: Run) -> None:
    line = r"советует \w\d: первый \(A\): выигрыш доказан\n"
    words = ("--game", SHORT, "--size", "3x2", "--think", "0.05", "--lang", "ru")
    ran = play_lines(run, *TWO, *words, lines="hint")
    assert re.search(line, ran.out)
    assert re.search(r"after  heaps .* sum", ran.out), "this is for people"
    assert "nodes" not in ran.out


def test_a_wrong_move_is_told_by_the_rules(run: Run) -> None:
    ran = play_lines(run, *PAPER, *TWO, lines="a1-b2-d9 / foo / a1-b2 / pass / c3 / a1")
    assert "not played: d9 is not accessible" in ran.out
    assert "not played: «foo» is not a move in this game's notation" in ran.out
    assert "hint: moves are written like a1-b2-c3, pass" in ran.out
    assert "not played: the turn ends after 2 of 3 steps" in ran.out
    assert "half-move 2; noughts (B) to move" in ran.out
    ran = play_lines(run, *TWO, "--game", SHORT, "--lang", "ru", lines="c3 / c3 / ходы / выход")
    assert "не сыграно: фишка c3 уже съедена" in ran.out
    assert "можно (20): " in ran.out


def test_a_turn_grows_and_shrinks_by_steps(run: Run) -> None:
    ran = play_lines(run, *PAPER, *TWO, lines="a1 / b2 / undo / undo / undo / a1")
    prompts = re.findall(r"crosses(.*)> ", ran.out)
    assert prompts == ["", " a1", " a1-b2", " a1", "", "", " a1"]
    assert "there is nothing to take back" in ran.out


@needs_compiler
def test_undo_takes_back_the_bots_turn_too(run: Run) -> None:
    ran = play_lines(run, "--blue", f"{SHORT}-greedy", lines="g5 / undo / undo / g4")
    assert len(re.findall("half-move 1; the first", ran.out)) == 2
    assert "there is nothing to take back" in ran.out
    assert "last move g4" in ran.out


def test_capitals_blanks_and_a_russian_keyboard_do_not_matter(run: Run) -> None:
    ran = play_lines(run, *PAPER, *TWO, lines="A1 b2  C3 / к10-i9-h8 / пас / ПОМОЩЬ")
    assert "last move a1-b2-c3" in ran.out
    assert "last move k10-i9-h8" in ran.out
    assert "last move pass" in ran.out
    assert "a move, or a step of it" in ran.out


@pytest.mark.parametrize("game", sorted(all_games()))
def test_rules_are_told_in_short(run: Run, game: str) -> None:
    game_type = all_games()[game]
    assert game_type.in_short
    for language, word, text in (
        ("en", "rules", game_type.in_short.en),
        ("ru", "правила", game_type.in_short.ru),
    ):
        ran = play_lines(run, *TWO, "--game", game, "--lang", language, lines=word)
        assert text in " ".join(ran.out.split())


def test_the_legend_is_there_from_the_beginning(run: Run) -> None:
    ran = play_lines(run, *TWO, "--game", DEFAULT, lines="quit")
    assert "on the board: - empty, A red piece, B blue piece, * not part of the board" in ran.out


def test_an_unknown_move_is_quoted_as_it_was_typed(run: Run) -> None:
    ran = play_lines(run, *TWO, "--game", SHORT, lines="б2 / C3 D4 / quit")
    assert "«б2» is not a move" in ran.out
    assert "«C3 D4» is not a move" in ran.out


def test_go_is_for_bots(run: Run) -> None:
    assert "it is not a bot's turn" in play_lines(run, *TWO, "--game", SHORT, lines="go / quit").out


def test_legal_cells_are_marked(run: Run) -> None:
    ran = play_lines(run, *PAPER, *TWO, "--size", "4", lines="a1 / ?")
    assert "2+-+- - - 2\n1 A+- - - 1\n" in ran.out
    assert "3 possible: a2 b1 b2" in ran.out


def test_save_and_load(run: Run, tmp_path: Path) -> None:
    matrix, record = tmp_path / "matrix.txt", tmp_path / "game.pgn"
    talk = f"g5 / save {matrix} / f5 / save {record} / save {matrix} / save! {matrix} / e5"
    ran = play_lines(
        run, *TWO, "--game", SHORT, lines=f"{talk} / load {record} / undo / load {matrix}"
    )
    assert f"{matrix} already exists" in ran.out
    kept = read_matrix(matrix.read_bytes()).matrix
    assert kept
    assert (kept.position.half_move, kept.position.last) == (3, "f5")
    assert [move.text for move in read_record(record.read_text()).moves] == ["g5", "f5"]
    numbers = re.findall(r"half-move (\d)", ran.out)
    assert numbers == ["1", "2", "3", "4", "3", "2", "3"]
    ran = play_lines(run, *TWO, "--start", str(record), lines="undo / undo / undo")
    assert re.findall(r"half-move (\d)", ran.out) == ["3", "2", "1"]


def test_a_record_is_continued_with_clocks(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    rules = all_games()[SHORT]()
    game = CasualGame.at_start(Matrix(rules, rules.start()), timed=True)
    file.write_text(write_record(game.enter("g5", Decimal(3)).enter("f5", Decimal(1)).record({})))
    start = (*TWO, "--start", str(file))
    ran = play_lines(run, *start, "--time", "100", lines=f"save {tmp_path / 'matrix.txt'}")
    kept = read_matrix((tmp_path / "matrix.txt").read_bytes()).matrix
    assert kept
    assert kept.time_of("A") == 97
    assert 98 < kept.time_of("B") <= 99
    ran = run("play", *start, "--time", "3")
    assert (ran.status, "took more than --time 3" in ran.err) == (2, True)
    ran = run("play", *start, "--limit", "9")
    assert (ran.status, "leave out --limit" in ran.err) == (2, True)


def test_a_whole_game_is_in_russian(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.pgn"
    talk = f"с3 / ходы / сохранить {file} / сохранить {file} / сохранить! {file} / отмена / сдаюсь"
    more = f"заново / загрузить {file} / помощь / подсказка2 / выход"
    ran = play_lines(run, *TWO, "--game", SHORT, "--lang", "ru", lines=f"{talk} / {more}")
    assert "человек (первый) против человек (второй)" in ran.out
    assert "последний ход c3" in ran.out
    assert f"{file} уже есть" in ran.out
    assert ran.out.count(f"сохранено в {file}") == 2
    assert "поражение, первый (A): партия сдана" in ran.out
    assert f"загружено из {file}" in ran.out
    assert "undo, отмена отменить ходик" in " ".join(ran.out.split())
    assert "не сыграно: «подсказка2» — не запись хода в этой игре" in ran.out


def test_standard_input_is_not_loaded(run: Run) -> None:
    ran = play_lines(run, *TWO, "--game", SHORT, lines="load - / g5 / resign")
    assert "add the name of a file" in ran.out
    assert "half-move 2" in ran.out, "the lines after it are not read as a file"


def test_a_game_that_cannot_be_saved_or_loaded_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text('[Start "nothing"]\n')
    (tmp_path / "bad.txt").write_bytes(b"\xff\x00\n")
    (tmp_path / "other.txt").write_text(f"B 2 U\n0 30\n0 30\no-\noo\ngame {SHORT}\n")
    names = ("bad.pgn", "bad.txt", "other.txt", "none", "no\x00name", ".", "~nobody-here/x", "")
    talk = " / ".join(f"load {tmp_path / name if name[:1] != '~' else name}" for name in names)
    saves = f"save / save {tmp_path} / save {tmp_path}/no/x / save ~nobody-here/x / load"
    ran = play_lines(run, *PAPER, *TWO, lines=f"{talk} / {saves} / a1")
    assert "bad.pgn:1:1: the start position is wrong" in ran.out
    assert "other.txt is a game of Chomp, but this is a game of Virus War" in ran.out
    assert ran.out.count("not loaded: ") == len(names)
    assert ran.out.count("not saved: ") + ran.out.count("already exists") == 3
    assert ran.out.count("add the name of a file") == 2
    assert "crosses> a1\n" in ran.out


def test_giving_up_and_beginning_again(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.pgn"
    ran = play_lines(
        run, *PAPER, *TWO, lines=f"a1 / resign / save {file} / b2 / resign / undo / b2 / new / ?"
    )
    assert "crosses (A) lost: the game was given up" in ran.out
    assert "not played: the game is over" in ran.out
    record = read_record(file.read_text())
    assert (record.result, record.termination) == ("B", "resigned")
    assert "2 possible: a1 pass" in ran.out


@needs_compiler
def test_a_person_gives_up_while_a_bot_waits(run: Run) -> None:
    ran = play_lines(
        run, "--red", f"{SHORT}-nim", "--blue", f"{SHORT}-nim", lines="resign / hint / c3 / undo"
    )
    assert "nobody is playing who could give up" in ran.out
    assert ran.out.count("it is not a person's turn") == 2


@needs_compiler
def test_two_bots_wait_for_enter_or_go(run: Run) -> None:
    bots = ("--red", f"{SHORT}-greedy --seed 1", "--blue", f"{SHORT}-random --seed 2")
    prompt = rf"{SHORT}-(?:greedy|random) --seed \d is to move"
    ran = play_lines(run, *bots, lines="\n\n")
    assert len(re.findall(prompt, ran.out)) == 3
    assert "half-move 3" in ran.out
    ran = play_lines(run, *bots, lines="go 61 / go x / \ngo / undo / \nquit")
    assert ran.out.count("a pause is a number of seconds") == 2
    assert "game over: " in ran.out
    ran = play_lines(run, *bots, "--pause", "0.01")
    assert len(re.findall(prompt, ran.out)) == 0
    assert "won: the other player ate the poisoned chip" in ran.out


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("exit 3", "noughts (B) lost: the program ended with status 3"),
        ("true", "noughts (B) lost: the board is as it was"),
        (
            "echo boo; echo ruined > matrix.txt",
            "noughts (B) lost: the header must have 3 lines, not 1",
        ),
        ("kill -9 $$", "noughts (B) lost: the program was ended by SIGKILL"),
        ("rm matrix.txt", "noughts (B) lost: matrix.txt is gone"),
    ],
)
def test_a_bot_that_misbehaves_ends_the_game(
    run: Run, tmp_path: Path, program: str, sentence: str
) -> None:
    bot = tmp_path / "bot"
    bot.write_text(f"#!/bin/sh\n{program}\n")
    bot.chmod(0o755)
    ran = play_lines(
        run, *PAPER, "--blue", str(bot), "--no-sandbox", lines="a1-b2-c3 / undo / resign"
    )
    assert sentence in ran.out
    assert "crosses (A) lost: the game was given up" in ran.out
    assert ("  | boo\n" in ran.out) == ("boo" in program)
    assert ("  1 | ruined\n" in ran.out) == ("ruined" in program)


def test_a_person_has_a_clock_too() -> None:
    with playing(*TWO, "--game", SHORT, "--time", "2") as program:
        assert "the first player (A) 2.000 s, the second player (B) 2.000 s" in heard(program)
        time.sleep(0.3)
        answer = heard(program, "g5")
        pattern = r"the first player \(A\) (1\.\d+) s, the second player \(B\) 2\.000 s"
        left = re.search(pattern, answer)
        assert left
        assert float(left[1]) <= 1.7
        time.sleep(2.1)
        answer = heard(program, "g4")
        assert "the second player (B) lost: the time is used up" in answer
        assert "half-move 2; the second player (B) to move" in heard(program, "undo")
        assert "half-move 3; the first player (A) to move" in heard(program, "g4")


@pytest.mark.parametrize(
    "words",
    [
        ("--game", "checkers"),
        ("--size", "big"),
        ("--game", STEPS, "--size", "3"),
        ("--game", DEFAULT, "--limit", "61"),
        ("--think", "101"),
        ("--think", "0"),
        ("--think", "0.001"),
        ("--pause", "-1"),
        ("--red", "./nothing"),
        ("--start", "nothing.txt"),
        ("--rules", "nonsense"),
        ("--time", "0"),
        ("--start", "1.txt", "--rules", "classic"),
        ("--start", "1.txt", "--size", "8"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_wrong_usage(run: Run, words: tuple[str, ...]) -> None:
    assert run("play", *words).status == 2


def test_a_level_is_for_a_bot_that_plays(run: Run) -> None:
    result = run("play", *TWO, "--game", SHORT, "--level", "weak")
    assert (result.status, "none plays: leave it out" in result.err) == (2, True)


@needs_compiler
def test_a_bot_of_another_game_is_refused(run: Run) -> None:
    result = run("play", "--game", SHORT, "--red", f"{DEFAULT}-random")
    assert result.status == 2
    assert f"{DEFAULT}-random plays {DEFAULT}, not {SHORT}" in result.err


@pytest.mark.parametrize("game", GAMES)
def test_rubbish_is_answered_and_the_end_of_input_ends_it(run: Run, game: str) -> None:
    random = Random(5)
    commands = [b"undo", b"?", b"load", b"save", b"go 1e9", b"new", b"resign", b"help", b"a1-b2"]
    lines = [random.randbytes(random.randint(0, 60)) for _ in range(100)]
    lines += [random.choice(commands) + random.randbytes(3) for _ in range(60)]
    lines += [random.choice(commands) for _ in range(60)] + [b"a" * 100_000, b"a1-" * 5000]
    result = run("play", *TWO, "--game", game, stdin=b"\n".join(lines))
    assert (result.status, result.err) == (0, "")
    assert result.out.endswith("> \n")
    assert all(c.isprintable() or c == "\n" for c in result.out), "nothing that commands a terminal"


def test_without_a_terminal_the_game_must_be_named(run: Run) -> None:
    result = run("play", stdin=b"quit\n")
    assert (result.status, result.out) == (2, "")
    assert "name the game with --game" in result.err
    assert all(name in result.err for name in all_games())


@needs_compiler
def test_a_game_is_drawn_in_a_terminal(tmp_path: Path) -> None:
    """Colours, the last move and the growing turn are marked; Ctrl+C stops the spinner."""
    slow = tmp_path / "slow"
    slow.write_text(
        "#!/bin/sh\n"
        f"if [ -e {tmp_path}/stopped ]; then sleep 1; else sleep 20; fi\n"
        f"exec {shipped(f'{STEPS}-random')}\n"
    )
    slow.chmod(0o755)
    words = ("play", "--blue", str(slow), "--no-sandbox", "--lang", "en")
    with in_terminal(*words) as terminal:
        listed = terminal.read_until(f"[{STEPS}]> ")
        assert f"  1  {SHORT} " in listed
        terminal.type("virus-wra\n")
        assert f"did you mean {STEPS}?" in terminal.read_until(f"[{STEPS}]> ")
        terminal.type(f"{STEPS}\n")
        terminal.read_until("crosses> ")
        terminal.type("a1\n")
        shown = terminal.read_until("crosses a1> ")
        assert "\x1b[1;4;31mX" in shown, "the step that is made"
        terminal.type("b2-c3\n")
        terminal.read_until("slow is thinking")
        terminal.type(CTRL_C)
        assert "stopped" in terminal.read_until("slow is to move")
        (tmp_path / "stopped").touch()
        terminal.type("\n")
        shown = terminal.read_until("crosses> ")
        assert "slow is thinking" in shown
        assert "\x1b[7;34mO" in shown, "the last move"
        assert re.search(r"slow took \d", shown)
        terminal.type("?\n")
        assert "\x1b[1;32m+" in terminal.read_until("possible: ", "crosses> ")
        terminal.type("quit\n")
        assert terminal.end() == 0


@pytest.mark.parametrize(
    ("game", "typed", "answer"),
    [
        (LEAPS, "{theirs}-e4", "cannot move now: red is to move"),
        (LEAPS, "{free}-e4", "there is nothing on {free} that can move"),
        (POINTS, "{theirs}-e4", "cannot move now: red is to move"),
        (LEAPS, "{ours}-{ours}", "possible from {ours}: {ours}-"),
        (DEFAULT, "{ours}-{theirs}", "possible from {ours}: {ours}-"),
    ],
)
def test_any_game_tells_whose_piece_was_named_and_where_it_can_go(
    run: Run, game: str, typed: str, answer: str
) -> None:
    game_type = all_games()[game]()
    board, moves = (
        game_type.start().board,
        [str(move) for move in game_type.moves(game_type.start())],
    )
    cells = {
        "ours": moves[0][:2],
        "theirs": next(str(cell) for cell in board if board[cell] == "B"),
        "free": next(str(cell) for cell in board if board[cell] == "-"),
    }
    words = ("play", "--game", game, "--red", "human", "--blue", "human")
    result = run(*words, stdin=typed.format(**cells).encode())
    assert answer.format(**cells) in result.out


@pytest.mark.parametrize("path", MALFORMED, ids=lambda path: path.stem)
def test_the_reason_why_a_game_is_not_loaded_is_an_error(path: Path) -> None:
    loaded = load_game(path.read_bytes())
    assert not isinstance(loaded, Diagnostic) or loaded.severity is Severity.ERROR
