"""Fills ledgers for tests: an event is begun, and its games are random ones.

No bot is run, so a tournament takes seconds; all that a ledger can hold is there: disqualifications
with their evidence, losses on time, draws, byes, and what bots printed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from random import Random

from formats.fault import Severity
from formats.game import Player
from formats.game_tree import random_turn
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.record import Record, RecordedMove, changes_between, charge_clock, write_record
from formats.seconds import write_seconds
from referee import run_faults
from referee.bot_game import PlayedGame
from referee.judge import Judgement
from referee.sandbox.run_result import RunEnd, run_result_with_end
from referee.turn import Turn
from referee.verdict import Ending, Verdict, verdict_against, verdict_by_rules
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tournaments.entrants.enrolment import BotVersion
from tournaments.event.model import Event, Section
from tournaments.event.reader import read_event
from tournaments.ledger import Ledger, open_ledger
from tournaments.ledger.ledger_game import LedgerGame, Printed
from tournaments.run.tournament import state_of
from tournaments.standings.match import ScheduledGame

BEGAN = 1_400_000_000.0
"""Time of the first game, in May 2014."""

EVENT = f"""\
title = "Весна 2014: <ММПешки> & others"
seed = 2014
time = 30
bonuses = [10, 5, 3]

[[section]]
game = "{DEFAULT}"
starts = {{ count = 2, pieces = 6, marks = 4 }}
entrants = [
    {{ name = "ivanov", bot = "{DEFAULT}-champion" }},
    {{ name = "петрова", bot = "{DEFAULT}-greedy" }},
    {{ name = "kozlov", bot = "{DEFAULT}-random" }},
    {{ name = "Anna Smith", command = "bots/smith.exe", arguments = ["--depth", "7"] }},
]

[[section]]
game = "{STEPS}"
size = 6
half-moves = 23
format = "swiss"
rounds = 2
disqualification = "tournament"
entrants = [
    {{ name = "north", bot = "{STEPS}-champion" }},
    {{ name = "east", bot = "{STEPS}-uct" }},
    {{ name = "south", bot = "{STEPS}-greedy" }},
    {{ name = "west", bot = "{STEPS}-random" }},
    {{ name = "kozlov", bot = "{STEPS}-random" }},
]

[[section]]
game = "{SHORT}"
size = [5, 4]
entrants = [
    {{ name = "nim", bot = "{SHORT}-nim" }},
    {{ name = "greedy", bot = "{SHORT}-greedy" }},
    {{ name = "random", bot = "{SHORT}-random" }},
]
"""


@dataclass(frozen=True)
class Habits:
    """The habits of the simulated bots."""

    cheats: frozenset[str] = frozenset({"kozlov"})
    """Names of bots that sometimes write a wrong file."""
    slow: frozenset[str] = frozenset({"петрова"})
    """Names of bots that sometimes run out of time."""
    prints: Mapping[str, str] = field(
        default_factory=lambda: {"ivanov": "depth 7, score +12\n", "nim": "я выигрываю\n"}
    )
    offence_chance: float = 0.04
    """Chance of such an event in a half-move."""
    evidence: bytes = b"\xff<b>boo"
    """Last bytes of a wrong file."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Names of entrants in the ledger that differ from those in the event file."""
    machine: str = "two cores, 2.1 GHz"


@dataclass
class SimulatedGame:
    """A game of simulated bots that is being played."""

    matrix: Matrix
    names: Mapping[Player, str]
    random: Random
    habits: Habits
    moves: list[RecordedMove] = field(default_factory=list)
    files: list[Matrix] = field(default_factory=list)
    """Matrix after each move."""
    printed: list[Printed] = field(default_factory=list)
    evidence: bytes | None = None

    def play(self) -> Verdict:
        """Play the game to its end."""
        while (outcome := self.matrix.game.outcome(self.matrix.position)) is None:
            if verdict := self._offence():
                return verdict
            self._turn()
        return verdict_by_rules(outcome)

    def _turn(self) -> None:
        before = self.matrix.position
        text = self.habits.prints.get(self.names[before.player])
        if text and before.half_move % 5 < 2:
            self.printed.append(Printed(before.half_move, before.player, text))
        after = random_turn(self.matrix.game, before, self.random)
        seconds = Decimal(round(self.random.lognormvariate(-2.5, 1), 3)).quantize(Decimal("0.001"))
        outcome = self.matrix.game.outcome(after)
        winner = outcome.winner if outcome else None
        self.matrix = charge_clock(
            replace(self.matrix, position=after, winner=winner), before.player, seconds
        )
        self.moves.append(RecordedMove(after.last or "", seconds))
        self.files.append(self.matrix)

    def _offence(self) -> Verdict | None:
        """Return an ending of the game at this half-move, if one happens."""
        player = self.matrix.position.player
        if len(self.moves) < 3 or self.random.random() > self.habits.offence_chance:
            return None
        if self.names[player] in self.habits.cheats:
            return self._cheat(player)
        if self.names[player] in self.habits.slow:
            fault = run_faults.TIME_OVER(
                used="31.004", left=write_seconds(self.matrix.time_of(player))
            )
            return verdict_against(player, Ending.OUT_OF_TIME, fault)
        return None

    def _cheat(self, player: Player) -> Verdict:
        """Return the ending by a file that cannot be read."""
        self.evidence = (
            write_matrix(self.matrix).replace("\n", "\r\n").encode() + self.habits.evidence
        )
        after = read_matrix(self.evidence, limit=self.matrix.game.limit)
        error = next(d for d in after.diagnostics if d.severity is Severity.ERROR)
        return verdict_against(player, Ending.MALFORMED_FILE, error.fault)


def simulate_game(
    start: Matrix, names: Mapping[Player, str], seed: int, habits: Habits
) -> PlayedGame:
    """Return a game in the form of the referee."""
    game = SimulatedGame(start, names, Random(seed), habits)
    verdict = game.play()
    run_result = run_result_with_end(RunEnd.EXITED)
    turns = tuple(
        Turn(run_result, Judgement(None, matrix=after, move=move))
        for after, move in zip(game.files, game.moves, strict=True)
    )
    played_as = {"A": names["A"], "B": names["B"]}
    tags = {**played_as, "Clock": "cpu", "Sandbox": "namespaces", "Verdict": verdict.say()}
    record = Record(start, tuple(game.moves), verdict.winner, verdict.reason, tags)
    return PlayedGame(verdict, record, turns)


def fill(
    folder: Path, text: str = EVENT, *, habits: Habits | None = None, most: int | None = None
) -> Path:
    """Fill a folder with the ledger of an event, with all games or a number of them."""
    event = read_event(text.encode()).event
    assert event is not None, read_event(text.encode()).diagnostics
    folder.mkdir(parents=True, exist_ok=True)
    with open_ledger(folder, writing=True) as ledger:
        habits = habits or Habits()
        begin(ledger, event, text, habits.names)
        for count, entry in enumerate(_games(ledger, event, habits)):
            if count == most:
                break
            ledger.enter(entry)
    return folder


def begin(ledger: Ledger, event: Event, text: str, names: Mapping[str, str]) -> None:
    """Record the event in the ledger."""
    facts = {"event": text}
    for section in event.sections:
        form = {"name": section.format.name, "options": dict(section.format.options)}
        facts[f"format {section.name}"] = json.dumps({**form, "picked": None})
    enrolled = [
        replace(entrant, name=names.get(entrant.name, entrant.name))
        for section in event.sections
        for entrant in _enrolled(section, event.seed)
    ]
    starts = {section.name: list(_starts(section)) for section in event.sections}
    ledger.begin(facts, enrolled, starts)


def _enrolled(section: Section, seed: int) -> Iterator[BotVersion]:
    known = {entrant.name: entrant for entrant in section.entrants}
    for number, name in enumerate(section.in_draw_order(list(known), seed), start=1):
        entrant = known[name]
        source = entrant.bot or entrant.command or ""
        digest = sha256(source.encode()).hexdigest()
        size = 10_000 + 1_000 * number
        yield BotVersion(section.name, name, source, digest, size, entrant.arguments, number)


def _starts(section: Section) -> Iterator[str]:
    for request in section.starts.requests:
        position = section.game.start(request)
        time = section.limits.time
        yield write_matrix(Matrix(section.game, position, times=(time, time)))


def _games(ledger: Ledger, event: Event, habits: Habits) -> Iterator[LedgerGame]:
    """Yield every game that can be played, until none is left."""
    for section in event.sections:
        while True:
            state = state_of(ledger.read(), section, event.seed)
            to_play = list(state.progress.to_play())
            if not to_play:
                break
            for scheduled_game in to_play:
                yield _entry(section, scheduled_game, state.starts[scheduled_game.start], habits)


def _entry(
    section: Section, scheduled_game: ScheduledGame, start: Matrix, habits: Habits
) -> LedgerGame:
    names: dict[Player, str] = {"A": scheduled_game.first, "B": scheduled_game.second}
    game = SimulatedGame(start, names, Random(f"{section.name} {scheduled_game.id}"), habits)
    verdict = game.play()
    record = Record(
        start,
        tuple(game.moves),
        verdict.winner,
        verdict.reason,
        {"A": scheduled_game.first, "B": scheduled_game.second},
    )
    began = BEGAN + 10 * scheduled_game.number
    a, b = (before - left for before, left in zip(start.times, game.matrix.times, strict=True))
    return LedgerGame(
        section=section.name,
        id=scheduled_game.id,
        number=scheduled_game.number,
        round=scheduled_game.match.round,
        start=scheduled_game.start,
        first=scheduled_game.first,
        second=scheduled_game.second,
        winner=verdict.winner,
        ending=verdict.ending,
        sentence=verdict.sentence,
        seconds=(a, b),
        half_moves=len(game.moves),
        record=write_record(record),
        printed=tuple(game.printed),
        evidence=game.evidence,
        changes=changes_between(file.position for file in (start, *game.files)),
        machine=habits.machine,
        began=began,
        ended=began + float(a + b) + 1,
        busy=float(a + b),
    )
