"""Charts of a section, drawn by pygal.

pygal was chosen because it writes SVG with real text and classes, in few kilobytes: so the style of
the page colours it for light, dark and paper, the policy of the page needs no exception, and the
report stays one file that loads nothing. (Libraries that draw in the browser need a script of 0.3
to 4 MB; matplotlib's SVG has fixed colours.) pygal's own style, script and tooltips are removed.
Names stand beside a chart, in every language.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast
from xml.etree.ElementTree import Comment, Element, SubElement, tostring

from markupsafe import Markup
from pygal import (  # type: ignore[import-untyped]  # it has no types
    HorizontalStackedBar,
    Line,
    StackedBar,
)
from pygal.etree import etree  # type: ignore[import-untyped]  # it has no types

from arena.drawing.html import attributes_of_language
from arena.report import series, texts
from formats.text import LANGUAGES, Text
from referee.numbers import localize
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.tournament import SectionState

# pygal installs an import hook for plugins that are not used here, and Python warns of it.
sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "pygal"]
# pygal must not make elements of lxml where that happens to be installed.
etree.to_etree()

MOST_LINES = 8
"""Number of entrants, from the top of the table; more lines would look alike."""
_REMOVED_TAGS = ("defs", "title", "desc")
_REMOVED_CLASSES = {"tooltip-overlay", "text-overlay", "titles", "tooltip"}
Row: TypeAlias = tuple[str, Sequence[Any]]
_SIZE = {"width": 560, "height": 260}
_COUNTS = {"order_min": 0}
"""Option of charts of whole numbers: the steps of their scales are whole, too."""
_MOST_LABELS = 12
_LABEL_LETTERS = 48
"""Letters and blanks that fit in a row on a telephone."""


@dataclass(frozen=True)
class Picture:
    """A chart with its title and key."""

    title: Text
    axis: Text
    """Title of the horizontal axis."""
    svg: Markup
    key: Sequence[tuple[int | str, Text | str]]
    """Names by the number of their colour, or by a side."""
    limited: bool = False
    """True if the chart shows only the top of the table."""


def pictures(
    state: SectionState,
    games: Sequence[LedgerGame],
    times_of: series.TimesLookup = series.read_times_used,
) -> Iterator[Picture]:
    """Yield the charts that have something to show."""
    if not games:
        return
    names = [standing.entrant for standing in state.standings][:MOST_LINES]
    limited = len(state.standings) > MOST_LINES
    key = list(enumerate(names))
    rounds = series.rounds_of(state)
    if len(rounds) > 1:
        labels = [str(number) for number in rounds]
        svg = _lines(labels, series.points_by_round(state, names))
        yield Picture(texts.POINTS_PICTURE, texts.ROUND, svg, key, limited)
        rated_rounds, rated = series.ratings_by_round(state, names)
        svg = _lines([str(number) for number in rated_rounds], rated)
        yield Picture(texts.RATING_PICTURE, texts.ROUND, svg, key, limited)
    used = series.seconds_by_turn(games, names, times_of)
    turns = [str(number) for number in range(1, max(len(line) for _, line in used) + 1)]
    if len(turns) > 1:
        yield Picture(texts.TIME_PICTURE, texts.TURN, _lines(turns, used), key, limited)
    titles, endings = series.lengths_by_ending(games)
    svg = _bars(titles, [(ending.label, counts) for ending, counts in endings])
    ending_key = [(number, ending.title) for number, (ending, _) in enumerate(endings)]
    yield Picture(texts.LENGTH_PICTURE, texts.HALF_MOVES, svg, ending_key)
    yield _wins(state, games)


def _wins(state: SectionState, games: Sequence[LedgerGame]) -> Picture:
    sides, counts = state.section.game.sides, series.wins_by_side(games)
    titles = {"A": sides["A"], "D": texts.DRAW, "B": sides["B"]}
    key: list[tuple[int | str, Text | str]] = [
        (side.lower(), Text(f"{title.en}: {counts[side]}", f"{title.ru}: {counts[side]}"))
        for side, title in titles.items()
    ]
    rows = [(side, [count]) for side, count in counts.items()]
    svg = _chart(HorizontalStackedBar, [""], rows, **_COUNTS, height=90)
    return Picture(texts.WINS_PICTURE, texts.GAMES, svg, key)


def _lines(labels: Sequence[str], lines: Sequence[series.Line]) -> Markup:
    return _chart(Line, labels, lines, show_dots=len(labels) < 3, allow_interruptions=True)


def _bars(labels: Sequence[str], bars: Sequence[tuple[str, Sequence[int]]]) -> Markup:
    return _chart(StackedBar, labels, bars, **_COUNTS)


def _chart(
    kind: type[Any], labels: Sequence[str], rows: Sequence[Row], **other_options: object
) -> Markup:
    """Return the chart as SVG without styles of its own."""
    options = {"show_legend": False, "js": (), "margin": 6, "max_scale": 6, "min_scale": 3}
    chart = kind(**{**_SIZE, **options, **other_options})
    chart.x_labels = list(labels)
    if len(labels) > _MOST_LABELS or sum(len(label) + 1 for label in labels) > _LABEL_LETTERS:
        chart.x_labels_major_count, chart.show_minor_x_labels = _MOST_LABELS // 2, False
    for name, values in rows:
        chart.add(name, list(values))
    root = cast("Element", chart.render_tree())
    root.attrib.pop("id", None)
    _strip(root)
    for element in list(root.iter("text")):
        _localize(element)
    return Markup(tostring(root, encoding="unicode"))


def _strip(element: Element) -> None:
    """Remove elements that a page with its own style does not need, and names."""
    for child in list(element):
        kinds = child.attrib.get("class", "").split()
        if child.tag in (*_REMOVED_TAGS, Comment) or _REMOVED_CLASSES & set(kinds):
            element.remove(child)
        else:
            _strip(child)


def _localize(element: Element) -> None:
    """Write a label with a decimal point or comma for every language of the page."""
    text = element.text or ""
    if "." not in text:
        return
    element.text = None
    for language in LANGUAGES:
        label = SubElement(element, "tspan", attributes_of_language(language))
        label.text = localize(text).say(language)
