"""Texts of the commands about this machine."""

from __future__ import annotations

from formats.text import Text
from referee.sandbox.isolation_levels import IsolationLevel

PURPOSE = Text("what for:", "зачем:")
ALL_HERE = Text("Nothing is missing.", "Всё на месте.")
SOME_MISSING = Text(
    "Missing: {n}. Each is needed only for what is written under it.",
    "Не хватает: {n}. Для чего нужно каждое, написано под ним.",
)
NOTHING_THERE = Text("none", "нет")
INSTALLED = Text("installed", "установлено")
NOT_INSTALLED = Text("not installed: {names}", "не установлено: {names}")

MACHINE = Text("machine", "машина")
MACHINE_FOUND = Text(
    "{machine}; cores for games: {cores}; processor time is counted in steps of {tick} us",
    "{machine}; ядер для партий: {cores}; процессорное время считается с шагом {tick} мкс",
)
OTHER_PROCESSOR = Text(
    "{found}; the processor is not x86-64, for which built-in bots are built",
    "{found}; процессор не x86-64, а встроенные боты собираются для него",
)
MACHINE_BRINGS = Text(
    "with two cores, two games can be played at once", "на двух ядрах можно играть две партии сразу"
)
SANDBOX = Text("sandbox", "песочница")
SANDBOX_FOUND = Text(
    "bots run at isolation level {isolation}", "боты запускаются на уровне изоляции {isolation}"
)
NO_SANDBOX = Text(
    "none: run only bots that you trust", "нет: запускайте только ботов, которым доверяете"
)
SANDBOX_BRINGS = Text("running other people's programs", "запускать чужие программы")
ISOLATION = Text("isolation level {isolation}", "уровень изоляции {isolation}")
ISOLATION_LEVELS = {
    IsolationLevel.NAMESPACES: Text(
        "the strongest sandbox, Windows programs in it, Python's multiprocessing",
        "самая сильная песочница, в ней программы для Windows и multiprocessing в Python",
    ),
    IsolationLevel.LANDLOCK: Text(
        "a sandbox that needs no packages or privileges; it takes Linux 5.13 with Landlock enabled",
        "песочница, которой не нужны ни пакеты, ни права; нужен Linux 5.13 с включённым Landlock",
    ),
}
ALLOW_NAMESPACES = {
    f"{name}={forbidden}": f"sudo sysctl -w {name}={allowed}"
    for name, forbidden, allowed in (
        ("kernel.apparmor_restrict_unprivileged_userns", 1, 0),
        ("kernel.unprivileged_userns_clone", 0, 1),
        ("user.max_user_namespaces", 0, 10000),
    )
}
"""The command that permits user namespaces, by the setting that forbids them."""
PLUGINS = Text("games of other packages", "игры из других пакетов")
PLUGINS_BRINGS = Text(
    "games that are no part of the arena (docs/add-a-game.md)",
    "игры, которых нет в самой арене (docs/ru/add-a-game.md)",
)
GROUP = Text("control group", "контрольная группа")
NO_GROUP = Text(
    "cannot be made: memory is checked every 10 ms",
    "создать нельзя: память проверяется раз в 10 мс",
)
GROUP_BRINGS = Text(
    "exact accounts of memory and time, including a bot's child processes",
    "точный учёт памяти и времени, включая дочерние процессы бота",
)
COMPILER = Text("C compiler for {system}", "компилятор C для {system}")
COMPILER_BRINGS = Text(
    "programs of built-in bots and of yours (arena build), tournaments with built-in bots",
    "программы встроенных ботов и ваших (arena build), турниры со встроенными ботами",
)
COMPILER_BRINGS_OWN = Text(
    "programs of your bots (arena build)", "программы ваших ботов (arena build)"
)
KERNELS = Text("compiled parts", "скомпилированные части")
COMPILED = Text("present", "на месте")
NOT_COMPILED = Text("missing", "их нет")
KERNELS_BRINGS = Text("arena solve, quick perft", "arena solve, быстрый perft")
COMMANDS = {
    "wine": Text("Wine", "Wine"),
    "browser": Text("Chromium", "Chromium"),
}
WINE_BRINGS = Text("programs for Windows as bots", "программы для Windows в роли ботов")
BROWSER_BRINGS = Text(
    "tests of the pages; for the site any browser will do",
    "тесты страниц; для самого сайта годится любой браузер",
)
EXTRA = Text("extra {name}", "дополнение {name}")
WEB = Text("arena serve: the site", "arena serve: сайт")
CLUSTER = Text("tournaments on several machines", "турниры на нескольких машинах")
OIDC = Text(
    "arena serve: students sign in at a provider of OpenID Connect",
    "arena serve: вход студентов через провайдера OpenID Connect",
)
ZIG = Text(
    "programs for Linux and Windows on any system, in C and all of C++",
    "программы для Linux и Windows на любой системе, на C и на всём C++",
)
CYTHON = Text(
    "bots in Cython; built-in bots where they are not built yet",
    "боты на Cython; встроенные боты там, где они ещё не собраны",
)
BUNDLING = Text("arena build mybot.py: one file", "arena build mybot.py: один файл")

CACHED_FOLDER = Text("{size} MB  {path}: {what}", "{size} МБ  {path}: {what}")
CACHE_PURPOSES = {
    "bots": Text("programs of built-in bots", "программы встроенных ботов"),
    "zig": Text("libraries that zig has compiled", "библиотеки, скомпилированные zig"),
    "kernels": Text("kernels compiled for research", "ядра, собранные для исследований"),
    "wine": Text("files of Windows for Wine", "файлы Windows для Wine"),
    "cluster": Text(
        "programs and locks of cluster workers", "программы и блокировки исполнителей кластера"
    ),
    "positions": Text("positions for arena check", "позиции для arena check"),
    "site": Text("games of the site", "партии сайта"),
}
"""Purposes of what is in the cache folder, by its names."""
CACHED_OLD = Text("of another version of arena", "от другой версии арены")
NOTHING_CACHED = Text("Nothing is kept.", "Ничего не хранится.")
CACHE_CLEARED = Text(
    "All of it is removed; it is made again when it is needed.",
    "Всё это удалено; понадобится — будет создано снова.",
)
REST_CLEARED = Text(
    "The rest is removed; it is made again when it is needed.",
    "Остальное удалено; понадобится — будет создано снова.",
)
CACHE_KEPT = Text("kept: {path}: {what}", "оставлено: {path}: {what}")
LOCK_IN_USE = Text(
    "lock of a running cluster worker", "блокировка действующего исполнителя кластера"
)
PROGRAM_IN_USE = Text("program of a running game", "программа идущей партии")
LEFTOVERS = Text("leftovers of killed runs", "остатки прерванных запусков")
NO_LEFTOVERS = Text("none", "нет")
SOME_LEFTOVERS = Text(
    "they cannot be removed by this user: {paths}", "этот пользователь не может их удалить: {paths}"
)
LEFTOVERS_BRINGS = Text("memory of this machine", "память этой машины")

BENCHMARK_NEEDS = Text(
    "the benchmark {name} needs {module}: pip install -e '.[test-all]' installs it",
    "измерению {name} нужна библиотека {module}: её установит pip install -e '.[test-all]'",
)
NO_BENCHMARK = Text("there is no benchmark {name}", "измерения {name} нет")
NO_BENCHMARKS = Text(
    "the measurements are scripts in the project's folder, which is not here",
    "измерения — это скрипты из папки проекта, а её здесь нет",
)
