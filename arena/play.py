"""``arena play``: a person at the board, against a bot or another person; or two bots, watched."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache, partial
from importlib import import_module
from typing import Annotated

import typer

from arena.build_entrants import Entrant, game_of, opponent, path_of_ours
from arena.files import NamedFile, read_one
from arena.language import language
from arena.match_starts import start_in
from arena.options import LangOption, LimitOption, RulesOption, SandboxOption, SizeOption
from arena.play_bot import Bot
from arena.play_bout import Bout
from arena.play_files import is_record
from arena.play_session import Session
from arena.play_talk import LONGEST_PAUSE, talk
from arena.play_view import PlayView
from arena.replay import record_in
from arena.sandbox import must_run
from arena.wishes import clock_in, game_named, only_start, refused, seconds_in, size_in
from formats.game import PLAYERS, BadRequest, Player, Start
from formats.matrix import Matrix
from formats.seconds import write_seconds
from formats.text import Language
from referee.isolation import available
from referee.program import Program

HUMAN = "human"
_GAME = "virus-war"
_THINK = Decimal(1)
_LONGEST_THINK = Decimal(100)
_TOLD = {"--think", "--nodes"}
"""What says already how long a bot of ours thinks."""


def play(
    game: Annotated[
        str | None, typer.Option(help="mmpeshki, virus-war or chomp; virus-war by itself.")
    ] = None,
    rules: RulesOption = None,
    size: SizeOption = None,
    start: Annotated[
        str | None, typer.Option(metavar="FILE", help="Start from this matrix.txt, or record.")
    ] = None,
    red: Annotated[
        str | None, typer.Option(metavar="human|BOT", help="Who begins; an executable, or ours.")
    ] = None,
    blue: Annotated[
        str | None, typer.Option(metavar="human|BOT", help="The other; our champion by itself.")
    ] = None,
    time: Annotated[
        str | None, typer.Option(help="Seconds that each side has for the game; else no clock.")
    ] = None,
    think: Annotated[
        str | None, typer.Option(metavar="SECONDS", help="How long our bots think of a move; 1.")
    ] = None,
    pause: Annotated[
        str | None, typer.Option(metavar="SECONDS", help="Between two bots' moves; else Enter.")
    ] = None,
    limit: LimitOption = None,
    sandbox: SandboxOption = True,
    lang: LangOption = None,
) -> None:
    """Play against a bot or a person, in the terminal; help, once in it, tells the rest."""
    speech = language(lang)
    clock = None if time is None else clock_in(time)
    rest = None if pause is None else _at_most(LONGEST_PAUSE, pause)
    thinks = _thinking_time(think, timed=clock is not None)
    named: dict[Player, str | None] = {"A": red, "B": blue}
    entrants = {
        player: opponent(who, speech) for player, who in named.items() if who not in (None, HUMAN)
    }
    if start is not None:
        only_start(rules=rules, size=size)
        session = _read(read_one(start), game, limit, clock, speech)
    else:
        name = game or game_of(*entrants.values()) or _GAME
        session = _begun(name, rules, size, limit, clock, speech)
    law = session.now.game.name
    entrants |= _champion(named, entrants, law, speech)
    _check(entrants, law, speech, isolated=sandbox)
    _prepare_input()
    seating = Seating(thinks, sandbox, speech)
    with seating.open:
        bots = {player: seating.bot(each) for player, each in entrants.items()}
        adviser = cache(partial(seating.adviser, law))
        talk(Bout(session, bots, adviser, PlayView(speech), rest, limit))


def _thinking_time(text: str | None, *, timed: bool) -> Decimal | None:
    """What our bots are told; nothing where they see by the clock how long they may think."""
    if text is None:
        return None if timed else _THINK
    return _at_most(_LONGEST_THINK, text)


def _at_most(most: Decimal, text: str) -> Decimal:
    seconds = seconds_in(text)
    if seconds > most:
        raise typer.BadParameter(f"{text} is too long: {most} s at most")
    return seconds


def _begun(
    name: str,
    rules: str | None,
    size: str | None,
    limit: int | None,
    clock: Decimal | None,
    speech: Language,
) -> Session:
    try:
        game = game_named(name, rules).limited(limit)
        start = Matrix(game, game.start(Start(size_in(size))))
    except BadRequest as error:
        raise refused(error, speech) from None
    if clock is not None:
        start = replace(start, times=(clock, clock))
    return Session.begun(start, timed=clock is not None)


def _read(
    file: NamedFile, game: str | None, limit: int | None, clock: Decimal | None, speech: Language
) -> Session:
    """From a matrix.txt; or from a record, to go on with its game and its clocks."""
    if not is_record(file.data):
        start = start_in(file, speech, game, clock, limit)
        return Session.begun(start, timed=clock is not None)
    session = Session.recorded(record_in(file, speech), timed=clock is not None)
    if game not in (None, session.now.game.name):
        raise typer.BadParameter(f"{file.name} is a game of {session.now.game.name}")
    return session


def _champion(
    named: Mapping[Player, str | None],
    entrants: Mapping[Player, Entrant],
    game: str,
    speech: Language,
) -> dict[Player, Entrant]:
    """Our champion on a side for which nobody is named, the later one first, if no bot plays."""
    free = [player for player in reversed(PLAYERS) if named[player] is None]
    return {player: opponent(game, speech) for player in free[: 0 if entrants else 1]}


def _check(
    entrants: Mapping[Player, Entrant], game: str, speech: Language, *, isolated: bool
) -> None:
    """Whether they play this game, and strangers can be run here."""
    for each in entrants.values():
        if each.game not in (None, game):
            raise typer.BadParameter(f"{each.program.name} plays {each.game}, not {game}")
    if any(each.game is None for each in entrants.values()):
        must_run(speech, isolated=isolated)


def _prepare_input() -> None:
    """Bytes that are no text become question marks; in a terminal, a line can be edited."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin.isatty():
        with suppress(ImportError):
            import_module("readline")


@dataclass
class Seating:
    """What bots that are seated have in common."""

    think: Decimal | None
    isolated: bool
    speech: Language
    open: ExitStack = field(default_factory=ExitStack)

    def bot(self, entered: Entrant) -> Bot:
        """The bot at the board."""
        program, ours = entered.program, entered.game is not None
        if ours and self.think is not None and not _TOLD.intersection(program.arguments):
            words = (*program.arguments, "--think", write_seconds(self.think))
            program = replace(program, arguments=words)
        # Our own bots can be trusted where there is no sandbox.
        isolated = self.isolated and (not ours or available() is None)
        bot = Bot(program, isolated, self.think or _THINK)
        self.open.callback(bot.close)
        return bot

    def adviser(self, game: str) -> Bot:
        """Our champion, for hints. Raises LookupError where it cannot be built."""
        path = path_of_ours(self.speech)(game)
        seating = replace(self, think=self.think or _THINK)
        return seating.bot(Entrant(Program(path.name, path), game))
