"""Whether everybody can be paired: perfect matchings in a graph, by Edmonds's blossoms.

A matching grows along paths from one unmatched vertex to another on which the edges are by turns
outside it and in it: turning all of them over makes it one pair larger. Such a path is searched
for breadth first. An odd circle met on the way, a *blossom*, can be gone round in both
directions; it is treated as one vertex, its base, from then on. If no such path starts at a
vertex, no matching whatever has that vertex and all those matched so far: none is perfect.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

_NONE = -1


def is_perfect(joined: Sequence[Collection[int]]) -> bool:
    """Whether the vertices, numbered from 0 and each with its neighbours, fall into pairs."""
    search = _Search(joined)
    search.start()
    return len(joined) % 2 == 0 and all(
        search.mate[vertex] != _NONE or search.grow(vertex) for vertex in range(len(joined))
    )


class _Search:
    """A matching that grows."""

    def __init__(self, joined: Sequence[Collection[int]]) -> None:
        self.joined = joined
        self.mate = [_NONE] * len(joined)
        self._reset()

    def _reset(self) -> None:
        self.parent = [_NONE] * len(self.joined)
        self.base = list(range(len(self.joined)))

    def start(self) -> None:
        """Pairs whom it can without looking far: most of the work, mostly."""
        for vertex, neighbours in enumerate(self.joined):
            free = (other for other in neighbours if self.mate[other] == _NONE)
            if self.mate[vertex] == _NONE and (other := next(free, _NONE)) != _NONE:
                self.mate[vertex], self.mate[other] = other, vertex

    def grow(self, root: int) -> bool:
        """Matches that vertex too, if it can be."""
        vertex = self._end_of_path(root)
        found = vertex != _NONE
        while vertex != _NONE:
            before = self.parent[vertex]
            following = self.mate[before]
            self.mate[vertex], self.mate[before] = before, vertex
            vertex = following
        return found

    def _end_of_path(self, root: int) -> int:
        """Where a path from the root ends that the matching can grow along."""
        self._reset()
        reached, queue = {root}, deque([root])
        while queue:
            here = queue.popleft()
            for there in self.joined[here]:
                if self.base[here] == self.base[there] or self.mate[here] == there:
                    continue
                if there == root or self._is_outer(there):
                    self._shrink(here, there, reached, queue)
                elif self.parent[there] == _NONE:
                    self.parent[there] = here
                    if self.mate[there] == _NONE:
                        return there
                    reached.add(self.mate[there])
                    queue.append(self.mate[there])
        return _NONE

    def _is_outer(self, vertex: int) -> bool:
        """Whether an even number of edges leads to it from the root."""
        mate = self.mate[vertex]
        return mate != _NONE and self.parent[mate] != _NONE

    def _shrink(self, one: int, two: int, reached: set[int], queue: deque[int]) -> None:
        """Makes one vertex of the blossom that the edge between these two closes."""
        base = self._meeting_point(one, two)
        within: set[int] = set()
        self._mark(one, base, two, within)
        self._mark(two, base, one, within)
        for vertex in range(len(self.joined)):
            if self.base[vertex] in within:
                self.base[vertex] = base
                if vertex not in reached:
                    reached.add(vertex)
                    queue.append(vertex)

    def _meeting_point(self, one: int, two: int) -> int:
        """Where the ways back to the root first meet."""
        passed: set[int] = set()
        while True:
            one = self.base[one]
            passed.add(one)
            if self.mate[one] == _NONE:
                break
            one = self.parent[self.mate[one]]
        while (two := self.base[two]) not in passed:
            two = self.parent[self.mate[two]]
        return two

    def _mark(self, vertex: int, base: int, child: int, within: set[int]) -> None:
        """Notes one side of a blossom, and how it can be gone round the other way."""
        while self.base[vertex] != base:
            mate = self.mate[vertex]
            within |= {self.base[vertex], self.base[mate]}
            self.parent[vertex] = child
            child, vertex = mate, self.parent[mate]
