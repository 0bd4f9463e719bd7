"""``arena doctor``: the abilities of this machine, and how to get the others."""

from __future__ import annotations

import json
from typing import Annotated

from arena.console import plain_console
from arena.machine import texts as words
from arena.machine.machine_state import Ability, State, look
from arena.options import LangOption, language
from arena.parameters import Option
from formats.text import Language, Text


def doctor(
    as_json: Annotated[
        bool,
        Option(
            "--json",
            help=Text("Print JSON, for other programs.", "Вывести JSON для других программ."),
        ),
    ] = False,
    lang: LangOption = None,
) -> None:
    speech = language(lang)
    abilities = list(look())
    if as_json:
        print(json.dumps([_data(ability, speech) for ability in abilities], ensure_ascii=False))
        return
    console = plain_console()
    for ability in abilities:
        console.print(_line(ability, speech))
        if ability.state is not State.HERE:
            console.print(_advice(ability, speech))
    missing = sum(ability.state is State.MISSING for ability in abilities)
    console.print()
    console.print((words.SOME_MISSING if missing else words.ALL_HERE).say(speech, {"n": missing}))


def _line(ability: Ability, speech: Language) -> str:
    mark = {State.HERE: "+", State.PARTLY: "~", State.MISSING: "-"}[ability.state]
    return f"{mark} {ability.title.say(speech)}: {ability.details.say(speech)}"


def _advice(ability: Ability, speech: Language) -> str:
    sentence = f"    {words.BRINGS.say(speech)} {ability.brings.say(speech)}"
    return f"{sentence}\n    $ {ability.remedy}" if ability.remedy else sentence


def _data(ability: Ability, speech: Language) -> dict[str, str]:
    return {
        "name": ability.name,
        "state": ability.state.value,
        "found": ability.details.say(speech),
        "brings": ability.brings.say(speech),
        "remedy": ability.remedy,
    }
