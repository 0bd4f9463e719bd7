"""Perfect matchings in a graph, by Edmonds's blossom algorithm.

A matching grows along an augmenting path: a path between two unmatched vertices whose edges are
alternately outside the matching and in it. Exchanging the two kinds of edges adds one pair. The
search for such a path is breadth first. An odd circle on the way, a *blossom*, can be passed in
both directions; from then on it is treated as one vertex, its base. If no augmenting path starts at
a vertex, no matching has that vertex and all vertices matched so far: none is perfect.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

_NONE = -1


def has_perfect_matching(neighbours: Sequence[Collection[int]]) -> bool:
    """Return whether a graph, given by the neighbours of each vertex, can be split into pairs."""
    search = _Search(neighbours)
    search.start()
    return len(neighbours) % 2 == 0 and all(
        search.mate[vertex] != _NONE or search.grow(vertex) for vertex in range(len(neighbours))
    )


class _Search:
    """A search for augmenting paths, with the matching found so far."""

    def __init__(self, neighbours: Sequence[Collection[int]]) -> None:
        self.neighbours = neighbours
        self.mate = [_NONE] * len(neighbours)
        self._reset()

    def _reset(self) -> None:
        self.parent = [_NONE] * len(self.neighbours)
        self.base = list(range(len(self.neighbours)))

    def start(self) -> None:
        """Match each vertex with a free neighbour if it has one: usually most of the work."""
        for vertex, candidates in enumerate(self.neighbours):
            free = (other for other in candidates if self.mate[other] == _NONE)
            if self.mate[vertex] == _NONE and (other := next(free, _NONE)) != _NONE:
                self.mate[vertex], self.mate[other] = other, vertex

    def grow(self, root: int) -> bool:
        """Add the vertex to the matching; return whether that was possible."""
        vertex = self._end_of_path(root)
        is_matched = vertex != _NONE
        while vertex != _NONE:
            parent = self.parent[vertex]
            next_vertex = self.mate[parent]
            self.mate[vertex], self.mate[parent] = parent, vertex
            vertex = next_vertex
        return is_matched

    def _end_of_path(self, root: int) -> int:
        """Return the end of an augmenting path from the root, or ``_NONE``."""
        self._reset()
        reached, queue = {root}, deque([root])
        while queue:
            vertex = queue.popleft()
            for neighbour in self.neighbours[vertex]:
                if self.base[vertex] == self.base[neighbour] or self.mate[vertex] == neighbour:
                    continue
                if neighbour == root or self._is_outer(neighbour):
                    self._shrink(vertex, neighbour, reached, queue)
                elif self.parent[neighbour] == _NONE:
                    self.parent[neighbour] = vertex
                    if self.mate[neighbour] == _NONE:
                        return neighbour
                    reached.add(self.mate[neighbour])
                    queue.append(self.mate[neighbour])
        return _NONE

    def _is_outer(self, vertex: int) -> bool:
        """Return whether a path with an even number of edges leads from the root to the vertex."""
        mate = self.mate[vertex]
        return mate != _NONE and self.parent[mate] != _NONE

    def _shrink(self, first: int, second: int, reached: set[int], queue: deque[int]) -> None:
        """Contract the blossom that the edge between the two vertices closes."""
        base = self._meeting_point(first, second)
        blossom: set[int] = set()
        self._mark(first, base, second, blossom)
        self._mark(second, base, first, blossom)
        for vertex in range(len(self.neighbours)):
            if self.base[vertex] in blossom:
                self.base[vertex] = base
                if vertex not in reached:
                    reached.add(vertex)
                    queue.append(vertex)

    def _meeting_point(self, first: int, second: int) -> int:
        """Return the first common vertex of the paths from two vertices to the root."""
        visited: set[int] = set()
        while True:
            first = self.base[first]
            visited.add(first)
            if self.mate[first] == _NONE:
                break
            first = self.parent[self.mate[first]]
        while (second := self.base[second]) not in visited:
            second = self.parent[self.mate[second]]
        return second

    def _mark(self, vertex: int, base: int, child: int, blossom: set[int]) -> None:
        """Collect one side of a blossom, and set its parents for the other direction."""
        while self.base[vertex] != base:
            mate = self.mate[vertex]
            blossom |= {self.base[vertex], self.base[mate]}
            self.parent[vertex] = child
            child, vertex = mate, self.parent[mate]
