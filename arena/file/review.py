"""``arena review``: the worth of each half-move of a game, and which were weak.

Positions are valued as on the site (``arena/file/valuation.py``), by the kernels of ``arena
solve``, so that proven values are shown as proven.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from arena import texts
from arena.commands import ExitStatus
from arena.console import Styled, plain_console
from arena.drawing.frames import BoardPicture
from arena.drawing.html import environment, pieces, styles
from arena.drawing.position import cells_in
from arena.file.replay import RecordArgument, RecordNumber, SectionOption, record_file, record_in
from arena.file.solve import can_be_solved, percent
from arena.file.valuation import Valuation, WeakMove, Worth, proven_in_words, worth_of
from arena.files import FileFailure, write_file
from arena.options import LanguageOption, reader_language
from arena.parameters import Option
from formats.game import PLAYERS, Player
from formats.matrix import Matrix
from formats.record import Record
from formats.text import Language, Text


def review(
    record: RecordArgument,
    game: RecordNumber = None,
    section: SectionOption = None,
    seconds: Annotated[
        float,
        Option(
            min=0,
            max=1_000_000,
            help=Text(
                "Seconds to think about each position.",
                "Сколько секунд думать над каждой позицией.",
            ),
        ),
    ] = 0.5,
    html: Annotated[
        Path | None,
        Option(
            "--html",
            metavar="FILE",
            dir_okay=False,
            help=Text(
                "Also write the review as a page, with boards.",
                "Записать разбор ещё и как страницу с досками.",
            ),
        ),
    ] = None,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    file, _ = record_file(record, game, section, language)
    played = record_in(file, language)
    board_game = played.start.game
    errors = plain_console(stderr=True)
    if not can_be_solved(board_game.name):
        errors.print(texts.NOT_SOLVED.say(language, {"game": board_game.title}))
        raise Exit(ExitStatus.BAD)
    files, values = list(played.files()), Valuation()
    with errors.status("") as status:
        for number, matrix in enumerate(files):
            progress = {"number": number + 1, "count": len(files)}
            status.update(texts.REVIEWING.say(language, progress))
            values.known[number] = worth_of(matrix, seconds, board_game.limit)
    game_review = GameReview(played, files, values, language)
    console = plain_console()
    for line in game_review.lines():
        console.print(line)
    if html is not None:
        try:
            write_file(html, game_review.page().encode())
        except OSError as error:
            raise FileFailure.at(html, error) from None


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A half-move, the worth of the position after it, and a remark on a weak move."""

    number: int
    player: Player
    move: str
    value: str
    weak_move: WeakMove | None
    remark: str
    before: Matrix

    @property
    def picture(self) -> BoardPicture:
        """The board before the move, with the move's cells marked."""
        position = self.before.position
        cells = dict.fromkeys(cells_in(self.move), "bad")
        return BoardPicture(self.before.game, position.board, cells)


@dataclass(frozen=True)
class GameReview:
    """A game whose positions are valued."""

    game: Record
    files: list[Matrix]
    values: Valuation
    language: Language

    @cached_property
    def moves(self) -> list[ReviewedMove]:
        return [self._move(number) for number in range(1, len(self.files))]

    @property
    def heading(self) -> str:
        board_game = self.game.start.game
        values = {"game": board_game.title, "side": board_game.sides["A"], **self._names}
        return texts.REVIEWED.say(self.language, values)

    @property
    def start(self) -> str:
        """Worth of the start."""
        return self._value(self.values.known[0])

    @property
    def summary(self) -> str:
        """Numbers of weak moves of each player."""
        movers = [move.player for move in self.moves if move.weak_move is not None]
        count = {player: movers.count(player) for player in PLAYERS}
        text = texts.WEAK_MOVES if any(count.values()) else texts.NO_WEAK_MOVES
        values = {"of_a": count["A"], "of_b": count["B"], **self._names}
        return text.say(self.language, values)

    def lines(self) -> Iterator[Styled]:
        """Yield the review for a terminal, a line for each half-move."""
        yield Styled(self.heading, "bold")
        start = texts.AT_START.say(self.language)
        move_width = max(len(start), *(len(move.move) for move in self.moves), 0)
        value_width = max(len(self.start), *(len(move.value) for move in self.moves), 0)
        yield Styled(f"{'':>5} {start:<{move_width}}  {self.start}")
        for move in self.moves:
            columns = f"{move.move:<{move_width}}  {move.value:<{value_width}}"
            line = f"{move.number:>3} {move.player} {columns}"
            style = (
                ""
                if move.weak_move is None
                else "red"
                if move.weak_move.severity == "very-weak"
                else "yellow"
            )
            yield Styled(f"{line}  {move.remark}".rstrip(), style)
        yield Styled(self.summary, "bold")

    def page(self) -> str:
        """Render the review as an HTML page of its own."""
        board_game = self.game.start.game
        template = environment("arena.file").get_template("review.html")
        column = texts.CHANCES_COLUMN.say(self.language, {"side": board_game.sides["A"]})
        return template.render(review=self, words=texts, column=column, pieces=pieces(), **styles())

    def before(self, move: ReviewedMove) -> str:
        """Return the caption of the board before a weak move."""
        return texts.BEFORE_IT.say(self.language, {"number": move.number, "move": move.move})

    @property
    def _names(self) -> dict[str, str]:
        return {player.lower(): self.game.tags.get(player, player) for player in PLAYERS}

    def _move(self, number: int) -> ReviewedMove:
        before, move = self.files[number - 1], self.game.moves[number - 1].text
        player = before.position.player
        weak_move = self.values.weak_move(before.game, number - 1, player, move)
        remark = ""
        if weak_move is not None:
            text = texts.VERY_WEAK_MOVE if weak_move.severity == "very-weak" else texts.WEAK_MOVE
            remark = text.say(self.language, {"sentence": weak_move.sentence})
        value = self._value(self.values.known[number])
        half_move = before.position.half_move
        return ReviewedMove(half_move, player, move, value, weak_move, remark, before)

    def _value(self, worth: Worth) -> str:
        if worth.chance is None:
            return texts.UNKNOWN.say(self.language)
        if not worth.proven:
            return percent(worth.chance)
        return proven_in_words(worth, self.game.start.game).say(self.language)
