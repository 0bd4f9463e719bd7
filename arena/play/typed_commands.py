"""Input of ``arena play``: a move, or a typed command, with its effect; files of saved games."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from textwrap import fill
from types import MappingProxyType

from arena.console import Styled
from arena.drawing.answers import answer, possible_moves
from arena.file.solve import percent
from arena.file.valuation import proven_in_words, worth_of
from arena.files import FileFailure, read_file, write_file
from arena.game_request import refuse_large_board
from arena.parameters import WrongUsage
from arena.play import texts
from arena.play.session import PlaySession
from arena.texts import CHANCE_OF_A
from arena.texts import HINT as ADVICE
from formats.fault import Diagnostic, Fault, FaultKind, Severity
from formats.game import ALREADY_OVER, BadNotation, OneStepGame, RuleError
from formats.lookalikes import in_latin
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.printable import printable
from formats.record import BadRecord, read_record, write_record
from formats.seconds import read_seconds
from formats.text import Text, reason, text_from
from referee.casual_game import PASS, CasualGame
from referee.program import RefereeError

_CELL = re.compile(r"[a-z][0-9]+")
_NOTATION = "abcdefghiklmnopqrstuvwxyz0123456789-:"
LONGEST_PAUSE = Decimal(60)
_LONGEST_QUOTED = 40
_SECONDS_OF_WORTH = 0.5
"""Seconds to think about the worth of a hint."""
_WIDEST = 90
"""Largest number of columns of a text."""
_OVERWRITE_MARK = "!"
"""Ending of the command ``save`` that allows it to overwrite a file."""


def run_dialogue(session: PlaySession) -> None:
    """Play until somebody leaves, or no more lines come."""
    session.begin()
    while session.is_going:
        bot = session.bot
        if bot and not session.is_waiting:
            session.run_bot(bot)
            continue
        line = session.view.ask(_prompt(session))
        if line is None:
            return
        _handle_line(session, line)


def _prompt(session: PlaySession) -> str:
    game, language = session.game, session.view.language
    if game.end:
        return texts.PROMPT_OVER.say(language)
    if session.bot:
        return texts.PROMPT_BOT.say(language, {"name": session.bot.name})
    values = {"side": session.game.board_game.sides[game.player], "turn": game.turn}
    return (texts.PROMPT_BEGUN if game.turn else texts.PROMPT).say(language, values)


def _handle_line(session: PlaySession, line: str) -> None:
    if session.bot is None and session.game.is_late(session.seconds_of_turn):
        session.go_to(session.game.out_of_time())
        return
    word, _, rest = line.partition(" ")
    overwrites = word.endswith(_OVERWRITE_MARK)
    command = word.lower().removesuffix(_OVERWRITE_MARK)
    name = _NAMES.get(command, command)
    if not line:
        _enter(session)
    elif name == "save":
        _save(session, rest.strip(), overwrites=overwrites)
    elif name in _COMMANDS:
        _COMMANDS[name](session, rest.strip())
    else:
        _move(session, line)


def _enter(session: PlaySession) -> None:
    """Handle an empty line: let waiting bots go on; otherwise show the board again."""
    if session.bot:
        session.is_waiting = False
    else:
        session.show()


def _move(session: PlaySession, line: str) -> None:
    if session.bot:
        session.tell(texts.NOT_YOURS)
        return
    move = _in_notation(line, session.game)
    try:
        game = session.game.enter(move, session.seconds_of_turn)
    except BadNotation as error:
        # The message quotes the line as it was typed.
        typed = {**error.fault.values, "text": line[:_LONGEST_QUOTED]}
        _tell_fault(session, line, replace(error.fault, values=typed))
    except RuleError as error:
        _tell_fault(session, move, error.fault)
    else:
        session.go_to(game)


def _in_notation(line: str, game: CasualGame) -> str:
    """Return the line in notation; capitals, blanks, Russian letters, any separator are allowed."""
    text = "-".join(line.lower().split())
    latin = PASS if text == texts.RUSSIAN_PASS else in_latin(text, _NOTATION)
    if not latin.isascii():
        return line
    cells = _CELL.findall(latin)
    if not cells or _CELL.sub("", latin).strip("-:"):
        return latin
    legal = set(game.legal())
    variants = (latin, "-".join(cells), ":".join(cells))
    fitting = [variant for variant in variants if variant in legal]
    return next(
        iter(fitting or (variant for variant in variants if _is_notation(variant, game))), latin
    )


def _is_notation(text: str, game: CasualGame) -> bool:
    try:
        game.board_game.parse(text)
    except BadNotation:
        return False
    return True


def _tell_fault(session: PlaySession, move: str, fault: Fault) -> None:
    language = session.view.language
    session.tell(texts.NOT_PLAYED, "red", sentence=answer(session.game, move, fault))
    hints = (fault.hint(language), possible_moves(session.game, move, fault, language))
    for hint in filter(None, hints):
        session.view.console.print(Styled(f"{ADVICE.say(language)}: {hint}", "dim"))


def _moves(session: PlaySession, _: str) -> None:
    legal = list(session.game.legal())
    note = session.say(texts.MOVES, count=len(legal), moves=" ".join(legal) or "-")
    session.show([note], legal=True)


def _undo(session: PlaySession, _: str) -> None:
    earlier = session.game.undone(session.people or ("A", "B"))
    if earlier is None:
        session.tell(texts.NO_UNDO)
        return
    session.go_to(earlier)
    session.make_bots_wait()


def _hint(session: PlaySession, _: str) -> None:
    game = session.game
    if game.end or session.bot:
        session.tell(ALREADY_OVER.text if game.end else texts.NOT_YOURS)
        return
    try:
        board = game.now.position.board
        adviser = session.adviser((board.width, board.height))
        with session.view.thinking(adviser.name):
            # The adviser has enough time, whatever the person has.
            turn = adviser.turn(replace(game, timed=False))
            judgement = turn.judgement
            value = _value(judgement.matrix) if judgement.matrix else None
    except (LookupError, RefereeError) as error:
        session.tell(texts.NO_HINT, why=error.args[0])
    except KeyboardInterrupt:
        session.tell(texts.GAME_STOPPED)
    else:
        if judgement.move:
            text = texts.HINT_INSTEAD if game.turn else texts.HINT
            hint = text.filled({"name": adviser.name, "move": judgement.move.text})
            if value is not None:
                hint = texts.HINT_WITH_VALUE.filled({"hint": hint, "value": value})
            session.tell(hint, "green")
            for line in _explanation(turn.run_result.printed):
                session.view.console.print(line)
        elif judgement.verdict:
            session.tell(texts.NO_HINT, why=judgement.verdict.sentence)


def _explanation(printed: bytes) -> list[Styled]:
    """Return what an adviser printed for people, such as Chomp's heaps; not how it searched."""
    lines = printed.decode("utf-8", "replace").splitlines()
    return [Styled(f"  {printable(line)}", "dim") for line in lines if "nodes" not in line]


def _value(after: Matrix) -> Text | None:
    """Return the worth of the position after a move in words; None if nothing is known of it."""
    worth = worth_of(after, _SECONDS_OF_WORTH, after.game.limit)
    if worth.proven:
        return proven_in_words(worth, after.game)
    if worth.chance is None:
        return None
    values = {"side": after.game.sides["A"], "chance": percent(worth.chance)}
    return CHANCE_OF_A.filled(values)


def _save(session: PlaySession, name: str, *, overwrites: bool) -> None:
    if not name:
        session.tell(texts.NO_NAME)
        return
    tags: dict[str, str] = {
        player: _in_english(player_name) for player, player_name in session.names.items()
    }
    text = text_for_file(session.game, name, tags)
    try:
        path = _path(name)
        if os.path.lexists(path) and not overwrites:
            session.tell(texts.FILE_EXISTS, name=name)
            return
        write_file(path, text.encode())
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else error
        session.tell(texts.GAME_NOT_SAVED, name=name, why=why)
    else:
        session.tell(texts.GAME_SAVED, name=name)


def _in_english(name: Text | str) -> str:
    """Return a name for a record, the same in every language."""
    return name.en if isinstance(name, Text) else name


def _load(session: PlaySession, name: str) -> None:
    if name in ("", "-"):  # The game is played by standard input, which has no file for it.
        session.tell(texts.NO_NAME)
        return
    try:
        file = read_file(str(_path(name)))
    except FileFailure as error:
        session.tell(texts.GAME_NOT_LOADED, why=error.text)
        return
    game = load_game(file.data, session.limit, timed=session.game.timed)
    if isinstance(game, Diagnostic):
        session.tell(texts.GAME_NOT_LOADED, "red", why=_located(file.name, game))
    elif game.board_game.name != session.game.board_game.name:
        titles = {"written": game.board_game.title, "right": session.game.board_game.title}
        session.tell(
            texts.GAME_NOT_LOADED, "red", why=texts.OTHER_GAME.filled({"name": name, **titles})
        )
    elif unfit := _bot_without_board(session, game):
        session.tell(texts.GAME_NOT_LOADED, "red", why=unfit)
    else:
        session.go_to(game, session.say(texts.GAME_LOADED, name=name))
        session.make_bots_wait()


def _bot_without_board(session: PlaySession, game: CasualGame) -> Text | None:
    """Return the sentence about a bot that does not play on a board as large as the game's."""
    try:
        refuse_large_board(session.largest_boards, game.now.position.board)
    except WrongUsage as error:
        return error.text
    return None


def _path(name: str) -> Path:
    """Return the path; a ``~`` is expanded if there is such a home."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def _located(name: str, diagnostic: Diagnostic) -> Text:
    place = {"name": name, "line": diagnostic.line, "column": diagnostic.column}
    return texts.AT_LINE.filled({**place, "sentence": text_from(diagnostic.sentence)})


def _resign(session: PlaySession, _: str) -> None:
    game = session.game
    if game.end or not session.people:
        session.tell(texts.NO_ONE_RESIGNS)
        return
    player = game.player if game.player in session.people else session.people[0]
    session.go_to(game.resigned(player))


def _new(session: PlaySession, _: str) -> None:
    session.go_to(CasualGame.at_start(session.game.start, timed=session.game.timed))
    session.make_bots_wait()


def _go(session: PlaySession, text: str) -> None:
    seconds = read_seconds(text.replace(",", ".")) if text else Decimal(0)
    if isinstance(seconds, FaultKind) or seconds > LONGEST_PAUSE:
        session.tell(texts.BAD_PAUSE)
        return
    if not session.bot:
        session.tell(texts.NOBODY_GOES)
        return
    session.pause, session.is_waiting = seconds, False


def _help(session: PlaySession, _: str) -> None:
    language, game = session.view.language, session.game.board_game
    way = texts.HOW_TO_MOVE if isinstance(game, OneStepGame) else texts.HOW_TO_STEP
    rows = {game.example: way.say(language)}
    for name, text in texts.HELP.items():
        command = f"{name}, {texts.RUSSIAN_NAMES[name]}" if language == "ru" else name
        after = f" {texts.ARGUMENTS[name].say(language)}" if name in texts.ARGUMENTS else ""
        rows[command + after] = text.say(language)
    width = max(map(len, rows))
    for command, description in rows.items():
        session.view.console.print(
            Styled.assemble((f"{command:<{width}}", "bold"), f"  {description}")
        )
    session.tell(texts.LEGEND, looks=session.view.legend(session.game.now))


def _rules(session: PlaySession, _: str) -> None:
    game = session.game.board_game
    sentence = (game.in_short or texts.NO_RULES).say(session.view.language, {"game": game.title})
    console = session.view.console
    console.print(fill(sentence, min(_WIDEST, console.width)))
    session.tell(texts.WELCOME, example=game.example)


def _quit(session: PlaySession, _: str) -> None:
    session.is_going = False


_NAMES = {**texts.OTHER_NAMES, **{russian: name for name, russian in texts.RUSSIAN_NAMES.items()}}
_COMMANDS: Mapping[str, Callable[[PlaySession, str], None]] = MappingProxyType(
    {
        "moves": _moves,
        "undo": _undo,
        "hint": _hint,
        "load": _load,
        "resign": _resign,
        "new": _new,
        "go": _go,
        "rules": _rules,
        "help": _help,
        "quit": _quit,
    }
)


RECORD_ENDING = ".pgn"
"""Ending of names of files in which the whole game is saved, as a record."""
_START_OF_TAG = b"["


def text_for_file(game: CasualGame, name: str, tags: Mapping[str, str]) -> str:
    """Return the text to save under the name: a record, or a matrix.txt with the position."""
    if Path(name).suffix.lower() == RECORD_ENDING:
        return write_record(game.record(tags))
    return write_matrix(game.now)


def is_record(data: bytes) -> bool:
    """Return whether the file begins as a record does."""
    return data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(_START_OF_TAG)


def load_game(
    data: bytes, limit: int | None = None, *, timed: bool = False
) -> CasualGame | Diagnostic:
    """Return the game in a matrix.txt or a record, or the first fault of the file."""
    if not is_record(data):
        reading = read_matrix(data, limit=limit)
        if reading.matrix and reading.good:
            return CasualGame.at_start(reading.matrix, timed=timed)
        return next(item for item in reading.diagnostics if item.severity is Severity.ERROR)
    try:
        return CasualGame.from_record(read_record(data.decode("utf-8", "replace")), timed=timed)
    except BadRecord as error:
        return error.diagnostic
