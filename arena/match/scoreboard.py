"""Display of a match: a line for each game, the score, and in a terminal the board of a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from decimal import Decimal

from rich.console import Console

from arena.console import Styled, live, plain_console
from arena.drawing.terminal_board import can_draw, view
from arena.match import texts
from arena.texts import half_moves
from formats.game import PLAYERS, Player, player_of
from formats.matrix import Matrix
from formats.record import RESULTS
from formats.text import Language, Text
from referee.diagnosis import cause_of_fault
from referee.diagnosis.lost_turn import LostTurn
from referee.match import Match
from referee.match.score import Score, Sprt, elo
from referee.numbers import localize, number, seconds
from referee.pool import FinishedGame, GameJob

_PER_SECOND = 8
_GAMES_A_SCORE = 20
"""Games after which the score is printed where there is no live display."""


@dataclass
class MatchView:
    """Display of a match."""

    match: Match
    language: Language
    sprt: Sprt | None = None
    quiet: bool = False
    console: Console = field(default_factory=plain_console)
    score: Score = field(default_factory=Score)
    _watched_game: GameJob | None = None
    _matrix: Matrix | None = None

    def screen(self) -> AbstractContextManager[object]:
        """Return the live display, a context manager."""
        return live(self.console, self._picture, _PER_SECOND, quiet=self.quiet)

    @property
    def watches(self) -> bool:
        return not self.quiet and self.console.is_terminal

    def watch(self, game: GameJob, matrix: Matrix) -> None:
        """Show a position: of one game at a time, until it is finished."""
        if self._watched_game is None or self._watched_game.number == game.number:
            self._watched_game, self._matrix = game, matrix

    def finish(self, finished: FinishedGame) -> None:
        self.score = self.match.score(self.score, finished)
        if self._watched_game and self._watched_game.number == finished.game.number:
            self._watched_game = None
        if not self.quiet:
            self.console.print(game_line(finished, self.language))
            if not self.console.is_terminal and self.score.games % _GAMES_A_SCORE == 0:
                for line in self.lines():
                    self.console.print(f"    {line}")

    def _picture(self) -> Iterator[Styled]:
        if self._matrix and self._watched_game:
            programs = self._watched_game.programs
            names = f"{programs['A'].name} - {programs['B'].name}"
            yield Styled(f"\n{self._watched_game.setting.tags['Round']}  {names}", "bold")
            yield from view(self._matrix, self.language, drawn=can_draw(self.console))
        yield Styled()
        for line in self.lines():
            yield Styled(line, "bold")

    def lines(self) -> Iterator[str]:
        """Yield the lines of the score."""
        names = (self.match.first.name, self.match.second.name)
        yield from score_lines(self.score, *names, self.language)
        if self.sprt:
            yield self._sprt_line(self.sprt)

    def _sprt_line(self, sprt: Sprt) -> str:
        low, high = sprt.bounds
        accepted = sprt.accepted_difference(self.score.pairs)
        values = {
            "elo0": number(sprt.elo0),
            "elo1": number(sprt.elo1),
            "llr": number(sprt.llr(self.score.pairs), 2),
            "low": number(low, 2),
            "high": number(high, 2),
            "answer": texts.NOT_KNOWN_YET if accepted is None else number(accepted),
        }
        return texts.LLR.say(self.language, values)


def score_lines(score: Score, first: str, second: str, language: Language) -> Iterator[str]:
    """Yield the score of a match between the two, with pairs and Elo."""
    values: dict[str, object] = {
        "first": first,
        "second": second,
        "points": number(score.points),
        "other_points": number(score.games - score.points),
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
    }
    yield texts.SCORE.say(language, values)
    if any(score.pairs):
        yield texts.PAIRS.say(language, {"pairs": " ".join(map(str, score.pairs))})
    estimate = elo(score.pairs)
    if estimate:
        elo_values = {
            "difference": f"{estimate.difference:+.0f}",
            "error": f"{estimate.error:.0f}",
            "superiority": localize(f"{min(max(estimate.superiority, 0.001), 0.999):.1%}"),
        }
        yield texts.ELO.say(language, elo_values)


def game_line(finished: FinishedGame, language: Language) -> str:
    game, played = finished.game, finished.played
    verdict, record = played.verdict, played.record
    used = {player: _seconds_used(finished, player) for player in PLAYERS}
    values: dict[str, object] = {
        "round": game.setting.tags["Round"],
        "a": game.programs["A"].name,
        "b": game.programs["B"].name,
        "result": RESULTS[verdict.winner],
        "ending": verdict.ending.title,
        "sentence": _cause_of_loss(finished) or verdict.sentence,
        "moves": half_moves(len(record.moves)),
        "time_a": used["A"],
        "time_b": used["B"],
    }
    voided = texts.RESTARTS.say(language, {"count": finished.voided}) if finished.voided else ""
    return texts.GAME.say(language, values) + voided


def _cause_of_loss(finished: FinishedGame) -> Text | None:
    """Return the mistake in a bot that lost the game; None if none is known."""
    game, played = finished.game, finished.played
    offence = played.turns[-1].judgement.offence if played.turns else None
    if offence is None:
        return None
    *_, before = played.record.files()
    loser = before.position.player
    program, judging = game.programs[loser], game.setting.judging
    moves = [move.text for move in played.record.moves]
    usual = max(played.record.seconds_of(loser), default=Decimal(0))
    turn = LostTurn(before, played.turns[-1], judging, program, offence, moves, usual)
    fault = cause_of_fault(turn)
    return fault.text if fault else None


def _seconds_used(finished: FinishedGame, player: Player) -> Text:
    """Return the seconds that were taken off the player's clock, also for a losing turn."""
    played = finished.played
    used = sum(played.record.seconds_of(player), Decimal(0))
    last = played.turns[-1] if played.turns else None
    first = played.record.start.position.half_move
    if (
        last
        and last.judgement.move is None
        and player_of(first + len(played.record.moves)) == player
    ):
        measured = finished.game.setting.judging.timing.measured(last.run_result)
        used += last.run_result.cpu if measured is None else measured
    return seconds(used, 3)
