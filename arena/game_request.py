"""The game that a command line asks for: by name and options, or by a file with its start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from click.exceptions import Exit

from arena import texts
from arena.commands import ExitStatus
from arena.diagnostics import tell
from arena.files import NamedFile
from arena.option_values import game_named, refused
from arena.parameters import WrongUsage
from formats.game import BadRequest, StartRequest
from formats.matrix import Matrix, read_matrix
from formats.text import Language
from referee.match.openings import Openings


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What the options ask for; None where they do not say."""

    game: str | None
    rules: str | None = None
    start: StartRequest = field(default_factory=StartRequest)
    time: Decimal | None = None
    limit: int | None = None

    def first_matrix(self) -> Matrix:
        """The start position, with the time that was asked for. Raises WrongUsage."""
        try:
            law = game_named(self.game, self.rules).with_limit(self.limit)
            return self._timed(Matrix(law, law.start(self.start)))
        except BadRequest as error:
            raise refused(error) from None

    def matrix_in(self, file: NamedFile, speech: Language) -> Matrix:
        """The start position in a file; without one, ends the command or raises WrongUsage."""
        reading = read_matrix(file.data, limit=self.limit)
        tell(file.name, reading.source, reading.diagnostics, speech)
        matrix = reading.matrix
        if matrix is None or not reading.good:
            raise Exit(ExitStatus.BAD)
        if self.game not in (None, matrix.game.name):
            raise WrongUsage(texts.OTHER_GAME, name=file.name, game=matrix.game.title)
        if matrix.is_over:
            raise WrongUsage(texts.GAME_IS_OVER, name=file.name)
        return self._timed(matrix)

    def starts(
        self, openings: Openings, files: Sequence[NamedFile], speech: Language
    ) -> Iterator[Matrix]:
        """Start positions without end: those of the files, if there are any."""
        if files:
            return openings.of_files([self.matrix_in(file, speech) for file in files])
        first = self.first_matrix()
        return openings.of_game(first.game, self.start, first.times[0])

    def _timed(self, matrix: Matrix) -> Matrix:
        return matrix if self.time is None else replace(matrix, times=(self.time, self.time))
