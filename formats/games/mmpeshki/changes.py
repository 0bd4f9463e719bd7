"""What changed on a board of MMPeshki from one file to the next, and why that is no move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from formats.board import Board, Cell
from formats.fault import Fault
from formats.game import NO_MOVE_MADE, Player, other
from formats.games.mmpeshki import faults


def forward(player: Player) -> int:
    """Which way the player's pieces advance: up or down."""
    return 1 if player == "A" else -1


class Changes(NamedTuple):
    """The cells that the pieces left and came to, where it is the player's turn."""

    player: Player
    left: list[Cell]
    came: list[Cell]
    foe_left: list[Cell]
    foe_came: list[Cell]
    marks: list[Cell]
    """Where a mark appeared or vanished; not where a piece stands on one."""

    @classmethod
    def between(cls, before: Board, after: Board, own: Player) -> Changes:
        """What changed from one board to the next."""
        changed = [(cell, before[cell], after[cell]) for cell in before.differences(after)]

        def lost(character: str) -> list[Cell]:
            return [cell for cell, was, _ in changed if was == character]

        def gained(character: str) -> list[Cell]:
            return [cell for cell, _, now in changed if now == character]

        marks = [cell for cell in lost("*") if after[cell] == "-"] + gained("*")
        foe = other(own)
        return cls(own, lost(own), gained(own), lost(foe), gained(foe), marks)

    @property
    def fault(self) -> Fault | None:
        """Why these changes are not a move of one own piece: the most helpful reason."""
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
            gone = [(cell, own) for cell in self.left] + [(cell, foe) for cell in self.foe_left]
            yield from (faults.VANISHED(cell, own=colour) for cell, colour in gone)

    @property
    def moved(self) -> tuple[Cell, Cell]:
        """Where the piece that arrived came from: if several left, the likeliest of them."""
        (target,) = self.came
        return min(self.left, key=lambda origin: self._effort(origin, target)), target

    def _effort_to(self, target: Cell) -> tuple[bool, int]:
        """How far the cell is from the piece best placed to reach it."""
        return min((self._effort(origin, target) for origin in self.left), default=(True, 0))

    def _effort(self, origin: Cell, target: Cell) -> tuple[bool, int]:
        up = (target.row - origin.row) * forward(self.player)
        return up <= 0, abs(up) + abs(target.column - origin.column)

    @property
    def fault_of_series(self) -> Fault | None:
        """The fault of a series of captures as in draughts, if that is what was made."""
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
        """What else changed than the move changes, or did not change though it should."""
        if over and over not in self.foe_left:
            return faults.NOT_REMOVED(over)
        for player, cells in ((self.player, self.left), (other(self.player), self.foe_left)):
            for cell in cells:
                if cell not in (origin, over):
                    return faults.VANISHED(cell, own=faults.COLOUR[player])
        return None
