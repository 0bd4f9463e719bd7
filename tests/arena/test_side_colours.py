"""Colours of the players' sides: a side that is called a colour is shown in that colour."""

from __future__ import annotations

import re
from colorsys import rgb_to_hls

import pytest

from arena.drawing.html import side_classes, style
from formats.game import PLAYERS, Player
from formats.games import all_games

HUES = {"red": 0, "orange": 33, "yellow": 48, "green": 140, "blue": 220, "purple": 275, "pink": 330}
"""Hues of colours, in degrees."""
GREYS = {"black": (0.0, 0.2), "grey": (0.2, 0.9), "white": (0.9, 1.0)}
"""Least and greatest lightness of colours without a hue."""


def shown_colour(player: Player, classes: str) -> str:
    """Return the colour that the style gives a side in an element with the classes."""
    css, side = style(), player.lower()
    names = "|".join(map(re.escape, classes.split()))
    rules = rf"(?:\.(?:{names})|:root) \{{[^}}]*--side-{side}: (\S+?);"
    colour = re.findall(rules, css)[-1]
    while variable := re.fullmatch(r"var\((--\w+)\)", colour):
        colour = re.findall(rf"{variable[1]}: (\S+);", css)[0]
    return str(colour)


def word_of(colour: str) -> str:
    """Return the English word of a colour as CSS writes it."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, lightness, saturation = rgb_to_hls(red, green, blue)
    if saturation < 0.25 or not 0.1 < lightness < 0.95:
        return next(word for word, (_, most) in GREYS.items() if lightness <= most)
    degrees = 360 * hue
    return min(HUES, key=lambda word: abs((HUES[word] - degrees + 180) % 360 - 180))


@pytest.mark.parametrize("name", all_games())
@pytest.mark.parametrize("player", PLAYERS)
def test_a_side_has_the_colour_of_its_name(name: str, player: Player) -> None:
    game = all_games()[name]
    word = game.sides[player].en
    if word in {*HUES, *GREYS}:
        assert word_of(shown_colour(player, side_classes(game))) == word


@pytest.mark.parametrize("word", ["black", "white", "red", "blue", "green", "yellow", "orange"])
@pytest.mark.parametrize("player", PLAYERS)
def test_sides_of_other_packages_can_have_any_usual_colour(word: str, player: Player) -> None:
    assert word_of(shown_colour(player, f"{player.lower()}-{word}")) == word
