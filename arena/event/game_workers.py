"""Who plays the games of an event: processes of this machine, or the machines of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, NamedTuple, TypeAlias

from arena.parameters import Option
from formats.fault import Fault
from formats.text import Text
from referee.machine import cores
from referee.pool import Finished, GameJob, Watcher, play_all
from tournaments.cluster.cluster_faults import NO_DASK, CannotPlay

ClusterOption: TypeAlias = Annotated[
    str | None,
    Option(
        "--cluster",
        metavar="ADDRESS",
        help=Text(
            "Play on the Dask cluster with its scheduler at this address.",
            "Играть на кластере Dask с планировщиком по этому адресу.",
        ),
    ),
]


class GameWorkers(NamedTuple):
    play: Callable[[Iterable[GameJob], Watcher | None], Generator[Finished, None, None]]
    """The watcher hears of the games on this machine, not of those on others."""
    at_once: int
    """How many games."""


@contextmanager
def players(
    cluster: str | None, jobs: int | None, tell: Callable[[Fault], None]
) -> Iterator[GameWorkers]:
    """The workers of the cluster at this address, or that many on this machine. Raises CannotPlay.

    ``tell`` hears of machines that are left out, and why.
    """
    if cluster is None:
        at_once = jobs or len(cores())
        yield GameWorkers(lambda games, watcher: play_all(games, at_once, watcher), at_once)
        return
    try:
        from tournaments.cluster.dask_cluster import connected_cluster  # noqa: PLC0415  # Dask is there for this alone
    except ModuleNotFoundError as error:
        if error.name not in ("dask", "distributed"):
            raise
        raise CannotPlay(NO_DASK()) from None
    with connected_cluster(cluster, tell) as those:
        yield GameWorkers(lambda games, _: those.play(games), those.threads)
