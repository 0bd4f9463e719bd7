"""Trials of programs at the start of each game, which find the games that they play.

Theory of operation. The program is run at the usual start position of each game, as a game of bots
without spectators. If it makes a legal move, or if the turn tells nothing about it (it took too
long, say), it is offered for that game, and else not. A program without a legal move in any game is
offered for all: its author needs to see what is wrong with it. Results are remembered by the
program's hash. Once the result in every game is known, they are stored, and survive a restart.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import file_digest
from pathlib import Path
from typing import NamedTuple, TypeAlias

from arena.site.memory import SiteMemory
from arena.site.play import texts
from arena.site.play.offered_bots import OfferedBot, offered_bots_in
from arena.site.supervision import begin_call, begin_task
from formats.games import AnyGame, all_games

_KIND = "fit games"
_RESULTS_LAST = 90 * 24 * 3600.0
"""Seconds after which a program is tried again."""
_LONGEST_WAIT = 1.5
"""Seconds that a page waits for trials."""

_Results: TypeAlias = dict[str, bool | None]
"""Results by game: True for a legal move, None where that cannot be known."""
_FileState: TypeAlias = tuple[Path, int, int]
"""A file, its time of change and its size."""


class ProgramFiles(NamedTuple):
    """Programs of the folder of bots, and the states of their files, by their keys in the form."""

    offered_bots: Mapping[str, OfferedBot]
    file_states: Mapping[str, _FileState]


@dataclass
class ProgramTrials:
    """Tries programs and remembers the results."""

    memory: SiteMemory
    try_game: Callable[[Path, AnyGame], Awaitable[bool | None]]
    """Function that returns whether the program makes a legal move at the start of the game."""
    _results: dict[str, _Results] = field(default_factory=dict)
    """Results by the hashes of programs."""
    _hashes: dict[_FileState, str] = field(default_factory=dict)
    _trials: dict[_FileState, asyncio.Task[None]] = field(default_factory=dict)
    _one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)

    def begin(self, programs: ProgramFiles) -> None:
        """Read the results of earlier trials, and try new programs."""
        for program_hash, text in self.memory.read(_KIND, _RESULTS_LAST).items():
            self._results[program_hash] = json.loads(text)
        for file_state in programs.file_states.values():
            self._try_soon(file_state)

    async def with_games(
        self, programs: ProgramFiles, release_slot: Callable[[], Awaitable[None]]
    ) -> dict[str, OfferedBot]:
        """Return the programs with the games that they play, as far as that is known soon.

        ``release_slot`` is called before trials are waited for.
        """
        offered_bots, file_states = programs
        for file_state in file_states.values():
            self._try_soon(file_state)
        if trials := [
            self._trials[file_state]
            for file_state in file_states.values()
            if file_state in self._trials
        ]:
            await release_slot()
            await asyncio.wait(trials, timeout=_LONGEST_WAIT)
        return {
            key: self._with_known_games(offered_bot, file_states.get(key))
            for key, offered_bot in offered_bots.items()
        }

    def close(self) -> None:
        for trial in self._trials.values():
            trial.cancel()

    def _try_soon(self, file_state: _FileState) -> None:
        """Try the program, unless that has been done or is being done."""
        results = self._results.get(self._hashes.get(file_state, ""), {})
        if file_state in self._trials or results.keys() >= all_games().keys():
            return
        trial = begin_task(self._try(file_state), "a trial of a program")
        self._trials[file_state] = trial
        trial.add_done_callback(lambda _: self._trials.pop(file_state, None))

    async def _try(self, file_state: _FileState) -> None:
        path = file_state[0]
        try:
            _, future_hash = begin_call(partial(_hash, path), "disk: a program to be tried")
            program_hash = await future_hash
        except OSError:  # the file is gone, or cannot be read
            return
        self._hashes[file_state] = program_hash
        async with self._one_at_a_time:
            results = self._results.setdefault(program_hash, {})
            lacking = [name for name in all_games() if name not in results]
            for name in lacking:
                results[name] = await self._result(path, all_games()[name])
        if lacking and None not in results.values():
            self.memory.write(_KIND, program_hash, partial(json.dumps, dict(results)))

    async def _result(self, path: Path, game: type[AnyGame]) -> bool | None:
        try:
            return await self.try_game(path, game.with_rules(_rules(game)))
        except Exception:  # our own fault tells nothing of the program
            logging.getLogger(__name__).exception("a program was not tried")
            return None

    def _with_known_games(self, bot: OfferedBot, file_state: _FileState | None) -> OfferedBot:
        """Return the program with the games that it plays, or with a note if there is none."""
        program_hash = self._hashes.get(file_state, "") if file_state else ""
        results = self._results.get(program_hash, {})
        if not results.keys() >= all_games().keys():
            return replace(bot, note=texts.NOT_TRIED)
        games = frozenset(name for name, result in results.items() if result is not False)
        return replace(bot, games=games) if games else replace(bot, note=texts.PLAYS_NOTHING)


def program_files_in(folder: Path | None) -> ProgramFiles:
    """Read which programs the folder has."""
    offered_bots = offered_bots_in(folder)
    file_states: dict[str, _FileState] = {}
    for key, offered_bot in offered_bots.items():
        try:
            state = offered_bot.path.stat()
        except OSError:  # the file has gone meanwhile
            continue
        file_states[key] = (offered_bot.path, state.st_mtime_ns, state.st_size)
    return ProgramFiles(offered_bots, file_states)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _rules(game: type[AnyGame]) -> str | None:
    return game.rule_sets[0] if game.rule_sets else None
