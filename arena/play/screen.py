"""Display of a game that people play, in a terminal or a pipe; and the choice of a game."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace

from click.exceptions import Exit
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from arena.console import Styled, plain_console
from arena.diagnostics import as_text
from arena.drawing.position import cells_in, outcome_text, position_line, to_move
from arena.drawing.terminal_board import can_draw, view
from arena.option_values import game_meant, no_such_game
from arena.play import texts
from formats.game import other
from formats.games import AnyGame, all_games, broken_plugins
from formats.matrix import Matrix, read_matrix
from formats.printable import printable
from formats.text import Language
from referee.casual_game import CasualEnd, CasualGame
from referee.turn import Turn

DEFAULT_GAME = "virus-war"
"""Game for an empty answer to the question."""
_MOST_PRINTED = 10
_LONGEST_LINE = 1000


@dataclass
class PlayView:
    """Display of a game, and input of lines."""

    language: Language
    console: Console = field(default_factory=plain_console)

    def show(self, game: CasualGame, notes: Iterable[Styled] = (), *, legal: bool = False) -> None:
        """Show the board and sentences about it; in a terminal, on a cleared screen."""
        if self.console.is_terminal:
            self.console.clear()
        for line in [*self._picture(game, legal=legal), *notes]:
            self.console.print(line)

    def _picture(self, game: CasualGame, *, legal: bool) -> Iterator[Styled]:
        matrix = replace(game.now, position=game.position)
        state = self._end(game.end, game.board_game) if game.end else to_move(matrix, self.language)
        cells = {cell for text in game.legal() for cell in cells_in(text)[-1:]} if legal else set()
        return view(
            matrix,
            self.language,
            drawn=can_draw(self.console),
            heading=f"{position_line(matrix, self.language)}; {state}",
            legal=cells,
            timed=game.timed,
        )

    def _end(self, end: CasualEnd, game: AnyGame) -> str:
        if end.winner == "D" or end.legal:
            return outcome_text(game, end.winner, end.sentence, self.language)
        loser = other(end.winner)
        values = {"side": game.sides[loser], "player": loser, "reason": end.sentence}
        return texts.LOSS.say(self.language, values)

    def thinking(self, name: str) -> AbstractContextManager[object]:
        """Show that a bot is thinking, in a terminal only."""
        if not self.console.is_terminal:
            return nullcontext()
        progress = Progress(
            SpinnerColumn("dots" if can_draw(self.console) else "line"),
            TextColumn("{task.description}", markup=False),
            TimeElapsedColumn(),
            console=self.console,
            transient=True,
        )
        progress.add_task(texts.THINKS.say(self.language, {"name": name}), total=None)
        return progress

    def lost_turn_lines(self, turn: Turn) -> Iterator[Styled]:
        """Yield the faults of a turn that lost the game, and the bot's output."""
        diagnostics = turn.judgement.diagnostics
        source = read_matrix(turn.run_result.file.data).source if diagnostics else ()
        for diagnostic in diagnostics:
            yield from as_text("matrix.txt", source, diagnostic, self.language)
        yield from self.output_lines(turn)

    def output_lines(self, turn: Turn) -> Iterator[Styled]:
        """Yield the last lines of a bot's output."""
        output = turn.run_result.printed.decode("utf-8", "replace").splitlines()
        if output:
            yield Styled(texts.PRINTED_OUTPUT.say(self.language), "dim")
        for line in output[-_MOST_PRINTED:]:
            yield Styled(f"  | {printable(line[:_LONGEST_LINE])}", "dim")

    def legend(self, matrix: Matrix) -> str:
        """Return the characters on the board, with their meanings."""
        game, board = matrix.game, matrix.position.board
        names = {character: look.name for character, look in game.looks.items()}
        if can_draw(self.console):
            looks = [*(game.look_of(board, cell) for cell in board), *game.looks.values()]
            names = {look.symbol: look.name for look in looks}
        return ", ".join(f"{symbol} {name.say(self.language)}" for symbol, name in names.items())

    def ask(self, prompt: str) -> str | None:
        """Read a line, and show it if it comes from a pipe; return None at the end of input."""
        try:
            line = input(prompt)[:_LONGEST_LINE]
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return None
        line = printable(line).strip()
        if not sys.stdin.isatty():
            self.console.print(line)
        return line


def ask_for_game(language: Language) -> str | None:
    """Ask the person to choose a game from a list, by number or name; return its name.

    Return None without a terminal: what a pipe has next is a move, and no answer.
    """
    console = plain_console()
    if not (sys.stdin.isatty() and console.is_terminal):
        return None
    names = list(all_games())
    console.print(texts.WHICH_GAME.say(language), style="bold")
    for number, (name, game) in enumerate(all_games().items(), start=1):
        console.print(f"{number:>3}  {name:<{max(map(len, names))}}  {game.title.say(language)}")
    for plugin in broken_plugins():
        console.print(plugin.sentence.say(language), style="red", markup=False)
    while True:
        try:
            prompt = texts.NUMBER.say(language, {"usual": DEFAULT_GAME})
            answer = console.input(prompt, markup=False).strip().lower()
        except (EOFError, KeyboardInterrupt):
            console.print()
            raise Exit from None
        if answer.isdecimal() and 0 < int(answer) <= len(names):
            return names[int(answer) - 1]
        name = game_meant(answer or DEFAULT_GAME)
        if name in names:
            return name
        console.print(no_such_game(name).text.say(language), style="red")
