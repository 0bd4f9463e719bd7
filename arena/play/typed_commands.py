"""What can be said to ``arena play``: a move, or a command - and what each does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType

from arena.console import Styled
from arena.files import Unreadable, read_one, reason
from arena.play import texts as words
from arena.play.loop import Bout
from arena.play.save_load import loaded, written
from arena.texts import HINT as ADVICE
from formats.fault import Diagnostic, Fault, FaultKind
from formats.game import ALREADY_OVER, BadNotation, LawError, OneStepGame
from formats.lookalikes import in_latin
from formats.seconds import read_seconds
from formats.text import LANGUAGES, Text
from referee.casual_game import PASS, CasualGame
from referee.program import RefereeError

_NOTATION = "abcdefghiklmnopqrstuvwxyz0123456789-:"
LONGEST_PAUSE = Decimal(60)
_LONGEST_QUOTED = 40
_OVER = "!"
"""What says that a file may be written over."""


def talk(bout: Bout) -> None:
    """Plays until somebody leaves, or no more lines come."""
    bout.begin()
    while bout.going:
        bot = bout.bot
        if bot and not bout.held:
            bout.let(bot)
            continue
        line = bout.view.ask(_prompt(bout))
        if line is None:
            return
        _obey(bout, line)


def _prompt(bout: Bout) -> str:
    game, speech = bout.game, bout.view.speech
    if game.end:
        return words.PROMPT_OVER.say(speech)
    if bout.bot:
        return words.PROMPT_BOT.say(speech, {"name": bout.bot.name})
    values = {"side": bout.game.law.sides[game.player], "turn": game.turn}
    return (words.PROMPT_BEGUN if game.turn else words.PROMPT).say(speech, values)


def _obey(bout: Bout, line: str) -> None:
    """Does what the line says."""
    if bout.bot is None and bout.game.is_late(bout.passed):
        bout.turn_to(bout.game.out_of_time())
        return
    word, _, rest = line.partition(" ")
    over = word.endswith(_OVER)
    called = word.lower().removesuffix(_OVER)
    name = _NAMES.get(called, called)
    if not line:
        _enter(bout)
    elif name == "save":
        _save(bout, rest.strip(), over=over)
    elif name in _COMMANDS:
        _COMMANDS[name](bout, rest.strip())
    else:
        _move(bout, line)


def _enter(bout: Bout) -> None:
    """Nothing was typed: who waits goes on; anybody else sees the board again."""
    if bout.bot:
        bout.held = False
    else:
        bout.show()


def _move(bout: Bout, line: str) -> None:
    if bout.bot:
        bout.tell(words.NOT_YOURS)
        return
    try:
        game = bout.game.enter(_in_notation(line), bout.passed)
    except BadNotation as error:
        # Quoted as it was typed, not as it was understood.
        typed = {**error.fault.values, "text": line[:_LONGEST_QUOTED]}
        _tell_fault(bout, replace(error.fault, values=typed))
    except LawError as error:
        _tell_fault(bout, error.fault)
    else:
        bout.turn_to(game)


def _in_notation(line: str) -> str:
    """What was meant by it: capitals, blanks and a Russian keyboard do not matter."""
    text = "-".join(line.lower().split())
    latin = PASS if text == words.RUSSIAN_PASS else in_latin(text, _NOTATION)
    return latin if latin.isascii() else line


def _tell_fault(bout: Bout, fault: Fault) -> None:
    speech = bout.view.speech
    bout.tell(words.WRONG, "red", sentence=fault.sentence(speech))
    hint = fault.hint(speech)
    if hint:
        bout.view.console.print(Styled(f"{ADVICE.say(speech)}: {hint}", "dim"))


def _moves(bout: Bout, _: str) -> None:
    legal = list(bout.game.legal())
    said = bout.say(words.MOVES, count=len(legal), moves=" ".join(legal) or "-")
    bout.show([said], legal=True)


def _undo(bout: Bout, _: str) -> None:
    earlier = bout.game.undone(bout.people or ("A", "B"))
    if earlier is None:
        bout.tell(words.NO_UNDO)
        return
    bout.turn_to(earlier)
    bout.hold()


def _hint(bout: Bout, _: str) -> None:
    game = bout.game
    if game.end or bout.bot:
        bout.tell(ALREADY_OVER.text if game.end else words.NOT_YOURS)
        return
    try:
        adviser = bout.adviser()
        with bout.view.thinking(adviser.name):
            # Whatever time the person has, who is asked has enough.
            judged = adviser.turn(replace(game, timed=False)).judged
    except (LookupError, RefereeError) as error:
        bout.tell(words.NO_HINT, why=error.args[0])
    except KeyboardInterrupt:
        bout.tell(words.STOPPED)
    else:
        if judged.made:
            text = words.HINT_INSTEAD if game.turn else words.HINT
            bout.tell(text, "green", name=adviser.name, move=judged.made.text)
        elif judged.verdict:
            bout.tell(words.NO_HINT, why=judged.verdict.sentence)


def _save(bout: Bout, name: str, *, over: bool) -> None:
    if not name:
        bout.tell(words.NO_NAME)
        return
    tags: dict[str, str] = {player: _in_english(called) for player, called in bout.names.items()}
    text = written(bout.game, name, tags)
    try:
        with _path(name).open("w" if over else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        bout.tell(words.THERE, name=name)
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else error
        bout.tell(words.NOT_SAVED, name=name, why=why)
    else:
        bout.tell(words.SAVED, name=name)


def _in_english(called: Text | str) -> str:
    """A name for a record, which is the same whoever reads it."""
    return called.en if isinstance(called, Text) else called


def _load(bout: Bout, name: str) -> None:
    if not name:
        bout.tell(words.NO_NAME)
        return
    try:
        file = read_one(str(_path(name)))
    except Unreadable as error:
        bout.tell(words.NOT_LOADED, why=error.text)
        return
    found = loaded(file.data, bout.limit, timed=bout.game.timed)
    if isinstance(found, Diagnostic):
        bout.tell(words.NOT_LOADED, "red", why=_located(file.name, found))
    elif found.law.name != bout.game.law.name:
        titles = {"written": found.law.title, "right": bout.game.law.title}
        bout.tell(words.NOT_LOADED, "red", why=words.OTHER_GAME.filled({"name": name, **titles}))
    else:
        bout.turn_to(found, bout.say(words.LOADED, name=name))
        bout.hold()


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


def _resign(bout: Bout, _: str) -> None:
    game = bout.game
    if game.end or not bout.people:
        bout.tell(words.NO_ONE_RESIGNS)
        return
    player = game.player if game.player in bout.people else bout.people[0]
    bout.turn_to(game.resigned(player))


def _new(bout: Bout, _: str) -> None:
    bout.turn_to(CasualGame.begun(bout.game.start, timed=bout.game.timed))
    bout.hold()


def _go(bout: Bout, text: str) -> None:
    seconds = read_seconds(text) if text else Decimal(0)
    if isinstance(seconds, FaultKind) or seconds > LONGEST_PAUSE:
        bout.tell(words.BAD_PAUSE)
        return
    if not bout.bot:
        bout.tell(words.NOBODY_GOES)
        return
    bout.pause, bout.held = seconds, False


def _help(bout: Bout, _: str) -> None:
    speech, law = bout.view.speech, bout.game.law
    way = words.HOW_TO_MOVE if isinstance(law, OneStepGame) else words.HOW_TO_STEP
    rows = {law.example: way.say(speech)}
    for name, text in words.HELP.items():
        called = f"{name}, {words.IN_RUSSIAN[name]}" if speech == "ru" else name
        rows[called] = text.say(speech)
    wide = max(map(len, rows))
    for called, told in rows.items():
        bout.view.console.print(Styled.assemble((f"{called:<{wide}}", "bold"), f"  {told}"))
    bout.tell(words.LEGEND, looks=bout.view.legend(bout.game.now))


def _quit(bout: Bout, _: str) -> None:
    bout.going = False


_NAMES = {**words.SHORT, **{russian: name for name, russian in words.IN_RUSSIAN.items()}}
_COMMANDS: Mapping[str, Callable[[Bout, str], None]] = MappingProxyType(
    {
        "moves": _moves,
        "undo": _undo,
        "hint": _hint,
        "load": _load,
        "resign": _resign,
        "new": _new,
        "go": _go,
        "help": _help,
        "quit": _quit,
    }
)
