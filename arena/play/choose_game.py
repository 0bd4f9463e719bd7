"""Which game is to be played, asked of a person in a terminal."""

from __future__ import annotations

import sys

from click.exceptions import Exit

from arena.console import plain_console
from arena.option_values import no_such
from arena.play import texts as words
from formats.games import all_games
from formats.text import Language

USUAL = "virus-war"
"""What is played where nobody is asked, and for Enter."""


def chosen_game(speech: Language) -> str:
    """The name of the game that the person chooses from a list, by its number or its name."""
    console = plain_console()
    if not (sys.stdin.isatty() and console.is_terminal):
        return USUAL
    names = list(all_games())
    console.print(words.CHOOSE.say(speech), style="bold")
    for number, (name, law) in enumerate(all_games().items(), start=1):
        console.print(f"{number:>3}  {name:<{max(map(len, names))}}  {law.title.say(speech)}")
    while True:
        try:
            prompt = words.NUMBER.say(speech, {"usual": USUAL})
            said = console.input(prompt, markup=False).strip().lower()
        except (EOFError, KeyboardInterrupt):
            console.print()
            raise Exit from None
        if said.isdecimal() and 0 < int(said) <= len(names):
            return names[int(said) - 1]
        if not said or said in names:
            return said or USUAL
        console.print(no_such(words.NO_SUCH, said, names).text.say(speech), style="red")
