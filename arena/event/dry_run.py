"""Dry run of an event: two games of each entrant, of which nothing is kept.

They show that the event can be played: by its rules, limits and sandbox, on its first start
position. ``arena run --try`` plays them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.console import plain_console
from arena.event import texts
from arena.event.progress import game_line
from formats.fault import Fault
from formats.game import Player
from formats.matrix import read_matrix
from formats.text import Language
from referee.bot_game import Setting
from referee.program import Program
from tournaments.entrants.enrolment import BotVersion, Builder, CannotEnrol, read_programs
from tournaments.event.model import Section
from tournaments.run.game_run import GameWorkers, LedgerJob
from tournaments.run.setup import EventSource, starts
from tournaments.standings.match import ScheduledMatch
from tournaments.storage import Store


def play_dry_run(
    source: EventSource, build: Builder, workers: GameWorkers, language: Language
) -> None:
    """Play the games and print each result; raise Exit if a bot has lost one by an offence.

    Raise CannotEnrol if an entrant has no valid program.
    """
    programs = read_programs(source.event, source.folder, build)
    with TemporaryDirectory(prefix="arena-try-") as folder:
        store = Store(Path(folder))
        numbers = count(1)
        jobs = [
            job
            for section in source.event.sections
            for job in _jobs(section, source.folder, programs, store, numbers)
        ]
        lost_by_fault = 0
        with closing(workers.play(iter(jobs), None)) as batches:
            for ended in chain.from_iterable(batches):
                line = game_line(ended.result, ended.game.number, len(jobs), language)
                plain_console().print(line)
                lost_by_fault += ended.result.ending.is_fault
    plain_console().print(
        texts.DRY_RUN_OVER.say(language, {"games": len(jobs), "faults": lost_by_fault})
    )
    if lost_by_fault:
        raise Exit(ExitStatus.BAD)


def _jobs(
    section: Section,
    event_folder: Path,
    programs: Sequence[BotVersion],
    store: Store,
    numbers: Iterator[int],
) -> Iterator[LedgerJob]:
    """Yield two games for each pair of entrants; with an odd number the first plays once more."""
    start = next(starts(section, event_folder))
    if isinstance(start, Fault):
        raise CannotEnrol([start])
    matrix = read_matrix(start.encode(), limit=section.game.limit).matrix
    assert matrix is not None, "a start position was just written"
    limits = section.limits
    setting = Setting(matrix, limits.judging, limits.isolation, {"Section": section.name})
    bots = [_program(bot, store) for bot in programs if bot.section == section.name]
    bots += bots[:1] if len(bots) % 2 else []
    pairs = [pair for pair in zip(bots[::2], bots[1::2], strict=True) if pair[0] is not pair[1]]
    for number, (bot, opponent) in enumerate(pairs, start=1):
        program_by_name = {bot.name: bot, opponent.name: opponent}
        for game in ScheduledMatch(number, 1, bot.name, opponent.name).games(starts=1):
            programs_of_game: dict[Player, Program] = {
                "A": program_by_name[game.first],
                "B": program_by_name[game.second],
            }
            yield LedgerJob(next(numbers), programs_of_game, setting, section.name, game)


def _program(bot: BotVersion, store: Store) -> Program:
    store.keep(bot.data)
    return bot.program(store)
