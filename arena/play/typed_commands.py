"""What can be said to ``arena play``: a move, or a command - and what each does."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from textwrap import fill
from types import MappingProxyType

from arena.console import Styled
from arena.drawing.answers import answer, ways
from arena.files import Unreadable, read_one, reason
from arena.play import texts as words
from arena.play.loop import PlaySession
from arena.play.save_load import loaded, written
from arena.texts import HINT as ADVICE
from formats.fault import Diagnostic, Fault, FaultKind
from formats.game import ALREADY_OVER, BadNotation, LawError, OneStepGame
from formats.lookalikes import in_latin
from formats.seconds import read_seconds
from formats.text import LANGUAGES, Text
from referee.casual_game import PASS, CasualGame
from referee.program import RefereeError

_CELL = re.compile(r"[a-z][0-9]+")
_NOTATION = "abcdefghiklmnopqrstuvwxyz0123456789-:"
LONGEST_PAUSE = Decimal(60)
_LONGEST_QUOTED = 40
_WIDEST = 90
"""Columns of a text that is read."""
_OVER = "!"
"""What says that a file may be written over."""


def talk(session: PlaySession) -> None:
    """Plays until somebody leaves, or no more lines come."""
    session.begin()
    while session.going:
        bot = session.bot
        if bot and not session.held:
            session.let(bot)
            continue
        line = session.view.ask(_prompt(session))
        if line is None:
            return
        _obey(session, line)


def _prompt(session: PlaySession) -> str:
    game, speech = session.game, session.view.speech
    if game.end:
        return words.PROMPT_OVER.say(speech)
    if session.bot:
        return words.PROMPT_BOT.say(speech, {"name": session.bot.name})
    values = {"side": session.game.law.sides[game.player], "turn": game.turn}
    return (words.PROMPT_BEGUN if game.turn else words.PROMPT).say(speech, values)


def _obey(session: PlaySession, line: str) -> None:
    if session.bot is None and session.game.is_late(session.passed):
        session.turn_to(session.game.out_of_time())
        return
    word, _, rest = line.partition(" ")
    over = word.endswith(_OVER)
    called = word.lower().removesuffix(_OVER)
    name = _NAMES.get(called, called)
    if not line:
        _enter(session)
    elif name == "save":
        _save(session, rest.strip(), over=over)
    elif name in _COMMANDS:
        _COMMANDS[name](session, rest.strip())
    else:
        _move(session, line)


def _enter(session: PlaySession) -> None:
    """Nothing was typed: two bots that wait go on; otherwise the board is shown again."""
    if session.bot:
        session.held = False
    else:
        session.show()


def _move(session: PlaySession, line: str) -> None:
    if session.bot:
        session.tell(words.NOT_YOURS)
        return
    move = _in_notation(line, session.game)
    try:
        game = session.game.enter(move, session.passed)
    except BadNotation as error:
        # Quoted as it was typed, not as it was understood.
        typed = {**error.fault.values, "text": line[:_LONGEST_QUOTED]}
        _tell_fault(session, line, replace(error.fault, values=typed))
    except LawError as error:
        _tell_fault(session, move, error.fault)
    else:
        session.turn_to(game)


def _in_notation(line: str, game: CasualGame) -> str:
    """What was meant: capitals, blanks, a Russian keyboard and what joins cells do not matter."""
    text = "-".join(line.lower().split())
    latin = PASS if text == words.RUSSIAN_PASS else in_latin(text, _NOTATION)
    if not latin.isascii():
        return line
    cells = _CELL.findall(latin)
    if not cells or _CELL.sub("", latin).strip("-:"):
        return latin
    legal = set(game.legal())
    joined = (latin, "-".join(cells), ":".join(cells))
    meant = [each for each in joined if each in legal]
    return next(iter(meant or (each for each in joined if _is_notation(each, game))), latin)


def _is_notation(text: str, game: CasualGame) -> bool:
    try:
        game.law.parse(text)
    except BadNotation:
        return False
    return True


def _tell_fault(session: PlaySession, move: str, fault: Fault) -> None:
    speech = session.view.speech
    session.tell(words.WRONG, "red", sentence=answer(session.game, move, fault))
    for hint in filter(None, (fault.hint(speech), ways(session.game, move, fault, speech))):
        session.view.console.print(Styled(f"{ADVICE.say(speech)}: {hint}", "dim"))


def _moves(session: PlaySession, _: str) -> None:
    legal = list(session.game.legal())
    said = session.say(words.MOVES, count=len(legal), moves=" ".join(legal) or "-")
    session.show([said], legal=True)


def _undo(session: PlaySession, _: str) -> None:
    earlier = session.game.undone(session.people or ("A", "B"))
    if earlier is None:
        session.tell(words.NO_UNDO)
        return
    session.turn_to(earlier)
    session.hold()


def _hint(session: PlaySession, _: str) -> None:
    game = session.game
    if game.end or session.bot:
        session.tell(ALREADY_OVER.text if game.end else words.NOT_YOURS)
        return
    try:
        adviser = session.adviser()
        with session.view.thinking(adviser.name):
            # Whatever time the person has, who is asked has enough.
            turn = adviser.turn(replace(game, timed=False))
            judged = turn.judged
    except (LookupError, RefereeError) as error:
        session.tell(words.NO_HINT, why=error.args[0])
    except KeyboardInterrupt:
        session.tell(words.STOPPED)
    else:
        if judged.move:
            text = words.HINT_INSTEAD if game.turn else words.HINT
            session.tell(text, "green", name=adviser.name, move=judged.move.text)
            for line in session.view.printed(turn):
                session.view.console.print(line)
        elif judged.verdict:
            session.tell(words.NO_HINT, why=judged.verdict.sentence)


def _save(session: PlaySession, name: str, *, over: bool) -> None:
    if not name:
        session.tell(words.NO_NAME)
        return
    tags: dict[str, str] = {player: _in_english(called) for player, called in session.names.items()}
    text = written(session.game, name, tags)
    try:
        with _path(name).open("w" if over else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        session.tell(words.THERE, name=name)
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else error
        session.tell(words.NOT_SAVED, name=name, why=why)
    else:
        session.tell(words.SAVED, name=name)


def _in_english(called: Text | str) -> str:
    """A name for a record, the same in every language."""
    return called.en if isinstance(called, Text) else called


def _load(session: PlaySession, name: str) -> None:
    if not name:
        session.tell(words.NO_NAME)
        return
    try:
        file = read_one(str(_path(name)))
    except Unreadable as error:
        session.tell(words.NOT_LOADED, why=error.text)
        return
    found = loaded(file.data, session.limit, timed=session.game.timed)
    if isinstance(found, Diagnostic):
        session.tell(words.NOT_LOADED, "red", why=_located(file.name, found))
    elif found.law.name != session.game.law.name:
        titles = {"written": found.law.title, "right": session.game.law.title}
        session.tell(words.NOT_LOADED, "red", why=words.OTHER_GAME.filled({"name": name, **titles}))
    else:
        session.turn_to(found, session.say(words.LOADED, name=name))
        session.hold()


def _path(name: str) -> Path:
    """Where that is; a ~ is whose home it says, if there is such a person."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def _located(name: str, found: Diagnostic) -> Text:
    said = Text(**{language: found.sentence(language) for language in LANGUAGES})
    place = {"name": name, "line": found.line, "column": found.column}
    return words.AT_LINE.filled({**place, "sentence": said})


def _resign(session: PlaySession, _: str) -> None:
    game = session.game
    if game.end or not session.people:
        session.tell(words.NO_ONE_RESIGNS)
        return
    player = game.player if game.player in session.people else session.people[0]
    session.turn_to(game.resigned(player))


def _new(session: PlaySession, _: str) -> None:
    session.turn_to(CasualGame.begun(session.game.start, timed=session.game.timed))
    session.hold()


def _go(session: PlaySession, text: str) -> None:
    seconds = read_seconds(text) if text else Decimal(0)
    if isinstance(seconds, FaultKind) or seconds > LONGEST_PAUSE:
        session.tell(words.BAD_PAUSE)
        return
    if not session.bot:
        session.tell(words.NOBODY_GOES)
        return
    session.pause, session.held = seconds, False


def _help(session: PlaySession, _: str) -> None:
    speech, law = session.view.speech, session.game.law
    way = words.HOW_TO_MOVE if isinstance(law, OneStepGame) else words.HOW_TO_STEP
    rows = {law.example: way.say(speech)}
    for name, text in words.HELP.items():
        called = f"{name}, {words.IN_RUSSIAN[name]}" if speech == "ru" else name
        after = f" {words.AFTER[name].say(speech)}" if name in words.AFTER else ""
        rows[called + after] = text.say(speech)
    wide = max(map(len, rows))
    for called, told in rows.items():
        session.view.console.print(Styled.assemble((f"{called:<{wide}}", "bold"), f"  {told}"))
    session.tell(words.LEGEND, looks=session.view.legend(session.game.now))


def _rules(session: PlaySession, _: str) -> None:
    law = session.game.law
    told = (law.in_short or words.NO_RULES).say(session.view.speech, {"game": law.title})
    console = session.view.console
    console.print(fill(told, min(_WIDEST, console.width)))
    session.tell(words.WELCOME, example=law.example)


def _quit(session: PlaySession, _: str) -> None:
    session.going = False


_NAMES = {**words.SHORT, **{russian: name for name, russian in words.IN_RUSSIAN.items()}}
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
