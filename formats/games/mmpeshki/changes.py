"""The changes between two boards of MMPeshki, and why they are not a move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from formats.board import Board, Cell
from formats.fault import Fault
from formats.game import NO_MOVE_MADE, Player, other
from formats.games.mmpeshki import faults


def forward(player: Player) -> int:
    """Return the direction in which the player's pieces advance: up or down."""
    return 1 if player == "A" else -1


class Changes(NamedTuple):
    """The cells that pieces left and came to, when it is the player's turn."""

    player: Player
    left: list[Cell]
    came: list[Cell]
    foe_left: list[Cell]
    foe_came: list[Cell]
    marks: list[Cell]
    """Cells at which a mark appeared, or vanished without a piece on its cell."""

    @classmethod
    def between(cls, before: Board, after: Board, own: Player) -> Changes:
        """Return the changes from one board to the next."""
        changed = [(cell, before[cell], after[cell]) for cell in before.differences(after)]

        def lost(character: str) -> list[Cell]:
            return [cell for cell, before, _ in changed if before == character]

        def gained(character: str) -> list[Cell]:
            return [cell for cell, _, after in changed if after == character]

        marks = [cell for cell in lost("*") if after[cell] == "-"] + gained("*")
        foe = other(own)
        return cls(own, lost(own), gained(own), lost(foe), gained(foe), marks)

    @property
    def fault(self) -> Fault | None:
        """The most helpful reason why the changes are no move of one own piece, if there is one."""
        return next(self._faults(), None)

    def _faults(self) -> Iterator[Fault]:
        own, foe = faults.COLOUR[self.player], faults.COLOUR[other(self.player)]
        if not any(self[1:]):
            yield NO_MOVE_MADE()
        if self.marks:
            yield faults.MARK_CHANGED(self.marks[0])
        if self.foe_came and self.foe_left:
            yield faults.NOT_YOURS(self.foe_left[0], foe=foe, side=faults.SIDE[self.player])
        if self.foe_came:
            yield faults.APPEARED(self.foe_came[0], own=foe)
        if len(self.came) > len(self.left):
            yield faults.APPEARED(max(self.came, key=self._effort_to), own=own)
        if len(self.came) > 1:
            cells = ", ".join(map(str, self.left))
            yield faults.SEVERAL_MOVED(
                self.left[1], count=len(self.left), own=faults.OF_SIDE[self.player], cells=cells
            )
        if not self.came:
            vanished = [(cell, own) for cell in self.left] + [(cell, foe) for cell in self.foe_left]
            yield from (faults.VANISHED(cell, own=colour) for cell, colour in vanished)

    @property
    def moved(self) -> tuple[Cell, Cell]:
        """The origin and target of the piece that moved, with the likeliest of several origins."""
        (target,) = self.came
        return min(self.left, key=lambda origin: self._effort(origin, target)), target

    def _effort_to(self, target: Cell) -> tuple[bool, int]:
        """Return how far the cell is from the piece that could best reach it."""
        return min((self._effort(origin, target) for origin in self.left), default=(True, 0))

    def _effort(self, origin: Cell, target: Cell) -> tuple[bool, int]:
        up = (target.row - origin.row) * forward(self.player)
        return up <= 0, abs(up) + abs(target.column - origin.column)

    @property
    def fault_of_series(self) -> Fault | None:
        """The fault of a series of captures, as in draughts; None if there is none."""
        if len(self.foe_left) < 2:
            return None
        cells = ", ".join(map(str, self.foe_left))
        return faults.SEVERAL_CAPTURED(
            self.foe_left[1],
            count=len(self.foe_left),
            foe=faults.OF_SIDE[other(self.player)],
            cells=cells,
        )

    def fault_beside(self, origin: Cell, over: Cell | None) -> Fault | None:
        """Return what changed besides the move, or did not change with it; None if nothing."""
        if over and over not in self.foe_left:
            return faults.NOT_REMOVED(over)
        for player, cells in ((self.player, self.left), (other(self.player), self.foe_left)):
            for cell in cells:
                if cell not in (origin, over):
                    return faults.VANISHED(cell, own=faults.COLOUR[player])
        return None
