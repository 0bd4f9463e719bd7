"""Explanations of places: what decided between neighbours in the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise

from formats.text import Text, join_list
from tournaments.run.result_tables import COUNTED_DOWN, digits_of, display_text
from tournaments.run.tournament import SectionState
from tournaments.standings.places import Standing
from tournaments.standings.tie_breaks import TIE_BREAKS

_ABOVE = Text("above {name}: {why}", "выше, чем {name}: {why}")
_BELOW = Text("below {name}: {why}", "ниже, чем {name}: {why}")
_SHARES = Text("shares the place with {name}", "делит место с {name}")
_IS_OUT = Text(
    "those who are out of the tournament stand last", "выбывшие и снятые стоят последними"
)
_IS_DISQUALIFIED = Text(
    "the disqualified stand below those who withdrew",
    "дисквалифицированные стоят ниже тех, кто выбыл сам",
)
_NEVER_MOVED = Text(
    "who never made a move is below all who did",
    "кто ни разу не сделал хода, ниже всех, кто ходил",
)
_POINTS = Text("points, {one} : {other}", "очки, {one} : {other}")
_TIE_BREAK = Text("{title}, {one} : {other}", "{title}, {one} : {other}")
_DIVIDED = Text(
    "{names} share the places {first} to {last}; the bonuses of these places, {sum} = {total}, are"
    " divided equally: {each} for each",
    "{names} делят места с {first} по {last}; бонусы этих мест, {sum} = {total}, делятся поровну:"
    " каждому по {each}",
)
_FORMAT = Text("by the format ({format})", "по формату ({format})")


def placing(state: SectionState, name: str) -> Iterator[Text]:
    """Yield what decided between an entrant and the neighbours in the table."""
    table = state.standings
    (index,) = (n for n, standing in enumerate(table) if standing.entrant == name)
    if index > 0:
        yield _between(state, table[index], table[index - 1], _BELOW)
    if index + 1 < len(table):
        yield _between(state, table[index], table[index + 1], _ABOVE)


def broken_ties(state: SectionState) -> Iterator[Text]:
    """Yield what decided between each two neighbours with equal points."""
    table = state.standings
    for upper, lower in pairwise(table):
        is_tied = upper.row.points == lower.row.points and upper.never_moved == lower.never_moved
        if is_tied and upper.place != lower.place and not lower.departure:
            why = _between(state, upper, lower, _ABOVE)
            yield Text(f"{upper.entrant} {why.en}", f"{upper.entrant} {why.ru}")


def shared_bonuses(state: SectionState) -> Iterator[Text]:
    """Yield how the bonuses of shared places are divided, once all games are played."""
    bonus_by_place = state.bonuses if state.is_finished else ()
    for place, equals in groupby(state.standings, key=lambda standing: standing.place):
        sharing = [standing for standing in equals if not standing.departure]
        count = sharing[0].shared if sharing else 0
        earned = bonus_by_place[place - 1 : place - 1 + count]
        if count < 2 or not any(earned):
            continue
        bonuses_of_places = [*earned, *[Fraction(0)] * (count - len(earned))]
        terms = [display_text(bonus) for bonus in bonuses_of_places]
        yield _DIVIDED.filled(
            {
                "names": join_list(Text(s.entrant, s.entrant) for s in sharing),
                "first": place,
                "last": place + count - 1,
                "sum": join_list(terms, between=Text(" + ", " + ")),
                "total": display_text(sum(bonuses_of_places, Fraction(0))),
                "each": display_text(sharing[0].bonus),
            }
        )


def _between(state: SectionState, standing: Standing, other: Standing, relation: Text) -> Text:
    if standing.place == other.place:
        return _SHARES.filled({"name": other.entrant})
    return relation.filled({"name": other.entrant, "why": _why(state, standing, other)})


def _why(state: SectionState, standing: Standing, other: Standing) -> Text:
    if bool(standing.departure) != bool(other.departure):
        return _IS_OUT
    if standing.disqualified != other.disqualified:
        return _IS_DISQUALIFIED
    if standing.never_moved != other.never_moved and not standing.departure:
        return _NEVER_MOVED
    if standing.tier != other.tier:
        return _FORMAT.filled({"format": state.schedule.title})
    if standing.row.points != other.row.points:
        values = {"one": display_text(standing.row.points), "other": display_text(other.row.points)}
        return _POINTS.filled(values)
    return _tie_break(state.section.scoring.tie_breaks, standing, other)


def _tie_break(names: Sequence[str], standing: Standing, other: Standing) -> Text:
    """Return the first tie-break that differs, with its values; if none does, the shared place."""
    for name, own, other_value in zip(names, standing.tie_breaks, other.tie_breaks, strict=True):
        if own is not None and other_value is not None and own != other_value:
            sign = -1 if name in COUNTED_DOWN else 1
            digits = digits_of(name, (own, other_value))
            values = {
                "one": display_text(sign * own, digits),
                "other": display_text(sign * other_value, digits),
            }
            return _TIE_BREAK.filled({"title": TIE_BREAKS[name].title, **values})
    return _SHARES.filled({"name": other.entrant})
