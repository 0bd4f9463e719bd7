"""An event that is decided about and killed again and again ends as it must, each entry once.

Three come late, one withdraws, one is disqualified and reinstated, two games are replayed. Runs and
decisions are killed at any moment: thirty times by ``make test-chaos``, here a few times.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from tests.places import ROOT
from tests.tournaments.events import run, start_run, tournament_in
from tests.tournaments.submission.submitting import BOT, CUP
from tournaments.ledger import is_begun, open_ledger
from tournaments.ledger.decision import Decision, Verb
from tournaments.run.explanations import explanations
from tournaments.run.rejudging import judge_again
from tournaments.run.tournament import SectionState

KILLS = int(os.environ.get("ARENA_KILLS", "3"))
_LONGEST_COMMAND = 1.5
"""Longest seconds after which the command of a decision is killed."""
_LONGEST_WAIT = 120
IN_TIME = ("one", "two", "three", "four")
LATE = ("five", "six", "seven")


class Course:
    """The event with its commands, which are killed."""

    def __init__(self, base: Path) -> None:
        self.file, self.folder = base / "cup.toml", base / "cup"
        self.file.write_text(CUP, encoding="utf-8")
        (base / "bots").mkdir()
        for name in IN_TIME:
            self.bring(name)
        self.random = Random(KILLS)
        self.kills = 0

    def bring(self, name: str) -> None:
        """Put a program into the entrants' folder."""
        path = self.file.parent / "bots" / name
        path.write_text(f"{BOT}# {name}\n", encoding="utf-8")
        path.chmod(0o755)

    def state(self) -> SectionState:
        (state,) = tournament_in(self.folder).sections
        return state

    def count_games(self) -> int:
        if not is_begun(self.folder):
            return 0
        with open_ledger(self.folder) as ledger:
            return ledger.count()

    def run_a_little(self) -> None:
        """Play, and kill the run a moment after a game was entered."""
        before, process = self.count_games(), start_run(self.file)
        since = time.monotonic()
        while process.poll() is None and self.count_games() == before:
            assert time.monotonic() - since < _LONGEST_WAIT
            time.sleep(0.02)
        time.sleep(self.random.random() * 0.5)
        self._kill(process)

    def decide(self, *words: str) -> None:
        """Run the command until it succeeds, killing it at first."""
        before = len(self.state().decisions.entries)
        command = [sys.executable, "-m", "arena", *words, "--lang", "en"]
        while len(self.state().decisions.entries) == before:
            process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
            if self.kills < KILLS:
                time.sleep(self.random.random() * _LONGEST_COMMAND)
                self._kill(process)
            else:
                output, _ = process.communicate(timeout=_LONGEST_WAIT)
                assert process.returncode == 0, output

    def _kill(self, process: subprocess.Popen[str]) -> None:
        self.kills += process.poll() is None
        process.kill()
        process.communicate()

    def of_entrant(self, verb: str, name: str) -> Callable[[], None]:
        return lambda: self.decide(verb, str(self.file), name, "--reason", f"why {verb} {name}")

    def admit(self, name: str) -> Callable[[], None]:
        def admitting() -> None:
            self.bring(name)
            self.of_entrant("admit", name)()

        return admitting

    def replay(self, place: int) -> Callable[[], None]:
        def replaying() -> None:
            state = self.state()
            out = set(state.decisions.departures)
            games = [game for game in state.entries.values() if not out & {game.first, game.second}]
            played = [game.number for game in games]
            words = ("replay-game", str(self.folder), str(played[place]))
            self.decide(*words, "--reason", f"why replay {place}")

        return replaying

    def steps(self) -> Iterator[Callable[[], None]]:
        yield self.admit("five")
        yield self.replay(0)
        yield self.of_entrant("withdraw", "two")
        yield self.admit("six")
        yield self.of_entrant("disqualify", "three")
        yield self.replay(1)
        yield self.of_entrant("reinstate", "three")
        yield self.admit("seven")


def test_a_killed_and_decided_event_ends_as_it_must(tmp_path: Path) -> None:
    course = Course(tmp_path)
    for step in course.steps():
        course.run_a_little()
        step()
    while course.kills < KILLS and not course.state().is_finished:
        course.run_a_little()
    print(f"{course.kills} times killed, with {course.count_games()} games played by then")
    run(course.file)
    tournament, state = tournament_in(course.folder), course.state()
    assert tournament.faults == ()
    assert judge_again(tournament).differences == []
    assert judge_again(tournament).sections_with_other_table == []
    assert state.is_finished
    decisions = state.decisions.entries
    assert [(decision.verb, decision.subject) for decision in decisions] == expected_decisions(
        decisions
    )
    check_games(state)
    check_explanations(state)


def expected_decisions(decisions: list[Decision]) -> list[tuple[Verb, str]]:
    """The games that were replayed are those that had been played by then."""
    first, second = (decision.subject for decision in decisions if decision.verb is Verb.REPLAY)
    return [
        (Verb.ADMIT, "five"),
        (Verb.REPLAY, first),
        (Verb.WITHDRAW, "two"),
        (Verb.ADMIT, "six"),
        (Verb.DISQUALIFY, "three"),
        (Verb.REPLAY, second),
        (Verb.REINSTATE, "three"),
        (Verb.ADMIT, "seven"),
    ]


def check_games(state: SectionState) -> None:
    """Check that each pair of those who stayed has two games that count, and one per replay."""
    matches = Counter(frozenset((game.first, game.second)) for game in state.entries.values())
    stayed = [name for name in (*IN_TIME, *LATE) if name != "two"]
    for place, stayed_name in enumerate(stayed):
        for other in stayed[place + 1 :]:
            assert matches[frozenset((stayed_name, other))] == 2, (stayed_name, other)
    replayed = {
        decision.subject for decision in state.decisions.entries if decision.verb is Verb.REPLAY
    }
    for game_id, attempts in state.decisions.attempts.items():
        out = "two" in game_id.split("/")
        replays = len(attempts.played) - 1
        assert replays == (game_id in replayed) or (out and not replays), game_id
        assert attempts.aside == attempts.played[: 1 if game_id in replayed else 0]


def check_explanations(state: SectionState) -> None:
    """Check that each decision is listed with its reason, and departures with unplayed games."""
    sentences = [explanation.say("en") for explanation in explanations(state)]
    for decision in state.decisions.entries:
        assert sum(decision.reason in line for line in sentences) == 1
    (gone,) = (line for line in sentences if line.startswith("two withdraws"))
    assert "what two played stands, the rest is lost" in gone
    assert sum(line.startswith("annulled: game ") for line in sentences) == 2
