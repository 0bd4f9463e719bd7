"""Processes of this machine, or machines of a cluster, that play the games of an event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, TypeAlias

from arena.parameters import Option, WrongUsage
from formats.fault import Fault
from formats.text import Text
from referee.machine import cores
from tournaments.cluster.cluster_faults import BAD_SETTINGS, NO_DASK, CannotPlay
from tournaments.run.game_run import GameWorkers, ledger_game, local_workers

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
_JOBS_OF_CLUSTER = Text(
    "--jobs is for this machine; the machines of a cluster say how many games they play at once: "
    "leave it out",
    "--jobs — для этой машины, а машины кластера сами говорят, сколько партий играют сразу: "
    "уберите этот ключ",
)


def refuse_jobs_of_cluster(cluster: str | None, jobs: int | None) -> None:
    """Raise WrongUsage if a number of games at once is given together with a cluster."""
    if cluster is not None and jobs is not None:
        raise WrongUsage(_JOBS_OF_CLUSTER)


@contextmanager
def open_workers(
    cluster: str | None, parallel_games: int | None, tell: Callable[[Fault], None]
) -> Iterator[GameWorkers]:
    """Yield the workers of the cluster at this address, or workers on this machine.

    ``tell`` receives faults of machines that are left out. Raise CannotPlay if there is no cluster.
    """
    if cluster is None:
        yield local_workers(parallel_games or len(cores()))
        return
    try:
        from tournaments.cluster.dask_cluster import connected_cluster  # noqa: PLC0415  # only this needs Dask
    except ModuleNotFoundError as error:
        if error.name not in ("dask", "distributed"):
            raise
        raise CannotPlay(NO_DASK()) from None
    except ValueError as error:  # A file of Dask's settings is malformed.
        raise CannotPlay(BAD_SETTINGS(why=" ".join(str(error).split()))) from None
    with connected_cluster(cluster, tell) as cluster_workers:
        yield GameWorkers(
            lambda games, _: cluster_workers.play(games, ledger_game), cluster_workers.threads
        )
