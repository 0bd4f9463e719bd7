"""Kinds of faults of a cluster or a worker that cannot play an event.

Their codes begin with E8.
"""

from __future__ import annotations

from formats.fault import Fault, FaultKind
from formats.text import Text


class CannotPlay(Exception):  # noqa: N818  # The name says the condition.
    """The refusal of a cluster that cannot play, with the reason."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence())
        self.fault = fault


NO_DASK = FaultKind(
    "E801",
    Text(
        "playing on a cluster needs Dask, which is not installed: pip install distributed",
        "для игры на кластере нужен Dask, а он не установлен: pip install distributed",
    ),
)
_AGAIN = Text(
    "see that it runs (docs/cluster.md), and run the same command again",
    "проверьте, что он запущен (docs/ru/cluster.md), и повторите ту же команду",
)
BAD_SETTINGS = FaultKind("E813", Text("Dask cannot be used: {why}", "Dask не работает: {why}"))
TLS_FILE = Text("the TLS file {file}: {why}", "файл TLS {file}: {why}")
BAD_TLS = Text(
    "the TLS files {files} are damaged or do not belong together",
    "файлы TLS {files} повреждены или не подходят друг к другу",
)
NO_TLS = Text(
    "its settings lack a TLS file: {address} needs ca-file and client.cert (docs/cluster.md)",
    "в его настройках не хватает файла TLS: для {address} нужны ca-file и client.cert"
    " (docs/ru/cluster.md)",
)
NO_ADDRESS = FaultKind(
    "E814",
    Text("«{address}» is no address of a scheduler", "«{address}» — не адрес планировщика"),
    Text(
        "an address has a host and a port from 1 to 65535, as in tcp://192.0.2.1:8786",
        "в адресе есть машина и порт от 1 до 65535, как в tcp://192.0.2.1:8786",
    ),
)
NO_SCHEDULER = FaultKind(
    "E802",
    Text("no scheduler answers at {address}: {why}", "планировщик {address} не отвечает: {why}"),
    _AGAIN,
)
NO_WORKERS = FaultKind(
    "E803",
    Text(
        "the cluster at {address} has had no worker for {seconds} seconds",
        "в кластере {address} нет ни одного исполнителя уже {seconds} с",
    ),
    Text(
        "start some (docs/cluster.md), and run the same command again",
        "запустите их (docs/ru/cluster.md) и повторите ту же команду",
    ),
)
OTHER_VERSION = FaultKind(
    "E804",
    Text(
        "{worker} has another version of arena, {theirs} instead of {ours}: it gets no games",
        "{worker}: другая версия arena, {theirs} вместо {ours}: партий не получит",
    ),
)
NO_ARENA = FaultKind(
    "E805",
    Text(
        "{worker} cannot play: {why}; it gets no games",
        "{worker} не может играть: {why}; партий не получит",
    ),
)
MANY_THREADS = FaultKind(
    "E806",
    Text(
        "{worker} has {threads} threads, and games in one process would share a core: "
        "start it with --nthreads 1",
        "{worker}: потоков {threads}, а партии одного процесса делили бы ядро: "
        "запустите его с --nthreads 1",
    ),
)
NO_CORE = FaultKind(
    "E807",
    Text(
        "{worker} has no core to itself: all {cores} cores of its machine already have a worker",
        "{worker}: нет своего ядра, на каждом из {cores} ядер машины уже есть исполнитель",
    ),
)
NO_SANDBOX = FaultKind("E808", Text("{worker}: {why}", "{worker}: {why}"))
DAMAGED = FaultKind(
    "E809",
    Text(
        "{worker} refused a program: its SHA-256 should be {expected}, and is {found}",
        "{worker} отказывается от программы: её SHA-256 должен быть {expected}, а он {found}",
    ),
)
LOST = FaultKind(
    "E810",
    Text(
        "the scheduler at {address} is gone; once it is back, run the same command again",
        "планировщик {address} пропал; когда он вернётся, повторите ту же команду",
    ),
)
OTHER_RULES = Text(
    "the game {game} is of another version of its package there",
    "игра {game} там из другой версии её пакета",
)
NO_GAME = FaultKind(
    "E812",
    Text("{worker}: {why}; it gets no games", "{worker}: {why}; партий не получит"),
)
NONE_FIT = FaultKind(
    "E811",
    Text(
        "no worker of the cluster at {address} has the same arena as this machine",
        "ни у одного исполнителя кластера {address} нет той же арены, что здесь",
    ),
)
AT_WORKER = Text("{worker}: {why}", "{worker}: {why}")
NOT_STORED = Text("a program cannot be stored: {why}", "не удалось сохранить программу: {why}")
NOT_KEPT = Text(
    "a worker does not keep the programs that it is sent: {names}",
    "исполнитель не сохраняет присланные ему программы: {names}",
)
WORKERS_DIED = Text("game {number}: {why}", "партия {number}: {why}")
