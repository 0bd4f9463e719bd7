"""``arena doctor``: the abilities of this machine, and how to get the others.

Abilities are found by trying them, where that is possible.
"""

from __future__ import annotations

import json
import platform
import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, TypeAlias, TypedDict

from arena.bots.builtin_bots import ARE_PREBUILT, KERNELS, SYSTEMS, compiler_names
from arena.console import plain_console, print_data
from arena.machine import texts
from arena.options import LanguageOption, reader_language
from arena.parameters import Option
from arena.require_sandbox import WORKS
from formats.printable import shell_line
from formats.text import Language, Text, join_list
from referee.machine import cores, is_root, machine
from referee.numbers import number
from referee.program import Limits, RefereeError
from referee.remedies import Missing, extra_install_command, rebuild_command, remedy
from referee.sandbox import keeper_link
from referee.sandbox.cgroup import group, remove_all_leftovers
from referee.sandbox.isolation_choice import strongest_isolation, why_not
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.launch import wine_command, wine_installation


def doctor(
    as_json: Annotated[
        bool,
        Option(
            "--json",
            help=Text("Print JSON, for other programs.", "Вывести JSON для других программ."),
        ),
    ] = False,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    abilities = list(find_abilities(remove_all_leftovers()))
    if as_json:
        data = [_data(ability, language) for ability in abilities]
        print_data(json.dumps(data, ensure_ascii=False) + "\n")
        return
    console = plain_console()
    for ability in abilities:
        console.print(_line(ability, language))
        if ability.state is not State.HERE:
            console.print(_advice(ability, language))
    missing = sum(ability.state is State.MISSING for ability in abilities)
    console.print()
    console.print((texts.SOME_MISSING if missing else texts.ALL_HERE).say(language, {"n": missing}))


def _line(ability: Ability, language: Language) -> str:
    mark = {State.HERE: "+", State.PARTLY: "~", State.MISSING: "-"}[ability.state]
    return f"{mark} {ability.title.say(language)}: {ability.details.say(language)}"


def _advice(ability: Ability, language: Language) -> str:
    sentence = f"    {texts.PURPOSE.say(language)} {ability.brings.say(language)}"
    return f"{sentence}\n    $ {ability.remedy}" if ability.remedy else sentence


class AbilityData(TypedDict):
    """An ability of the machine as ``arena doctor --json`` prints it."""

    name: str
    state: str
    found: str
    brings: str
    remedy: str


DoctorReport: TypeAlias = list[AbilityData]


def _data(ability: Ability, language: Language) -> AbilityData:
    return {
        "name": ability.name,
        "state": ability.state.value,
        "found": ability.details.say(language),
        "brings": ability.brings.say(language),
        "remedy": ability.remedy,
    }


_EXTRAS = {
    "web": (("starlette", "uvicorn", "python_multipart"), texts.WEB),
    "cluster": (("distributed",), texts.CLUSTER),
    "oidc": (("authlib", "httpx", "itsdangerous"), texts.OIDC),
    "build": (("ziglang",), texts.ZIG),
    "cython": (("Cython",), texts.CYTHON),
    "bundle": (("PyInstaller",), texts.BUNDLING),
}
"""Packages of each extra, and its use."""


class State(StrEnum):
    """State of an ability."""

    HERE = "here"
    PARTLY = "partly"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability that a machine can have."""

    name: str
    title: Text
    state: State
    details: Text
    """Description of what was found, or why it is missing."""
    brings: Text
    """Purpose of the ability."""
    remedy: str = ""
    """Command that provides it, if there is one."""


def find_abilities(leftovers: Sequence[Path] = ()) -> Iterator[Ability]:
    """Yield all abilities, the most important ones first.

    ``leftovers`` are the paths of killed runs that could not be removed.
    """
    yield _machine()
    yield _sandbox()
    yield from map(_isolation, (isolation for isolation in IsolationLevel if isolation.isolates))
    yield _control_group()
    yield from map(_compiler, SYSTEMS)
    yield _kernels()
    yield _wine()
    yield from (_extra(name, *extra) for name, extra in _EXTRAS.items())
    yield _command("browser", "chromium", Missing.CHROMIUM, texts.BROWSER_BRINGS)
    yield _plugins()
    yield _leftovers(leftovers)


def _as_it_is(text: object) -> Text:
    return Text(str(text), str(text))


def _machine() -> Ability:
    tick = time.get_clock_info("process_time").resolution
    values = {"machine": machine(), "cores": len(cores()), "tick": number(tick * 1e6)}
    details = texts.MACHINE_FOUND.filled(values)
    state = State.HERE if len(cores()) > 1 else State.PARTLY
    if platform.machine().lower() not in ("x86_64", "amd64"):
        state, details = State.PARTLY, texts.OTHER_PROCESSOR.filled({"found": details})
    return Ability("machine", texts.MACHINE, state, details, texts.MACHINE_BRINGS)


def _sandbox() -> Ability:
    isolation = strongest_isolation()
    details = (
        texts.NO_SANDBOX
        if isolation is None
        else texts.SANDBOX_FOUND.filled({"isolation": isolation})
    )
    state = State.MISSING if isolation is None else State.HERE
    return Ability("sandbox", texts.SANDBOX, state, details, texts.SANDBOX_BRINGS)


def _isolation(isolation: IsolationLevel) -> Ability:
    why = why_not(isolation)
    state = State.HERE if why is None else State.MISSING
    title = texts.ISOLATION.filled({"isolation": isolation})
    details, brings = why or WORKS, texts.ISOLATION_LEVELS[isolation]
    return Ability(str(isolation), title, state, details, brings, _remedy_of(isolation))


def _remedy_of(isolation: IsolationLevel) -> str:
    """Return the command that would make the level work; empty where no command would."""
    if not keeper_link.is_built():
        return _rebuild_command()
    if isolation is not IsolationLevel.NAMESPACES:
        return ""  # only another kernel would help
    if shutil.which("bwrap") is None:
        return remedy(Missing.BUBBLEWRAP)
    return next(
        (command for setting, command in texts.ALLOW_NAMESPACES.items() if _is_set(setting)), ""
    )


def _is_set(setting: str) -> bool:
    """Return whether a setting of the kernel forbids user namespaces."""
    name, _, value = setting.partition("=")
    try:
        return Path("/proc/sys", name.replace(".", "/")).read_text().strip() == value
    except OSError:
        return False


def _rebuild_command() -> str:
    """Return the commands that build the parts in C; empty where no command does."""
    command = rebuild_command()
    if not command or compiler_names("linux"):
        return command
    return f"{remedy(Missing.COMPILER)} && {command}"


def _control_group() -> Ability:
    with group(Limits()) as control_group:
        state = State.HERE if control_group.meter >= 0 else State.PARTLY
    details = WORKS if state is State.HERE else texts.NO_GROUP
    how = "" if is_root() else "systemd-run --user --scope -p Delegate=yes arena run ..."
    return Ability("control-group", texts.GROUP, state, details, texts.GROUP_BRINGS, how)


def _compiler(system: str) -> Ability:
    names = compiler_names(system)
    details = _as_it_is(", ".join(dict.fromkeys(names))) if names else texts.NOTHING_THERE
    title = texts.COMPILER.filled({"system": system.capitalize()})
    state = State.HERE if names else State.MISSING
    how = extra_install_command("build")
    brings = texts.COMPILER_BRINGS_OWN if ARE_PREBUILT else texts.COMPILER_BRINGS
    return Ability(f"compiler-{system}", title, state, details, brings, how)


def _kernels() -> Ability:
    are_here = all(find_spec(kernel) for kernel in KERNELS)
    state = State.HERE if are_here else State.MISSING
    details = texts.COMPILED if state is State.HERE else texts.NOT_COMPILED
    how = _rebuild_command()
    return Ability("kernels", texts.KERNELS, state, details, texts.KERNELS_BRINGS, how)


def _plugins() -> Ability:
    from arena.drawing.html import drawing_faults  # noqa: PLC0415 - not for --help
    from formats.games import broken_plugins, plugins  # noqa: PLC0415 - as above

    broken = [*(plugin.sentence for plugin in broken_plugins()), *drawing_faults()]
    state = State.PARTLY if broken else State.HERE
    names = (f"{plugin.name} ({plugin.package})" for plugin in plugins() if not plugin.fault)
    sentences = [*map(_as_it_is, names), *broken]
    details = join_list(sentences, Text("; ", "; ")) if sentences else texts.NOTHING_THERE
    return Ability("plugins", texts.PLUGINS, state, details, texts.PLUGINS_BRINGS)


def _leftovers(leftovers: Sequence[Path]) -> Ability:
    state = State.PARTLY if leftovers else State.HERE
    paths = {"paths": ", ".join(map(str, leftovers))}
    details = texts.SOME_LEFTOVERS.filled(paths) if leftovers else texts.NO_LEFTOVERS
    how = f"sudo rm -rf {shell_line(*map(str, leftovers))}" if leftovers else ""
    return Ability("leftovers", texts.LEFTOVERS, state, details, texts.LEFTOVERS_BRINGS, how)


def _command(name: str, command: str, missing: Missing, brings: Text) -> Ability:
    path = shutil.which(command)
    state = State.HERE if path else State.MISSING
    details = _as_it_is(path) if path else texts.NOTHING_THERE
    return Ability(name, texts.COMMANDS[name], state, details, brings, remedy(missing))


def _wine() -> Ability:
    ability = _command("wine", "wine", Missing.WINE, texts.WINE_BRINGS)
    command = wine_command()
    try:
        if command is not None:
            wine_installation(command)
    except RefereeError as error:
        return replace(ability, state=State.PARTLY, details=error.text)
    return ability


def _extra(name: str, packages: tuple[str, ...], brings: Text) -> Ability:
    absent = [package for package in packages if find_spec(package) is None]
    state = State.MISSING if absent else State.HERE
    details = (
        texts.NOT_INSTALLED.filled({"names": ", ".join(absent)}) if absent else texts.INSTALLED
    )
    how = extra_install_command(name)
    return Ability(f"extra-{name}", texts.EXTRA.filled({"name": name}), state, details, brings, how)
