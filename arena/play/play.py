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
from pathlib import Path
from typing import Annotated

from arena.bots.builtin_bots import (
    THINKING_OPTIONS,
    Level,
    Size,
    best_builtin,
    builtin_of_level,
    builtin_path,
    small_board_of,
)
from arena.bots.resolve import (
    NamedBot,
    casual_bot,
    game_of,
    largest_boards,
    refuse_other_game,
)
from arena.file.replay import record_in
from arena.files import NamedFile, read_beginning
from arena.game_request import GameRequest, read_bot_settings, refuse_large_board
from arena.option_values import clock_in, refuse_beside_start, seconds_in, size_in
from arena.options import (
    BOT_NAMES,
    GAME_NAMES,
    LanguageOption,
    LimitOption,
    RulesOption,
    SandboxOption,
    SizeOption,
    naming_games,
    reader_language,
)
from arena.parameters import Option, WrongUsage
from arena.play import texts
from arena.play.screen import PlayView, ask_for_game
from arena.play.session import PlaySession
from arena.play.typed_commands import LONGEST_PAUSE, is_record, run_dialogue
from arena.require_sandbox import asked_isolation, require_isolation
from arena.texts import LARGE_BOARD
from formats.game import PLAYERS, Player, StartRequest
from formats.games import all_games
from formats.seconds import write_seconds
from formats.text import Language, Text
from referee.casual_bot import CasualBot
from referee.casual_game import CasualGame
from referee.program import Program
from referee.sandbox.isolation_choice import strongest_isolation
from referee.sandbox.isolation_levels import IsolationLevel

HUMAN = "human"
_DEFAULT_THINK = Decimal(1)
_LONGEST_THINK = Decimal(100)
_SHORTEST_THINK = Decimal("0.01")
"""Least thinking time; a bot takes 0 s for a time that is not given."""
_LEAST_TIME_LEFT = Decimal(30)
"""Least time left in a bot's file in a game without clocks, in seconds."""


def play(
    game: Annotated[
        str | None,
        Option(
            completed=GAME_NAMES,
            help=naming_games(
                Text(
                    "{games} (default: chosen from a list).",
                    "{games} (по умолчанию предложит выбрать из списка).",
                )
            ),
        ),
    ] = None,
    rules: RulesOption = None,
    size: SizeOption = None,
    start: Annotated[
        str | None,
        Option(
            metavar="FILE",
            help=Text(
                "Start from this matrix.txt or record.",
                "Начать с этого matrix.txt или этой записи.",
            ),
        ),
    ] = None,
    red: Annotated[
        str | None,
        Option(
            metavar="human|BOT",
            completed=BOT_NAMES,
            help=Text(
                "The first player: a person, an executable or a built-in bot.",
                "Первый игрок: человек, исполняемый файл или встроенный бот.",
            ),
        ),
    ] = None,
    blue: Annotated[
        str | None,
        Option(
            metavar="human|BOT",
            completed=BOT_NAMES,
            help=Text(
                "The second player (default: the best built-in bot, if the game has one).",
                "Второй игрок (по умолчанию лучший встроенный бот, если он для игры есть).",
            ),
        ),
    ] = None,
    level: Annotated[
        Level | None,
        Option(
            help=Text(
                "Level of the built-in bot (default: its full strength).",
                "Сила встроенного бота (по умолчанию наибольшая).",
            )
        ),
    ] = None,
    time: Annotated[
        str | None,
        Option(
            help=Text(
                "Seconds per side for the whole game (default: no clock).",
                "Секунд у каждой стороны на всю партию (по умолчанию без часов).",
            )
        ),
    ] = None,
    think: Annotated[
        str | None,
        Option(
            metavar="SECONDS",
            help=Text(
                "Thinking time of built-in bots per move, in seconds (default: 1).",
                "Сколько секунд встроенные боты думают над ходом (по умолчанию 1).",
            ),
        ),
    ] = None,
    pause: Annotated[
        str | None,
        Option(
            metavar="SECONDS",
            help=Text(
                "Pause between the moves of two bots (default: wait for Enter).",
                "Пауза между ходами двух ботов (по умолчанию ждать Enter).",
            ),
        ),
    ] = None,
    limit: LimitOption = None,
    sandbox: SandboxOption = True,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    clock = None if time is None else clock_in(time)
    pause_time = None if pause is None else _at_most(LONGEST_PAUSE, pause)
    think_time = _thinking_time(think, timed=clock is not None)
    names: dict[Player, str | None] = {"A": red, "B": blue}
    named_bots = {
        player: casual_bot(name, language)
        for player, name in names.items()
        if name not in (None, HUMAN)
    }
    named_game = game if start else game or _known_game(named_bots) or ask_for_game(language)
    request = GameRequest(named_game, rules, StartRequest(size_in(size)), clock, limit)
    if start is None:
        first_state = CasualGame.at_start(request.first_matrix(), timed=clock is not None)
    else:
        refuse_beside_start(rules=rules, size=size)
        first_state = _first_state(read_beginning(start), request, language)
    game_name = first_state.board_game.name
    if level is not None and named_bots:
        raise WrongUsage(texts.LEVEL_OF_BUILTIN)
    board = first_state.now.position.board
    named_bots |= _default_bot(
        names, named_bots, game_name, level, (board.width, board.height), language
    )
    if level is not None and not named_bots:
        raise WrongUsage(texts.LEVEL_OF_NOBODY)
    isolation = asked_isolation(sandbox=sandbox)
    _check_bots(named_bots, game_name, language, isolation)
    largest = largest_boards(game_name, *named_bots.values())
    refuse_large_board(largest, board)
    _prepare_input()
    starter = BotStarter(think_time, isolation, language)
    with starter.bots:
        bots = {player: starter.start(named_bot) for player, named_bot in named_bots.items()}
        adviser = cache(partial(starter.start_adviser, game_name))
        view = PlayView(language)
        run_dialogue(PlaySession(first_state, bots, adviser, view, largest, pause_time, limit))


def _known_game(named_bots: Mapping[Player, NamedBot]) -> str | None:
    """Return the game that the bots play, else the game of the current folder if it is a bot's."""
    return game_of(*named_bots.values()) or read_bot_settings(Path()).game


def _thinking_time(text: str | None, *, timed: bool) -> Decimal | None:
    """Return the thinking time of built-in bots; None where a clock limits it."""
    if text is None:
        return None if timed else _DEFAULT_THINK
    seconds = _at_most(_LONGEST_THINK, text)
    if seconds < _SHORTEST_THINK:
        raise WrongUsage(texts.TOO_SHORT, text=text, least=_SHORTEST_THINK)
    return seconds


def _at_most(most: Decimal, text: str) -> Decimal:
    seconds = seconds_in(text)
    if seconds > most:
        raise WrongUsage(texts.TOO_LONG, text=text, most=most)
    return seconds


def _first_state(file: NamedFile, request: GameRequest, language: Language) -> CasualGame:
    """Return the game in the file: a matrix.txt, or a record with its moves and clocks."""
    timed = request.time is not None
    if not is_record(file.data):
        return CasualGame.at_start(request.matrix_in(file, language), timed=timed)
    refuse_beside_start(limit=request.limit)
    record = record_in(file, language)
    if request.time is not None:
        start = record.start.with_times((request.time, request.time))
        record = replace(record, start=start)
    recorded = CasualGame.from_record(record, timed=timed)
    if request.game not in (None, recorded.board_game.name):
        raise WrongUsage(texts.GAME_OF, name=file.name, game=recorded.board_game.title)
    if timed and min(recorded.now.times) <= 0:
        raise WrongUsage(texts.TIME_USED, name=file.name, time=request.time)
    return recorded


def _default_bot(
    names: Mapping[Player, str | None],
    named_bots: Mapping[Player, NamedBot],
    game: str,
    level: Level | None,
    size: Size,
    language: Language,
) -> dict[Player, NamedBot]:
    """Return the built-in bot for the last side without a player, if no bot plays yet.

    Without a level, there is none on a board of a size on which the best one does not play.
    """
    free = [player for player in reversed(PLAYERS) if names[player] is None]
    bot = builtin_of_level(game, level or Level.STRONG)
    if named_bots or bot is None or (level is None and small_board_of(bot, size)):
        return {}
    return {player: casual_bot(bot, language) for player in free[:1]}


def _check_bots(
    named_bots: Mapping[Player, NamedBot],
    game: str,
    language: Language,
    isolation: IsolationLevel | None,
) -> None:
    """Raise WrongUsage if a bot plays another game; end the command if no sandbox works for it."""
    for bot in named_bots.values():
        refuse_other_game(bot, game)
    if not all(bot.is_builtin for bot in named_bots.values()):
        require_isolation(language, isolation)


def _prepare_input() -> None:
    """Replace undecodable bytes by question marks; make lines editable in a terminal."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin.isatty():
        with suppress(ImportError):
            import_module("readline")


@dataclass
class BotStarter:
    """Starts the bots of a game, with the settings that they share, and closes them at the end."""

    think: Decimal | None
    isolation: IsolationLevel | None
    language: Language
    bots: ExitStack = field(default_factory=ExitStack)

    def start(self, named_bot: NamedBot) -> CasualBot:
        program = named_bot.program
        if (
            named_bot.is_builtin
            and self.think is not None
            and not THINKING_OPTIONS.intersection(program.arguments)
        ):
            words = (*program.arguments, "--think", write_seconds(self.think))
            program = replace(program, arguments=words)
        isolation = self.isolation
        if named_bot.is_builtin and strongest_isolation() is None:
            isolation = IsolationLevel.NONE  # built-in bots can be trusted without a sandbox
        time_left = max(_LEAST_TIME_LEFT, 2 * (self.think or _DEFAULT_THINK))
        bot = CasualBot(program, isolation, time_left)
        self.bots.callback(bot.close)
        return bot

    def start_adviser(self, game: str, size: Size) -> CasualBot:
        """Start the champion, for hints. Raise LookupError if none plays on such a board."""
        best = best_builtin(game)
        if best is None:
            raise LookupError(
                texts.NO_ADVISER.say(self.language, {"game": all_games()[game].title})
            )
        path = builtin_path(self.language)(best)
        if largest := small_board_of(best, size):
            values = {"name": path.name, "most": "{} x {}".format(*largest)}
            raise LookupError(LARGE_BOARD.say(self.language, values))
        starter = replace(self, think=self.think or _DEFAULT_THINK)
        program = Program(path.name, path, ("--explain",))
        return starter.start(NamedBot(program, game, is_builtin=True))
